#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generation.py [--check] [--limit SECONDS] [--repeat N] [--keep FOLDER] TOOL [SHAPE]...

What generating an adjoint costs against the size of the program: for each shape of program, the processor time of TOOL
at doubling sizes, and the exponent e of the fit t = t0 + c * size^e to the upper half of them, where t0 is the time for
a program with one assignment. A run that takes longer than --limit is given up, and so are larger sizes of that shape. With
--check the status is 1, and the shapes are named, that are given up, or break the bound that they have. Programs stay in
the folder --keep.
"""
import argparse
import math
import os
import random
import resource
import subprocess
import sys
import tempfile

BOUND = 5.0  # seconds, for the largest size of a shape that is bounded


# ---------------------------------------------------------------------------------------------------- programs

def choose(n):
    """Programs of one size are the same in each run."""
    return random.Random(n)


def assignments(n):
    """n variables, each computed from two before it"""
    r = choose(n)
    lines = ["double t0 = x[0], t1 = x[1];"]
    for i in range(2, n + 2):
        a, b = r.randrange(max(0, i - 100), i), r.randrange(i)
        operation = r.choice(["t%d * t%d", "t%d - 0.5 * t%d", "std::sin(t%d) + t%d", "t%d / (2.0 + t%d)"])
        lines.append(f"double t{i} = {operation % (a, b)};")
    return function(lines, f"t{n + 1}")


def overwritten_assignment(r):
    a, b, c, d = (r.randrange(50) for _ in range(4))
    return f"t{a} = 0.9 * t{b} * std::sin(t{c}) + 0.1 * t{d};"


def declared():
    return ["double " + ", ".join(f"t{i} = x[{i}]" for i in range(50)) + ";"]


def overwritten(n):
    """n assignments to 50 variables"""
    r = choose(n)
    return function(declared() + [overwritten_assignment(r) for _ in range(n)], sum_of("t%d", 50))


def body_of_loop(n):
    """the same in a loop"""
    r = choose(n)
    loop = ["for (int i = 0; i < m; ++i) {"] + [overwritten_assignment(r) for _ in range(n)] + ["}"]
    return function(declared() + loop, sum_of("t%d", 50))


def elements(n):
    """n assignments to elements of two arrays of the caller's"""
    r = choose(n)
    lines = [f"y[{r.randrange(n)}] = x[{r.randrange(n)}] * y[{r.randrange(n)}] + std::sin(x[{r.randrange(n)}]);"
             for _ in range(n)]
    return function(lines, "y[0]", "const double *x, double *y, int m")


def local_arrays(n):
    """n local arrays, and as many pointers that lead to one or the other"""
    lines = ["double s = 0;"]
    for i in range(n):
        source = f"a{i - 1}[3 - i]" if i else "s"
        lines += [f"double a{i}[4];", f"for (int i = 0; i < 4; ++i) a{i}[i] = x[i] * {source};",
                  f"double *q{i} = m > {i} ? a{i} : {f'q{i - 1}' if i else 'a0'};", f"s += q{i}[m & 3];"]
    return function(lines, "s")


def vectors(n):
    """n local vectors"""
    lines = ["double s = 0;"]
    for i in range(n):
        source = f"v{i - 1}[i]" if i else "x[i]"
        lines += [f"std::vector<double> v{i}(m);", f"for (int i = 0; i < m; ++i) v{i}[i] = 0.5 * {source} * x[i];",
                  f"s += v{i}[0];"]
    return function(lines, "s")


def records(n):
    """n local objects of a small class"""
    lines = ["Point p0 = {x[0], x[1]};"]
    for i in range(1, n):
        lines.append(f"Point p{i} = p{i - 1}.moved(x[{i % 7}] * p{i // 2}.a, 0.5);")
    return ("struct Point { double a, b; Point moved(double u, double v) const { return {a + u * b, b * v}; } };\n" +
            function(lines, f"p{n - 1}.a"))


def loops(n):
    """n small loops over arrays of the caller's"""
    r = choose(n)
    lines = ["double s = 0;"]
    for i in range(n):
        lines.append(r.choice(["for (int i = 0; i < m; ++i) s += x[i] * y[i];",
                               "for (int i = 0; i < m; ++i) y[i] = std::sin(x[i]) * s;",
                               "for (int i = 1; i < m; ++i) y[i] = y[i - 1] * x[i] + 0.1;"]))
    return function(lines, "s", "const double *x, double *y, int m")


