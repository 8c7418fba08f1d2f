#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check.py RESULTS.json

Status 1, and the rows that are to blame, unless generated gradients are as fast and as small as they have to be.
"""
import sys

from results import Results

NOISE = 1.05  # over the adjoint by hand
MEAN = 2.0  # over the primal, in the geometric mean
RATIOS = {"gmm": 2.0, "log-sum-exp": 1.1}  # over the primal
LIBRARIES = 5.0  # ADOL-C and Sacado over generated, at least
TAPES = {"burgers": 200e6}  # bytes at the largest size
CONSTANT_TAPES = ["asian", "gmm", "log-sum-exp"]  # whatever the size


def slower_than_by_hand(results):
    for kernel in results.kernels:
        for size in results.sizes(kernel, "generated"):
            times = results.time(kernel, "generated", size) / results.time(kernel, "by-hand", size)
            if times > NOISE:
                yield f"{kernel}/generated/{size}: {times:.2f} times the adjoint by hand"


def slower_than_allowed(results):
    for kernel, bound in RATIOS.items():
        size = results.largest(kernel, "generated")
        ratio = results.ratio(kernel, "generated", size)
        if ratio > bound:
            yield f"{kernel}/generated/{size}: {ratio:.2f} times the primal, more than {bound}"
    if results.mean() > MEAN:
        yield f"the geometric mean is {results.mean():.2f} times the primal, more than {MEAN}"


def not_faster_than_libraries(results):
    for kernel in results.kernels:
        for way in ("adol-c", "sacado"):
            size = results.largest(kernel, way)
            times = results.time(kernel, way, size) / results.time(kernel, "generated", size)
            if times < LIBRARIES:
                yield f"{kernel}/{way}/{size}: {times:.1f} times the generated gradient, less than {LIBRARIES}"


def tapes_too_large(results):
    for kernel, bound in TAPES.items():
        size = results.largest(kernel, "generated")
        if results.tape(kernel, size) > bound:
            yield f"{kernel}/generated/{size}: a tape of {results.tape(kernel, size) / 1e6:.0f} MB"
    for kernel in CONSTANT_TAPES:
        smallest, *_, largest = results.sizes(kernel, "generated")
        if results.tape(kernel, largest) > results.tape(kernel, smallest):
            yield (f"{kernel}/generated/{largest}: the tape grows from {results.tape(kernel, smallest):.0f} "
                   f"to {results.tape(kernel, largest):.0f} bytes")


measured = Results(sys.argv[1])
complaints = [complaint
              for check in (slower_than_by_hand, slower_than_allowed, not_faster_than_libraries, tapes_too_large)
              for complaint in check(measured)]
print("\n".join(complaints))
sys.exit(1 if complaints else 0)
