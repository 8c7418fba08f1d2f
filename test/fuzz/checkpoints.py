# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Snapshots: `#pragma adjoint checkpoint` before loops of a program, in every scheme. A loop of which no snapshot can be taken is
refused, which counts as expected."""

import random

from tree import Block, Node

SCHEMES = ("snapshots(1)", "snapshots(2)", "snapshots(3)", "every(2)", "recursive", "memory(64B)", "memory(1kB)", "",
           'snapshots(1) disk(".")', 'every(2) disk(".")', 'recursive disk(".")', 'memory(64B), disk(".")', 'disk(".")')
LOOPS = ("for (", "while (", "do ")


def loops(node):
    """The loops that begin a line."""
    if isinstance(node, Block):
        for s in node.statements:
            if isinstance(s, Node) and s.parts and str(s.parts[0]).startswith(LOOPS):
                yield s
            yield from loops(s)
    elif isinstance(node, Node):
        for part in node.parts:
            yield from loops(part)


SHARE = 0.3  # of the programs


def add(unit, seed):
    """To some loops of a share of the programs."""
    r = random.Random(seed * 7 + 1)
    found = [loop for top in unit.top for loop in loops(top)]
    if r.random() >= SHARE or not found:
        return
    for loop in r.sample(found, min(len(found), r.choice((1, 1, 2)))):
        loop.parts = [f"#pragma adjoint checkpoint {r.choice(SCHEMES)}\n", *loop.parts]
