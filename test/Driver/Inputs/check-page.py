#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-page.py PAGE [SOURCE | --bytes=FILE [--measured]]: the page as a browser shows it.

With SOURCE, a line that is pointed at lights what belongs to it on both sides. With FILE (bytes of the tape, paths), the
margin says what each path records. With --measured, it says of each line what all paths have recorded there, too, and how
long that took.
"""
import html.parser
import pathlib
import re
import subprocess
import sys


class Lines(html.parser.HTMLParser):
    """The rows of the page: side, number, whether lit, margin."""
    def __init__(self):
        super().__init__()
        self.rows, self.side, self.cell = [], "", ""

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.cell = a.get("class", "") or ""
        if tag == "section":
            self.side = a["id"]
        if tag == "div" and self.cell.startswith("line"):
            self.rows.append({"side": self.side, "line": int(a.get("data-line", 0)), "lit": "lit" in self.cell.split(), "bytes": 0, "tape": 0, "time": ""})

    def handle_data(self, data):
        if self.cell == "bytes" and (m := re.match(r"(\d+) B", data)):
            self.rows[-1]["bytes"] = int(m[1])
        elif self.cell == "measured tape" and (m := re.match(r"(\d+) B", data)):
            self.rows[-1]["tape"] = int(m[1])
        elif self.cell == "measured time":
            self.rows[-1]["time"] = data


def shown(page, address):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{pathlib.Path(page).resolve()}{address}"]
    lines = Lines()
    lines.feed(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120, check=True).stdout)
    return lines.rows


page, what = sys.argv[1:3]
if what.startswith("--bytes="):
    tape, paths = map(int, pathlib.Path(what.removeprefix("--bytes=")).read_text().split())
    rows = shown(page, "")
    margin = sum(row["bytes"] for row in rows)
    if margin == 0 or not margin * paths <= tape <= margin * paths + 64:
        sys.exit(f"the tape held {tape} bytes for {paths} paths, the margin says {margin} for each")
    isMeasured = "--measured" in sys.argv
    measured = {row["line"]: row["tape"] for row in rows if row["tape"]}
    predicted = {row["line"]: row["bytes"] * paths for row in rows if row["bytes"]}
    if measured != (predicted if isMeasured else {}) or (isMeasured and sum(measured.values()) != tape):
        sys.exit(f"the tape held {tape} bytes, predicted are {predicted}, the margin says that measured were {measured}")
    timed = {row["line"] for row in rows if re.fullmatch(r"[\d.]+ (s|ms|µs|ns)", row["time"])}
    if isMeasured != timed.issuperset(measured or [0]):
        sys.exit(f"times are shown of the lines {timed}")
else:
    source = pathlib.Path(what).read_text().split("\n")
    line = next(number for number, text in enumerate(source, 1) if "std::exp(-x[1]) * p[0]" in text)
    lit = [row for row in shown(page, f"#line={line}") if row["lit"]]
    if {row["side"] for row in lit} != {"source", "adjoints"} or {row["line"] for row in lit} != {line}:
        sys.exit(f"lit with line {line}: {lit}")
    if any(row["lit"] for row in shown(page, "")):
        sys.exit("lit without a line")
