#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same-text.py FOLDER GENERATED

Is every adjoint that the plugin has dumped in FOLDER also in the file that the command has generated, but for
indentation? Names those that are not.
"""
import pathlib
import re
import sys

AROUND = re.compile(r'(inline )?namespace (\w+ )?\{|extern "C" \{|\} // (namespace|extern).*|')


def lines_of(path):
    return [line.strip() for line in path.read_text().splitlines()]


def definitions(path):
    """Without the namespaces around them."""
    lines = lines_of(path)
    while lines and AROUND.fullmatch(lines[0]):
        del lines[0]
    while lines and AROUND.fullmatch(lines[-1]):
        del lines[-1]
    return lines


def main():
    dumped = sorted(pathlib.Path(sys.argv[1]).rglob("*.cpp"))
    generated = "\n".join(lines_of(pathlib.Path(sys.argv[2]))) + "\n"
    differ = [path for path in dumped if "\n".join(definitions(path)) + "\n" not in generated]
    for path in differ:
        print(f"{path}: not what the command generates")
    sys.exit(1 if differ or not dumped else 0)


main()
