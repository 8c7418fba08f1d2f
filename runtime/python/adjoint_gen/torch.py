# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A differentiated function as one of PyTorch.

    energy = adjoint_gen.torch.wrap(module.energy)
    energy(x, k).backward()

The function returns its one dependent. Tensors are of the CPU; what is computed with is float64.
"""
import numpy as np
import torch

from adjoint_gen.calls import _written


def _plain(value):
    return value.detach().cpu().numpy().astype(np.float64) if isinstance(value, torch.Tensor) else value


def wrap(function):
    if _written(function) is not None:
        raise TypeError(f"{function.__name__} writes its dependent; only functions that return it can be wrapped")
    places = [function.parameters.index(name) for name in function.independents]

    class Wrapped(torch.autograd.Function):
        @staticmethod
        def forward(context, *given):
            context.given = tuple(_plain(value) for value in given)
            context.dtypes = [value.dtype if isinstance(value, torch.Tensor) else None for value in given]
            return torch.as_tensor(function(*context.given), dtype=torch.float64)

        @staticmethod
        def backward(context, cotangent):
            adjoints = function.vjp(context.given, (_plain(cotangent),))
            adjoints = adjoints if len(places) > 1 else (adjoints,)
            result = [None] * len(context.given)
            for place, adjoint in zip(places, adjoints):
                if context.dtypes[place] is not None:
                    result[place] = torch.as_tensor(adjoint, dtype=context.dtypes[place])
            return tuple(result)

    return Wrapped.apply
