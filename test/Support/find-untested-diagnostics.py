#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""find-untested-diagnostics.py Diagnostics.def TESTS

Names the diagnostics that no test expects. A test expects one if it asks for the beginning of its text, in a comment
`// error: ...` (see check-refusals.py) or behind a FileCheck prefix, up to where the text says what to do instead.
"""
import pathlib
import re
import sys

ENTRY = re.compile(r'^ADJOINT_DIAG\((\w+), (Error|Warning|Note), "(.*)"\)$', re.M)
EXPECTATION = re.compile(r"(error|warning|note): (.*)")

FEWEST_WORDS = 5


def expectations(folder):
    """(severity, beginning of a message) of every test."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".c", ".test"):
            continue
        for line in path.read_text().splitlines():
            for part in line.split(" // ") if line.lstrip().startswith("//") or " // " in line else []:
                if m := EXPECTATION.search(part):
                    yield m[1], m[2]


def expression(text):
    return re.sub(r"%\d", ".+", re.escape(text))


def shows(text, message):
    """Is the message of that text, up to the advice? One that ends in `...` need not go as far."""
    problem = re.split(r"; |, which | \(", text)[0]
    if not message.endswith("..."):
        return re.match(expression(problem), message)
    words = problem.split(" ")
    starts = [" ".join(words[:n]) for n in range(min(FEWEST_WORDS, len(words)), len(words) + 1)]
    return re.match(expression(problem), message) or any(re.fullmatch(expression(s), message[:-3]) for s in starts)


def main():
    table = ENTRY.findall(pathlib.Path(sys.argv[1]).read_text())
    expected = list(expectations(pathlib.Path(sys.argv[2])))
    missing = []
    for name, severity, text in table:
        shown = any(severity.lower() == s and shows(text, message) for s, message in expected)
        if not shown:
            missing.append(name)
            print(f"{name}: no test shows '{text}'")
    print(f"{len(missing)} of {len(table)} diagnostics without a test")
    sys.exit(1 if missing or not table else 0)


main()
