// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// What the reverse sweep needs of overwritten values: factors, results, indices, counts, conditions, addresses; some
// needed on one path only, some only much later.

#include "numeric.h"

#include <cmath>

// Linear until the last statement but one.
#pragma adjoint reverse
double neededLate(double x, double y) {
  double a = x + y, b = x - y;
  a += b;
  b -= 2.0 * a;
  a = a - b + 1.0;
  b = b * a;
  a = 0.0;
  return b + a;
}

// exp and sqrt need their result, which is overwritten at once.
#pragma adjoint reverse
double resultsOverwritten(double x, double y) {
  double s = 0.0;
  x = std::exp(x);
  s += x;
  x = std::sqrt(x + y);
  s *= x;
  x = std::tanh(x);
  x = std::exp(-x) * s;
  s = x + y;
  x = 1.0 / x;
  return s * x;
}

#pragma adjoint reverse
double overwrittenOnOnePath(double x, double y) {
  double t = x * y;
  double r = t * t * x;
  if (r > 1.0) {
    t = y;
    r = r / t;
  }
  if (r > 0.5)
    x = t * t;
  return r * x * t;
}

#pragma adjoint reverse
double overwrittenInLaterTurn(const double *x, int n) {
  double t = 1.0, r = 0.5;
  for (int i = 0; i < n; ++i) {
    r = r * t + 0.3;
    if (i % 2)
      t = x[i] + 0.1 * r;
    r += t * x[n - 1 - i];
  }
  return r;
}

// The loop is entered several times; counts and indices differ each time.
#pragma adjoint reverse
double entered(const double *x, int n) {
  double s = 1.0;
  int begin = 0;
  for (int round = 0; round < 3; ++round) {
    int i = begin;
    while (s < 4.0 && i < n) {
      s = s * (1.0 + x[i] * x[i]) + 0.1;
      i += 1 + round % 2;
    }
    begin = i % n;
    s *= 0.4 + 0.05 * x[begin];
  }
  return s;
}

// An element is overwritten through an index that is then lost.
#pragma adjoint reverse
double lostIndex(const double *x, int n) {
  double v[5] = {1.0, 1.1, 1.2, 1.3, 1.4};
  int k = 0;
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    k = (2 * k + i + 1) % 5;
    v[k] *= x[i] + s;
    s = 0.5 * s + v[k] * v[(k + 2) % 5] * 0.1;
  }
  k = -1;
  return s * v[3] + k;
}

// The chosen branch is found from values that are gone.
#pragma adjoint reverse
double lostCondition(double x, double y) {
  for (int i = 0; i < 4; ++i) {
    if (x > y) {
      double t = x;
      x = 0.8 * y * x;
      y = t;
    } else if (x * y > 1.0) {
      x = x * x * 0.7;
    } else {
      y = 0.6 * y + x * x;
    }
  }
  return x * y;
}

// Whole arrays overwritten, alternately from each other.
#pragma adjoint reverse
void alternating(double *x, int n) {
  double old[6];
  for (int step = 0; step < 3; ++step) {
    for (int i = 0; i < n; ++i)
      old[i] = x[i];
    for (int i = 0; i < n; ++i)
      x[i] = old[i] * old[(i + 1) % n] + 0.3 * old[(i + n - 1) % n];
  }
}

// Only the last turn's value matters.
#pragma adjoint reverse
double lastTurnOnly(const double *x, int n) {
  double t = 0.0;
  for (int i = 0; i < n; ++i) {
    t = x[i] * x[i];
    t *= t + x[0];
  }
  return t * x[0];
}

// A value saved, overwritten and put back by the program itself.
#pragma adjoint reverse
double savedByHand(double x, double y) {
  double saved = x;
  x = x * y;
  double r = x * x;
  x = saved;
  r += x * y;
  saved = r;
  r = r * x;
  r += saved * saved;
  return r;
}

#pragma adjoint reverse
double chainOfOverwrites(const double *x, int n) {
  double a = x[0], b = x[1];
  for (int i = 2; i < n; ++i) {
    double t = a;
    a = b * x[i];
    b = t + a * a;
    t = b;
    b = a;
    a = t * 0.5;
  }
  return a * b;
}

int main() {
  numeric::check("neededLate", neededLate, neededLate_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("resultsOverwritten", resultsOverwritten, resultsOverwritten_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overwrittenOnOnePath", overwrittenOnOnePath, overwrittenOnOnePath_b,
                 {{0.7, 1.3}, {1.6, 0.9}, {-1.1, 0.6}});
  numeric::check("overwrittenInLaterTurn", overwrittenInLaterTurn, overwrittenInLaterTurn_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("entered", entered, entered_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("lostIndex", lostIndex, lostIndex_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("lostCondition", lostCondition, lostCondition_b, {{0.7, 1.3}, {1.6, 0.9}, {-1.1, 0.6}});
  numeric::check("alternating", alternating, alternating_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  numeric::check("lastTurnOnly", lastTurnOnly, lastTurnOnly_b, {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}});
  numeric::check("savedByHand", savedByHand, savedByHand_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("chainOfOverwrites", chainOfOverwrites, chainOfOverwrites_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6, 0.7}});
  return numeric::report();
}
