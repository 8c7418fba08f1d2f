# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A differentiated function as one of JAX, for grad and jit.

    jax.config.update("jax_enable_x64", True)
    energy = adjoint_gen.jax.wrap(module.energy)
    jax.grad(energy)(x, k)

The function returns a number, its one dependent.
"""
import jax
import jax.numpy as jnp
import numpy as np

from adjoint_gen.calls import _written


def _plain(values):
    return tuple(np.asarray(value) if np.ndim(value) else np.asarray(value).item() for value in values)


def _like(value):
    return jax.ShapeDtypeStruct(jnp.shape(value), jnp.float64)


def wrap(function):
    if _written(function) is not None:
        raise TypeError(f"{function.__name__} writes its dependent; only functions that return it can be wrapped")
    places = [function.parameters.index(name) for name in function.independents]

    def value(*given):
        return np.float64(function(*_plain(given)))

    def adjoints(seed, *given):
        found = function.vjp(_plain(given), (float(seed),))
        return tuple(np.asarray(each, dtype=np.float64) for each in (found if len(places) > 1 else (found,)))

    @jax.custom_vjp
    def wrapped(*given):
        return jax.pure_callback(value, _like(0.0), *given)

    def forward(*given):
        return wrapped(*given), given

    def backward(given, seed):
        found = jax.pure_callback(adjoints, tuple(_like(given[i]) for i in places), seed, *given)
        result = [None] * len(given)
        for place, adjoint in zip(places, found):
            result[place] = adjoint
        return tuple(result)

    wrapped.defvjp(forward, backward)
    return wrapped
