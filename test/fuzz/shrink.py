# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing program small: takes out statements, unwraps blocks, simplifies expressions, while it still fails."""

import dataclasses
import re
import time

from bench import COMPARED
from tree import Block, Node, text


def blocks(node, out):
    if isinstance(node, Block):
        out.append(node)
        for s in node.statements:
            blocks(s, out)
    elif isinstance(node, Node):
        for p in node.parts:
            blocks(p, out)
    return out


def expressions(node, out):
    """(parent, position) of every replaceable expression."""
    items = node.statements if isinstance(node, Block) else node.parts if isinstance(node, Node) else []
    for i, p in enumerate(items):
        if isinstance(p, Node) and p.tag in "dib":
            out.append((items, i))
        expressions(p, out)
    return out


def nested(node, tag, out, top=True):
    if isinstance(node, Node):
        if not top and node.tag == tag:
            out.append(node)
            return out
        for p in node.parts:
            nested(p, tag, out, False)
    return out


LEAVES = {"d": ["0.5"], "i": ["1", "0"], "b": ["true", "false"]}


class Shrinker:
    def __init__(self, bench, unit, result, setting, seconds):
        self.bench, self.unit, self.result = bench, unit, result
        unit.changing = True
        # Taking out a declaration's initialiser must not pass for the same failure: the sanitizers see it.
        needs_check = result.verdict in COMPARED
        self.setting = dataclasses.replace(setting, checked=needs_check, checks_reference=needs_check, flags=("-O0",) if needs_check else setting.flags)
        self.deadline = time.time() + seconds
        self.tests = 0

    def fails(self):
        """Does it fail in the same way?"""
        if time.time() > self.deadline:
            return False
        self.tests += 1
        r = self.bench.run([self.unit], self.setting)[self.unit.number]
        if r.verdict != self.result.verdict:
            return False
        if r.verdict in COMPARED and not self.is_initialised():
            return False
        if r.verdict in ("WRONG", "WRONGTANGENT", "WRONGSECOND"):
            return not float(re.search(r"error (\S+)", r.detail).group(1)) < 1e-5
        return r.verdict == "RUNTIME" or r.key == self.result.key

    def is_initialised(self):
        return self.bench.warns_of_nothing(self.unit)

    def attempt(self, items, new):
        old = items[:]
        items[:] = new
        if self.fails():
            return True
        items[:] = old
        return False

    def chunks(self, items):
        done = False
        size = len(items)
        while size >= 1:
            at = 0
            while at < len(items) and time.time() < self.deadline:
                if any(getattr(s, "pinned", False) for s in items[at:at + size]):
                    at += size
                elif self.attempt(items, items[:at] + items[at + size:]):
                    done = True
                else:
                    at += size
            size //= 2
        return done

    def run(self):
        u = self.unit
        changed = True
        if len(u.modes) > 1:
            old = u.modes
            u.modes = old[:1]
            if not self.fails():
                u.modes = old[1:]
                if not self.fails():
                    u.modes = old
        while changed and time.time() < self.deadline:
            changed = False
            changed |= self.chunks(u.top)
            i = 0
            while True:
                all = []
                for t in u.top:
                    blocks(t, all)
                if i >= len(all) or time.time() > self.deadline:
                    break
                changed |= self.chunks(all[i].statements)
                i += 1
            changed |= self.unwrap()
            changed |= self.simplify()
        return u

    def unwrap(self):
        done = False
        again = True
        while again and time.time() < self.deadline:
            again = False
            all = []
            for t in self.unit.top:
                blocks(t, all)
            for b in all:
                for i, s in enumerate(b.statements):
                    inner = [] if s.pinned else [p for p in s.parts if isinstance(p, Block)]
                    for x in inner:
                        if self.attempt(b.statements, b.statements[:i] + x.statements + b.statements[i + 1:]):
                            again = done = True
                            break
                    if again:
                        break
                    for j, p in enumerate(s.parts):
                        if isinstance(p, str) and p.startswith(" else") and j + 1 < len(s.parts):
                            if self.attempt(s.parts, s.parts[:j]):
                                again = done = True
                                break
                    if again:
                        break
                if again:
                    break
        return done

    def simplify(self):
        done = False
        at = 0
        while time.time() < self.deadline:
            sites = []
            for t in self.unit.top:
                expressions(t, sites)
            if at >= len(sites):
                break
            items, i = sites[at]
            node = items[i]
            now = text(node)
            options = [Node(node.tag, [l]) for l in LEAVES[node.tag]] + nested(node, node.tag, [])
            if node.tag == "d":
                options += [Node("d", [n]) for n in nested(node, "l", [])]
            for o in options:
                if len(text(o)) >= len(now):
                    continue
                if self.attempt(items, items[:i] + [o] + items[i + 1:]):
                    done = True
                    break
            else:
                at += 1
                continue
        return done
