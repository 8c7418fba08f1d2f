#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run-guide.py GUIDE FOLDER

Does in FOLDER what a guide in Markdown says: saves its files (a block after "Save as `name`:"), runs its commands (blocks
of sh), and looks for each line of what they are to print (a block of text) in what the commands before it have printed.
"""
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"(?:Save as `(?P<file>[^`]+)`:\n\n)?```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.M | re.S)


def main(guide, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    printed, blocks = "", 0
    for block in BLOCK.finditer(guide.read_text()):
        kind, body = block["kind"], block["body"]
        blocks += 1
        if block["file"]:
            (folder / block["file"]).write_text(body)
        elif kind == "sh":
            run = subprocess.run(["sh", "-e"], input=body, cwd=folder, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
            printed = run.stdout
            if run.returncode != 0:
                sys.exit(f"failed:\n{body}\n{printed}")
        elif kind == "text":
            for line in body.splitlines():
                if line not in printed:
                    sys.exit(f"expected:\n{line}\nin:\n{printed}")
                printed = printed[printed.index(line) + len(line):]
        else:
            sys.exit(f"what is a block of '{kind}' for?")
    if blocks == 0:
        sys.exit("the guide shows nothing")


main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
