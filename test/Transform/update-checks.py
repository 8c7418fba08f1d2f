#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""update-checks.py SOURCE...

Writes the generated text into the CHECK lines at the end of each SOURCE, for a person to review the difference. The
tool gets the flags of the first RUN line.
Environment: ADJOINT_GEN, the tool.
"""
import os
import pathlib
import re
import subprocess
import sys

for name in sys.argv[1:]:
    source = pathlib.Path(name)
    kept = re.sub(r"^// CHECK.*\n", "", source.read_text(), flags=re.M).rstrip() + "\n\n"
    source.write_text(kept)
    flags = re.search(r"^// RUN: %adjoint-gen %s (.*?) \|", kept, flags=re.M).group(1)
    command = [os.environ["ADJOINT_GEN"], name, *flags.split()]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = text.strip("\n").splitlines()
    checks = [f"// CHECK: {lines[0]}"]
    checks += [f"// CHECK-NEXT: {line}" if line else "// CHECK-EMPTY:" for line in lines[1:]]
    source.write_text(kept + "\n".join(checks) + "\n")
