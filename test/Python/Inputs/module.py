# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""module.py FOLDER PACKAGE: checks the module `everything` of FOLDER."""
import copy
import sys
import threading
import time

import numpy as np

sys.path[:0] = sys.argv[1:]
import everything as m

random = np.random.default_rng(1)


def numbers(value):
    """A value as one array of its floating-point numbers."""
    if value is None or isinstance(value, (str, bool, int)):
        return np.zeros(0)
    if isinstance(value, float):
        return np.array([value])
    if isinstance(value, np.ndarray):
        return value.astype(float).ravel() if value.dtype.kind == "f" else np.zeros(0)
    if isinstance(value, (list, tuple)):
        return np.concatenate([numbers(each) for each in value] + [np.zeros(0)])
    return np.concatenate([numbers(getattr(value, name)) for name in members(value)])


def members(value):
    return [name for name in dir(value) if not name.startswith("_")]


def with_numbers(value, source):
    """The same with other numbers, taken from a list."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return source.pop(0)
    if isinstance(value, np.ndarray):
        return np.array([source.pop(0) for _ in range(value.size)], value.dtype).reshape(value.shape) if value.dtype.kind == "f" else value
    if isinstance(value, (list, tuple)):
        return type(value)(with_numbers(each, source) for each in value)
    other = copy.copy(value)
    for name in members(value):
        setattr(other, name, with_numbers(getattr(value, name), source))
    return other


def some(value):
    return with_numbers(value, list(random.uniform(0.5, 1.5, numbers(value).size)))


def alone(values):
    return values[0] if len(values) == 1 else tuple(values)


def dependents(f, args):
    """What the function gives for these arguments, which stay as they are."""
    args = copy.deepcopy(args)
    result = f(*args)
    return tuple(result if name == "result" else args[f.parameters.index(name)] for name in f.dependents)


def check(f, *args, tolerance=1e-6, h=1e-6):
    """Tangents against differences, adjoints against tangents."""
    places = [f.parameters.index(name) for name in f.independents]
    tangents = [some(args[place]) for place in places]

    def shifted(by):
        other = list(args)
        for place, tangent in zip(places, tangents):
            other[place] = with_numbers(args[place], list(numbers(args[place]) + by * numbers(tangent)))
        return numbers(dependents(f, other))

    differences = (shifted(h) - shifted(-h)) / (2 * h)
    values, derivatives = f.jvp(tuple(args), tuple(tangents))
    assert np.allclose(numbers(values), numbers(dependents(f, args))), f
    assert np.allclose(numbers(derivatives), differences, rtol=tolerance, atol=tolerance), (f, numbers(derivatives), differences)
    seeds = some(dependents(f, args))
    adjoints = f.vjp(tuple(args), seeds)
    assert np.isclose(numbers(seeds) @ numbers(derivatives), numbers(adjoints) @ numbers(tangents)), f
    if hasattr(f, "gradient") and f.dependents == ("result",):
        assert np.array_equal(numbers(f.gradient(*args)), numbers(f.vjp(tuple(args), 1.0))), f
        value, gradient = f.value_and_gradient(*args)
        assert value == f(*args) and np.array_equal(numbers(gradient), numbers(f.gradient(*args))), f


def refuses(kind, beginning, call):
    try:
        call()
    except kind as error:
        assert str(error).startswith(beginning), f"{error}\nexpected {beginning}"
    else:
        raise AssertionError(f"accepted; expected {beginning}")


x = np.array([0.5, 1.5, 2.5, 4.0])

# Derivatives
check(m.energy, x, 3.0)
check(m.twiceEnergy, x)
check(m.norm, x, True)
check(m.norm, x, False)
check(m.scaled, x, 2.0, np.zeros(4))
check(m.squared, x)
check(m.polar, 0.3, np.zeros(()), np.zeros(1))
check(m.grown, x, 0.25)
check(m.inertia, random.uniform(0.5, 1.5, (4, 3)), np.ones(4, np.float32), tolerance=1e-3, h=1e-2)
check(m.gathered, x, np.array([3, 1, 1], np.int32))
check(m.weighted, np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), 2, 3, np.array([0.5, 0.25]))
check(m.table, x)
body = m.Body(mass=3.0, charges=[1.0, 2.0])
check(m.potential, body, np.array([1.0, 2.0, 3.0]))
check(m.Body_kinetic, body, 4.0)
check(m.total, [body, m.Body()])
check(m.moved, body, 0.5)
check(m.halfway, m.Point(at=[1.0, 2.0, 3.0]), m.Point())
check(m.powers, 1.25, 3)
check(m.logarithm, 2.0)
check(m.fourth, 1.5)
check(m.a, 1.5)
check(m.Parameters, 1.5)
check(m.tangent, 1.5)
assert m.series(3.0) == 9.0 and not {"jvp", "vjp", "gradient", "jacobian"} & set(dir(m.series))

direction = random.uniform(0.5, 1.5, 4)
product = m.cubic.hvp((x, 2.0), (direction, 1.0))
hessian = np.zeros((4, 4))
for i in range(4):
    j = (i + 1) % 4
    hessian[i, i] = 2 * 2.0 * x[j]
    hessian[i, j] = hessian[j, i] = 2 * 2.0 * x[i]
by_k = np.array([2 * x[i] * x[(i + 1) % 4] + x[i - 1] ** 2 for i in range(4)])
assert np.allclose(product[0], hessian @ direction + by_k) and np.isclose(product[1], by_k @ direction)
assert not hasattr(m.cubic, "jvp") and not hasattr(m.cubic, "vjp")

# Whole matrices
blocks = m.cubic.hessian(x, 2.0)
assert np.allclose(blocks[0][0], hessian) and np.allclose(blocks[0][1], by_k) and np.allclose(blocks[1][0], by_k)
assert isinstance(blocks[1][1], float) and blocks[1][1] == 0.0
assert not hasattr(m.cubic, "jacobian") and not hasattr(m.energy, "hessian")
for by, expected in zip(m.energy.jacobian(x, 3.0), m.energy.gradient(x, 3.0)):
    assert np.allclose(by, expected)
by_x, by_factor = m.scaled.jacobian(x, 2.0, np.zeros(4))
assert np.allclose(by_x, np.diag(4 * x)) and np.allclose(by_factor, x * x)
assert np.allclose(m.squared.jacobian(x), np.diag(2 * x))
assert np.allclose(m.squared.jacobian(x.reshape(2, 2)), np.diag(2 * x).reshape(2, 2, 2, 2))
grown = m.grown.jacobian(x, 0.25)
for j in range(4):
    unit = np.eye(4)[j]
    assert np.allclose(grown[0][..., j], m.grown.jvp((x, 0.25), (unit, 0.0))[1])
try:
    m.potential.jacobian(m.Body(mass=3.0, charges=[1.0, 2.0]), np.ones(3))
    assert False
except TypeError as error:
    assert str(error).startswith("potential.jacobian: body is an object; leave it out of wrt(...)"), error

# Shapes and places
assert m.energy.gradient(x.reshape(2, 2), 3.0)[0].shape == (2, 2)
assert m.inertia.gradient(np.ones((2, 3)), np.ones(2, np.float32))[1].dtype == np.float32
y = np.zeros(4)
assert m.scaled(x, 2.0, y) is None and np.array_equal(y, 2 * x * x)
values, tangents = m.scaled.jvp((x, 2.0, y), (np.ones(4), 0.0))
assert values is not y and np.array_equal(values, y) and np.array_equal(tangents, 4 * x)
before = x.copy()
m.squared.vjp((x,), np.ones(4))
m.squared.jvp((x,), np.ones(4))
assert np.array_equal(x, before)
seeds = np.ones(4)
m.squared.vjp((x,), seeds)
assert np.array_equal(seeds, np.ones(4))
assert m.energy(x=x, k=3.0) == m.energy(x, 3.0) == m.energy(list(x), 3) == m.energy(x.astype(">f8"), np.float32(3))

# Copies of what is read, where it has another order or type
wide = np.arange(8.0)
assert m.energy(wide[::2], 1.0) == m.energy(wide[::2].copy(), 1.0)
assert np.array_equal(m.energy.gradient(wide[::2], 1.0)[0], m.energy.gradient(wide[::2].copy(), 1.0)[0])
assert m.energy(np.arange(4), 1.0) == m.energy(np.arange(4.0), 1.0)
fortran = np.asfortranarray(np.arange(6.0).reshape(2, 3))
assert m.weighted(fortran, 2, 3, [1, 1]) == 5.0
fixed = x.copy()
fixed.flags.writeable = False
assert m.energy(fixed, 1.0) == m.energy(x, 1.0)
assert m.gathered(x, [3, 1, 1]) == m.gathered(x, np.array([3, 1, 1], np.int32))

# What is wrong is named
refuses(TypeError, "energy: x must be an array of float64, not of complex128", lambda: m.energy(x * 1j, 1.0))
refuses(TypeError, "energy: x must be an array of float64, not of <U1", lambda: m.energy("x", 1.0))
refuses(TypeError, "energy: k must be a number, not str", lambda: m.energy(x, "k"))
refuses(TypeError, "__call__(): incompatible function arguments", lambda: m.energy(x))
refuses(ValueError, "scaled: y must have n = 4 elements, but has 3", lambda: m.scaled(x, 2.0, np.zeros(3)))
refuses(TypeError, "scaled: y is written to, and must be an array of float64, not list", lambda: m.scaled(x, 2.0, [0.0] * 4))
refuses(TypeError, "scaled: y is written to, and must be an array of float64, not of float32",
        lambda: m.scaled(x, 2.0, np.zeros(4, np.float32)))
refuses(ValueError, "scaled: y is written to, and must be contiguous", lambda: m.scaled(x, 2.0, wide[::2]))
refuses(ValueError, "scaled: y is written to, but the array is read-only", lambda: m.scaled(x, 2.0, fixed))
refuses(ValueError, "scaled: y is written to, and shares memory with x", lambda: m.scaled(x, 2.0, x))
refuses(ValueError, "scaled: y is written to, and shares memory with x", lambda: m.scaled.vjp((x, 2.0, x), x))
refuses(ValueError, "polar: s must have 1 element, but has shape (2,)", lambda: m.polar(1.0, np.zeros(2), np.zeros(1)))
refuses(ValueError, "inertia: positions has 4 elements, which is not 3 * n", lambda: m.inertia(x, np.ones(1, np.float32)))
refuses(ValueError, "weighted: weights must have rows * columns = 4 elements, but has 6", lambda: m.weighted(fortran, 2, 2, [1, 1]))
refuses(ValueError, "weighted: corner must have 2 elements", lambda: m.weighted(fortran, 2, 3, [1, 1, 1]))
refuses(TypeError, "gathered: where must be an array of int32, not of float64", lambda: m.gathered(x, [1.0]))
refuses(ValueError, "gathered: where has numbers that do not fit into int32", lambda: m.gathered(x, [2**40]))
refuses(ValueError, "weighted: rows does not fit into int32", lambda: m.weighted(fortran, 2**40, 3, [1, 1]))
refuses(TypeError, "norm: isRoot must be a bool, not str", lambda: m.norm(x, "yes"))
refuses(ValueError, "norm: x must have one dimension, but has shape (2, 2)", lambda: m.norm(x.reshape(2, 2), True))
refuses(ValueError, "potential: field must have 3 elements, but has 4", lambda: m.potential(body, x))
refuses(TypeError, "potential: body must be an object of Body, not numpy.ndarray", lambda: m.potential(x, x))
refuses(TypeError, "total: bodies must be a list, not everything.Body", lambda: m.total(body))
refuses(TypeError, "total: bodies must be an object of Body, not int", lambda: m.total([1]))
refuses(ValueError, "energy: the tangent of x must have shape (4,), but has (3,)", lambda: m.energy.jvp((x, 1.0), (x[:3], 1.0)))
refuses(ValueError, "scaled: the cotangent of y must have shape (4,), but has (3,)", lambda: m.scaled.vjp((x, 2.0, y), x[:3]))
refuses(ValueError, "powers: the cotangent of the result must have as many elements", lambda: m.powers.vjp((1.25, 3), np.ones(2)))
refuses(TypeError, "energy: tangents must be a tuple of 2, not of 1", lambda: m.energy.jvp((x, 1.0), (x,)))
refuses(TypeError, "energy: args must be a tuple of 2, not numpy.ndarray", lambda: m.energy.vjp(x, 1.0))
refuses(ValueError, "potential: the tangent of body must have containers of the same sizes",
        lambda: m.potential.jvp((body, [0, 0, 0]), (m.Body(), [0, 0, 0])))
refuses(TypeError, "Body has no member weight", lambda: m.Body(weight=1.0))
refuses(TypeError, "Body: mass must be a number, not str", lambda: setattr(body, "mass", "heavy"))
refuses(ValueError, "assignment destination is read-only", lambda: body.charges.__setitem__(0, 1.0))
refuses(TypeError, "logarithm: x must be a number, not NoneType", lambda: m.logarithm(None))
refuses(ValueError, "x is not positive", lambda: m.logarithm(-1.0))
refuses(ValueError, "x is not positive", lambda: m.logarithm.gradient(-1.0))

# Objects
assert repr(m.Point()) == "Point(at=array([1., 1., 1.]))"
body.center.at = [3, 2, 1]
assert body.center.at[0] == 3.0
assert m.moved(body, 2.0) is None and body.center.at[0] == 9.0
gradient = m.potential.gradient(body, [1.0, 2.0, 3.0])[0]
assert type(gradient) is m.Body and gradient.mass == 16.0 and np.array_equal(gradient.charges, 2 * body.charges)

# Docstrings and names
assert m.energy.__doc__ == """energy(x, k) -> float

