// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// The classical Runge-Kutta method: with the right side as a function pointer, with a struct as state, and with a step
// that is chosen from the data.

#include "numeric.h"

#include <cmath>

using numeric::Vector;

using RightSide = void (*)(double t, const double *y, const double *p, double *dy);

void lotkaVolterra(double, const double *y, const double *p, double *dy) {
  dy[0] = p[0] * y[0] - p[1] * y[0] * y[1];
  dy[1] = p[1] * y[0] * y[1] - p[2] * y[1];
}

void pendulum(double t, const double *y, const double *p, double *dy) {
  dy[0] = y[1];
  dy[1] = -p[0] * std::sin(y[0]) - p[1] * y[1] + p[2] * std::cos(t);
}

void step(RightSide f, double t, double h, double *y, const double *p) {
  double k[2], sum[2], stage[2];
  f(t, y, p, k);
  for (int i = 0; i < 2; ++i) {
    sum[i] = k[i];
    stage[i] = y[i] + 0.5 * h * k[i];
  }
  f(t + 0.5 * h, stage, p, k);
  for (int i = 0; i < 2; ++i) {
    sum[i] += 2.0 * k[i];
    stage[i] = y[i] + 0.5 * h * k[i];
  }
  f(t + 0.5 * h, stage, p, k);
  for (int i = 0; i < 2; ++i) {
    sum[i] += 2.0 * k[i];
    stage[i] = y[i] + h * k[i];
  }
  f(t + h, stage, p, k);
  for (int i = 0; i < 2; ++i)
    y[i] += h / 6.0 * (sum[i] + k[i]);
}

void integrate(RightSide f, double end, double *y, const double *p, int steps) {
  double h = end / steps, t = 0.0;
  for (int i = 0; i < steps; ++i) {
    step(f, t, h, y, p);
    t += h;
  }
}

#pragma adjoint reverse
void predatorPrey(double *y, const double *p, double end, int steps) { integrate(lotkaVolterra, end, y, p, steps); }

#pragma adjoint reverse
void drivenPendulum(double *y, const double *p, double end, int steps) { integrate(&pendulum, end, y, p, steps); }

struct State {
  double position, speed;
};

State derivative(const State &s, double stiffness) {
  return {s.speed, -stiffness * s.position * s.position * s.position};
}
State advance(const State &s, double h, const State &d) { return {s.position + h * d.position, s.speed + h * d.speed}; }

#pragma adjoint reverse
double oscillator(double position, double speed, double stiffness, double h) {
  State s = {position, speed};
  for (int i = 0; i < 6; ++i) {
    State k1 = derivative(s, stiffness);
    State k2 = derivative(advance(s, 0.5 * h, k1), stiffness);
    State k3 = derivative(advance(s, 0.5 * h, k2), stiffness);
    State k4 = derivative(advance(s, h, k3), stiffness);
    s.position += h / 6.0 * (k1.position + 2.0 * k2.position + 2.0 * k3.position + k4.position);
    s.speed += h / 6.0 * (k1.speed + 2.0 * k2.speed + 2.0 * k3.speed + k4.speed);
  }
  return s.position * s.speed;
}

// Steps are refused and repeated with half the length, so that state must come back.
#pragma adjoint reverse
double adaptive(double y, double rate, double tolerance) {
  double t = 0.0, h = 0.5;
  while (t < 2.0) {
    if (t + h > 2.0)
      h = 2.0 - t;
    double k1 = -rate * y * y + t;
    double predicted = y + h * k1;
    double k2 = -rate * predicted * predicted + t + h;
    double error = std::fabs(0.5 * h * (k2 - k1));
    if (error > tolerance) {
      h *= 0.5;
      continue;
    }
    y += 0.5 * h * (k1 + k2);
    t += h;
    if (error < 0.1 * tolerance)
      h *= 1.8;
  }
  return y;
}

template <class Primal, class Adjoint> void checkIntegrator(const char *name, Primal f, Adjoint f_b, const Vector &x) {
  numeric::check(
      name, x,
      [=](Vector v) {
        f(&v[0], &v[2], v[5], 6);
        return Vector{v[0], v[1]};
      },
      [=](Vector v, const Vector &seed) {
        Vector v_b = {seed[0], seed[1], 0.0, 0.0, 0.0, 0.0};
        f_b(&v[0], &v_b[0], &v[2], &v_b[2], v[5], v_b[5], 6);
        return v_b;
      });
}

int main() {
  checkIntegrator("predatorPrey", predatorPrey, predatorPrey_b, {1.2, 0.7, 1.1, 0.8, 0.9, 1.5});
  checkIntegrator("predatorPrey", predatorPrey, predatorPrey_b, {0.4, 1.7, 0.6, 1.2, 0.4, 0.8});
  checkIntegrator("drivenPendulum", drivenPendulum, drivenPendulum_b, {0.9, -0.3, 1.4, 0.2, 0.5, 2.0});
  checkIntegrator("drivenPendulum", drivenPendulum, drivenPendulum_b, {-1.9, 0.8, 0.9, 0.1, 0.3, 1.2});
  numeric::check("oscillator", oscillator, oscillator_b, {{0.7, 1.3, 0.9, 0.2}, {-1.1, 0.6, 1.4, 0.15}});
  numeric::check("adaptive", adaptive, adaptive_b, {{0.7, 1.3, 0.021}, {2.1, 0.6, 0.053}});
  return numeric::report();
}
