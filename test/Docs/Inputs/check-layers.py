#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-layers.py DOCUMENT LIB: every folder of sources is in the document's tables, and includes only what stands before it."""
import pathlib
import re
import sys

document = pathlib.Path(sys.argv[1]).read_text()
lib = pathlib.Path(sys.argv[2])
layers = re.findall(r"^\| `([A-Z]\w*)` \|", document, re.M)
folders = re.findall(r"^\| `([A-Z]\w*/\w+)` \|", document, re.M)
order = [(layers.index(folder.split("/")[0]), number, folder) for number, folder in enumerate(folders)]
order += [(number, -1, layer) for number, layer in enumerate(layers)]
place = {folder: number for number, (_, _, folder) in enumerate(sorted(order))}

faults = []
for source in sorted(file for file in lib.rglob("*") if file.suffix in (".h", ".cpp", ".def")):
    folder = source.parent.relative_to(lib).as_posix()
    if folder not in place:
        faults.append(f"{folder} is not described")
        continue
    for included in re.findall(r'^#include "([A-Z]\w+/[^"]+)"', source.read_text(), re.M):
        other = included.rsplit("/", 1)[0]
        if not (lib / included).exists():
            faults.append(f"{source.relative_to(lib)} includes {included}, which is not there")
        elif place[other] > place[folder]:
            faults.append(f"{source.relative_to(lib)} includes {included}, which stands behind it")
faults += [f"{folder} has no sources" for folder in place if not any((lib / folder).glob("**/*.h"))]
if faults:
    sys.exit("\n".join(faults))
