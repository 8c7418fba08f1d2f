# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A differentiated function as one of a single array: what it gives for it, and the Jacobian of that.

    def residuals(x, r, data)          r is written in place
    output(residuals, size=5)(x, data)     -> r, a new array of 5
    jacobian(residuals, size=5)(x, data)   -> array of shape (5, len(x))
"""
import numpy as np


def _written(function):
    """The dependent that is a parameter, and none that a function returns."""
    if len(function.dependents) != 1:
        raise TypeError(f"{function.__name__} has the dependents {', '.join(function.dependents)}; "
                        "one is needed: choose it with of(...)")
    name, = function.dependents
    return None if name == "result" and "result" not in function.parameters else name


def _arguments(function, given, written, memory):
    """What the function is called with: `memory` for what it writes, `given` for the others, in their order."""
    if written is None:
        return tuple(given)
    rest = iter(given)
    arguments = tuple(memory if name == written else next(rest) for name in function.parameters)
    if next(rest, None) is not None:
        raise TypeError(f"{function.__name__} takes {len(function.parameters) - 1} arguments beside {written}")
    return arguments


def _memory(function, written, size):
    if written is None:
        return None
    if size is None:
        raise TypeError(f"{function.__name__} writes {written}; give the number of its elements, size=...")
    return np.zeros(size)


def output(function, size=None):
    """What the function returns, or else writes to its one dependent, an array with `size` elements."""
    written = _written(function)

    def call(*given):
        memory = _memory(function, written, size)
        result = function(*_arguments(function, given, written, memory))
        return result if written is None else memory

    return call


def _unit(shape, i):
    unit = np.zeros(shape)
    unit.flat[i] = 1.0
    return unit if shape else 1.0


def jacobian(function, size=None, wrt=None):
    """The Jacobian of `output(function, size)` by one independent, the first if none is named.

    By rows (vjp) or by columns (jvp), whichever are fewer."""
    written = _written(function)
    name = wrt or next(iter(n for n in function.independents if n != written))
    if name not in function.independents:
        raise TypeError(f"{name} is no independent of {function.__name__}")
    place = function.parameters.index(name)
    number = function.independents.index(name)

    def column(arguments, x, j):
        tangents = tuple(_unit(x.shape, j) if n == name else _zero(arguments[function.parameters.index(n)])
                         for n in function.independents)
        return np.ravel(function.jvp(arguments, tangents)[1])

    def row(arguments, shape, i):
        adjoints = function.vjp(arguments, (_unit(shape, i),))
        return np.ravel(adjoints[number] if len(function.independents) > 1 else adjoints)

    def call(*given):
        arguments = _arguments(function, given, written, _memory(function, written, size))
        x = np.asarray(arguments[place], dtype=float)
        shape = np.shape(output(function, size)(*given)) if written is None else np.shape(arguments[function.parameters.index(written)])
        rows = int(np.prod(shape, dtype=int))
        if hasattr(function, "jvp") and (x.size <= rows or not hasattr(function, "vjp")):
            return np.stack([column(arguments, x, j) for j in range(x.size)], axis=1)
        return np.stack([row(arguments, shape, i) for i in range(rows)])

    return call


def _zero(value):
    """The tangent of what stands still."""
    if isinstance(value, (int, float)):
        return 0.0
    if not isinstance(value, (np.ndarray, list)):
        raise TypeError(f"a Jacobian keeps numbers and arrays fixed, no {type(value).__name__}; leave it out of wrt(...)")
    return np.zeros(np.shape(value))
