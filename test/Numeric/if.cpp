// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Branches, and chains of them, whose conditions are overwritten afterwards.

#include "numeric.h"

#pragma adjoint reverse
double ifElse(double x, double y) {
  double r;
  if (x > y)
    r = x * y;
  else
    r = x - y * y;
  return r * r;
}

#pragma adjoint reverse
double ifOnly(double x, double y) {
  double r = x * y;
  if (r > 1.0)
    r *= x;
  if (r < 0.0) {
    x = r * r;
    r = x * y;
  }
  return r * x;
}

#pragma adjoint reverse
double chain(double x) {
  double r = x;
  if (x < -1.0)
    r = x * x;
  else if (x < 0.0)
    r = x * x * x;
  else if (x < 1.0)
    r = 1.0 / (1.0 + x);
  else
    r = r * r * r * r;
  r *= x;
  return r;
}

// The condition's variable is overwritten inside the branch that it has chosen.
#pragma adjoint reverse
double conditionOverwritten(double x, double y) {
  if (x > 0.5) {
    x = -x * y;
    y = x * x;
  } else {
    x = 2.0 + x * y;
    y -= x;
  }
  if (x > 0.5)
    y *= x;
  else
    x *= y;
  return x + y * x;
}

#pragma adjoint reverse
double nested(double x, double y, double z) {
  double r = x;
  if (x > y) {
    r = x * y;
    if (y > z) {
      r *= z;
      if (r > 1.0)
        x = r * r;
    } else {
      r += z * z;
    }
    r *= x;
  } else {
    if (r * z > y)
      r = z * x;
    else if (z > 1.0) {
    } else
      y = r * z;
    r *= y;
  }
  return r * (x + y);
}

#pragma adjoint reverse
double earlyReturns(double x, double y) {
  double t = x * y;
  if (t < 0.0)
    return t * x;
  t += x;
  if (t > 3.0) {
    t *= y;
    return t * t;
  }
  x = t * y;
  if (y > 1.0)
    return x * t;
  else
    x += t;
  return x * x;
}

#pragma adjoint reverse
double branchOnInteger(double x, double y) {
  int kind = x > y ? 1 : 0;
  if (y > 1.0)
    kind += 2;
  double r = x * y;
  if (kind == 3)
    r *= x;
  else if (kind)
    r *= y;
  kind = 7;
  if (kind > 3)
    r *= r;
  return r;
}

#pragma adjoint reverse
double emptyBranches(double x, double y) {
  if (x > y) {
  } else {
    x *= y;
  }
  if (x > 0.0)
    y *= x;
  else {
  }
  return x * y;
}

// Branches in a loop, so that the flags pile up.
#pragma adjoint reverse
double branchesInLoop(const double *x, int n) {
  double s = 1.0;
  for (int i = 0; i < n; ++i) {
    if (x[i] > s)
      s = s * x[i] + 0.1;
    else if (x[i] > 0.5)
      s = s - x[i] * x[i] * s;
    else
      continue;
    s *= 0.8;
  }
  return s;
}

#pragma adjoint reverse
void lowerBound(double *x, int n) {
  for (int i = 0; i < n; ++i)
    if (x[i] < 0.25)
      x[i] = 0.25;
    else
      x[i] *= x[i];
}

int main() {
  numeric::check("ifElse", ifElse, ifElse_b, {{0.7, 1.3}, {1.6, 0.6}});
  numeric::check("ifOnly", ifOnly, ifOnly_b, {{0.7, 1.3}, {1.6, 1.1}, {-0.8, 1.2}});
  numeric::check("chain", chain, chain_b, {{-1.5}, {-0.5}, {0.5}, {1.5}});
  numeric::check("conditionOverwritten", conditionOverwritten, conditionOverwritten_b,
                 {{0.8, 1.3}, {0.8, -1.3}, {0.2, 0.6}, {-1.6, 1.2}});
  numeric::check(
      "nested", nested, nested_b,
      {{2.0, 1.3, 0.6}, {1.4, 0.8, 0.5}, {1.5, 0.6, 0.9}, {0.6, 0.9, 1.9}, {0.6, 0.9, 1.2}, {0.5, 0.9, 0.4}});
  numeric::check("earlyReturns", earlyReturns, earlyReturns_b, {{-0.7, 1.3}, {2.0, 1.3}, {0.6, 1.3}, {0.6, 0.5}});
  numeric::check("branchOnInteger", branchOnInteger, branchOnInteger_b,
                 {{1.7, 1.3}, {0.7, 1.3}, {0.7, 0.4}, {0.3, 0.8}});
  numeric::check("emptyBranches", emptyBranches, emptyBranches_b, {{1.7, 1.3}, {0.7, 1.3}, {-0.7, 1.4}, {-0.4, -0.8}});
  numeric::check("branchesInLoop", branchesInLoop, branchesInLoop_b,
                 {{1.4, 0.7, 0.2, 2.0}, {0.3, 0.6, 0.7, 1.9, 0.1, 0.9}});
  numeric::check("lowerBound", lowerBound, lowerBound_b, {{0.7, 0.1, -1.4}, {0.1, 0.6}});
  return numeric::report();
}
