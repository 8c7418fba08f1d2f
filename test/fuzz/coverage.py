# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs contained in an active position: where the activity analysis has a derivative on a line of the construct,
in a variable that the line names."""

import collections
import re

import generate
from bench import command


def active_lines(dump):
    """Names active after each line of the source."""
    lines = collections.defaultdict(set)
    for m in re.finditer(r"^  line (\d+): (.*)$", dump, re.M):
        lines[int(m.group(1))].update(name.lstrip("*") for name in m.group(2).split())
    return lines


def count(units, bench, covered):
    """Adds, for each construct, the programs that contain it in an active position."""
    if not units:
        return
    source = generate.source(units)
    path = bench.write("coverage.cpp", source)
    _, dump, _ = command([bench.tool, path, "--dump=activity", "--", "-std=c++17"], 120)
    active, lines = active_lines(dump), source.split("\n")
    for unit in units:
        at = lines.index(f"// UNIT {unit.number}") + 2
        found, spans = set(), []
        for top in unit.top:
            at = generate.places(top, at, spans) + 1
        for features, first, last in spans:
            if any(active[n] & set(re.findall(r"\w+", lines[n - 1])) for n in range(first, last + 1)):
                found |= features
        inside = set().union(*(f for f, _, _ in spans)) if spans else set()
        covered.update(found | (set(unit.features) - inside))