double energy(const double *x, int n, double k)

The energy of springs in a row.

x: array of float64 with n elements; independent
k: float; independent
""", m.energy.__doc__
assert "x: array of float64 with n elements; independent and dependent; written in place" in m.squared.__doc__
assert "positions: array of float64 with 3 * n elements" in m.inertia.__doc__
assert "values: array of float64 with n + 1 elements" in m.table.__doc__
assert "bodies: list of Body; independent" in m.total.__doc__
assert m.energy.gradient.__doc__.startswith("gradient(x, k)\n\nThe derivatives of the result")
assert m.scaled.vjp.__doc__.endswith("args: x, factor, y\nindependents: x, factor\ndependents: y\n"), m.scaled.vjp.__doc__
assert repr(m.energy) == "<differentiated function energy(x, k) -> float>"
assert m.polar.dependents == ("s", "c") and m.polar.independents == ("x",) and m.polar.parameters == ("x", "s", "c")
assert not hasattr(m.scaled, "gradient")

# Other threads run while a function does
thread = threading.Thread(target=m.slow.gradient, args=(1.0, 500))
thread.start()
turns = 0
while thread.is_alive():
    turns += 1
    time.sleep(0.001)
assert turns > 3, "the lock of the interpreter is held during calls"

# The adaptors' base
from adjoint_gen import jacobian, output

assert np.allclose(output(m.scaled, size=4)(x, 2.0), 2 * x * x)
assert np.allclose(jacobian(m.scaled, size=4)(x, 2.0), np.diag(4 * x))
assert np.allclose(jacobian(m.scaled, size=4, wrt="factor")(x, 2.0), (x * x)[:, None])
assert np.allclose(jacobian(m.energy)(x, 3.0), m.energy.gradient(x, 3.0)[0][None, :])
refuses(TypeError, "scaled writes y; give the number of its elements", lambda: output(m.scaled)(x, 2.0))
refuses(TypeError, "polar has the dependents s, c", lambda: output(m.polar))
print("ok")
