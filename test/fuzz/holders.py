# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds one thing or several: tuples, optionals, variants, unique and shared pointers.

Class Holders is a part of Generator. Pointers are never null between statements; what an optional or a variant holds is
asked for where it is read.
"""

from tree import Block, Node, Var

FEATURES = {
    # of programs that have holders; name: chance
    "tuple": 0.7, "optional": 0.7, "unique-ptr": 0.7, "unique-array": 0.6, "shared-ptr": 0.6, "variant": 0.5,
}

HELPERS = {
    "tuple": """static std::tuple<double, double, int> three@(double a, double b, int k) { return {a * b, std::sin(a) + b, k & 3}; }
static double folded@(const std::tuple<double, double, int> &t, double a) {
  return std::get<0>(t) * a + std::get<1>(t) * (0.1 * std::get<2>(t));
}
static void turn@(std::tuple<double, double, int> &t, double a) {
  std::get<1>(t) *= 0.7 * a;
  std::swap(std::get<0>(t), std::get<1>(t));
}
""",
    "optional": """static std::optional<double> perhaps@(double a, int k) {
  if ((k & 1) != 0) return std::nullopt;
  return a * std::sin(a);
}
static void advance@(std::optional<double> &o, double a) {
  if (o) *o = 0.6 * *o * a;
  else o = a;
}
""",
    "unique-ptr": """static std::unique_ptr<S> owned@(double a, int k) { return std::make_unique<S>(S{a, 0.3, k & 3, {a * a, 0.2}}); }
