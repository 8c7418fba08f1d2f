# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differentiates a batch of programs, compiles, and compares with dual numbers.

A batch is one source file: one run of the tool, one of the compiler, one reference. A program that the tool refuses
or that does not compile is taken out, by the line of the message, and the rest is tried again.
"""

import collections
import copy
import dataclasses
import os
import re
import shutil
import signal
import subprocess

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# The reference is compiled by clang++: g++ 12 evaluates the index of `(c ? a : p)[index]` on one side only if it makes
# temporaries of class type.
CLANG = next((c for c in ("clang++-22", "clang++-19", "clang++") if shutil.which(c)), "g++")
# The same program is not compiled again.
COMPILE = ["ccache"] if shutil.which("ccache") else []
# Checks of null, alignment and overflow of pointers double the time of compilation, and what they would find ends in the
# address sanitizer as well. Its checks are calls, which is less to compile.
SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize=null,alignment,pointer-overflow,object-size,vptr",
            "-fno-sanitize-recover=undefined", "-mllvm", "-asan-instrumentation-with-call-threshold=0")
SANITIZE_LINK = ("-fsanitize=address,undefined",)
# What the reference fills, the adjoint appends to.
os.environ.setdefault("ASAN_OPTIONS", "detect_container_overflow=0")

# What a verdict means.
GOOD = {
    "OK": "adjoint and tangent agree",
    "SAME": "the same text as without the switches",
    "UNSTABLE": "derivatives too large to compare",
    "EXPECTED": "refused for a reason that the documentation gives",
}
BAD = {
    "WRONG": "adjoint and tangent differ",
    "WRONGTANGENT": "the generated tangent differs",
    "WRONGSECOND": "the tangent of the adjoint differs",
    "WRONGVALUE": "`value` leaves other values than the function",
    "SIGNATURE": "the generated code has no function of the signature that the contract gives",
    "LEFTOVER": "the tape is longer than before",
    "RUNTIME": "the generated code crashes, hangs, or a sanitizer reports it",
    "WARNING": "the generated code has a warning that the source does not have",
    "NOCOMPILE": "the generated code does not compile",
    "REFUSED": "the tool refuses the program",
    "CRASH": "the tool crashes, or reports an internal error",
    "HANG": "the tool does not end",
    "BADSOURCE": "the program itself is wrong: the generator's fault",
}
# What comes of running the generated code.
COMPARED = ("WRONG", "WRONGTANGENT", "WRONGSECOND", "WRONGVALUE", "RUNTIME", "LEFTOVER")
# Refusals that a program of this generator may get, and why they are right.
EXPECTED = (
    (r"what may throw beside an unnamed object", "the object would have to end on the way to the handler"),
    (r"may lead to active data and to data without an adjoint", "wrt leaves out what a pointer also leads to"),
    (r"'#pragma adjoint checkpoint'", "a loop that keeps memory, or writes where nobody knows how much there is"),
    (r"'throw' of an object whose making has effects", "as the message says, they have to be a statement of their own"),
    (r"which is not differentiated, might change it", "an object of the file beside a passive function"),
)


@dataclasses.dataclass(frozen=True)
class Setting:
    """How a batch is differentiated and compiled."""

    switches: tuple = ()
    compiler: str = CLANG
    flags: tuple = ("-O0",)
    checked: bool = False  # with sanitizers
    checks_reference: bool = False  # the reference too


class Result:
    def __init__(self, verdict, detail="", key=""):
        self.verdict, self.detail, self.key = verdict, detail, key or verdict

    @property
    def isBad(self):
        return self.verdict in BAD

    def __str__(self):
        return f"{self.verdict} {self.detail}"


def command(args, timeout, memory=4 << 30, folder=None):
    """Status, or "timeout", output and errors. The limit is one of processor time: on a busy machine the clock says nothing."""
    def limit():
        import resource
        resource.setrlimit(resource.RLIMIT_CPU, (timeout, timeout + 5))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20 * timeout, preexec_fn=limit, cwd=folder)
        return "timeout" if p.returncode == -signal.SIGXCPU else p.returncode, p.stdout.decode(errors="replace"), p.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return "timeout", (e.stdout or b"").decode(errors="replace"), ""


def normal(message):
    message = re.sub(r"'[^']*'|‘[^’]*’", "X", message)
    return re.sub(r"\d+", "N", message)


def owners(path):
    """A function from line numbers of a generated file to the number of the program."""
    starts = []
    with open(path) as f:
        for number, line in enumerate(f, 1):
            m = re.match(r"// UNIT (\d+)", line)
            if m:
                starts.append((number, int(m.group(1))))

    def owner(line):
        before = [n for at, n in starts if at <= line]
        return before[-1] if before else None
    return owner


def lines_of_source(source, generated):
    """Numbers of the lines of a generated file that stand in the source too."""
    out, left = set(), [line for line in source.splitlines() if line and not line.lstrip().startswith(("#", "//"))]
    at = 0
    for number, line in enumerate(generated.splitlines(), 1):
        if at < len(left) and line == left[at]:
            out.add(number)
            at += 1
    return out


def sections(path):
    """The generated text of each program, by its number."""
    with open(path) as f:
        parts = re.split(r"^// UNIT (\d+)$", f.read(), flags=re.M)
    return dict(zip(map(int, parts[1::2]), parts[2::2]))


def leave_out(path, numbers):
    """Takes the text of programs out of a generated file."""
    with open(path) as f:
        parts = re.split(r"^(?=// (?:UNIT \d+|END)$)", f.read(), flags=re.M)
    unit = re.compile(r"// UNIT (\d+)\n")
    with open(path, "w") as f:
        f.writelines(p for p in parts if not (m := unit.match(p)) or int(m.group(1)) not in numbers)


class Bench:
    def __init__(self, folder, build):
        self.folder = folder
        self.tool = os.path.join(build, "bin", "adjoint-gen")
        build = os.path.abspath(build)  # the compilers run in a folder of their own
        self.flags = ["-I" + os.path.join(build, "include"), "-L" + os.path.join(build, "lib"),
                      "-Wl,-rpath," + os.path.join(build, "lib"), "-ladjoint-runtime"]
        self.referenced = set()  # what the object file of the reference contains
        self.plain_texts = {}  # by seed: what has been generated without switches, and compared

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w") as f:
            f.write(content)
        return self.path(name)

    # -- the tool

    def differentiate(self, units, switches):
        """The programs whose adjoints are written, and results for the others."""
        results = {}
        while units:
            src = self.write("source.cpp", generate.source(units))
            out = self.path("adjoints.cpp")
            if os.path.exists(out):
                os.remove(out)
            rc, _, err = command([self.tool, src, "-o", out, "--verify-each", *switches, "--", "-std=c++17"], 60 + 2 * len(units))
            if rc == 0 and os.path.exists(out):
                break
            found = self.judge(rc, err, os.path.exists(out), owners(src))
            culprits = {number for number in found if number is not None}
            if not culprits and len(units) > 1:
                half = len(units) // 2
                kept, found = self.differentiate(units[:half], switches)
                more, others = self.differentiate(units[half:], switches)
                results.update(found)
                results.update(others)
                return self.again(kept + more, switches, results)
            results.update({n: found[n] for n in culprits} if culprits else {units[0].number: found[None]})
            units = [u for u in units if u.number not in results]
        return units, results

    def again(self, units, switches, results):
        """Halves are fine by themselves: together in one file."""
        kept, found = self.differentiate(units, switches) if units else ([], {})
        results.update(found)
        return kept, results

    def judge(self, rc, err, has_output, owner):
        """Results for what made the tool fail, by the number of the program; None is one that no message names."""
        if rc == "timeout":
            return {None: Result("HANG")}
        errors = re.findall(r"^((?:[^\n:]*:(\d+):\d+: )?error: ([^\n]*)(?:\n(?!(?:\S*: )?error: ).*)*)", err, re.M)
        if rc == 1 and errors and not has_output:
            found = {}
            for whole, line, message in errors:
                verdict = "CRASH" if "internal error" in message else "REFUSED"
                found.setdefault(owner(int(line)) if line else None, Result(verdict, whole, f"{verdict} " + normal(message)[:90]))
            return found
        frames = re.findall(r"#\d+ 0x\w+ (?:in )?((?:adjoint|\(anonymous)[^\n(]*)", err)
        asserts = re.findall(r"Assertion `.*?' failed", err)
        return {None: Result("CRASH", err[-3000:], f"CRASH rc={rc} " + " ".join((asserts or frames)[:1]))}

    def explain(self, unit, refusal):
        """A refusal that is right, or the generator's fault."""
        if refusal.verdict not in ("REFUSED", "CRASH"):
            return refusal
        ok, err = self.valid(unit)
        if not ok:
            return Result("BADSOURCE", err)
        first = re.search(r"error: ([^\n]*)", refusal.detail)
        for pattern, _ in EXPECTED:
            if refusal.verdict == "REFUSED" and first and re.search(pattern, first.group(1)):
                return Result("EXPECTED", refusal.detail, "EXPECTED" + refusal.key[7:])
        return refusal

    def valid(self, unit):
        src = self.write("valid.cpp", generate.source([unit]))
        rc, _, err = command(["g++", "-std=c++17", "-fsyntax-only", "-w", "-Werror=return-type", src], 60)
        return rc == 0, err

    def warns_of_nothing(self, unit):
        """Does the compiler see no variable used without a value?"""
        src = self.write("valid.cpp", generate.source([unit]))
        rc, _, _ = command([CLANG, "-std=c++17", "-fsyntax-only", "-w", "-Werror=uninitialized", "-Werror=sometimes-uninitialized", src], 60)
        return rc == 0

    # -- the compiler

    def messages(self, path, err, source):
        """Warnings and errors by program: (text, class, whether it is about a line of the source)."""
        out = collections.defaultdict(list)
        owner = owners(path)
        with open(path) as f:
            theirs = lines_of_source(source, f.read())
        name = re.escape(os.path.basename(path))
        message = re.compile(r"^([^\n:]*):(\d+):\d+: (warning|error): ([^\n]*)", re.M)
        here = re.compile(r"^[^\n:]*?" + name + r":(\d+):\d+: *(?:required from here|note: in instantiation)", re.M)
        for m in message.finditer(err):
            line = int(m.group(2))
            if not m.group(1).endswith(os.path.basename(path)):  # in a template of a header: where it is instantiated
                line = self.instantiated_at(err, m, message, here)
                if line is None:
                    continue
            flag = re.search(r"\[(-W[\w=+-]+)\]$", m.group(4))
            out[owner(line)].append((m.group(3) + ": " + m.group(4), flag.group(1) if flag else normal(m.group(4))[:70], line in theirs))
        return out

    @staticmethod
    def instantiated_at(err, message, anyMessage, here):
        """A line: clang++ names it behind the message, g++ before."""
        following = anyMessage.search(err, message.end())
        behind = here.search(err, message.end(), following.start() if following else len(err))
        before = [m for m in here.finditer(err, 0, message.start())][-1:]
        return int((behind or before[0]).group(1)) if behind or before else None

    def compile_adjoints(self, units, setting):
        """Results of programs whose adjoints do not compile or have warnings; whether there is an object."""
        path = self.path("adjoints.cpp")
        sanitize = SANITIZE if setting.checked else ()
        rc, _, err = command([*COMPILE, setting.compiler, "-std=c++17", "-Wall", "-Wextra", *setting.flags, "-c", "adjoints.cpp",
                              "-o", "adjoints.o", *sanitize, *self.flags], 600, folder=self.folder)
        results = {}
        for number, found in self.messages(path, err, generate.source(units)).items():
            had = {m[1] for m in found if m[2]}
            # Constant conditions, and locals that globals point to at the end: the generator writes them and a person would not.
            # g++ does not know that a shared pointer's count is above zero when it is lowered again, and spares its own library's
            # for standing in a system header; what is really used after it was freed, the address sanitizer finds.
            ours = ("-Wtautological", "-Wxor-used-as-pow", "-Wdangling-pointer", "-Wuse-after-free",
                    "no case matching constant switch condition")
            new = [m for m in found if not m[1].startswith(ours) and m[1] not in had]
            errors = [m for m in new if m[0].startswith("error")]
            if any(m[0].startswith("error") and m[2] for m in found):
                results[number] = Result("BADSOURCE", str(found))
            elif new:
                verdict = "NOCOMPILE" if errors else "WARNING"
                first = (errors or new)[0]
                results[number] = Result(verdict, "\n".join(m[0] for m in new), verdict + " " + first[1])
        return results, rc == 0

    def compile_reference(self, units, checked):
        """An object file, kept for all settings of a batch; None if it does not compile."""
        seeds = {(u.seed, u.number, checked) for u in units}
        out = self.path("reference.o")
        if not seeds <= self.referenced or any(u.changing for u in units):
            self.write("reference.cpp", generate.reference(units))
            rc, _, self.reference_error = command([*COMPILE, CLANG, "-std=c++17", "-O0", "-w", *(SANITIZE if checked else ()), "-I",
                                                   HERE, "-c", "reference.cpp", "-o", "reference.o", *self.flags], 600, folder=self.folder)
            self.referenced = seeds if rc == 0 else set()
        return out if self.referenced else None

    # -- everything

    def run(self, units, setting):
        """Results by program number."""
        accepted, results = self.differentiate(units, setting.switches)
        for number, refusal in list(results.items()):
            results[number] = self.explain(next(u for u in units if u.number == number), refusal)
        accepted, known = self.split_off_known(accepted, setting.switches)
        results.update(known)
        if not accepted:
            return results
        messages, has_object = self.compile_adjoints(accepted, setting)
        if known and not has_object:  # programs may share what stands in the text of one that is left out
            accepted, _ = self.differentiate(accepted, setting.switches)
            messages, has_object = self.compile_adjoints(accepted, setting)
        broken = {n for n, r in messages.items() if r.verdict != "WARNING" and n is not None}
        if broken or not has_object:
            rest = [u for u in accepted if u.number not in broken]
            if rest and broken:
                results.update(self.run(rest, setting))
            elif rest:  # an error that names no program
                half = (len(rest) + 1) // 2
                results.update(self.run(rest[:half], setting) if len(rest) > 1 else {rest[0].number: Result("NOCOMPILE", "", "NOCOMPILE ?")})
                results.update(self.run(rest[half:], setting) if len(rest) > 1 else {})
            for n in broken:
                results[n] = messages[n]
            return results
        compared = self.compare(accepted, setting)
        if known and any(r.verdict == "SIGNATURE" for r in compared.values()):  # its text is that of one left out
            results.update(self.run(accepted, setting))
            return results
        results.update(compared)
        for number, message in messages.items():
            if number is not None and not results[number].isBad:
                results[number] = message
        for unit in accepted:
            if setting.checked and not setting.checks_reference and results[unit.number].verdict == "RUNTIME":
                results[unit.number] = self.blamed(unit, setting, results[unit.number])
        if not setting.switches:
            texts = sections(self.path("adjoints.cpp")) if len(units) > 1 else {}
            self.plain_texts = {u.seed: texts.get(u.number) for u in accepted if results[u.number].verdict == "OK"}
        return results

    def split_off_known(self, units, switches):
        """What the switches change, and results of programs whose text is that which is already compared without them."""
        if not switches or not units or any(u.changing for u in units):
            return units, {}
        path = self.path("adjoints.cpp")
        texts = sections(path)
        known = {u.number: Result("SAME") for u in units if texts.get(u.number, "") == self.plain_texts.get(u.seed)}
        leave_out(path, known)
        return [u for u in units if u.number not in known], known

    def blamed(self, unit, setting, found):
        """The same once more, with sanitizers that see the reference: is it the program itself that is wrong?"""
        again = self.run([unit], dataclasses.replace(setting, checks_reference=True))[unit.number]
        return again if again.isBad else found

    def compare(self, units, setting):
        reference = self.compile_reference(units, setting.checks_reference)
        program = self.path("program")
        rc = 1
        if reference:
            rc, _, self.reference_error = command(
                [CLANG, *(SANITIZE_LINK if setting.checked else ()), reference, self.path("adjoints.o"), "-o", program, *self.flags], 300)
        if rc != 0:
            if len(units) == 1:
                return {units[0].number: Result("BADSOURCE", self.reference_error[:2000])}
            out = {}
            for u in units:
                out.update(self.run([u], setting))
            return out
        results, pending = {}, [u.number for u in units]
        while pending:
            last = self.execute(program, pending, setting.checked, results)
            pending = [] if last is None else pending[pending.index(last) + 1:]
        return results

    def execute(self, program, numbers, checked, results):
        """Adds results; the number of the program in which execution ended early, or None."""
        rc, out, err = command([program, *map(str, numbers)], 60 + len(numbers), memory=None if checked else 6 << 30)
        begun = None
        for line in out.splitlines():
            f = line.split()
            if f[:1] == ["BEGIN"]:
                begun = int(f[1])
            elif f[:1] == ["DONE"]:
                number, what = int(f[1]), f[3]
                old = results.get(number)
                if old is None or (what != "OK" and not old.isBad):
                    results[number] = Result(what, "" if what == "OK" else f"mode {f[2]} index {f[4]} expected {f[5]} got {f[6]} error {f[7]}")
                begun = None
        if rc == 0:
            return None
        if begun is None:
            leaking = set(map(int, re.findall(r"\bin (?:\w+::)?[fg](\d+)_\w*", err))) & set(numbers) if "LeakSanitizer" in err else set()
            for n in leaking or set(numbers) - set(results) or numbers:
                results[n] = Result("RUNTIME", err[:2000], "RUNTIME memory leak" if leaking else "RUNTIME at the end")
            return None
        what = re.search(r"(runtime error: .*|ERROR: AddressSanitizer: \S+|what\(\):.*)", err)
        frame = re.search(r"^ +#\d+ .*?(adjoints\.cpp|reference\.cpp|\bref::)", err, re.M)  # the innermost that says whose it is
        is_reference = bool(frame) and frame.group(1) != "adjoints.cpp"
        results[begun] = Result("BADSOURCE" if is_reference else "RUNTIME", f"rc {rc} {err[:1500]}",
                                "RUNTIME " + normal(what.group(1))[:80] if what else "RUNTIME")
        return begun
