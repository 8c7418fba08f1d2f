# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The integer constants of a program in other spellings: octal, hexadecimal, binary, with separators, and in subscripts
with suffixes. What the program calculates stays the same."""

import random
import re

from tree import Block, Node

CHANCE = 0.3  # that a program has any

# Not in names, in floating-point numbers and their exponents, or behind a suffix.
NUMBER = re.compile(r"(?<![\w.'])(?<![eE][-+])(\[ *)?\b(\d+)\b(?![.'])( *\])?")
TEXTS = ("'", '"', "#", "virtual")  # strings, characters, directives and `= 0` stay as they are

SPELLINGS = (lambda n: f"0{n:o}", lambda n: f"0x{n:x}", lambda n: f"0X{n:X}", lambda n: f"0b{n:b}", lambda n: f"0b{n >> 1:b}'{n & 1}")


def respelled(text, r):
    """The text of one leaf, with other spellings for some of its numbers."""
    def spelling(found):
        before, digits, after = found.group(1) or "", found.group(2), found.group(3) or ""
        if r.random() < 0.5:
            return found.group(0)
        number = r.choice(SPELLINGS)(int(digits))
        if before and after and r.random() < 0.3:  # nowhere else does the type of a constant change nothing
            number += r.choice(["u", "l", "UL", "ll"])
        return before + number + after
    return text if any(t in text for t in TEXTS) else NUMBER.sub(spelling, text)


def respell(node, r):
    """All of a tree."""
    if not isinstance(node, (Block, Node)):
        return
    items = node.statements if isinstance(node, Block) else node.parts
    for i, part in enumerate(items):
        if isinstance(part, str):
            items[i] = respelled(part, r)
        elif isinstance(part, int):
            items[i] = respelled(str(part), r)
        else:
            respell(part, r)


def vary(unit, seed, disabled):
    """Some programs; which ones follows from the seed alone. Returns whether it is one."""
    r = random.Random(f"spellings {seed}")
    if "spellings" in disabled or r.random() >= CHANCE:
        return False
    for node in unit.top:
        respell(node, r)
    return True
