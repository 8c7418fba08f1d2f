#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plot.py RESULTS.json PLOT.svg

Gradient over primal against the size of the problem, a panel for each kernel; drawn by gnuplot.
"""
import subprocess
import sys

from results import Results

WAYS = [("generated", "generated", 7), ("by-hand", "by hand", 6), ("adol-c", "ADOL-C", 4), ("sacado", "Sacado", 8)]


def data(results):
    """A block of lines `size ratio` for each kernel and way, named as gnuplot allows."""
    for kernel in results.kernels:
        for way, _, _ in WAYS:
            yield f"${name(kernel, way)} << END"
            for size in results.sizes(kernel, way):
                yield f"{size} {results.ratio(kernel, way, size)}"
            yield "END"


def name(kernel, way):
    return (kernel + "_" + way).replace("-", "_")


def panels(results):
    columns = 3
    rows = -(-len(results.kernels) // columns)
    yield f"set terminal svg size 1000,{260 * rows} font 'sans,12' background 'white'"
    yield "set logscale xy"
    yield "set autoscale xfix"
    yield "set grid"
    yield "set key top left samplen 2 font ',9'"
    yield f"set multiplot layout {rows},{columns}"
    for index, kernel in enumerate(results.kernels):
        lines = [f"${name(kernel, way)} with linespoints pointtype {point} title '{title}'"
                 for way, title, point in WAYS if results.sizes(kernel, way)]
        yield f"set title '{kernel}'"
        yield "set yrange [0.5:1500]"
        yield "plot " + ", ".join(lines)
        yield "unset key"
    yield "unset multiplot"


measured = Results(sys.argv[1])
script = "\n".join([f"set output '{sys.argv[2]}'", *data(measured), *panels(measured)])
subprocess.run(["gnuplot"], input=script, text=True, check=True)
