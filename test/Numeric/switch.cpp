// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --profile
//
// switch: fallthrough, grouped labels, default in any place, return inside, enumerations, and in loops with break,
// continue and return mixed.

#include "numeric.h"

double pick(double x, double y, int kind) {
  double r = x;
  switch (kind) {
  case 0:
    r = x * y;
    break;
  case 1:
  case 2:
    r *= r;
    x = r * y;
    break;
  case -3:
    return x / y;
  default:
    r -= y * y;
  }
  return r * x;
}

#pragma adjoint reverse
double grouped(double x, double y) {
  double s = 0.0;
  for (int kind = -3; kind < 5; ++kind)
    s += pick(x, y, kind) * (kind + 4);
  return s;
}

#pragma adjoint reverse
double fallThrough(double x, double y) {
  double s = 0.0;
  for (int entry = 0; entry < 5; ++entry) {
    double r = x;
    switch (entry) {
    case 0:
      r *= y;
      [[fallthrough]];
    case 1:
      r *= r;
      [[fallthrough]];
    case 2:
      r += x * r;
      break;
    case 3:
      r = y / r;
      // fall through
    default:
      r *= x - y;
    }
    s += r * s + r;
  }
  return s;
}

#pragma adjoint reverse
double defaultFirst(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i)
    switch (i % 4) {
    default:
      s *= x[i];
      break;
    case 1:
      s += x[i] * x[i];
      break;
    case 2:
      s = x[i] / s;
    }
  return s;
}

enum class Operation { Add, Multiply, Negate, Nothing };

#pragma adjoint reverse
double interpreter(const double *x, int n) {
  const Operation program[] = {Operation::Multiply, Operation::Add,      Operation::Nothing,
                               Operation::Negate,   Operation::Multiply, Operation::Add};
  double accumulator = 0.5;
  int k = 0;
  for (int i = 0; i < 6; ++i) {
    switch (program[i]) {
    case Operation::Add:
      accumulator += x[k] * x[k];
      break;
    case Operation::Multiply:
      accumulator *= x[k];
      break;
    case Operation::Negate:
      accumulator = -accumulator;
      break;
    case Operation::Nothing:
      continue;
    }
    k = (k + 1) % n;
  }
  return accumulator * accumulator;
}

// break leaves the switch, continue the turn, return the function.
#pragma adjoint reverse
double exits(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < 3 * n; ++i) {
    switch (i % 5) {
    case 0:
      s *= x[i % n];
      if (s < 0.0)
        break;
      s += 0.25;
      break;
    case 1:
      if (x[i % n] > 1.0)
        continue;
      s += x[i % n] * s;
      [[fallthrough]];
    case 2:
      s = 0.5 * s * s + x[i % n];
      if (s > 3.0)
        return s * s * x[0];
      continue;
    case 3: {
      double t = x[i % n] * s;
      s = t * t - s;
      break;
    }
    default:
      s += 0.1;
    }
    s *= 0.9 + 0.1 * x[0];
  }
  return s;
}

// The subject is overwritten inside.
#pragma adjoint reverse
double subjectOverwritten(double x, double y) {
  int state = 0;
  double r = x;
  while (state != 4) {
    switch (state) {
    case 0:
      r *= y;
      state = r > 1.0 ? 2 : 1;
      break;
    case 1:
      r += x;
      state = 3;
      break;
    case 2:
      r = 1.0 / r;
      state = 1;
      break;
    case 3:
      r *= r;
      state = 4;
      break;
    }
  }
  return r;
}

#pragma adjoint reverse
double nestedSwitches(double x, double y) {
  double r = x;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      switch (i) {
      case 0:
        switch (j) {
        case 0:
          r *= y;
          break;
        case 1:
          r += y * y;
          continue;
        default:
          break;
        }
        r *= 0.5;
        break;
      case 2:
        r = r * x + 0.1 * j;
      }
  return r;
}

#pragma adjoint reverse
double subjectWithEffect(double x, double y) {
  int k = 0;
  double r = x;
  do {
    switch (k++) {
    case 0:
      r *= y;
      break;
    case 2:
      r *= r + k;
      break;
    case 3:
    case 4:
      r -= y;
    }
  } while (k < 6);
  return r * x;
}

// What a call's number decides, once the call is dissolved; some are named by no case.
static double chosen(int k, double x, double y) {
  switch ((k - (2 ^ k)) & 7) {
  case 3:
    x *= y;
    [[fallthrough]];
  case 1:
    y += x * x;
    break;
  case 4:
    x -= y;
    break;
  }
  return x * y;
}
#pragma adjoint reverse
double decided(double x, double y) {
  double s = chosen(0, x, y) + chosen(3, y, x) * x;
  for (int i = 0; i < 3; ++i)
    s += chosen(i, s, y) * chosen(5, x, s);
  return s;
}

int main() {
  numeric::check("grouped", grouped, grouped_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("fallThrough", fallThrough, fallThrough_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("defaultFirst", defaultFirst, defaultFirst_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 1.2, 0.7}});
  numeric::check("interpreter", interpreter, interpreter_b, {{0.7, 1.3, -0.8}, {1.1, 0.9}});
  numeric::check("exits", exits, exits_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}, {0.2, 0.1, -0.3}});
  numeric::check("subjectOverwritten", subjectOverwritten, subjectOverwritten_b, {{0.7, 1.3}, {1.1, 1.6}});
  numeric::check("nestedSwitches", nestedSwitches, nestedSwitches_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("subjectWithEffect", subjectWithEffect, subjectWithEffect_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("decided", decided, decided_b, {{0.7, 1.3}, {-1.1, 0.6}});
  return numeric::report();
}