def sums(n):
    """n loops, each of which adds up a variable of its own"""
    lines = []
    for i in range(n):
        lines += [f"double s{i} = 0;", f"for (int i = 0; i < m; ++i) s{i} += x[i] * std::sin(x[i] * {i});"]
    return function(lines + [f"double t = s0 * s{n - 1};"] + [f"t += s{i} * s{i};" for i in range(n)], "t")


def stores(n):
    """n assignments to elements of arrays of the caller's, in a loop"""
    r = choose(n)
    lines = ["for (int i = 1; i < m; ++i) {"]
    for _ in range(n):
        to, a, b = (r.choice("xyzuvw") for _ in range(3))
        lines.append(r.choice([f"{to}[i] = {a}[i] * {b}[i];", f"{to}[i] += {a}[i - 1] * std::sin({b}[i]);"]))
    return function(lines + ["}"], "y[0]", "double *x, double *y, double *z, double *u, double *v, double *w, int m")


def in_a_branch(n):
    """n assignments to 50 variables of a branch"""
    r = choose(n)
    return function(["double s = x[0];", "if (m > 0) {"] + declared() + [overwritten_assignment(r) for _ in range(n)] +
                    [f"s = {sum_of('t%d', 50)};", "}"], "s")


def members(n):
    """n members of an object of the caller's, each computed from two"""
    r = choose(n)
    lines = [f"p.a{i} = p.a{r.randrange(n)} * std::sin(p.a{r.randrange(n)});" for i in range(n)]
    return ("struct Wide { double " + ", ".join(f"a{i}" for i in range(n)) + "; };\n" +
            function(lines, "p.a0", "Wide &p"))


def parameters(n):
    """n parameters that are pointers, each stored to"""
    r = choose(n)
    lines = [f"p{i}[0] = p{r.randrange(n)}[1] * std::sin(p{r.randrange(n)}[0]);" for i in range(n)]
    return function(lines, "p0[0]", ", ".join(f"double *p{i}" for i in range(n)))


def globals_(n):
    """n global variables, each computed from two"""
    r = choose(n)
    lines = [f"g{i} = x[{i % 9}] * std::sin(g{r.randrange(n)}) * g{r.randrange(n)};" for i in range(n)]
    return "\n".join(f"double g{i};" for i in range(n)) + "\n" + function(lines, "g0")


def table(n):
    """a table of n constants"""
    values = ", ".join(f"{i * 0.37:.2f}" for i in range(n))
    return f"static const double table[{n}] = {{{values}}};\n" + function(
        [f"const double own[{n}] = {{{values}}};", "double s = 0;",
         f"for (int i = 0; i < {n}; ++i) s += x[i] * table[i] * own[i];"], "s")


def nested_loops(n):
    """n loops, each in the one before"""
    lines = ["double s = x[0];"]
    for i in range(n):
        lines += [f"for (int i{i} = 0; i{i} < 2; ++i{i}) {{", f"s = s * x[i{i}] + 0.1;"]
    return function(lines + ["}" * n], "s")


def nested_branches(n):
    """n branches, each in the one before"""
    lines = ["double s = x[0];"]
    for i in range(n):
        lines += [f"if (m > {i}) {{", f"s = s * std::sin(s) * x[{i % 5}];"]
    return function(lines + ["}" * n], "s")


def branches(n):
    """n branches, one after the other"""
    lines = ["double s = x[0];"]
    lines += [f"if (s > {i % 9}) s = s * x[{i % 5}]; else s = s + x[{i % 3}] * s;" for i in range(n)]
    return function(lines, "s")


def sections(n):
    """a switch of n sections in a loop"""
    lines = ["double s = x[0];", "for (int i = 0; i < m; ++i) switch (k[i]) {"]
    lines += [f"case {i}: s = s * std::sin(x[{i % 6}] * s); break;" for i in range(n)]
    return function(lines + ["}"], "s", "const double *x, const int *k, int m")


