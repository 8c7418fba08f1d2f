# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Classes: fields, constructors, methods, operators, inheritance, virtual functions, destructors with effects.

Class Classes is a part of Generator. Each program gets classes of its own, whose bodies are random statements on fields
and parameters. What keeps programs well-defined, beyond generate.py:
  - a const method changes nothing, not even through its arguments, so that it may stand in any expression;
  - an object that leads to memory is not assigned to one that may live longer;
  - an object whose destructor does something is neither copied nor made by a conversion: when it ends is then certain.
"""

from tree import Block, Node, Var

FEATURES = {
    # of programs that have classes; name: chance
    "operators": 0.6, "inheritance": 0.5, "virtual": 0.6, "destructor": 0.5, "heap-object": 0.4, "object-array": 0.4,
    "object-argument": 0.6, "object-return": 0.5, "class-template": 0.4, "nested-object": 0.4, "static-member": 0.3,
    "private-members": 0.7, "pointer-member": 0.4, "array-member": 0.6, "owned-memory": 0.35, "delegating": 0.3,
    "member-initialisers": 0.4, "conversion": 0.3, "class-parameter": 0.4,
}

TEMPLATE = """template <class R> struct V2@ {
  R x, y;
  V2@(R x, R y) : x(x), y(y) {}
  explicit V2@(R a) : V2@(a, a * a) {}
  V2@ &operator+=(const V2@ &o) { x += o.x; y += o.y; return *this; }
  V2@ &operator*=(R s) { x *= s; y *= s; return *this; }
  friend V2@ operator+(V2@ a, const V2@ &b) { return a += b; }
  friend V2@ operator*(R s, V2@ a) { return a *= s; }
  friend V2@ operator-(const V2@ &a, const V2@ &b) { return {a.x - b.x, a.y - b.y}; }
  V2@ operator-() const { return V2@(-x, -y); }
  R dot(const V2@ &o) const { return x * o.x + y * o.y; }
  R &operator[](int i) { return (&x)[i & 1]; }
  template <class F> V2@ map(F f) const { return V2@(f(x), f(y)); }
};
"""


class Class:
    def __init__(self, name):
        self.name, self.base = name, None
        self.fields, self.parameters, self.methods = [], [], []
        self.members = []  # nodes
        self.is_public = self.is_abstract = self.has_effect = self.points = self.is_default = False
        self.operators = set()

    @property
    def can_be_copied(self):
        return not self.has_effect and not self.is_abstract


class Method:
    """call: how its call is written, {o} being the object and a dot or arrow."""

    def __init__(self, name, result, parameters, is_const, call="{o}%s"):
        self.name, self.result, self.parameters, self.is_const = name, result, parameters, is_const
        self.is_virtual = self.is_pure = False


class Classes:

    def class_nodes(self):
        """The classes of the unit, and functions of their objects."""
        self.classes, self.object_functions, self.makers, nodes = [], [], [], []
        if not self.has("classes"):
            return nodes
        outer, self.recent = self.recent, set()
        if self.has("class-template"):
            nodes.append(Node("f", [TEMPLATE.replace("@", str(self.n))]))
        for _ in range(self.r.randint(1, 2)):
            nodes += self.family()
        if self.has("object-argument"):
            for number in range(self.r.randint(1, 2)):
                nodes += self.object_function(number)
        self.recent = outer
        return nodes

    def family(self):
        """A class, or a base with classes derived from it."""
        base = self.new_class(None, [])
        nodes = [self.printed(base)]
        if not self.has("inheritance"):
            return nodes
        derived = []
        for _ in range(self.r.randint(1, 2)):
            made = self.new_class(self.pick([base] + derived) if self.chance(0.3) else base, derived)
            derived.append(made)
            nodes.append(self.printed(made))
        return nodes

    # -- definitions

    def new_class(self, base, siblings):
        c = Class(f"C{self.n}_{len(self.classes)}")
        c.base = base
        self.use("class")
        if base:
            self.use("inheritance")
            c.has_effect, c.points = base.has_effect, base.points
        c.is_public = not self.has("private-members") or self.chance(0.3)
        self.add_fields(c)
        self.add_constructor(c)
        for _ in range(self.r.randint(1, 2)):
            self.add_method(c, is_const=True)
        if self.chance(0.8):
            self.add_method(c, is_const=False)
        if base:
            self.override(c)
        if self.has("operators") and not base:
            self.add_operators(c)
        if self.has("static-member"):
            self.add_static(c)
        if self.has("destructor") and not base and not c.owns and self.chance(0.5) and self.add_destructor(c):
            pass
        elif self.has("virtual") and not base:
            c.members.append(Node("x", [f"virtual ~{c.name}() {{}}"], pinned=True))
        self.classes.append(c)
        return c

    def printed(self, c):
        members = [Node("x", ["public:"], pinned=True)] + c.members
        where = "public:" if c.is_public else "protected:"
        fields = [Node("x", [where], pinned=True)] + [Node("x", [declaration + ";"], pinned=True) for _, _, declaration in c.fields]
        body = fields + members if self.chance(0.5) else members + fields
        return Node("f", [f"class {c.name}{' : public ' + c.base.name if c.base else ''} ", Block(body), ";"])

    def add_fields(self, c):
        c.owns = False
        kinds = ["d", "d"] + ["d", "i"][: self.r.randint(0, 2)]
        if self.has("array-member"):
            kinds.append("arr")
        if self.has("pointer-member") and not c.base:
            kinds.append(self.pick(["ptr", "ref"]))
            c.points = True
        elif self.has("owned-memory") and not c.base and not self.has("virtual"):
            kinds.append("mem")
            c.owns = True
        if self.has("nested-object") and not c.base:
            inner = [o for o in self.classes if o.can_be_copied and not o.points]
            if inner:
                kinds.append(self.pick(inner))
        if self.has("vector-member") and self.has("containers"):
            kinds.append("vec")
        for kind in kinds:
            name = self.fresh("m") + "_"
            text = {"d": f"double {name}", "i": f"int {name}", "arr": f"double {name}[8]", "ptr": f"double *{name}", "ref": f"double &{name}",
                    "mem": f"double *{name}", "vec": f"std::vector<double> {name}"}.get(kind if isinstance(kind, str) else "", None)
            c.fields.append((name, kind, text or f"{kind.name} {name}"))

    def all_fields(self, c):
        return (self.all_fields(c.base) if c.base else []) + c.fields

    def see_fields(self, c, const):
        for name, kind, _ in self.all_fields(c):
            if isinstance(kind, Class):
                v = self.add(Var(name, "obj", const=const))
                v.cls = kind
                continue
            v = self.add(Var(name, {"ref": "d", "mem": "arr"}.get(kind, kind), const=const))
            v.fixed = v.noswap = v.stable = True
            if kind == "arr":
                self.true_arrays.add(name)

    def parameters_of(self, kinds):
        names = [f"{'abcdh'[i % 5]}{i}_{self.counter}" for i in range(len(kinds))]
        self.counter += 1
        return names, [self.parameter(k, n) for k, n in zip(kinds, names)]

    def add_constructor(self, c):
        kinds = [self.pick(["d", "d", "d", "i", "dcref"]) for _ in range(self.r.randint(1, 3))]
        bound = {"ptr": "ptr", "ref": "dref"}
        own = [(n, k) for n, k, _ in c.fields if k in bound]
        inherited = [k for k in c.base.parameters if k in ("ptr", "dref")] if c.base else []
        c.parameters = kinds + [bound[k] for _, k in own] + inherited
        self.use("constructor")
        saved = self.function_state("void")
        self.scopes = [[]]
        self.push()
        names, parameters = self.parameters_of(c.parameters)
        saved_side, self.side = self.side, False
        inits = []
        if c.base:
            rest = dict(zip(("ptr", "dref"), (None, None)))
            rest.update({k: n for k, n in zip(c.parameters, names)})
            inits.append([f"{c.base.name}(", *self.comma([rest[k] if k in ("ptr", "dref") else self.value_for(k) for k in c.base.parameters]), ")"])
        declared = []
        for position, (name, kind, text) in enumerate(c.fields):
            self.full()
            if kind in ("ptr", "ref"):
                at = len(kinds) + [n for n, _ in own].index(name)
                inits.append([f"{name}({names[at]})"])
            elif kind == "mem":
                inits.append([f"{name}(new double[8]{{", self.double(1), ", 0.4, ", self.double(1), "})"])
            elif kind == "vec":
                inits.append([f"{name}(8, ", self.double(1), ")"])
            elif kind == "arr":
                inits.append([f"{name}{{", self.double(1), ", 0.2, ", self.double(1), "}"])
            elif kind == "i":
                inits.append([f"{name}({self.r.randint(0, 3)})"])
            elif kind == "d":
                if self.has("member-initialisers") and self.chance(0.3):
                    self.use("member-initialisers")
                    c.fields[position] = (name, kind, f"{text} = {abs(self.r.randint(1, 9)) * 0.1:.1f}")
                    continue
                inits.append([f"{name}(", self.double(2), ")"])
            else:
                inits.append([f"{name}(", *self.comma([self.value_for(k) for k in kind.parameters]), ")"])
        self.side = saved_side
        body = Block()
        if self.chance(0.4):
            self.see_fields(c, const=False)
            self.use("constructor-body")
            body = self.block(1, scope=False)
        self.restore(saved)
        parts = [f"{c.name}({', '.join(parameters)}) : "]
        for i, init in enumerate(inits):
            parts += [", " if i else ""] + init
        c.members.append(Node("x", parts + [" ", body] if inits else parts[:0] + [f"{c.name}({', '.join(parameters)}) ", body], pinned=True))
        if self.has("delegating") and "ptr" not in c.parameters and "dref" not in c.parameters:
            c.is_default = True
            self.use("delegating-constructor")
            values = [str(round(0.3 + 0.2 * i, 1)) if k != "i" else "2" for i, k in enumerate(c.parameters)]
            c.members.append(Node("x", [f"{c.name}() : {c.name}({', '.join(values)}) {{}}"]))
        if c.owns:
            self.add_rule_of_three(c)

    def add_rule_of_three(self, c):
        self.use("owned-memory")
        memory = next(n for n, k, _ in c.fields if k == "mem")
        others = [(n, k) for n, k, _ in c.fields if k != "mem"]
        inits = ", ".join(f"{n}(new double[8])" if k == "mem" else f"{n}(o.{n})" for n, k, _ in c.fields if k != "arr")
        arrays = "".join(f" for (int i = 0; i < 8; ++i) {n}[i] = o.{n}[i];" for n, k in others if k == "arr")
        c.members.append(Node("x", [f"{c.name}(const {c.name} &o) : {inits} {{ for (int i = 0; i < 8; ++i) {memory}[i] = o.{memory}[i];{arrays} }}"], pinned=True))
        assigned = "".join(f" {n} = o.{n};" for n, k in others if k != "arr")
        c.members.append(Node("x", [f"{c.name} &operator=(const {c.name} &o) {{ for (int i = 0; i < 8; ++i) {memory}[i] = o.{memory}[i];{arrays}{assigned} return *this; }}"], pinned=True))
        c.members.append(Node("x", [f"~{c.name}() {{ delete[] {memory}; }}"], pinned=True))

    def method_body(self, c, result, kinds, is_const, expression=None):
        """(parameters, body) of random statements on fields and parameters."""
        saved = self.function_state(result)
        if is_const:
            self.scopes = [[]]
        callees, self.callees = self.callees, [f for f in self.callees if f.pure or not is_const]
        self.push()
        if c:
            self.see_fields(c, is_const)
        names, parameters = self.parameters_of(kinds)
        body = self.block(2, scope=False) if self.chance(0.7) else Block()
        self.full()
        side, self.side = self.side, False
        if expression:
            body.statements.append(Node("s", ["return ", *expression(), ";"], pinned=True))
        elif result == "double":
            body.statements.append(Node("s", ["return ", self.tame(self.double(2)), ";"], pinned=True))
        self.side = side
        self.callees = callees
        self.restore(saved)
        return parameters, body

    def restore(self, saved):
        self.scopes, self.loop, self.switch, self.labels, self.result = saved

    def add_method(self, c, is_const):
        kinds = [self.pick(["d", "dcref", "i", "cptr"] if is_const else ["d", "dref", "ptr", "i", "iref"]) for _ in range(self.r.randint(0, 2))]
        result = "double" if is_const else self.pick(["double", "void"])
        is_call = self.has("operators") and is_const and self.chance(0.3) and not any(m.name == "operator()" for m in self.all_methods(c))
        name = "operator()" if is_call else self.fresh("get" if is_const else "set")
        m = Method(name, result, kinds, is_const)
        m.is_virtual = self.has("virtual") and not is_call and self.chance(0.7)
        m.is_pure = m.is_virtual and not c.base and self.has("inheritance") and self.chance(0.3)
        self.use("const-method" if is_const else "method")
        if is_call:
            self.use("operator-call")
        c.methods.append(m)
        if m.is_pure:
            self.use("pure-virtual")
            c.is_abstract = True
            types = ", ".join(self.PARAMETERS[k][0].format("").strip() for k in kinds)
            c.members.append(Node("x", [f"virtual {result} {name}({types}){' const' if is_const else ''} = 0;"], pinned=True))
            return
        parameters, body = self.method_body(c, result, kinds, is_const)
        head = f"{'virtual ' if m.is_virtual else ''}{result} {name}({', '.join(parameters)}){' const' if is_const else ''} "
        c.members.append(Node("x", [head, body]))

    def all_methods(self, c):
        own = list(c.methods)
        names = {m.name for m in own}
        return own + [m for m in (self.all_methods(c.base) if c.base else []) if m.name not in names]

    def override(self, c):
        """The virtual functions of the bases: all that are pure, some of the others."""
        for m in self.all_methods(c.base):
            still_pure = m.is_pure
            if not m.is_virtual or not (still_pure or self.chance(0.6)) or any(o.name == m.name for o in c.methods):
                continue
            self.use("virtual")
            own = Method(m.name, m.result, m.parameters, m.is_const)
            own.is_virtual = True
            c.methods.append(own)
            parameters, body = self.method_body(c, m.result, m.parameters, m.is_const)
            if not still_pure and not m.parameters and self.chance(0.4):
                self.use("call-of-base-method")
                target = "" if m.is_const else next((n for n, k, _ in self.all_fields(c) if k == "d"), "")
                if target:
                    body.statements.insert(0, self.s(f"{c.base.name}::{m.name}();" if m.result == "void" else f"{target} += 0.5 * {c.base.name}::{m.name}();"))
            c.members.append(Node("x", [f"{m.result} {m.name}({', '.join(parameters)}){' const' if m.is_const else ''} override ", body], pinned=still_pure))

    def add_operators(self, c):
        array = next((n for n, k, _ in c.fields if k in ("arr", "mem", "ptr")), None)
        scalar = next(n for n, k, _ in c.fields if k == "d")
        if array and self.chance(0.7):
            self.use("operator-index")
            c.operators.add("[]")
            c.members.append(Node("x", [f"double &operator[](int i) {{ return {array}[i & 3]; }}"]))
            c.members.append(Node("x", [f"const double &operator[](int i) const {{ return {array}[i & 3]; }}"]))
        if self.chance(0.5):
            self.use("reference-accessor")
            c.operators.add("ref")
            c.members.append(Node("x", [f"double &inner() {{ return {scalar}; }}"]))
        if self.chance(0.6):
            self.use("operator-assignment")
            c.operators.add("+=")
            more = f" if (o.{array}[1] > 0.1) {array}[2] = {array}[1] * o.{scalar};" if array else ""
            c.members.append(Node("x", [f"{c.name} &operator+=(const {c.name} &o) {{ {scalar} = 0.7 * {scalar} * o.{scalar} + o.{scalar};{more} return *this; }}"]))
        if self.chance(0.5):
            self.use("operator-assignment")
            c.operators.add("*=")
            c.members.append(Node("x", [f"{c.name} &operator*=(double t) {{ {scalar} *= t; {array + '[1] += t * ' + scalar + ';' if array else ''} return *this; }}"]))
        if self.chance(0.4):
            c.operators.add("<")
            c.members.append(Node("x", [f"bool operator<(const {c.name} &o) const {{ return {scalar} < o.{scalar}; }}"]))
        if self.has("conversion"):
            self.use("conversion-operator")
            c.operators.add("double")
            c.members.append(Node("x", [f"explicit operator double() const {{ return 0.5 * {scalar} * {scalar}; }}"]))
        if not c.is_abstract and not c.points and not self.has("destructor") and set(c.parameters) <= {"d", "dcref", "i"} and self.chance(0.6):
            self.use("operator-arithmetic")
            c.operators.add("+")
            values = self.comma([f"{scalar} + 0.5 * o.{scalar}" if k != "i" else "1" for k in c.parameters])
            c.members.append(Node("x", [f"{c.name} operator+(const {c.name} &o) const {{ return {c.name}({''.join(values)}); }}"]))

    def add_static(self, c):
        parameters, body = self.method_body(None, "double", ["d", "i"], True)
        c.members.append(Node("x", [f"static double shared{c.name}({', '.join(parameters)}) ", body]))
        c.shared = f"{c.name}::shared{c.name}"

    def add_destructor(self, c):
        """Adds to what the object leads to, or to a global, when it ends."""
        target = next((n if k == "ref" else n + "[1]" for n, k, _ in c.fields if k in ("ref", "ptr")), None)
        target = target or next((v.name if v.kind == "d" else v.name + "[2]" for v in self.globals if v.kind in ("d", "arr")), None)
        if not target:
            return False
        self.use("destructor-with-effect")
        scalar = next(n for n, k, _ in c.fields if k == "d")
        c.has_effect = True
        form = self.pick(["{t} += 0.3 * {s};", "{t} *= 0.6 + 0.2 * {s};", "{t} = 0.5 * {t} * {s};", "if ({s} > 0.1) {t} += {s} * {s};"])
        virtual = "virtual " if self.has("virtual") else ""
        c.members.append(Node("x", [f"{virtual}~{c.name}() {{ {form.format(t=target, s=scalar)} }}"]))
        c.members.append(Node("x", [f"{c.name}(const {c.name} &) = delete;"], pinned=True))
        return True

    def object_function(self, number):
        """Functions that take objects, or return one."""
        out = []
        c = self.pick(self.classes)
        name = f"o{self.n}_{number}"
        form = self.pick(["cref", "ref", "ptr"] + (["value"] if c.can_be_copied else []))
        saved = self.function_state("double")
        is_const = form == "cref"
        if is_const:
            self.scopes = [[]]
        self.push()
        v = self.add(Var("o", "objp" if form == "ptr" else "obj", const=is_const))
        v.cls, v.is_whole = c, form == "value"
        names, parameters = self.parameters_of(["d", "i"])
        body = self.block(2, scope=False)
        self.full()
        side, self.side = self.side, False
        body.statements.append(Node("s", ["return ", self.tame(self.double(2)), ";"], pinned=True))
        self.side = side
        self.restore(saved)
        declared = {"cref": f"const {c.name} &o", "ref": f"{c.name} &o", "ptr": f"{c.name} *o", "value": f"{c.name} o"}[form]
        out.append(Node("f", [f"static double {name}({declared}, {', '.join(parameters)}) ", body]))
        self.object_functions.append((name, c, form))
        if self.has("object-return") and c.can_be_copied and set(c.parameters) <= {"d", "dcref", "i"}:
            saved = self.function_state("void")
            self.scopes = [[]]
            self.push()
            names, parameters = self.parameters_of(["d", "i"])
            side, self.side = self.side, False
            values = self.comma([self.value_for(k) for k in c.parameters])
            self.side = side
            self.restore(saved)
            body = Block([Node("s", [f"{c.name} o(", *values, ");"], pinned=True)])
            setters = [m for m in self.all_methods(c) if not m.is_const and not m.parameters]
            if setters:
                body.statements.append(self.s(f"o.{self.pick(setters).name}();"))
            body.statements.append(Node("s", ["return o;"], pinned=True))
            out.append(Node("f", [f"static {c.name} made{name}({', '.join(parameters)}) ", body]))
            self.makers.append((f"made{name}", c))
        return out

    # -- use

    @staticmethod
    def comma(items):
        out = []
        for i, item in enumerate(items):
            out += [", " if i else "", item]
        return out

    def value_for(self, kind):
        return Node("i", [self.int(1), " & 3"]) if kind == "i" else self.double(1)

    def is_a(self, c, other):
        return c is other or (c.base is not None and self.is_a(c.base, other))

    def objects(self, c=None, write=False):
        """Visible objects and pointers to objects of a class or one derived from it."""
        return [v for v in self.visible("obj", "objp") if (c is None or self.is_a(v.cls, c)) and not (write and v.const)]

    def designated(self, v):
        return self.name(v) if v.kind == "obj" else f"(*{self.name(v)})"

    def constructor_arguments(self, c):
        """Arguments that outlive the object, or None."""
        out = []
        for k in c.parameters:
            if k == "ptr":
                arrays = [v for v in self.visible("arr") if v.name in self.true_arrays and not v.const]
                if not arrays:
                    return None
                out.append(self.name(self.pick(arrays)))
            elif k == "dref":
                # Its own variable: not a reference to what may be gone when a destructor runs.
                own = [v for v in self.visible("d") if v.name[0] == "v" and v.name[1:].isdigit() and not v.const]
                if not own:
                    return None
                v = self.pick(own)
                v.private = False
                out.append(self.name(v))
            else:
                out.append(self.value_for(k))
        return out

    def method_call(self, v, m):
        """A call, or None."""
        args = [self.argument(k, 1) for k in m.parameters]
        if any(a is None for a in args):
            return None
        if m.name == "operator()":
            return Node("d", [self.designated(v), "(", *self.comma(args), ")"])
        dot = "." if v.kind == "obj" else "->"
        return Node("d" if m.result == "double" else "x", [f"{self.name(v)}{dot}{m.name}(", *self.comma(args), ")"])

    def object_double(self, depth):
        """A double from an object, without effects; or None."""
        options = self.objects()
        k = self.r.random()
        if self.has("class-template") and k < 0.15:
            n = self.n
            self.use("class-template")
            a, b = self.double(depth - 1), self.double(depth - 1)
            form = self.pick([["V2@<double>(", a, ", 0.4).dot(0.7 * V2@<double>(", b, "))"], ["(V2@<double>(", a, ") + V2@<double>(0.3, ", b, ")).x"],
                              ["(-V2@<double>(", a, ", ", b, ") - V2@<double>(0.2)).dot(V2@<double>(0.5, 1.1))"]])
            return Node("d", [p.replace("@", str(n)) if isinstance(p, str) else p for p in form])
        shared = [c.shared for c in self.classes if hasattr(c, "shared")]
        if shared and k < 0.2:
            self.use("static-member")
            return Node("d", [self.pick(shared) + "(", self.double(depth - 1), ", ", self.int(1), ")"])
        if not options:
            return None
        v = self.pick(options)
        if k < 0.3 and "double" in v.cls.operators:
            return Node("d", [f"static_cast<double>({self.designated(v)})"])
        if k < 0.4 and "<" in v.cls.operators:
            other = self.pick([o for o in options if o.cls is v.cls])
            self.use("operator-comparison")
            return Node("d", [f"({self.designated(v)} < {self.designated(other)} ? ", self.double(depth - 1), " : ", self.double(depth - 1), ")"])
        if k < 0.5 and "+" in v.cls.operators:
            other = self.pick([o for o in options if o.cls is v.cls])
            readers = [m for m in v.cls.methods if m.is_const]
            m = self.pick(readers)
            args = [self.argument(p, 1) for p in m.parameters]
            if not any(a is None for a in args):
                self.use("temporary-object")
                call = "(" if m.name == "operator()" else f".{m.name}("
                return Node("d", [f"({self.designated(v)} + {self.designated(other)}){call}", *self.comma(args), ")"])
        if k < 0.55 and self.makers:
            name, c = self.pick(self.makers)
            readers = [m for m in self.all_methods(c) if m.is_const and not m.parameters and m.name != "operator()"]
            if readers:
                self.use("temporary-object")
                return Node("d", [f"{name}(", self.double(depth - 1), ", ", self.int(1), f").{self.pick(readers).name}()"])
        takers = [(n, c) for n, c, form in self.object_functions if form == "cref" and self.is_a(v.cls, c)]
        if k < 0.65 and takers:
            name, c = self.pick(takers)
            self.use("object-argument")
            return Node("d", [f"{name}({self.designated(v)}, ", self.double(depth - 1), ", ", self.int(1), ")"])
        readers = [m for m in self.all_methods(v.cls) if m.is_const]
        if not readers:
            return None
        return self.method_call(v, self.pick(readers))

    def object_lvalue(self, write):
        options = [v for v in self.objects(write=write) if v.cls.is_public or v.cls.operators & {"[]", "ref"}]
        if not options:
            return None
        v = self.pick(options)
        if "[]" in v.cls.operators and self.chance(0.6):
            return Node("l", [self.designated(v), "[", self.index(), "]"])
        if "ref" in v.cls.operators and not v.const:
            return Node("l", [f"{self.designated(v)}.inner()"])
        if not v.cls.is_public:
            return None
        self.use("public-member")
        name, kind, _ = self.pick([f for f in v.cls.fields if f[1] in ("d", "arr")])
        n = f"{self.designated(v)}.{name}"
        return Node("l", [n] if kind == "d" else [n, "[", self.index(), "]"])

    def st_object(self, budget):
        forms = ["call", "call", "operate", "assign", "pass", "array", "heap", "refer", "vector2", "declare"] if self.objects() else ["declare", "declare", "array", "heap", "vector2"]
        self.r.shuffle(forms)
        for form in forms[:4]:
            self.full()
            out = getattr(self, "object_" + form)(budget)
            if out:
                return out
        return None

    def concrete(self, needs_copy=False):
        return [c for c in self.classes if not c.is_abstract and (c.can_be_copied or not needs_copy)]

    def object_declare(self, budget):
        options = self.concrete()
        if not options:
            return None
        c = self.pick(options)
        name = self.fresh("o")
        v = Var(name, "obj")
        v.cls = c
        copied = [o for o in self.objects(c) if o.cls is c] if c.can_be_copied else []
        makers = [n for n, made in self.makers if made is c]
        k = self.r.random()
        if copied and k < 0.25:
            self.use("object-copy")
            node = self.s(f"{c.name} {name} = {self.designated(self.pick(copied))};")
        elif makers and k < 0.5:
            self.use("object-return")
            node = self.s(f"{c.name} {name} = {self.pick(makers)}(", self.double(1), ", ", self.int(1), ");")
        elif c.is_default and k < 0.6:
            node = self.s(f"{c.name} {name};")
        else:
            args = self.constructor_arguments(c)
            if args is None:
                return None
            node = self.s(f"{c.name} {name}(", *self.comma(args), ");")
        self.use("object")
        self.add(v)
        return [node]

    def object_call(self, budget):
        options = self.objects(write=True)
        if not options:
            return None
        v = self.pick(options)
        writers = [m for m in self.all_methods(v.cls) if not m.is_const]
        if not writers:
            return None
        m = self.pick(writers)
        if m.is_virtual:
            self.use("virtual-call")
        call = self.method_call(v, m)
        if call is None:
            return None
        if m.result == "void":
            return [self.s(call, ";")]
        target = self.pick([t for t in self.visible("d") if not t.const and t.private] or [None])
        if not target:
            return [self.s(call, ";")]
        return [self.s(target.name, self.pick([" = ", " += ", " *= "]), self.tame(call), ";")]

    def object_operate(self, budget):
        options = [v for v in self.objects(write=True) if v.cls.operators & {"+=", "*="}]
        if not options:
            return None
        v = self.pick(options)
        if "*=" in v.cls.operators and ("+=" not in v.cls.operators or self.chance(0.5)):
            return [self.s(f"{self.designated(v)} *= ", self.tame(self.double(1)), ";")]
        other = self.pick([o for o in self.objects(v.cls) if o.cls is v.cls])
        return [self.s(f"{self.designated(v)} += {self.designated(other)};")]

    def object_assign(self, budget):
        options = [v for v in self.objects(write=True) if v.cls.can_be_copied and not v.cls.points and v.kind == "obj"]
        if not options:
            return None
        v = self.pick(options)
        if self.is_polymorphic(v.cls) and not getattr(v, "is_whole", True):
            return None
        others = [o for o in self.objects(v.cls) if o.cls is v.cls]
        self.use("object-assignment")
        o = self.pick(others)
        c = self.bool(0) if self.chance(0.3) else None
        node = self.s(f"{self.designated(v)} = {self.designated(o)};")
        return [self.s("if (", c, ") ", node)] if c else [node]

    def is_polymorphic(self, c):
        return any(m.is_virtual for m in self.all_methods(c))

    def object_pass(self, budget):
        options = [(n, c, form) for n, c, form in self.object_functions if form != "cref"]
        if not options:
            return None
        name, c, form = self.pick(options)
        objects = self.objects(c, write=form != "value")
        if form == "value":
            objects = [o for o in objects if o.cls is c]
        if not objects:
            return None
        v = self.pick(objects)
        target = self.pick([t for t in self.visible("d") if not t.const and t.private] or [None])
        if not target:
            return None
        self.use("object-argument")
        given = self.designated(v) if form != "ptr" else "&" + self.designated(v) if v.kind == "obj" else self.name(v)
        return [self.s(target.name, self.pick([" = ", " += "]), f"0.6 * {name}({given}, ", self.double(1), ", ", self.int(1), ");")]

    def object_array(self, budget):
        """Objects in an array, visited in a loop."""
        if not self.has("object-array") or self.loop >= 2:
            return None
        options = [c for c in self.concrete(needs_copy=True) if set(c.parameters) <= {"d", "dcref", "i"}]
        if not options:
            return None
        c = self.pick(options)
        name, e = self.fresh("oa"), self.fresh("oe")
        self.use("object-array")
        elements = []
        for i in range(3):
            self.full()
            elements += [", " if i else "", f"{c.name}(", *self.comma([self.value_for(k) for k in c.parameters]), ")"]
        saved = self.enter_loop()
        self.push()
        v = self.add(Var(e, "obj"))
        v.cls = c
        body = self.block(max(1, budget))
        self.pop()
        self.leave_loop(saved)
        return [Node("s", [Block([Node("s", [f"{c.name} {name}[3] = {{", *elements, "};"], pinned=True), self.s(f"for ({c.name} &{e} : {name}) ", body)])])]

    def object_heap(self, budget):
        """An object from the heap, seen through a pointer to its class or to a base."""
        options = self.concrete()
        if not self.has("heap-object") or not options or self.loop > 1:
            return None
        made = self.pick(options)
        seen = made
        can_be_deleted = self.has("virtual") and not made.owns
        while can_be_deleted and seen.base and self.chance(0.7):
            seen = seen.base
        args = self.constructor_arguments(made)
        if args is None:
            return None
        self.use("heap-object")
        if seen is not made:
            self.use("pointer-to-base")
        name = self.fresh("op")
        alternative = [c for c in options if c is not made and self.is_a(c, seen)]
        create = [f"{seen.name} *{name} = new {made.name}(", *self.comma(args), ");"]
        if alternative and seen is not made and self.chance(0.6):
            other = self.pick(alternative)
            self.full()
            more = self.constructor_arguments(other)
            if more is not None:
                self.use("virtual-dispatch-at-run-time")
                create = [f"{seen.name} *{name}; if (", self.bool(1), f") {name} = new {made.name}(", *self.comma(args), f"); else {name} = new {other.name}(", *self.comma(more), ");"]
        self.full()
        self.push()
        v = self.add(Var(name, "objp"))
        v.cls = seen
        saved = self.loop, self.switch, self.labels, self.result
        self.loop, self.switch, self.labels, self.result = 0, 0, [], None
        b = self.block(2, scope=False)
        self.full()
        more = self.object_call(0)
        b.statements += more or []
        self.loop, self.switch, self.labels, self.result = saved
        self.pop()
        b.statements.insert(0, Node("s", create, pinned=True))
        b.statements.append(Node("s", [f"delete {name};"], pinned=True))
        return [Node("s", [b])]

    def object_refer(self, budget):
        """A reference or a pointer, to the class or a base."""
        options = self.objects()
        if not options:
            return None
        v = self.pick(options)
        seen = v.cls
        if seen.base and self.chance(0.7):
            seen = seen.base
            self.use("reference-to-base")
        name = self.fresh("or")
        const = v.const or self.chance(0.2)
        qualifier = "const " if const else ""
        is_pointer = self.chance(0.4)
        others = [o for o in self.objects(seen) if o.const <= const]
        other = self.pick(others) if others and self.chance(0.5) else None
        new = Var(name, "objp" if is_pointer else "obj", const=const)
        new.cls, new.is_whole = seen, False
        self.use("object-reference")
        a = self.designated(v)
        if other and other.cls is v.cls:
            a = f"({str(self.bool(0))} ? {a} : {self.designated(other)})"
        self.add(new)
        return [self.s(f"{qualifier}{seen.name} {'*' if is_pointer else '&'}{name} = {'&' if is_pointer else ''}{a};")]

    def object_vector2(self, budget):
        if not self.has("class-template"):
            return None
        self.use("class-template")
        name, n = self.fresh("w"), self.n
        lv = self.lvalue(write=True)
        if not lv or "++" in str(lv) or "--" in str(lv):
            return None
        return [Node("s", [Block([self.s(f"V2{n}<double> {name}(", self.double(1), ", ", self.double(1), ");"),
                                  self.s(self.pick([f"{name} += 0.5 * {name};", f"{name} *= 0.7;", f"{name}[1] = {name}[0] * {name}.y;", f"{name} = {name} - V2{n}<double>(0.4, {name}.x);",
                                                    f"{name} = {name}.map([](double t) {{ return t * t; }});"])),
                                  Node("s", [lv, f" += {name}.dot({name}) * 0.3 + {name}.y;"], pinned=True)])])]
