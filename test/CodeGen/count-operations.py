#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""count-operations.py FILE.ll GENERATED REFERENCE

Counts, in LLVM IR, the floating-point operations and the calls of mathematical functions of two functions, by their
unmangled names. A multiplication and addition in one counts as two; an operation on vectors counts for each element.
Fails if the first has more of either kind than the second, or calls anything that the second does not.
"""
import collections
import re
import sys

OPERATIONS = ("fadd", "fsub", "fmul", "fdiv", "frem", "fneg")
FUSED = {"llvm.fmuladd": ("fmul", "fadd"), "llvm.fma": ("fmul", "fadd")}
NOT_COUNTED = ("llvm.lifetime", "llvm.dbg", "llvm.assume", "llvm.experimental.noalias")


def body(text, name):
    """The lines of the function's definition."""
    found = re.findall(rf"^define [^\n]*@_Z{len(name)}{name}[^\n]*\{{\n(.*?)^\}}", text, re.M | re.S)
    if len(found) != 1:
        sys.exit(f"{len(found)} definitions of {name}")
    return found[0].splitlines()


def count(lines):
    operations, calls = collections.Counter(), collections.Counter()
    for line in lines:
        width = int(m[1]) if (m := re.search(r"<(\d+) x (?:double|float)>", line)) else 1
        instruction = re.match(r"\s*(?:%\S+ = )?(?:tail |musttail |notail )?(\w+)", line)
        if not instruction:
            continue
        if instruction[1] in OPERATIONS:
            operations[instruction[1]] += width
        elif instruction[1] in ("call", "invoke"):
            callee = re.search(r"@([\w.$]+)\(", line)
            name = callee[1] if callee else "(indirect)"
            fused = next((parts for start, parts in FUSED.items() if name.startswith(start)), None)
            for part in fused or ():
                operations[part] += width
            if not fused and not name.startswith(NOT_COUNTED):
                calls[name] += 1
    return operations, calls


def main():
    text = open(sys.argv[1]).read()
    results = [count(body(text, name)) for name in sys.argv[2:4]]
    for name, (operations, calls) in zip(sys.argv[2:4], results):
        print(f"{name}: {sum(operations.values())} operations {dict(sorted(operations.items()))}")
        print(f"  {sum(calls.values())} calls {dict(sorted(calls.items()))}")
    (operations, calls), (most_operations, most_calls) = results
    if not most_operations or not most_calls:
        sys.exit("nothing to compare with")
    failed = sum(operations.values()) > sum(most_operations.values()) or sum(calls.values()) > sum(most_calls.values())
    unknown = sorted(set(calls) - set(most_calls))
    if unknown:
        print("calls that the reference does not make:", *unknown)
    sys.exit(1 if failed or unknown else 0)


main()
