# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""calibrate.py [PICTURE]

Fits the epidemic of epidemic.cpp to noisy counts, with gradients by adjoints and with differences, and draws the fit. Status 0
if both find the parameters that the counts were made with."""
import sys
import time

import numpy as np
from scipy.optimize import minimize

from epidemic import Epidemic, misfit, simulate

NAMES = ("contacts", "lasting", "turn", "recovery", "first")
TRUTH = Epidemic(contacts=0.35, lasting=0.06, turn=38.0, recovery=0.12, first=5e-4)
START = Epidemic(contacts=0.30, lasting=0.10, turn=30.0, recovery=0.10, first=1e-3)


def vector(epidemic):
    """Logarithms: all are positive, and of very different size."""
    return np.log([getattr(epidemic, name) for name in NAMES])


def epidemic(z):
    return Epidemic(**dict(zip(NAMES, np.exp(z))))


def counts(days):
    infected = np.zeros(days)
    simulate(TRUTH, infected)
    return infected * np.exp(0.05 * np.random.default_rng(3).standard_normal(days))


def with_gradient(z, observed):
    value, derivative = misfit.value_and_gradient(epidemic(z), observed)
    return value, np.exp(z) * [getattr(derivative, name) for name in NAMES]


def value_alone(z, observed):
    return misfit(epidemic(z), observed)


def fit(function, observed, jac):
    start = time.perf_counter()
    found = minimize(function, vector(START), args=(observed,), jac=jac, method="L-BFGS-B",
                     options={"ftol": 1e-14, "gtol": 1e-6, "maxfun": 20000, "maxiter": 2000})
    return found, time.perf_counter() - start


def report(title, found, seconds):
    print(f"{title:12} misfit {found.fun:.6f}, gradient {np.abs(found.jac).max():.0e}, "
          f"{found.nfev} evaluations, {1e3 * seconds:.1f} ms")


def bands(z, observed):
    """The spread of the simulation: its Jacobian (by tangents) times the covariance of the parameters."""
    days = len(observed)
    infected = np.zeros(days)
    columns = []
    for k, name in enumerate(NAMES):
        tangent = Epidemic(**{other: np.exp(z[k]) if other == name else 0.0 for other in NAMES})
        columns.append(simulate.jvp((epidemic(z), infected), (tangent,))[1])
    simulate(epidemic(z), infected)
    relative = np.stack(columns, axis=1) / infected[:, None]
    variance = misfit(epidemic(z), observed) / (days - len(NAMES))
    covariance = variance * np.linalg.inv(relative.T @ relative)
    return infected, infected * np.sqrt(np.einsum("ij,jk,ik->i", relative, covariance, relative)), np.sqrt(np.diag(covariance))


def draw(picture, observed, z):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    infected, spread, _ = bands(z, observed)
    before = np.zeros(len(observed))
    simulate(START, before)
    day = np.arange(len(observed))
    figure, axes = plt.subplots(figsize=(8, 4.5))
    axes.plot(day, 100 * observed, ".", color="gray", label="counts")
    axes.plot(day, 100 * before, "--", color="tab:orange", label="start")
    axes.plot(day, 100 * infected, color="tab:blue", label="fit")
    axes.fill_between(day, 100 * (infected - 2 * spread), 100 * (infected + 2 * spread), color="tab:blue", alpha=0.25,
                      label="two standard errors")
    axes.set_xlabel("day")
    axes.set_ylabel("infected (%)")
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=120)
    print("drawn:", picture)


def main():
    observed = counts(120)
    by_adjoint, seconds = fit(with_gradient, observed, True)
    by_differences, slower = fit(value_alone, observed, None)
    report("adjoints", by_adjoint, seconds)
    report("differences", by_differences, slower)
    _, _, errors = bands(by_adjoint.x, observed)
    print(f"\n{'':10} {'truth':>10} {'fit':>10} {'error (%)':>10}")
    for name, truth, found, error in zip(NAMES, vector(TRUTH), by_adjoint.x, errors):
        print(f"{name:10} {np.exp(truth):10.5f} {np.exp(found):10.5f} {100 * error:10.2f}")
    if len(sys.argv) > 1:
        draw(sys.argv[1], observed, by_adjoint.x)
    isFound = np.all(np.abs(by_adjoint.x - vector(TRUTH)) < 4 * errors)
    return 0 if isFound and by_adjoint.fun <= by_differences.fun * (1 + 1e-6) else 1


if __name__ == "__main__":
    sys.exit(main())
