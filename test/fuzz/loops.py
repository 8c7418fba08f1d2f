# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops with heads that are not `for (int i = 0; i < n; ++i)`: several counters, pointers and iterators, other steps.

Class Loops is a part of Generator. Each form gives a Head. Counters and pointers are read behind their loop, too, and
the body may change them, or what they begin and end with. No pointer leaves its array by more than the place behind
the last element, and every loop makes at most 8 iterations.
"""

import dataclasses

from tree import Block, Node, Var

FEATURES = {
    # of programs that have loops of this kind; name: chance
    "several-counters": 0.7, "unusual-bound": 0.7, "downward": 0.6, "uneven-step": 0.6, "counter-changed": 0.7,
    "start-changed": 0.6, "effect-in-head": 0.5, "pointer-loop": 0.8, "pointer-pair": 0.6, "pointer-beside-counter": 0.7,
    "type-end": 0.6, "wider-bound": 0.6, "end-changed": 0.6, "pointer-changed": 0.6, "row-pointer": 0.5, "iterator-loop": 0.7,
}


@dataclasses.dataclass
class Head:
    """A loop. Names are those of its own variables."""

    head: str
    before: str = ""  # declarations
    ints: tuple = ()  # what the body may read
    places: tuple = ()  # pointers that lead to a double in the whole body
    uses: tuple = ()  # numbers that the body may read, without effects
    first: str = ""  # what the body begins with
    inside: str = ""  # what stands anywhere in it
    last: str = ""  # what it ends with
    changes: tuple = ()  # statements of the body under a condition, at its end
    after: tuple = ()  # numbers that may be read behind the loop
    later: tuple = ()  # integers that are there behind the loop
    typ: str = "int"  # their type
    is_do: bool = False
    const: bool = False  # the places are read only


class Loops:
    def st_loop(self, budget):
        options = [f for f in FEATURES if self.has(f)]
        if not options or self.loop >= 3:
            return None
        feature = self.pick(options)
        head = getattr(self, "head_" + feature.replace("-", "_"))()
        if not head:
            return None
        self.use(feature)
        return self.loop_of(head, max(1, min(budget, 2)))

    def loop_of(self, h, budget):
        body = self.loop_body(h, budget)
        loop = self.s("do ", body, f" while ({h.head});") if h.is_do else self.s(h.head + " ", body)
        nodes = [Node("s", [h.before], pinned=True)] if h.before else []
        nodes.append(loop)
        for use in h.after:
            if self.chance(0.7):
                self.full()
                nodes.append(self.s(*self.assign_from(f"0.3 * {use}")))
        if not h.later:
            return [Node("s", [Block(nodes)])]
        for name in h.later:
            self.add(Var(name, "i")).typ = h.typ
        return nodes

    def loop_body(self, h, budget):
        self.push()
        for name in h.ints:
            self.add(Var(name, "i", const=True))
        for name in h.places:
            self.add(Var(name, "one", const=h.const)).fixed = True
        saved, on = self.enter_loop(), self.on
        if h.inside or h.last or h.changes:
            self.on = self.on - {"continue"}  # which would pass by what moves on
        self.frozen += 1
        body = self.block(budget)
        for use in h.uses:
            self.full()
            body.statements.insert(self.r.randint(0, len(body.statements)), self.s(*self.assign_from(f"0.3 * {use}")))
        for change in h.changes:
            self.full()
            body.statements.append(self.s("if (", self.bool(1), f") {{ {change} }}"))
        self.frozen -= 1
        self.leave_loop(saved)
        self.on = on
        self.pop()
        if h.inside:
            body.statements.insert(self.r.randint(0, len(body.statements) - len(h.changes)), Node("s", [h.inside], pinned=True))
        if h.first:
            body.statements.insert(0, Node("s", [h.first], pinned=True))
        if h.last:
            body.statements.append(Node("s", [h.last], pinned=True))
        return body

    def four(self):
        """An expression of value 4."""
        return "n" if any(v.name == "n" for v in self.visible("n")) and self.chance(0.7) else "4"

    def walked(self, write=False):
        """The name of an array of 8 elements and `const`, if it is read only; or None."""
        options = [v for v in self.visible("arr") if not (write and v.const)]
        if not options:
            return None, ""
        v = self.pick(options)
        return self.name(v), "const " if v.const or (not write and self.chance(0.2)) else ""

    def behind(self, p, begin, by=1):
        """What stands before the end of a walk; a `break` may have ended it where it began."""
        return f"({p} != {begin} ? {p}[-{by}] : 0.2)"

    def summed(self, number):
        """The declaration of a sum, its name, and a statement that adds a number which has an effect."""
        total = self.fresh("v")
        return f"double {total} = 0.2; ", total, f"{total} = 0.6 * {total} + {number};"

    # -- counters

    def head_several_counters(self):
        i, j, n = self.fresh("i"), self.fresh("j"), self.four()
        heads = [f"{i} = 0, {j} = {n}; {i} < {j}; ++{i}, --{j}", f"{i} = 0, {j} = 1; {j} < 8; ++{i}, {j} = 2 * {i}",
                 f"{i} = 0, {j} = 0; {i} < {n}; ++{i}, {j} = {i} * {i}", f"{i} = 0, {j} = {n}; {i} != {n}; {j} = {n} - ++{i}",
                 f"{i} = 0, {j} = 5; {i} <= {j}; {i} += 2, {j}--", f"{i} = 1, {j} = 0; {j} < {n}; {i} += {j}, ++{j}",
                 f"{i} = 3, {j} = {i} + 1; {j} > 0; {j} = {i}--, --{j}", f"{i} = 0, {j} = {i}; {i} + {j} < 6; {j} = {i}++"]
        head = self.pick(heads)
        uses = (f"double({i} - {j}) * 0.2",)
        if self.chance(0.5):
            return Head(f"for (int {head})", ints=(i, j), uses=uses)
        return Head(f"for ({head})", f"int {i}, {j};", (i, j), uses=uses, after=(f"double({i} + 2 * {j}) * 0.1",), later=(i, j))

    def head_type_end(self):
        """Counters that begin or end at an end of their type, or go round."""
        i = self.fresh("i")
        head, number = self.pick([
            (f"int {i} = 2147483643; {i} < 2147483647; ++{i}", f"{i} - 2147483645"),
            (f"int {i} = -2147483647 - 1; {i} < -2147483644; ++{i}", f"{i} + 2147483646"),
            (f"int {i} = -2147483644; {i} >= -2147483647; --{i}", f"{i} + 2147483646"),
            (f"int {i} = 2147483647; {i} > 2147483643; {i} -= 2", f"{i} - 2147483645"),
            (f"signed char {i} = 123; {i} < 127; ++{i}", f"{i} - 125"), (f"signed char {i} = -128; {i} < -124; ++{i}", f"{i} + 126"),
            (f"unsigned char {i} = 252; {i} >= 252; ++{i}", f"{i} - 253"), (f"unsigned {i} = 4; {i}-- > 0;", f"int({i}) - 1"),
            (f"unsigned {i} = 0; {i} != 4294967292u; --{i}", f"int({i} & 3u) - 1"),
            (f"unsigned {i} = 4294967293u; {i} != 1; ++{i}", f"int({i} & 3u) - 1"), (f"unsigned {i} = 3; {i} < 4; --{i}", f"int({i}) - 1"),
            (f"long {i} = 9223372036854775804; {i} < 9223372036854775807; ++{i}", f"int({i} & 3)")])
        return Head(f"for ({head})", uses=(f"double({number}) * 0.2",))

    def head_wider_bound(self):
        """Bounds of another type than the counter's."""
        i, n = self.fresh("i"), self.four()
        head = self.pick([f"int {i} = 0; {i} < 4L; ++{i}", f"int {i} = 0; {i} <= long({n}); ++{i}", f"short {i} = 0; {i} < {n}; ++{i}",
                          f"unsigned char {i} = 0; {i} < {n}; ++{i}", f"signed char {i} = 3; {i} >= {n} - 4; --{i}", f"int {i} = 0; {i} < 3.5; ++{i}",
                          f"int {i} = 0; {i} < 0.9 * {n}; ++{i}", f"int {i} = 0; 4LL > {i}; {i} += 2", f"int {i} = 4; {i} > -1L; --{i}"])
        return Head(f"for ({head})", ints=(i,), uses=(f"double({i}) * 0.2",))

    def head_unusual_bound(self):
        i, n = self.fresh("i"), self.four()
        c = self.r.randint(1, 2)
        bound = self.pick([f"{i} + {c} < {n}", f"{i} + {c} <= {n}", f"{n} - {i} > {c}", f"{n} > {i}", f"{i} < {n} - {c}", f"!({i} >= {n})", f"2 * {i} < {n} + {c}",
                           f"{i} * {i} < 2 * {n}", f"{i} - {n} < 0", f"-{i} > -{n}", f"{i} / 2 < {c}", f"({i} & 7) < {n}", f"{i} < {n} && {i} < {c} + 2"])
        step = self.pick([f"++{i}", f"{i}++", f"{i} += 1", f"{i} = {i} + 1", f"{i} -= -1"])
        if self.chance(0.5):
            return Head(f"for (int {i} = 0; {bound}; {step})", ints=(i,), uses=(f"double({i}) * 0.2",))
        return Head(f"for (; {bound}; {step})", f"int {i} = 0;", (i,), after=(f"double({i}) * 0.2",), later=(i,))

    def head_downward(self):
        i, n = self.fresh("i"), self.four()
        typ = self.pick(["int", "int", "long", "unsigned", "std::size_t"])
        form = self.r.randint(0, 5)
        if form == 0:
            return Head(f"for ({typ} {i} = {n}; {i}-- > 0;)", ints=(i,), uses=(f"double({i}) * 0.2",))
        if form == 1:
            return Head(f"while ({i}-- != 0)", f"{typ} {i} = {n};", (i,), uses=(f"double({i}) * 0.2",))
        if form == 2:
            return Head(f"for ({i} = {n}; {i} > 0; {i} -= 2)", f"{typ} {i};", (i,), after=(f"double({i} + 1) * 0.2",), later=(i,), typ=typ)
        if form == 3:
            return Head(f"--{i} > 0", f"{typ} {i} = {n};", (i,), is_do=True, after=(f"double({i} + 1) * 0.2",), later=(i,), typ=typ)
        if form == 4:
            return Head(f"for ({typ} {i} = {n}; {i} != 0;)", ints=(i,), uses=(f"double({i}) * 0.2",), last=f"--{i};")
        return Head(f"for (int {i} = {n}; --{i} >= 0;)", ints=(i,), uses=(f"double({i}) * 0.2",))

    def head_uneven_step(self):
        i = self.fresh("i")
        head = self.pick([f"{i} = 0; {i} < 5; {i} += 2", f"{i} = 0; {i} < 7; {i} += 3", f"{i} = 1; {i} < 7; {i} *= 2", f"{i} = 0; {i} < 9; {i} = 2 * {i} + 1",
                          f"{i} = 1; {i} <= 8; {i} <<= 1", f"{i} = 9; {i} > 0; {i} /= 2", f"{i} = 7; {i}; {i} >>= 1", f"{i} = 6; {i} > -2; {i} -= 3"])
        if self.chance(0.4):
            return Head(f"for (int {head})", ints=(i,), uses=(f"double({i}) * 0.1",))
        return Head(f"for ({head})", f"int {i};", (i,), after=(f"double({i}) * 0.1",), later=(i,))

    def head_counter_changed(self):
        i, w, n = self.fresh("i"), self.fresh("w"), self.four()
        change = self.pick([f"++{i};", f"{i} += 2;", f"{i} = {n};", f"{i} |= 1;", f"if (!{w} && {i} > 1) {{ {i} = 0; {w} = 1; }}", f"if ({w} < 2) {{ --{i}; ++{w}; }}"])
        uses = (f"double({i}) * 0.2",)
        declared = f"int {w} = 0;" if w in change else ""
        form = self.r.randint(0, 2)
        if form == 0:
            return Head(f"for (int {i} = 0; {i} < {n}; ++{i})", declared, (i,), uses=uses, changes=(change,))
        if form == 1:
            return Head(f"while ({i} < {n})", f"{declared}int {i} = 0;", (i,), uses=uses, changes=(change,), last=f"++{i};", after=uses, later=(i,))
        return Head(f"for ({i} = 0; {i} < {n}; {i}++)", f"{declared}int {i};", (i,), changes=(change,), after=uses, later=(i,))

    def head_start_changed(self):
        """The body changes what the counter began with, or reads on from there."""
        i, s = self.fresh("i"), self.fresh("k")
        start = f"int {s} = {self.pick(['0', '1', '2'])};"
        change = self.pick([f"{s} = {i} & 1;", f"{s} = 0;", f"{s} ^= 1;"])
        a, const = self.walked()
        if not a or self.chance(0.4):
            bound = self.pick(["4", f"{s} + 3", f"5 - {s}"])
            return Head(f"for (int {i} = {s}; {i} < {bound}; ++{i})", start, (i,), uses=(f"double({i} - {s}) * 0.2",), changes=(change,), later=(s,))
        p, head = self.fresh("p"), f"for (int {i} = {s}; {i} < 4; ++{i})"
        if self.chance(0.5):
            declared, total, step = self.summed(f"*{p}++")
            return Head(head, f"{start} {declared}{const}double *{p} = {a} + {s};", (i,), inside=step, changes=(change,), after=(total, self.behind(p, a)))
        first = f"{p} = {a} + {s};" if self.chance(0.3) else ""
        return Head(head, f"{start} {const}double *{p} = {a};", (i,), uses=(f"{p}[{i}] * {a}[{s}]",), first=first, changes=(change,))

    def head_effect_in_head(self):
        scalars = [v for v in self.visible("d") if v.private and not v.const]
        if not scalars:
            return None
        v, i = self.pick(scalars), self.fresh("i")
        effect = f"{v.name} = 0.6 * {v.name} + {self.pick(['0.2', f'0.1 * {i}'])}"
        head = self.pick([f"for (int {i} = 0; {effect}, {i} < 3; ++{i})", f"for (int {i} = 0; {i} < 3; {effect}, ++{i})", f"for (int {i} = 0; {i} < 3; ++{i}, {effect})"])
        if self.chance(0.3):
            return Head(f"while (({effect}, ++{i}) < 4)", f"int {i} = 0;", (i,), after=(f"double({i}) * 0.1",), later=(i,))
        return Head(head, ints=(i,))

    # -- pointers

    def head_pointer_loop(self):
        a, const = self.walked()
        if not a:
            return None
        p, e = self.fresh("p"), self.fresh("e")
        step = self.pick([1, 1, 2, 3])
        count = self.r.randint(1, {1: 4, 2: 4, 3: 2}[step])
        end = f"{a} + {count * step}"
        forward = f"++{p}" if step == 1 and self.chance(0.7) else f"{p} += {step}"
        different = self.pick(["<", "!="])
        two = f"{const}double *{p} = {a}, *{e} = {end};"
        common = dict(places=(p,), uses=(f"*{p} * 0.8",), const=bool(const))
        after = dict(after=(self.behind(p, a), f"double({p} - {a}) * 0.1"))
        form = self.r.randint(0, 6)
        if form == 0:
            return Head(f"for ({const}double *{p} = {a}; {p} {different} {end}; {forward})", **common)
        if form == 1:
            return Head(f"for (; {p} {different} {e}; {forward})", two, **common, **after)
        if form == 2:
            return Head(f"while ({p} {different} {e})", two, last=forward + ";", **common, **after)
        if form == 3:
            declared, total, inside = self.summed(f"*{p}++")
            return Head(f"while ({p} != {e})", f"{declared}{const}double *{p} = {a}, *{e} = {a} + {self.r.randint(1, 6)};", inside=inside, after=(total, self.behind(p, a)))
        if form == 4:
            return Head(f"({forward}) {different} {e}", two, is_do=True, **common, after=(f"double({e} - {p} + 1) * 0.1",))
        if form == 5:
            return Head(f"for ({const}double *{p} = {end}; {p} != {a};)", first=f"--{p};" if step == 1 else f"{p} -= {step};", **common)
        declared, total, inside = self.summed(f"*--{p}")
        return Head(f"while ({p} > {a})", f"{declared}{const}double *{p} = {a} + {self.r.randint(1, 6)};", inside=inside, after=(total, f"{p}[0]"))

    def head_pointer_pair(self):
        a, const = self.walked(write=True)
        b, _ = self.walked()
        if not a:
            return None
        p, q, k = self.fresh("p"), self.fresh("p"), self.r.randint(1, 4)
        form = self.r.randint(0, 3)
        if form == 0:
            return Head(f"for (double *{p} = {a}, *{q} = {a} + {k + 1}; {p} < {q}; ++{p}, --{q})", places=(p,), uses=(f"{p}[1] * {q}[-1]",))
        if form == 1:
            return Head(f"for (; {p} != {a} + {k}; ++{p}, --{q})", f"double *{p} = {a}; const double *{q} = {b} + 4;", places=(p,), uses=(f"{q}[-1] * *{p}",), after=(f"*{q} * {self.behind(p, a)}",))
        if form == 2:
            return Head(f"while ({p} < {a} + {k})", f"double *{p} = {a}; const double *{q} = {b};", first=f"*{p}++ {self.pick(['=', '+='])} 0.7 * *{q}++;", after=(f"double({q} - {b}) * {self.behind(p, a)}",))
        return Head(f"for (; {q} != {b} + 4; {p} += 2, ++{q})", f"double *{p} = {a}; const double *{q} = {b};", places=(p,), uses=(f"*{q} * *{p}",), after=(f"{self.behind(p, a, 2)} * {self.behind(q, b)}",))

    def head_pointer_beside_counter(self):
        a, const = self.walked()
        if not a:
            return None
        p, i, n = self.fresh("p"), self.fresh("i"), self.four()
        common = dict(places=(p,), ints=(i,), uses=(f"*{p} * 0.8",), const=bool(const))
        declared = f"{const}double *{p} = {a};"
        form = self.r.randint(0, 4)
        if form == 0:
            return Head(f"for (int {i} = 0; {i} < {n}; ++{i}, ++{p})", declared, **common, after=(self.behind(p, a),))
        if form == 1:
            return Head(f"for (int {i} = 0; {i} < {n}; {p} += 2, {i}++)", declared, **common, after=(self.behind(p, a, 2),))
        if form == 2:
            return Head(f"for (int {i} = {n}; {i} > 0; --{i})", declared, last=f"{p}++;", **common, after=(self.behind(p, a), f"double({p} - {a}) * 0.1"))
        if form == 3:
            return Head(f"for (int {i} = 1; {i} < {n}; {p} = {a} + {i}, ++{i})", declared, **common, after=(f"*{p}",))
        return Head(f"while ({i} < {n})", f"int {i} = 0; {declared}", last=f"{p} = {a} + ++{i};", **common, after=(f"*{p}",), later=(i,))

    def head_end_changed(self):
        a, const = self.walked()
        if not a:
            return None
        p, e = self.fresh("p"), self.fresh("e")
        change = self.pick([f"if ({e} - {p} > 1) --{e};", f"{e} = {p} + 1;", f"if ({e} < {a} + 6) ++{e};"])
        return Head(f"for (; {p} {self.pick(['<', '!='])} {e}; ++{p})", f"{const}double *{p} = {a}, *{e} = {a} + {self.r.randint(2, 5)};", places=(p,), uses=(f"*{p} * 0.8",),
                    changes=(change,), after=(self.behind(p, a), f"double({e} - {a}) * 0.1"), const=bool(const))

    def head_pointer_changed(self):
        """The body moves the pointer of the loop, or where it began."""
        a, const = self.walked()
        if not a:
            return None
        p, b, w = self.fresh("p"), self.fresh("p"), self.fresh("w")
        common = dict(places=(p,), uses=(f"*{p} * 0.8",), const=bool(const))
        form = self.r.randint(0, 3)
        if form == 0:
            return Head(f"for ({const}double *{p} = {a}; {p} < {a} + 4; ++{p})", changes=(self.pick([f"++{p};", f"{p} += 2;", f"{p} = {a} + 3;"]),), **common)
        if form == 1:
            return Head(f"for (; {p} != {a} + 4; ++{p})", f"int {w} = 0; {const}double *{p} = {a};", changes=(f"if (!{w}) {{ {p} = {a}; {w} = 1; }}",), **common, after=(self.behind(p, a),))
        if form == 2:
            return Head(f"for ({const}double *{p} = {b}; {p} < {a} + 4; ++{p})", f"{const}double *{b} = {a} + {self.r.randint(0, 1)};",
                        changes=(f"{b} = {self.pick([p, p + ' + 1', a])};",), **common, after=(f"*{b}", f"double({b} - {a}) * 0.1"))
        return Head(f"for (; {p} < {a} + 5; {p} += 2)", f"{const}double *{p} = {a};", changes=(f"if ({p} > {a}) --{p};",), **common, after=(self.behind(p, a),))

    def head_row_pointer(self):
        mats = [v for v in self.visible("mat")]
        if not mats:
            return None
        v, row, p = self.pick(mats), self.fresh("p"), self.fresh("p")
        m, const = self.name(v), "const " if v.const else ""
        head = f"for ({const}double (*{row})[4] = {m}; {row} != {m} + 4; ++{row})"
        if self.chance(0.5):
            return Head(head, uses=(f"(*{row})[{self.r.randint(0, 3)}] * {row}[0][1]",), first=f"{const}double *{p} = *{row};", places=(p,), const=v.const)
        inner = f"for ({const}double *{p} = *{row}; {p} < *{row} + {self.r.randint(2, 4)}; ++{p}) "
        total = self.fresh("v")
        return Head(head, f"double {total} = 0.2;", first=inner + f"{total} = 0.5 * {total} + *{p} * {row}[0][2];", uses=(total,), after=(total,))

    # -- iterators

    def head_iterator_loop(self):
        options = self.ranges()
        if not options:
            return None
        v, it, e = self.pick(options), self.fresh("it"), self.fresh("e")
        n = self.name(v)
        step = self.pick([1, 1, 2])
        end = f"{n}.begin() + {self.r.randint(1, 4) * step}" if step == 2 or self.chance(0.3) else f"{n}.end()"
        forward = f"++{it}" if step == 1 else f"{it} += {step}"
        place = self.fresh("p")
        first = f"{'const ' if v.const else ''}double *{place} = &*{it};"
        common = dict(places=(place,), first=first, const=v.const)
        after = dict(after=(f"({it} != {n}.begin() ? *({it} - 1) : 0.2)", f"double({it} - {n}.begin()) * 0.1"))
        form = self.r.randint(0, 7)
        if form == 0:
            return Head(f"while ({it} != {e})", f"auto {it} = {n}.begin(), {e} = {end};", last=forward + ";", **common, **after)
        if form == 1:
            return Head(f"for (; {it} < {e}; {forward})", f"auto {it} = {n}.begin(); const auto {e} = {end};", **common, **after)
        if form == 2:
            declared, total, inside = self.summed(f"*{it}++")
            return Head(f"while ({it} != {e})", f"{declared}auto {it} = {n}.begin(), {e} = {n}.begin() + {self.r.randint(1, 6)};", inside=inside, after=(total, after["after"][0]))
        if form == 3:
            declared, total, inside = self.summed(f"*--{it}")
            return Head(f"for (auto {it} = {n}.begin() + {self.r.randint(1, 8)}; {it} != {n}.begin();)", declared, inside=inside, after=(total,))
        if form == 4:
            return Head(f"for (std::size_t {it} = {n}.size(); {it}-- > 0;)", ints=(it,), uses=(f"{n}[{it}] * 0.8",))
        if form == 5:
            return Head(f"for (std::size_t {it} = 0; {it} + 1 < {n}.size(); ++{it})", ints=(it,), uses=(f"{n}[{it}] * {n}[{it} + 1]",))
        pointer = f"{'const ' if v.const else ''}double *{it} = {self.pick([n + '.data()', '&' + n + '[0]'])}"
        if form == 6:
            return Head(f"for (; {it} != {e}; {forward})", f"{pointer}, *{e} = {it} + {self.r.randint(1, 4) * step};", places=(it,), uses=(f"*{it} * 0.8",), const=v.const, after=(self.behind(it, n + ".data()"),))
        return Head(f"for (int {e} = 0; {e} < 4; ++{e}, {forward})", f"{pointer};", ints=(e,), places=(it,), uses=(f"*{it} * 0.8",), const=v.const, after=(self.behind(it, n + ".data()"),))
