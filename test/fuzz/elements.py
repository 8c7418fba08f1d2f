#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops over elements of matrices in place, with what is told apart and without.

    test/fuzz/elements.py --build build --count 40 --seed 1 [--keep FOLDER]

Each program has nests of loops, up and down, over triangles and squares, whose statements overwrite elements of matrices that
others read: in one array, with a width that fits or does not, by pointers that come before or late, in vectors of rows and in arrays
of arrays, behind tests of the counters, in a row whose number changes. Its adjoint is compared with the one that records everything, with sanitizers.
Status 1 if two differ; the programs stand in the folder."""

import compared

PLAIN = ["--no-tbr", "--no-recompute"]

DRIVER = compared.arrays("(n + 3) * (n + m + 3) + 40")


class Program(compared.Draws):
    def __init__(self, number, seed):
        super().__init__(number, seed)
        self.counters = []
        self.made = 0

    def counter(self):
        return self.pick(*self.counters[-3:])

    def position(self):
        """A row or a column."""
        if self.moves and self.chance(0.2):
            return "q"
        return self.pick(*[self.counter()] * 7, f"({self.counter()} + 1)") if self.counters else self.pick("0", "1")

    def element(self):
        row, column = self.position(), self.position()
        base = self.pick(*self.bases)
        if base in "rt":
            return f"{base}[{row}][{column}]"
        if self.chance(0.2):
            return f"{base}[{column}]"
        return f"{base}[{row} * {self.pick(*['n'] * 8, 'm')} + {column}]"

    def head(self):
        name = f"i{self.made}"
        self.made += 1
        outer = self.counter() if self.counters else None
        low = self.pick("0", "0", outer, f"{outer} + 1") if outer else "0"
        high = self.pick("n", "n", outer) if outer and low == "0" else "n"
        if self.chance(0.3):
            text = f"for (int {name} = {high} - 1; {name} >= {low}; --{name})"
        else:
            text = f"for (int {name} = {low}; {name} {'<=' if high == outer and self.chance(0.3) else '<'} {high}; ++{name})"
        self.counters.append(name)
        return text

    def value(self):
        a, b = self.element(), self.element()
        return self.pick(f"{a} * {b}", f"{a} * {b}", a, f"std::cos({a})", f"{a} / (1.5 + {b} * {b})")

    def simple(self):
        target = self.element()
        return self.pick(
            f"{target} -= 0.05 * {self.value()};",
            f"{target} -= 0.05 * {self.value()};",
            f"{target} += 0.05 * {self.value()};",
            f"{target} = std::sin({target} + 0.3 * {self.value()});",
            f"{target} = 0.2 * {self.value()};",
            f"{target} = {self.element()};",
            f"{target} /= 1.5 + {self.element()} * {self.element()};",
            f"total += 0.1 * {self.value()};",
        )

    def branch(self):
        one, other = self.counter(), self.counter()
        text = f"if ({one} {self.pick('==', '!=', '<', '>=')} {other}) {{ {self.simple()} }}"
        return text + (f" else {{ {self.simple()} }}" if self.chance(0.6) else "")

    def whole(self):
        """All elements of a matrix, or not quite."""
        base = self.pick(*self.bases)
        i, j = f"i{self.made}", f"i{self.made + 1}"
        self.made += 2
        rows, columns = self.pick("n", "n", "n", "n - 1"), self.pick("n", "n", "n", f"{i} + 1")
        known = len(self.counters)
        self.counters += [i, j]
        place = f"{base}[{i}][{j}]" if base in "rt" else f"{base}[{i} * {self.pick('n', 'n', 'n', 'm')} + {j}]"
        value = self.pick("0.1", f"0.2 * {self.value()}", f"0.3 + 0.1 * {self.element()}")
        del self.counters[known:]
        first = "q" if self.moves and self.chance(0.5) else "0"
        heads = [f"for (int {i} = {first}; {i} < {'q + 1' if first == 'q' else rows}; ++{i})", f"for (int {j} = 0; {j} < {columns}; ++{j})"]
        return [heads[0], "  " + heads[1], f"    {place} = {value};"]

    def statements(self, depth):
        lines = []
        for _ in range(self.rng.randint(1, 2)):
            kind = self.rng.random()
            if depth < 3 and (kind < 0.55 or not self.counters):
                lines += self.loop(depth)
            elif kind < 0.7 and len(self.counters) > 1:
                lines.append(self.branch())
            elif kind < 0.8:
                target = self.element()
                lines += [f"{target} = 0.1;", *self.loop(depth, f"{target} += 0.2 * VALUE;")]
            else:
                lines.append(self.simple())
        return lines

    def loop(self, depth, only=None):
        known = len(self.counters)
        head = self.head()
        body = [only.replace("VALUE", self.value())] if only else self.statements(depth + 1)
        del self.counters[known:]
        return [head + " {", *["  " + line for line in body], "}"]

    def source(self):
        apart = "__restrict " if self.chance(0.8) else ""
        self.bases = ["a", "a", "a", "b"]
        lines = ["double total = 0.0;"]
        self.moves = self.chance(0.4)
        if self.moves:
            lines.append("int q = 0;")
        if self.chance(0.3):
            lines.append("std::vector<double> v(a, a + (n + 2) * (n + m + 1));")
            self.bases += ["v"] * 3
        if self.chance(0.3):
            lines += ["std::vector<std::vector<double>> r(n + 2, std::vector<double>(n + 2, 0.3));"]
            self.bases += ["r"] * 3
        if self.chance(0.3):
            lines += ["double t[7][7];", "for (int i = 0; i < 7; ++i)", "  for (int j = 0; j < 7; ++j)", "    t[i][j] = 0.1 * a[i] + 0.01 * j;"]
            self.bases += ["t"] * 3
        body = []
        for part in range(self.rng.randint(1, 3)):
            if self.chance(0.2):
                body.append(f"double *p{part} = {self.pick('a', 'b', *(['v.data()'] if 'v' in self.bases else []))} + {self.pick('0', '1')};")
                self.bases += [f"p{part}"] * 2
            body += self.statements(0)
            if self.chance(0.4):
                body += self.whole() + ["q = (q + 1) % 2;"] * (self.moves and self.chance(0.7)) + self.statements(0)
        if self.chance(0.5) and not any(line.startswith("double *p") for line in body):
            end = ["  if (total > 1e3 + s)", "    break;"] if self.chance(0.4) else []
            body = ["for (int s = 0; s < 2; ++s) {", *["  " + line for line in body], *end, "}"]
        lines += body
        for base in sorted(set(self.bases) & set("vrt")):
            read = f"{base}[i]" if base == "v" else f"{base}[i][n - i]"
            lines += ["for (int i = 0; i <= n; ++i)", f"  total += {read} * {read};"]
        text = "\n".join("  " + line for line in lines)
        return f"""#pragma adjoint reverse
double f{self.number}(int n, int m, double *{apart}a, double *{apart}b) {{
{text}
  return total;
}}
"""


if __name__ == "__main__":
    compared.main(__doc__, Program, DRIVER, PLAIN, "tape")
