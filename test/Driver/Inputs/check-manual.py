#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-manual.py HELP MANUAL: names the options that only one of them has."""
import pathlib
import re
import sys

GENERIC = {"help", "help-hidden", "help-list", "help-list-hidden", "version", "print-all-options", "print-options"}

listed = set(re.findall(r"^  --?([\w-]+)", pathlib.Path(sys.argv[1]).read_text(), re.M)) - GENERIC
manual = pathlib.Path(sys.argv[2]).read_text().replace("\\-", "-")
described = set(re.findall(r"^\.(?:BI?|BR) --?([\w-]+)", manual.split(".SH OPTIONS")[1].split(".SH ARGUMENTS")[0], re.M))
if listed != described or not listed:
    sys.exit(f"only in --help: {listed - described}; only in the manual: {described - listed}")
