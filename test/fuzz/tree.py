# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tree of a program: nodes that print themselves as C++, and variables."""


class Node:
    """tag: 's' statement, 'd' 'i' 'b' expression of that type, 'l' double lvalue, 'x' anything else."""

    __slots__ = ("tag", "parts", "features", "pinned")

    def __init__(self, tag, parts, pinned=False):
        self.tag, self.parts, self.features, self.pinned = tag, parts, frozenset(), pinned

    def __str__(self):
        return "".join(map(str, self.parts))


class Block:
    """Statements in braces."""

    __slots__ = ("statements",)

    def __init__(self, statements=None):
        self.statements = statements if statements is not None else []


def text(node, indent=0):
    if isinstance(node, Block):
        inner = "".join("  " * (indent + 1) + text(s, indent + 1) + "\n" for s in node.statements)
        return "{\n" + inner + "  " * indent + "}"
    if isinstance(node, Node):
        return "".join(text(p, indent) for p in node.parts)
    return str(node)


def places(node, line, out, indent=0):
    """Appends (features, first line, last line) of every node that has features; the line after the node."""
    end = line + text(node, indent).count("\n")
    if isinstance(node, Block):
        at = line + 1
        for s in node.statements:
            at = places(s, at, out, indent + 1) + 1
    elif isinstance(node, Node):
        if node.features:
            out.append((node.features, line, end))
        at = line
        for p in node.parts:
            at = places(p, at, out, indent)
    return end


def statements(unit):
    """How many statements a program has."""
    def count(node):
        if isinstance(node, Block):
            return sum(map(count, node.statements))
        return (node.tag == "s") + sum(map(count, node.parts)) if isinstance(node, Node) else 0
    return sum(map(count, unit.top))


class Var:
    def __init__(self, name, kind, const=False, private=False, size=4):
        # kinds: d double, i int, c loop counter in 0..3 (read only), u counter that may only grow,
        # arr double[8], mat double[4][4], ptr double* with 4 valid elements, one double* with one,
        # rows double*[4], S struct, Sp pointer to struct, Sa array of 4 structs, perm int[4] with values in 0..3
        self.name, self.kind, self.const, self.private = name, kind, const, private
