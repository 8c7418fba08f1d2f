#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report.py RESULTS.json

Prints, from the results of Google Benchmark, the time of each gradient over that of its primal (medians of the
repetitions) and its memory, at the largest size of each kernel, or the largest that libraries bear.
"""
import sys

from results import Results


def cell(value, digits=2):
    return "" if value is None else f"{value:.{digits}f}"


def megabytes(size):
    return "" if size is None else f"{size / 1e6:.2f}"


results = Results(sys.argv[1])
print("| kernel | size | primal, us | generated | by hand | generated / by hand | differences | tape, MB "
      "| resident, MB: primal | generated | by hand |")
print("|---" * 11 + "|")
for kernel in results.kernels:
    size = results.largest(kernel, "generated")
    generated, hand = (results.ratio(kernel, way, size) for way in ("generated", "by-hand"))
    memory = [megabytes(results.resident(kernel, way, size)) for way in ("primal", "generated", "by-hand")]
    print(f"| {kernel} | {size} | {results.time(kernel, 'primal', size):.0f} | {cell(generated)} | {cell(hand)} "
          f"| {cell(generated / hand)} | {cell(results.ratio(kernel, 'differences', size), 0)} "
          f"| {megabytes(results.tape(kernel, size))} | {' | '.join(memory)} |")
print(f"\nGeometric mean of generated gradient over primal: {results.mean():.2f}\n")

print("| kernel | size | generated | ADOL-C | Sacado | resident, MB: generated | ADOL-C | Sacado |")
print("|---" * 8 + "|")
for kernel in results.kernels:
    size = results.largest(kernel, "sacado")
    if size is None:
        continue
    ways = ("generated", "adol-c", "sacado")
    ratios = [cell(results.ratio(kernel, way, size), 1) for way in ways]
    memory = [megabytes(results.resident(kernel, way, size)) for way in ways]
    print(f"| {kernel} | {size} | {' | '.join(ratios + memory)} |")
