// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-recompute | --no-liveness | --no-tbr | --no-fusion | --no-use-tape-blocks | --no-recompute --no-liveness
//
// Values that the reverse sweep computes again from scalars that loops around do not change, statements that it takes
// back, scalars that are recorded before a loop and not in it; and those that only look like that. Functions return
// squares, so that no loop is fused.

#include "numeric.h"

#include <cmath>

namespace {
double squared(double s) { return s * s; }
} // namespace

// ------------------------------------------------------- computed again

#pragma adjoint reverse
double butterflies(const double *x, int n) {
  double w[8];
  for (int i = 0; i < 8; ++i)
    w[i] = x[i % n] + 0.1 * i;
  for (int half = 1; half < 8; half *= 2) {
    const int stride = 8 / (2 * half);
    for (int start = 0; start < 8; start += 2 * half)
      for (int k = 0; k < half; ++k) {
        const double c = x[(k * stride) % n];
        const int a = start + k, b = a + half;
        const double t = c * w[b];
        w[b] = std::sin(w[a] - t);
        w[a] = w[a] * t;
      }
  }
  double s = 0.0;
  for (int i = 0; i < 8; ++i)
    s += w[i] * (i + 1);
  return squared(s);
}

// The scalar changes behind the declaration; in the loop around; in a branch.
#pragma adjoint reverse
double changesBehind(const double *x, int n) {
  double s = 0.0;
  int offset = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int at = (offset + k) % n;
      s += x[at] * x[at] * x[i];
      offset = (at * 2 + 1) % n;
    }
    if (i % 2 == 0)
      offset = (offset + i) % n;
    for (int k = 0; k < 2; ++k) {
      const int at = (offset + k) % n;
      const int other = (at + offset) % 2;
      s += std::sin(x[at] * s) * x[other % n];
    }
    offset = (offset * offset + 1) % n;
  }
  return squared(s);
}

#pragma adjoint reverse
double ofDoubles(const double *x, int n) {
  double s = 0.0, factor = 0.5;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double t = factor * x[i] + k;
      s += t * t * factor;
    }
    factor = factor * factor + x[i];
  }
  return squared(s);
}

// ------------------------------------------------------------ taken back

#pragma adjoint reverse
double steps(const double *x, int n) {
  double s = 0.0, sign = 1.0;
  int at = 0, size = 1;
  unsigned down = 5u;
  const double *p = x;
  for (int i = 0; i < n; ++i) {
    s += sign * x[at % n] * x[i] * *p;
    at += 2 * size - i;
    sign = -sign;
    s *= 1.0 + 0.1 * x[down % unsigned(n)] * sign;
    down -= 3u * unsigned(size);
    if (size < 100)
      size *= 3;
    at = at < 0 ? -at : at;
    p += i % 2 == 0 && i + 1 < n;
    p = p + 0;
  }
  return squared(s);
}

#pragma adjoint reverse
double activeSign(const double *x, int n) {
  double s = x[0], t = x[n - 1];
  for (int i = 0; i < n; ++i) {
    s = -s;
    t += s * s * x[i];
    s = s * std::cos(t);
    s = -s;
  }
  return squared(s * t);
}

// A step that changes with what it is added to, and one that is overwritten in between.
#pragma adjoint reverse
double steppingSteps(const double *x, int n) {
  double s = 0.0;
  int at = 0, by = 1;
  for (int i = 0; i < 2 * n; ++i) {
    s += x[at % n] * x[at % n] * (i + 1);
    at += by;
    by = (by * 5 + at) % 7;
    at += by * by;
    by += at % 2;
  }
  return squared(s);
}

#pragma adjoint reverse
double doubled(const double *x, int n) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    int k = i;
    s += x[k] * x[i];
    k *= 2;
    s += x[k % n] * std::sin(s);
    k *= 0;
    s += x[k] * x[k];
    k += k;
    s = s * x[k % n] + x[i];
  }
  return squared(s);
}

