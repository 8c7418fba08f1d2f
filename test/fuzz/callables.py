# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that are chosen at run time: std::function, pointers to functions and to lambdas without captures.

Class Callables is a part of Generator. What a std::function holds captures by value, and only what is at least as old. It
may throw for all that the tool knows: programs with `value` have none.
"""

from tree import Block, Node, Var

FEATURES = {
    # of programs that have such functions; name: chance
    "std-function": 0.8, "function-argument": 0.6, "functions-in-vector": 0.5, "function-member": 0.5,
    "lambda-pointer": 0.8, "table-of-functions": 0.6,
}

HELPERS = """static double fa@(double a) { return 0.7 * a * std::cos(a); }
static double fb@(double a) { return a * a * 0.4 + 0.1; }
static double through@(double (*f)(double), double a, int n) {
  for (int i = 0; i < (n & 3); ++i) a = 0.6 * f(a) + 0.2;
  return f(0.5 * a);
}
static double trapezoid@(const std::function<double(double)> &g, double to, int n) {
  double sum = 0.5 * (g(0.0) + g(to));
  for (int i = 1; i < 2 + (n & 1); ++i) sum += g(0.3 * i * to);
  return sum;
}
static std::function<double(double)> maker@(double a, int k) {
  if ((k & 1) != 0) return [a](double t) { return a * std::sin(t); };
  return [a, k](double t) { return 0.3 * t * a + 0.1 * (k & 7); };
}
struct Operation@ {
  std::function<double(double)> of;
  double weight;
  double value(double s) const { return weight * of(s); }
};
struct Rule@ {
  double (*apply)(double);
  double by;
};
"""
FUNCTION = "std::function<double(double)>"


class Callables:
    def callable_nodes(self):
        return [Node("f", [HELPERS.replace("@", str(self.n))]) for _ in range(1 if self.has("callables") else 0)]

    def has_functions(self):
        return not self.has("value") and not self.tries

    def callable_double(self, depth):
        kinds = ["fptr", "ftab", "rule"] + (["fun", "oper"] if self.has_functions() else [])
        options = self.visible(*kinds)
        if not options:
            return None
        v, e = self.pick(options), self.double(depth - 1)
        n = self.name(v)
        if v.kind == "oper":
            return Node("d", [n, ".value(", e, ")"])
        if v.kind == "rule":
            return Node("d", [f"({n}.by * {n}.apply(", e, "))"])
        if v.kind == "ftab":
            return Node("d", [n, "[(", self.int(1), " & 7) % 3](", e, ")"])
        if v.kind == "fptr" and self.chance(0.3):
            return Node("d", [f"through{self.n}({n}, ", e, ", ", self.int(1), ")"])
        if v.kind == "fun" and self.has("function-argument") and self.chance(0.4):
            self.use("function-argument")
            return Node("d", [f"trapezoid{self.n}({n}, ", e, ", ", self.int(1), ")"])
        return Node("d", [n, "(", e, ")"])

    def st_callable(self, budget):
        options = [f for f in FEATURES if self.has(f) and f != "function-argument" and (self.has_functions() or f in ("lambda-pointer", "table-of-functions"))]
        if not options:
            return None
        feature = self.pick(options)
        out = getattr(self, "call_" + feature.replace("-", "_"))(budget)
        if out:
            self.use(feature)
        return out

    def plain_lambda(self):
        """Without captures."""
        a, b = self.literal(), self.literal()
        return Node("x", ["[](double t) { return ", self.pick([f"std::sin(t) * {a} + {b} * t", f"t * t * {a} + {b}", f"t > {b} ? {a} * t : t * {a} * t", f"std::tanh({a} * t) * t"]), "; }"])

    def plain_function(self):
        return Node("x", [self.pick(["fa", "fb"]) + str(self.n)]) if self.chance(0.4) else Node("x", ["+", self.plain_lambda()])

    def capturing(self, scopes=None):
        """A lambda that holds what it needs."""
        outer, self.scopes = self.scopes, scopes or self.scopes
        node, _ = self.lambda_expression(1, "copies")
        self.scopes = outer
        return node

    def call_std_function(self, budget):
        options = self.visible("fun")
        v = self.pick(options) if options and self.chance(0.6) else None
        if not v:
            name = self.fresh("fn")
            node = self.s(f"{FUNCTION} {name} = ", *self.pick([[self.capturing()], [f"maker{self.n}(", self.double(1), ", ", self.int(1), ")"], [f"fa{self.n}"]]), ";")
            self.add(Var(name, "fun"))
            return [node]
        c = self.bool(1)
        self.full()
        others = [o.name for scope in self.older_than(v) for o in scope if o.kind == "fun" and o is not v]
        held = self.pick([[self.capturing(self.older_than(v))], [f"maker{self.n}(", self.double(1), ", ", self.int(1), ")"], [self.plain_lambda()]] + ([[self.pick(others)]] if others else []))
        return [self.s("if (", c, f") {v.name} = ", *held, ";")]

    def call_functions_in_vector(self, budget):
        name, f, v = self.fresh("fs"), self.fresh("f"), self.target()
        if not v or self.loop >= 2:
            return None
        grow = [self.s(f"{name}.push_back(", self.capturing(), ");"), self.s(f"{name}.push_back(", self.plain_lambda(), ");"), self.s(f"{name}.push_back(maker{self.n}(", self.double(1), ", 1));")]
        self.r.shuffle(grow)
        call = f"{v.name} = 0.5 * {v.name} + 0.3 * {f}({v.name});"
        return [Node("s", [Block([Node("s", [f"std::vector<{FUNCTION}> {name};"], pinned=True)] + grow + [self.s(f"for (const auto &{f} : {name}) {call}")])])]

    def call_function_member(self, budget):
        name = self.fresh("op")
        node = self.s(f"Operation{self.n} {name}{{", self.pick([self.capturing(), self.plain_lambda()]), ", ", self.double(1), "};")
        self.add(Var(name, "oper"))
        return [node]

    def call_lambda_pointer(self, budget):
        options = self.visible("fptr")
        if options and self.chance(0.5):
            v = self.pick(options)
            c = self.bool(1)
            return [self.s(f"{v.name} = ", c, " ? ", self.plain_function(), " : ", self.pick([self.plain_function(), Node("x", [v.name])]), ";")]
        name = self.fresh("fp")
        if self.chance(0.3):
            node = self.s(f"Rule{self.n} {name} = {{", self.plain_lambda(), ", ", self.double(1), "};")
            self.add(Var(name, "rule"))
            return [node]
        node = self.s(f"double (*{name})(double) = ", self.plain_lambda() if self.chance(0.5) else self.plain_function(), ";")
        self.add(Var(name, "fptr"))
        return [node]

    def call_table_of_functions(self, budget):
        tables = self.visible("ftab")
        if tables and self.chance(0.4):
            return [self.s(f"{self.pick(tables).name}[", self.r.randint(0, 2), "] = ", self.plain_function(), ";")]
        name = self.fresh("ft")
        node = self.s(f"double (*{name}[3])(double) = {{fb{self.n}, ", self.plain_lambda(), ", ", self.plain_function(), "};")
        self.add(Var(name, "ftab"))
        return [node]
