# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what calls cost beside the function: those of an epidemic of one day, which takes some tens of nanoseconds."""
import timeit

import numpy as np

from epidemic import Epidemic, misfit, simulate

epidemic, day, seed = Epidemic(), np.array([1e-3]), np.ones(1)

CALLS = {
    "f(...)": lambda: misfit(epidemic, day),
    "f.gradient(...)": lambda: misfit.gradient(epidemic, day),
    "f.value_and_gradient(...)": lambda: misfit.value_and_gradient(epidemic, day),
    "f.vjp(...)": lambda: simulate.vjp((epidemic, day), seed),
    "f.jvp(...)": lambda: simulate.jvp((epidemic, day), epidemic),
}

for name, call in CALLS.items():
    print(f"{name:26} {min(timeit.repeat(call, number=20000, repeat=5)) / 20000 * 1e6:.2f} microseconds")
