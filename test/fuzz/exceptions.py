# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions that are caught in the function that contains the `try`.

Class Exceptions is a part of Generator. What throws is a whole statement: which of the other operands would have been
evaluated is open otherwise. The last handler catches everything. Inside `try` nothing is called whose exceptions the
tool cannot see.
"""

from tree import Block, Node

FEATURES = {"throw-in-callee": 0.9, "direct-throw": 0.7, "nested-try": 0.5, "asked-text": 0.5, "asked-object": 0.6}

HELPERS = """struct Failure@ {
  double value;
  int step;
};
struct TooLarge@ : std::runtime_error {
  TooLarge@() : std::runtime_error("too large") {}
};
struct Excess@ : std::runtime_error {
  double value;
  int step;
  Excess@(const std::string &what, double value, int step) : std::runtime_error("excess " + what), value(value), step(step) {}
  double of(double a) const { return a * value; }
};
static double root@(double a) {
  if (a < 0.3) throw std::domain_error("too small");
  return std::sqrt(a);
}
static double deep@(double a, int k) {
  double s = 0.4 * a;
  for (int i = 0; i < (k & 3); ++i) {
    if (s > 0.8) throw Failure@{s * a, i};
    if (s < -0.9) throw Excess@("below", s, i);
    s = 0.6 * root@(s + 0.5) + 0.2 * a;
  }
  return s;
}
static void step@(double *a, double b, int k) {
  a[0] = 0.7 * a[0] * b;
  if (a[0] > 0.3) throw TooLarge@();
  a[1] += a[0] * b;
  if ((k & 3) == 3) throw k;
  a[2] = 0.3 * a[1];
}
"""
OBJECTS = ("int", "double")
# What may end in a call of unseen exceptions, and what a throw would leak.
UNSEEN = ("passive", "hand-written", "function-pointer", "new", "heap-list", "growing", "linked", "call")


class Exceptions:
    tries = 0

    def exception_nodes(self):
        return [Node("f", [HELPERS.replace("@", str(self.n))])] if self.has("exceptions") else []

    def st_try(self, budget):
        if not self.has("exceptions") or self.in_new() or (self.tries and not self.has("nested-try")) or self.tries > 1:
            return None
        self.use("try")
        if self.tries:
            self.use("nested-try")
        enclosing = self.on, self.families, self.callees
        self.on = self.on - set(UNSEEN)
        self.families, self.callees = [f for f in self.families if f in ("exceptions", "containers")], []
        self.tries += 1
        body = self.block(budget + 1)
        self.push()
        at = self.r.randint(0, len(body.statements))
        self.full()
        body.statements[at:at] = self.throwing(visible_inside=False)
        self.pop()
        self.tries -= 1
        if not self.tries:
            self.on, self.families, self.callees = enclosing
        handlers = [h for h in ("const std::domain_error &", f"const TooLarge{self.n} &", "int", "double", f"const Failure{self.n} &", f"const Excess{self.n} &", "const std::exception &") if self.chance(0.4)]
        parts = ["try ", body]
        for caught in handlers + ["..."]:
            handler = self.block(1)
            name = ""
            if ("std::" in caught or "Excess" in caught) and self.has("asked-text") and self.chance(0.6):
                name = self.asking(handler)
            if caught in OBJECTS or "Failure" in caught or "Excess" in caught:
                name = self.looking(caught, handler, name)
            caught += name and " " * (not caught.endswith("&")) + name
            parts += [f" catch ({caught}) ", handler]
        self.on, self.families, self.callees = enclosing
        return [self.s(*parts)]

    def asking(self, handler):
        """Lets the handler depend on what() of what it catches; the object's name."""
        self.use("asked-text")
        name = self.fresh("caught")
        lv = self.lvalue(write=True)
        text = self.pick(["direct", "too small", "direct 2", "excess of a number", "excess below"])
        if lv:
            handler.statements[:0] = [self.s(f'if (std::string({name}.what()) == "{text}") ', lv, " *= 0.7;")]
        return name

    def looking(self, caught, handler, name):
        """Lets the handler depend on the number, or the members of the object, that it catches; the object's name."""
        lv = self.lvalue(write=True) if self.has("asked-object") and self.chance(0.7) else None
        if not lv:
            return name
        self.use("asked-object")
        name = name or self.fresh("caught")
        value = {"int": f" 0.1 * ({name} & 3)", "double": f" 0.3 * {name}"}.get(caught, f" 0.2 * {name}.value + 0.1 * {name}.step")
        if "Excess" in caught:
            value = self.pick([value, f" {name}.of(0.3)"])
        handler.statements[:0] = [self.s(lv, self.pick([" =", " +="]), value + ";")]
        return name

    def st_throw(self, budget):
        return self.throwing() if self.tries and not self.in_new() else None

    def throwing(self, visible_inside=True):
        """A statement that may throw, and names nothing that is declared in the block where it stands by chance."""
        n, side, self.side = self.n, self.side, False
        try:
            if self.has("direct-throw") and self.chance(0.4):
                self.use("direct-throw")
                made = ['std::domain_error("direct " + std::to_string(', self.int(1), "))"]
                number = ["(double)(0.5 * ", self.double(1), ")"]
                members = [self.double(1), ", (int)(", self.int(1), ")"]
                failure = [f"Failure{n}{{", *members, "}"]
                excess = [f'Excess{n}("of a number", ', *members, ")"]
                what = self.pick([['std::domain_error("direct")'], [f"TooLarge{n}()"], ["2"], made, number, failure, excess])
                return [self.s("if (", self.bool(1), ") throw ", *what, ";")]
            self.use("throw-in-callee")
            arrays = [v for v in self.visible("arr") if not v.const]
            if arrays and self.chance(0.4):
                return [self.s(f"step{n}({self.pick(arrays).name}, ", self.double(1), ", ", self.int(1), ");")]
            lv = self.lvalue(write=True)
            call = self.pick([[f"root{n}(", self.double(1), ")"], [f"deep{n}(", self.double(1), ", ", self.int(1), ")"]])
            return [self.s(lv, self.pick([" = ", " += ", " = 0.6 * ", " += 0.6 * "]), *call, ";")] if lv else []
        finally:
            self.side = side
