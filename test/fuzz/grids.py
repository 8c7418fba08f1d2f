#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random stencils on grids, with the passes that rearrange loops and without.

    test/fuzz/grids.py --build build --count 40 --seed 1 [--keep FOLDER]

Each program has two loops around statements that read neighbours up to two rows and columns away: indices written in several ways, counters
with and without sign, rows that overlap, branches, coefficients, sums. Its adjoint is compared with the one that is generated
without gathering, factoring and distributing, on grids from none to twenty rows, with sanitizers. Status 1 if two differ; the
programs stand in the folder."""

import random

import compared

PLAIN = ["--no-gather-rows", "--no-gather-sums", "--no-gather-terms", "--no-factor-sums", "--no-distribute-loops", "--no-defer-sums", "--no-interchange-loops",
         "--no-invariant-rows"]

DRIVER = """
#include <cmath>
#include <cstdio>
#include <vector>
#include "with.cpp"
namespace plain {
#include "without.inc"
}

static double random(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0 * 1.6 - 0.5;
}

template <class F, class G> bool differ(int program, F with, G without) {
  for (int m : {0, 2, 4, 5, 6, 7, 8, 9, 12, 20})
    for (int n : {0, 3, 5, 6, 7, 8, 9, 23}) {
      unsigned state = program * 77 + m * 31 + n;
      const int room = (m + 6) * (2 * n + 7) + 40, before = 20;
      std::vector<std::vector<double>> in(7, std::vector<double>(room)); // u, v, k, y, z and the seeds of y and z
      for (auto &values : in)
        for (double &value : values)
          value = random(state);
      const double c = random(state), seed = random(state);
      std::vector<double> found[2];
      const auto run = [&](auto adjoint, std::vector<double> &out) {
        std::vector<double> u_b(room, 0.1), v_b(room, 0.2), k_b(room, 0.3), y = in[3], z = in[4], y_b = in[5], z_b = in[6];
        double c_b = 0.4;
        adjoint(m, n, c, c_b, &in[0][before], &u_b[before], &in[1][before], &v_b[before], &in[2][before], &k_b[before], &y[before],
                &y_b[before], &z[before], &z_b[before], seed);
        for (const auto *adjoints : {&u_b, &v_b, &k_b, &y_b, &z_b})
          out.insert(out.end(), adjoints->begin(), adjoints->end());
        out.push_back(c_b);
      };
      run(with, found[0]);
      run(without, found[1]);
      for (std::size_t i = 0; i < found[0].size(); ++i)
        if (!(std::fabs(found[0][i] - found[1][i]) <= 1e-9 * (1.0 + std::fabs(found[1][i])))) {
          std::printf("program %d, %d by %d, number %zu: %.17g, plainly %.17g\\n", program, m, n, i, found[0][i], found[1][i]);
          return true;
        }
    }
  return false;
}

int main() {
  int bad = 0;
CALLS
  return bad != 0;
}
"""


class Program:
    def __init__(self, number, seed):
        self.rng = random.Random(f"{seed} {number}")
        self.number = number

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, probability):
        return self.rng.random() < probability

    @staticmethod
    def moved(name, by, step=""):
        distance = f"{abs(by)} * {step}" if step and abs(by) > 1 else step or abs(by)
        return name if by == 0 else f"{name} {'+' if by > 0 else '-'} {distance}"

    def index(self):
        row, column = self.rng.randint(-2, 2), self.rng.randint(-2, 2)
        if self.chance(0.5):
            return self.moved(self.moved("at", row, "w"), column)
        counter = self.moved("i", row)
        return self.moved(f"{counter if row == 0 else f'({counter})'} * w + j", column)

    def atom(self):
        return self.pick(*[f"u[{self.index()}]"] * 5, *[f"v[{self.index()}]"] * 2, "c", f"k[{self.pick('i', 'j')}]", "0.7")

    def term(self):
        a, b, c = self.atom(), self.atom(), self.atom()
        return self.pick(a, f"{a} * {b}", f"{a} * {b}", f"({a} - {b}) * {c}", f"0.3 * {a}", f"({a} > 0.1 ? {b} : {c} * {c})")

    def sum(self):
        terms = [self.term() for _ in range(self.rng.randint(1, 5))]
        if self.chance(0.12):
            terms.append(f"{self.atom()} / (2.0 + {self.atom()} * {self.atom()})")
        return " + ".join(terms)

    def statements(self):
        lines = [f"const {self.counter} at = i * w + j;"]
        more = self.chance(0.3)
        if more:
            lines.append(f"const double d = {self.sum()};")
        target = self.pick("y[i * w + j]", "y[at]", "y[at]", "y[at - 1]", "y[(i - 1) * w + j]")
        lines.append(f"{target} {self.pick('=', '=', '=', '+=')} {self.sum()}{' + d * 0.7' if more else ''};")
        if self.chance(0.3):
            lines.append(f"z[at] {self.pick('=', '+=')} {self.sum()};")
        if self.chance(0.3):
            lines.append(f"total += {self.sum()};")
        if self.chance(0.15):
            lines.append(f"if (u[at] > 0.3) z[at + 1] += {self.sum()};")
        return lines

    def loop(self, counter, size):
        first, last = self.rng.randint(2, 3), self.rng.randint(2, 3)
        isPlain = self.counter != "std::size_t" and self.chance(0.7)
        test = f"{counter} < {size} - {last}" if isPlain else f"{counter} + {last} < {size}"
        return f"for ({self.counter} {counter} = {first}; {test}; ++{counter})"

    def source(self):
        self.counter = self.pick("int", "int", "int", "long", "std::size_t")
        apart = "__restrict " if self.chance(0.85) else ""
        width = self.pick("n", "n", "n", "n + 1", "2 * n")
        inputs = ", ".join(f"const double *{apart}{name}" for name in "uvk")
        body = "\n".join("      " + line for line in self.statements())
        text = f"""#pragma adjoint reverse
double f{self.number}({self.counter} m, {self.counter} n, double c, {inputs}, double *{apart}y, double *{apart}z) {{
  const {self.counter} w = {width};
  double total = 0.0;
  for (int s = 0; s < 2; ++s)
    {self.loop("i", "m")}
    {self.loop("j", "n")} {{
{body}
    }}
  return total;
}}
"""
        if width == "n":  # so that rows are seen to be apart
            text = text.replace(f"  const {self.counter} w = n;\n", "").replace(" w", " n")
        return text


if __name__ == "__main__":
    compared.main(__doc__, Program, DRIVER, PLAIN, "gathers from")
