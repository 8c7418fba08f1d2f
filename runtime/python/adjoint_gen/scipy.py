# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the functions of SciPy ask for.

    minimize(objective(f), x0, args=(data,), jac=True)
    least_squares(residuals(f, size=m), x0, jac=jacobian(f, size=m), args=(data,))
    solve_ivp(residuals(f, size=n), span, y0, jac=jacobian(f, size=n, wrt="y"))      f writes dy/dt

SciPy itself is not imported.
"""
from adjoint_gen.calls import jacobian, output

__all__ = ["jacobian", "objective", "residuals"]

residuals = output


def objective(function):
    """x, args -> (value, gradient by the first parameter)."""
    first = function.parameters[0]
    if first not in function.independents:
        raise TypeError(f"{first}, the first parameter of {function.__name__}, is no independent")

    def call(x, *args):
        value, gradient = function.value_and_gradient(x, *args)
        return value, gradient[0] if len(function.independents) > 1 else gradient

    return call
