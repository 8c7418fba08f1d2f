#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""find-scalar-loops.py SOURCE REMARKS STATEMENT...

Status 1, and the lines, where the innermost loop around a statement of SOURCE that begins so is not among the loops that
Clang says, in REMARKS (-Rpass=loop-vectorize), it vectorised; or where there is no such statement.
"""
import re
import sys


def innermost_loops(lines, statement):
    """The numbers of the loops' lines, from 1."""
    for number, line in enumerate(lines):
        if line.strip().startswith(statement):
            yield max(n for n in range(number) if lines[n].strip().startswith("for (")) + 1


source, remarks, *statements = sys.argv[1:]
lines = open(source).read().splitlines()
vectorised = {int(number) for number in re.findall(rf"{re.escape(source)}:(\d+):\d+: remark: vectorized loop",
                                                   open(remarks).read())}
complaints = []
for statement in statements:
    loops = list(innermost_loops(lines, statement))
    complaints += [f"{source}:{loop}: not vectorised: {lines[loop - 1].strip()}" for loop in loops
                   if loop not in vectorised]
    if not loops:
        complaints.append(f"{source}: no loop with {statement}")
print("\n".join(complaints))
sys.exit(1 if complaints else 0)
