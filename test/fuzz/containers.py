# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Containers of the library, pairs, complex numbers, and algorithms.

Class Containers is a part of Generator. A vector has at least 8 and at most some 16 elements, so that the indices 0..7
are always there; pointers and references lead only into those that keep their size (`stable`).
"""

from tree import Block, Node, Var, text

FEATURES = {
    # of programs that have containers; name: chance
    "vector-growth": 0.7, "std-array": 0.6, "pair": 0.6, "complex": 0.6, "numeric-algorithms": 0.8, "algorithms": 0.8,
    "iterators": 0.7, "vector-of-vectors": 0.5, "vector-of-structs": 0.6, "vector-argument": 0.6, "vector-return": 0.5,
    "vector-member": 0.5, "structured-binding": 0.6, "vector-parameter": 0.4, "global-table": 0.4,
}

HELPERS = {
    "vector-argument": """static double total@(const std::vector<double> &v, double a) {
  double s = a;
  for (double e : v) s = 0.5 * s * e + 0.1 * e;
  return s;
}
static void scale@(std::vector<double> &v, double a) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] *= 0.7 + 0.1 * a * v[0];
}
static double consumed@(std::vector<double> v, int k) {
  v[k & 3] *= v.back();
  return v[k & 3] + v[1];
}
""",
    "vector-return": """static std::vector<double> built@(double a, int n) {
  std::vector<double> v;
  for (int i = 0; i < 8 + (n & 3); ++i) v.push_back(i == 0 ? a : 0.5 * v[i - 1] * a + 0.1 * i);
  return v;
}
""",
    "global-table": """static std::vector<double> known@ = {0.3, -0.7, 1.1, 0.4};
