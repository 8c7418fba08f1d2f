#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""find-untested-diagnostics.py Diagnostics.def TESTS

Names the diagnostics that no test expects. A test expects one if it asks for the beginning of its text, and of no other
one's, in a comment `// error: ...` (see check-refusals.py) or behind a FileCheck prefix. A part is expected behind the
beginning of the text that it is an argument of.
"""
import pathlib
import re
import sys

ENTRY = re.compile(r'^ADJOINT_DIAG\((\w+), (Error|Warning|Note|Part), "(.*)"\)$', re.M)
EXPECTATION = re.compile(r"(error|warning|note): (.*)")

FEWEST_WORDS = 3


def expectations(folder):
    """(severity, beginning of a message) of every test."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".c", ".test"):
            continue
        for line in path.read_text().splitlines():
            for part in line.split(" // ") if line.lstrip().startswith("//") or " // " in line else []:
                if m := EXPECTATION.search(part):
                    yield m[1], m[2].strip().removesuffix("...").strip()


def beginnings(text):
    """An expression for all of the text, or its first words."""
    words = [re.sub(r"%\d", ".+?", re.escape(word)) for word in text.split(" ")]
    expression = ""
    for word in reversed(words[FEWEST_WORDS:]):
        bare = word.rstrip(",;:")
        mark = word[len(bare) :]
        expression = f"(?: {bare}(?:{mark}{expression})?)?" if mark else f"(?: {word}{expression})?"
    return re.compile(" ".join(words[:FEWEST_WORDS]) + expression)


def places(message):
    """The message, and what follows each of its marks: a part may begin there."""
    return [message[m.end() :] for m in re.finditer(r"[:,] ", message)]


def main():
    table = [(name, severity, beginnings(text), text) for name, severity, text in
             ENTRY.findall(pathlib.Path(sys.argv[1]).read_text())]
    shown = set()
    for severity, message in set(expectations(pathlib.Path(sys.argv[2]))):
        whole = [name for name, kind, begins, _ in table if kind.lower() == severity and begins.fullmatch(message)]
        parts = [name for name, kind, begins, _ in table
                 if kind == "Part" and any(begins.fullmatch(place) for place in places(message))]
        for found in whole, parts:
            if len(found) == 1:
                shown.add(found[0])
    missing = [(name, text) for name, _, _, text in table if name not in shown]
    for name, text in missing:
        print(f"{name}: no test shows '{text}'")
    print(f"{len(missing)} of {len(table)} diagnostics without a test")
    sys.exit(1 if missing or not table else 0)


main()
