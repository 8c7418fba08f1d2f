# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Maps, with numbers and texts as keys, lists and deques.

Class Keyed is a part of Generator. What a text is, only integers decide. A map always has the keys 0 to 3, or "a" to "d"; other keys come and go. A list has 4
to 12 elements, a deque 8 to 12. The order of an unordered map is the library's own: its elements are only added up.
"""

from tree import Block, Node, Var

FEATURES = {
    # of programs that have such containers; name: chance
    "map": 0.7, "unordered-map": 0.5, "map-of-texts": 0.6, "text": 0.6, "list": 0.6, "deque": 0.6, "map-argument": 0.6,
}

HELPERS = {
    "map": """static double looked@(const std::map<int, double> &m, int k, double a) {
  const auto it = m.find(k & 7);
  return it == m.end() ? 0.4 * a : it->second * a;
}
static void raised@(std::map<int, double> &m, double a) {
  for (auto &[k, v] : m) v = 0.6 * v + 0.1 * k * a;
  m[2] *= 0.5 * a;
}
static std::map<int, double> counted@(double a, int n) {
  std::map<int, double> m;
  for (int i = 0; i < 4 + (n & 3); ++i) m[i] = i == 0 ? a : 0.5 * m[i - 1] * a + 0.1 * i;
  return m;
}
""",
    "map-of-texts": """static double named@(const std::map<std::string, double> &m, const std::string &key) {
  const auto it = m.find(key);
  return it == m.end() ? 0.3 : it->second;
}
""",
    "list": """static double walked@(const std::list<double> &l, double a) {
  for (double e : l) a = 0.5 * a * e + 0.2 * e;
  return a;
}
""",
    "deque": """static double slid@(double a, double b) {
  std::deque<double> window;
  double s = 0.0;
  for (int i = 0; i < 5; ++i) {
    window.push_back(0.4 * a + 0.1 * i * b);
    if (window.size() > 3) window.pop_front();
    s = 0.6 * s + window.front() * window.back();
  }
  return s;
}
""",
}
INTS, TEXTS = "std::map<int, double>", "std::map<std::string, double>"


class Keyed:
    def keyed_features(self):
        if not self.has("keyed"):
            return []
        # What texts do is an effect for `value`.
        kept_out = ("map-argument", "map-of-texts", "text") if self.has("value") else ("map-argument",)
        return [f for f in FEATURES if self.has(f) and f not in kept_out]

    def keyed_nodes(self):
        used = set(self.keyed_features())
        if used & {"map", "unordered-map"}:
            used.add("map")
        return [Node("f", [HELPERS[f].replace("@", str(self.n))]) for f in HELPERS if f in used]

    # -- expressions

    def keyed_places(self):
        return self.visible("imap", "tmap", "list", "deque")

    def keyed_element(self, v):
        """A double that is always there."""
        n = self.name(v)
        if v.kind == "imap":
            return Node("l", [n, "[", self.index(), "]"])
        if v.kind == "tmap":
            texts = [t.name for t in self.visible("text")]
            return Node("l", [n, f"[{self.pick(texts)}]" if texts and self.chance(0.5) else f'["{self.pick("abcd")}"]'])
        if v.kind == "deque" and self.chance(0.6):
            return Node("l", [n, "[", self.index(), "]"])
        if v.kind == "list" and self.chance(0.3):
            return Node("l", [f"*std::next({n}.begin(), ", self.index(), ")"])
        return Node("l", [n, self.pick([".front()", ".back()"])])

    def keyed_lvalue(self, write):
        options = self.keyed_places()
        return self.keyed_element(self.pick(options)) if options else None

    def keyed_double(self, depth):
        options = self.keyed_places()
        if self.has("deque") and self.chance(0.1):
            self.use("deque")
            return Node("d", [f"slid{self.n}(", self.double(depth - 1), ", ", self.double(depth - 1), ")"])
        if not options:
            return None
        v = self.pick(options)
        n = self.name(v)
        if v.kind == "imap" and not v.unordered and self.has("map-argument") and self.chance(0.5):
            self.use("map-argument")
            return Node("d", self.pick([[f"looked{self.n}({n}, ", self.int(1), ", ", self.double(depth - 1), ")"],
                                        [f"counted{self.n}(", self.double(depth - 1), ", ", self.int(1), f")[{self.r.randint(0, 3)}]"]]))
        if v.kind == "imap" and self.chance(0.3):
            key = self.r.randint(2, 6)
            return Node("d", [f"({n}.count({key}) != 0 ? {n}[{key}] : ", self.double(depth - 1), ")"])
        if v.kind == "tmap" and self.has("map-argument") and self.chance(0.5):
            self.use("map-argument")
            return Node("d", [f'named{self.n}({n}, "{self.pick("abcxy")}")'])
        if v.kind == "list" and self.chance(0.5):
            return Node("d", [f"walked{self.n}({n}, ", self.double(depth - 1), ")"])
        return Node("d", [self.keyed_element(v)])

    def text_comparison(self):
        """A condition on a text, or None."""
        texts = self.visible("text")
        if not texts:
            return None
        v = self.name(self.pick(texts))
        return Node("b", [self.pick([f'({v} == "{self.pick("abcd")}")', f'({v} < "c")', f"({v}[0] != '{self.pick('abcd')}')"])])

    # -- statements

    def st_keyed(self, budget):
        forms = self.keyed_features()
        if not forms:
            return None
        self.use(feature := self.pick(forms))
        return getattr(self, "keep_" + feature.replace("-", "_"))(budget)

    def keyed_variable(self, prefix, kind, unordered=False):
        v = Var(self.fresh(prefix), kind)
        v.unordered = unordered
        return v

    def to_change(self, kind, unordered=False):
        """A variable to change, or None where a new one is wanted."""
        options = [v for v in self.visible(kind) if v.unordered == unordered]
        return self.pick(options) if options and self.chance(0.7) else None

    def keep_map(self, budget, unordered=False):
        v, typ = self.to_change("imap", unordered), INTS.replace("map", "unordered_map") if unordered else INTS
        if not v:
            v = self.keyed_variable("um" if unordered else "mp", "imap", unordered)
            forms = [[f"{typ} {v.name}{{{{0, ", self.double(1), "}, {1, ", self.double(1), "}, {3, 0.3}, {2, ", self.double(1), "}};"],
                     [f"{typ} {v.name}; for (int i = 0; i < 4; ++i) {v.name}[i] = 0.1 * i + ", self.double(1), ";"]]
            if not unordered:
                forms.append([f"auto {v.name} = counted{self.n}(", self.double(1), ", ", self.int(1), ");"])
            node = self.s(*self.pick(forms))
            self.add(v)
            return [node]
        n, e = v.name, self.tame(self.double(1))
        changes = [[f"{n}[2] = ", e, ";"], [f"{n}[1] *= ", e, ";"], [f"if (auto it = {n}.find(5); it != {n}.end()) it->second *= ", e, ";"],
                   [f"for (auto &kv : {n}) kv.second = 0.6 * kv.second + 0.1 * kv.first * ", self.keyed_constant(), ";"]]
        if not self.frozen:
            changes += [[f"{n}[4 + (", self.int(1), " & 3)] = ", e, ";"], [f"{n}.emplace(5, ", e, ");"], [f"{n}.insert({{6, ", e, "});"],
                        [f"{n}.erase(4 + (", self.int(1), " & 3));"], self.reference_kept(n, e)]
            others = [o for o in self.visible("imap") if o is not v and o.unordered == unordered]
            if others:
                o = self.pick(others).name
                changes += [[f"{n} = {o};"], [f"std::swap({n}, {o});"], [f"{n}.swap({o});"]]
        if not unordered and self.has("map-argument"):
            changes.append([f"raised{self.n}({n}, ", e, ");"])
        return [self.s(*self.pick(changes))] if self.chance(0.7) else self.map_loop(v, e)

    def reference_kept(self, n, e):
        """An element keeps its place while others come."""
        r = self.fresh("r")
        return [f"{{ double &{r} = {n}[1]; {n}[7] = ", e, f"; {n}[6] = 0.3 * {r}; {r} *= 0.7; }}"]

    def keyed_constant(self):
        """A number that names nothing."""
        return self.literal()

    def map_loop(self, v, e):
        target = self.target()
        lv = self.lvalue(write=True) if not v.unordered else target.name if target else None
        if not lv or "++" in str(lv) or "--" in str(lv):
            return None
        kv = self.fresh("e")
        weight = "" if v.unordered else f"0.4 * {kv}.first + "
        return [self.s(f"for (const auto &{kv} : {v.name}) ", Block([self.s(lv, f" += 0.2 * ({weight}{kv}.second);")]))]

    def keep_unordered_map(self, budget):
        return self.keep_map(budget, unordered=True)

    def keep_map_of_texts(self, budget):
        v = self.to_change("tmap")
        if not v:
            v = self.keyed_variable("mt", "tmap")
            node = self.s(f'{TEXTS} {v.name}{{{{"a", ', self.double(1), '}, {"c", ', self.double(1), '}, {"b", 0.3}, {"d", ', self.double(1), "}};")
            self.add(v)
            return [node]
        n, e = v.name, self.tame(self.double(1))
        changes = [[f'{n}["{self.pick("abcd")}"] = ', e, ";"], [f'{n}["b"] *= ', e, ";"], [f'if (auto it = {n}.find("x"); it != {n}.end()) it->second *= ', e, ";"],
                   [f'for (auto &[key, value] : {n}) value = key < "c" ? 0.6 * value : value * ', self.keyed_constant(), ";"]]
        if not self.frozen:
            changes += [[f'{n}["x"] = ', e, ";"], [f'{n}.emplace("y", ', e, ");"], [f'{n}.erase("x");'], [f'{n}[std::string("x") + "y"] += ', e, ";"]]
        return [self.s(*self.pick(changes))]

    def keep_text(self, budget):
        v = self.to_change("text")
        change = lambda name: self.s("if ((", self.int(1), f' & 1) != 0) {name} = "{self.pick("abcd")}";')
        if not v:
            v = self.keyed_variable("tx", "text")
            nodes = [self.s(f'std::string {v.name} = "{self.pick("abcd")}";')] + ([change(v.name)] if self.chance(0.7) else [])
            self.add(v)
            return nodes
        if self.chance(0.5):
            return [change(v.name)]
        return [self.s("if (", self.text_comparison(), ") ", self.block(max(1, budget)))]

    def keep_list(self, budget):
        v = self.to_change("list")
        if not v:
            v = self.keyed_variable("ls", "list")
            node = self.s(f"std::list<double> {v.name}{{", self.double(1), ", 0.4, ", self.double(1), ", ", self.double(1), "};")
            self.add(v)
            return [node]
        n, e, it = v.name, self.tame(self.double(1)), self.fresh("it")
        changes = [[f"for (double &e : {n}) e = 0.6 * e + 0.1 * ", self.keyed_constant(), ";"], [f"{n}.front() *= ", e, ";"], [f"*std::next({n}.begin()) = ", e, ";"]]
        if not self.frozen:
            few = f"if ({n}.size() < 10) "
            changes += [[few + f"{n}.push_back(", e, ");"], [few + f"{n}.push_front(", e, ");"], [f"if ({n}.size() > 4) {n}.pop_front();"], [f"if ({n}.size() > 4) {n}.pop_back();"],
                        [few + f"{{ auto {it} = {n}.begin(); {n}.push_front(", e, f"); {n}.insert({it}, 0.3 * *{it}); *{it} *= 0.8; }}"],
                        [f"if ({n}.size() > 4) {n}.erase(std::next({n}.begin(), ", self.index(), "));"], [f"{n}.reverse();"]]
        return [self.s(*self.pick(changes))] if self.chance(0.6) else self.sequence_loop(v, budget)

    def keep_deque(self, budget):
        v = self.to_change("deque")
        if not v:
            v = self.keyed_variable("dq", "deque")
            node = self.s(f"std::deque<double> {v.name}(8, ", self.double(1), f"); {v.name}[2] = ", self.double(1), ";")
            self.add(v)
            return [node]
        n, e = v.name, self.tame(self.double(1))
        changes = [[f"for (std::size_t i = 0; i < {n}.size(); ++i) {n}[i] = 0.6 * {n}[i] + 0.05 * i;"], [f"{n}.back() *= ", e, ";"], [f"{n}[", self.index(), "] = ", e, ";"]]
        if not self.frozen:
            few = f"if ({n}.size() < 12) "
            changes += [[few + f"{n}.push_back(", e, ");"], [few + f"{n}.push_front(", e, ");"], [f"if ({n}.size() > 8) {n}.pop_front();"], [f"if ({n}.size() > 8) {n}.pop_back();"],
                        [f"{n}.push_back({n}.front()); {n}.pop_front();"]]
        return [self.s(*self.pick(changes))] if self.chance(0.6) else self.sequence_loop(v, budget)

    def sequence_loop(self, v, budget):
        """Over a list or a deque, forwards."""
        if self.loop >= 2:
            return None
        e, it, n = self.fresh("e"), self.fresh("it"), v.name
        self.push()
        self.add(Var(e, "d"))
        self.frozen += 1
        saved = self.enter_loop()
        body = self.block(max(1, min(budget, 2)))
        self.leave_loop(saved)
        self.frozen -= 1
        self.pop()
        if self.chance(0.5):
            return [self.s(f"for (double &{e} : {n}) ", body)]
        body.statements.insert(0, Node("s", [f"double &{e} = *{it};"], pinned=True))
        return [self.s(f"for (auto {it} = {n}.begin(); {it} != {n}.end(); ++{it}) ", body)]
