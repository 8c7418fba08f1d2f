// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
//
// Small kernels as numerical programs have them: factorisations, tridiagonal systems, time steps of a partial
// differential equation, particles, a neural network, a spline, a fixed point.

#include "numeric.h"

#include <cmath>

// Cholesky's factorisation of a matrix made from x, and its logarithmic determinant.
#pragma adjoint reverse
double logDeterminant(const double *x, int n) {
  double a[4][4];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] + (i == j ? 1.5 + x[i] * x[i] : 0.0);
  double result = 0.0;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = std::sqrt(a[j][j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
    result += 2.0 * std::log(a[j][j]);
  }
  return result * a[n - 1][0];
}

// Thomas' algorithm, in place.
#pragma adjoint reverse
void tridiagonal(double *x, int n) {
  double diagonal[8];
  for (int i = 0; i < n; ++i)
    diagonal[i] = 3.0 + 0.5 * x[i] * x[i];
  for (int i = 1; i < n; ++i) {
    double factor = -1.0 / diagonal[i - 1];
    diagonal[i] += factor;
    x[i] -= factor * x[i - 1];
  }
  x[n - 1] /= diagonal[n - 1];
  for (int i = n - 2; i >= 0; --i)
    x[i] = (x[i] + x[i + 1]) / diagonal[i];
}

// Burgers' equation, two arrays in turn.
#pragma adjoint reverse
double burgers(const double *x, int n) {
  double first[8], second[8];
  double *u = first, *next = second;
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int step = 0; step < 4; ++step) {
    for (int i = 0; i < n; ++i) {
      int left = i > 0 ? i - 1 : n - 1, right = (i + 1) % n;
      next[i] = u[i] - 0.1 * u[i] * (u[right] - u[left]) + 0.05 * (u[right] - 2.0 * u[i] + u[left]);
    }
    double *t = u;
    u = next;
    next = t;
  }
  double energy = 0.0;
  for (int i = 0; i < n; ++i)
    energy += u[i] * u[i];
  return energy;
}

#pragma adjoint reverse
void nBody(double *state, int n) {
  int bodies = n / 2;
  double *position = state, *velocity = state + bodies;
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < bodies; ++i) {
      double force = 0.0;
      for (int j = 0; j < bodies; ++j) {
        if (j == i)
          continue;
        double d = position[j] - position[i];
        force += d / std::pow(d * d + 0.25, 1.5);
      }
      velocity[i] += 0.1 * force;
    }
    for (int i = 0; i < bodies; ++i)
      position[i] += 0.1 * velocity[i];
  }
}

double layer(const double *w, const double *in, double *out, int n) {
  double norm = 0.0;
  for (int i = 0; i < n; ++i) {
    double s = 0.1;
    for (int j = 0; j < n; ++j)
      s += w[(i * n + j) % 5] * in[j];
    out[i] = std::tanh(s);
    norm += s * s;
  }
  return norm;
}

#pragma adjoint reverse
double network(const double *w) {
  double a[3] = {0.5, -0.3, 0.8}, b[3];
  double penalty = layer(w, a, b, 3);
  penalty += layer(w + 1, b, a, 3);
  penalty += layer(w, a, b, 3);
  double loss = 0.01 * penalty;
  for (int i = 0; i < 3; ++i)
    loss += (b[i] - 0.2 * i) * (b[i] - 0.2 * i);
  return loss;
}

// De Casteljau's algorithm.
#pragma adjoint reverse
double bezier(const double *x, int n) {
  double p[8];
  for (int i = 0; i < n - 1; ++i)
    p[i] = x[i];
  const double t = x[n - 1];
  for (int k = n - 2; k > 0; --k)
    for (int i = 0; i < k; ++i)
      p[i] = (1.0 - t) * p[i] + t * p[i + 1];
  return 10.0 * p[0] * p[0];
}

// Kepler's equation by a damped fixed point, then one Newton step.
#pragma adjoint reverse
double kepler(double anomaly, double eccentricity) {
  double e = anomaly, last;
  int steps = 0;
  do {
    last = e;
    e = anomaly + eccentricity * std::sin(e);
    if (++steps > 200)
      break;
  } while (std::fabs(e - last) > 1e-12);
  e -= (e - eccentricity * std::sin(e) - anomaly) / (1.0 - eccentricity * std::cos(e));
  return e * std::cos(e);
}

// A discounted cash flow with an exercise decision at every step backwards.
#pragma adjoint reverse
double binomialTree(double spot, double strike, double rate, double volatility) {
  const int steps = 6;
  double up = std::exp(volatility * std::sqrt(1.0 / steps)), discount = std::exp(-rate / steps);
  double p = (1.0 / discount - 1.0 / up) / (up - 1.0 / up);
  double value[steps + 1];
  for (int i = 0; i <= steps; ++i) {
    double s = spot * std::pow(up, 2 * i - steps);
    value[i] = s < strike ? strike - s : 0.0;
  }
  for (int step = steps - 1; step >= 0; --step)
    for (int i = 0; i <= step; ++i) {
      value[i] = discount * (p * value[i + 1] + (1.0 - p) * value[i]);
      double exercise = strike - spot * std::pow(up, 2 * i - step);
      if (exercise > value[i])
        value[i] = exercise;
    }
  return value[0];
}

int main() {
  numeric::check("logDeterminant", logDeterminant, logDeterminant_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("tridiagonal", tridiagonal, tridiagonal_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("burgers", burgers, burgers_b, {{0.7, 1.3, -0.8, 0.2}, {1.1, 0.9, 0.4, -0.6, 0.8}});
  numeric::check("nBody", nBody, nBody_b, {{0.7, 2.3, -0.8, 0.2, -0.1, 0.4}, {1.1, 0.2, 0.4, -0.6}});
  numeric::check("network", network, network_b, {{0.7, 1.3, -0.8, 0.2, -0.5, 0.4}, {0.1, -0.9, 0.4, -0.6, 0.8, 0.3}});
  numeric::check("bezier", bezier, bezier_b, {{0.7, 1.3, -0.8, 0.2, 0.3}, {1.1, 0.9, 0.4, -0.6, 0.8, 0.7}});
  numeric::check("kepler", kepler, kepler_b, {{0.7, 0.3}, {2.1, 0.6}});
  numeric::check("binomialTree", binomialTree, binomialTree_b, {{100.0, 104.0, 0.03, 0.25}, {80.0, 70.0, 0.08, 0.4}});
  return numeric::report();
}
