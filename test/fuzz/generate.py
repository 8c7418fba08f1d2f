#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random, well-defined, finite, differentiable functions in the language that adjoint-gen accepts.

A program is a tree of nodes that prints itself as C++ (class Node); the same text, with `double` read as `Dual` in
namespace ref, is the reference (see dual.h). Everything follows from a seed.

What keeps programs well-defined:
  - arrays have 8 elements (matrices 4x4), indices lie in 0..3, so that a pointer to element 0..3 has 4 valid elements;
  - every loop makes at most 4 iterations;
  - integers are masked wherever they could grow;
  - a variable changed inside an expression (only one that nothing aliases) is not named again in that full expression;
  - a callee that changes anything is called only as the whole right-hand side of a statement.
"""

import random
import re

import bases
import callables
import classes
import containers
import checkpoints
import exceptions
import holders
import idioms
import keyed
import lambdas
import loops
import spellings
import stencils
from constructs import Constructs
from tree import Block, Node, Var, places, statements, text  # noqa: F401


STRUCTS = """struct S {
  double a;
  double b;
  int k;
  double v[4];
};

struct T {
  S s;
  double *p;
  T *next;
  double w;
};

struct Z {
  S s[2];
  double m[2][2];
  int at;
};

struct D {
  double a = 0.7;
  double b = 0.5 * a;
  int k = 2;
};

