# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What leaves derivatives as they are: without each optional pass and analysis by itself, without what decides of records
together, and with marks of the lines."""

import functools
import subprocess

TOGETHER = (("--no-tbr", "--no-activity", "--no-liveness", "--no-recompute"), ("--no-sum-locally", "--no-merge-sums"),
            ("--no-distribute-loops", "--no-defer-sums"), ("--profile",))


@functools.lru_cache(maxsize=None)
def switches(tool):
    """In the order of the tool's table of passes."""
    table = subprocess.run([tool, "--list-passes"], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split() for line in table.splitlines()]
    return tuple((f"--no-{row[0]}",) for row in rows if row[1] != "required") + TOGETHER
