#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops that fill containers and move numbers on, with room in front of the loops and without.

    test/fuzz/filled.py --build build --count 40 --seed 1 [--keep FOLDER]

Each program has nests of loops that add to vectors, of numbers, of points and of vectors, and to a string of integers beside their
counters; that read what they have added; and in some of which a container shrinks, is swapped, moved from, assigned, or reserved, an iteration adds
nothing, or the loop ends early. Its adjoint is compared with the one whose containers grow as they are filled, with sanitizers. Status 1 if two
differ; the programs stand in the folder."""

import compared

PLAIN = ["--no-reserve-ahead", "--no-count-along"]

DRIVER = compared.arrays("40")


class Program(compared.Draws):
    def __init__(self, number, seed):
        super().__init__(number, seed)
        self.counters = []
        self.made = 0

    def vector(self):
        return self.pick(*self.vectors)

    def index(self):
        """Of an element that there is, where it is taken modulo the size."""
        terms = [*self.counters, *self.counters, *self.numbers, "1", "n"]
        index = self.pick(*terms)
        return index if self.chance(0.5) else f"({index} + {self.pick(*terms)})"

    def element(self, container):
        place = self.pick(f"{container}.back()", f"{container}.front()", *[f"{container}[std::size_t({self.index()} + 64) % {container}.size()]"] * 3)
        return place

    def value(self):
        kind = self.rng.random()
        if kind < 0.3:
            return f"x[{self.pick('0', '1', '2')}] * {self.pick('0.7', 'y[1]', '-0.4')}"
        if kind < 0.85:
            v = self.vector()
            return f"({v}.empty() ? {self.pick('0.3', 'x[1]')} : 0.5 * {self.element(v)} * {self.pick('1.0', 'x[2]', self.pick(*self.counters, '1') + ' * 0.2')})"
        return f"std::sin({self.pick('y[0]', 'y[2]')} + {self.index()})"

    def values(self):
        return self.value() + self.pick("", "", f" + 0.4 * {self.value()}")

    def push(self):
        kind = self.rng.random()
        if kind < 0.7:
            return [f"{self.vector()}.{self.pick('push_back', 'push_back', 'emplace_back')}({self.values()});"]
        if kind < 0.8:
            return [f"points.{self.pick('push_back({A, B});', 'emplace_back(A, B);').replace('A', self.value()).replace('B', self.value())}"]
        if kind < 0.9:
            return [f"rows.{self.pick('push_back(V)', 'emplace_back(2, ' + self.value() + ')', 'push_back({' + self.value() + '})').replace('V', self.vector())};"]
        return ["if (!rows.empty())", f"  rows.back().push_back({self.values()});"]

    def test(self):
        v = self.vector()
        return self.pick(f"{self.index()} % 3 == 1", f"{v}.size() > {self.pick('2', '5')}", f"n > {self.pick('1', '2')}", "y[1] > 0.2")

    def move(self):
        k = self.pick(*self.numbers)
        step = self.pick(f"++{k};", f"{k}--;", f"{k} += 2;", f"{k} += n;", f"{k} += {self.pick(*self.counters, '3')};", f"{k} = 0;")
        return [step] if self.chance(0.7) else [f"if ({self.test()})", f"  {step}"]

    def other(self):
        v, w = self.vector(), self.vector()
        return self.pick([f"if (!{v}.empty())", f"  {self.element(v)} *= 0.8;"], [f"if (!{v}.empty())", f"  {self.element(v)} += 0.3 * {self.value()};"],
                         [f"total += {self.value()};"], [f"total += {v}.empty() ? 0.1 : {self.element(v)} * {v}.size() * 0.1;"],
                         [f"if ({v}.size() > 2)", f"  {v}.pop_back();"], [f"std::swap({v}, {w});"], [f"{v} = {w};"], [f"{v}.clear();"],
                         [f"{v} = std::vector<double>();"], [f"{v} = std::move({w}), {w} = std::vector<double>();"] if v != w else [f"{v}.resize({v}.size() + 1);"],
                         [f"{v}.reserve({self.pick('n', '3', 'n * m')});"], [f"{v}.insert({v}.begin(), {self.value()});"])

    def head(self):
        i = f"i{self.made}"
        self.made += 1
        outer = self.pick(*self.counters, "n") if self.counters else "n"
        self.counters.append(i)
        return self.pick(f"for (int {i} = 0; {i} < n; ++{i})", f"for (int {i} = 0; {i} < n; ++{i})", f"for (int {i} = n; {i} > 0; --{i})",
                         f"for (int {i} = 1; {i} <= m; {i}++)", f"for (std::size_t {i} = 0; {i} < std::size_t(n); ++{i})",
                         f"for (int {i} = 0; {i} < {self.pick('2', '3')}; ++{i})", f"for (int {i} = 0; {i} < {outer}; ++{i})",
                         f"for (int {i} = 0; {i} < n; {i} += 2)", f"for (long {i} = k0; {i} < n; ++{i})", f"for (unsigned {i} = 2; {i} > 0; --{i})")

    def statements(self, depth):
        lines = []
        for _ in range(self.rng.randint(1, 4 if depth else 5)):
            kind = self.rng.random()
            if kind < (0.5, 0.25, 0.1)[min(depth, 2)] and depth < 3:
                lines += self.loop(depth)
            elif kind < 0.75:
                lines += self.push()
            elif kind < 0.85 and self.numbers:
                lines += self.move()
            elif self.chance(self.wild):
                lines += self.other()
            elif self.chance(self.wild):
                lines += [f"if ({self.test()}) {{", *["  " + line for line in self.push()], "}"]
            else:
                lines.append(f"total += {self.value()};")
        if depth and self.chance(0.1 * self.wild):
            lines.insert(self.rng.randint(0, len(lines)), f"if ({self.test()}) {self.pick('break', 'continue')};")
        return lines

    def loop(self, depth):
        known = len(self.counters)
        head = self.head()
        body = self.statements(depth + 1)
        del self.counters[known:]
        return [head + " {", *["  " + line for line in body], "}"]

    def source(self):
        self.wild = self.pick(0.0, 0.3, 1.0)
        self.vectors, self.numbers = ["v0", "v1", "v2"], ["k0", "k1"]
        lines = ["double total = 0.0;", f"std::vector<double> v0, v1{self.pick('', '(2, 0.3)', '(n, x[0])', ' = {x[0], x[1], 0.4}')}, v2;",
                 f"{self.pick('int', 'long')} k0 = {self.pick('0', '3', 'n')};", f"{self.pick('int', 'std::size_t', 'unsigned')} k1 = {self.pick('0', '1', 'n')};",
                 f"std::vector<Point{self.number}> points;", "std::vector<std::vector<double>> rows;"]
        for _ in range(self.rng.randint(0, 2)):
            lines += self.pick(self.push(), [f"{self.vector()}.reserve({self.pick('n', '4', 'n + m')});"])
        lines += self.statements(0) + self.loop(0) + self.statements(0)
        for v in self.vectors:
            lines += [f"for (double e : {v})", f"  total += e * e * (1 + 0.01 * {v}.size());"]
        lines += ["for (const auto &p : points)", "  total += p.a * p.b;", "for (const auto &r : rows)", "  for (double e : r)", "    total += e * e;",
                  "total += 0.1 * x[0] * double(k0) + 0.1 * y[0] * double(k1 % 64);"]
        text = "\n".join("  " + line for line in lines)
        return f"""struct Point{self.number} {{
  double a, b;
  Point{self.number}(double c, double d) : a(c), b(d) {{}}
}};
#pragma adjoint reverse
double f{self.number}(int n, int m, const double *x, const double *y) {{
{text}
  return total;
}}
"""


if __name__ == "__main__":
    compared.main(__doc__, Program, DRIVER, PLAIN, "grown_value")
