# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""span.py FOLDER: checks the module `spans` of FOLDER."""
import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
import spans

a, b = np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])
assert spans.dot(a, b) == 32.0
assert np.array_equal(spans.dot.gradient(a, b), [b, a])
assert not hasattr(spans.dot, "jvp")
assert spans.dot.dependents == ("result",) and spans.doubled.dependents == ("x",)
try:
    spans.dot(a, b[:2])
except ValueError as error:
    assert str(error) == "dot: b must have 3 elements, but has shape (2,)", error
else:
    raise AssertionError("a span of three has taken two")
spans.doubled(a)
assert np.array_equal(a, [2.0, 4.0, 6.0])
assert np.array_equal(spans.doubled.vjp((a,), b), 2 * b)
assert spans.twice(1.0) == 4.0 and spans.twice.gradient(1.0) == 4.0
assert spans.plain.jvp((3.0,), 1.0) == (9.0, 6.0)
