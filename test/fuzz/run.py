#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The campaign: generates programs, differentiates them, compares with dual numbers; shrinks and keeps failures.

Each batch is compared as it comes and, unless --off-every says otherwise, once more with one of the passes and analyses
switched off, in turn. Status 1 if a program fails; bench.py says what the verdicts mean.
"""

import argparse
import collections
import copy
import glob
import json
import multiprocessing
import os
import re
import shutil
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.setrecursionlimit(100000)  # programs are trees, and nested expressions are deep ones

import checkpoints
import coverage
import generate
from bench import BAD, COMPARED, CLANG, GOOD, ROOT, Bench, Result, Setting, command
from shrink import Shrinker
from switches import switches

def settings(batch, options, tool):
    """How batch number `batch` is built: with sanitizers, with vectors, with g++ where warnings are strictest, analyses off."""
    plain = Setting(checked=options.sanitize or batch % 4 == 0)
    if batch % 4 == 2: # Clang computes loops in vectors that it is told of
        plain = Setting(flags=("-O1",))
    if batch % 8 == 7:  # which takes four times as long
        plain = Setting(compiler="g++", flags=("-O2", "-ftree-vectorize", "-fopenmp-simd"))
    off = switches(tool)
    if options.all_switches:
        return [plain] + [Setting(switches=s) for s in off]
    turn, rest = divmod(batch, options.off_every)
    return [plain] + ([Setting(switches=off[turn % len(off)])] if rest == 0 else [])


def single_file(unit, result, setting):
    """The program by itself, compared with central differences."""
    body = unit.source()
    structs = ""
    for struct in generate.STRUCTS.split("\n\n")[::-1]:
        if re.search(r"\b" + struct.split()[1] + r"\b", structs + body):
            structs = struct.strip() + "\n\n" + structs
    lines = ["// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception", "// RUN: %numeric", "//",
             f"// Seed {unit.seed}{' with ' + ' '.join(setting.switches) if setting.switches else ''}: {result.key}"]
    lines += ["//   " + l for l in str(result).splitlines()[:12]]
    return "\n".join(lines) + "\n\n" + generate.source([unit], structs) + unit.standalone()


def file_name(result):
    return re.sub(r"\W+", "-", result.key)[:50].strip("-")


class Campaign:
    def __init__(self, options):
        self.o = options
        self.folder = tempfile.mkdtemp(prefix="fuzz-")
        self.bench = Bench(self.folder, options.build)
        self.verdicts, self.classes, self.first = collections.Counter(), collections.Counter(), {}
        self.covered, self.statements, self.comparisons = collections.Counter(), 0, 0

    def add(self, other):
        """What another process found."""
        for name in ("verdicts", "classes", "covered"):
            getattr(self, name).update(getattr(other, name))
        for key, seed in other.first.items():
            self.first.setdefault(key, seed)
        self.statements += other.statements
        self.comparisons += other.comparisons

    def batch(self, number, units):
        verdicts = {}
        accepted = units
        for setting in settings(number, self.o, self.bench.tool):
            results = self.bench.run(accepted, setting)
            results.update(self.apart([u for u in accepted if results[u.number].verdict == "REFUSED"], setting))
            for u in accepted:
                result = results[u.number]
                self.comparisons += len(u.modes) if result.verdict == "OK" else 0
                if result.isBad or u.number not in verdicts:
                    verdicts[u.number] = result.verdict
                if result.isBad:
                    self.report(u, result, setting)
            accepted = [u for u in accepted if results[u.number].verdict in ("OK", "SAME", "UNSTABLE", "WARNING")]
            if not accepted:
                break
        if self.o.coverage:
            coverage.count([u for u in units if verdicts[u.number] == "OK"], self.bench, self.covered)
        for u in units:
            self.verdicts[verdicts[u.number]] += 1
            self.statements += generate.statements(u)

    def apart(self, refused, setting):
        """Results of what is refused, each in a file of its own: what a function object calls may be another program's there."""
        texts = self.bench.plain_texts
        results = {u.number: self.bench.run([u], setting)[u.number] for u in refused}
        self.bench.plain_texts = texts
        return results

    def report(self, unit, result, setting):
        self.classes[result.key] += 1
        self.first.setdefault(result.key, unit.seed)
        if self.o.ignore and re.search(self.o.ignore, result.key):
            return
        where = result.detail if result.verdict in COMPARED and result.verdict != "RUNTIME" else ""
        print(f"seed {unit.seed} {' '.join(setting.switches)} {result.key} {where}", flush=True)
        if self.o.keep and self.kept(result) < self.o.per_class:
            self.keep(unit, result, setting)

    def kept(self, result):
        """How many failures of this class are made small already, by whichever process."""
        return len(glob.glob(os.path.join(self.o.keep, file_name(result) + "-[0-9]*.cpp")))

    def keep(self, unit, result, setting):
        small = copy.deepcopy(unit)
        shrinker = Shrinker(self.bench, small, result, setting, self.o.shrink_seconds)
        if shrinker.fails():
            shrinker.run()
        final = self.bench.run([small], shrinker.setting)[small.number]
        self.bench.referenced = set()  # the small program has the seed of the large one
        os.makedirs(self.o.keep, exist_ok=True)
        name = file_name(result) + f"-{unit.seed}.cpp"
        with open(os.path.join(self.o.keep, name), "w") as f:
            f.write(single_file(small, final, setting))
        print(f"    kept {name} after {shrinker.tests} tests", flush=True)

    def summary(self, seconds):
        total = sum(self.verdicts.values())
        print(f"{total} programs, {self.statements} statements, {self.comparisons} comparisons, {seconds:.0f} s")
        for verdict, n in self.verdicts.most_common():
            print(f"  {n:6} {verdict}: {GOOD.get(verdict) or BAD[verdict]}")
        for key, n in self.classes.most_common():
            print(f"  {n:6} {key} (first: seed {self.first[key]})")
        if self.o.coverage:
            with open(self.o.coverage, "w") as f:
                json.dump({"programs": total, "statements": self.statements, "comparisons": self.comparisons,
                           "verdicts": self.verdicts, "covered": self.covered}, f, indent=1, sort_keys=True)


