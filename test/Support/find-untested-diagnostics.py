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

# Faults of the tool itself, which no source is known to provoke.
CANNOT_BE_TESTED = {"internal"}


def expectations(folder):
    """(severity, beginning of a message) of every test."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".c", ".test"):
            continue
        for line in path.read_text().splitlines():
            for part in line.split(" // ") if line.lstrip().startswith("//") or " // " in line else []:
                if m := EXPECTATION.search(part):
                    yield m[1], m[2]


def pattern(text):
    """What a message of the text begins with, up to the advice; all of it, where there is no advice."""
    problem = re.split(r"; |, which | \(", text)[0]
    return re.compile(re.sub(r"%\d", ".+", re.escape(problem).replace(r"\%", "%")))


def main():
    table = ENTRY.findall(pathlib.Path(sys.argv[1]).read_text())
    expected = list(expectations(pathlib.Path(sys.argv[2])))
    missing = []
    for name, severity, text in table:
        start = pattern(text)
        shown = any(severity.lower() == s and start.match(message) for s, message in expected)
        if shown == (name in CANNOT_BE_TESTED):
            missing.append(name)
            print(f"{name}: {'no test shows' if not shown else 'after all a test shows'} '{text}'")
    print(f"{len(missing)} of {len(table)} diagnostics without a test")
    sys.exit(1 if missing or not table else 0)


main()
