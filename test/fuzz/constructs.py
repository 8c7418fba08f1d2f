# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constructs that need a helper of their own: each is a piece of source for the unit, and how statements use it.

Class Constructs is a part of Generator. In a helper's text @ stands for the number of the unit.
"""

from tree import Block, Node, Var

HELPERS = {
    # feature: source
    "function-pointer": """static double sq@(double a) { return a * std::sin(a); }
static double cu@(double a) { return 0.3 * a * a * a; }
static double apply@(double (*f)(double), double a) { double s = f(a); s = f(0.5 * s) * a; return s; }
""",
    "template": """template <class R> static R lerp@(R a, R b, int k) {
  R r = a;
  for (int i = 0; i < (k & 3); ++i) r = 0.5 * r * b + a;
  return r;
}
template <class R> static void rotate@(R &a, R &b, R &c) { R t = a; a = b; b = c; c = t; }
""",
    "default-arguments": "static double dflt@(double a, double b = 0.7, int k = 2) { return a * b + 0.1 * k * a * a; }\n",
    "balanced-globals": """static int depth@ = 0;
static double level@ = 0.5;
static double nested@(double a, int k) {
  ++depth@;
  level@ += 0.25;
  double r = a * (1 + depth@) * level@;
  if ((k & 1) != 0) r += 0.1 * depth@ * a * a;
  level@ -= 0.25;
  --depth@;
  return r;
}
""",
    "hand-written": """static double hw@(double a, double b) { return a * std::sin(b); }
#pragma adjoint derivative_of(hw@)
static void hw@_b(double a, double &a_b, double b, double &b_b, double seed) { a_b += std::sin(b) * seed; b_b += a * std::cos(b) * seed; }
#pragma adjoint tangent_of(hw@)
static double hw@_d(double a, double a_d, double b, double b_d, double &r_d) {
  r_d = a_d * std::sin(b) + a * std::cos(b) * b_d;
  return a * std::sin(b);
}
static double hwp@(double *p, double a) { p[0] = 0.5 * p[0] * a + p[1]; return p[0] * p[1]; }
#pragma adjoint derivative_of(hwp@)
static void hwp@_b(double *p, double *p_b, double a, double &a_b, double seed) {
  const double q = 0.5 * p[0] * a + p[1];
  p_b[0] += p[1] * seed;
  p_b[1] += q * seed;
  const double s = p_b[0];
  p_b[0] = 0.5 * a * s;
  p_b[1] += s;
  a_b += 0.5 * p[0] * s;
}
#pragma adjoint tangent_of(hwp@)
static double hwp@_d(double *p, double *p_d, double a, double a_d, double &r_d) {
  p_d[0] = 0.5 * (p_d[0] * a + p[0] * a_d) + p_d[1];
  p[0] = 0.5 * p[0] * a + p[1];
  r_d = p_d[0] * p[1] + p[0] * p_d[1];
  return p[0] * p[1];
}
""",
    "passive": "#pragma adjoint passive\nstatic double pas@(double a) { return std::floor(3.0 * a) * 0.2; }\n",
    "two-level": """static T mk@(double *a, double w, int k) { T t = {{w, 0.5, 1, {a[1], 0.2}}, a + (k & 3), nullptr, w}; t.w *= a[0]; return t; }
