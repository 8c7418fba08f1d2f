# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Objects that are known by their base: vectors of unique and shared pointers, a pointer whose class is chosen.

Class Bases is a part of Generator. Each program has one hierarchy, with random bodies; no pointer is ever null.
"""

from tree import Block, Node, Var

FEATURES = {
    # of programs that have them; name: chance
    "unique-bases": 0.8, "shared-bases": 0.6, "base-pointer": 0.7, "base-argument": 0.6, "base-cast": 0.4,
}

HELPERS = """struct Shape@ {
  double scale;
  explicit Shape@(double s) : scale(s) {}
  virtual ~Shape@() = default;
  virtual double area(double a) const = 0;
  virtual void grow(double s) { scale = GROWN; }
  double weighted(double w) const { return w * area(0.5 * w) + scale; }
};
struct Disc@ : Shape@ {
  double r;
  Disc@(double s, double radius) : Shape@(s), r(radius) {}
  double area(double a) const override { return DISC; }
};
struct Slab@ : Shape@ {
  double w, h[2];
  Slab@(double a, double b) : Shape@(0.5 * a * b), w(a), h{b, 0.4 * a} {}
  double area(double a) const override { return SLAB; }
  void grow(double s) override {
    Shape@::grow(0.8 * s);
    w = 0.7 * w + 0.3 * s * h[0];
    h[1] *= 0.6 * s;
  }
};
struct Cube@ : Slab@ {
  explicit Cube@(double a) : Slab@(a, 0.7 * a) {}
  double area(double a) const override { return 0.6 * Slab@::area(0.5 * a) + CUBE; }
};
static std::unique_ptr<Shape@> shaped@(double a, double b, int k) {
  if ((k & 3) == 0) return std::make_unique<Disc@>(a, b);
  if ((k & 3) == 1) return std::make_unique<Slab@>(a, b);
  return std::make_unique<Cube@>(a);
}
static double grown@(Shape@ &s, double w) {
  s.grow(w);
  return 0.5 * s.weighted(w) + s.area(0.4);
}
static double areas@(const std::vector<std::unique_ptr<Shape@>> &v, double a) {
  for (const auto &s : v) a = 0.5 * a + 0.3 * s->area(a);
  return a;
}
"""
BODIES = {"GROWN": ["0.7 * scale * s", "0.5 * scale + 0.3 * s", "std::sin(scale) * s"], "DISC": ["0.6 * r * r * scale * a", "scale * std::sin(r * a)", "r * a + scale"],
          "SLAB": ["0.6 * w * h[0] * scale + a * h[1]", "w * std::cos(a) * scale + h[1]", "(a > 0.3 ? w * a : h[0]) * scale"], "CUBE": ["0.2 * w * a", "std::tanh(w) * scale", "0.3 * h[1]"]}


class Bases:
    def base_nodes(self):
        if not self.has("bases"):
            return []
        helpers = HELPERS.replace("@", str(self.n))
        for name, bodies in BODIES.items():
            helpers = helpers.replace(name, self.pick(bodies))
        return [Node("f", [helpers])]

    def base_element(self, v):
        """An object, as text to be followed by a member."""
        n = self.name(v)
        if v.kind == "bptr":
            return Node("x", [n, "->"])
        if v.kind == "bref":
            return Node("x", [n, "."])
        return Node("x", [n, "[", self.index(), "]->"])

    def base_objects(self):
        return self.visible("ubase", "sbase", "bptr", "bref")

    def base_lvalue(self, write):
        options = self.base_objects()
        return Node("l", [self.base_element(self.pick(options)), "scale"]) if options else None

    def base_double(self, depth):
        options = self.base_objects()
        if not options:
            return None
        v, e = self.pick(options), self.double(depth - 1)
        if v.kind == "ubase" and self.has("base-argument") and self.chance(0.3):
            self.use("base-argument")
            return Node("d", [f"areas{self.n}({self.name(v)}, ", e, ")"])
        return Node("d", [self.base_element(v), self.pick(["area(", "weighted("]), e, ")"])

    def made_shape(self, owner):
        """An expression for a new object. owner: unique or shared."""
        n = self.n
        a, b = self.double(1), self.double(1)
        return Node("x", self.pick([[f"std::make_{owner}<Disc{n}>(", a, ", ", b, ")"], [f"std::make_{owner}<Slab{n}>(", a, ", ", b, ")"],
                                    [f"std::make_{owner}<Cube{n}>(", a, ")"], [f"shaped{n}(", a, ", ", b, ", ", self.int(1), ")"]]))

    def st_base(self, budget):
        options = [f for f in ("unique-bases", "shared-bases", "base-pointer", "base-cast") if self.has(f)]
        forms = [f for f in options] + (["change", "change", "loop"] if self.base_objects() else [])
        if not forms:
            return None
        form = self.pick(forms)
        if form in FEATURES:
            self.use(form)
        return getattr(self, "base_" + form.replace("-", "_"))(budget)

    def base_unique_bases(self, budget):
        name = self.fresh("ub")
        typ = f"std::vector<std::unique_ptr<Shape{self.n}>>"
        nodes = [Node("s", [f"{typ} {name};"], pinned=True)]
        nodes += [Node("s", [f"{name}.push_back(", self.made_shape("unique"), ");"], pinned=True) for _ in range(4)]
        self.full()
        self.add(Var(name, "ubase"))
        return nodes

    def base_shared_bases(self, budget):
        """An object may be there twice."""
        a, b, name = self.fresh("sa"), self.fresh("sa"), self.fresh("sb")
        shared = f"std::shared_ptr<Shape{self.n}>"
        nodes = [Node("s", [f"{shared} {a} = ", self.made_shape("shared"), ";"], pinned=True), Node("s", [f"{shared} {b} = ", self.made_shape("shared"), ";"], pinned=True),
                 Node("s", [f"std::vector<{shared}> {name}{{{a}, {b}, {self.pick([a, b])}, {self.pick([a, b])}}};"], pinned=True)]
        self.full()
        self.add(Var(name, "sbase"))
        for other in (a, b):
            self.add(Var(other, "bptr")).shared = True
        return nodes

    def base_base_pointer(self, budget):
        name = self.fresh("bp")
        owners = [v for v in self.visible("ubase", "sbase")]
        if owners and self.chance(0.4):
            v = self.pick(owners)
            reference = self.chance(0.5)
            at = self.index()
            node = self.s(f"Shape{self.n} &{name} = *{v.name}[", at, "];") if reference else self.s(f"Shape{self.n} *{name} = {v.name}[", at, "].get();")
            block = self.borrowed(name, "bref" if reference else "bptr", budget)
            block.statements.insert(0, node)
            return [Node("s", [block])]
        node = self.s(f"std::unique_ptr<Shape{self.n}> {name} = ", self.made_shape("unique"), ";")
        self.add(Var(name, "bptr")).shared = False
        return [node]

    def borrowed(self, name, kind, budget):
        """A block in which a reference leads to an object, and no vector changes what it owns."""
        self.push()
        self.add(Var(name, kind)).shared = None
        self.frozen += 1
        block = self.block(max(1, budget))
        self.frozen -= 1
        self.pop()
        return block

    def base_change(self, budget):
        v = self.pick(self.base_objects())
        n, e, target = v.name, self.double(1), self.target()
        forms = [[self.base_element(v), "grow(", e, ");"]] * 2
        if target and self.has("base-argument"):
            place = f"{n}" if v.kind == "bref" else f"*{n}" if v.kind == "bptr" else f"*{n}[{self.r.randint(0, 3)}]"
            forms.append([f"{target.name} = 0.6 * grown{self.n}({place}, ", self.tame(self.double(1)), ");"])
        if not self.frozen:
            if v.kind == "ubase":
                forms += [[f"{n}[", self.index(), "] = ", self.made_shape("unique"), ";"], [f"std::swap({n}[0], {n}[2]);"], self.moved_away(n)]
            if v.kind == "sbase":
                forms += [[f"{n}[", self.index(), f"] = {n}[{self.r.randint(0, 3)}];"], [f"{n}[", self.index(), "] = ", self.made_shape("shared"), ";"]]
            if v.kind == "bptr" and v.shared is not None:
                forms.append(["if (", self.bool(1), f") {n} = ", self.made_shape("shared" if v.shared else "unique"), ";"])
        return [self.s(*self.pick(forms))]

    def moved_away(self, n):
        """A place is empty for a while, and nothing reads it then."""
        made = self.fresh("ma")
        return [f"{{ std::unique_ptr<Shape{self.n}> {made} = ", self.made_shape("unique"),
                f"; {n}.push_back(std::move({n}[1])); {n}[1] = std::move({made}); {n}.pop_back(); }}"]

    def base_loop(self, budget):
        options = self.visible("ubase", "sbase")
        if not options or self.loop >= 2:
            return None
        v, e = self.pick(options), self.fresh("be")
        self.push()
        self.add(Var(e, "bptr")).shared = None
        self.frozen += 1
        saved = self.enter_loop()
        body = self.block(max(1, min(budget, 2)))
        self.leave_loop(saved)
        self.frozen -= 1
        self.pop()
        return [self.s(f"for ({self.pick(['auto &', 'const auto &'])}{e} : {v.name}) ", body)]

    def base_base_cast(self, budget):
        options = self.base_objects()
        if not options:
            return None
        v, d = self.pick(options), self.fresh("dc")
        n = v.name
        pointer = f"&{n}" if v.kind == "bref" else n if v.kind == "bptr" and v.shared is None else f"{n}.get()" if v.kind == "bptr" else f"{n}[{self.r.randint(0, 3)}].get()"
        member, cls = self.pick([("r", "Disc"), ("w", "Slab"), ("h[1]", "Slab"), ("w", "Cube")])
        if v.kind == "bptr" and v.shared is None:
            pointer = f"&*{n}"
        return [self.s(f"if (auto *{d} = dynamic_cast<{cls}{self.n} *>({pointer})) {d}->{member} = 0.7 * {d}->{member} * ", self.tame(self.double(1)), ";")]
