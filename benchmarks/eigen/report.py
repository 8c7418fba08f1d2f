#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report.py RESULTS

Prints what the programs of scripts/benchmark-eigen have measured as tables, and fails if a gradient is wrong. RESULTS has a line
"# NAME GENERATED" in front of the lines of each program.

Lines are those that are neither empty nor comments, of a function and all functions of the file that it calls, directly or not. Those
that read classes of the library for generated code are not counted.
"""
import math
import re
import sys

sys.dont_write_bytecode = True

DIFFERENCES, BY_HAND = 1e-6, 1e-10
GLUE = re.compile(r"(read|extend|write)_")


class Text:
    """The functions of a generated file: lines and calls of each. Those of the source have no adjoint in their name."""

    def __init__(self, path):
        self.bodies = {}
        name = None
        for line in open(path):
            starts = re.match(r"[A-Za-z].*?\b(\w+)\(", line) if name is None else None
            if starts and not line.startswith(("using", "struct", "template")) and not line.rstrip().endswith(";"):
                name, body = starts.group(1), []
            if name is None:
                continue
            body.append(line.strip())
            if line.startswith("}") or line.rstrip().endswith("}") and len(body) == 1:
                self.bodies.setdefault(name, []).append(body)
                name = None

    def lines(self, name):
        seen, waiting, count = set(), [name], 0
        while waiting:
            each = waiting.pop()
            if each in seen or each not in self.bodies or GLUE.match(each):
                continue
            seen.add(each)
            for body in self.bodies[each]:
                kept = [line for line in body if line and not line.startswith("//")]
                count += len(kept)
                waiting += re.findall(r"\b(\w+)\s*[(]", " ".join(kept))
        return count


def mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


class Function:
    def __init__(self, name, text):
        self.name = name
        self.sizes = []
        self.lines = text.lines(f"{name}_b") / text.lines(name)

    def row(self):
        cells = [self.name]
        for key in ("time", "gradient", "hand"):
            cells.append(", ".join(f"{size[key]:.3g}" for size in self.sizes if size[key] > 0.0))
        return cells + [f"{self.lines:.1f}"]


def functions_of(path):
    found, sweeps = {}, []
    for line in open(path):
        if line.startswith("#"):
            program, text = line.split()[1:]
            text = Text(text)
            continue
        name, *numbers = line.split()
        keys = ("n", "time", "gradient", "hand", "error", "difference")
        size = dict(zip(keys, map(float, numbers)), name=name)
        if program == "factorisations":
            sweeps.append(size)
        else:
            found.setdefault(name, Function(name, text)).sizes.append(size)
    return list(found.values()), sweeps


def main():
    functions, sweeps = functions_of(sys.argv[1])
    sizes = [size for function in functions for size in function.sizes]
    table(["function", "milliseconds", "gradient", "by hand", "lines"], [function.row() for function in functions])
    gradients = [size["gradient"] for size in sizes]
    byHand = [size for size in sizes if size["hand"] > 0.0]
    print(f"geometric means: gradient {mean(gradients):.2f}", end="")
    for n in (3, 30, 300):
        print(f", {mean([size['gradient'] for size in sizes if size['n'] == n]):.2f} at {n}", end="")
    print(f"; by hand {mean([size['hand'] for size in byHand]):.2f}, gradient over by hand "
          f"{mean([size['gradient'] / size['hand'] for size in byHand]):.2f}; lines {mean([f.lines for f in functions]):.1f}\n")
    table(["n = 300", "milliseconds forward", "reverse / forward"],
          [[size["name"], f"{size['time']:.3g}", f"{size['gradient'] - 1.0:.2f}"] for size in sweeps])
    wrong = [f"{size['name']} at {size['n']:.0f}" for size in sizes + sweeps
             if not size["error"] < DIFFERENCES or not size["difference"] < BY_HAND]
    if wrong:
        sys.exit("wrong gradients: " + ", ".join(wrong))


main()
