#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates programs, differentiates them with adjoint-gen, compares with dual numbers; shrinks and keeps failures.

Verdicts: OK, UNSTABLE (derivatives too large to say), WRONG, WRONGVALUE, RUNTIME (crash or hang of the generated
code), WARNING and NOCOMPILE (of the generated code where the source has none), REFUSED, CRASH and HANG (of the tool),
BADSOURCE (the generator's own fault).
"""

import argparse
import collections
import copy
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import generate
from generate import Block, Node

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The reference is compiled by clang++: g++ 12 evaluates the index of `(c ? a : p)[index]` on one side only if it makes
# temporaries of class type.
CLANG = next((c for c in ("clang++-22", "clang++-19", "clang++") if shutil.which(c)), "g++")
BAD = ("WRONG", "WRONGVALUE", "LEFTOVER", "RUNTIME", "WARNING", "NOCOMPILE", "REFUSED", "CRASH", "HANG")


def command(args, timeout, cwd=None, memory=3 << 30):
    def limit():
        import resource
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, cwd=cwd,
                           preexec_fn=limit)
        return p.returncode, p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return "timeout", (e.stdout or b"").decode(errors="replace"), ""


class Result:
    def __init__(self, verdict, detail="", key=""):
        self.verdict, self.detail, self.key = verdict, detail, key or verdict

    def __str__(self):
        return f"{self.verdict} {self.detail}"


def normal(message):
    message = re.sub(r"'[^']*'", "X", message)
    message = re.sub(r"‘[^’]*’", "X", message)
    return re.sub(r"\d+", "N", message)


class Runner:
    def __init__(self, options):
        self.o = options
        self.build = os.path.join(ROOT, options.build)
        self.tool = os.path.join(self.build, "bin", "adjoint-gen")
        self.dir = tempfile.mkdtemp(prefix="fuzz-")
        self.stamp = None
        self.refresh()
        self.flags = ["-I" + os.path.join(self.build, "include"), "-L" + os.path.join(self.build, "lib"),
                      "-Wl,-rpath," + os.path.join(self.build, "lib"), "-ladjoint-runtime"]
        self.objects = {}

    def refresh(self):
        """Works with a copy of the newest tool, so that a build meanwhile does no harm."""
        copied = os.path.join(self.dir, "adjoint-gen")
        built = os.path.join(self.build, "bin", "adjoint-gen")
        while True:
            try:
                stamp = os.stat(built).st_mtime_ns
                if stamp == self.stamp:
                    return
                shutil.copy2(built, copied + ".new")
                rc, out, _ = command([copied + ".new", "--version"], 20)
                if rc == 0 and os.stat(built).st_mtime_ns == stamp:
                    os.rename(copied + ".new", copied)
                    if self.stamp:
                        print("(a new tool)", flush=True)
                    self.stamp, self.tool = stamp, copied
                    return
            except OSError:
                pass
            if self.stamp:
                return
            time.sleep(3)

    # -- one batch

    def write(self, name, content):
        path = os.path.join(self.dir, name)
        with open(path, "w") as f:
            f.write(content)
        return path

    def tool_run(self, units, switches):
        """None if adjoints.cpp was written, else the result."""
        src = self.write("source.cpp", generate.source(units))
        out = os.path.join(self.dir, "adjoints.cpp")
        if os.path.exists(out):
            os.remove(out)
        rc, stdout, stderr = command([self.tool, src, "-o", out, *switches, "--", "-std=c++17"], 30)
        if rc == 0 and os.path.exists(out):
            return None
        if rc == "timeout":
            return Result("HANG", "", "HANG")
        errors = [l for l in stderr.splitlines() if " error: " in l or l.startswith("error: ")]
        if rc == 1 and errors:
            message = re.sub(r"^.*?error: ", "", errors[0])
            if "internal error" in message:
                return Result("CRASH", stderr, "CRASH " + normal(message)[:90])
            return Result("REFUSED", stderr, "REFUSED " + normal(message)[:90])
        frames = re.findall(r"#\d+ 0x\w+ (?:in )?((?:adjoint|\(anonymous)[^\n(]*)", stderr)
        asserts = re.findall(r"Assertion `.*?' failed", stderr)
        return Result("CRASH", stderr[-3000:], f"CRASH rc={rc} " + " ".join((asserts or frames)[:1]))

    def valid(self, unit):
        src = self.write("valid.cpp", generate.source([unit]))
        rc, _, err = command(["g++", "-std=c++17", "-fsyntax-only", "-Wno-unknown-pragmas", "-Werror=return-type", src], 60)
        return rc == 0, err

    def inactive(self, unit):
        """Whether the reference agrees that nothing is active."""
        stub = "".join(l[:-1] + " { }\n" for l in [unit.declaration()]) if unit.result != "double" or not unit.value else unit.declaration()[:-1] + " { return 0.0; }\n"
        src = self.write("reference.cpp", generate.reference([unit]) + "\n#pragma GCC diagnostic ignored \"-Wall\"\n" + stub)
        rc, _, err = command([CLANG, "-std=c++17", "-O0", "-w", "-I", HERE, src, "-o", os.path.join(self.dir, "program")], 300)
        rc, out, err = command([os.path.join(self.dir, "program"), str(unit.number)], 60)
        return rc == 0 and ("WRONG " not in out)

    def run(self, units, switches=(), depth=0):
        """Results by unit number."""
        bad = self.tool_run(units, switches)
        if bad:
            if len(units) == 1:
                ok, err = self.valid(units[0])
                if not ok:
                    return {units[0].number: Result("BADSOURCE", err)}
                if "nothing in X is active" in bad.key and self.inactive(units[0]):
                    return {units[0].number: Result("OK")}
                return {units[0].number: bad}
            half = len(units) // 2
            results = self.run(units[:half], switches, depth + 1)
            results.update(self.run(units[half:], switches, depth + 1))
            return results
        return self.compile_and_run(units)

    def compile_and_run(self, units):
        adj = os.path.join(self.dir, "adjoints.cpp")
        sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if self.o.sanitize else []
        rc, _, err = command([self.compiler, "-std=c++17", self.o.optimize, "-Wall", "-Wextra", *sanitize, "-c", adj, "-o",
                              os.path.join(self.dir, "adjoints.o"), *self.flags], 300)
        results = {}
        warnings = self.by_unit(adj, err)
        if warnings:
            plain = self.write("plain.cpp", generate.source(units))
            prc, _, perr = command([self.compiler, "-std=c++17", self.o.optimize, "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-c", plain, "-o", "/dev/null"], 300)
            known = self.by_unit(plain, perr)
            for u in units:
                # Constant conditions, which the generator writes and a person would not.
                new = [w for w in warnings.get(u.number, []) if "-Wtautological" not in w[1] and w[1] not in {k[1] for k in known.get(u.number, [])}]
                if new:
                    errors = [w for w in new if "error" in w[0]]
                    w = (errors or new)[0]
                    if prc != 0 and any("error" in k[0] for k in known.get(u.number, [])):
                        results[u.number] = Result("BADSOURCE", str(known[u.number]))
                    else:
                        results[u.number] = Result("NOCOMPILE" if errors else "WARNING", "\n".join(x[0] for x in new), ("NOCOMPILE " if errors else "WARNING ") + w[1])
        if rc != 0:
            broken = {n for n, r in results.items() if r.verdict in ("NOCOMPILE", "BADSOURCE")}
            rest = [u for u in units if u.number not in broken]
            if not broken:
                if len(units) == 1:
                    results[units[0].number] = Result("NOCOMPILE", err[:3000], "NOCOMPILE ?")
                    return results
                half = len(units) // 2
                out = self.run(units[:half])
                out.update(self.run(units[half:]))
                return out
            if rest:
                again = self.run(rest, self.switches_now)
                again.update({n: r for n, r in results.items() if n in broken})
                return again
            return results
        warned = dict(results)
        src = self.write("reference.cpp", generate.reference(units))
        rc, _, err = command([CLANG, "-std=c++17", "-O0", "-w", "-I", HERE, *(sanitize or (["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"] if self.checked else [])), src, os.path.join(self.dir, "adjoints.o"), "-o",
                              os.path.join(self.dir, "program"), *self.flags], 300)
        if rc != 0:
            if len(units) == 1:
                return {units[0].number: Result("BADSOURCE", err[:2000])}
            out = {}
            for u in units:
                out.update(self.run([u], self.switches_now))
            return out
        pending = [u.number for u in units]
        results = {}
        while pending:
            rc, out, err = command([os.path.join(self.dir, "program"), *map(str, pending)], 60, memory=None if sanitize or self.checked else 6 << 30)
            begun = None
            for line in out.splitlines():
                f = line.split()
                if f[:1] == ["BEGIN"]:
                    begun = int(f[1])
                elif f[:1] == ["DONE"]:
                    n, mode, what = int(f[1]), int(f[2]), f[3]
                    old = results.get(n)
                    if what != "OK" and (old is None or old.verdict in ("OK", "UNSTABLE")):
                        results[n] = Result(what, f"mode {mode} index {f[4]} expected {f[5]} got {f[6]} error {f[7]}")
                        results[n].mode = mode
                    elif old is None:
                        results[n] = Result("OK")
                    begun = None
            if rc == 0:
                break
            if begun is None:
                for n in pending:
                    results.setdefault(n, Result("RUNTIME", err[:2000]))
                break
            what = re.search(r"(runtime error: .*|ERROR: AddressSanitizer: \S+|what\(\):.*)", err)
            where = "reference" if "reference.cpp" in err.split("\n\n")[0] or "in ref::" in err[:1500] else ""
            results[begun] = Result("BADSOURCE" if where else "RUNTIME", f"rc {rc} {err[:1500]}", "RUNTIME " + normal(what.group(1))[:80] if what else "RUNTIME")
            pending = pending[pending.index(begun) + 1:]
        for n, w in warned.items():
            if n not in results or results[n].verdict in ("OK", "UNSTABLE"):
                results[n] = w
        return results

    compiler = "g++"
    checked = False
    switches_now = ()

    def by_unit(self, path, err):
        if not re.search(r"(warning|error):", err):
            return {}
        units = []
        with open(path) as f:
            for number, line in enumerate(f, 1):
                m = re.match(r"// UNIT (\d+)", line)
                if m:
                    units.append((number, int(m.group(1))))
        out = collections.defaultdict(list)
        for m in re.finditer(r"^[^\n:]*?" + re.escape(os.path.basename(path)) + r":(\d+):\d+: (warning|error): ([^\n]*)", err, re.M):
            line, message = int(m.group(1)), m.group(3)
            owner = [n for at, n in units if at <= line]
            flag = re.search(r"\[(-W[\w=+-]+)\]$", message)
            out[owner[-1] if owner else units[0][1]].append((m.group(2) + ": " + message, flag.group(1) if flag else normal(message)[:70]))
        return out

    def test(self, unit, switches=(), checked=False):
        self.checked, self.switches_now = checked, switches
        try:
            return self.run([unit], switches)[unit.number]
        finally:
            self.checked, self.switches_now = False, ()


# -- shrinking


def blocks(node, out):
    if isinstance(node, Block):
        out.append(node)
        for s in node.statements:
            blocks(s, out)
    elif isinstance(node, Node):
        for p in node.parts:
            blocks(p, out)
    return out


def expressions(node, out):
    """(parent, position) of every replaceable expression."""
    items = node.statements if isinstance(node, Block) else node.parts if isinstance(node, Node) else []
    for i, p in enumerate(items):
        if isinstance(p, Node) and p.tag in "dib":
            out.append((items, i))
        expressions(p, out)
    return out


def nested(node, tag, out, top=True):
    if isinstance(node, Node):
        if not top and node.tag == tag:
            out.append(node)
            return out
        for p in node.parts:
            nested(p, tag, out, False)
    return out


LEAVES = {"d": ["0.5"], "i": ["1", "0"], "b": ["true", "false"]}


class Shrinker:
    def __init__(self, runner, unit, result, switches, seconds):
        self.runner, self.unit, self.key = runner, unit, result
        self.switches = switches
        self.deadline = time.time() + seconds
        self.tests = 0

    def fails(self):
        if time.time() > self.deadline:
            return False
        self.tests += 1
        r = self.runner.test(self.unit, self.switches, checked=self.key.verdict in ("WRONG", "WRONGVALUE", "RUNTIME"))
        if r.verdict != self.key.verdict or not self.runner.valid(self.unit)[0]:
            return False
        if r.verdict == "WRONG":
            m = re.search(r"error (\S+)", r.detail)
            return not float(m.group(1)) < 1e-5
        if r.verdict == "RUNTIME":
            return True
        return r.key == self.key.key

    def attempt(self, items, new):
        old = items[:]
        items[:] = new
        if self.fails():
            return True
        items[:] = old
        return False

    def chunks(self, items):
        done = False
        size = len(items)
        while size >= 1:
            at = 0
            while at < len(items) and time.time() < self.deadline:
                if any(getattr(s, "pinned", False) for s in items[at:at + size]):
                    at += size
                elif self.attempt(items, items[:at] + items[at + size:]):
                    done = True
                else:
                    at += size
            size //= 2
        return done

    def run(self):
        u = self.unit
        changed = True
        if len(u.modes) > 1:
            old = u.modes
            u.modes = old[:1]
            if not self.fails():
                u.modes = old[1:]
                if not self.fails():
                    u.modes = old
        while changed and time.time() < self.deadline:
            changed = False
            changed |= self.chunks(u.top)
            i = 0
            while True:
                all = []
                for t in u.top:
                    blocks(t, all)
                if i >= len(all) or time.time() > self.deadline:
                    break
                changed |= self.chunks(all[i].statements)
                i += 1
            changed |= self.unwrap()
            changed |= self.simplify()
        return u

    def unwrap(self):
        done = False
        again = True
        while again and time.time() < self.deadline:
            again = False
            all = []
            for t in self.unit.top:
                blocks(t, all)
            for b in all:
                for i, s in enumerate(b.statements):
                    inner = [p for p in s.parts if isinstance(p, Block)]
                    for x in inner:
                        if self.attempt(b.statements, b.statements[:i] + x.statements + b.statements[i + 1:]):
                            again = done = True
                            break
                    if again:
                        break
                    for j, p in enumerate(s.parts):
                        if isinstance(p, str) and p.startswith(" else") and j + 1 < len(s.parts):
                            if self.attempt(s.parts, s.parts[:j]):
                                again = done = True
                                break
                    if again:
                        break
                if again:
                    break
        return done

    def simplify(self):
        done = False
        at = 0
        while time.time() < self.deadline:
            sites = []
            for t in self.unit.top:
                expressions(t, sites)
            if at >= len(sites):
                break
            items, i = sites[at]
            node = items[i]
            now = generate.text(node)
            options = [Node(node.tag, [l]) for l in LEAVES[node.tag]] + nested(node, node.tag, [])
            if node.tag == "d":
                options += [Node("d", [n]) for n in nested(node, "l", [])]
            for o in options:
                if len(generate.text(o)) >= len(now):
                    continue
                if self.attempt(items, items[:i] + [o] + items[i + 1:]):
                    done = True
                    break
            else:
                at += 1
                continue
        return done


# -- the campaign


def single_file(unit, result, switches):
    """The unit as one program that shows the failure by itself."""
    lines = [f"// seed {unit.seed}, switches: {' '.join(switches) or 'none'}"]
    lines += ["// " + l for l in str(result).splitlines()[:12]]
    body = unit.source()
    structs = generate.STRUCTS if re.search(r"\b[ST]\b", body) else ""
    if structs and not re.search(r"\bT\b", body):
        structs = structs[:structs.index("struct T")]
    return "\n".join(lines) + "\n\n" + generate.source([unit], structs) + unit.standalone()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=100)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--program", type=int, help="the exact seed of the first program, as printed")
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--keep", default="")
    p.add_argument("--build", default="build")
    p.add_argument("--compiler", default="both", help="of the generated code; both: in turn")
    p.add_argument("--optimize", default="-O1")
    p.add_argument("--sanitize", action="store_true")
    p.add_argument("--switches", action="store_true")
    p.add_argument("--size", type=float, default=1.0)
    p.add_argument("--shrink-seconds", type=float, default=90)
    p.add_argument("--per-class", type=int, default=1, help="failures of a class to shrink")
    p.add_argument("--disable", default="", help="features not to use, comma-separated")
    p.add_argument("--only", default="", help="shrink only classes that match this")
    p.add_argument("--ignore", default="", help="classes (regular expression) that are known")
    o = p.parse_args()
    r = Runner(o)
    totals, keys, features = collections.Counter(), collections.Counter(), collections.Counter()
    first = {}
    variants = [()] + ([("--no-tbr",), ("--no-activity",), ("--no-liveness",), ("--no-recompute",)] if o.switches else [])
    begin = time.time()
    generate.FEATURES.update({f: 0 for f in o.disable.split(",") if f})
    base = o.program if o.program is not None else o.seed * 1000003
    done = 0
    try:
        while done < o.count:
            n = min(o.batch, o.count - done)
            units = [generate.generate(base + done + i, i, o.size, o.disable.split(",")) for i in range(n)]
            done += n
            r.compiler = CLANG if o.compiler == "both" and done // n % 2 == 0 else "g++" if o.compiler == "both" else o.compiler
            for switches in variants:
                r.switches_now = switches
                r.refresh()
                results = r.run(units, switches)
                for u in units:
                    res = results[u.number]
                    totals[res.verdict] += 1
                    if switches == ():
                        features.update(u.features if res.verdict == "OK" else [])
                    if res.verdict in BAD or res.verdict == "BADSOURCE":
                        key = res.key
                        keys[key] += 1
                        first.setdefault(key, u.seed)
                        if o.ignore and re.search(o.ignore, key):
                            continue
                        print(f"[{done}] seed {u.seed} {' '.join(switches)} {key} {res.detail if res.verdict in ('WRONG', 'WRONGVALUE') else ''}", flush=True)
                        if o.keep and keys[key] <= (4 if res.verdict in ("WRONG", "RUNTIME", "WRONGVALUE") else 1) * o.per_class and res.verdict in BAD and re.search(o.only, key):
                            os.makedirs(o.keep, exist_ok=True)
                            small = copy.deepcopy(u)
                            s = Shrinker(r, small, res, switches, o.shrink_seconds)
                            s.run()
                            final = r.test(small, switches)
                            r.switches_now = switches
                            name = re.sub(r"\W+", "-", key)[:50].strip("-") + f"-{u.seed}.cpp"
                            with open(os.path.join(o.keep, name), "w") as f:
                                f.write(single_file(small, final, switches))
                            print(f"    kept {name} after {s.tests} tests", flush=True)
    finally:
        shutil.rmtree(r.dir, ignore_errors=True)
    print(f"{done} programs, {time.time() - begin:.0f} s: " + ", ".join(f"{k} {v}" for k, v in totals.most_common()))
    for k, v in keys.most_common():
        print(f"  {v:5} {k}  (first: seed {first[k]})")
    print("covered by OK programs: " + ", ".join(f"{k} {v}" for k, v in sorted(features.items())))
    return 1 if any(totals[b] for b in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