def levels(n):
    """n levels of small functions, each of which calls the one below three times"""
    lines = ["static double e0(double a, double b) {", "double s = 0;",
             "for (int i = 0; i < 2; ++i) s += a * b + std::sin(a - b) * i;", "return s;", "}"]
    for i in range(1, n):
        below = f"e{i - 1}"
        lines += [f"static double e{i}(double a, double b) {{", "double s = 0;",
                  f"for (int i = 0; i < 2; ++i) s += 0.1 * {below}(a * 0.9, s * b) * {below}(b, 1.0) + {below}(0.5, a);",
                  "return s;", "}"]
    return "\n".join(lines) + "\n" + function([f"return e{n - 1}(x[0], x[1]);"])


def memory_levels(n):
    """n levels of functions that store through pointers, each of which calls the one below three times"""
    lines = ["static void e0(double *y, const double *x, int m) {", "for (int i = 0; i < m; ++i) y[i] += x[i] * std::sin(y[i]);",
             "}"]
    for i in range(1, n):
        below = f"e{i - 1}"
        lines += [f"static void e{i}(double *y, const double *x, int m) {{", "double w[4] = {};",
                  "for (int k = 0; k < 2; ++k) {", f"{below}(w, x, 4);", f"{below}(y, w, 4);", f"{below}(w, y, 4);",
                  "y[k] *= w[k];", "}", "}"]
    return "\n".join(lines) + "\n" + function([f"e{n - 1}(y, x, m);"], "y[0]", "const double *x, double *y, int m")


def chain(n):
    """n functions, each of which calls the next"""
    lines = ["static double e0(double a, double b) { return a * std::sin(b); }"]
    for i in range(1, n):
        lines.append(f"static double e{i}(double a, double b) {{ for (int i = 0; i < 2; ++i) a += std::sin(a) * b; "
                     f"return a * e{i - 1}(a, b); }}")
    return "\n".join(lines) + "\n" + function([f"return e{n - 1}(x[0], x[1]);"])


def helpers(n):
    """n helper functions, called from one"""
    lines = []
    for i in range(n):
        lines.append(f"static double e{i}(const double *x, double a) {{ double s = 0; "
                     f"for (int i = 0; i < 4; ++i) s += std::sin(x[i] * a) * {i + 1}; return s; }}")
    calls = ["double s = x[0];"] + [f"s += e{i}(x, s);" for i in range(n)]
    return "\n".join(lines) + "\n" + function(calls, "s")


def storing_helpers(n):
    """n helper functions that store through pointers, called from one"""
    lines = []
    for i in range(n):
        lines.append(f"static void e{i}(const double *x, double *y) {{ "
                     f"for (int i = 0; i < 4; ++i) y[i] = std::sin(x[i] * y[i]) * {i + 1}; }}")
    calls = [f"e{i}(x, y);" for i in range(n)]
    return "\n".join(lines) + "\n" + function(calls, "y[0]", "const double *x, double *y, int m")


def terms(n):
    """one expression of n terms"""
    r = choose(n)
    return function([], " + ".join(f"x[{i % 50}] * std::sin(x[{r.randrange(50)}])" for i in range(n)))


def requests(n):
    """n functions whose adjoints are asked for"""
    one = "{pragma}\ndouble f{i}(const double *x, int m) {{ double s = 0; for (int i = 0; i < m; ++i) s += x[i] * std::sin(x[i] * {i}); return s; }}"
    return "\n".join(one.format(pragma="#pragma adjoint reverse", i=i) for i in range(n))


def function(lines, result=None, parameters="const double *x, int m"):
    body = "\n  ".join(lines + ([f"return {result};"] if result else []))
    return f"#pragma adjoint reverse\ndouble f({parameters}) {{\n  {body}\n}}"


def sum_of(name, n):
    return " + ".join(name % i for i in range(n))


class Shape:
    def __init__(self, program, first, last, isBounded=False):
        self.program, self.first, self.last, self.isBounded = program, first, last, isBounded
        self.name = program.__name__.strip("_").replace("_", "-")
        self.meaning = program.__doc__

    def sizes(self):
        size, found = self.first, []
        while size < self.last:
            found.append(size)
            size *= 2
        return found + [self.last]

    def complaint(self, times):
        """What is wrong with the time; nothing if it is as it should be."""
        seconds = times.get(self.last)
        if seconds is None:
            return "given up"
        return f"{seconds:.2f} s, more than {BOUND:g}" if self.isBounded and seconds > BOUND else None


