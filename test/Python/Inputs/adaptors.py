# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""adaptors.py FOLDER PACKAGE: uses the module `models` of FOLDER with other packages."""
import importlib.util
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares, minimize

sys.path[:0] = sys.argv[1:]
import models
from adjoint_gen.scipy import jacobian, objective, residuals

x = np.array([-1.0, 2.0, 0.5])

found = minimize(objective(models.rosenbrock), x, args=(10.0,), jac=True, method="BFGS")
assert np.allclose(found.x, 1.0, atol=1e-4), found

t = np.linspace(0.0, 2.0, 20)
y = 3.0 * np.exp(-1.5 * t)
found = least_squares(residuals(models.decay, size=20), [1.0, 1.0], jac=jacobian(models.decay, size=20), args=(t, y))
assert np.allclose(found.x, [3.0, 1.5]), found

by_y = jacobian(models.robertson, wrt="y")
found = solve_ivp(residuals(models.robertson), (0.0, 40.0), [1.0, 0.0, 0.0], args=(3e7,), jac=by_y, method="BDF", rtol=1e-6, atol=1e-10)
assert found.success and np.allclose(found.y[:, -1], [0.7158, 9.185e-6, 0.2842], rtol=1e-3), found.y[:, -1]

gradient, by_b = models.rosenbrock.gradient(x, 10.0)

if importlib.util.find_spec("torch"):
    import torch

    import adjoint_gen.torch

    rosenbrock = adjoint_gen.torch.wrap(models.rosenbrock)
    tensor = torch.tensor(x, requires_grad=True)
    b = torch.tensor(10.0, dtype=torch.float64, requires_grad=True)
    (2 * rosenbrock(tensor, b)).backward()
    assert np.allclose(tensor.grad.numpy(), 2 * gradient) and np.isclose(b.grad.item(), 2 * by_b)
    assert torch.autograd.gradcheck(rosenbrock, (tensor, b))
    vector = adjoint_gen.torch.wrap(models.robertson)
    state = torch.tensor([0.5, 0.2, 0.3], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(vector, (0.0, state, 2.0))

if importlib.util.find_spec("jax"):
    import jax

    import adjoint_gen.jax

    jax.config.update("jax_enable_x64", True)
    rosenbrock = adjoint_gen.jax.wrap(models.rosenbrock)
    assert np.allclose(jax.grad(rosenbrock)(x, 10.0), gradient)
    assert np.allclose(jax.jit(jax.grad(rosenbrock, argnums=1))(x, 10.0), by_b)
