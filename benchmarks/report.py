#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""report.py [--check] RESULTS.json

Prints, from the results of Google Benchmark, the time of each gradient over that of its primal (medians of the
repetitions). With --check: status 1 where a generated gradient costs more than 1.05 times the one by hand.
"""
import collections
import json
import math
import statistics
import sys

NOISE = 1.05

check = "--check" in sys.argv
results = json.load(open(sys.argv[-1]))
times = collections.defaultdict(lambda: collections.defaultdict(list))
tape = {}
for run in results["benchmarks"]:
    if run["run_type"] != "iteration":
        continue
    kernel, way = run["run_name"].split("/")[:2]
    times[kernel][way].append(run["cpu_time"])
    if way == "generated":
        tape[kernel] = run["tape"]

print(f"| {'kernel':18} | primal, us | generated | by hand | generated / by hand | tape, bytes |")
print("|---|---|---|---|---|---|")
slow, ratios = [], []
for kernel in sorted(times):
    middle = {way: statistics.median(samples) for way, samples in times[kernel].items()}
    generated, hand = middle["generated"] / middle["primal"], middle["by-hand"] / middle["primal"]
    ratios.append(generated)
    if generated > NOISE * hand:
        slow.append(kernel)
    print(f"| {kernel:18} | {middle['primal']:.0f} | {generated:.2f} | {hand:.2f} | {generated / hand:.2f} "
          f"| {tape[kernel]:.0f} |")
mean = math.exp(statistics.fmean(math.log(r) for r in ratios))
print(f"\nGeometric mean of generated gradient over primal: {mean:.2f}")
if check and slow:
    sys.exit("Slower than by hand: " + ", ".join(slow))