SHAPES = [
    Shape(assignments, 625, 10000, isBounded=True),
    Shape(overwritten, 625, 10000),
    Shape(body_of_loop, 625, 10000),
    Shape(elements, 625, 10000),
    Shape(terms, 250, 4000),
    Shape(local_arrays, 62, 500, isBounded=True),
    Shape(vectors, 62, 500),
    Shape(records, 250, 2000),
    Shape(loops, 250, 2000),
    Shape(sums, 250, 2000),
    Shape(stores, 250, 2000),
    Shape(in_a_branch, 625, 10000),
    Shape(members, 125, 1000),
    Shape(parameters, 25, 200),
    Shape(globals_, 125, 1000),
    Shape(table, 2500, 20000),
    Shape(branches, 250, 2000),
    Shape(sections, 250, 2000),
    Shape(nested_loops, 8, 64),
    Shape(nested_branches, 16, 128),
    Shape(levels, 6, 25, isBounded=True),
    Shape(memory_levels, 6, 25),
    Shape(chain, 25, 200),
    Shape(helpers, 75, 600),
    Shape(storing_helpers, 75, 600),
    Shape(requests, 75, 600),
]


# ------------------------------------------------------------------------------------------------- measurement

def processor_time(command, limit):
    """Seconds; None if the command takes more than the limit or fails."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, preexec_fn=bound, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 0:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stderr[-2000:]}")
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return None if done.returncode or seconds > limit else seconds


class Bench:
    def __init__(self, tool, folder, limit, repeat):
        self.tool, self.folder, self.limit, self.repeat = tool, folder, limit, repeat
        self.nothing = self.time("nothing", function(["double t = x[0] * x[0];"], "t"))

    def time(self, name, text):
        source = os.path.join(self.folder, name + ".cpp")
        with open(source, "w") as file:
            file.write("#include <cmath>\n#include <vector>\n" + text + "\n")
        command = [self.tool, source, "-Wno-active-branch", "-o", os.path.join(self.folder, name + ".out.cpp"), "--",
                   "-std=c++17", "-fbracket-depth=1000000"]
        times = [processor_time(command, self.limit) for _ in range(self.repeat)]
        return None if None in times else min(times)

    def run(self, shape):
        """Seconds by size; none for what was given up."""
        found = {}
        for size in shape.sizes():
            found[size] = self.time(f"{shape.name}-{size}", shape.program(size))
            if found[size] is None:
                break
        return found

    def exponent(self, times):
        """Of the least squares line through the logarithms of what the larger half of the sizes takes."""
        points = [(math.log(size), math.log(seconds - self.nothing)) for size, seconds in times.items()
                  if seconds is not None and seconds > self.nothing + 0.02]
        points = points[len(points) // 2 - 1:] if len(points) > 2 else points
        if len(points) < 2:
            return None
        x, y = (sum(column) / len(points) for column in zip(*points))
        return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def shown(seconds, limit):
    return f"{seconds:.2f}" if seconds is not None else f"> {limit:g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("tool")
    parser.add_argument("shapes", nargs="*")
    options = parser.parse_args()
    chosen = [shape for shape in SHAPES if not options.shapes or shape.name in options.shapes]
    if options.shapes and len(chosen) != len(options.shapes):
        sys.exit("shapes: " + " ".join(shape.name for shape in SHAPES))
    complaints = []
    with tempfile.TemporaryDirectory() as temporary:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        bench = Bench(options.tool, options.keep or temporary, options.limit, options.repeat)
        print(f"one assignment: {bench.nothing:.2f} s\n")
        print("| program | seconds at size | exponent |\n|---|---|---|")
        for shape in chosen:
            times = bench.run(shape)
            row = ", ".join(f"{size}: {shown(seconds, options.limit)}" for size, seconds in times.items())
            exponent = bench.exponent(times)
            print(f"| {shape.name}: {shape.meaning} | {row} | {'' if exponent is None else f'{exponent:.2f}'} |", flush=True)
            if wrong := shape.complaint(times):
                complaints.append(f"{shape.name} {shape.last}: {wrong}")
    if options.check:
        print("\n".join(complaints))
        sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
