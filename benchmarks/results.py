# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Google Benchmark measured, by kernel, way and size."""
import collections
import json
import math
import statistics


class Results:
    """Times are medians of processor time over the repetitions. What was not measured is None."""

    def __init__(self, path):
        samples = collections.defaultdict(list)
        self._counters = {}
        for run in json.load(open(path))["benchmarks"]:
            if run["run_type"] == "iteration":
                kernel, way, size = run["run_name"].split("/")
                row = kernel, way, int(size)
                samples[row].append(run["cpu_time"])
                self._counters[row] = run
        self._times = {row: statistics.median(times) for row, times in samples.items()}
        self.kernels = sorted({kernel for kernel, way, size in samples})

    def time(self, kernel, way, size):
        return self._times.get((kernel, way, size))

    def ratio(self, kernel, way, size):
        """The time of a gradient over that of the primal."""
        time = self.time(kernel, way, size)
        return None if time is None else time / self.time(kernel, "primal", size)

    def sizes(self, kernel, way):
        return sorted(size for k, w, size in self._times if (k, w) == (kernel, way))

    def largest(self, kernel, way):
        return max(self.sizes(kernel, way), default=None)

    def tape(self, kernel, size):
        return self._counters[kernel, "generated", size]["tape"]

    def resident(self, kernel, way, size):
        return self._counters.get((kernel, way, size), {}).get("resident")

    def mean(self):
        """The geometric mean of the generated gradients over their primals, at the largest sizes."""
        ratios = (self.ratio(kernel, "generated", self.largest(kernel, "generated")) for kernel in self.kernels)
        return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
