#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tool under bad input: sources with tokens dropped, swapped, doubled or exchanged, and sources cut off.

The sources are those under test/ and random programs; with --cuts, every file under test/ is read as it is, too, and cut
at so many places. Whatever it reads, the tool must end, without a crash or an internal error; with status 1, it has
printed an error and left no file; with status 0, the output compiles if the source does, and is the same in a second
run. Status 1 if it does not.
"""

import argparse
import collections
import glob
import itertools
import os
import random
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True

import generate
from bench import CLANG, ROOT, command

TOKEN = re.compile(r"\s+|//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\w[\w.]*|<<=|>>=|->|\+\+|--|&&|\|\||[-+*/%&|^=!<>]=|<<|>>|::|.", re.S)


def kind(token):
    if re.match(r"[A-Za-z_]", token):
        return "word"
    return "number" if token[0].isdigit() else "sign"


def drop(tokens, places, r):
    at = r.choice(places)
    return tokens[:at] + tokens[at + 1:]


def double(tokens, places, r):
    at = r.choice(places)
    return tokens[:at + 1] + [" "] + tokens[at:]


def swap(tokens, places, r):
    i = r.randrange(len(places) - 1)
    a, b = places[i], places[i + 1]
    tokens = tokens[:]
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return tokens


def exchange(tokens, places, r):
    """A token for another of its kind, which the parser may well accept."""
    at = r.choice(places)
    others = [p for p in places if kind(tokens[p]) == kind(tokens[at]) and tokens[p] != tokens[at]]
    tokens = tokens[:]
    if others:
        tokens[at] = tokens[r.choice(others)]
    return tokens


def move(tokens, places, r):
    """A run of tokens to another place."""
    i = r.randrange(len(places))
    a, b = places[i], places[min(len(places) - 1, i + r.randint(1, 12))]
    rest = tokens[:a] + tokens[b:]
    at = r.randrange(len(rest) + 1)
    return rest[:at] + [" "] + tokens[a:b] + [" "] + rest[at:]


def cut(tokens, places, r):
    return tokens[:r.choice(places)]


MUTATIONS = (drop, double, swap, exchange, exchange, exchange, exchange, move, cut)


def mutated(source, r):
    """The source with one to three mutations behind its includes, and what they were."""
    tokens = TOKEN.findall(source)
    done = []
    for _ in range(r.choice((1, 1, 2, 3))):
        places = [i for i, t in enumerate(tokens) if not t.isspace() and not t.startswith(("//", "/*"))]
        if len(places) < 2:
            break
        mutation = r.choice(MUTATIONS)
        tokens = mutation(tokens, places, r)
        done.append(mutation.__name__)
    return "".join(tokens), done


class Trial:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, src, out):
        for f in (out, self.path("header.h")):
            if os.path.exists(f):
                os.remove(f)
        return command([self.tool, src, "-o", out, "--header=" + self.path("header.h"), "--",
                        "-std=c++17", "-I", os.path.join(ROOT, "test", "Numeric")], 60)

    def judge(self, source):
        """What is wrong, or None; whether the tool accepted it."""
        src, out = self.path("source.cpp"), self.path("out.cpp")
        with open(src, "w") as f:
            f.write(source)
        rc, _, err = self.run(src, out)
        if rc == "timeout":
            return "the tool does not end", False
        if rc not in (0, 1):
            if self.compiles(src)[0] not in (0, 1):  # the parser itself, which is Clang's
                return None, False
            frames = re.findall(r"#\d+ 0x\w+ (?:in )?((?:adjoint|\(anonymous)[^\n(]*)", err)
            asserts = re.findall(r"Assertion `.*?' failed", err)
            return f"status {rc} {' '.join((asserts or frames)[:1])}", False
        if "internal error" in err:
            return re.search(r"internal error[^\n]*", err).group(0)[:150], False
        left = [f for f in (out, self.path("header.h")) if os.path.exists(f)]
        if rc == 1:
            if left:
                return "a file is left after an error", False
            return (None if re.search(r"error: ", err) else "status 1 without an error"), False
        return self.judge_output(src, out), True

    def compiles(self, path):
        rc, _, err = command([CLANG, "-std=c++17", "-fsyntax-only", "-w", "-I", os.path.join(ROOT, "test", "Numeric"),
                              "-I", os.path.join(ROOT, "runtime", "include"), path], 120)
        return rc, err

    def judge_output(self, src, out):
        if not os.path.exists(out):
            return "status 0 without a file"
        with open(out) as f:
            first = f.read()
        rc, err = self.compiles(out)
        if rc != 0 and self.compiles(src)[0] == 0:  # the tool leaves warnings to the compiler, also those that are errors
            message = re.search(r"error: [^\n]*", err)
            return "the output does not compile: " + re.sub(r"\d+", "N", message.group(0) if message else err)[:110]
        self.run(src, out)
        if not os.path.exists(out):
            return "no output in a second run"
        with open(out) as f:
            return None if f.read() == first else "another output in a second run"


def files():
    """Every source under test/."""
    return sorted(glob.glob(os.path.join(ROOT, "test", "**", "*.cpp"), recursive=True))


def read(path):
    with open(path) as f:
        return f.read()


def mutants(count, seed):
    """Name and text of sources with mutations: of files under test/ and of random programs, in turn."""
    choice = random.Random(seed)
    small = [f for f in files() if os.path.getsize(f) < 40000]
    for number in range(count):
        if number % 2 == 0:
            source = read(choice.choice(small))
        else:
            source = generate.source([generate.generate(choice.randrange(1 << 30), 0, 0.6)])
        source, done = mutated(source, random.Random(seed * 1000003 + number))
        yield f"mutant-{seed}-{number} ({', '.join(done)})", source


def unchanged():
    """A source that the tool must accept: otherwise nothing is tried."""
    path = os.path.join(ROOT, "test", "Numeric", "for.cpp")
    yield os.path.relpath(path, ROOT), read(path)


def cuts(count, seed):
    """Name and text of every source under test/, and of the same cut at `count` places, inside of tokens too."""
    if not count:
        return
    for path in files():
        source, name = read(path), os.path.relpath(path, ROOT)
        choice = random.Random(f"{seed} {name}")
        yield name, source
        for _ in range(count):
            at = choice.randrange(len(source))
            yield f"{name} cut at {at}", source[:at]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=100, help="mutated sources")
    p.add_argument("--cuts", type=int, default=0, help="places at which every source under test/ is cut")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--build", default=os.path.dirname(os.path.dirname(os.environ.get("ADJOINT_GEN", ""))) or os.path.join(ROOT, "build"))
    p.add_argument("--keep", default="", help="a folder for sources on which the tool fails")
    o = p.parse_args()
    folder = tempfile.mkdtemp(prefix="mutate-")
    trial = Trial(os.path.join(o.build, "bin", "adjoint-gen"), folder)
    failures, accepted, total = collections.Counter(), 0, 0
    for name, source in itertools.chain(unchanged(), mutants(o.count, o.seed), cuts(o.cuts, o.seed)):
        wrong, is_accepted = trial.judge(source)
        total += 1
        accepted += is_accepted
        if not wrong:
            continue
        failures[wrong] += 1
        print(f"{name}: {wrong}", flush=True)
        if o.keep:
            os.makedirs(o.keep, exist_ok=True)
            with open(os.path.join(o.keep, re.sub(r"\W+", "-", name).strip("-") + ".cpp"), "w") as f:
                f.write(source)
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{total} sources, {accepted} accepted, {sum(failures.values())} failures")
    for wrong, n in failures.most_common():
        print(f"  {n:5} {wrong}")
    if not accepted:
        print("no source was accepted: the tool itself does not work")
    return 1 if failures or not accepted else 0


if __name__ == "__main__":
    sys.exit(main())