static double drained@(std::unique_ptr<S> p, double a) {
  p->a *= a;
  return p->a + p->v[0];
}
""",
    "unique-array": """static std::unique_ptr<double[]> buffer@(double a, int n) {
  auto p = std::make_unique<double[]>(8);
  for (int i = 0; i < 6 + (n & 1); ++i) p[i] = i == 0 ? a : 0.5 * p[i - 1] * a + 0.1 * i;
  return p;
}
""",
    "shared-ptr": """static double seen@(std::shared_ptr<S> p, double a) {
  p->b = 0.5 * p->b * a;
  return p->b + p->v[1];
}
""",
    "variant": """struct Weigh@ {
  double by;
  double operator()(double a) const { return a * by; }
  double operator()(const S &s) const { return s.a * s.v[1] + by; }
};
""",
}
TUPLE = "std::tuple<double, double, int>"
NEEDS_STRUCT = ("unique-ptr", "shared-ptr", "variant")


class Holders:
    def holder_features(self):
        if not self.has("holders"):
            return []
        return [f for f in HELPERS if self.has(f) and (self.has("struct") or f not in NEEDS_STRUCT)]

    def holder_nodes(self):
        return [Node("f", [HELPERS[f].replace("@", str(self.n))]) for f in self.holder_features()]

    # -- expressions

    def holder_double(self, depth):
        options = self.visible("tup", "opt", "uniq", "uarr", "shar", "vari")
        if not options:
            return None
        v, e = self.pick(options), lambda: self.double(depth - 1)
        n, number = self.name(v), self.n
        if v.kind == "tup":
            return Node("d", self.pick([[f"std::get<{self.r.randint(0, 1)}>({n})"], [f"folded{number}({n}, ", e(), ")"],
                                        [f"std::apply([](double a, double b, int k) {{ return a * b + 0.1 * k; }}, {n})"]]))
        if v.kind == "opt":
            return Node("d", self.pick([[f"{n}.value_or(", e(), ")"], [f"({n} ? *{n} : ", e(), ")"], [f"({n}.has_value() ? *{n} * *{n} : 0.4)"],
                                        [f"perhaps{number}(", e(), ", ", self.int(1), ").value_or(0.3)"]]))
        if v.kind == "vari":
            return Node("d", self.pick([[f"std::visit(Weigh{number}{{", e(), f"}}, {n})"],
                                        [f"(std::holds_alternative<double>({n}) ? *std::get_if<double>(&{n}) : ", e(), ")"]]))
        return Node("d", [self.held(v)])

    def held(self, v):
        """A double lvalue in what a pointer owns."""
        n = self.name(v)
        if v.kind == "uarr":
            return Node("l", [n, self.pick(["[", ".get()["]), self.index(), "]"])
        return Node("l", self.pick([[n, "->", self.pick(["a", "b"])], ["(*", n, ").", self.pick(["a", "b"])], [n, "->v[", self.index(), "]"]]))

    def holder_lvalue(self, write):
        options = self.visible("tup", "uniq", "uarr", "shar")
        if not options:
            return None
        v = self.pick(options)
        return Node("l", [f"std::get<{self.r.randint(0, 1)}>({self.name(v)})"]) if v.kind == "tup" else self.held(v)

    # -- statements

    def st_holder(self, budget):
        forms = self.holder_features()
        if not forms:
            return None
        self.use(feature := self.pick(forms))
        return getattr(self, "hold_" + feature.replace("-", "_"))()

    def variable(self, prefix, kind):
        return Var(self.fresh(prefix), kind)

    def object_of_s(self):
        return Node("x", ["S{", self.double(1), ", 0.3, 1, {", self.double(1), ", 0.6}}"])

    def one_of(self, kind):
        """A variable to change, or None where a new one is wanted."""
        options = self.visible(kind)
        return self.pick(options) if options and self.chance(0.65) else None

    def hold_tuple(self):
        n, v = self.n, self.one_of("tup")
        if not v:
            v = self.variable("tu", "tup")
            node = self.s(*self.pick([[f"{TUPLE} {v.name}(", self.double(1), ", ", self.double(1), ", ", self.int(0), ");"],
                                      [f"auto {v.name} = three{n}(", self.double(1), ", ", self.double(1), ", ", self.int(1), ");"],
                                      [f"auto {v.name} = std::make_tuple(double(", self.double(1), "), double(", self.double(1), "), 2);"]]))
            self.add(v)
            return [node]
        k = self.r.randint(0, 4)
        others = [o for o in self.visible("tup") if o is not v]
        if k == 0 and others:
            return [self.s(f"{v.name} = {self.pick(others).name};")]
        if k == 1 and others:
            return [self.s(f"std::swap({v.name}, {self.pick(others).name});")]
        if k == 2:
            return [self.s(f"turn{n}({v.name}, ", self.double(1), ");")]
        if k == 3:
            lv = self.lvalue(write=True)
            names = [self.fresh("v") for _ in range(3)]
            return lv and [self.s("{ ", f"const auto [{', '.join(names)}] = {v.name}; ", lv, f" += 0.3 * {names[0]} * {names[1]} + 0.1 * {names[2]}; }}")]
        scalars = [o for o in self.visible("d") if not o.const]
        ints = [o for o in self.visible("i") if not o.const and getattr(o, "typ", "int") == "int"]
        if len(scalars) < 2 or not ints:
            return None
        a, b = self.r.sample(scalars, 2)
        return [self.s(f"std::tie({a.name}, {b.name}, {self.pick(ints).name}) = three{n}(0.7, 0.4, 1);" if self.chance(0.2) else f"std::tie({a.name}, {b.name}, {self.pick(ints).name}) = {v.name};")]

    def hold_optional(self):
        n, v = self.n, self.one_of("opt")
        if not v:
            v = self.variable("op", "opt")
            node = self.s(*self.pick([[f"std::optional<double> {v.name};"], [f"std::optional<double> {v.name} = ", self.double(1), ";"],
                                      [f"auto {v.name} = perhaps{n}(", self.double(1), ", ", self.int(1), ");"],
                                      [f"auto {v.name} = std::make_optional(double(", self.double(1), "));"]]))
            self.add(v)
            return [node]
        others = [o for o in self.visible("opt") if o is not v]
        return [self.s(*self.pick([[f"{v.name} = ", self.double(1), ";"], [f"{v.name}.reset();"], [f"{v.name} = std::nullopt;"],
                                   [f"{v.name}.emplace(", self.double(1), ");"], [f"advance{n}({v.name}, ", self.double(1), ");"],
                                   [f"if ({v.name}) *{v.name} *= ", self.double(1), ";"],
                                   [f"{v.name} = {self.pick(others).name};" if others else f"{v.name} = perhaps{n}(0.6, 2);"],
                                   [f"{v.name} = perhaps{n}(", self.double(1), ", ", self.int(1), ");"]]))]

    def hold_unique_ptr(self):
        n, v = self.n, self.one_of("uniq")
        if not v:
            v = self.variable("up", "uniq")
            node = self.s(*self.pick([[f"auto {v.name} = std::make_unique<S>(", self.object_of_s(), ");"],
                                      [f"std::unique_ptr<S> {v.name}(new ", self.object_of_s(), ");"],
                                      [f"std::unique_ptr<S> {v.name} = owned{n}(", self.double(1), ", ", self.int(1), ");"]]))
            self.add(v)
            return [node]
        others = [o for o in self.visible("uniq") if o is not v]
        lv = self.lvalue(write=True)
        fresh = self.fresh("up")
        forms = [[f"{v.name} = std::make_unique<S>(", self.object_of_s(), ");"], [f"{v.name}.reset(new ", self.object_of_s(), ");"],
                 [f"{v.name} = owned{n}(", self.double(1), ", ", self.int(1), ");"],
                 [f"{{ auto {fresh} = std::move({v.name}); {fresh}->a *= 0.6; {v.name} = std::move({fresh}); }}"]]
        if others:
            forms += [[f"{v.name}.swap({self.pick(others).name});"], [f"*{v.name} = *{self.pick(others).name};"]]
        if lv:
            moved = self.fresh("v")
            forms.append([f"{{ double {moved} = drained{n}(std::move({v.name}), 0.7); {v.name} = owned{n}({moved}, 2); }}"])
        return [self.s(*self.pick(forms))]

    def hold_unique_array(self):
        v = self.variable("ua", "uarr")
        node = self.s(*self.pick([[f"auto {v.name} = buffer{self.n}(", self.double(1), ", ", self.int(1), ");"],
                                  [f"std::unique_ptr<double[]> {v.name}(new double[8]()); {v.name}[1] = ", self.double(1), f"; {v.name}[2] = ", self.double(1), ";"]]))
        self.add(v)
        return [node]

    def hold_shared_ptr(self):
        n, v = self.n, self.one_of("shar")
        others = [o for o in self.visible("shar") if o is not v]
        if not v:
            v = self.variable("sp", "shar")
            node = self.s(*self.pick([[f"auto {v.name} = std::make_shared<S>(", self.object_of_s(), ");"],
                                      [f"auto {v.name} = {self.pick(others).name};" if others else f"std::shared_ptr<S> {v.name}(new S{{0.4, 0.3, 1, {{0.2}}}});"]]))
            self.add(v)
            return [node]
        lv = self.lvalue(write=True)
        forms = [[f"{v.name} = std::make_shared<S>(", self.object_of_s(), ");"]]
        if others:
            forms += [[f"{v.name} = {self.pick(others).name};"], [f"{v.name}.swap({self.pick(others).name});"]]
        if lv and not self.names_something_shared(lv):
            forms += [[lv, f" = seen{n}({v.name}, ", self.literal(), ");"]] * 2
        return [self.s(*self.pick(forms))]

    def names_something_shared(self, place):
        return "sp" in str(place)

    def hold_variant(self):
        v = self.one_of("vari")
        if not v:
            v = self.variable("va", "vari")
            node = self.s(f"std::variant<double, S> {v.name} = ", *self.pick([["double(", self.double(1), ");"], [self.object_of_s(), ";"]]))
            self.add(v)
            return [node]
        others = [o for o in self.visible("vari") if o is not v]
        held = self.fresh("p")
        return [self.s(*self.pick([[f"{v.name} = double(", self.double(1), ");"], [f"{v.name} = ", self.object_of_s(), ";"],
                                   [f"if (S *{held} = std::get_if<S>(&{v.name})) {held}->a *= ", self.double(1), ";"],
                                   [f"if (double *{held} = std::get_if<double>(&{v.name})) *{held} += 0.4 * *{held};"],
                                   [f"{v.name} = {self.pick(others).name};" if others else f"{v.name}.emplace<double>(0.3);"]]))]
