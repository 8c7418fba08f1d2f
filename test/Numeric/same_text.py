# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Is every adjoint that the plugin has dumped in a folder also in the file that the command has generated, but for
indentation? Names those that are not.
"""
import re

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


def are_in(folder, generated):
    dumped = sorted(folder.rglob("*.cpp"))
    text = "\n".join(lines_of(generated)) + "\n"
    differ = [path for path in dumped if "\n".join(definitions(path)) + "\n" not in text]
    for path in differ:
        print(f"{path}: not what the command generates")
    return bool(dumped) and not differ
