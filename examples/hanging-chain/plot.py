#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws convergence.csv, which chain writes, to convergence.svg."""

import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("convergence.csv") as file:
    rows = list(csv.DictReader(file))
for name, label in (("exact", "exact Hessian"), ("approximate", "from gradients (L-BFGS)")):
    points = [(int(row["iteration"]), float(row[name])) for row in rows if row[name]]
    plt.semilogy(*zip(*points), label=label)
plt.xlabel("iteration")
plt.ylabel("error")
plt.legend()
plt.savefig("convergence.svg")
