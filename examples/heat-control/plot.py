#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws heat.csv, which heat writes, to heat.svg."""

import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

with open("heat.csv") as file:
    rows = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(file)]
for name, style in (("target", "k--"), ("first", "C7"), ("last", "C3")):
    plt.plot([row["x"] for row in rows], [row[name] for row in rows], style, label=name)
plt.xlabel("place on the rod")
plt.ylabel("temperature at the end")
plt.legend()
plt.savefig("heat.svg")
