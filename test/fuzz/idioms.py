# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Idioms of C and of programs that keep a state: labels that goto goes back to, ranges of cases, statement expressions,
numbers seen as rows and rows seen as numbers, arrays that are filled anew behind loops that add up, objects that are put into containers before they hold anything, tables that are filled lazily, tables of constants that callees read, numbers that are read from texts,
values that overflow and are replaced, constants behind objects, sizes that were an int, values that a loop leaves alone, integers that
are copied into one another, containers that loops fill, numbers that loops move on beside their counters, indices in objects that change
between their uses, blocks that are set anew, or a part of them, values of functions that branches compute and later ones use,
states that are copied into one another, long loops over several arrays, fields that steps leave alone, and functions with a memory.

Class Idioms is a part of Generator. What keeps a state gives the same in every call, for programs are run more than once.
"""

from tree import Block, Node

FEATURES = {
    # of programs that have such idioms; name: chance
    "jump-back": 0.8, "case-range": 0.5, "statement-expression": 0.6, "rows-cast": 0.7, "kept-table": 0.7, "first-call": 0.7,
    "singleton": 0.6, "user-data": 0.6, "local-table": 0.8, "split-table": 0.7, "scanned": 0.6,
    "flat-rows": 0.7, "empty-elements": 0.7, "refilled": 0.8, "overflowed": 0.5,
    "constants-behind": 0.7, "sizes-as-int": 0.7, "left-alone": 0.7, "copied-numbers": 0.7, "filled-containers": 0.7, "counted-along": 0.7,
    "named-indices": 0.7, "cleared-blocks": 0.7, "unset-storage": 0.7, "scaled-arrays": 0.7,
    "branch-values": 0.8, "copied-states": 0.8, "many-arrays": 0.8, "fields-of-steps": 0.8, "states-of-steps": 0.8,
}

STATE = """static double kept@(int k) {
  static std::vector<double> known;
  while (static_cast<int>(known.size()) <= (k & 7)) known.push_back(0.3 + 0.1 * static_cast<double>(known.size()));
  return known[k & 7];
}
static double filled@(double a, int k) {
  static double table[4];
  static bool isFilled = false;
  if (!isFilled) {
    for (int i = 0; i < 4; ++i) table[i] = 0.2 * (i + 1);
    isFilled = true;
  }
  return table[k & 3] * a + table[(k + 1) & 3];
}
static double rational@(const double *a, double t) {
  double u = 1.0 + t * t, v = a[2] / u;
  if (v > 0.9) return a[0] * u - 0.1 * a[1];
  v += a[1]; v *= 0.5 * t; v += a[0]; v /= u; u += 0.3 * a[1] * v;
  if (u > 4.0) v *= 0.4;
  return v + 0.2 * a[2] / u;
}
static double tabled@(double t, int k, double *p) {
  static const double given[3] = {0.7, -0.2, 0.4};
  const double mixed[3] = {0.3 * t, 0.5, 0.1 + 0.05 * (k & 3)};
  double r = rational@((k & 1) != 0 ? given : mixed, t);
  if (r > 50.0) return t;
  *p = 0.5 * *p * r + 0.1 * rational@(given, r);
  return r;
}
class Settings@ {
  int asked_ = 0;
  double weights_[3] = {0.5, 0.7, 0.9};
public:
  static Settings@ &get() { static Settings@ only; return only; }
  double weight(int k) const { return weights_[(k & 7) % 3]; }
  int ask(int k) { ++asked_; return k + (asked_ > 0 ? 1 : 0); }
};
static void scaled@(double *a, int n, double by) {
  for (int i = 0; i < n; ++i) a[i] *= 0.4 * by + 0.3 * a[(i + 1) % n];
}
struct Pair@ { double a, b; };
struct Triple@ {
  double a, b, c;
  Triple@ operator+(const Triple@ &o) const { return {a + o.a, b + o.b, c + o.c}; }
  Triple@ operator*(double s) const { return {s * a, s * b, s * c}; }
  double dot(const Triple@ &o) const { return 0.3 * std::sin(a * o.a + b * o.b + c * o.c); }
};
struct Bond@ { int from, to[2]; double weight; };
struct Row@ { const double *entries; int size; };
struct Held@ { const Row@ *left, *right; double scale; };
static double overlap@(const double *a, const double *b, int k) { return k < 3 ? a[k] * b[k] + overlap@(a, b, k + 1) : 0.0; }
static double behind@(const Held@ &h, int k) {
  if (k >= h.left->size) return h.scale;
  const double own[3] = {0.3 * h.scale, h.left->entries[k] * h.scale, 0.5};
  return 0.4 * overlap@(own, h.right->entries, 0) + 0.2 * h.right->entries[k] * behind@(h, k + 1);
}
static double through@(double t, int k, void *data) {
  Pair@ *pair = static_cast<Pair@ *>(data);
  if ((k & 1) != 0) pair->a *= 0.9 * t;
  return pair->a * t + pair->b;
}
"""


class Idioms:
    def idiom_nodes(self):
        return [Node("f", [STATE.replace("@", str(self.n))]) for _ in range(1 if self.has("idioms") else 0)]

    def st_idiom(self, budget):
        once = ("kept-table", "singleton", "scanned")  # for a program with the clause `value` may run twice
        options = [f for f in FEATURES if self.has(f) and not (f in once and self.has("value"))]
        if not options:
            return None
        feature = self.pick(options)
        out = getattr(self, "idiom_" + feature.replace("-", "_"))(budget)
        if out:
            self.use(feature)
        return out

    def idiom_jump_back(self, budget):
        """At most four turns, from the end of the block or from somewhere inside."""
        if self.loop >= 3 or self.tries:
            return None
        label, count = self.fresh("back"), self.fresh("turn")
        saved, on = self.enter_loop(), self.on
        self.on = self.on - {"break", "continue"}
        self.push()
        body = self.block(max(1, min(budget, 2)))
        self.pop()
        self.full()
        inner = self.s("if (++", count, " < 3 && ", self.bool(1), f") goto {label};")
        body.statements.insert(self.r.randint(0, len(body.statements)), inner)
        self.leave_loop(saved)
        self.on = on
        self.full()
        last = self.s(f"if (++{count} < {self.r.randint(2, 4)}) goto {label};")
        return [Node("s", [Block([self.pinned(f"int {count} = 0;"), Node("s", [f"{label}: ", body], pinned=True), last])])]

    def idiom_case_range(self, budget):
        self.full()
        chosen = self.int(2)
        self.switch += 1
        cases = Block([self.s("case 0 ... 2: ", self.block(max(1, budget)), " break;"), self.s("case 4 ... 9: ", self.block(1), " break;"),
                       self.s("default: ", self.block(1))])
        self.switch -= 1
        return [self.s("switch (", chosen, ") ", cases)]

    def idiom_statement_expression(self, budget):
        t = self.fresh("given")
        self.full()
        value = [f"__extension__({{ double {t} = ", self.tame(self.double(1)), f"; if ({t} > 0.2) {t} *= 0.7 * {t}; {t} + 0.1; }})"]
        lv = self.lvalue(write=True)
        return [self.s(lv, self.pick([" = ", " += "]), *value, ";")] if lv else None

    def idiom_rows_cast(self, budget):
        array, const = self.walked()
        if not array:
            return None
        m, i = self.fresh("rows"), self.fresh("row")
        self.full()
        first = self.pick([f"{m}[{i}][1] * {m}[{i}][0]", f"{m}[{i}][1] * {m}[3 - {i}][0]", f"(*{m})[1] * {m}[{i}][1]"])
        lines = [self.pinned(f"{const}double (*{m})[2] = ({const}double (*)[2]){array};"),
                 self.s(f"for (int {i} = 0; {i} < 4; ++{i}) ", Block([self.s(*self.assign_from(f"0.2 * {first}"))]))]
        if not const:
            lines.append(self.s(f"for (int {i} = 0; {i} < 4; ++{i}) {m}[{i}][0] = 0.6 * {m}[{i}][1] * {array}[{i}];"))
        return [Node("s", [Block(lines)])]

    def idiom_flat_rows(self, budget):
        """By a pointer to the first number, beyond the first row."""
        rows, i = self.fresh("flat"), self.fresh("at")
        self.full()
        begin = Node("d", [self.tame(self.double(1))])
        lines = [Node("s", [f"double {rows}[2][3] = {{{{0.4, ", begin, "}, {0.2, 0.6}};"], pinned=True)]
        pointer = self.pick([f"&{rows}[0][0]", f"{rows}[0]", f"*{rows}"])
        if self.chance(0.5):
            lines.append(self.s(f"scaled{self.n}({pointer}, 6, ", self.tame(self.double(1)), ");"))
        else:
            first = self.fresh("first")
            lines.append(Node("s", [f"double *{first} = {pointer};"], pinned=True))
            lines.append(self.s(f"for (int {i} = 1; {i} < 6; ++{i}) {first}[{i}] += 0.5 * {first}[{i} - 1] * {rows}[1][{i} % 3];"))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {rows}[1][1] * {rows}[1][0] + 0.1 * {rows}[0][1]")))
        return [Node("s", [Block(lines)])]

    def idiom_refilled(self, budget):
        """A loop that adds up runs in both sweeps at once, and reads what was there before."""
        a, i, total = self.fresh("refill"), self.fresh("at"), self.fresh("total")
        kind = self.pick([f"double {a}[4];", f"std::vector<double> {a}(4);"])
        lines = [Node("s", [f"double {total} = 0.0; {kind}"], pinned=True)]
        for _ in range(self.r.randint(2, 3)):
            self.full()
            by = Node("d", [self.tame(self.double(1))])
            fill = self.pick([f"0.2 + 0.1 * {i}", f"0.5 * v{a} * v{a} + 0.1 * {i}", f"std::sin(v{a} * ({i} + 1))"])
            lines.append(Node("s", ["{ const double ", f"v{a} = ", by, f"; for (int {i} = 0; {i} < 4; ++{i}) {a}[{i}] = {fill} + 0.0 * v{a}; }}"], pinned=True))
            term = self.pick([f"std::exp(0.3 * {a}[{i}]) * 0.2", f"std::sqrt(1.1 + {a}[{i}] * {a}[{i}])", f"{a}[{i}] / (1.5 + {a}[({i} + 1) % 4] * {a}[({i} + 1) % 4])",
                              f"std::tanh({a}[3 - {i}]) * {a}[{i}]"])
            lines.append(Node("s", [f"for (int {i} = 0; {i} < 4; ++{i}) {total} += {term};"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.2 * {total} + 0.1 * {a}[1]")))
        return [Node("s", [Block(lines)])]

    def idiom_overflowed(self, budget):
        """A branch replaces what has overflowed, or is not a number: its adjoint is zero, whatever its partials are."""
        huge, x = self.fresh("huge"), self.fresh("x")
        self.full()
        made = self.pick([f"std::exp(710.0 + {x} * {x})", f"std::exp(710.0 + {x} * {x}) * (1.5 + {x})", f"std::sqrt(-1.1 - {x} * {x})", f"std::log(-0.1 - {x} * {x})"])
        test = self.pick([f"!(std::fabs({huge}) < 1e300)", f"{huge} > 1e300 || {huge} != {huge}"])
        lines = [Node("s", [f"const double {x} = ", self.tame(self.double(1)), ";"], pinned=True),
                 Node("s", [f"double {huge} = {made}; if ({test}) {huge} = 0.3 * {x};"], pinned=True)]
        self.full()
        lines.append(self.s(*self.assign_from(f"0.5 * {huge}")))
        return [Node("s", [Block(lines)])]

    def idiom_constants_behind(self, budget):
        """An object with an active number leads to numbers that may all be constants."""
        row, held = self.fresh("row"), self.fresh("held")
        self.full()
        last = self.pick(["0.7", Node("d", ["0.1 * ", self.tame(self.double(1))])])
        kind = self.pick(["static const", "const"]) if last == "0.7" else "const"
        lines = [Node("s", [f"{kind} double n{row}[3] = {{0.5, -0.75, ", last, f"}}; {kind} Row{self.n} {row} = {{n{row}, 3}};"], pinned=True)]
        self.full()
        lines.append(Node("s", [f"Held{self.n} {held} = {{&{row}, &{row}, ", self.tame(self.double(1)), "};"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(Node("d", [f"behind{self.n}({held}, 0)"]))))
        return [Node("s", [Block(lines)])]

    def idiom_sizes_as_int(self, budget):
        """Containers of one size, which was an int in between, are copied into one another."""
        a, b, n, i, t = (self.fresh(name) for name in ("now", "next", "size", "at", "step"))
        self.full()
        lines = [Node("s", [f"std::vector<double> {a} = {{0.4, ", self.tame(self.double(1)), ", -0.3};"], pinned=True)]
        kind = self.pick(["int", "const int", "const unsigned", "const short"])
        count = "int" if kind == "int" else kind[6:]
        lines.append(Node("s", [f"{kind} {n} = static_cast<{count}>({a}.size());"], pinned=True))
        if kind == "int" and self.r.random() < 0.4:
            lines.append(Node("s", [f"if (", self.bool(1), f") {n} -= 1;"], pinned=True))
        kept = self.pick([f"{a} = {b};", f"{a}.swap({b});", f"{b}.resize({n} + {t}); {a} = {b}; {b}.resize({n});", f"std::vector<double> k{a} = {b}; {a} = k{a};"])
        lines.append(Node("s", [f"std::vector<double> {b}({n}); for (int {t} = 0; {t} < 3; ++{t}) {{ "
                                f"for (int {i} = 0; {i} < static_cast<int>({n}); ++{i}) {b}[{i}] = 0.5 * {a}[{i}] * {a}[0] * {a}[{i}] + 0.2 * {a}[{i} / 2]; {kept} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {a}[0] + 0.2 * {a}.back() * {b}[1]")))
        return [Node("s", [Block(lines)])]

    def idiom_left_alone(self, budget):
        """A loop leaves an expensive value alone, and may have no iteration."""
        k, s, i = self.fresh("rate"), self.fresh("sum"), self.fresh("at")
        self.full()
        lines = [Node("s", [f"double {k} = ", self.tame(self.double(1)), f", {s} = 0.1;"], pinned=True)]
        value = self.pick([f"std::exp(0.5 * {k})", f"std::sqrt(1.1 + {k} * {k})", f"std::sin({k}) * std::sin({k}) * {k}", f"std::sin({k}) / (1.5 + {k} * {k})"])
        changed = self.pick(["", f" if ({i} == 1) {k} *= 0.5;", f" {k} += 0.1 * {s};"])
        self.full()
        lines.append(Node("s", [f"for (int {i} = 0; {i} < ((", self.int(1), f") & 3); ++{i}) {{ {s} = 0.7 * {s} + 0.2 * {value} * ({i} + 1);{changed} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {s} + 0.1 * {k}")))
        return [Node("s", [Block(lines)])]

    def idiom_copied_numbers(self, budget):
        """Integers that only get copies of one another: they are swapped, or one holds what the other was in the iteration before."""
        v, now, before, t = (self.fresh(name) for name in ("values", "now", "before", "step"))
        self.full()
        lines = [Node("s", [f"double {v}[6] = {{0.4, ", self.tame(self.double(1)), ", -0.3, 0.6, 0.2, 0.5};"], pinned=True)]
        use = f"{v}[{before}] = 0.5 * {v}[{before}] + 0.3 * {v}[{now}] * {v}[{before} + 1];"
        swap = f"const int old{now} = {now}; {now} = {before}; {before} = old{now};"
        declared, body = self.pick([
            (f"int {now}; int {before};", f"{now} = {t} * 2 % 3; if ({t} > 0) {use} if (({t} & 1) != 0) {before} = {now}; else {before} = {now};"),
            (f"int {now} = 1, {before} = {now};", f"{use} {swap}"),
            (f"int {now} = 0, {before} = {now};", f"{use} {swap} if ({t} == 1) {now} = {t} + 1;"),
            (f"int {now} = 2, {before} = {now};", f"if ({t} > 1) {before} = {now}; {use} {now} = {t} % 4;"),
        ])
        lines.append(Node("s", [f"{declared} for (int {t} = 0; {t} < 5; ++{t}) {{ {body} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {v}[0] + 0.2 * {v}[1] * {v}[2] + 0.1 * {v}[3]")))
        return [Node("s", [Block(lines)])]

    def idiom_filled_containers(self, budget):
        """A loop fills a container by as many in each iteration, or not quite; what it holds is read on the way."""
        v, w, i, j = (self.fresh(name) for name in ("filled", "rows", "at", "inner"))
        self.full()
        begin = self.pick(["", f"{v}.push_back(", f"{v}.reserve(3); ", f"{v} = {{0.2, -0.4}}; "])
        lines = [Node("s", [f"std::vector<double> {v}; std::vector<std::vector<double>> {w}; {begin}",
                            *([self.tame(self.double(1)), ");"] if begin.endswith("(") else [])], pinned=True)]
        value = f"0.4 * std::sin({v}.empty() ? {i} : {v}.back() + 0.3 * {v}[{v}.size() / 2])"
        head = self.pick([f"for (int {i} = 0; {i} < 4; ++{i})", f"for (unsigned {i} = 3; {i} > 0; --{i})", f"for (int {i} = 0; {i} <= ((%) & 3); ++{i})"])
        head = [head] if "%" not in head else [head[:head.index("%")], self.int(1), head[head.index("%") + 1:]]
        more = self.pick(["", f" {v}.push_back(0.1 * {i});", f" for (int {j} = 0; {j} < 2; ++{j}) {v}.emplace_back({v}[{j} % {v}.size()] * 0.5);",
                          f" if ({i} == 2) {v}.push_back(0.3);", f" if ({i} == 2) {v}.pop_back();", f" if ({i} == 2) break;", f" if ({i} == 1) continue;",
                          f" {v}[0] *= 0.7;"])
        rows = self.pick(["", f" {w}.push_back({v});", f" {w}.emplace_back(2, {v}.back());", f" {w}.push_back({{{v}[0]}}); {w}.back().push_back(0.2 * {v}.back());"])
        self.full()
        lines.append(Node("s", [*head, f" {{ {v}.push_back(", self.tame(self.double(1)), f" + {value});{more}{rows} }}"], pinned=True))
        self.full()
        if self.r.random() < 0.5:
            lines.append(Node("s", [f"for (int {i} = 0; {i} < 3; ++{i}) {v}.push_back(0.3 * {v}[{i} % {v}.size()] * {v}.back());"], pinned=True))
        lines.append(self.s(*self.assign_from(f"({v}.empty() ? 0.1 : 0.3 * {v}[0] + 0.2 * {v}.back() * {v}.size()) + ({w}.empty() ? 0.0 : 0.3 * {w}[0][0] * {w}.back().back())")))
        return [Node("s", [Block(lines)])]

    def idiom_counted_along(self, budget):
        """Integers that a loop moves on beside its counter, by the same or not."""
        v, k, i, j = (self.fresh(name) for name in ("values", "place", "at", "inner"))
        kind, first = self.pick([("int", "0"), ("int", "2"), ("unsigned", "1"), ("std::size_t", "0"), ("long", "5")])
        self.full()
        lines = [Node("s", [f"double {v}[16] = {{0.4, ", self.tame(self.double(1)), f", -0.3, 0.6, 0.2}}; {kind} {k} = {first};"], pinned=True)]
        move = self.pick([f"++{k};", f"{k} += 2;", f"{k}--;", f"{k} += {i} & 1;", f"if ({i} != 1) ++{k};", f"for (int {j} = 0; {j} < {i}; ++{j}) ++{k};",
                          f"for (int {j} = 0; {j} < 3; ++{j}) {v}[{k}++ & 15] += 0.1 * {v}[{j}];", f"{k} += {k} & 1;"])
        use = f"{v}[{k} & 15] = 0.5 * {v}[({k} + 1) & 15] + 0.3 * {v}[{i}] * {v}[{k} & 15];"
        head = self.pick([f"for (int {i} = 0; {i} < 5; ++{i})", f"for (int {i} = 4; {i} >= 0; {i}--)", f"for (int {i} = 1; {i} < 9; {i} += 2)"])
        body = self.pick([f"{use} {move}", f"{move} {use}", f"{move} {use} {move.replace(j, j + 'b')}"])
        lines.append(Node("s", [f"{head} {{ {body} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {v}[{k} & 15] + 0.2 * {v}[1] * {v}[5] + 0.1 * {v}[({k} + 3) & 15]")))
        return [Node("s", [Block(lines)])]

    def idiom_named_indices(self, budget):
        """Elements that indices in objects lead to, which may be one, and change between two uses."""
        v, bonds, b, i = (self.fresh(name) for name in ("points", "bonds", "bond", "at"))
        self.full()
        lines = [Node("s", [f"std::vector<Triple{self.n}> {v} = {{{{0.4, ", self.tame(self.double(1)), ", -0.3}, {0.6, 0.2, 0.5}, {0.1, -0.5, 0.3}}; ",
                            f"std::vector<Bond{self.n}> {bonds} = {{{{0, {{1, 2}}, 0.4}}, {{2, {{2, 0}}, ", self.tame(self.double(1)), "}};"], pinned=True)]
        uses = [f"{v}[{b}.from] = {v}[{b}.from] + {v}[{b}.to[0]] * ({b}.weight * {v}[{b}.from].dot({v}[{b}.to[1]]));",
                f"{v}[{b}.to[0]] = {v}[{b}.to[0]] * 0.5 + {v}[{b}.to[1]] * 0.3;",
                f"{v}[{b}.to[{i} & 1]] = {v}[{b}.to[{i} & 1]] + {v}[{b}.from] * (0.2 * {v}[{b}.to[0]].dot({v}[{b}.to[{i} & 1]]));"]
        change = self.pick(["", f"{b}.from = ({b}.from + 1) % 3;", f"std::swap({b}.to[0], {b}.from);", f"if ({i} == 1) {b}.to[1] = {b}.to[0];",
                            f"{bonds}[0].to[0] = {i} % 3;"])
        body = " ".join([self.pick(uses), change, self.pick(uses), self.pick(uses)])
        lines.append(Node("s", [f"for (int {i} = 0; {i} < 3; ++{i}) for (Bond{self.n} &{b} : {bonds}) {{ {body} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {v}[{bonds}[0].from].a + {v}[1].dot({v}[2]) + 0.1 * {v}[0].c * {v}[2].b")))
        return [Node("s", [Block(lines)])]

    def idiom_cleared_blocks(self, budget):
        """A block that each iteration sets anew, or not all of it, and adds to by a table of indices."""
        d, i, j, n = (self.fresh(name) for name in ("sums", "at", "link", "size"))
        self.full()
        made = self.pick([f"std::vector<double> {d}({n}, 0.2);", f"double {d}[4] = {{0.1, 0.2, 0.3, 0.4}};", f"std::vector<double> {d}({n}), other{d}({n}, 0.3);"])
        lines = [Node("s", [f"const int {n} = 4; const int table{d}[] = {{2, 0, 1, 2, 3, 1}}; {made} double from{d}[4] = {{0.3, ", self.tame(self.double(1)), ", -0.2, 0.5};"], pinned=True)]
        clear = self.pick([f"for (int {i} = 0; {i} < {n}; ++{i}) {d}[{i}] = 0.0;", f"for (int {i} = 0; {i} < 4; ++{i}) {d}[{i}] = 0.1 * {i};", f"for (double &v{d} : {d}) v{d} = 0.0;",
                           f"for (int {i} = {n} - 1; {i} >= 0; --{i}) {d}[{i}] = from{d}[{i}];", f"for (int {i} = 1; {i} < {n}; ++{i}) {d}[{i}] = 0.0;",
                           f"for (int {i} = 0; {i} < {n} - 1; ++{i}) {d}[{i}] = 0.0;", f"if (turn{d} != 1) for (int {i} = 0; {i} < {n}; ++{i}) {d}[{i}] = 0.0;"])
        if "other" in made and self.r.random() < 0.5:
            clear += f" if (turn{d} == 1) std::swap({d}, other{d});"
        between = self.pick(["", f" from{d}[{j} & 3] += 0.2 * {d}[1] * {d}[table{d}[{j}]];", f" if ({j} == 2) {d}[1] *= {d}[0];"])
        body = f"{clear} for (int {j} = 0; {j} < 6; ++{j}) {{ {d}[table{d}[{j}]] += 0.3 * std::sin(from{d}[{j} & 3]);{between} }} for (int {i} = 0; {i} < {n}; ++{i}) from{d}[{i}] += 0.1 * {d}[{i}] * {d}[3 - {i}];"
        self.full()
        lines.append(Node("s", [f"for (int turn{d} = 0; turn{d} < ((", self.int(1), f") & 3); ++turn{d}) {{ {body} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * from{d}[0] + 0.2 * from{d}[1] * from{d}[2] + 0.1 * {d}[3]")))
        return [Node("s", [Block(lines)])]

    def idiom_unset_storage(self, budget):
        """Arrays that an iteration declares without a value, and sets row by row, in part, in a branch, or in a loop of its own."""
        w, t, i, k, y = (self.fresh(name) for name in ("work", "turn", "row", "at", "sum"))
        self.full()
        lines = [Node("s", [f"double {y} = 0.2; const double in{w}[3] = {{0.4, ", self.tame(self.double(1)), ", -0.3};"], pinned=True)]
        made = self.pick([f"double {w}[4][3];", f"std::array<std::array<double, 3>, 4> {w};", f"std::array<double, 3> {w}[4];"])
        row = self.pick([f"double r[3]; for (int {k} = 0; {k} < 3; ++{k}) r[{k}] = std::sin({w}[{i}][{k}] + {y});",
                         f"std::array<double, 3> r; r[0] = {w}[{i}][1]; r[1] = {y} * {w}[{i}][0]; r[2] = 0.5;",
                         f"double r[3]; for (int {k} = 0; {k} < 3; ++{k}) {{ r[{k}] = 0.0; for (int l = 0; l < 3; ++l) r[{k}] += 0.3 * {w}[{i}][l] * in{w}[{k}]; }}",
                         f"double r[3]; r[0] = r[1] = r[2] = {w}[{i}][{t} % 3]; if ({w}[{i}][0] > 0.1) r[1] = {y};"])
        following = self.pick([f"{w}[{i} + 1][{k}] = 0.6 * r[{k}] * {w}[{i}][({k} + 1) % 3] + 0.1;", f"{w}[{i} + 1][{k}] = r[{k}] + 0.2 * {w}[{i}][{k}]; {w}[{i} + 1][{k}] *= r[2 - {k}];",
                               f"{w}[{i} + 1][{k}] = 0.0; for (int l = 0; l <= {i}; ++l) {w}[{i} + 1][{k}] += 0.4 * {w}[l][{k}] * r[{k}];"])
        carried = self.pick(["", f" {y} += 0.1 * {w}[{i} + 1][0] * r[1];", f" {w}[0][{i}] = 0.7 * {w}[{i} + 1][1];"])
        behind = self.pick([f"{y} += 0.2 * {w}[3][0] * {w}[2][1];", f"for (int {i} = 3; {i} >= 0; --{i}) {y} += 0.1 * {w}[{i}][{i} % 3] * {w}[3][1];",
                            f"double last[2]; last[0] = {w}[3][2]; last[1] = last[0] * {w}[0][0]; {y} += 0.3 * last[{t} % 2] * last[1];"])
        body = (f"{made} for (int {k} = 0; {k} < 3; ++{k}) {w}[0][{k}] = in{w}[({k} + {t}) % 3]; "
                f"for (int {i} = 0; {i} < 3; ++{i}) {{ {row} for (int {k} = 0; {k} < 3; ++{k}) {{ {following} }}{carried} }} {behind}")
        lines.append(Node("s", [f"for (int {t} = 0; {t} < 4; ++{t}) {{ {body} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * std::tanh({y})")))
        return [Node("s", [Block(lines)])]

    def idiom_scaled_arrays(self, budget):
        """An array that one loop changes as a whole, or nearly, and others in part."""
        c, p, t, n = (self.fresh(name) for name in ("cash", "path", "time", "size"))
        self.full()
        made = self.pick([f"std::vector<double> {c}(x{c}, x{c} + {n});", f"double {c}[4] = {{x{c}[0], x{c}[1], x{c}[2], x{c}[3]}};"])
        lines = [Node("s", [f"const int {n} = 4; const double x{c}[4] = {{0.3, ", self.tame(self.double(1)), f", -0.4, 0.6}}; {made}"], pinned=True)]
        whole = self.pick([f"for (int {p} = 0; {p} < {n}; ++{p}) {c}[{p}] *= 0.9 + 0.1 * x{c}[{t}];", f"for (int {p} = 0; {p} < 4; ++{p}) {c}[{p}] = {c}[{p}] * {c}[{p}] - 0.2 * x{c}[1];",
                           f"for (int {p} = 1; {p} < {n}; ++{p}) {c}[{p}] *= {c}[{p}];", f"for (int {p} = 0; {p} < {n}; ++{p}) if (x{c}[{p}] > 0.0) {c}[{p}] *= {c}[{p}];",
                           f"for (int {p} = 1; {p} < {n}; ++{p}) {c}[{p}] *= {c}[{p} - 1];", f"for (int {p} = {n} - 1; {p} >= 0; --{p}) {c}[{p}] = std::sin({c}[{p}]) * {c}[{p}];",
                           f"for (double *last{c} = &{c}[0] + 4; last{c} - &{c}[0] > 1; --last{c}) for (double *{p} = &{c}[0]; {p} != last{c}; ++{p}) *{p} *= 0.9 + 0.1 * {c}[last{c} - &{c}[0] - 1];",
                           f"double *last{c} = &{c}[0] + 4; for (int k = 0; k < 3; ++k) {{ for (double *{p} = &{c}[k & 1]; {p} < last{c}; ++{p}) *{p} *= x{c}[k] * *{p}; --last{c}; }}"])
        between = self.pick(["", "", f" const double seen{c} = {c}[1] * {c}[2];", f" {c}[0] += 0.1 * {c}[3] * {c}[0];"])
        part = self.pick([f"for (int {p} = 0; {p} < {n}; ++{p}) {{ const double now = std::cos(x{c}[{p}] * {t}); if (now > 0.5) {c}[{p}] = now; }}",
                          f"{c}[{t} & 3] = 0.4 * x{c}[{t} & 3];", f"for (int {p} = 0; {p} < {n}; {p} += 2) {c}[{p}] = x{c}[{p}] * 0.5;",
                          f"for (int {p} = 0; {p} < {n}; ++{p}) {c}[({p} * 3) & 3] = x{c}[{p}] + 0.1 * {t};"])
        after = f" {c}[3] += 0.1 * seen{c};" if "seen" in between else ""
        lines.append(Node("s", [f"for (int {t} = 0; {t} < 3; ++{t}) {{ {whole}{between} {part}{after} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {c}[0] + 0.2 * {c}[1] * {c}[2] + 0.1 * {c}[3]")))
        return [Node("s", [Block(lines)])]

    def idiom_branch_values(self, budget):
        """Values that branches, choices and short loops compute, and that their derivatives need."""
        a, v, y, t, j = (self.fresh(name) for name in ("angle", "values", "level", "time", "at"))
        self.full()
        lines = [Node("s", [f"double {y} = 0.4, {v}[4] = {{0.3, ", self.tame(self.double(1)), f", -0.2, 0.7}};"], pinned=True)]
        angle = self.pick([f"double {a} = {v}[{t}] * {y};", f"const double {a} = {v}[{t}] + 0.3 * {t};", f"double &{a} = {v}[{t}];"])
        pair = f"const double c{a} = std::cos({a}), s{a} = std::sin({a});"
        moved = self.pick(["", "", f" {v}[{t}] = 0.5 * c{a} * {v}[({t} + 1) & 3];", f" {y} *= s{a};"])
        branch = self.pick([f"double g = 0.1; if (c{a} > 0.2) {{ const double root = std::sqrt(c{a}); g = root * {v}[{t}]; }}",
                            f"double g = {y}; if (s{a} > 0.1) {{ g = std::exp(g * s{a}); {v}[({t} + 1) & 3] = g * 0.4; g *= c{a}; }} else g = std::tanh(g + c{a});",
                            f"double g = s{a}; if ({t} % 2 == 0) {{ const double e = std::exp(-g * g); if (e > 0.9) g = e * g; else {{ g = std::log(e + 1.0); {y} += 0.1 * g * e; }} g *= e; }}",
                            f"double g = {t} % 3 == 1 ? std::tanh({a} + {y}) : 1.0 / (1.0 + std::exp(-{a}));",
                            f"double g; g = c{a} > 0.0 ? std::sqrt(c{a}) * {y} : {y} > 0.3 ? std::exp({y} * s{a}) : {y};"])
        short = self.pick(["", f" for (int {j} = 0; {j} < 3; ++{j}) g = std::sin(g + {v}[{j}]) * c{a};",
                           f" for (int {j} = 0; {j} < 3; ++{j}) for (int k = 0; k <= {j}; ++k) g = 0.8 * g * std::cos(g * {v}[k]) + 0.1 * s{a};",
                           f" for (int {j} = 2; {j} >= 0; --{j}) for (int k = {j} + 1; k < 4; ++k) {v}[k] -= 0.2 * {v}[{j}] * std::tanh(g);",
                           f" for (unsigned {j} = 3; {j} > 1; --{j}) g *= std::cos(g * {j});"])
        after = self.pick([f"{y} += 0.2 * g * c{a};", f"if (g > 0.15) {y} = 0.5 * std::sin({a}) * g + 0.3 * {y};", f"{y} = 0.6 * {y} + 0.1 * std::cos({a}) * g; {v}[({t} + 2) & 3] += 0.1 * s{a} * g;"])
        lines.append(Node("s", [f"for (int {t} = 0; {t} < 4; ++{t}) {{ {angle} {pair}{moved} {branch}{short} {after} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * std::tanh({y} + 0.2 * {v}[0] * {v}[1] + 0.1 * {v}[2] - 0.3 * {v}[3])")))
        return [Node("s", [Block(lines)])]

    def idiom_many_arrays(self, budget):
        """A long loop over several arrays: iterations have elements of their own, or one reads what another has written."""
        a, b, c, w, n, i, t, p, q = (self.fresh(name) for name in ("first", "second", "third", "weights", "many", "at", "turn", "from", "to"))
        self.full()
        lines = [Node("s", [f"const int {n} = 19 + ((", self.int(1), f") & 7); std::vector<double> {a}({n}, 0.4), {b}({n}), {c}({n}, -0.2), {w}({n}, 0.6); ",
                            f"for (int {i} = 0; {i} < {n}; ++{i}) {{ {b}[{i}] = std::sin(0.7 * {i}) * ", self.tame(self.double(1)), f"; {w}[{i}] += 0.02 * {i}; }}"], pinned=True)]
        pointers = self.pick([f"double *{p} = {a}.data(), *{q} = {b}.data();", f"double *{p} = {a}.data(), *{q} = {t} % 2 == 0 ? {a}.data() : {b}.data();",
                              f"double *{p} = {a}.data() + 1, *{q} = {a}.data();", f"double *{p} = {b}.data(), *{q} = {b}.data() + 1;"])
        reads = [f"{p}[{i}]", f"{p}[{i} - 1]", f"{p}[{i} + 1]", f"{c}[{i}]", f"{w}[{i} - 1]", f"{w}[{i}]", f"{c}[{i} + 1]", f"{a}[{i}]", f"{b}[{i} - 1]"]
        def term():
            x, y = self.pick(reads), self.pick(reads)
            return self.pick([f"0.3 * {x} * {y}", f"0.2 * {x} / (1.0 + {y} * {y})", f"0.4 * {x}", f"0.1 * ({x} - {y}) * {w}[{i}]", f"{x} * {w}[{i}] / (2.0 + {w}[{i}] * {w}[{i}])"])
        stores = [f"{q}[{i}] = {term()} + {term()};", f"{c}[{i}] = {term()} - 0.3 * {c}[{i}];", f"{q}[{i} - 1] = {term()};", f"{w}[{i}] = 0.5 * {w}[{i}] + {term()};",
                  f"{c}[{i} + 1] = {term()} * {term()};", f"if ({i} > 3) {c}[{i}] = {term()};", f"{b}[{i}] = {term()};"]
        body = " ".join(self.r.sample(stores, self.pick([1, 2, 3])))
        loop = self.pick([f"for (int {i} = 1; {i} < {n} - 2; ++{i})", f"for (int {i} = {n} - 3; {i} >= 1; --{i})", f"for (unsigned {i} = 1; {i} + 3 < unsigned({n}); ++{i})"])
        behind = self.pick(["", f" std::swap({a}, {b});", f" std::swap({b}, {c});", f" {a} = {c};"])
        lines.append(Node("s", [f"for (int {t} = 0; {t} < 3; ++{t}) {{ {pointers} {loop} {{ {body} }}{behind} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {a}[2] * {b}[3] + 0.2 * {c}[4] * {w}[1] + 0.1 * {b}[{n} / 2] * {a}[{n} - 4]")))
        return [Node("s", [Block(lines)])]

    def idiom_fields_of_steps(self, budget):
        """Divisions and functions of fields that no step changes, or nearly: a step changes one, leaves early, or is not taken."""
        a, k, m, n, i, j, t, g = (self.fresh(name) for name in ("state", "field", "other", "points", "at", "row", "step", "size"))
        self.full()
        lines = [Node("s", [f"const int {n} = 6 + ((", self.int(1), f") & 3), {g} = 3; std::vector<double> {a}({n}, 0.4), {k}({n}), {m}({n}, 0.6); ",
                            f"for (int {i} = 0; {i} < {n}; ++{i}) {{ {k}[{i}] = 0.3 + 0.2 * std::sin(1.1 * {i}) * ", self.tame(self.double(1)), f"; {m}[{i}] += 0.1 * {k}[{i}]; }}"], pinned=True)]
        at = self.pick([f"{i}", f"{i} - 1", f"{n} - 1 - {i}"])
        def value():
            x, y = self.pick([f"{k}[{i}]", f"{k}[{i} - 1]", f"{m}[{i}]", f"{m}[{at}]", f"(0.5 - 0.1 * {m}[0])"]), self.pick([f"{k}[{i}]", f"{m}[{i}]", f"{k}[0]"])
            return self.pick([f"{x} * {y} / (1.0 + {x} * {x} + {y} * {y})", f"std::exp(-{x}) * {y}", f"{x} / (2.0 + {y} * {y})", f"std::tanh({x} + {y})",
                              f"({x} > 0.3 ? std::sin({x}) : {y} / 1.7)", f"std::cos({x} * {a}[{i}])"])
        uses = [f"{a}[{i}] += 0.1 * {value()} * ({a}[{i} - 1] - {value()});", f"const double w{i} = {value()}; {a}[{i}] = 0.9 * {a}[{i}] + 0.1 * w{i} * w{i};",
                f"if ({m}[{i}] > 0.62) {a}[{i}] += 0.2 * {value()};", f"{a}[{i}] = {value()} - 0.2 * {a}[{i}] * {value()};"]
        loop = self.pick([f"for (int {i} = 1; {i} < {n}; ++{i})", f"for (int {i} = {n} - 1; {i} > 0; --{i})", f"for (int {i} = 1 + {n} / 3; {i} < {n}; ++{i})"])
        body = f"{loop} {{ {' '.join(self.r.sample(uses, self.pick([1, 2, 3])))} }}"
        nested = (f"for (int {j} = 0; {j} < {n} / {g}; ++{j}) for (int {i} = 0; {i} < {g}; ++{i}) "
                  f"{a}[{j} * {g} + {i}] += 0.1 / (1.0 + {k}[{j} * {g} + {i}] * {m}[{i}]) * {a}[{i}];")
        around = self.pick([body, body, nested, body + " " + nested, f"for (int {j} = 0; {j} < {n} - 7; ++{j}) {{ {body} }}"])
        behind = self.pick(["", "", f" {k}[{t} % {n}] *= 0.8;", f" std::swap({a}, {m});", f" if ({a}[1] > 0.9) break;", f" {m}[2] += 0.1 * {a}[1];"])
        steps = self.pick([f"for (int {t} = 0; {t} < 3; ++{t})", f"for (int {t} = 0; {t} < {n} - 7; ++{t})", f"for (int {t} = 4; {t} > 0; --{t})"])
        lines.append(Node("s", [f"{steps} {{ {around}{behind} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {a}[2] * {a}[3] + 0.2 * {k}[4] * {m}[1] + 0.1 * {a}[{n} - 1]")))
        return [Node("s", [Block(lines)])]

    def idiom_states_of_steps(self, budget):
        """Arrays that each step overwrites, in place or by turns, all but the ends or not; with others that lead there, or are computed anew."""
        u, v, f, n, i, t, p = (self.fresh(name) for name in ("state", "next", "flux", "points", "at", "step", "row"))
        self.full()
        size = self.pick([f"{n}", f"{n}", f"{n} + 1"])
        lines = [Node("s", [f"int k{n} = 4; for (int {i} = (", self.int(1), f") & 3; {i} > 0; --{i}) ++k{n}; const int {n} = k{n}; std::vector<double> {u}({n}), {v}({size}, 0.3), {f}({n}, 0.2); double y{u} = 0.1; ",
                            f"for (int {i} = 0; {i} < {n}; ++{i}) {u}[{i}] = 0.4 * std::cos(0.7 * {i}) * ", self.tame(self.double(1)), ";"], pinned=True)]
        other = self.pick(["", "", "", f"double *{p} = {u}.data();", f"double *{p} = {v}.data() + 1;"])
        lines.append(Node("s", [f"{other} "], pinned=True)) if other else None
        low, high = self.pick([0, 1, 1]), self.pick([f"{n}", f"{n} - 1", f"{n} - 1"])
        loop = lambda: self.pick([f"for (int {i} = {low}; {i} < {high}; ++{i})", f"for (int {i} = {high} - 1; {i} >= {low}; --{i})",
                                  f"for (int {i} = 1; {i} + 1 < {n}; ++{i})", f"for (int {i} = 1; {i} < {n} - ({t} & 1); ++{i})"])
        near = lambda a: self.pick([f"{a}[{i}]", f"{a}[({i} + 1) % {n}]", f"{a}[{n} - 1 - {i}]", f"{a}[({i} + {n} - 1) % {n}]"])
        term = lambda: self.pick([f"std::sin({near(u)})", f"{near(u)} * {near(v)}", f"0.5 * {near(f)}", f"{u}[{i}] * {u}[{i}]", f"0.3 * {v}[{i}]", f"{near(f)} * {u}[{i}]"])
        statements = [
            lambda: f"{loop()} {u}[{i}] = 0.5 * {u}[{i}] + 0.1 * {self.pick([f'{f}[{i}]', f'{u}[{i}] * {u}[{i}]', term()])};",
            lambda: f"{loop()} {u}[{i}] -= 0.2 * ({near(f)} - {near(f)});",
            lambda: f"{loop()} {f}[{i}] = 0.4 * {term()} + 0.2 * {term()};",
            lambda: f"{loop()} {v}[{i}] = {u}[{i}] + 0.2 * {term()} * {near(u)};",
            lambda: f"{loop()} {{ {v}[{i}] = 0.6 * {near(u)}; {f}[{i}] = {v}[{i}] * 0.3 + 0.1 * {term()}; }}",
            lambda: f"for (int {i} = 0; {i} < {n}; ++{i}) {v}[{i}] = {u}[{i}];",
            lambda: f"{u}[0] = 0.5 * {u}[{n} - 1] * {v}[1];",
            lambda: f"y{u} += 0.2 * {self.pick([f'{u}[1] * {v}[2]', f'{f}[{t} % {n}]', f'{u}[{n} - 1] * {u}[0]'])};",
        ]
        body = " ".join(self.pick(statements)() for _ in range(self.pick([2, 3, 4])))
        swap = self.pick(["", f" std::swap({u}, {v});", f" {u}.swap({v});", f" std::swap({u}, {v});"])
        after = self.pick(["", "", f" if (y{u} > 2.0) break;", f" {v}[{t} % {n}] *= 0.9;", f" y{u} += {p}[1] * 0.3;" if other else ""])
        around = self.pick([f"{body}{swap}", f"{body}{swap}", f"if ({t} != 1) {{ {body}{swap} }}", f"for (int k = 0; k < 2; ++k) {{ {body}{swap} }}"])
        lines.append(Node("s", [f"for (int {t} = 0; {t} < {self.pick(['3', '4', f'{n} - 3'])}; ++{t}) {{ {around}{after} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.3 * {u}[2] * {u}[3] + 0.2 * {v}[1] * {f}[2] + 0.1 * y{u} + 0.1 * {u}[{n} - 1]")))
        return [Node("s", [Block(lines)])]

    def idiom_copied_states(self, budget):
        """A new state that becomes the old one at the end of each step, or nearly."""
        h, g, t, i = (self.fresh(name) for name in ("state", "next", "step", "at"))
        self.full()
        kind = self.pick(["array", "vector", "std"])
        start = "{0.3, 0.5, -0.2, 0.4}"
        made = {"array": f"double {h}[4] = {start}, {g}[4] = {{}};", "vector": f"std::vector<double> {h} = {start}, {g}(4);",
                "std": f"std::array<double, 4> {h} = {start}, {g}{{}};"}[kind]
        lines = [Node("s", [f"const double x{h} = ", self.tame(self.double(1)), f"; {made} double y{h} = 0.2;"], pinned=True)]
        if self.chance(0.2):
            lines.append(Node("s", [f"y{h} += {h}[1] * {g}[2] + x{h} * {g}[1] * {g}[1];"], pinned=True))
        whole = f"for (int {i} = 0; {i} < 4; ++{i})"
        first = self.pick(["", "", f"y{h} += 0.1 * {g}[{t}] * {g}[1]; ", f"{whole} {g}[{i}] = 0.0; ", f"{g}[{t}] *= 0.5 * {g}[2] * x{h}; "])
        step = self.pick([f"{whole} {g}[{i}] = std::tanh(x{h} * {h}[{i}] + {h}[({i} + 1) & 3]);",
                          f"{whole} {{ {g}[{i}] = 0.1; for (int k = 0; k < 4; ++k) {g}[{i}] += {h}[k] * std::cos(x{h} + k * {i}); }}",
                          f"{whole} {g}[{i}] = std::exp(-{h}[{i}] * x{h}); {whole} y{h} += {g}[{i}] * {g}[{i}];",
                          f"for (int {i} = 0; {i} < 2 + {t} % 3; ++{i}) {g}[{i}] = std::sin({h}[{i}] * {h}[3 - {i}] + x{h});"])
        between = self.pick(["", f" const double total{h} = 1.0 + {g}[0] * {g}[0] + {g}[3] * {g}[1]; {whole} {g}[{i}] /= total{h};",
                             f" {g}[1] *= {g}[2];", f" const double p{h} = {g}[0] * {g}[1]; y{h} += std::sin(p{h} * p{h});"])
        same = f"{h} = {g};" if kind != "array" else f"{whole} {h}[{i}] = {g}[{i}];"
        copy = self.pick([same, same, f"{whole} {h}[{i}] = {g}[{i}];", f"for (int {i} = 0; {i} < 3; ++{i}) {h}[{i}] = {g}[{i}];",
                          f"if (y{h} > 0.3) {{ {same} }}", f"{whole} {h}[{i}] = {g}[3 - {i}];", f"{h}[0] = {g}[0]; {h}[1] = {g}[1]; {h}[2] = {g}[2]; {h}[3] = {g}[3];",
                          f"for (int {i} = 0; {i} < 2 + {t} % 3; ++{i}) {h}[{i}] = {g}[{i}];"] + ([f"std::swap({h}, {g});"] if kind != "array" else []))
        after = self.pick(["", "", f" {h}[2] = std::sin({h}[1] * x{h}) * {h}[2];", f" y{h} += 0.2 * {g}[1] * {g}[2];", f" {whole} {g}[{i}] *= {g}[{i}];", f" y{h} += {h}[{t}] * {h}[1];"])
        around = self.pick(["", "", f"for (int r{h} = 0; r{h} < 2; ++r{h}) "])
        lines.append(Node("s", [f"{around}for (int {t} = 0; {t} < 4; ++{t}) {{ {first}{step}{between} {copy}{after} }}"], pinned=True))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.2 * std::tanh(y{h} + {h}[0] * {h}[1] + 0.3 * {h}[2] - {h}[3] + 0.1 * {g}[1])")))
        return [Node("s", [Block(lines)])]

    def idiom_empty_elements(self, budget):
        """What is active is added later."""
        rows, i, v = self.fresh("parts"), self.fresh("at"), self.fresh("part")
        self.full()
        push = self.pick(["push_back({})", "push_back(std::vector<double>())", "emplace_back(std::vector<double>{})"])
        lines = [Node("s", [f"std::vector<std::vector<double>> {rows};"], pinned=True),
                 self.s(f"for (int {i} = 0; {i} < 3; ++{i}) {rows}.{push};"),
                 self.s(f"for (int {i} = 0; {i} < 5; ++{i}) {rows}[{i} % 2].push_back(0.2 * {i} * ", self.tame(self.double(1)), ");")]
        self.full()
        lines.append(self.s(f"for (const std::vector<double> &{v} : {rows}) if (!{v}.empty()) ",
                            Block([self.s(*self.assign_from(f"0.3 * {v}.back() * {v}.front()"))])))
        return [Node("s", [Block(lines)])]

    def idiom_local_table(self, budget):
        """In a branch of its own, where both sweeps have to know it."""
        table = self.fresh("local")
        self.full()
        last = self.pick(["0.25", Node("d", ["0.1 * ", self.tame(self.double(1))])])
        kind = self.pick(["static const", "const"]) if last == "0.25" else "const"
        made = Node("s", [kind + f" double {table}[3] = {{0.5, -0.75, ", last, "};"], pinned=True)
        self.full()
        used = self.s(*self.assign_from(Node("d", [f"0.3 * rational{self.n}({table}, ", self.tame(self.double(1)), ")"])))
        self.full()
        return [self.s("if (", self.bool(1), ") ", Block([made, used]))]

    def idiom_split_table(self, budget):
        p = self.fresh("state")
        self.full()
        made = Node("s", [f"double {p} = ", self.tame(self.double(1)), ";"], pinned=True)
        self.full()
        return [Node("s", [Block([made, self.s(*self.assign_from(
            Node("d", [f"0.3 * tabled{self.n}(", self.tame(self.double(1)), ", ", self.int(1), f", &{p})"]))),
            self.s(*self.assign_from(f"0.2 * {p}"))])])]

    def idiom_scanned(self, budget):
        """What is overwritten is needed."""
        n = self.fresh("scanned")
        text = self.pick(["3", "7 1", "-2"])
        self.full()
        before = self.s(*self.assign_from(Node("d", [f"0.1 * {n} * ", self.tame(self.double(1))])))
        self.full()
        behind = self.s(*self.assign_from(Node("d", [f"0.1 * {n} * ", self.tame(self.double(1))])))
        return [Node("s", [Block([self.pinned(f"int {n} = 5;"), before, self.pinned(f'std::sscanf("{text}", "%d", &{n});'), behind])])]

    def idiom_kept_table(self, budget):
        self.full()
        return [self.s(*self.assign_from(Node("d", [f"kept{self.n}(", self.int(1), ") * ", self.tame(self.double(1))])))]

    def idiom_first_call(self, budget):
        self.full()
        return [self.s(*self.assign_from(Node("d", [f"0.3 * filled{self.n}(", self.double(1), ", ", self.int(1), ")"])))]

    def idiom_singleton(self, budget):
        if self.tries:
            return None
        self.full()
        object = f"Settings{self.n}::get()"
        return [self.s(*self.assign_from(Node("d", [f"{object}.weight({object}.ask(", self.int(1), ")) * ", self.tame(self.double(1))])))]

    def idiom_user_data(self, budget):
        p = self.fresh("pair")
        self.full()
        made = self.s(f"Pair{self.n} {p} = {{", self.tame(self.double(1)), ", ", self.tame(self.double(1)), "};")
        self.full()
        return [Node("s", [Block([made, self.s(*self.assign_from(
            Node("d", [f"0.3 * through{self.n}(", self.tame(self.double(1)), ", ", self.int(1), f", &{p})"]))),
            self.s(*self.assign_from(f"0.2 * {p}.a"))])])]
