// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Arrays of variable length, and alloca.

#include "numeric.h"

#include <algorithm>
#include <alloca.h>
#include <complex>
#include <cstring>
#include <numeric>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wvla-extension"
#pragma clang diagnostic ignored "-Wpointer-arith"
#else
#pragma GCC diagnostic ignored "-Wvla"
#endif

#pragma adjoint reverse
double squares(const double *x, int n) {
  double t[n];
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += t[i] * t[n - 1 - i];
  return s;
}

#pragma adjoint reverse
double overwritten(const double *x, int n) {
  double t[n + 1];
  t[0] = 1.0;
  for (int i = 0; i < n; ++i) {
    t[i + 1] = t[i] * x[i];
    t[0] = t[0] * 0.5 + t[i + 1] * x[i];
  }
  return t[0] * t[n];
}

// The size is that of the declaration, whatever its variables become.
#pragma adjoint reverse
double sizeKept(const double *x, int n) {
  int m = n;
  double t[m++][m];
  m = 1;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      t[i][k] = x[i] * x[k] + (i == k ? x[i] : 0.0);
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      s += t[i][k] * t[k][(i + 1) % n];
  return s * m;
}

#pragma adjoint reverse
double inLoop(const double *x, int n) {
  double s = 1.0;
  for (int i = 1; i <= n; ++i) {
    double t[i];
    for (int k = 0; k < i; ++k)
      t[k] = x[k] * s;
    for (int k = 1; k < i; ++k)
      t[k] = t[k] * t[k - 1] + 0.1;
    if (i == 2)
      continue;
    if (i == n && n > 3)
      break;
    s = s * 0.3 + t[i - 1];
  }
  return s;
}

#pragma adjoint reverse
double leftEarly(const double *x, int n) {
  double t[n];
  for (int i = 0; i < n; ++i) {
    t[i] = x[i] * 1.5;
    double u[i + 1];
    u[i] = t[i] * t[0];
    if (u[i] > 2.0)
      return u[i] * t[i];
    t[0] = u[i];
  }
  return t[0];
}

#pragma adjoint reverse
double jump(const double *x, int n) {
  double s = 0.5;
  {
    double t[n];
    t[0] = x[0];
    for (int i = 1; i < n; ++i) {
      double u[n];
      u[i] = t[i - 1] * x[i];
      if (u[i] > 1.0)
        goto done;
      t[i] = u[i];
      s += t[i] * s;
    }
    s *= t[0];
  }
done:
  return s * x[0];
}

static void scale(double *v, int n, double c) {
  for (int i = 0; i < n; ++i)
    v[i] *= c * v[i];
}
static double sum(const double *v, int n) {
  double s[1 + n];
  s[0] = 0;
  for (int i = 0; i < n; ++i)
    s[i + 1] = s[i] + v[i];
  return s[n];
}

#pragma adjoint reverse
double passedOn(const double *x, int n) {
  double rows[2][n];
  for (int i = 0; i < n; ++i)
    rows[0][i] = rows[1][i] = x[i];
  scale(rows[0], n, 0.5);
  scale(*(rows + 1), n, x[0]);
  scale(&rows[1][0], n - 1, x[1]);
  return sum(rows[0], n) * sum(rows[1], n);
}

static double power(double x, int n) {
  double t[n + 1];
  t[n] = x;
  if (n == 0)
    return 1.0;
  t[0] = power(x, n - 1);
  return t[0] * t[n];
}

#pragma adjoint reverse
double recursive(const double *x, int n) { return power(x[0], n) + power(2.0 * x[1], 2); }

struct Pair {
  double a, b;
};

#pragma adjoint reverse
double structs(const double *x, int n) {
  Pair p[n];
  for (int i = 0; i < n; ++i) {
    p[i].a = x[i];
    p[i] = Pair{p[i].a * 2, x[i] * x[0]};
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i].a * p[i].b * p[0].b;
  return s;
}

static Pair lastPair(const double *x, int n) {
  Pair p[n];
  for (int i = 0; i < n; ++i)
    p[i] = {x[i] * x[i], x[i] + x[0] * x[0]};
  return p[n - 1];
}

#pragma adjoint reverse
double structReturned(const double *x, int n) {
  const Pair p = lastPair(x, n);
  return p.a * p.b;
}

// Of rows of variable length, and through pointers to them.
#pragma adjoint reverse
double rows(const double *x, int n) {
  const int m = n - 1;
  double a[n][m][2];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) {
      a[i][k][0] = x[i] * x[k];
      (*(*(a + i) + k))[1] = x[i] + x[k];
    }
  auto p = a + 1;
  double s = (&a[n - 1] - a) + (p - a);
  for (int i = 1; i < n; ++i, ++p)
    s += p[0][m - 1][0] * (*p)[0][1];
  p -= 1;
  return s * p[0][0][1];
}

#pragma adjoint reverse
double viewed(const double *x, int length) {
  const int n = length / 2;
  auto a = (const double (*)[n])x;
  double s = 1;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < n; ++k)
      s += a[i][k] * a[1 - i][n - 1 - k] * s;
  return s + ((const double (*)[n])x)[1][0] * x[0];
}

#pragma adjoint reverse
double mixed(const double *x, int n) {
  double a[n], b[2][n];
  n = n - 1;
  float small[n];
  int index[n];
  for (int i = 0; i <= n; ++i)
    a[i] = x[i];
  for (int i = 0; i < n; ++i)
    index[i] = n - i, small[i] = (float)i;
  std::memcpy(b[1], a, sizeof(a));
  std::memset(b, 0, sizeof(b[0]));
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += b[1][index[i]] * a[i] * small[i] + b[0][i] * x[i];
  return s + b[1][0] * int(sizeof(b) / sizeof(double)) * int(sizeof(double[n]) / sizeof(a[0]));
}

