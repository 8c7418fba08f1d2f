// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Labels that goto goes back to, and other forms of C: ranges of cases, statement expressions, `try` around a body.

#include "numeric.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#pragma adjoint reverse
double counted(const double *x, int n) {
  int i = 0;
  double s = 0.5;
again:
  s += x[i] * s + std::sin(x[i]);
  if (++i < n)
    goto again;
  return s;
}

// from inside other loops, and past declarations
#pragma adjoint reverse
double retried(const double *x, int n) {
  double s = 1.0, step = 0.5;
  int tries = 0;
  {
  retry:
    double t = s * step;
    double next = s;
    for (int i = 0; i < n; ++i) {
      next += t * x[i] * x[i];
      if (next > 1.4 && tries < 4) {
        ++tries;
        step *= 0.5 + 0.1 * x[0];
        goto retry;
      }
      t *= 0.9 + 0.05 * std::cos(next);
    }
    s = next * next;
    if (tries < 6) {
      tries += 3;
      goto retry;
    }
  }
  return s * tries;
}

// two, one in the other, and a jump out of both
#pragma adjoint reverse
double nested(const double *x, int n) {
  double s = 0.1;
  int i = 0, j = 0;
outer:
  s *= 1.0 + x[i];
inner:
  s += std::exp(-s) * x[j] * x[i];
  if (s > 40)
    goto done;
  if (++j < n)
    goto inner;
  j = 0;
  if (++i < n)
    goto outer;
  s *= s;
done:
  return s * x[0];
}

#pragma adjoint reverse
double ranges(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < 4 * n; ++i)
    switch (i) {
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
    case 1 ... 3:
      s *= 1 + 0.3 * x[0];
      break;
    case 5 ... 6:
    case 9:
      s += s * x[n - 1];
      break;
#pragma GCC diagnostic pop
#endif
    default:
      s += x[i % n];
    }
  return s;
}

#pragma adjoint reverse
double blocks(const double *x, int n) {
  double s = 0.2;
  for (int i = 0; i < n; ++i)
    s = s * __extension__({
          double t = x[i] * x[i];
          if (t > 1)
            t = std::sqrt(t) + s;
          t *= s;
          t + 0.1 * i;
        }) + x[i];
  return s;
}

double guarded(double x) try {
  if (x > 1)
    throw x;
  return x * x;
} catch (double d) {
  return 3 * d * d * d;
}

#pragma adjoint reverse
double caught(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= guarded(x[i]) + s;
  return s;
}

struct Gain {
  double factor;
  double of(double t) const volatile { return factor * t * t; }
};

#pragma adjoint reverse
double changeable(const double *x, int n) {
  Gain gain{x[0]};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    volatile double t = x[i] * s;
    t = t * x[i] + 1;
    s += gain.of(t) * t;
  }
  return s;
}

// what a stream prints changes nothing, beside memory that holds active numbers
struct Buffer {
  double *numbers;
  explicit Buffer(int n) : numbers(static_cast<double *>(std::malloc(n * sizeof(double)))) {
    if (!numbers)
      std::fprintf(stderr, "no memory\n");
  }
  ~Buffer() { std::free(numbers); }
};

#pragma adjoint reverse
double literals(const double *x, int n) {
  Buffer buffer(n);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    buffer.numbers[i] = x[i] * s;
    s += __extension__(Gain){x[i]}.of(buffer.numbers[i] + 1) * x[0];
  }
  return s;
}

int main() {
  numeric::check("counted", counted, counted_b, {{0.7, -1.3, 0.4}, {-0.4}});
  numeric::check("retried", retried, retried_b, {{0.7, -0.3, 0.4}, {-0.4, 0.3}});
  numeric::check("nested", nested, nested_b, {{0.7, 0.3, 0.4}, {-0.4, 2.3}});
  numeric::check("ranges", ranges, ranges_b, {{0.7, -0.3, 0.4}, {-0.4, 0.3}});
  numeric::check("blocks", blocks, blocks_b, {{0.7, -1.3, 0.4}, {-0.4, 2.3}});
  numeric::check("caught", caught, caught_b, {{0.7, 1.3, 0.4}, {-0.4, 2.3}});
  numeric::check("changeable", changeable, changeable_b, {{0.7, 1.3, 0.4}, {-0.4, 2.3}});
  numeric::check("literals", literals, literals_b, {{0.7, 1.3, 0.4}, {-0.4, 2.3}});
  return numeric::report();
}
