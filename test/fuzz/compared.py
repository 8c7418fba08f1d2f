# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions whose adjoints are compared with those that are generated with options that make them plain."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path


# Of functions of n, m and two arrays, of which the first 20 numbers lie in front of what they are given; ROOM: how many numbers each has.
ARRAYS = """
#include <cmath>
#include <cstdio>
#include <vector>
#include "with.cpp"
#include "without.h"
namespace plain {
#include "without.inc"
}

static double random(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0 * 1.6 - 0.5;
}

template <class F, class G> bool differ(int program, F with, G without) {
  for (int m : {2, 4})
    for (int n : {0, 1, 2, 3, 5}) {
      unsigned state = program * 77 + m * 31 + n;
      const int room = ROOM, before = 20;
      std::vector<double> a(room), b(room), a_b(room), b_b(room);
      for (auto *values : {&a, &b, &a_b, &b_b})
        for (double &value : *values)
          value = random(state);
      const double seed = random(state);
      std::vector<double> found[2];
      const auto run = [&](auto adjoint, std::vector<double> &out) {
        std::vector<double> x = a, x_b = a_b, y = b, y_b = b_b;
        adjoint(n, m, &x[before], &x_b[before], &y[before], &y_b[before], seed);
        for (const auto *adjoints : {&x_b, &y_b})
          out.insert(out.end(), adjoints->begin(), adjoints->end());
      };
      run(with, found[0]);
      run(without, found[1]);
      for (std::size_t i = 0; i < found[0].size(); ++i)
        if (!(std::fabs(found[0][i] - found[1][i]) <= 1e-8 * (1.0 + std::fabs(found[1][i])))) {
          std::printf("program %d, n = %d, m = %d, number %zu: %.17g, plainly %.17g\\n", program, n, m, i, found[0][i], found[1][i]);
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


def arrays(room):
    return ARRAYS.replace("ROOM", room)


class Draws:
    """A program draws from its own numbers."""

    def __init__(self, number, seed):
        self.rng = random.Random(f"{seed} {number}")
        self.number = number

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, probability):
        return self.rng.random() < probability


def write(folder, tool, sources, options, flags):
    """The functions, their adjoints, and the plain ones, whose headers stand in a file of their own, outside their namespace."""
    source = folder / "source.cpp"
    source.write_text("#include <cmath>\n#include <cstddef>\n#include <vector>\n" + "\n".join(sources))
    for name, extra in (("with.cpp", []), ("without.cpp", options)):
        subprocess.run([tool, "-Wno-active-branch", source, "-o", folder / name, *extra, "--", *flags], check=True)
    lines = (folder / "without.cpp").read_text().splitlines()
    for name, isHeader in (("without.h", True), ("without.inc", False)):
        chosen = [line for line in lines if line.startswith("#include") == isHeader and "source.cpp" not in line]
        (folder / name).write_text("\n".join(chosen) + "\n")


def run(folder, tool, program, driver, options, count, seed):
    """`program(number, seed).source()` is a function `fN`; `driver` has CALLS where `differ(N, fN_b, plain::fN_b)` is asked."""
    write(folder, tool, [program(k, seed).source() for k in range(count)], options, ["-std=c++17"])
    calls = "\n".join(f"  bad += differ({k}, f{k}_b, plain::f{k}_b);" for k in range(count))
    (folder / "driver.cpp").write_text(driver.replace("CALLS", calls))
    flags = subprocess.run([tool, "--cxxflags"], check=True, capture_output=True, text=True).stdout.split()
    compiler = ["clang++-22", "-std=c++17", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run([*compiler, folder / "driver.cpp", "-o", folder / "driver", *flags], check=True)
    return subprocess.run([folder / "driver"]).returncode


def main(text, program, driver, options, counted):
    """`counted`: words of the generated code of which each program is to have some."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = os.environ.get("ADJOINT_GEN", "")
    parser.add_argument("--build", type=Path, default=Path(default).parent.parent if default else Path("build"))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the programs; default: a new one")
    args = parser.parse_args()
    folder = args.keep or Path(tempfile.mkdtemp(prefix="compared-"))
    folder.mkdir(parents=True, exist_ok=True)
    tool = (args.build / "bin/adjoint-gen").resolve()
    status = run(folder, tool, program, driver, options, args.count, args.seed)
    words = [(folder / name).read_text().count(counted) for name in ("with.cpp", "without.cpp")]
    result = "equal" if status == 0 else f"DIFFERENT, in {folder}"
    print(f"seed {args.seed}: {args.count} programs, '{counted}' {words[0]} times, plainly {words[1]}: {result}")
    sys.exit(1 if status else 0)
