#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-report.py PAGE SOURCE: the page has the data of the function in SOURCE."""
import json
import pathlib
import re
import sys

page, source = (pathlib.Path(name).read_text() for name in sys.argv[1:3])
data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))


def line_of(text):
    return next(number for number, line in enumerate(source.split("\n"), 1) if line.strip() == text)


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found}, expected {expected}")


update = line_of("p = p * x[i];")
check("the source", data["lines"], source.rstrip("\n").split("\n"))
(function,) = data["functions"]
check("its name", function["name"], "product")
check("its line", function["line"], line_of("double product(const double *x, int n) {"))
check("active", [v["name"] for v in function["variables"] if v["isActive"]], ["*x", "p"])
check("the loop", [(r["what"], r["form"]) for r in function["regions"]], [("loop", "stored")])
(record,) = [r for r in data["records"] if r["bytes"]]
check("what is recorded", (record["line"], record["bytes"]), (update, 8))
(adjoint,) = data["adjoints"]
from_update = [line["text"].strip() for line in adjoint["lines"] if line["from"] == update]
check("lines of the update", [any(part in text for text in from_update) for part in ("p *= x[i];", "x_b[i] +=", "p_tape[i] = p;")],
      [True, True, True])
check("addresses outside", re.findall(r"(?:src|href)=|url\(|https?:", page.split('<script id="data"')[0]), [])