def one_batch(options, base, at):
    campaign = Campaign(options)
    try:
        disabled = [f for f in options.disable.split(",") if f]
        count = min(options.batch, options.count - at)
        campaign.batch(at // options.batch,
                       [generate.generate(base + at + i, i, options.size, disabled) for i in range(count)])
    finally:
        shutil.rmtree(campaign.folder, ignore_errors=True)
    return campaign


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--count", type=int, default=100, help="how many programs")
    p.add_argument("--seed", type=int, default=1, help="of the campaign; its programs have seeds from 1000003 * SEED on")
    p.add_argument("--program", type=int, help="the exact seed of the first program, as printed")
    p.add_argument("--batch", type=int, default=80, help="programs that share a file")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="batches at once")
    p.add_argument("--build", default=os.path.dirname(os.path.dirname(os.environ.get("ADJOINT_GEN", ""))) or os.path.join(ROOT, "build"),
                   help="where the tool is built")
    p.add_argument("--sanitize", action="store_true", help="with -fsanitize=address,undefined")
    p.add_argument("--all-switches", action="store_true", help="each batch with each pass and analysis off, not in turn")
    p.add_argument("--off-every", type=int, default=1, help="one batch in so many is compared with an analysis off")
    p.add_argument("--size", type=float, default=1.0, help="of the programs")
    p.add_argument("--disable", default="", help="features not to use, comma-separated")
    p.add_argument("--checkpoints", type=float, default=checkpoints.SHARE, help="programs of one that have snapshots in some loops")
    p.add_argument("--ignore", default="", help="classes of failures (regular expression) that are known")
    p.add_argument("--keep", default="", help="a folder for failures, made small")
    p.add_argument("--per-class", type=int, default=2, help="failures of a class to make small")
    p.add_argument("--shrink-seconds", type=float, default=120)
    p.add_argument("--coverage", default="", help="a file for what was covered (JSON)")
    o = p.parse_args()
    checkpoints.SHARE = o.checkpoints
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # not without the summary
    total = Campaign(o)
    begin = time.time()
    base = o.program if o.program is not None else o.seed * 1000003
    pool = multiprocessing.Pool(o.jobs, signal.signal, (signal.SIGTERM, signal.SIG_DFL))
    try:
        waiting = [pool.apply_async(one_batch, (o, base, at)) for at in range(0, o.count, o.batch)]
        for batch in waiting:
            total.add(batch.get())
    finally:
        pool.terminate()
        shutil.rmtree(total.folder, ignore_errors=True)
        total.summary(time.time() - begin)
    return 1 if total.classes else 0


if __name__ == "__main__":
    sys.exit(main())
