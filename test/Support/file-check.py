#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""file-check.py FILECHECK ARGUMENT...

FileCheck, with the directives in comments taken out of the input: what is generated stands in a copy of the test, whose own
CHECK lines would otherwise match themselves.
"""
import re
import subprocess
import sys

DIRECTIVE = re.compile(rb"^\s*//\s*[A-Z][A-Z0-9_]*(-[A-Z]+)*(-\d+)?(\{[A-Z]+\})?:.*\n?", re.M)

filecheck, *arguments = sys.argv[1:]
kept = []
text = None
for argument in arguments:
    if argument.startswith("--input-file="):
        with open(argument.split("=", 1)[1], "rb") as f:
            text = f.read()
    else:
        kept.append(argument)
if text is None:
    text = sys.stdin.buffer.read()
sys.exit(subprocess.run([filecheck, *kept], input=DIRECTIVE.sub(b"", text)).returncode)