// ---------------------------------------------------- recorded before a loop

#pragma adjoint reverse
double reversedBits(const double *x, int n) {
  double w[8];
  for (int i = 0; i < 8; ++i)
    w[i] = x[i % n] * x[i % n];
  for (int i = 1, j = 0; i < 8; ++i) {
    int bit = 4;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    w[i] = w[i] * w[j] + x[j % n];
  }
  double s = 0.0;
  for (int i = 0; i < 8; ++i)
    s += w[i] * w[(i + 3) % 8];
  return squared(s);
}

// Needed in the loop after all: by a condition, a bound, an index, a product; no iteration at all.
#pragma adjoint reverse
double neededInside(const double *x, int n) {
  double s = x[0], t = x[n - 1];
  for (int i = 0; i < n; ++i) {
    s += t * x[i] * t;
    int steps = i;
    while (steps > 0) {
      t = t * 0.5 + 0.1;
      if (t > 0.33)
        s += x[i] * x[i];
      --steps;
    }
    s += t * t * x[0];
    int bound = 1 + i % 3;
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < bound; ++l)
        s += x[l % n] * x[k % n];
      bound = (bound * 2 + k) % 4;
    }
    for (int k = 0; k < bound; ++k)
      s += x[k % n] * x[k % n];
  }
  return squared(s);
}

#pragma adjoint reverse
double scaledAway(const double *x, int n) {
  double s = 0.0, y = x[0];
  for (int i = 0; i < n; ++i) {
    s += y * y * x[i];
    for (int k = 0; k < i; ++k)
      y = 0.5 * y + x[k];
    s += std::exp(y);
    for (int k = 0; k < 2; ++k)
      y = y * x[i];
  }
  return squared(s * y);
}

#pragma adjoint reverse
double severalStarts(const double *x, int n) {
  double s = 0.0;
  for (int i = n - 1, j = i / 2, k = 1; i >= 0; --i) {
    s += x[i] * x[j] * k;
    j = (j * 3 + 1) % n;
    k = -k;
  }
  for (int i = 0, last = n; i < last; ++i)
    s += x[i] * x[i];
  for (int i = 0, last = n; i < last; ++i) {
    s += x[i] * s;
    last -= i % 2;
  }
  return squared(s);
}

// Nothing reads the counter any more: what sets it is left out, and so is what moves it, with the loops around.
#pragma adjoint reverse
double leftOutTogether(const double *x, int n) {
  double a[4] = {x[0], x[n - 1], 0.5, 0.3};
  int k = n;
  a[++k & 3] -= 0.5 * x[0] * a[0];
  k = (k & 1) & 7;
  {
    int w = 0;
    while (k == 2 && w++ < 3)
      for (int i = 4; --i;)
        k += 2;
  }
  return a[0] * a[1] + squared(a[2]);
}

int main() {
  const numeric::Points points = {{0.3, 0.8, -0.6, 0.9, 0.5}, {0.7}, {1.1, 0.2}, {0.4, -0.3, 0.6}};
  numeric::check("butterflies", butterflies, butterflies_b, points);
  numeric::check("changesBehind", changesBehind, changesBehind_b, points);
  numeric::check("ofDoubles", ofDoubles, ofDoubles_b, points);
  numeric::check("steps", steps, steps_b, points);
  numeric::check("activeSign", activeSign, activeSign_b, points);
  numeric::check("steppingSteps", steppingSteps, steppingSteps_b, points);
  numeric::check("doubled", doubled, doubled_b, points);
  numeric::check("reversedBits", reversedBits, reversedBits_b, points);
  numeric::check("neededInside", neededInside, neededInside_b, points);
  numeric::check("scaledAway", scaledAway, scaledAway_b, points);
  numeric::check("severalStarts", severalStarts, severalStarts_b, points);
  numeric::check("leftOutTogether", leftOutTogether, leftOutTogether_b, points);
  return numeric::report();
}