#pragma adjoint reverse
double captured(const double *x, int n) {
  double t[n];
  auto at = [&](int i) -> double & { return t[i]; };
  auto &same = t;
  for (int i = 0; i < n; ++i)
    at(i) = x[i] * x[i];
  for (int i = 1; i < n; ++i)
    at(i) *= same[i - 1];
  return t[n - 1];
}

#pragma adjoint reverse
double ranges(const double *x, int n) {
  double t[n];
  std::copy(x, x + n, t);
  std::transform(t, t + n, t, [](double v) { return v * v; });
  for (double &v : t)
    v *= t[0];
  double s = std::accumulate(t, t + n, 0.5);
  for (double v : t)
    s += v * s;
  return s;
}

#pragma adjoint reverse
double pointers(const double x[], int n) {
  double *t[n], u[n];
  int order[n];
  for (int i = 0; i < n; ++i) {
    u[i] = x[i];
    t[i] = &u[n - 1 - i];
    order[i] = (i * 2) % n;
  }
  for (int i = 0; i < n; ++i)
    *t[order[i]] *= x[i] * u[0];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += u[i] * *t[i];
  return s;
}

#pragma adjoint reverse
double stack(const double *x, int n) {
  double *t = (double *)alloca(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  if (n == 1)
    return t[0] * 3;
  double *u = static_cast<double *>(__builtin_alloca(sizeof(double) * 2));
  u[0] = t[0];
  u[1] = t[1] * u[0];
  t++;
  u[0] *= t[0];
  return u[0] + u[1] * t[0];
}

#pragma adjoint reverse
double stackSometimes(const double *x, int n) {
  const bool more = n > 3;
  double *t = nullptr;
  if (more) {
    t = (double *)alloca(sizeof(double) * n);
    for (int i = 0; i < n; ++i)
      t[i] = x[i] * x[i];
  }
  double s = x[0];
  for (int i = 0; more && i < n; ++i)
    s += t[i] * s;
  return s;
}

static double stackOfCallee(const double *x, int n) {
  double *t = (double *)alloca(sizeof(double) * n);
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  return t[0] * t[n - 1];
}

#pragma adjoint reverse
double stackInCallee(const double *x, int n) {
  double s = 0;
  for (int i = 1; i <= n; ++i)
    s += stackOfCallee(x, i) * s + x[0];
  return s;
}

static double thrower(double x) {
  if (x > 2)
    throw x * x;
  return x;
}
#pragma adjoint reverse
double thrownThrough(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    try {
      double t[n];
      t[i] = x[i] * (i + 1);
      s += t[i] * thrower(t[i]);
    } catch (double y) {
      s += y * x[0];
    }
  return s;
}

namespace {
struct Scaled {
  double a, b;
  Scaled() : a(0.5), b(2.0) {}
  double norm() const { return a * a * b; }
};

double constructedIn(const double *x, int n, double c) {
  Scaled p[n];
  std::complex<double> z[n][2];
  for (int i = 0; i < n; ++i) {
    p[i].a *= x[i] * c;
    z[i][1] = z[i][0] + std::complex<double>(x[i], p[i].a);
  }
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += p[i].norm() + std::norm(z[i][1]) + p[(i + 1) % n].b * x[i];
    p[i].b = s;
  }
  return s;
}
} // namespace

// Of objects that a constructor makes.
#pragma adjoint reverse
double constructed(const double *x, int n) {
  double s = 0.0;
  for (int k = 1; k < 4; ++k) {
    std::complex<double> y[k];
    for (int i = 0; i < k; ++i)
      y[i] += std::complex<double>(x[i % n] * s, k);
    s += std::norm(y[k - 1]) * 0.01 + constructedIn(x, n, s) * 0.01;
  }
  return s;
}

int main() {
  const numeric::Points points = {{1.2, 0.7, 0.4}, {0.4, 1.9, -0.3, 1.1}};
  numeric::check("constructed", constructed, constructed_b, points);
  numeric::check("squares", squares, squares_b, points);
  numeric::check("overwritten", overwritten, overwritten_b, points);
  numeric::check("sizeKept", sizeKept, sizeKept_b, points);
  numeric::check("inLoop", inLoop, inLoop_b, points);
  numeric::check("leftEarly", leftEarly, leftEarly_b, points);
  numeric::check("jump", jump, jump_b, points);
  numeric::check("passedOn", passedOn, passedOn_b, points);
  numeric::check("recursive", recursive, recursive_b, points);
  numeric::check("structs", structs, structs_b, points);
  numeric::check("structReturned", structReturned, structReturned_b, points);
  numeric::check("rows", rows, rows_b, points);
  numeric::check("viewed", viewed, viewed_b, points);
  numeric::check("mixed", mixed, mixed_b, points);
  numeric::check("captured", captured, captured_b, points);
  numeric::check("ranges", ranges, ranges_b, points);
  numeric::check("pointers", pointers, pointers_b, points);
  numeric::check("stack", stack, stack_b, points);
  numeric::check("stackSometimes", stackSometimes, stackSometimes_b, points);
  numeric::check("stackInCallee", stackInCallee, stackInCallee_b, points);
  numeric::check("thrownThrough", thrownThrough, thrownThrough_b, points);
  return numeric::report();
}
