#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-passes.py LISTED DOCUMENT FOLDER: the document has the table of passes, and each pass its file in the folder."""
import pathlib
import re
import sys

listed = [tuple(line.split(None, 2)) for line in pathlib.Path(sys.argv[1]).read_text().splitlines()]
document = pathlib.Path(sys.argv[2]).read_text()
described = re.findall(r"^\| `([\w-]+)` \| (required|optional|analysis) \| (.*) \|$", document, re.M)
if not listed or listed != described:
    sys.exit(f"only listed: {set(listed) - set(described)}; only described: {set(described) - set(listed)}")
for name, kind, _ in listed:
    file = "".join(word.capitalize() for word in name.split("-")) + ".cpp"
    if kind != "analysis" and not any(pathlib.Path(sys.argv[3]).rglob(file)):
        sys.exit(f"the pass {name} has no file {file}")