static void retarget@(T &t, double *a, int k) { t.s.a += *t.p; t.p = a + (k & 3); t.w *= a[0]; }
static void exchange@(T *t, double *&p) { double *h = t->p; t->p = p; p = h; t->w += 0.3 * *p; }
static double *&which@(T &t, double *&p, int k) { if ((k & 1) != 0) return t.p; return p; }
""",
    "enumeration": "enum class Kind@ { first, second = 4, third };\nenum Plain@ { one@ = 1, two@, seven@ = 7 };\n",
}


class Constructs:
    def helpers(self):
        """The source of the helpers that the unit may use."""
        return [Node("f", [HELPERS[f].replace("@", str(self.n))]) for f in HELPERS if self.has(f)]

    # -- expressions

    def helper_call(self, depth):
        """A double from one of the helpers, or None."""
        options = [f for f in ("function-pointer", "template", "default-arguments", "balanced-globals", "hand-written", "passive", "floats") if self.has(f)]
        if not options or self.in_callee_of_helpers:
            return None
        feature = self.pick(options)
        n, e = self.n, lambda: self.double(depth - 1)
        self.use(feature)
        if feature == "function-pointer":
            pointers = [v.name for v in self.visible("fp")]
            if pointers and self.chance(0.6):
                return Node("d", [self.pick(pointers), "(", e(), ")"])
            return Node("d", [f"apply{n}({self.pick(['sq', 'cu'])}{n}, ", e(), ")"])
        if feature == "template":
            return Node("d", [f"lerp{n}<double>(", e(), ", ", e(), ", ", self.int(1), ")"])
        if feature == "balanced-globals":
            return Node("d", [f"nested{n}(", e(), ", ", self.int(1), ")"])
        if feature == "default-arguments":
            more = self.r.randint(0, 2)
            return Node("d", [f"dflt{n}(", e(), *([", ", e()] if more else []), *([", ", self.int(1), " & 3"] if more > 1 else []), ")"])
        if feature == "hand-written":
            return Node("d", [f"hw{n}(", e(), ", ", e(), ")"])
        if feature == "passive":
            return Node("d", [f"pas{n}(std::sin(", e(), "))"])
        reals = [v.name for v in self.visible("real")]
        return Node("d", [f"(double)({self.pick(reals)})"]) if reals else None

    # -- statements

    def st_helper(self, budget):
        options = [f for f in ("function-pointer", "template", "hand-written", "two-level", "enumeration", "floats", "heap-list", "growing",
                               "bounds", "nested-arrays", "begun-members") if self.has(f)]
        if not options:
            return None
        feature = self.pick(options)
        out = getattr(self, "use_" + feature.replace("-", "_"))(budget)
        if out:
            self.use(feature)
        return out

    def use_function_pointer(self, budget):
        name = self.fresh("fp")
        target = self.pick(["sq", "cu"]) + str(self.n)
        self.add(Var(name, "fp", const=True))
        return [self.s(f"double (*{name})(double) = {self.pick(['', '&'])}{target};")]

    def use_template(self, budget):
        places = [self.lvalue(write=True) for _ in range(3)]
        if any(p is None or "++" in str(p) or "--" in str(p) for p in places):
            return None
        return [self.s(f"rotate{self.n}<double>(", places[0], ", ", places[1], ", ", places[2], ");")]

    def use_hand_written(self, budget):
        # Only arrays of the function's own: what a member or a captured array overwrites is refused, as documented.
        arrays = [v for v in self.visible("arr") if v.name in self.true_arrays and not v.const and v.name[-1] != "_" and not self.frozen]
        if not arrays:
            return None
        v = self.fresh("v")
        node = self.s(f"double {v} = hwp{self.n}({self.name(self.pick(arrays))}, ", self.double(1), ");")
        self.add(Var(v, "d", private=True))
        return [node]

    def use_two_level(self, budget):
        """Structs with pointers, and pointers, that callees change: only to what is at least as old."""
        structs = [v for v in self.visible("T") if not v.const and v.name[0] == "t"]
        n = self.n
        if not structs or self.chance(0.4):
            arrays = [v for v in self.visible("arr", "ptr") if not v.const]
            if not arrays:
                return None
            name = self.fresh("t")
            node = self.s(f"T {name} = mk{n}({self.name(self.pick(arrays))}, ", self.double(1), ", ", self.int(1), ");")
            self.add(Var(name, "T"))
            return [node]
        t = self.pick(structs)
        if self.chance(0.4):
            level = next(s for s in self.scopes if t in s)
            pointers = [v for v in level if v.kind == "ptr" and not v.const and not getattr(v, "fixed", False) and not getattr(v, "noswap", False)
                        and not hasattr(v, "floor")]
            if pointers:
                p = self.pick(pointers).name
                if self.chance(0.5):
                    return [self.s(f"exchange{n}(&{t.name}, {p});")]
                k = str(self.int(1))
                if "++" in k or "--" in k:
                    return None
                return [self.s(f"which{n}({t.name}, {p}, {k}) = {self.pick([p, t.name + '.p'])};")]
        saved, self.scopes = self.scopes, self.older_than(t)
        arrays = [v for v in self.visible("arr", "ptr") if not v.const]
        self.scopes = saved
        return [self.s(f"retarget{n}({t.name}, {self.pick(arrays).name}, ", self.int(1), ");")] if arrays else None

    def use_enumeration(self, budget):
        name, n = self.fresh("kind"), self.n
        scoped = self.chance(0.5)
        values = [f"Kind{n}::first", f"Kind{n}::second", f"Kind{n}::third"] if scoped else [f"one{n}", f"two{n}", f"seven{n}"]
        self.r.shuffle(values)
        declare = self.s(f"{'Kind' if scoped else 'Plain'}{n} {name} = ", self.bool(1), f" ? {values[0]} : {values[1]};")
        self.full()
        change = self.s("if (", self.bool(1), f") {name} = {values[2]};")
        self.switch += 1
        cases = Block([self.s(f"case {v}: ", self.block(max(1, budget)), self.pick([" break;", " break;", " [[fallthrough]];"])) for v in values[:2]])
        cases.statements.append(self.s("default: ", self.block(1)))
        self.switch -= 1
        parts = [declare, change] if self.chance(0.6) else [declare]
        return [Node("s", [Block(parts + [self.s(f"switch ({name}) ", cases)])])]

    def use_floats(self, budget):
        """long double, or float (which the unit then has the tolerance for)."""
        kind = "float" if self.floats else "long double"
        reals = self.visible("real")
        if not reals or self.chance(0.4):
            name = self.fresh("hh")
            e = self.tame(self.double(2))
            self.add(Var(name, "real"))
            return [self.s(f"{kind} {name} = ({kind})(", e, ");")]
        v = self.pick(reals).name
        return [self.s(f"{v} {self.pick(['=', '+=', '*='])} ({kind})(", self.tame(self.double(2)), ");")]

    def use_heap_list(self, budget):
        """A list of nodes from the heap, built, walked and freed."""
        arrays = [v for v in self.visible("arr") if not v.const]
        if self.loop > 1 or not arrays:
            return None
        a, head, node, c, i = self.pick(arrays).name, self.fresh("l"), self.fresh("g"), self.fresh("g"), self.fresh("i")
        count = self.r.randint(2, 4)
        self.side = False
        e1 = self.double(1)
        self.full()
        e2 = self.double(1)
        self.full()
        self.side = True
        build = Block([self.s(f"T *{node} = new T{{{{", e1, f", 0.4, 1, {{0.2}}}}, {a} + {i}, {head}, 0.6}};")])
        if self.chance(0.5):
            build.statements.append(self.s(f"if ({head}) {head}->s.a *= 0.5 * {node}->s.a;"))
        build.statements.append(Node("s", [f"{head} = {node};"], pinned=True))
        walk = [self.s(f"{c}->w = 0.5 * {c}->w * {c}->s.a + ", e2, ";"), self.s(f"*{c}->p += 0.2 * {c}->w;"),
                self.s(f"if ({c}->next) {c}->next->s.a += 0.3 * {c}->w * *{c}->p;"), self.s(*self.assign_from(f"0.3 * {c}->w * {c}->s.a"))]
        self.full()
        self.r.shuffle(walk)
        free = Block([Node("s", [f"T *{node} = {head}->next;"], pinned=True), self.s(*self.assign_from(f"0.4 * {head}->w")),
                      Node("s", [f"delete {head}; {head} = {node};"], pinned=True)])
        return [Node("s", [Block([Node("s", [f"T *{head} = nullptr;"], pinned=True), Node("s", [f"for (int {i} = 0; {i} < {count}; ++{i}) ", build], pinned=True),
                                  self.s(f"for (T *{c} = {head}; {c}; {c} = {c}->next) ", Block(walk)),
                                  Node("s", [f"while ({head}) ", free], pinned=True)])])]

    def use_growing(self, budget):
        """An array that is replaced by a longer one."""
        if self.loop > 1:
            return None
        a, b, n, i, j = (self.fresh(x) for x in ("a", "b", "n", "i", "j"))
        self.side = False
        e0 = self.double(1)
        self.full()
        self.push()
        self.add(Var(a, "one"))
        self.add(Var(i, "c"))
        e1 = self.double(2)
        self.full()
        e2 = self.double(1)
        self.full()
        self.pop()
        self.side = True
        step = Block([Node("s", [f"double *{b} = new double[{n} + 1];"], pinned=True), Node("s", [f"for (int {j} = 0; {j} < {n}; ++{j}) {b}[{j}] = 0.5 * {a}[{j}];"], pinned=True),
                      Node("s", [f"{b}[{n}] = ", e1, ";"], pinned=True), self.s(f"*{b} += ", e2, f" * {b}[{n}];"),
                      Node("s", [f"delete[] {a}; {a} = {b}; ++{n};"], pinned=True)])
        return [Node("s", [Block([Node("s", [f"int {n} = 1; double *{a} = new double[1]; {a}[0] = ", e0, ";"], pinned=True),
                                  Node("s", [f"for (int {i} = 0; {i} < 3; ++{i}) ", step], pinned=True),
                                  self.s(*self.assign_from(f"{a}[0] * {a}[{n} - 1]")), Node("s", [f"delete[] {a};"], pinned=True)])])]

    def use_bounds(self, budget):
        """A loop whose bound or step changes inside."""
        if self.loop >= 3:
            return None
        m, i = self.fresh("m"), self.fresh("i")
        self.push()
        self.add(Var(i, "c"))
        saved = self.enter_loop()
        b = self.block(max(1, budget))
        self.leave_loop(saved)
        self.pop()
        self.full()
        step = self.chance(0.4)
        change = f"{m} = 2;" if step else self.pick([f"--{m};", f"{m} = {i};", f"{m} = 2;"])
        b.statements.insert(self.r.randint(0, len(b.statements)), self.s("if (", self.bool(), f") {change}"))
        head = f"for (int {i} = 0; {i} < 4; {i} += {m}) " if step else self.pick([f"for (int {i} = 0; {i} < {m}; ++{i}) ", f"for (int {i} = 0; {i} < {m} && {i} < 3; {i}++) "])
        return [Node("s", [Block([Node("s", [f"int {m} = {1 if step else self.r.randint(2, 4)};"], pinned=True), self.s(head, b)])])]

    def use_nested_arrays(self, budget):
        """A struct of arrays of structs, indexed by a member of its own."""
        name = self.fresh("zz")
        e1, e2 = self.double(1), self.double(1)
        self.full()
        u = [self.s(f"{name}.m[{name}.at & 1][1] {self.pick(['=', '+=', '*='])} ", self.tame(self.double(1)), ";")]
        for _ in range(self.r.randint(1, 3)):
            self.full()
            target = self.pick([f"{name}.s[{name}.at & 1].a", f"{name}.s[1].v[{name}.at & 3]", f"{name}.m[{name}.at & 1][0]", f"{name}.s[{name}.s[0].k & 1].b"])
            u.append(self.s(target, self.pick([" = ", " += ", " *= "]), self.pick([f"{name}.s[0].a * {name}.m[1][1]", f"{name}.m[0][1] * {name}.s[1].v[2]"]), ";"))
            u.append(self.s(self.pick([f"{name}.at += 1;", f"{name}.at ^= 1;", f"{name}.s[0].k = {name}.at;", f"{name}.s[1] = {name}.s[0];", f"{{ Z copy = {name}; copy.m[0][0] *= copy.s[1].a; {name} = copy; }}"])))
        self.full()
        out = self.s(*self.assign_from(f"0.3 * {name}.m[1][0] * {name}.s[1].a + {name}.m[0][0]"))
        first = Node("s", [f"Z {name} = {{{{{{", e1, ", 0.3, 1, {0.2}}, {0.4, 0.1, 2, {0.5, 0.6, 0.7}}}, {{0.5, ", e2, "}, {0.3, 0.9}}, 1};"], pinned=True)
        return [Node("s", [Block([first] + u + [out])])]

    def use_begun_members(self, budget):
        """Structs that begin with default member initialisers, where a list names few of the elements or members."""
        name = self.fresh("dd")
        e1, e2 = self.double(1), self.double(1)
        lists = [["{}"], [" = {}"], ["{{", e1, "}}"], ["{{", e1, ", ", e2, "}, {", e2, "}}"], ["{{}, {", e1, "}}"]]
        onHeap = self.chance(0.3)
        head = [f"D *{name} = new D[4]"] if onHeap else [f"D {name}[4]"]
        first = Node("s", head + self.pick(lists[:1] + lists[2:] if onHeap else lists) + [";"], pinned=True)
        u = [first]
        for _ in range(self.r.randint(1, 3)):
            self.full()
            target = f"{name}[{self.r.randint(0, 3)}].{self.pick('ab')}"
            u.append(self.s(target, self.pick([" = ", " += ", " *= "]), self.tame(self.double(1)), f" * {name}[{name}[3].k].b;"))
        self.full()
        u.append(self.s(*self.assign_from(f"{name}[0].b * {name}[1].a + {name}[2].b * {name}[3].a")))
        return [Node("s", [Block(u + ([Node("s", [f"delete[] {name};"], pinned=True)] if onHeap else []))])]
