#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-refusals.py [--update] SOURCE FOLDER

SOURCE holds many small cases, each behind a line `//--- what it is`; what stands before the first of them belongs to
all. The tool (environment: ADJOINT_GEN) runs over each case alone, and must

  - print exactly the diagnostics that comments behind the lines ask for, in these lines, no others and no crash:
        asm("nop"); // error: inline assembly cannot be differentiated...
    (`...`: the message goes on; likewise `warning:` and `note:`);
  - print one error, exit with status 1 and leave no file behind, neither output nor header nor a part of them;
  - where a case asks only for warnings, exit with status 0 and write both.

`// flags: --strict` in a case adds to the command line; %mpi stands for what mpicxx adds.

--update writes what the tool prints into the comments of SOURCE that say something else, for a person to review.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

EXPECTED = re.compile(r" *// (error|warning|note): (.*?)(?= // (?:error|warning|note): |$)")
PRINTED = re.compile(r"^(.*?):(\d+):\d+: (?:fatal )?(error|warning|note): (.*)$")
UNLOCATED = re.compile(r"^(?:adjoint-gen: )?(error|warning|note): (.*)$")
WIDTH = 120
MPI = subprocess.run(["mpicxx", "--showme:compile"], stdout=subprocess.PIPE, text=True).stdout if shutil.which("mpicxx") else ""


def cases(lines):
    """Title of each case, with its text, whose lines have the numbers that they have in the whole."""
    starts = [i for i, line in enumerate(lines) if line.startswith("//--- ")]
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        blank = [""] * (start - starts[0] + 1)
        yield lines[start][6:], lines[: starts[0]] + blank + lines[start + 1 : end]


def run(tool, name, folder, lines):
    """Exit status, what is printed, and as a list of (line, severity, message), where line 0 is no line of the case."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    case = folder / name
    case.write_text("\n".join(lines) + "\n")
    flags = [flag for line in lines if line.startswith("// flags: ") for flag in line[10:].replace("%mpi", MPI).split()]
    command = [tool, str(case), "-o", str(folder / "out.cpp"), f"--header={folder / 'out.h'}"] + flags
    result = subprocess.run(command, capture_output=True, text=True)
    printed = []
    for line in result.stderr.splitlines():
        if m := PRINTED.match(line):
            isHere = pathlib.Path(m[1]) == case
            if isHere or m[3] != "note":  # notes elsewhere say where a macro comes from
                printed.append((int(m[2]) if isHere else 0, m[3], m[4]))
        elif m := UNLOCATED.match(line):
            printed.append((0, m[1], m[2]))
    return result.returncode, result.stderr, printed


def matches(expected, printed):
    if expected[:2] != printed[:2]:
        return False
    message = expected[2]
    return printed[2].startswith(message[:-3]) if message.endswith("...") else printed[2] == message


def check(tool, name, folder, lines):
    """What is wrong with one case."""
    wanted = [(n, m[1], m[2].strip()) for n, line in enumerate(lines, 1) for m in EXPECTED.finditer(line)]
    status, text, printed = run(tool, name, folder, lines)
    problems = []
    if len(wanted) != len(printed) or not all(any(matches(w, p) for p in printed) for w in wanted):
        problems.append(f"expected {wanted}\nprinted  {printed}\n{text}")
    errors = sum(severity == "error" for _, severity, _ in wanted)
    if errors > 1 or not wanted:
        problems.append("a case asks for one error, or for warnings")
    if status != errors:
        problems.append(f"exit status {status}\n{text}")
    left = sorted(path.name for path in folder.iterdir())
    if left != sorted([name] + ([] if errors else ["out.cpp", "out.h"])):
        problems.append(f"files afterwards: {left}")
    return problems


def update(tool, source, folder):
    before = source.read_text().splitlines()
    lines = [EXPECTED.sub("", line) for line in before]
    comments = {}
    for _, case in cases(lines):
        for n, severity, message in run(tool, source.name, folder / "update", case)[2]:
            comments.setdefault(n, []).append((severity, message))
    for n, found in sorted(comments.items()):
        if n == 0:
            sys.exit(f"{source}: what is printed names no line: {found}")
        said = [(n, m[1], m[2].strip()) for m in EXPECTED.finditer(before[n - 1])]
        if len(said) == len(found) and all(matches(s, (n, *f)) for s, f in zip(said, found)):
            lines[n - 1] = before[n - 1]
            continue
        share = (WIDTH - len(lines[n - 1])) // len(found)
        for severity, message in found:
            comment = f" // {severity}: {message}"
            if len(comment) > share:
                comment = comment[: share - 3].rsplit(" ", 1)[0] + "..."
            lines[n - 1] += comment
    source.write_text("\n".join(lines) + "\n")


def main():
    tool = os.environ["ADJOINT_GEN"]
    source, folder = map(pathlib.Path, sys.argv[-2:])
    if sys.argv[1] == "--update":
        update(tool, source, folder)
    failures, count = [], 0
    for title, lines in cases(source.read_text().splitlines()):
        count += 1
        failures += [f"case '{title}': {what}" for what in check(tool, source.name, folder / str(count), lines)]
    print(*failures, f"{source}: {count} cases, {len(failures)} failures", sep="\n")
    sys.exit(1 if failures or not count else 0)


main()