class Box {
  double first_, rest_[3];
  int turns_;
public:
  Box(double a, double b, double c, double d) : first_(a), rest_{b, c, d}, turns_(0) {}
  double &at(int i) { return (i & 3) == 0 ? first_ : rest_[(i & 3) - 1]; }
  const double &at(int i) const { return (i & 3) == 0 ? first_ : rest_[(i & 3) - 1]; }
  void turn(double by) {
    const double kept = first_;
    first_ = 0.6 * rest_[turns_ % 3] * by;
    rest_[turns_++ % 3] = kept;
  }
  double total(double by) const { return first_ * rest_[0] + rest_[1] * by + 0.1 * turns_; }
};
"""

FEATURES = {
    # name: chance that a unit uses it
    "if": 0.9, "switch": 0.5, "for": 0.9, "while": 0.5, "do": 0.4, "forever": 0.3, "break": 0.6, "continue": 0.5,
    "return": 0.5, "goto": 0.15, "array": 0.8, "matrix": 0.35, "pointer": 0.6, "one": 0.4, "rows": 0.2,
    "reference": 0.5, "struct": 0.5, "structptr": 0.4, "structarr": 0.3, "perm": 0.3, "call": 0.7, "recursion": 0.25,
    "global": 0.35, "inline-assign": 0.5, "inline-inc": 0.5, "ternary": 0.6, "ternary-lvalue": 0.3, "comma": 0.4,
    "math": 0.9, "minmax": 0.3, "active-branch": 0.5, "int-from-active": 0.25, "compound": 0.9, "swap": 0.5,
    "walk": 0.4, "memory": 0.25, "new": 0.2, "constexpr": 0.3, "passive": 0.5, "shortcircuit": 0.5,
    "decl-in-condition": 0.3, "range-for": 0.3, "function-pointer": 0.2, "default-arguments": 0.2, "balanced-globals": 0.15, "hand-written": 0.25, "enumeration": 0.2, "floats": 0.25,
    "heap-list": 0.2, "growing": 0.2, "bounds": 0.3, "nested-arrays": 0.25, "linked": 0.2, "structcopy": 0.5, "incdec": 0.4, "chain": 0.4,
    "multi-decl": 0.4, "late-init": 0.4, "shadow": 0.3, "modified-counter": 0.3, "uncommon-loops": 0.5,
    "bool": 0.4, "value": 0.25, "template": 0.2,
    "struct-return": 0.3, "two-level": 0.25, "const-local": 0.4, "long": 0.3,
    "outer-loop": 0.4, "condition-assign": 0.5, "for-effects": 0.4, "double-counter": 0.3, "pick": 0.3, "at": 0.3,
    "take": 0.3, "pointer-to-pointer": 0.25, "inline-pointer": 0.4, "matrix-param": 0.3, "T": 0.3, "mutual": 0.3,
    "global-pointer": 0.15, "global-struct": 0.2, "global-int": 0.2, "pointer-reference": 0.25, "array-reference": 0.25,
    "temporary-reference": 0.25, "bool-arithmetic": 0.4, "struct-ternary": 0.3, "T-copy": 0.3, "nested-labels": 0.25,
    "uninitialised": 0.4, "struct-rows": 0.25, "begun-members": 0.25, "pick-struct": 0.25, "table": 0.4, "wrt": 0.15,
}

# What a program may contain beside: each family is in so many programs, with features of its own.
FAMILIES = {"classes": (0.4, classes.FEATURES), "lambdas": (0.35, lambdas.FEATURES), "containers": (0.4, containers.FEATURES),
            "holders": (0.3, holders.FEATURES), "exceptions": (0.25, exceptions.FEATURES), "loops": (0.4, loops.FEATURES),
            "keyed": (0.2, keyed.FEATURES), "callables": (0.2, callables.FEATURES), "bases": (0.2, bases.FEATURES),
            "stencils": (0.3, stencils.FEATURES), "idioms": (0.3, idioms.FEATURES)}


def drawn(seed, disabled):
    """The families of a program, and their features. Programs without any are what they are without families."""
    r = random.Random(f"families {seed}")
    on = set()
    for family, (chance, features) in FAMILIES.items():
        used = {f for f, p in features.items() if r.random() < p and f not in disabled}
        if r.random() < chance and family not in disabled:
            on |= {family} | used
    return on


class Callee:
    def __init__(self, name, result, params, pure):
        self.name, self.result, self.params, self.pure = name, result, params, pure


class Generator(Constructs, classes.Classes, lambdas.Lambdas, containers.Containers, holders.Holders, exceptions.Exceptions, loops.Loops,
                keyed.Keyed, callables.Callables, bases.Bases, stencils.Stencils, idioms.Idioms):
    def __init__(self, seed, number, size=1.0, disabled=()):
        self.r = random.Random(seed)
        self.seed = seed
        self.disabled = disabled
        self.n = number
        self.size = size
        self.on = {f for f, p in FEATURES.items() if self.r.random() < p and f not in disabled}
        drawn_features = drawn(seed, disabled)
        self.families = [f for f in FAMILIES if f in drawn_features]
        self.on |= drawn_features
        self.used = set()
        self.level = self.nesting = self.made = 0
        self.recent = set()  # since the current statement began
        self.counter = 0
        self.scopes = []
        self.mentioned, self.locked = set(), set()
        self.callees = []
        self.loop = self.switch = 0
        self.labels = []
        self.result = "double"
        self.side = True
        self.budget = 0
        self.work = 1
        self.in_callee_of_helpers = False
        self.floats = self.chance(0.4)

    # -- small things

    def has(self, feature):
        return feature in self.on

    def use(self, feature):
        self.used.add(feature)
        self.recent.add(feature)

    def chance(self, p):
        return self.r.random() < p

    def pick(self, items):
        return self.r.choice(items)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def push(self):
        self.scopes.append([])

    def pop(self):
        self.scopes.pop()

    def add(self, var):
        self.scopes[-1].append(var)
        return var

    def visible(self, *kinds):
        seen, out = set(), []
        for scope in reversed(self.scopes):
            for v in reversed(scope):
                if v.name in seen:
                    continue
                seen.add(v.name)
                if v.kind in kinds and v.name not in self.locked:
                    out.append(v)
        return out

    def full(self):
        """A new full expression begins."""
        self.mentioned, self.locked = set(), set()

    def name(self, v):
        self.mentioned.add(v.name)
        return v.name

    # -- integers

    def index(self):
        """An int expression in 0..3."""
        r = self.r.random()
        counters = self.visible("c")
        if counters and r < 0.5:
            c = self.name(self.pick(counters))
            form = self.r.random()
            if form < 0.6:
                return Node("i", [c])
            if form < 0.8:
                return Node("i", ["3 - ", c])
            return Node("i", ["(", c, f" + {self.r.randint(1, 3)}) % 4"])
        perms = self.visible("perm")
        if perms and r < 0.6:
            p = self.name(self.pick(perms))
            self.use("perm")
            return Node("i", [p, "[", self.index_simple(), "]"])
        ints = [v for v in self.visible("i", "u") if v.name not in self.mentioned]
        if ints and r < 0.75 and self.side and self.has("inline-inc"):
            v = self.pick([v for v in ints])
            if v.private or v.kind == "u":
                self.locked.add(v.name)
                self.mentioned.add(v.name)
                self.use("inline-inc")
                ops = ["{}++", "++{}"] if v.kind == "u" else ["{}++", "++{}", "{}--", "--{}"]
                return Node("i", [self.pick(ops).format(v.name), " & 3"])
        if r < 0.88 and self.visible("i", "u"):
            return Node("i", [self.int(1), " & 3"])
        return Node("i", [str(self.r.randint(0, 3))])

    def index_simple(self):
        counters = self.visible("c")
        if counters and self.chance(0.7):
            return Node("i", [self.name(self.pick(counters))])
        return Node("i", [str(self.r.randint(0, 3))])

    def int(self, depth=2):
        """A small int expression, any value."""
        vars = self.visible("i", "c", "u")
        if depth <= 0 or self.chance(0.4):
            if vars and self.chance(0.8):
                return Node("i", [self.name(self.pick(vars))])
            return Node("i", [str(self.r.randint(0, 5))])
        k = self.r.randint(0, 8)
        if k <= 2:
            return Node("i", ["(", self.int(depth - 1), self.pick([" + ", " - ", " ^ ", " | "]), self.int(depth - 1), ")"])
        if k == 3:
            return Node("i", ["((", self.int(depth - 1), f" & 7) * {self.r.randint(2, 3)})"])
        if k == 4:
            return Node("i", ["(", self.int(depth - 1), f" & {self.pick([1, 3, 6, 7])})"])
        if k == 5:
            return Node("i", ["(", self.int(depth - 1), f" % {self.r.randint(2, 5)})"])
        if k == 6 and self.has("ternary"):
            self.use("ternary")
            return Node("i", ["(", self.bool(0), " ? ", self.int(depth - 1), " : ", self.int(depth - 1), ")"])
        if k == 7 and self.has("int-from-active"):
            self.use("int-from-active")
            return Node("i", ["(int)(3.0 * std::sin(", self.double(0), "))"])
        if k == 8:
            return Node("i", ["((", self.int(depth - 1), f" & 7) {self.pick(['<<', '>>'])} 1)"])
        return Node("i", [str(self.r.randint(0, 5))])

    # -- conditions

    def bool(self, depth=1):
        k = self.r.random()
        if depth > 0 and k < 0.2:
            self.use("shortcircuit")
            return Node("b", ["(", self.bool(depth - 1), self.pick([" && ", " || "]), self.bool(depth - 1), ")"])
        if depth > 0 and k < 0.25:
            return Node("b", ["!", self.bool(depth - 1)])
        if self.has("active-branch") and k < 0.45:
            self.use("active-branch")
            return Node("b", ["(", self.double(1), self.pick([" < ", " > "]), self.literal(-0.5, 0.9), ")"])
        bools = self.visible("bool")
        if bools and k < 0.6:
            return Node("b", [self.name(self.pick(bools))])
        if self.visible("text") and k < 0.65:
            return self.text_comparison()
        vars = [v for v in self.visible("i", "u") if v.private and v.name not in self.mentioned]
        if vars and self.side and self.has("inline-inc") and k < 0.7:
            v = self.pick(vars)
            self.locked.add(v.name)
            self.mentioned.add(v.name)
            self.use("condition-side-effect")
            return Node("b", ["((", self.pick([f"{v.name}++", f"++{v.name}", f"{v.name} += 2"]), ") % 3 ",
                              self.pick(["== 0", "!= 1", "> 1"]), ")"])
        if self.visible("i", "c", "u"):
            if self.chance(0.3):
                return Node("b", ["((", self.int(1), " & 1) != 0)"])
            a, b = self.int(1), self.int(0)
            if text(a) == text(b):
                b = Node("i", ["2"])
            return Node("b", ["(", a, self.pick([" < ", " > ", " == ", " != ", " <= "]), b, ")"])
        return Node("b", ["(", self.double(1), self.pick([" < ", " > "]), self.literal(-0.5, 0.9), ")"])

    # -- doubles

    def literal(self, lo=-1.5, hi=1.5):
        value = round(self.r.uniform(lo, hi), 1)
        return Node("d", [f"({value})" if value <= 0 else repr(value)])

    def lvalue(self, write=False):
        """A double lvalue, or None. What is written is not const."""
        if self.families and self.chance(0.25):
            find = self.pick([self.object_lvalue, self.container_lvalue, self.holder_lvalue]
                             + [f for family, f in (("keyed", self.keyed_lvalue), ("bases", self.base_lvalue)) if family in self.families])
            lv = find(write)
            if lv:
                return lv
        options = []
        for v in self.visible("d", "arr", "mat", "ptr", "one", "rows", "S", "Sp", "Sa", "T", "Tp", "pp", "Sps", "box"):
            if write and v.const:
                continue
            weight = {"d": 3, "arr": 3, "mat": 2, "ptr": 3, "one": 3, "rows": 2, "S": 2, "Sp": 2, "Sa": 2}.get(v.kind, 1)
            options += [v] * weight
        if not options:
            return None
        if self.table and not write and self.chance(0.06):
            return Node("l", [self.table.name, "[", self.index(), "]"])
        v = self.pick(options)
        n = self.name(v)
        if v.kind in ("d", "const-d"):
            return Node("l", [n])
        if v.kind == "box":
            self.use("class-parameter")
            return Node("l", [n, ".at(", self.index(), ")"])
        if v.kind == "Sps":
            return Node("l", [n, "[", self.index(), "]->", self.pick(["a", "b", "v[1]", "v[2]"])])
        if v.kind in ("S", "Sp") and self.chance(0.2) and (self.has("struct-ternary") or self.has("pick-struct")):
            others = [o for o in self.visible("S", "Sp") if o.const == v.const or not write]
            o = self.pick(others) if others else v
            a = n if v.kind == "S" else "*" + n
            b = self.name(o) if o.kind == "S" else "*" + self.name(o)
            member = self.pick(["a", "b", "v[0]", "v[1]"])
            if self.has("pick-struct") and not v.const and not o.const and self.chance(0.5):
                self.use("struct-reference-returned")
                return Node("l", [f"pickS{self.n}({a}, {b}, ", self.int(1), ").", member])
            if o.const == v.const:
                self.use("struct-ternary")
                return Node("l", ["(", self.bool(0), f" ? {a} : {b}).", member])
        if v.kind in ("arr", "ptr") and self.has("at") and self.chance(0.15) and not v.const:
            self.use("reference-returned")
            return Node("l", [f"at{self.n}(", n, ", ", self.index(), ")"])
        if v.kind in ("arr", "ptr", "one") and self.has("inline-pointer") and self.chance(0.15):
            others = [o for o in self.visible("arr", "ptr") + ([] if v.kind != "one" else self.visible("one")) if o.const == v.const]
            if others:
                o = self.name(self.pick(others))
                self.use("inline-pointer")
                self.locked_save = None
                if v.kind == "one":
                    return Node("l", ["*(", self.bool(0), " ? ", n, " : ", o, ")"])
                return Node("l", ["(", self.bool(0), " ? ", n, " : ", o, ")[", self.index(), "]"])
        if v.kind == "arr":
            return Node("l", [n, "[", self.index(), "]"])
        if v.kind == "pp":
            return Node("l", ["(**", n, ")"]) if self.chance(0.4) else Node("l", ["(*", n, ")[", self.index(), "]"])
        if v.kind in ("T", "Tp"):
            dot = "->" if v.kind == "Tp" else "."
            k = self.r.random()
            if k < 0.35:
                return Node("l", [n, dot, "p[", self.index(), "]"])
            if k < 0.5:
                return Node("l", [n, dot, "s.v[", self.index(), "]"])
            return Node("l", [n, dot, self.pick(["s.a", "s.b", "w"])])
        if v.kind == "mat":
            return Node("l", [n, "[", self.index(), "][", self.index(), "]"])
        if v.kind == "ptr":
            if self.chance(0.3):
                return Node("l", ["(*", n, ")"])
            if self.chance(0.2):
                return Node("l", ["*(", n, " + (", self.index(), "))"])
            return Node("l", [n, "[", self.index(), "]"])
        if v.kind == "one":
            return Node("l", ["(*", n, ")"])
        if v.kind == "rows":
            return Node("l", [n, "[", self.index(), "][", self.index(), "]"])
        dot = "->" if v.kind == "Sp" else "."
        if v.kind == "Sa":
            n = Node("x", [n, "[", self.index(), "]"])
        if self.chance(0.35):
            return Node("l", [n, dot, "v[", self.index(), "]"])
        return Node("l", [n, dot, self.pick(["a", "b"])])

    def double(self, depth=2):
        """An expression; indices and conditions in it hold others, which end somewhere."""
        self.level += 1
        try:
            return self.double_of_any_kind(depth) if self.level < 12 else self.literal()
        finally:
            self.level -= 1

    def family_statements(self):
        names = {"classes": "object", "lambdas": "lambda", "containers": "container", "holders": "holder",
                 "keyed": "keyed", "callables": "callable", "bases": "base"}
        common = [(names[f], 30 / len(self.families)) for f in self.families if f in names]
        exceptional = [("try", 5), ("throw", 8)] if self.has("exceptions") else []
        stepping = [("stencil", 10)] if self.has("stencils") else []
        stepping += [("idiom", 10)] if self.has("idioms") else []
        return common + exceptional + stepping + ([("loop", 12)] if self.has("loops") else [])

    def family_double(self, depth):
        """A double from an object, a lambda or a container, or None."""
        makers = {"classes": self.object_double, "lambdas": self.lambda_double, "containers": self.container_double,
                  "holders": self.holder_double, "keyed": self.keyed_double, "callables": self.callable_double, "bases": self.base_double}
        family = self.pick(self.families)
        return makers[family](depth) if family in makers else None

    def double_of_any_kind(self, depth):
        if self.families and depth > 0 and self.chance(0.15):
            e = self.family_double(depth)
            if e:
                return e
        k = self.r.random()
        if depth <= 0 or k < 0.15:
            if self.chance(0.85):
                lv = self.lvalue()
                if lv:
                    return Node("d", [lv])
            if self.has("passive") and self.visible("i", "c", "u") and self.chance(0.4):
                self.use("int-to-double")
                return Node("d", [f"{self.pick(['0.1', '0.25'])} * ", Node("i", ["(", self.int(1), " & 7)"])])
            return self.literal()
        if k < 0.55:
            op = self.pick([" + ", " - ", " * ", " * ", " * "])
            return Node("d", ["(", self.double(depth - 1), op, self.double(depth - 1), ")"])
        if k < 0.6:
            return Node("d", ["(-", self.double(depth - 1), ")"])
        if self.has("bool-arithmetic") and k < 0.62:
            self.use("bool-arithmetic")
            if self.chance(0.4):
                return Node("d", ["(", self.double(depth - 1), " * 0.25 * (1 << (", self.int(1), " & 3)))"])
            return Node("d", ["(", self.bool(0), " * ", self.double(depth - 1), ")"])
        if k < 0.65:
            return Node("d", ["(", self.double(depth - 1), " / (2.0 + std::sin(", self.double(depth - 1), ")))"])
        if k < 0.7 and self.has("ternary"):
            self.use("ternary")
            # The operands are alternatives: a side effect in one is not seen by the other.
            return Node("d", ["(", self.bool(), " ? ", self.double(depth - 1), " : ", self.double(depth - 1), ")"])
        if k < 0.78 and self.side:
            inline = self.inline_effect(depth)
            if inline:
                return inline
        if k < 0.82 and self.has("comma") and self.side:
            scalars = [v for v in self.visible("d") if v.private and not v.const and v.name not in self.mentioned]
            if scalars:
                v = self.pick(scalars)
                self.mentioned.add(v.name)
                self.locked.add(v.name)
                self.use("comma")
                first = self.double(depth - 1)
                return Node("d", [f"({v.name} = ", first, f", {v.name} * ", self.double(depth - 1), ")"])
        if k < 0.835:
            helped = self.helper_call(depth)
            if helped:
                return helped
        if k < 0.86 and [c for c in self.callees if c.pure]:
            return self.call(self.pick([c for c in self.callees if c.pure]), depth - 1)
        if self.has("minmax") and k < 0.89:
            self.use("minmax")
            f = self.pick(["std::fmin", "std::fmax", "std::min", "std::max"])
            return Node("d", [f, "(", self.double(depth - 1), ", ", self.literal(), ")"])
        if not self.has("math"):
            return Node("d", ["(", self.double(depth - 1), " * 0.7)"])
        self.use("math")
        a = self.double(depth - 1)
        f = self.pick(["sin", "cos", "tanh", "atan", "exp", "sqrt", "log", "pow", "fabs", "powv"])
        if f in ("sin", "cos", "tanh", "atan"):
            return Node("d", [f"std::{f}(", a, ")"])
        if f == "exp":
            return Node("d", ["std::exp(std::sin(", a, "))"])
        if f in ("sqrt", "log"):
            return Node("d", [f"std::{f}(2.1 + std::cos(", a, "))"])
        if f == "pow":
            return Node("d", ["std::pow(1.5 + std::sin(", a, f"), {self.pick(['2', '3.0', '0.5'])})"])
        if f == "powv":
            return Node("d", ["std::pow(1.5 + std::sin(", a, "), ", self.double(0), ")"])
        return Node("d", ["std::fabs(", a, ")"])

    def inline_effect(self, depth):
        scalars = [v for v in self.visible("d") if v.private and not v.const and v.name not in self.mentioned]
        if not scalars or not self.has("inline-assign"):
            return None
        v = self.pick(scalars)
        self.mentioned.add(v.name)
        self.locked.add(v.name)
        self.use("inline-assign")
        k = self.r.random()
        if k < 0.2 and self.has("incdec"):
            self.use("incdec")
            return Node("d", [self.pick(["({}++)", "(++{})", "({}--)", "(--{})"]).format(v.name)])
        op = self.pick(["=", "=", "+=", "-=", "*="])
        return Node("d", [f"({v.name} {op} ", self.double(depth - 1), ")"])

    # -- calls

    def argument(self, kind, depth):
        """An argument for a parameter of `kind`, or None."""
        if kind == "d":
            return self.double(depth)
        if kind == "i":
            return Node("i", [self.int(1), " & 3"])
        if kind in ("dref", "dcref"):
            lv = self.lvalue(write=kind == "dref")
            return lv
        if kind in ("ptr", "cptr"):
            if self.has("containers") and self.chance(0.2):
                e, _ = self.container_pointer(const=kind == "cptr")
                if e:
                    return e
            options = [v for v in self.visible("arr", "ptr", "mat", "rows", "S", "Sp", "T", "pp") if kind == "cptr" or not v.const]
            if not options:
                return None
            v = self.pick(options)
            n = self.name(v)
            if v.kind == "arr":
                form = self.r.random()
                if form < 0.5:
                    return Node("x", [n])
                if form < 0.75:
                    return Node("x", [n, " + ", Node("x", ["(", self.index(), ")"])])
                return Node("x", ["&", n, "[", self.index(), "]"])
            if v.kind in ("mat", "rows"):
                return Node("x", [n, "[", self.index(), "]"])
            if v.kind in ("S", "Sp"):
                return Node("x", [n, "->v" if v.kind == "Sp" else ".v"])
            if v.kind == "T":
                return Node("x", [n, self.pick([".p", ".s.v"])])
            if v.kind == "pp":
                return Node("x", ["*", n])
            return Node("x", [n])
        if kind in ("S", "Sref", "Scref", "Sptr"):
            options = [v for v in self.visible("S", "Sp", "Sa") if kind in ("S", "Scref") or not v.const]
            if not options:
                return None
            v = self.pick(options)
            n = self.name(v)
            if kind == "Sptr":
                if v.kind == "Sp":
                    return Node("x", [n])
                return Node("x", ["&", n] if v.kind == "S" else ["&", n, "[", self.index(), "]"])
            if v.kind == "S":
                return Node("x", [n])
            return Node("x", ["*", n] if v.kind == "Sp" else [n, "[", self.index(), "]"])
        if kind == "mat":
            options = [v for v in self.visible("mat") if not v.const]
            return Node("x", [self.name(self.pick(options))]) if options else None
        if kind in ("T", "Tref", "Tcref", "Tptr"):
            options = [v for v in self.visible("T", "Tp") if kind in ("T", "Tcref") or not v.const]
            if not options:
                return None
            v = self.pick(options)
            if kind == "Tptr":
                return Node("x", ["&" if v.kind == "T" else "", self.name(v)])
            return Node("x", ["*" if v.kind == "Tp" else "", self.name(v)])
        if kind == "iref":
            options = [v for v in self.visible("i") if not v.const and v.name not in self.mentioned and getattr(v, "typ", "int") == "int"]
            return Node("x", [self.name(self.pick(options))]) if options else None
        raise AssertionError(kind)

    def call(self, callee, depth, side=False):
        """A call, or a plain expression if an argument cannot be had."""
        saved, self.side = self.side, self.side and callee.pure and side
        parts = [callee.name, "("]
        for i, kind in enumerate(callee.params):
            a = self.argument(kind, depth)
            if a is None:
                self.side = saved
                return Node("d", ["0.4"])
            parts += [", " if i else "", a]
        self.side = saved
        self.use("call")
        return Node("d" if callee.result == "double" else "x", parts + [")"])

    # -- statements

    def tame(self, e):
        """An expression that stays bounded, most of the time."""
        k = self.r.random()
        if k < 0.3:
            return Node("d", ["std::sin(", e, ")"])
        if k < 0.4:
            return Node("d", ["std::tanh(", e, ")"])
        if k < 0.6:
            return Node("d", ["0.6 * ", e])
        return e

    def block(self, budget, scope=True):
        if scope:
            self.push()
        b = Block()
        count = self.r.randint(1, max(1, budget))
        self.nesting += 1
        for _ in range(count):
            self.made += 1
            is_small = self.nesting < 12 and self.made < 150
            b.statements += self.statement(budget - 1) if is_small else self.st_assign(0) or []
        self.nesting -= 1
        if scope:
            self.pop()
        return b

    def statement(self, budget):
        """A list of statement nodes."""
        options = [("assign", 6), ("compound", 5), ("int", 2), ("declare", 4)]
        if budget > 0:
            options += [("if", 4), ("switch", 2), ("for", 4), ("while", 2), ("do", 1.5), ("forever", 1.5), ("goto", 1),
                        ("walk", 2), ("range-for", 1), ("linked", 1), ("new", 1), ("block", 0.5)]
        options += [("exit", 3), ("pointer-change", 3), ("swap", 1), ("call", 4), ("structcopy", 1.5), ("memory", 1),
                    ("incdec", 1), ("chain", 1), ("ternary-lvalue", 1), ("effect", 1), ("perm-change", 1), ("helper", 3)]
        if budget > 0:
            options += [("condition-assign", 1.5), ("for-effects", 1), ("double-counter", 0.7), ("take", 0.8)]
        options += self.family_statements()
        for _ in range(20):
            what = self.r.choices([o for o, _ in options], [w for _, w in options])[0]
            self.full()
            outer, self.recent = self.recent, set()
            out = getattr(self, "st_" + what.replace("-", "_"))(budget)
            for node in out or []:
                node.features = frozenset(self.recent)
            self.recent = outer
            if out:
                return out
        return []

    def s(self, *parts):
        return Node("s", list(parts))

    def st_assign(self, budget):
        e = self.tame(self.double(self.r.randint(1, 3)))
        lv = self.lvalue(write=True)
        if not lv:
            return None
        return [self.s(lv, " = ", e, ";")]

    def st_compound(self, budget):
        if not self.has("compound"):
            return None
        self.use("compound")
        op = self.pick(["+=", "-=", "*=", "/="])
        e = self.double(self.r.randint(0, 2))
        lv = self.lvalue(write=True)
        if not lv:
            return None
        if op == "/=":
            e = Node("d", ["(1.5 + 0.4 * std::sin(", e, "))"])
        elif op == "*=" and self.chance(0.6):
            e = Node("d", ["(0.8 + 0.3 * std::sin(", e, "))"])
        elif op != "*=" and self.chance(0.5):
            e = Node("d", ["0.5 * ", e])
        return [self.s(lv, f" {op} ", e, ";")]

    def st_incdec(self, budget):
        lv = self.lvalue(write=True)
        if not lv or not self.has("incdec"):
            return None
        self.use("incdec")
        return [self.s(self.pick(["++", "--"]), lv, ";") if self.chance(0.5) else self.s("(", lv, ")", self.pick(["++", "--"]), ";")]

    def st_chain(self, budget):
        if not self.has("chain"):
            return None
        e = self.tame(self.double(2))
        scalars = [v for v in self.visible("d") if v.private and not v.const and v.name not in self.mentioned]
        if not scalars:
            return None
        v = self.pick(scalars)
        self.locked.add(v.name)
        self.mentioned.add(v.name)
        lv = self.lvalue(write=True)
        self.use("chain")
        return lv and [self.s(lv, self.pick([" = ", " += "]), v.name, self.pick([" = ", " += "]), e, ";")]

    def st_effect(self, budget):
        """An expression statement with effects under && or ?:."""
        scalars = [v for v in self.visible("d") if not v.const and v.private]
        if not scalars or not self.has("shortcircuit"):
            return None
        self.use("effect-statement")
        v = self.pick(scalars)
        if self.chance(0.5):
            c = self.bool()
            if v.name in self.mentioned:
                return None
            self.locked.add(v.name)
            self.mentioned.add(v.name)
            return [self.s(c, " ? (", v.name, " = ", self.tame(self.double(1)), ") : (", v.name, " *= ", self.literal(0.3, 1.2), ");")]
        lv1 = self.lvalue(write=True)
        lv2 = self.lvalue(write=True)
        return [self.s(lv1, " = ", self.tame(self.double(1)), ", ", lv2, self.pick([" += ", " *= ", " = "]), self.tame(self.double(1)), ";")]

    def st_ternary_lvalue(self, budget):
        if not self.has("ternary-lvalue"):
            return None
        e = self.tame(self.double(1))
        c = self.bool(0)
        a, b = self.lvalue(write=True), self.lvalue(write=True)
        if not a or not b:
            return None
        self.use("ternary-lvalue")
        return [self.s("(", c, " ? ", a, " : ", b, ")", self.pick([" = ", " += ", " *= "]), e, ";")]

    def st_int(self, budget):
        ints = [v for v in self.visible("i") if not v.const]
        if not ints:
            return None
        v = self.pick(ints)
        k = self.r.randint(0, 5)
        if k == 0:
            return [self.s(self.pick(["++{};", "{}++;", "--{};", "{} += 2;", "{} -= 3;"]).format(v.name))]
        if k == 1:
            return [self.s(v.name, " ^= ", self.int(1), " & 7;")]
        return [self.s(v.name, " = ", self.int(2), " & 7;")]

    def init(self):
        return self.tame(self.double(2))

    def st_declare(self, budget):
        kind = self.pick(["d", "d", "d", "i", "array", "matrix", "pointer", "one", "rows", "reference", "struct", "structptr",
                          "structarr", "perm", "bool", "const-local", "multi-decl", "late-init", "pointer-to-pointer", "T", "T", "pointer-reference",
                          "array-reference", "temporary-reference", "T-copy", "uninitialised", "uninitialised", "struct-rows"])
        if kind == "d":
            name = self.fresh("v")
            e = self.init()
            self.add(Var(name, "d", private=self.chance(0.6)))
            return [self.s(f"double {name} = ", e, ";")]
        if kind == "i":
            name = self.fresh("k")
            e = self.int(2)
            typ = self.pick(["int", "int", "long", "unsigned", "short", "unsigned char", "std::size_t"] if self.has("long") else ["int"])
            v = self.add(Var(name, "i", private=self.chance(0.7)))
            v.typ = typ
            if typ != "int":
                self.use("other-integers")
            return [self.s(f"{typ} {name} = ", Node("i", [str(self.r.randint(0, 7))]) if self.chance(0.3) else Node("i", [e, " & 7"]), ";")]
        if kind != "reference" and not self.has(kind):
            return None
        if kind == "const-local":
            name = self.fresh("c")
            e = self.init()
            self.add(Var(name, "d", const=True, private=True))
            return [self.s(f"const double {name} = ", e, ";")]
        if kind == "multi-decl":
            a, b = self.fresh("v"), self.fresh("v")
            e1 = self.init()
            self.full()
            self.add(Var(a, "d", private=True))
            e2 = self.init()
            self.add(Var(b, "d", private=True))
            self.use("multi-decl")
            return [self.s(f"double {a} = ", e1, f", {b} = ", e2, ";")]
        if kind == "late-init":
            name = self.fresh("v")
            c = self.bool()
            self.full()
            e1 = self.init()
            self.full()
            e2 = self.init()
            self.add(Var(name, "d", private=self.chance(0.6)))
            self.use("late-init")
            return [self.s(f"double {name}; if (", c, f") {name} = ", e1, f"; else {name} = ", e2, ";")]
        if kind == "bool":
            name = self.fresh("t")
            c = self.bool()
            self.add(Var(name, "bool"))
            self.use("bool")
            return [self.s(f"{self.pick(['bool', 'const bool'])} {name} = ", c, ";")]
        if kind == "array":
            name = self.fresh("a")
            n = self.r.randint(0, 8)
            inits = []
            for i in range(n):
                inits += [", " if i else "", self.double(1) if i < 4 else self.literal()]
            self.add(Var(name, "arr"))
            self.true_arrays.add(name)
            self.use("array")
            return [self.s(f"double {name}[8] = {{", *inits, "};")]
        if kind == "matrix":
            name = self.fresh("m")
            a, b = self.double(1), self.double(1)
            self.add(Var(name, "mat"))
            self.use("matrix")
            return [self.s(f"double {name}[4][4] = {{{{", a, ", 0.5, ", b, "}, {0.1, 0.2, 0.3, 0.4}};")]
        if kind == "perm":
            name = self.fresh("q")
            p = [0, 1, 2, 3]
            self.r.shuffle(p)
            self.add(Var(name, "perm"))
            self.use("perm")
            return [self.s(f"int {name}[4] = {{{', '.join(map(str, p))}}};")]
        if kind in ("pointer", "one"):
            e, const = self.address("ptr" if kind == "pointer" else "one")
            if e is None:
                return None
            name = self.fresh("p")
            self.add(Var(name, "ptr" if kind == "pointer" else "one", const=const))
            self.use(kind)
            return [self.s(f"{'const ' if const else ''}double *{name} = ", e, ";")]
        if kind == "rows":
            arrays = [v for v in self.visible("arr", "ptr") if not v.const]
            if not arrays:
                return None
            name = self.fresh("w")
            parts = []
            for i in range(4):
                v = self.pick(arrays)
                off = f" + {self.r.randint(0, 3)}" if v.kind == "arr" and self.chance(0.5) else ""
                parts.append(self.name(v) + off)
            self.add(Var(name, "rows"))
            self.use("rows")
            return [self.s(f"double *{name}[4] = {{{', '.join(parts)}}};")]
        if kind == "reference":
            if not self.has("reference"):
                return None
            lv = self.lvalue_aliasable()
            if not lv:
                return None
            name = self.fresh("r")
            const = self.chance(0.2)
            self.add(Var(name, "d", const=const or lv[1]))
            self.use("reference")
            return [self.s(f"{'const ' if const or lv[1] else ''}double &{name} = ", lv[0], ";")]
        if kind == "struct":
            name = self.fresh("s")
            a, b = self.double(1), self.double(1)
            c = self.double(1)
            self.add(Var(name, "S"))
            self.use("struct")
            return [self.s(f"S {name} = {{", a, ", ", b, f", {self.r.randint(0, 3)}, {{", c, ", 0.4}};")]
        if kind == "structarr":
            name = self.fresh("s")
            a, b = self.double(1), self.double(1)
            self.add(Var(name, "Sa"))
            self.use("structarr")
            return [self.s(f"S {name}[4] = {{{{", a, ", 0.5, 1, {0.3, ", b, "}}, {0.2, 0.7, 2, {0.1}}};")]
        if kind == "pointer-reference":
            ptrs = [v for v in self.visible("ptr", "one") if not getattr(v, "fixed", False)]
            if not ptrs:
                return None
            p = self.pick(ptrs)
            name = self.fresh("rp")
            v = self.add(Var(name, p.kind, const=p.const))
            v.floor, v.noswap = getattr(p, "floor", p), True
            self.use("pointer-reference")
            return [self.s(f"{'const ' if p.const else ''}double *&{name} = {p.name};")]
        if kind == "array-reference":
            arrays = [v for v in self.visible("arr") if v.name in self.true_arrays]
            if not arrays:
                return None
            p = self.pick(arrays)
            name = self.fresh("ra")
            self.add(Var(name, "arr", const=p.const)).mayalias = True
            self.true_arrays.add(name)
            self.use("array-reference")
            return [self.s(f"{'const ' if p.const else ''}double (&{name})[8] = {p.name};")]
        if kind == "temporary-reference":
            name = self.fresh("c")
            e = Node("d", ["0.9 * ", self.double(1)])
            self.add(Var(name, "d", const=True, private=True))
            self.use("temporary-reference")
            return [self.s(f"const double &{name} = ", e, ";")]
        if kind == "T-copy":
            ts = [v for v in self.visible("T") if not v.const]
            if not ts:
                return None
            a = self.pick(ts)
            if self.chance(0.5):
                older = [v for v in ts if v in sum(self.older_than(a), []) and v is not a]
                if not older or a.name[0] != "t":
                    return None
                self.use("T-copy")
                return [self.s(f"{a.name} = {self.pick(older).name};")]
            name = self.fresh("t")
            self.add(Var(name, "T"))
            self.use("T-copy")
            return [self.s(f"T {name} = {a.name};")]
        if kind == "uninitialised":
            self.use("uninitialised")
            k = self.r.randint(0, 3)
            if k == 0:
                name = self.fresh("v")
                e = self.init()
                self.add(Var(name, "d", private=self.chance(0.6)))
                return [self.s(f"double {name}; {name} = ", e, ";")]
            if k == 1:
                name = self.fresh("a")
                i = self.fresh("i")
                self.push()
                self.add(Var(i, "i"))
                saved, self.side = self.side, False
                e = self.double(1)
                self.side = saved
                self.pop()
                self.add(Var(name, "arr"))
                self.true_arrays.add(name)
                return [self.s(f"double {name}[8]; for (int {i} = 0; {i} < 8; ++{i}) {name}[{i}] = ", e, ";")]
            if k == 2:
                name = self.fresh("m")
                i, j = self.fresh("i"), self.fresh("j")
                self.push()
                self.add(Var(i, "c"))
                self.add(Var(j, "c"))
                saved, self.side = self.side, False
                e = self.double(1)
                self.side = saved
                self.pop()
                self.add(Var(name, "mat"))
                return [self.s(f"double {name}[4][4]; for (int {i} = 0; {i} < 4; ++{i}) for (int {j} = 0; {j} < 4; ++{j}) {name}[{i}][{j}] = ", e, ";")]
            name = self.fresh("s")
            e1, e2, e3 = self.double(1), self.double(1), self.double(1)
            self.add(Var(name, "S"))
            return [self.s(f"S {name}; {name}.a = ", e1, f"; {name}.b = 0.3; {name}.k = 2; for (int i = 0; i < 4; ++i) {name}.v[i] = 0.1 * i; {name}.v[1] = 0.8;")]
        if kind == "struct-rows":
            parts = []
            for _ in range(4):
                e, _c = self.struct_address(const=False)
                if e is None:
                    return None
                parts += [", " if parts else "", e]
            if any(x in text(Node("x", parts)) for x in ("++", "--")):
                return None
            name = self.fresh("gs")
            self.add(Var(name, "Sps"))
            self.use("struct-rows")
            return [self.s(f"S *{name}[4] = {{", *parts, "};")]
        if kind == "pointer-to-pointer":
            ptrs = [v for v in self.visible("ptr") if not v.const and not getattr(v, "fixed", False)]
            if not ptrs:
                return None
            p, q = self.pick(ptrs), self.pick(ptrs)
            name = self.fresh("pp")
            self.full()
            c = self.bool(0)
            v = self.add(Var(name, "pp"))
            order = [x for scope in self.scopes for x in scope]
            v.floor = min((getattr(p, "floor", p), getattr(q, "floor", q)), key=order.index)
            self.use("pointer-to-pointer")
            if p is q:
                return [self.s(f"double **{name} = &{p.name};")]
            return [self.s(f"double **{name} = ", c, f" ? &{p.name} : &{q.name};")]
        if kind == "T":
            arrays = [v for v in self.visible("arr", "ptr") if not v.const]
            if not arrays:
                return None
            a = self.name(self.pick(arrays))
            e1, e2, e3 = self.double(1), self.double(1), self.double(1)
            name = self.fresh("t")
            self.add(Var(name, "T"))
            self.use("struct-with-pointer")
            return [self.s(f"T {name} = {{{{", e1, ", 0.5, 1, {", e2, f", 0.2}}}}, {a}, nullptr, ", e3, "};")]
        if kind == "structptr":
            e, const = self.struct_address()
            if e is None:
                return None
            name = self.fresh("g")
            self.add(Var(name, "Sp", const=const))
            self.use("structptr")
            return [self.s(f"{'const ' if const else ''}S *{name} = ", e, ";")]
        return None

    def lvalue_aliasable(self):
        """(lvalue, const) of something that may have other names."""
        for _ in range(6):
            self.side = False
            lv = self.lvalue()
            self.side = True
            if not lv:
                return None
            match = re.match(r"[(*&]*(\w+)", text(lv))
            root = match.group(1) if match and " ? " not in text(lv) and "at" + str(self.n) not in text(lv) else ""
            v = [v for v in self.visible("d", "arr", "mat", "ptr", "one", "rows", "S", "Sp", "Sa") if v.name == root]
            if not v or (v[0].kind == "d" and v[0].private):
                continue
            return lv, v[0].const
        return None

    def address(self, kind, const=None):
        """(pointer expression, const) for a pointer with 4 elements ('ptr') or one ('one')."""
        if kind == "one":
            lv = self.lvalue_aliasable()
            if not lv or (const is False and lv[1]):
                return None, None
            return Node("x", ["&", lv[0]]), lv[1]
        if self.has("containers") and self.chance(0.2):
            e, is_const = self.container_pointer(const is not False)
            if e:
                return e, is_const
        options = [v for v in self.visible("arr", "ptr", "mat", "S", "Sp", "rows", "T") if const is not False or not v.const]
        if not options:
            return None, None
        v = self.pick(options)
        n = self.name(v)
        if self.has("pick") and not v.const and v.kind in ("arr", "ptr") and self.chance(0.3):
            w = self.pick([o for o in options if o.kind in ("arr", "ptr") and not o.const])
            self.use("pointer-returned")
            return Node("x", [f"pick{self.n}(", n, ", ", self.name(w), ", ", self.int(1), ")"]), False
        if v.kind == "T":
            return Node("x", [n, self.pick([".p", ".s.v"])]), v.const
        if v.kind == "arr":
            f = self.r.random()
            if f < 0.4:
                return Node("x", [n]), v.const
            if f < 0.7:
                return Node("x", [n, " + (", self.index(), ")"]), v.const
            return Node("x", ["&", n, "[", self.index(), "]"]), v.const
        if v.kind in ("mat", "rows"):
            return Node("x", [n, "[", self.index(), "]"]), v.const
        if v.kind in ("S", "Sp"):
            return Node("x", [n, "->v" if v.kind == "Sp" else ".v"]), v.const
        return Node("x", [n]), v.const

    def struct_address(self, const=None):
        options = [v for v in self.visible("S", "Sp", "Sa", "T") if const is not False or not v.const]
        if not options:
            return None, None
        v = self.pick(options)
        n = self.name(v)
        if v.kind == "T":
            return Node("x", ["&", n, ".s"]), v.const
        if v.kind == "S":
            return Node("x", ["&", n]), v.const
        if v.kind == "Sp":
            return Node("x", [n]), v.const
        return Node("x", ["&", n, "[", self.index(), "]"]), v.const

    def st_pointer_change(self, budget):
        kind = self.pick(["ptr", "ptr", "one", "Sp", "rows", "pp", "T"])
        ptrs = self.visible(kind)
        if kind in ("pp", "T"):
            ptrs = [p for p in ptrs if not p.const]
            if not ptrs:
                return None
            p = self.pick(ptrs)
            if kind == "T" and p.name[0] != "t":
                return None
            saved, self.scopes = self.scopes, self.older_than(p.floor if kind == "pp" else p)
            e, const = self.address("ptr", const=False)
            self.scopes = saved
            if e is None:
                return None
            self.use("pointer-change")
            return [self.s("*" if kind == "pp" else "", p.name, "" if kind == "pp" else ".p", " = ", e, ";")]
        if kind == "rows":
            if not ptrs:
                return None
            e, const = self.address("ptr", const=False)
            if e is None:
                return None
            self.use("rows-change")
            return [self.s(self.name(self.pick(ptrs)), "[", self.index(), "] = ", e, ";")]
        if not ptrs:
            return None
        p = self.pick(ptrs)
        if getattr(p, "fixed", False):
            return None
        find = self.struct_address if kind == "Sp" else lambda const: self.address(kind, const)
        # What p points to must outlive it: only things at least as old.
        older = self.older_than(getattr(p, "floor", p))
        saved, self.scopes = self.scopes, older
        e, const = find(None if p.const else False)
        if e is not None and self.chance(0.5):
            c = self.bool(0)
            e2, _ = find(None if p.const else False)
            if e2 is not None:
                self.use("conditional-pointer")
                e = Node("x", ["(", c, " ? ", e, " : ", e2, ")"])
        self.scopes = saved
        if e is None:
            return None
        self.use("pointer-change")
        return [self.s(p.name, " = ", e, ";")]

    def older_than(self, p):
        out = []
        for scope in self.scopes:
            if p in scope:
                out.append(scope[: scope.index(p) + 1])
                return out
            out.append(scope)
        return out

    def st_swap(self, budget):
        if not self.has("swap"):
            return None
        kind = self.pick(["ptr", "d", "one", "Sp"])
        vars = [v for v in self.visible(kind) if not getattr(v, "fixed", False) and not getattr(v, "noswap", False)]
        if kind == "d":
            a, b = self.lvalue(write=True), self.lvalue(write=True)
            self.side = True
            if not a or not b or "++" in text(a) + text(b) or "--" in text(a) + text(b):
                return None
            t = self.fresh("h")
            self.use("swap")
            return [self.s("{ const double ", t, " = ", a, "; ", a, " = ", b, "; ", b, " = ", t, "; }")]
        groups = {}
        for i, scope in enumerate(self.scopes):
            for v in scope:
                if v in vars:
                    groups.setdefault((i, v.const), []).append(v)
        groups = [g for g in groups.values() if len(g) >= 2]
        if not groups:
            return None
        g = self.pick(groups)
        a, b = self.r.sample(g, 2)
        t = self.fresh("h")
        self.use("swap-pointers")
        typ = ("const " if a.const else "") + ("S" if kind == "Sp" else "double")
        return [self.s(f"{{ {typ} *{t} = {a.name}; {a.name} = {b.name}; {b.name} = {t}; }}")]

    def st_condition_assign(self, budget):
        scalars = [v for v in self.visible("d") if v.private and not v.const]
        if not scalars or not self.has("condition-assign"):
            return None
        v = self.pick(scalars)
        self.locked.add(v.name)
        self.mentioned.add(v.name)
        op = self.pick(["=", "+=", "*=", "="])
        e = self.tame(self.double(2))
        self.use("condition-assign")
        c = Node("b", [f"(({v.name} {op} ", e, ") > ", self.literal(-0.5, 0.8), ")"])
        if self.loop < 3 and self.chance(0.4):
            w = self.fresh("w")
            saved = self.enter_loop()
            b = self.block(max(1, budget))
            self.leave_loop(saved)
            return [Node("s", [Block([Node("s", [f"int {w} = 0;"]), self.s(f"while ({w}++ < 3 && ", c, ") ", b)])])]
        parts = ["if (", c, ") ", self.block(max(1, budget))]
        if self.chance(0.5):
            parts += [" else ", self.block(max(1, budget))]
        return [self.s(*parts)]

    def st_for_effects(self, budget):
        scalars = [v for v in self.visible("d") if v.private and not v.const]
        if not scalars or not self.has("for-effects") or self.loop >= 3:
            return None
        v = self.pick(scalars)
        self.locked.add(v.name)
        e = self.tame(self.double(1))
        self.use("for-effects")
        c = self.fresh("i")
        self.push()
        self.add(Var(c, "c"))
        saved = self.enter_loop()
        b = self.block(max(1, budget))
        self.leave_loop(saved)
        self.pop()
        if self.chance(0.3):
            return [self.s(f"for (int {c} = ({v.name} = ", e, f", 0); {c} < 3; ++{c}) ", b)]
        return [self.s(f"for (int {c} = 0; {c} < 3; ++{c}, {v.name} {self.pick(['=', '+=', '*='])} ", e, ") ", b)]

    def st_double_counter(self, budget):
        if not self.has("double-counter") or self.loop >= 3:
            return None
        self.use("double-counter")
        c = self.fresh("tau")
        self.push()
        self.add(Var(c, "d", const=True, private=True))
        saved = self.enter_loop()
        b = self.block(max(1, budget))
        self.leave_loop(saved)
        self.pop()
        return [self.s(f"for (double {c} = 0.1; {c} < 1.0; {c} {self.pick(['+= 0.3', '*= 2.5', '= 1.5 * ' + c + ' + 0.1'])}) ", b)]

    def st_take(self, budget):
        arrays = self.visible("arr")
        scalars = [v for v in self.visible("d") if v.private and not v.const]
        if not self.has("take") or not arrays or not scalars or self.loop >= 3:
            return None
        self.use("callee-walks")
        a, v = self.pick(arrays), self.pick(scalars)
        p, i = self.fresh("p"), self.fresh("i")
        by = self.chance(0.5)
        self.push()
        self.add(Var(i, "c"))
        saved = self.enter_loop()
        b = self.block(1)
        self.leave_loop(saved)
        self.pop()
        b.statements.insert(self.r.randint(0, 1) if "continue" not in text(b) else 0,
                            self.s(f"{v.name} {self.pick(['=', '+=', '*='])} {self.pick(['std::sin(', '0.7 * (', '('])}take{'r' if by else 'p'}{self.n}({'' if by else '&'}{p}));"))
        return [Node("s", [Block([Node("s", [f"const double *{p} = {a.name};"]), self.s(f"for (int {i} = 0; {i} < 4; ++{i}) ", b)])])]

    def st_perm_change(self, budget):
        perms = self.visible("perm")
        if not perms:
            return None
        p = self.pick(perms)
        self.side = False
        i = self.index()
        e = self.int(2)
        self.side = True
        return [self.s(p.name, "[", i, "] = ", e, " & 3;")]

    def st_call(self, budget):
        if not self.callees:
            return None
        c = self.pick(self.callees)
        e = self.call(c, 1)
        if text(e) == "0.4":
            return None
        if c.result == "void":
            return [self.s(e, ";")]
        if c.result == "S":
            structs = [v for v in self.visible("S") if not v.const]
            self.use("struct-return")
            if structs and self.chance(0.6):
                return [self.s(self.pick(structs).name, " = ", e, ";")]
            return [self.s("{ const S tmp = ", e, "; ", *(self.assign_from("tmp.a * 0.5 + tmp.v[1]")), " }")]
        k = self.r.random()
        if k < 0.1 and not c.pure:
            return [self.s(e, ";")]
        if k < 0.3:
            name = self.fresh("v")
            node = self.s(f"double {name} = 0.7 * ", e, ";")
            self.add(Var(name, "d", private=True))
            return [node]
        if k < 0.4:
            self.use("call-in-condition")
            return [self.s("if (", e, " > 0.2) ", self.block(1))]
        # The place is simple: nothing that the callee might change takes part in it.
        target = self.pick([v for v in self.visible("d") if not v.const and v.private] or [None])
        if not target:
            return None
        op = self.pick(["=", "=", "+=", "*="])
        return [self.s(target.name, f" {op} ", self.tame(e), ";")]

    def assign_from(self, e):
        lv = self.lvalue(write=True)
        return [lv, " += ", e, ";"] if lv else [";"]

    def st_structcopy(self, budget):
        if not self.has("structcopy"):
            return None
        e, const = self.struct_address()
        if e is None:
            return None
        self.use("structcopy")
        to, _ = self.struct_address(const=False)
        if to is None or self.chance(0.3):
            name = self.fresh("s")
            self.add(Var(name, "S"))
            return [self.s(f"S {name} = *(", e, ");")]
        if not self.has("structptr") or "++" in text(e) + text(to):
            return [self.s("*(", to, ") = *(", e, ");")]
        return [self.s("*(", to, ") = *(", e, ");")]

    def st_memory(self, budget):
        if not self.has("memory"):
            return None
        arrays = self.visible("arr")
        to = [v for v in arrays if not v.const]
        if not to:
            return None
        a = self.pick(to)
        k = self.r.random()
        if k < 0.3:
            self.use("memset")
            return [self.s(f"std::memset({a.name} + {self.r.randint(0, 2)}, 0, {self.r.randint(1, 4)} * sizeof(double));")]
        b = self.pick(arrays)
        if a is b:
            self.use("memmove")
            return [self.s(f"std::memmove({a.name} + {self.r.randint(0, 2)}, {a.name} + {self.r.randint(0, 2)}, 3 * sizeof(double));")]
        if getattr(a, "mayalias", False) or getattr(b, "mayalias", False):
            return None
        self.use("memcpy")
        return [self.s(f"std::memcpy({a.name} + {self.r.randint(0, 2)}, {b.name} + {self.r.randint(0, 2)}, 3 * sizeof(double));")]

    def st_new(self, budget):
        if not self.has("new") or self.loop > 1:
            return None
        name = self.fresh("a")
        form = self.pick(["double *{0} = new double[8]();", "double *{0} = new double[8]{{0.3, 0.6}};",
                          "double *{0} = static_cast<double *>(std::malloc(8 * sizeof(double))); for (int i = 0; i < 8; ++i) {0}[i] = 0.1 * i;"])
        if self.chance(0.5):
            e = self.double(1)
            form = self.pick([["double *{0} = make{1}(", e, ", 2);"], ["double *{0} = new double[8 + ", self.r.randint(0, 3), "]; for (int i = 0; i < 8; ++i) {0}[i] = 0.1 * i + ", self.double(1), ";"]])
        else:
            form = [form]
        form = [f.replace("{0}", name).replace("{1}", str(self.n)).replace("{{", "{").replace("}}", "}") if isinstance(f, str) else f for f in form]
        self.push()
        v = self.add(Var(name, "arr"))
        saved = self.loop, self.switch, self.labels, self.result
        self.loop, self.switch, self.labels, self.result = 0, 0, [], None
        b = self.block(2, scope=False)
        self.loop, self.switch, self.labels, self.result = saved
        self.pop()
        self.use("new")
        b.statements.insert(0, Node("s", form, pinned=True))
        out = self.assign_from(Node("d", [f"{name}[1] * {name}[2]"]))
        b.statements.append(self.s(*out))
        b.statements.append(Node("s", [f"delete[] {name};" if "malloc" not in "".join(map(str, form)) else f"std::free({name});"], pinned=True))
        return [self.s(b)]

    def st_block(self, budget):
        return [self.s(self.block(budget))]

    def st_if(self, budget):
        if not self.has("if"):
            return None
        self.use("if")
        if self.has("decl-in-condition") and self.chance(0.3):
            name = self.fresh("k")
            e = self.int(2)
            self.push()
            self.add(Var(name, "i", private=True))
            self.use("decl-in-condition")
            if self.chance(0.5):
                parts = [f"if (int {name} = ", e, " & 3) "]
            else:
                self.full()
                parts = [f"if (int {name} = ", e, " & 3; ", self.bool(), ") "]
            parts.append(self.block(budget))
            if self.chance(0.5):
                parts += [" else ", self.block(budget)]
            self.pop()
            return [self.s(*parts)]
        parts = ["if (", self.bool(), ") ", self.block(budget)]
        self.full()
        while self.chance(0.25):
            parts += [" else if (", self.bool(), ") ", self.block(budget)]
            self.full()
        if self.chance(0.5):
            parts += [" else ", self.block(budget)]
        return [self.s(*parts)]

    def st_switch(self, budget):
        if not self.has("switch"):
            return None
        self.use("switch")
        if self.has("nested-labels") and self.chance(0.35):
            self.use("nested-labels")
            e = self.int(2)
            self.switch += 1
            parts = ["switch (", e, " & 3) {\n"]
            parts += ["  case 0: ", self.block(1), "\n  if (", self.bool(0), ") {\n  ", self.block(1), "\n  case 1: ", self.block(1), "\n  }\n"]
            self.full()
            if self.chance(0.5):
                parts += ["  ", self.block(1), " break;\n"]
            else:
                parts += ["  [[fallthrough]];\n"] if self.chance(0.5) else ["  if (", self.bool(0), ") break;\n [[fallthrough]];\n"]
            parts += ["  ", self.pick(["default", "case 3"]), ": ", self.block(1), "}"]
            self.switch -= 1
            return [self.s(*parts)]
        e = Node("i", [self.int(2), " & 7"])
        cases = Block()
        labels = list(range(8))
        self.r.shuffle(labels)
        n = self.r.randint(1, 4)
        self.switch += 1
        saved_loop, self.loop_has_break = self.loop, True
        default_at = self.r.randint(0, n) if self.chance(0.7) else -1
        for i in range(n):
            mine = [labels.pop()] + ([labels.pop()] if self.chance(0.25) else [])
            parts = []
            for m in mine:
                parts.append(f"case {m}: ")
            if i == default_at:
                parts.append("default: ")
            body = self.block(budget)
            parts.append(body)
            k = self.r.random()
            if i + 1 < n or default_at == n:
                if k < 0.6:
                    parts.append(" break;")
                elif k < 0.68 and self.loop and self.has("continue"):
                    parts.append(" continue;")
                elif k < 0.74 and self.has("return") and self.result and not self.in_new():
                    self.full()
                    parts += [" ", self.ret()]
                else:
                    self.use("fallthrough")
                    parts.append(" [[fallthrough]];")
            else:
                parts.append(" break;" if k < 0.7 else "")
            cases.statements.append(Node("s", parts))
        if default_at == n:
            cases.statements.append(Node("s", ["default: ", self.block(budget), " break;" if self.chance(0.6) else ""]))
        self.switch -= 1
        return [self.s("switch (", e, ") ", cases)]

    def in_new(self):
        return self.result is None

    def enter_loop(self):
        saved = self.switch, self.loop
        self.switch, self.loop = 0, self.loop + 1
        return saved

    def leave_loop(self, saved):
        self.switch, self.loop = saved

    def st_for(self, budget):
        if not self.has("for") or self.loop >= 3:
            return None
        self.use("for")
        c = self.fresh("i") if not (self.has("shadow") and self.chance(0.3)) else "i"
        forms = [("for (int {0} = 0; {0} < 4; ++{0}) ", "c"), ("for (int {0} = 3; {0} >= 0; --{0}) ", "c"),
                 ("for (int {0} = 0; {0} < 3; {0}++) ", "c"), ("for (int {0} = 0; {0} <= 2; {0} += 1) ", "c")]
        if self.has("uncommon-loops"):
            forms += [("for (int {0} = 0; {0} < 4; {0} += 2) ", "c"), ("for (unsigned {0} = 0; {0} < 3u; ++{0}) ", "c"),
                      ("for (unsigned {0} = 4; {0}-- > 0;) ", "c"), ("for (int {0} = 3; {0} > 0; {0} -= 2) ", "c"),
                      ("for (int {0} = 1; {0} != 4; ++{0}) ", "c"), ("for (long {0} = 0; {0} < 3; ++{0}) ", "c"),
                      ("for (int {0} = 4; --{0};) ", "c")]
        if any(v.name == "n" for v in self.visible("i", "n")):
            forms += [("for (int {0} = 0; {0} < n; ++{0}) ", "c")] * 3 + [("for (int {0} = n - 1; {0} >= 0; --{0}) ", "c")]
        form, kind = self.pick(forms)
        header = [form.format(c)]
        ints = self.visible("i", "c")
        if ints and self.chance(0.3):
            c = self.fresh("i") if c == "i" else c
            self.use("data-trip-count")
            self.side = False
            e = Node("i", ["(", self.int(1), " & 3)"])
            self.side = True
            header = self.pick([[f"for (int {c} = 0; {c} < ", e, f"; ++{c}) "], [f"for (int {c} = ", e, f"; {c} < 4; ++{c}) "],
                                [f"for (int {c} = 0; {c} < 4; {c} += 1 + ", Node("i", ["(", self.int(1), " & 1)"]), ") "],
                                [f"for (int {c} = ", e, f"; {c} > 0; --{c}) "]])
        elif self.has("modified-counter") and self.chance(0.2):
            self.use("modified-counter")
            header, kind = [f"for (int {c} = 0; {c} < 4; ++{c}) "], "u"
        elif self.chance(0.1):
            d = self.fresh("j")
            self.use("two-counters")
            header = [f"for (int {c} = 0, {d} = 3; {c} < {d}; ++{c}, --{d}) "]
            self.push()
            self.add(Var(d, "c"))
            self.add(Var(c, "c"))
            saved = self.enter_loop()
            b = self.block(budget)
            self.leave_loop(saved)
            self.pop()
            return [self.s(*header, b)]
        self.push()
        self.add(Var(c, kind, private=True))
        saved = self.enter_loop()
        b = self.block(budget)
        if kind == "u" and self.chance(0.8):
            self.full()
            b.statements.insert(self.r.randint(0, len(b.statements)), self.s("if (", self.bool(), f") ++{c};"))
        self.leave_loop(saved)
        self.pop()
        return [self.s(*header, b)]

    def st_while(self, budget):
        if not self.has("while") or self.loop >= 3:
            return None
        self.use("while")
        w = self.fresh("w")
        self.push()
        extra = [self.bool(0), " && "] if self.chance(0.4) else []
        k = self.r.random()
        if k < 0.5:
            self.add(Var(w, "u", private=False))
            header = [f"while (", *extra, f"{w}++ < 3) "]
            start = 0
        elif k < 0.75:
            self.add(Var(w, "c"))
            header = [f"while (", *extra, f"{w}-- > 0) "]
            start = 4
        else:
            self.add(Var(w, "c"))
            header = [f"while (", *extra, f"--{w} >= 0) "]
            start = 3
        saved = self.enter_loop()
        b = self.block(budget)
        self.leave_loop(saved)
        self.pop()
        return [Node("s", [Block([Node("s", [f"int {w} = {start};"]), self.s(*header, b)])])]

    def st_do(self, budget):
        if not self.has("do") or self.loop >= 3:
            return None
        self.use("do")
        w = self.fresh("w")
        self.push()
        self.add(Var(w, "c"))
        saved = self.enter_loop()
        b = self.block(budget)
        self.leave_loop(saved)
        self.full()
        extra = [" && ", self.bool(0)] if self.chance(0.4) else []
        self.pop()
        return [Node("s", [Block([Node("s", [f"int {w} = 0;"]), self.s("do ", b, f" while (++{w} < 3", *extra, ");")])])]

    def st_forever(self, budget):
        if not self.has("forever") or self.loop >= 3:
            return None
        self.use("forever")
        w = self.fresh("w")
        self.push()
        self.add(Var(w, "u"))
        saved = self.enter_loop()
        b = self.block(budget)
        self.leave_loop(saved)
        self.pop()
        at = self.r.randint(0, len(b.statements)) if not any("continue" in text(s) for s in b.statements) else 0
        leave = "break;"
        self.full()
        if self.has("return") and self.chance(0.15) and self.result and not self.in_new():
            leave = self.ret()
        b.statements.insert(at, Node("s", [f"if (++{w} > 3) ", leave], pinned=True))
        return [Node("s", [Block([Node("s", [f"int {w} = 0;"]), self.s(self.pick(["for (;;) ", "while (true) "]), b)])])]

    def st_range_for(self, budget):
        if not self.has("range-for") or self.loop >= 3:
            return None
        arrays = [v for v in self.visible("arr", "Sa") if not getattr(v, "param", False)]
        arrays = [v for v in arrays if not v.name.startswith("x") and getattr(v, "local", True)]
        arrays = [v for v in arrays if v.name.startswith(("a", "s")) and not getattr(v, "heap", False)]
        arrays = [v for v in arrays if v.kind == "Sa"] + [v for v in arrays if v.kind == "arr" and v.name in self.true_arrays]
        if not arrays:
            return None
        v = self.pick(arrays)
        self.use("range-for")
        name = self.fresh("e")
        self.push()
        byref = self.chance(0.7)
        if v.kind == "Sa":
            self.add(Var(name, "S"))
            header = f"for (S {'&' if byref else ''}{name} : {v.name}) "
        else:
            self.add(Var(name, "d", private=not byref))
            header = f"for (double {'&' if byref else ''}{name} : {v.name}) "
        saved = self.enter_loop()
        b = self.block(min(budget, 2))
        self.leave_loop(saved)
        self.pop()
        return [self.s(header, b)]

    def st_walk(self, budget):
        arrays = [v for v in self.visible("arr")]
        if not self.has("walk") or not arrays or self.loop >= 3:
            return None
        v = self.pick(arrays)
        self.use("walk")
        p = self.fresh("p")
        const = v.const or self.chance(0.2)
        typ = "const double" if const else "double"
        self.push()
        var = self.add(Var(p, "ptr", const=const))
        var.fixed = True
        form = self.r.randint(0, 4)
        saved = self.enter_loop()
        if form == 0:
            b = self.block(budget)
            out = self.s(f"for ({typ} *{p} = {v.name}; {p} != {v.name} + 4; ++{p}) ", b)
        elif form == 1:
            b = self.block(budget)
            out = self.s(f"for ({typ} *{p} = {v.name} + 3; {p} >= {v.name} + 1; --{p}) ", b)
        elif form == 2:
            b = self.block(budget)
            b.statements.insert(0, self.s(*self.assign_from(f"0.5 * *{p}++"))) if not b.statements else None
            out = Node("s", [Block([Node("s", [f"{typ} *{p} = {v.name};"]), self.s(f"while ({p} < {v.name} + 3) ",
                       Block([Node("s", [f"++{p};"], pinned=True)] + b.statements))])])
        elif form == 3:
            self.scopes[-1].clear()
            k = self.fresh("i")
            self.add(Var(k, "c"))
            self.full()
            lv = None
            if not const:
                step = self.s(f"*{p}++ ", self.pick(["= ", "+= ", "*= "]), self.tame(self.double(1)), ";")
            else:
                scal = [v for v in self.visible("d") if v.private and not v.const]
                if not scal:
                    self.leave_loop(saved)
                    self.pop()
                    return None
                step = self.s(self.pick(scal).name, " += 0.4 * *", p, "++;")
            b = self.block(1)
            b.statements.insert(0, step)
            out = Node("s", [Block([Node("s", [f"{typ} *{p} = {v.name};"]), self.s(f"for (int {k} = 0; {k} < 4; ++{k}) ", b)])])
        else:
            q = self.fresh("p")
            var2 = self.add(Var(q, "ptr", const=const))
            var2.fixed = True
            b = self.block(budget)
            out = self.s(f"for ({typ} *{p} = {v.name}, *{q} = {v.name} + 3; {p} < {q}; ++{p}, --{q}) ", b)
        self.leave_loop(saved)
        self.pop()
        return [out]

    def st_linked(self, budget):
        if not self.has("linked") or self.loop >= 2:
            return None
        self.use("linked")
        t, c = self.fresh("l"), self.fresh("g")
        arrays = [v for v in self.visible("arr") if not v.const]
        target = self.pick(arrays).name if arrays else None
        e = self.double(1)
        body = [self.s(*self.assign_from(f"0.3 * {c}->s.a * {c}->w"))]
        self.full()
        body.append(self.s(f"{c}->s.b *= ", self.double(1), ";"))
        if target:
            body.append(self.s(f"{c}->p[{self.r.randint(0, 3)}] += 0.2 * {c}->s.b;"))
        self.full()
        body.append(self.s(f"if ({c}->next) {c}->next->s.a += ", self.double(1), ";"))
        self.full()
        if self.chance(0.5):
            body.append(self.s("if (", self.bool(), f" && {c}->next) {c} = {c}->next;"))
        self.r.shuffle(body)
        init = [f"{t}[0].s.a = ", e, f"; {t}[0].w = 0.7; {t}[1].w = {t}[0].s.a * 0.5; {t}[1].s.b = 0.9; {t}[2].s.a = {t}[1].w; "]
        ptrs = "".join(f"{t}[{i}].p = {target} + {self.r.randint(0, 3)}; " for i in range(3)) if target else ""
        order = self.pick([(0, 1, 2), (2, 0, 1), (1, 2, 0)])
        nxt = f"{t}[{order[0]}].next = &{t}[{order[1]}]; {t}[{order[1]}].next = &{t}[{order[2]}];"
        return [Node("s", [Block([Node("s", [f"T {t}[3] = {{}};"], pinned=True), self.s(*init), self.s(ptrs + nxt),
                                  self.s(f"for (T *{c} = &{t}[{order[0]}]; {c}; {c} = {c}->next) ", Block(body)),
                                  self.s(*self.assign_from(f"{t}[1].s.a * {t}[2].s.b"))])])]

    def st_goto(self, budget):
        if not self.has("goto") or self.in_new():
            return None
        self.use("goto")
        label = self.fresh("L")
        self.labels.append(label)
        b = self.block(budget + 1)
        self.labels.pop()
        self.full()
        return [Node("s", [Block([self.s(b), Node("s", [f"{label}:; "] + [self.s(*self.assign_from(self.double(1)))], pinned=False)])])]

    def st_exit(self, budget):
        options = []
        if self.loop or self.switch:
            if self.has("break"):
                options += ["break"] * 2
        if self.loop and self.has("continue"):
            options += ["continue"] * 2
        if self.has("return") and self.result and not self.in_new():
            options.append("return")
        if self.labels:
            options += ["goto"] * 2
        if not options:
            return None
        what = self.pick(options)
        self.use(what)
        c = self.bool()
        before = []
        self.full()
        body = Block()
        if self.chance(0.4):
            body.statements += self.st_assign(0) or []
            self.full()
        if what == "return":
            body.statements.append(self.ret())
        elif what == "goto":
            body.statements.append(self.s(f"goto {self.pick(self.labels)};"))
        else:
            body.statements.append(self.s(what + ";"))
        return [self.s("if (", c, ") ", body)]

    def ret(self):
        if self.result == "void":
            return self.s("return;")
        if self.result == "S":
            structs = self.visible("S")
            return self.s("return ", self.pick(structs).name, ";")
        return self.s("return ", self.double(2), ";")

    # -- functions

    true_arrays = frozenset()

    PARAMETERS = {
        "d": ("double {}", "d"), "dref": ("double &{}", "d"), "dcref": ("const double &{}", "d"), "ptr": ("double *{}", "ptr"),
        "cptr": ("const double *{}", "ptr"), "i": ("int {}", "i"), "iref": ("int &{}", "i"), "S": ("S {}", "S"),
        "mat": ("double (*{})[4]", "mat"), "T": ("T {}", "T"), "Tref": ("T &{}", "T"), "Tcref": ("const T &{}", "T"),
        "Tptr": ("T *{}", "Tp"), "Sref": ("S &{}", "S"), "Scref": ("const S &{}", "S"), "Sptr": ("S *{}", "Sp"),
        "box": ("Box {}", "box"), "boxref": ("Box &{}", "box"), "boxcref": ("const Box &{}", "box"), "vref": ("std::vector<double> &{}", "vec"), "vcref": ("const std::vector<double> &{}", "vec"),
    }

    def parameter(self, kind, name):
        decl, k = self.PARAMETERS[kind]
        const = kind in ("dcref", "cptr", "Scref", "Tcref", "vcref", "boxcref")
        v = self.add(Var(name, k, const=const, private=kind in ("d", "i")))
        v.stable = True
        return decl.format(name)

    def function_state(self, result):
        saved = (self.scopes, self.loop, self.switch, self.labels, self.result)
        self.scopes = [self.globals]
        self.loop = self.switch = 0
        self.labels, self.result = [], result
        return saved

    @staticmethod
    def constant_global(name, kind):
        """Every run begins with the same globals: what sets one may call a function that reads another."""
        value = {"d": "0.3", "i": "1", "S": "S{0.2, 0.3, 1, {0.1}}"}.get(kind)
        return Node("s", [f"{name} = {value};" if value else f"for (int i = 0; i < 8; ++i) {name}[i] = 0.1 * i;"], pinned=True)

    def callee(self, number):
        outer, self.recent = self.recent, set()
        made = self.callee_of_any_kind(number)
        made.features, self.recent = frozenset(self.recent), outer
        return made

    def callee_of_any_kind(self, number):
        name = f"g{self.n}_{number}"
        result = self.pick(["double"] * 5 + ["void"] * 3 + (["S"] if self.has("struct-return") and self.has("struct") else []))
        pure = result == "double" and self.chance(0.4)
        kinds = ["d", "d", "dcref", "cptr", "i"]
        if not pure:
            kinds += ["dref", "dref", "ptr", "ptr", "iref"]
        if self.has("struct"):
            kinds += ["S", "Scref"] + ([] if pure else ["Sref", "Sptr"])
        if self.has("T"):
            kinds += ["Tcref"] if pure else ["T", "Tref", "Tptr", "Tcref"]
        if self.has("matrix-param") and not pure:
            kinds += ["mat", "mat"]
        params = [self.pick(kinds) for _ in range(self.r.randint(1, 4))]
        if result == "void" and not set(params) & {"dref", "ptr", "Sref", "Sptr", "mat", "Tref", "Tptr"}:
            params.append("dref")
        if result == "S" and not set(params) & {"S", "Sref", "Scref"}:
            params.append("S")
        saved = self.function_state(result)
        if pure:
            self.scopes = [[]]
        self.push()
        names = [f"{'yzuoh'[i % 5]}{i}" for i in range(len(params))]
        decls = [self.parameter(k, n) for k, n in zip(params, names)]
        before = list(self.callees)
        if pure:
            self.callees = [c for c in self.callees if c.pure]
        recursive = self.has("recursion") and result == "double" and self.chance(0.4)
        body = Block()
        if recursive:
            self.use("recursion")
            other = None
            if self.has("mutual"):
                self.use("mutual-recursion")
                other = name + "m"
            params_r = params + ["depth"]
            decls.append("int depth")
            self.full()
            body.statements.append(Node("s", ["if (depth <= 0) ", self.ret()], pinned=True))
        body.statements += self.block(2, scope=False).statements
        if recursive:
            for _ in range(self.r.randint(1, 2)):
                self.full()
                self.side = False
                args = [self.argument(k, 1) for k in params]
                self.side = True
                if all(a is not None for a in args):
                    joined = []
                    for a in args:
                        joined += [a, ", "]
                    v = self.fresh("v")
                    body.statements.append(self.s(f"double {v} = 0.6 * {other or name}(", *joined, "depth - 1);"))
                    self.add(Var(v, "d", private=True))
            body.statements += self.block(1, scope=False).statements
        self.full()
        if result != "void":
            body.statements.append(Node("s", [self.ret()]))
        self.callees = before
        self.scopes, self.loop, self.switch, self.labels, self.result = saved
        head = f"{self.pick(['static ', '', 'inline '])}{result} {name}({', '.join(decls)}) "
        self.callees.append(Callee(name, result, params + (["i"] if recursive else []), pure))
        if recursive and other:
            signature = f"double {other}({', '.join(decls)})"
            return Node("f", [signature + ";\n", head, body, f"\n{signature} {{ return depth > 2 ? 0.3 : 0.8 * {name}({', '.join(names)}, depth - 1); }}"])
        return Node("f", [head, body])

    def unit(self):
        """The unit's top-level nodes and its harness."""
        u = Unit(self.n, self.seed)
        self.globals = []
        self.table = None
        self.true_arrays = set()
        init_globals = []
        if self.has("global"):
            self.use("global")
            for i in range(self.r.randint(1, 2)):
                name = f"glob{self.n}_{i}"
                if self.chance(0.5):
                    u.top.append(Node("g", [f"static double {name};"]))
                    self.globals.append(Var(name, "d"))
                    init_globals.append((name, "d"))
                else:
                    u.top.append(Node("g", [f"static double {name}[8];"]))
                    self.globals.append(Var(name, "arr"))
                    init_globals.append((name, "arr"))
        if self.has("global-pointer"):
            name = f"globp{self.n}"
            u.top.append(Node("g", [f"static double *{name};"]))
            self.globals.append(Var(name, "ptr"))
            init_globals.append((name, "ptr"))
            self.use("global-pointer")
        if self.has("global-struct"):
            name = f"globs{self.n}"
            u.top.append(Node("g", [f"static S {name};"]))
            self.globals.append(Var(name, "S"))
            init_globals.append((name, "S"))
            self.use("global-struct")
        if self.has("global-int"):
            name = f"globi{self.n}"
            u.top.append(Node("g", [f"static int {name};"]))
            self.globals.append(Var(name, "i"))
            init_globals.append((name, "i"))
            self.use("global-int")
        if self.has("table"):
            name = f"table{self.n}"
            self.use("constexpr")
            u.top.append(Node("g", [f"static const double {name}[4] = {{0.3, -0.7, 1.1, 0.6}};"]))
            self.table = Var(name, "tab", const=True)
        if self.has("pick-struct"):
            u.top.append(Node("f", [f"static S &pickS{self.n}(S &a, S &b, int i) {{ if ((i & 1) != 0) return a; return b; }}"]))
        if self.has("new"):
            u.top.append(Node("f", [f"static double *make{self.n}(double a, int k) {{\n  double *r = new double[8];\n"
                                    f"  for (int i = 0; i < 8; ++i) r[i] = i > (k & 3) ? a * i * 0.1 : a * a;\n  return r;\n}}"]))
        if self.has("at"):
            u.top.append(Node("f", [f"static double &at{self.n}(double *a, int i) {{ return a[i & 3]; }}"]))
        if self.has("pick"):
            u.top.append(Node("f", [f"static double *pick{self.n}(double *a, double *b, int i) {{ return (i & 1) != 0 ? a : b; }}"]))
        if self.has("take"):
            u.top.append(Node("f", [f"static double taker{self.n}(const double *&p) {{ return *p++; }}"]))
            u.top.append(Node("f", [f"static double takep{self.n}(const double **p) {{ const double r = **p; ++*p; return r; }}"]))
        u.top += self.helpers() + self.container_nodes() + self.holder_nodes() + self.exception_nodes() + self.lambda_nodes()
        u.top += self.idiom_nodes() + self.keyed_nodes() + self.callable_nodes() + self.base_nodes() + self.class_nodes()
        callees = []
        if self.has("call"):
            for i in range(self.r.randint(1, 3)):
                callees.append(self.callee(i))
        u.top += callees

        # The differentiated function.
        result = self.pick(["double"] * 4 + ["void"])
        self.function_state(result)
        self.push()
        kinds = ["d", "ptr", "cptr", "ptr", "dref", "dcref"] + (["S", "Sref", "Scref", "Sptr"] if self.has("struct") else [])
        kinds += ["vref", "vcref"] if self.has("vector-parameter") and self.has("containers") else []
        kinds += ["box", "boxref", "boxref", "boxcref"] if self.has("class-parameter") and self.has("classes") else []
        params = [self.pick(["ptr", "ptr", "cptr", "d"])] + [self.pick(kinds) for _ in range(self.r.randint(0, 3))]
        names = ["xyzu"[i] for i in range(len(params))]
        decls = []
        for k, n in zip(params, names):
            decls.append(self.parameter(k, n))
        if result == "void" and not set(params) & {"ptr", "dref", "Sref", "Sptr", "vref", "boxref"}:
            params.append("dref")
            decls.append(self.parameter("dref", "out"))
            names.append("out")
        n_at = None
        if self.chance(0.6):
            decls.append("int n")
            self.add(Var("n", "n"))
            params.append("n")
        for v in self.scopes[-1]:
            if v.kind == "ptr":
                v.kind = "arr"
                v.mayalias = True
        body = Block()
        globals, self.scopes[0] = self.scopes[0], []
        body.statements += [self.constant_global(name, kind) for name, kind in init_globals if kind != "ptr"]
        for name, kind in sorted(init_globals, key=lambda g: g[1] != "ptr"):
            self.full()
            if kind == "ptr":  # set before what is called here may use it
                b = self.fresh("a")
                body.statements.append(Node("s", [f"double {b}[8] = {{0.1, 0.4, 0.3, 0.2}}; {name} = {b}; {b}[0] = ", self.double(1), f"; {b}[2] = ", self.double(1), ";"], pinned=True))
                later = self.add(Var(b, "arr"))
                self.true_arrays.add(b)
            elif kind == "S":
                body.statements.append(Node("s", [f"{name} = S{{", self.double(1), ", 0.4, 2, {", self.double(1), ", 0.2}};"], pinned=True))
            elif kind == "i":
                body.statements.append(Node("s", [f"{name} = {self.r.randint(0, 5)};"], pinned=True))
            elif kind == "d":
                body.statements.append(Node("s", [f"{name} = ", self.double(1), ";"], pinned=True))
            else:
                body.statements.append(Node("s", [f"for (int i = 0; i < 8; ++i) {name}[i] = ", self.double(1), " + 0.1 * i;"], pinned=True))
        self.scopes[0] = globals
        # Something to start with.
        for _ in range(self.r.randint(0, 3)):
            name = self.fresh("k")
            self.add(Var(name, "i", private=self.chance(0.7)))
            body.statements.append(self.s(f"int {name} = {self.r.randint(0, 5)};"))
        for _ in range(self.r.randint(3, 9)):
            self.full()
            self.recent = set()
            declare = self.st_declare
            if self.families and self.chance(0.35):
                family = self.pick(self.families)
                declare = {"classes": self.object_declare, "lambdas": self.lambda_declare, "containers": self.st_container,
                           "holders": self.st_holder, "keyed": self.st_keyed, "callables": self.st_callable, "bases": self.st_base}.get(family, self.st_declare)
            out = declare(0)
            if out:
                out[0].features = frozenset(self.recent)
                body.statements += out
        count = max(2, int(self.r.randint(3, 7) * self.size)) + (2 if self.families else 0)
        target = body
        if self.has("outer-loop"):
            self.use("outer-loop")
            target = Block()
            self.push()
            self.add(Var("o", "c"))
            self.loop += 1
        for _ in range(count):
            target.statements += self.statement(self.r.randint(1, 3))
        if target is not body:
            self.pop()
            self.loop -= 1
            body.statements.append(self.s("for (int o = 0; o < 3; ++o) ", target))
            for _ in range(self.r.randint(0, 2)):
                body.statements += self.statement(1)
        self.full()
        self.side = False
        if result == "double":
            parts = ["return "]
            for i, v in enumerate([v for s in self.scopes for v in s if v.kind in ("d", "arr", "mat", "ptr", "one", "S", "Sp", "Sa", "T")][-8:]):
                element = {"d": "{0}", "arr": "{0}[1] * {0}[2]", "mat": "{0}[1][2]", "ptr": "{0}[1]", "one": "*{0}", "S": "{0}.a * {0}.v[1]",
                           "T": "{0}.w * {0}.p[1]", "Sp": "{0}->b", "Sa": "{0}[1].a"}[v.kind].format(v.name)
                parts += [" + " if i else "", Node("d", [f"{self.r.choice([0.5, 0.7, 1.1, -0.9])} * " + element])]
            if len(parts) == 1:
                parts.append(self.double(1))
            body.statements.append(Node("s", parts + [";"], pinned=True))
        passive = []
        if self.has("wrt") and "d" in params and len([p for p in params if p != "n"]) > 1:
            at = self.pick([i for i, k in enumerate(params) if k == "d"])
            passive = [at]
            self.use("wrt")
        u.passive = passive
        clause = f" wrt({', '.join(n for i, n in enumerate(names) if i not in passive)})" if passive else ""
        value = self.has("value") and not self.has("passive")  # what is not seen might have effects
        if value:
            self.use("value")
        u.has_tangent = "tangents" not in self.disabled
        tangent = f"#pragma adjoint tangent{clause}\n" if u.has_tangent else ""
        # By hand there are no second derivatives, and differences of floats are none.
        isSmooth = not self.used & {"hand-written", "hand-written-arrays", "floats"}
        u.has_second = isSmooth and "second" not in self.disabled and random.Random(self.seed * 31 + self.n).random() < 0.3
        tangent += f"#pragma adjoint hessian_vector{clause}\n" if u.has_second else ""
        u.top.append(Node("f", [f"#pragma adjoint reverse{clause}{' value' if value else ''}\n{tangent}{result} f{self.n}({', '.join(decls)}) ", body]))
        u.params, u.result, u.value = params, result, value
        if spellings.vary(u, self.seed, self.disabled):
            self.use("spellings")
        u.features = sorted(self.used)
        u.tolerance = 1e-3 if self.has("floats") and self.floats else 1e-11
        u.layouts(self.r)
        return u