static double knownAt@(double a, int k) { return k < 2 ? a * known@[k & 3] : 0.5 * knownAt@(a, k - 2) + 0.1 * known@.back(); }
""",
    "pair": "static std::pair<double, double> both@(double a, double b) { return {a * b, std::sin(a) + b}; }\n",
}


class Containers:
    frozen = 0  # > 0: vectors keep their size, because a loop runs over one or a lambda may be called in such a loop

    def container_nodes(self):
        if not self.has("containers"):
            return []
        return [Node("f", [HELPERS[f].replace("@", str(self.n))]) for f in HELPERS if self.has(f)]

    # -- expressions

    def vectors(self, write=False, growing=False):
        return [v for v in self.visible("vec") if not (write and v.const) and not (growing and (v.stable or self.frozen))]

    def keeps_size(self, v):
        return v.kind == "vec" and (v.stable or self.frozen > 0)

    def ranges(self, write=False):
        """Vectors and std::arrays of double."""
        return [v for v in self.visible("vec", "sarr") if not (write and v.const)]

    def container_double(self, depth):
        ranges = self.ranges()
        k = self.r.random()
        if self.has("pair") and k < 0.1:
            self.use("pair")
            return Node("d", [f"both{self.n}(", self.double(depth - 1), ", ", self.double(depth - 1), self.pick([").first", ").second"])])
        if self.has("global-table") and k < 0.18:
            self.use("global-table")
            return Node("d", [f"knownAt{self.n}(", self.double(depth - 1), ", ", self.int(1), " & 7)"])
        if self.has("complex") and k < 0.3:
            return self.real_of_complex(depth)
        if not ranges:
            return None
        v = self.pick(ranges)
        n = self.name(v)
        if self.has("numeric-algorithms") and k < 0.6:
            self.use("numeric-algorithms")
            other = self.name(self.pick(ranges))
            lam = "[](double s, double e) { return 0.6 * s + e * e; }"
            return Node("d", self.pick([
                [f"std::accumulate({n}.begin(), {n}.end(), double(", self.double(depth - 1), "))"],
                [f"std::accumulate({n}.begin() + ", self.offset(), f", {n}.end(), double(", self.double(depth - 1), f"), {lam})"],
                [f"std::inner_product({n}.begin(), {n}.begin() + 8, {other}.begin(), double(", self.double(depth - 1), "))"],
                [f"std::inner_product({n}.cbegin(), {n}.cbegin() + 4, {other}.cbegin() + ", self.offset(), ", double(0.3))"]]))
        if self.has("algorithms") and k < 0.65:
            self.use("extreme-element")
            return Node("d", [f"*std::{self.pick(['max', 'min'])}_element({n}.begin(), {n}.end())"])
        if v.kind == "vec" and self.has("vector-argument") and k < 0.75:
            self.use("vector-argument")
            return Node("d", self.pick([[f"total{self.n}({n}, ", self.double(depth - 1), ")"], [f"consumed{self.n}({n}, ", self.int(1), ")"]]))
        if self.has("vector-return") and k < 0.8:
            self.use("vector-return")
            return Node("d", [f"built{self.n}(", self.double(depth - 1), ", ", self.int(1), ")[", self.index(), "]"])
        return Node("d", [self.element(v)])

    def offset(self):
        return Node("i", ["(", self.index(), ")"])

    def complex_value(self, depth):
        vars = self.visible("cplx")
        k = self.r.random()
        if depth <= 0 or k < 0.3:
            if vars and self.chance(0.7):
                return Node("x", [self.name(self.pick(vars))])
            return Node("x", ["std::complex<double>(", self.double(0), ", ", self.double(0), ")"])
        if k < 0.65:
            return Node("x", ["(", self.complex_value(depth - 1), self.pick([" + ", " - ", " * ", " * "]), self.complex_value(depth - 1), ")"])
        if k < 0.75:
            return Node("x", ["std::conj(", self.complex_value(depth - 1), ")"])
        if k < 0.85:
            return Node("x", ["(", "std::complex<double>(", self.double(0), ", 0.3)", " / (std::complex<double>(3.1, 0.2) + std::polar(double(0.5), double(", self.double(0), "))))"])
        return Node("x", ["std::exp(std::complex<double>(std::sin(", self.double(0), "), ", self.double(0), "))"])

    def real_of_complex(self, depth):
        self.use("complex")
        z = self.complex_value(1)
        form = self.pick(["std::real(", "std::imag(", "std::norm(", "abs"])
        if form == "abs":
            return Node("d", ["std::abs(std::complex<double>(2.0, 0.4) + 0.3 * std::polar(double(1.0), double(", self.double(0), ")))"])
        return Node("d", [form, z, ")"])

    def element(self, v):
        n = self.name(v)
        k = self.r.random()
        if k < 0.15 and self.has("iterators"):
            return Node("l", [f"*({n}.begin() + (", self.index(), "))"])
        if k < 0.25 and not self.has("value") and not self.tries:  # which refuse what might throw anything
            return Node("l", [n, ".at(", self.index(), ")"])
        if k < 0.35:
            return Node("l", [n, self.pick([".front()", ".back()"])])
        if k < 0.4:
            return Node("l", [n, ".data()[", self.index(), "]"])
        return Node("l", [n, "[", self.index(), "]"])

    def container_lvalue(self, write):
        options = [v for v in self.visible("vec", "sarr", "pair", "vvec", "vS") if not (write and v.const)]
        if not options:
            return None
        v = self.pick(options)
        if v.kind == "pair":
            return Node("l", [self.name(v), self.pick([".first", ".second"])])
        if v.kind == "vvec":
            return Node("l", [self.name(v), "[", self.index(), "][", self.index(), "]"])
        if v.kind == "vS":
            return Node("l", [self.name(v), "[", self.index(), "].", self.pick(["a", "b", "v[1]", "v[2]"])])
        return self.element(v)

    def container_pointer(self, const):
        """A pointer to 4 elements inside a vector that keeps its size, or None."""
        options = [v for v in self.visible("vec", "sarr") if v.stable and (const or not v.const)]
        if not options:
            return None, None
        v = self.pick(options)
        self.use("pointer-into-container")
        return Node("x", [f"{self.name(v)}.data()", " + (", self.index(), ")"]), v.const

    # -- statements

    # name of a method: the feature that it needs
    FORMS = {"vector": "containers", "array": "std-array", "pair": "pair", "complex": "complex", "grow": "vector-growth", "numeric": "numeric-algorithms",
             "algorithm": "algorithms", "sort": "algorithms", "loop": "iterators", "nested": "vector-of-vectors", "structs": "vector-of-structs",
             "assign": "containers", "bind": "structured-binding", "pass": "vector-argument"}

    def st_container(self, budget):
        forms = [f for f, feature in self.FORMS.items() if self.has(feature)]
        if not self.ranges():
            forms = [f for f in forms if f in ("vector", "array")]
        self.r.shuffle(forms)
        for form in forms[:5]:
            self.full()
            out = getattr(self, "container_" + form)(budget)
            if out:
                return out
        return None

    def declared(self, prefix, kind, stable=True):
        v = Var(self.fresh(prefix), kind)
        v.stable = stable
        return v

    def container_vector(self, budget):
        self.use("vector")
        stable = not self.has("vector-growth") or self.chance(0.4)
        v = self.declared("vec", "vec", stable)
        k = self.r.random()
        others = self.vectors()
        if k < 0.35:
            node = self.s(f"std::vector<double> {v.name}(8, ", self.double(1), ");")
        elif k < 0.6:
            node = self.s(f"std::vector<double> {v.name}{{", self.double(1), ", 0.3, ", self.double(1), ", -0.4, 0.8, 0.1, ", self.double(1), ", 0.6};")
        elif k < 0.7 and others:
            self.use("vector-copy")
            node = self.s(f"std::vector<double> {v.name} = {self.pick(others).name};")
        elif k < 0.8 and others:
            name = self.pick(others).name
            node = self.s(f"std::vector<double> {v.name}({name}.begin(), {name}.begin() + 8);")
        elif k < 0.9 and self.has("vector-return"):
            self.use("vector-return")
            before, behind = self.r.choice(((" = ", ""), ("{", "}"), ("(", ")")))
            node = self.s(f"std::vector<double> {v.name}{before}built{self.n}(", self.double(1), ", ", self.int(1), f"){behind};")
        else:
            i = self.fresh("i")
            node = self.s(f"std::vector<double> {v.name}; {v.name}.reserve(4); for (int {i} = 0; {i} < 8; ++{i}) {v.name}.push_back(0.1 * {i} + ", self.double(0), ");")
        self.add(v)
        return [node]

    def container_array(self, budget):
        self.use("std-array")
        v = self.declared("arr", "sarr")
        node = self.s(f"std::array<double, 8> {v.name} = {{", self.double(1), ", 0.2, ", self.double(1), ", 0.7};")
        self.add(v)
        return [node]

    def container_pair(self, budget):
        self.use("pair")
        v = self.declared("pr", "pair")
        node = self.s(f"std::pair<double, double> {v.name}", *self.pick([["(", self.double(1), ", ", self.double(1), ");"], [f" = both{self.n}(", self.double(1), ", 0.4);"]]))
        self.add(v)
        return [node]

    def container_complex(self, budget):
        self.use("complex")
        vars = [v for v in self.visible("cplx") if not v.const]
        if vars and self.chance(0.6):
            v = self.pick(vars)
            op = self.pick([" = ", " += ", " -= "])
            return [self.s(v.name, op, "0.5 * ", self.complex_value(2), ";")] if self.chance(0.7) else [self.s(v.name, " *= ", self.complex_value(1), " * 0.4;")]
        v = self.declared("zz", "cplx")
        node = self.s(f"std::complex<double> {v.name}(", self.double(1), ", ", self.double(1), ");")
        self.add(v)
        return [node]

    def container_grow(self, budget):
        options = self.vectors(write=True, growing=True)
        if not options:
            return None
        v = self.pick(options).name
        self.use("vector-growth")
        k = self.r.randint(0, 8)
        e = self.double(1)
        if k <= 1:
            return [self.s(f"if ({v}.size() < 12) {v}.push_back(", e, ");")]
        if k == 2:
            return [self.s(f"if ({v}.size() > 8) {v}.pop_back();")]
        if k == 3:
            return [self.s(f"{v}.resize(8 + ", Node("i", ["(", self.int(1), " & 3)"]), ");")]
        if k == 4:
            return [self.s(f"{v}.assign(9, ", e, ");")]
        if k == 5:
            return [self.s(f"if ({v}.size() < 12) {v}.insert({v}.begin() + ", self.offset(), ", ", e, ");")]
        if k == 6:
            return [self.s(f"if ({v}.size() > 8) {v}.erase({v}.begin() + ", self.offset(), ");")]
        if k == 7:
            i, first = self.fresh("i"), self.fresh("v")  # which may be an element
            return [self.s(f"{{ const double {first} = ", e, f"; {v}.clear(); for (int {i} = 0; {i} < 9; ++{i}) {v}.push_back(0.2 * {i} + {first}); }}")]
        return [self.s(f"{v}.resize(10, ", e, ");")]

    def container_assign(self, budget):
        options = [v for v in self.visible("vec", "sarr", "pair", "vvec") if not v.const and not self.keeps_size(v)]
        if not options:
            return None
        v = self.pick(options)
        others = [o for o in self.visible(v.kind) if o is not v]
        if not others:
            return None
        o = self.pick(others)
        k = self.r.random()
        if k < 0.3 and not o.const and not self.keeps_size(o):
            self.use("container-swap")
            return [self.s(self.pick([f"std::swap({v.name}, {o.name});", f"{v.name}.swap({o.name});"]) if v.kind != "vvec" else f"{v.name}.swap({o.name});")]
        self.use("container-assignment")
        return [self.s(f"{v.name} = {o.name};")]

    def container_numeric(self, budget):
        """Algorithms that write, from one range to another."""
        to = self.ranges(write=True)
        if not to:
            return None
        a, b = self.pick(to), self.pick(self.ranges())
        self.use("numeric-algorithms")
        k = self.r.randint(0, 6)
        n, m = a.name, b.name
        if k == 0 and a is not b:
            return [self.s(f"std::partial_sum({m}.begin(), {m}.begin() + 8, {n}.begin());")]
        if k == 1 and a is not b:
            return [self.s(f"std::adjacent_difference({m}.begin(), {m}.begin() + 8, {n}.begin());")]
        if k == 2:
            return [self.s(f"std::iota({n}.begin(), {n}.begin() + ", str(self.r.randint(1, 4)), ", double(", self.double(1), "));")]
        body = self.element_lambda("double e")
        if k <= 4:
            return [self.s(f"std::transform({m}.begin(), {m}.begin() + 8, {n}.begin(), ", body, ");")]
        body = self.element_lambda("double e, double g", "g")
        c = self.pick(self.ranges()).name
        return [self.s(f"std::transform({m}.begin(), {m}.begin() + 4, {c}.begin() + 4, {n}.begin(), ", body, ");")]

    def element_lambda(self, parameters, second="0.4"):
        """A lambda for each element, which reads what is around."""
        outer, side = self.scopes, self.side
        self.scopes, self.side = [[v for v in scope if v.kind in ("d", "i", "S", "one")] for scope in outer], False
        e = self.double(1)
        self.scopes, self.side = outer, side
        for scope in outer:
            for v in scope:
                if v.name in text(e):
                    v.private = False
        return Node("x", [f"[&]({parameters}) {{ return std::sin(e) * 0.6 + {second} * e + 0.2 * ", e, "; }"])

    def container_algorithm(self, budget):
        options = self.ranges(write=True)
        if not options:
            return None
        v, o = self.pick(options), self.pick(self.ranges())
        n, m = v.name, o.name
        self.use("algorithms")
        k = self.r.randint(0, 8)
        if k == 0:
            return [self.s(f"std::fill({n}.begin() + ", self.offset(), f", {n}.end(), ", self.double(1), ");")]
        if k == 1 and v is not o:
            return [self.s(f"std::copy({m}.begin(), {m}.begin() + 4, {n}.begin() + ", self.offset(), ");")]
        if k == 2:
            return [self.s(f"std::reverse({n}.begin(), {n}.begin() + {self.r.randint(3, 8)});")]
        if k == 3:
            return [self.s(f"std::rotate({n}.begin(), {n}.begin() + {self.r.randint(1, 3)}, {n}.begin() + {self.r.randint(4, 8)});")]
        if k == 4:
            return [self.s(f"std::swap({n}[", self.index_simple(), f"], {n}[", self.index_simple(), "]);")]
        if k == 5:
            return [self.s(f"std::for_each({n}.begin(), {n}.end(), [&](double &e) {{ e = 0.6 * e * e + ", self.captured_value(), "; });")]
        if k == 6 and v is not o:
            return [self.s(f"std::swap_ranges({n}.begin(), {n}.begin() + 3, {n}.begin() + 4);")]
        target = [t for t in self.visible("d") if not t.const]
        if not target:
            return None
        t = self.pick(target)
        t.private = False
        self.use("lambda-with-effects")
        return [self.s(f"std::for_each({m}.begin(), {m}.begin() + 8, [&](double e) {{ {t.name} = 0.5 * {t.name} * e + ", self.captured_value(), "; });")]

    def captured_value(self):
        return self.element_lambda("double e").parts[1]

    def container_sort(self, budget):
        """Where elements might be equal, their order is the library's own: they are made distinct before."""
        options = self.ranges(write=True)
        if not options:
            return None
        n, i = self.pick(options).name, self.fresh("i")
        self.use("sort")
        by = self.pick(["", ", [](double a, double b) { return a > b; }"])
        return [Node("s", [Block([Node("s", [f"for (int {i} = 0; {i} < 8; ++{i}) {n}[{i}] = 0.4 * std::sin({n}[{i}]) + {i} * 5 % 8;"], pinned=True),
                                  Node("s", [f"std::sort({n}.begin(), {n}.begin() + 8{by});"], pinned=True)])])]

    def container_loop(self, budget):
        options = self.ranges()
        if not options or self.loop >= 2:
            return None
        v = self.pick(options)
        n, e = v.name, self.fresh("e")
        self.use("iterators")
        k = self.r.randint(0, 4)
        self.push()
        self.frozen += 1
        saved = self.enter_loop()
        it = self.fresh("it")
        if k <= 1:
            by = not v.const and self.chance(0.6)
            self.add(Var(e, "d", private=not by))
            header, first = f"for ({'double &' if by else self.pick(['double ', 'const double &', 'auto '])}{e} : {n}) ", None
            if not by:
                self.scopes[-1][-1].const = "const" in header
        elif k == 2:
            self.add(Var(e, "d", const=v.const))
            header, first = f"for (auto {it} = {n}.begin(); {it} != {n}.end(); ++{it}) ", f"{'const ' if v.const else ''}double &{e} = *{it};"
        elif k == 3:
            self.add(Var(e, "d", const=True))
            header, first = f"for (auto {it} = {n}.rbegin(); {it} != {n}.rend(); ++{it}) ", f"const double &{e} = *{it};"
        else:
            self.add(Var(e, "d", const=v.const))
            header, first = f"for (std::size_t {it} = 0; {it} < {n}.size(); ++{it}) ", f"{'const ' if v.const else ''}double &{e} = {n}[{it}];"
        body = self.block(max(1, min(budget, 2)))
        if first:
            body.statements.insert(0, Node("s", [first], pinned=True))
        self.leave_loop(saved)
        self.frozen -= 1
        self.pop()
        return [self.s(header, body)]

    def container_nested(self, budget):
        self.use("vector-of-vectors")
        v = self.declared("vv", "vvec")
        node = self.s(f"std::vector<std::vector<double>> {v.name}(4, std::vector<double>(4, ", self.double(1), f")); {v.name}[1][2] = ", self.double(1), ";")
        self.add(v)
        if self.chance(0.5):
            return [node, self.s(f"{v.name}[2].push_back(", self.double(1), f"); {v.name}[2].erase({v.name}[2].begin());")]
        return [node]

    def container_structs(self, budget):
        if not self.has("struct"):
            return None
        self.use("vector-of-structs")
        v = self.declared("vs", "vS")
        node = self.s(f"std::vector<S> {v.name}(4, S{{", self.double(1), ", 0.3, 1, {", self.double(1), "}});")
        self.add(v)
        return [node, self.s(f"{v.name}.push_back(S{{", self.double(0), f", 0.2, 2, {{0.1}}}}); {v.name}[2].a *= {v.name}.back().a;")]

    def container_bind(self, budget):
        if not self.has("pair"):
            return None
        self.use("structured-binding")
        a, b = self.fresh("v"), self.fresh("v")
        pairs = [v for v in self.visible("pair") if not v.const]
        if pairs and self.chance(0.5):
            node = self.s(f"auto &[{a}, {b}] = {self.pick(pairs).name};")
        else:
            node = self.s(f"auto [{a}, {b}] = both{self.n}(", self.double(1), ", ", self.double(1), ");")
        # Lambdas cannot capture them, and nothing refers to them.
        for name in (a, b):
            self.add(Var(name, "d" if not self.has("lambdas") and not self.has("algorithms") else "bound"))
        if self.has("lambdas") or self.has("algorithms"):
            lv = self.lvalue(write=True)
            if lv:
                return [node, self.s(lv, f" += 0.3 * {a} * {b};")]
        return [node]

    def container_pass(self, budget):
        options = [v for v in self.vectors(write=True)]
        if not options:
            return None
        self.use("vector-argument")
        return [self.s(f"scale{self.n}({self.pick(options).name}, ", self.double(1), ");")]
