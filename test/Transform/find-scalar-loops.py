#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""find-scalar-loops.py SOURCE REMARKS STATEMENT...

Status 1, and the lines, where the innermost loop around a statement of SOURCE that begins so is not among the loops that
Clang, or g++, says in REMARKS (-Rpass=loop-vectorize, -fopt-info-vec) it vectorised; or where there is no such statement.
"""
import re
import sys


def innermost_loop(lines, number):
    """The number of the last loop's line up to this one, both from 1."""
    return max(n for n in range(1, number + 1) if lines[n - 1].strip().startswith("for ("))


def innermost_loops(lines, statement):
    """The numbers of the loops' lines."""
    for number, line in enumerate(lines, 1):
        if line.strip().startswith(statement):
            yield innermost_loop(lines, number)


source, remarks, *statements = sys.argv[1:]
lines = open(source).read().splitlines()
# g++ may name a line in the loop.
said = r":(\d+):\d+: (?:remark: vectorized loop|optimized: loop vectorized)"
vectorised = {innermost_loop(lines, int(number)) for number in re.findall(re.escape(source) + said, open(remarks).read())}
complaints = []
for statement in statements:
    loops = list(innermost_loops(lines, statement))
    complaints += [f"{source}:{loop}: not vectorised: {lines[loop - 1].strip()}" for loop in loops
                   if loop not in vectorised]
    if not loops:
        complaints.append(f"{source}: no loop with {statement}")
print("\n".join(complaints))
sys.exit(1 if complaints else 0)
