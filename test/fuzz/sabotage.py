#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the checker: tools that are wrong on purpose must be noticed by the campaign.

Each sabotage changes one line of the tool's source: a rule, what is recorded, a loop bound. The changed file is compiled
by the build's own command and linked into a tool of its own; the build stays as it is. Then random programs are compared
until one fails that the tool itself differentiates well. Status 1 if a sabotage stays unnoticed.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import generate
from bench import COMPARED, ROOT, Bench, Setting

SABOTAGES = (
    # name, file that is changed, file that is compiled, old text, new text
    ("a broken rule", "Rules/Rules.def", "Rules/Rules.cpp", 'RULE(sin, "cos(x)")', 'RULE(sin, "cos(x) * x")'),
    ("a dropped record", "Analysis/Record/Tbr.cpp", "Analysis/Record/Tbr.cpp", "  if (needed) {\n    records.insert(stmt);", "  if (needed && !isa<IndexPlace>(place)) {\n    records.insert(stmt);"),
    ("a wrong loop bound", "Transform/Reverse/Sweeps.cpp", "Transform/Reverse/Sweeps.cpp", "start = isInclusive ? bound : shifted(context, bound, isUp ? -1 : 1)", "start = isInclusive ? bound : shifted(context, bound, isUp ? -2 : 2)"),
)


def read(path):
    with open(path) as f:
        return f.read()


def compilations(commands):
    """Commands of the compiler, and what each compiles: a source file, or a unit of several."""
    for command in commands:
        if " -c " in command:
            yield command, command.rstrip().rsplit(" -c ", 1)[1]


def line_to_change(changed, old):
    """The text of the file, which has the line once."""
    text = read(os.path.join(ROOT, "lib", changed))
    if text.count(old) != 1:
        sys.exit(f"lib/{changed} no longer has the line to change once: {old!r}")
    return text


def sabotaged(build, folder, changed, compiled, old, new):
    """Puts a tool that has the change into the folder."""
    lib = os.path.join(ROOT, "lib")
    text = line_to_change(changed, old)
    copy = os.path.join(folder, "lib", changed)
    os.makedirs(os.path.dirname(copy))
    with open(copy, "w") as f:
        f.write(text.replace(old, new))
    source, object = os.path.join(lib, compiled), os.path.join(folder, "changed.o")
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "bin/adjoint-gen"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    compile, unit = next((c, u) for c, u in compilations(commands) if u == source or f'#include "{source}"' in read(u))
    changed_unit = os.path.join(folder, "changed.cpp")
    included = f'#include "{source}"\n' if unit == source else read(unit)
    with open(changed_unit, "w") as f:
        f.write(included.replace(f'"{source}"', f'"{copy}"') if changed == compiled else included)
    args = shlex.split(compile)
    args = args[:args.index("-MD")] + ["-o", object, "-c", changed_unit]
    first = next(i for i, a in enumerate(args) if a.startswith("-I"))
    args.insert(first, "-I" + os.path.join(folder, "lib"))
    subprocess.run(args, cwd=build, check=True)
    link = shlex.split(next(c for c in commands if "-o bin/adjoint-gen" in c).replace(": &&", "").replace("&& :", ""))
    os.makedirs(os.path.join(folder, "bin"))
    at = link.index("-o")
    # Before the libraries: their version of the file is then not linked.
    subprocess.run(link[:at] + [object, "-o", os.path.join(folder, "bin", "adjoint-gen")] + link[at + 2:], cwd=build, check=True)
    os.symlink(os.path.join(build, "include"), os.path.join(folder, "include"))  # where the tool looks for the runtime


def noticed(build, folder, count, seed):
    """The number of programs after which one fails, and how; None if none does."""
    bench, intact = Bench(folder, build), Bench(folder, build)
    bench.tool = os.path.join(folder, "bin", "adjoint-gen")
    batch = 20
    for at in range(0, count, batch):
        units = [generate.generate(seed * 1000003 + at + i, i) for i in range(batch)]
        results = bench.run(units, Setting())
        for unit in units:
            fails = results[unit.number].verdict in COMPARED
            if fails and intact.run([unit], Setting())[unit.number].verdict == "OK":
                return at + unit.number + 1, results[unit.number]
    return None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=200, help="programs within which a sabotage must be noticed")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--build", default=os.path.dirname(os.path.dirname(os.environ.get("ADJOINT_GEN", ""))) or os.path.join(ROOT, "build"))
    p.add_argument("--lines", action="store_true", help="only see that the lines to change are there")
    o = p.parse_args()
    for _, changed, _, old, _ in SABOTAGES:
        line_to_change(changed, old)
    if o.lines:
        return 0
    missed = 0
    for name, changed, compiled, old, new in SABOTAGES:
        folder = tempfile.mkdtemp(prefix="sabotage-")
        try:
            sabotaged(os.path.realpath(o.build), folder, changed, compiled, old, new)
            found = noticed(os.path.realpath(o.build), folder, o.count, o.seed)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        missed += not found
        print(f"{name}: " + (f"noticed at program {found[0]}: {found[1].verdict} {found[1].detail.splitlines()[0][:80]}" if found else "not noticed"), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
