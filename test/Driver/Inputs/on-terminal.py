#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on-terminal.py COMMAND...

Runs a command on a terminal, prints what that shows, and ends as the command does.
"""
import os
import pty
import sys

sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], stdin_read=lambda _: b"")))