class Unit:
    """One differentiated function with what it needs."""

    def __init__(self, number, seed):
        self.number, self.seed = number, seed
        self.top = []
        self.modes, self.passive = [], []
        self.changing = False
        self.written = ""

    def source(self):
        if not self.written or self.changing:
            self.written = "\n".join(text(t) + "\n" for t in self.top)
        return self.written

    def layouts(self, rng):
        """Where each parameter lies in the state; the second mode lets pointers and references overlap."""
        self.modes = []
        pointers = [i for i, k in enumerate(self.params) if k in ("ptr", "cptr", "dref", "dcref")]
        objects = [i for i, k in enumerate(self.params) if k in ("Sref", "Sptr", "Scref")]
        overlap = len(pointers) > 1 or len(objects) > 1
        for mode in range(3 if overlap else 1):
            offsets, at = [], 0
            for i, k in enumerate(self.params):
                size = {"d": 1, "dref": 1, "dcref": 1, "ptr": 8, "cptr": 8, "vref": 8, "vcref": 8, "n": 0}.get(k, 6)
                if mode and i in pointers[1:]:
                    first = offsets[pointers[0]]
                    wide = self.params[pointers[0]] in ("ptr", "cptr")
                    if size == 1:
                        offsets.append(first + (rng.randint(0, 3) if wide else 0))
                        continue
                    if wide and rng.random() < 0.9:
                        shift = rng.randint(0, 3)
                        offsets.append(first + shift)
                        at = max(at, first + shift + 8)
                        continue
                offsets.append(at)
                at += size + (3 if size == 8 else 0)
            if mode:
                # A struct seen under two names, a reference to a member.
                objects = [i for i, k in enumerate(self.params) if k in ("Sref", "Sptr", "Scref")]
                for i in objects[1:]:
                    if rng.random() < 0.7:
                        offsets[i] = f"S{objects[0]}"
                for i, k in enumerate(self.params):
                    if objects and i not in pointers[:1] and k in ("dref", "dcref") and rng.random() < 0.6:
                        offsets[i] = f"S{objects[0]}.{rng.choice(['a', 'b', 'v[0]', 'v[1]'])}"
            self.modes.append((offsets, at + 4))
        self.point = [round(rng.uniform(-1.2, 1.4), 3) for _ in range(96)]

    ARGUMENT = {"d": "double", "dref": "double &", "dcref": "const double &", "ptr": "double *", "cptr": "const double *",
                "n": "int", "S": "S", "Sref": "S &", "Scref": "const S &", "Sptr": "S *",
                "box": "Box", "boxref": "Box &", "boxcref": "const Box &", "vref": "std::vector<double> &", "vcref": "const std::vector<double> &"}

    # Where it is another type.
    ADJOINT = {"d": "double &", "dcref": "double &", "cptr": "double *", "S": "S &", "Scref": "S &",
               "vcref": "std::vector<double> &", "box": "Box &", "boxcref": "Box &"}

    def declaration(self):
        """Of the adjoint, by the contract."""
        out = []
        for i, k in enumerate(self.params):
            t = self.ARGUMENT[k]
            out.append(t)
            if k == "n" or i in self.passive:
                continue
            out.append(self.ADJOINT.get(k, t))
        if self.result == "double":
            out.append("double")
        return f"{self.result if self.value else 'void'} f{self.number}_b({', '.join(out)});"

    def tangent_declaration(self):
        out = []
        for i, k in enumerate(self.params):
            out += [self.ARGUMENT[k]] * (1 if k == "n" or i in self.passive else 2)
        return f"{self.result} f{self.number}_d({', '.join(out + (['double &'] if self.result == 'double' else []))});"

    def second_declaration(self):
        """Of the tangent of the adjoint."""
        out = []
        for i, k in enumerate(self.params):
            tangent, adjoint = self.ARGUMENT[k], self.ADJOINT.get(k, self.ARGUMENT[k])
            out += [tangent] if k == "n" or i in self.passive else [tangent, tangent, adjoint, adjoint]
        return f"void f{self.number}_bd({', '.join(out + (['double', 'double'] if self.result == 'double' else []))});"

    def arguments(self, offsets, number, *shadows):
        """Code around a call: (before, arguments, after), on the array s and on those of the shadows: d for tangents, b for adjoints,
        bd for tangents of adjoints. `number`: the type of numbers."""
        before, args, after = [], [], []
        arrays = ["s", *shadows]
        for i, (k, o) in enumerate(zip(self.params, offsets)):
            for a in arrays if k != "n" and i not in self.passive else ["s"]:
                name, star = f"{a.upper()}{i}", "&" if k == "Sptr" else ""
                if isinstance(o, str):
                    args.append(star + o.replace("S", a.upper()))
                elif k in ("n", "d", "dref", "dcref", "ptr", "cptr"):
                    args.append("4" if k == "n" else f"{a}[{o}]" if k[0] == "d" else f"{a} + {o}")
                elif k in ("vref", "vcref"):
                    before.append(f"std::vector<{number}> {name}({a} + {o}, {a} + {o} + 8);")
                    args.append(name)
                    after.append(f"for (int i = 0; i < 8; ++i) {a}[{o} + i] = {name}[i];")
                elif k in ("box", "boxref", "boxcref"):
                    space = number.replace("Dual", "").replace("double", "")
                    before.append(f"{space}Box {name}({a}[{o}], {a}[{o + 1}], {a}[{o + 2}], {a}[{o + 3}]);")
                    args.append(name)
                    if k == "boxref" or a in ("b", "bd"):
                        after.append(f"for (int i = 0; i < 4; ++i) {a}[{o} + i] = {name}.at(i);")
                else:
                    space = number.replace("Dual", "").replace("double", "")
                    before.append(f"{space}S {name} = {{{a}[{o}], {a}[{o + 1}], 1, {{" + ", ".join(f"{a}[{o + j}]" for j in range(2, 6)) + "}};")
                    args.append(star + name)
                    if k != "S" or a in ("b", "bd"):
                        after.append(f"{a}[{o}] = {name}.a; {a}[{o + 1}] = {name}.b; " + " ".join(f"{a}[{o + j + 2}] = {name}.v[{j}];" for j in range(4)))
        if self.result == "double" and shadows:
            args += {"b": ["seed"], "d": ["r_d"], "bd": ["seed", "seed_d"]}[shadows[-1]]
        return before, args, after

    def harness(self):
        """Weak declarations: an object with fewer of the programs, or with other signatures, is linked all the same."""
        n = self.number
        generated = [self.declaration()] + ([self.tangent_declaration()] if self.has_tangent else [])
        generated += [self.second_declaration()] if self.has_second else []
        lines = ["__attribute__((weak)) " + declaration for declaration in generated]
        for m, (offsets, _) in self.numbered_modes():
            lines += [self.primal_call(m, offsets), self.adjoint_call(m, offsets), self.tangent_call(m, offsets), self.second_call(m, offsets)]
        lines.append(f"static const double point{n}[] = {{{', '.join(map(str, self.point))}}};")
        modes = []
        for m, (offsets, size) in self.numbered_modes():
            passive = offsets[self.passive[0]] if self.passive else -1
            modes.append(f"{{{size}, {passive}, primal{n}_{m}, adjoint{n}_{m}, {f'tangent{n}_{m}' if self.has_tangent else 'nullptr'}, "
                         f"{f'second{n}_{m}' if self.has_second else 'nullptr'}}}")
        lines.append(f"static const fuzz::Mode modes{n}[] = {{{', '.join(modes)}}};")
        return "\n".join(lines) + "\n"

    def entry(self):
        """Of the table of programs."""
        n = self.number
        return (f"{{{n}, {self.tolerance}, {'true' if self.value else 'false'}, f{n}_b != nullptr{f' && f{n}_d != nullptr' if self.has_tangent else ''}"
                f"{f' && f{n}_bd != nullptr' if self.has_second else ''}, "
                f"point{n}, {len(self.modes)}, modes{n}}}")

    # Functions rather than lambdas, which are three functions each.

    def primal_call(self, mode, offsets):
        before, args, after = self.arguments(offsets, "ref::Dual")
        call = f"ref::f{self.number}({', '.join(args)})"
        call = f"ref::Dual r = {call} * seed;" if self.result == "double" else f"{call}; ref::Dual r = 0.0;"
        return (f"static ref::Dual primal{self.number}_{mode}([[maybe_unused]] ref::Dual *s, [[maybe_unused]] double seed) "
                f"{{ {' '.join(before)} {call} {' '.join(after)} return r; }}")

    def adjoint_call(self, mode, offsets):
        before, args, after = self.arguments(offsets, "double", "b")
        call = f"f{self.number}_b({', '.join(args)})"
        call = f"double r = {call} * seed;" if self.value and self.result == "double" else f"{call}; double r = 0.0;"
        return (f"static double adjoint{self.number}_{mode}([[maybe_unused]] double *s, [[maybe_unused]] double *b, [[maybe_unused]] double seed) "
                f"{{ {' '.join(before)} {call} {' '.join(after)} return r; }}")

    def tangent_call(self, mode, offsets):
        if not self.has_tangent:
            return ""
        before, args, after = self.arguments(offsets, "double", "d")
        return (f"static double tangent{self.number}_{mode}([[maybe_unused]] double *s, [[maybe_unused]] double *d, [[maybe_unused]] double seed) "
                f"{{ [[maybe_unused]] double r_d = 0.0; {' '.join(before)} f{self.number}_d({', '.join(args)}); {' '.join(after)} return r_d * seed; }}")

    def second_call(self, mode, offsets):
        if not self.has_second:
            return ""
        before, args, after = self.arguments(offsets, "double", "d", "b", "bd")
        return (f"static void second{self.number}_{mode}([[maybe_unused]] double *s, [[maybe_unused]] double *d, [[maybe_unused]] double *b, "
                f"[[maybe_unused]] double *bd, [[maybe_unused]] double seed, [[maybe_unused]] double seed_d) "
                f"{{ {' '.join(before)} f{self.number}_bd({', '.join(args)}); {' '.join(after)} }}")

    def numbered_modes(self):
        return list(enumerate(self.modes))

    def standalone(self):
        """A main that compares with central differences, for people."""
        n = self.number
        offsets, size = self.modes[0]
        before, args, after = self.arguments(offsets, "double")
        call = f"f{n}({', '.join(args)})"
        primal = f"double r = {call} * seed;" if self.result == "double" else f"{call}; double r = 0.0;"
        before_b, args_b, after_b = self.arguments(offsets, "double", "b")
        return f"""
#include <cstdio>
static double total(const double *point, const double *weight) {{
  [[maybe_unused]] double s[{size}], seed = 1.25;
  for (int i = 0; i < {size}; ++i) s[i] = point[i];
  {' '.join(before)} {primal} {' '.join(after)}
  for (int i = 0; i < {size}; ++i) r += weight[i] * s[i];
  return r;
}}

int main() {{
  double point[] = {{{', '.join(map(str, self.point[:size]))}}};
  [[maybe_unused]] double s[{size}], b[{size}], weight[{size}], seed = 1.25;
  for (int i = 0; i < {size}; ++i) {{ s[i] = point[i]; weight[i] = b[i] = 0.3 + 0.1 * i; }}
  {{ {' '.join(before_b)} f{n}_b({', '.join(args_b)}); {' '.join(after_b)} }}
  int bad = 0;
  for (int i = 0; i < {size}; ++i) {{
    if (i == {offsets[self.passive[0]] if self.passive else -1}) continue;
    double h = 1e-5, at = point[i];
    point[i] = at + h; double up = total(point, weight);
    point[i] = at - h; double down = total(point, weight);
    point[i] = at;
    double difference = (up - down) / (2 * h);
    bool same = b[i] - difference < 1e-5 && difference - b[i] < 1e-5;
    bad += !same;
    if (!same) std::printf("state %d: differences %.9g, adjoint %.9g\\n", i, difference, b[i]);
  }}
  std::puts(bad ? "WRONG" : "fine");
  return bad != 0;
}}
"""


