# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lambda expressions: captures by value, by reference and with initialisers, mutable, generic, passed on, returned.

Class Lambdas is a part of Generator. A pure lambda changes nothing outside and may stand in any expression; another is
called only as the whole right-hand side of a statement. What a lambda refers to counts as aliased from then on.
"""

import copy
import re

from tree import Block, Node, Var, text

FEATURES = {
    # of programs that have lambdas; name: chance
    "capture-copies": 0.6, "capture-references": 0.7, "mutable-lambda": 0.5, "generic-lambda": 0.4, "passed-lambda": 0.6,
    "returned-lambda": 0.4, "called-at-once": 0.5, "nested-lambda": 0.4, "lambda-copy": 0.3,
}

HELPERS = """template <class F> static double twice@(F f, double a) { return f(0.5 * f(a)); }
template <class F> static double sum@(const F &f, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) s += f(0.2 * i + 0.1);
  return s;
}
template <class F> static double drive@(F &&f, double a, int n) {
  for (int i = 0; i < n; ++i) a = 0.6 * f(a) + 0.1;
  return a;
}
template <class F, class G> static double chain@(F f, const G &g, double a) { return f(g(a)) * g(a); }
static auto adder@(double k, int n) {
  double s = k;
  for (int i = 0; i < (n & 3); ++i) s = 0.5 * s * k + 0.2;
  return [s, k](double t) { return s * t + k; };
}
"""
COPIED = ("d", "i", "c", "arr", "mat", "S", "ptr", "one", "bool")


class Lambdas:
    def lambda_nodes(self):
        if not self.has("lambdas"):
            return []
        return [Node("f", [HELPERS.replace("@", str(self.n))])]

    # -- making one

    def as_read_only(self, kinds):
        """The scopes, with everything constant."""
        out = []
        for scope in self.scopes:
            out.append([])
            for v in scope:
                if v.kind in kinds or (v.kind == "lam" and v.is_pure):
                    clone = copy.copy(v)
                    clone.const, clone.private, clone.fixed, clone.noswap = True, False, True, True
                    out[-1].append(clone)
        return out

    def mark_captured(self, body):
        words = set(re.findall(r"\w+", body))
        for scope in self.scopes:
            for v in scope:
                if v.name in words:
                    v.private = False

    def lambda_expression(self, budget, form=None):
        """(node, is_pure): a lambda from double to double."""
        form = form or self.pick([f for f in ("copies", "references", "references", "mutable", "generic") if self.has({"copies": "capture-copies", "references": "capture-references", "mutable": "mutable-lambda", "generic": "generic-lambda"}[f])] or ["copies"])
        is_pure = form in ("copies", "generic") or (form == "references" and self.chance(0.5))
        outer = self.scopes
        enclosing = self.loop, self.switch, self.labels, self.result, self.side
        self.loop, self.switch, self.labels, self.result = 0, 0, [], "double"
        captures = {"copies": "=", "references": "&", "mutable": "", "generic": self.pick(["=", "&"])}[form]
        init = []
        if form == "mutable":
            self.use("mutable-lambda")
            state = self.fresh("v")
            self.side = False
            init = [f"{state} = double(", self.double(1), ")"]
            self.side = True
            self.scopes = [[Var(state, "d", private=True)]]
        elif is_pure:
            self.use({"copies": "capture-copies", "generic": "generic-lambda"}.get(form, "capture-references"))
            self.scopes = self.as_read_only(COPIED if captures == "=" else COPIED + ("perm", "Sp", "rows", "Sa"))
            callees, self.callees = self.callees, [c for c in self.callees if c.pure]
        else:
            self.use("capture-references")
            self.use("lambda-with-effects")
            self.scopes = list(self.scopes)
        p = self.fresh("z")
        self.push()
        self.add(Var(p, "d", private=form != "generic", const=form == "generic"))
        if form != "mutable" and self.chance(0.3):
            self.use("init-capture")
            state = self.fresh("v")
            scope = self.scopes.pop()
            self.side = False
            init = [f", {state} = double(", self.double(1), ")"]
            self.side = True
            self.scopes.append(scope)
            self.add(Var(state, "d", const=True))
        self.frozen += 1
        body = self.block(max(1, budget), scope=False) if self.chance(0.6) else Block()
        self.frozen -= 1
        self.full()
        self.side = False
        body.statements.append(Node("s", ["return ", self.tame(self.double(2)), ";"], pinned=True))
        self.pop()
        if form != "mutable" and is_pure:
            self.callees = callees
        self.scopes = outer
        self.loop, self.switch, self.labels, self.result, self.side = enclosing
        self.full()
        node = Node("x", [f"[{captures}", *init, f"]({'auto' if form == 'generic' else 'double'} {p}){' mutable' if form == 'mutable' else ''} -> double ", body])
        if "&" in captures:
            self.mark_captured(text(body))
        return node, is_pure

    def st_lambda(self, budget):
        self.use("lambda")
        form = self.pick(["declare", "declare", "call", "call", "call", "pass", "pass", "return", "copy", "once", "nested"])
        return getattr(self, "lambda_" + form)(budget)

    def declared_lambda(self, budget, form=None):
        node, is_pure = self.lambda_expression(budget, form)
        name = self.fresh("l")
        v = self.add(Var(name, "lam"))
        v.is_pure, v.is_mutable = is_pure, "mutable" in node.parts[-2]
        return v, self.s(f"auto {name} = ", node, ";")

    def lambda_declare(self, budget):
        return [self.declared_lambda(min(budget, 2))[1]]

    def target(self):
        scalars = [v for v in self.visible("d") if v.private and not v.const]
        return self.pick(scalars) if scalars else None

    def lambda_call(self, budget):
        options = self.visible("lam")
        target = self.target()
        if not options or not target:
            return None
        v = self.pick(options)
        e = Node("d", [f"{v.name}(", self.double(1), ")"])
        return [self.s(target.name, self.pick([" = ", " += ", " *= "]), self.tame(e), ";")]

    def lambda_pass(self, budget):
        target = self.target()
        if not self.has("passed-lambda") or not target:
            return None
        self.use("passed-lambda")
        options = self.visible("lam")
        saved, target.private = target.private, False
        if options and self.chance(0.6):
            v = self.pick(options)
            f, is_pure, is_mutable = Node("x", [v.name]), v.is_pure, v.is_mutable
        else:
            f, is_pure = self.lambda_expression(min(budget, 1))
            is_mutable = "mutable" in f.parts[-2]
        # What the lambda changes may be what is assigned to.
        target.private = saved and target.name not in re.findall(r"\w+", text(f))
        n = self.n
        side, self.side = self.side, False
        forms = [[f"twice{n}(", f, ", ", self.double(1), ")"], [f"drive{n}(", f, ", ", self.double(1), f", {self.r.randint(1, 3)})"]]
        if not is_mutable:
            forms.append([f"sum{n}(", f, f", {self.r.randint(1, 3)})"])
            if is_pure:
                forms.append([f"chain{n}(", f, ", ", f"adder{n}(0.4, 1)" if self.chance(0.5) else "[](double t) { return t * t; }", ", ", self.double(1), ")"])
        e = Node("d", self.pick(forms))
        self.side = side
        if is_pure or target.private:
            return [self.s(target.name, self.pick([" = ", " += "]), self.tame(e), ";")]
        name = self.fresh("v")
        node = self.s(f"double {name} = 0.7 * ", e, ";")
        self.add(Var(name, "d"))
        return [node]

    def lambda_return(self, budget):
        if not self.has("returned-lambda"):
            return None
        self.use("returned-lambda")
        name = self.fresh("l")
        node = self.s(f"auto {name} = adder{self.n}(", self.double(1), ", ", self.int(1), ");")
        v = self.add(Var(name, "lam"))
        v.is_pure, v.is_mutable = True, False
        return [node]

    def lambda_copy(self, budget):
        options = self.visible("lam")
        if not self.has("lambda-copy") or not options:
            return None
        self.use("lambda-copy")
        v = self.pick(options)
        name = self.fresh("l")
        node = self.s(f"auto {name} = {v.name};")
        new = self.add(Var(name, "lam"))
        new.is_pure, new.is_mutable = v.is_pure, v.is_mutable
        return [node]

    def lambda_once(self, budget):
        """Called where it stands, with several returns."""
        if not self.has("called-at-once"):
            return None
        self.use("called-at-once")
        outer = self.scopes
        self.scopes = self.as_read_only(COPIED)
        side, self.side = self.side, False
        c = self.bool(1)
        e1, e2 = self.double(1), self.double(2)
        self.side, self.scopes = side, outer
        name = self.fresh("v")
        body = Node("x", ["{ if (", c, ") return double(", e1, "); return double(", e2, "); }"])
        self.mark_captured(text(body))
        self.add(Var(name, "d", private=True))
        return [self.s(f"const double {name}_once = [&]() -> double ", body, f"(); double {name} = 0.5 * {name}_once;")]

    def lambda_nested(self, budget):
        """A lambda that makes and calls another."""
        if not self.has("nested-lambda"):
            return None
        self.use("nested-lambda")
        lv = self.lvalue(write=True)
        scalars = [v for v in self.visible("d") if not v.const]
        if not lv or not scalars or "++" in text(lv) or "--" in text(lv):
            return None
        v = self.pick(scalars)
        v.private = False
        self.full()
        side, self.side = self.side, False
        e1, e2 = self.double(1), self.double(1)
        self.side = side
        a, b, t = self.fresh("l"), self.fresh("l"), self.fresh("z")
        result = self.fresh("v")
        node = self.s(f"auto {a} = [&](double {t}) {{ auto {b} = [&, {t}](double {t}b) {{ {v.name} = 0.5 * {v.name} * {t} + {t}b; return {v.name} * {t}b; }}; return {b}({t} * ", e1,
                      f") + {b}(0.3); }}; double {result} = {a}(", e2, ");")
        self.mark_captured(text(e1))
        self.add(Var(result, "d", private=True))
        return [node]

    # -- in expressions

    def lambda_double(self, depth):
        options = [v for v in self.visible("lam") if v.is_pure]
        if not options:
            return None
        v = self.pick(options)
        if self.has("passed-lambda") and self.chance(0.3):
            self.use("passed-lambda")
            return Node("d", [f"twice{self.n}({v.name}, ", self.double(depth - 1), ")"])
        return Node("d", [f"{v.name}(", self.double(depth - 1), ")"])
