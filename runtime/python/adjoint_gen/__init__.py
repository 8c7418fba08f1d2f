# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What other packages want of functions that `adjoint-gen --python` has made.

    adjoint_gen.scipy     minimize, least_squares and solve_ivp
    adjoint_gen.torch     torch.autograd.Function
    adjoint_gen.jax       jax.custom_vjp

Each is imported by itself, so that only the package that is used has to be there. This one needs NumPy.
"""
from adjoint_gen.calls import jacobian, output

__all__ = ["jacobian", "output"]