HEADERS = {"algorithm": "", "array": "std::array", "cmath": "", "complex": "std::complex", "cstdio": "std::sscanf", "cstdlib": "", "cstring": "", "deque": "std::deque",
           "functional": "std::function", "list": "std::list", "map": "std::map", "string": "std::string", "unordered_map": "std::unordered_map",
           "memory": "std::(make_)?(unique|shared)", "optional": "std::optional", "stdexcept": "std::runtime_error", "tuple": "std::tuple",
           "variant": "std::variant", "numeric": "std::(accumulate|inner_product|partial_sum|adjacent_difference|iota)", "utility": "std::pair", "vector": "std::vector"}


def includes(code):
    return "".join(f"#include <{header}>\n" for header, user in HEADERS.items() if re.search(user, code)) + "\n"


def source(units, structs=STRUCTS):
    code = structs + "\n" + "\n".join(f"// UNIT {u.number}\n{u.source()}" for u in units) + "// END\n"
    return includes(code) + code


def as_dual(code):
    code = re.sub(r"#pragma adjoint[^\n]*\n", "", code)
    code = re.sub(r"\b(long )?double\b", "Dual", code)
    code = re.sub(r"\bfloat\b", "Single", code)
    return re.sub(r"\bstd::", "", code)


def reference(units):
    library = any(re.search(r"std::(vector|array|pair|complex|swap|for_each|move|tuple|optional|variant|(unique|shared)_ptr|runtime_error|deque|function|list|map|string|unordered_map)", u.source()) for u in units)
    out = '#include "harness.h"\n' + ('#include "library.h"\n' if library else "") + '#include <cstring>\n\n' + STRUCTS + "\nnamespace ref {\n" + as_dual(STRUCTS)
    out += "\n" + "\n".join(as_dual(u.source()) for u in units) + "} // namespace ref\n\n"
    out += "\n".join(u.harness() for u in units)
    table = ",\n  ".join(u.entry() for u in units)
    return out + f"\nint main(int argc, char **argv) {{\n  const fuzz::Program programs[] = {{\n  {table}}};\n  return fuzz::main(programs, argc, argv);\n}}\n"


def generate(seed, number, size=1.0, disabled=()):
    unit = Generator(seed, number, size, disabled).unit()
    if "checkpoints" not in disabled:
        checkpoints.add(unit, seed)
    return unit


if __name__ == "__main__":
    import sys
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(source([generate(seed + i, i) for i in range(count)]))
