// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What gradients of ordinary C++ cost (scripts/benchmark-ordinary): functions of vectors, classes, lambdas and
// algorithms, written as one writes them who does not think of derivatives. Each line: a function, the milliseconds
// that it takes, what its gradient takes in units of that, a directional derivative by the gradient and by
// differences, and, of eight functions, what an adjoint by hand takes in the same units, its directional derivative, and the
// generated gradient's time in units of its time. The last line is the geometric mean of the gradients. Arguments are names of
// functions: the others are left out.

#include "ordinary-by-hand.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using Vec = std::vector<double>;

#pragma adjoint reverse
double jacobi(const Vec &x) { // 64 x 64
  const int n = 64;
  std::vector<Vec> u(n, Vec(n)), v(n, Vec(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      u[i][j] = v[i][j] = x[i * n + j];
  for (int s = 0; s < 20; ++s) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    std::swap(u, v);
  }
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      sum += u[i][j] * u[i][j];
  return sum;
}

class Matrix {
public:
  Matrix(std::size_t r, std::size_t c) : r(r), c(c), a(r * c, 0.0) {}
  double &operator()(std::size_t i, std::size_t j) { return a[i * c + j]; }
  double operator()(std::size_t i, std::size_t j) const { return a[i * c + j]; }
  std::size_t rows() const { return r; }
  std::size_t cols() const { return c; }

private:
  std::size_t r, c;
  Vec a;
};

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c(a.rows(), b.cols());
  for (std::size_t i = 0; i < a.rows(); ++i)
    for (std::size_t k = 0; k < a.cols(); ++k)
      for (std::size_t j = 0; j < b.cols(); ++j)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}

#pragma adjoint reverse
double products(const Vec &x) { // 2 * 48 * 48
  const std::size_t n = 48;
  Matrix a(n, n), b(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      a(i, j) = x[i * n + j];
      b(i, j) = x[n * n + i * n + j];
    }
  Matrix c = a * b;
  Matrix d = c * b;
  double t = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      t += d(i, j) * d(i, j);
  return t;
}

#pragma adjoint reverse
double elimination(const Vec &x) { // 60 x 60
  const int n = 60;
  std::vector<Vec> a(n, Vec(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i * n + j];
    a[i][i] += n;
  }
  double logdet = 0.0;
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k + 1; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
    logdet += std::log(a[k][k]);
  }
  return logdet;
}

#pragma adjoint reverse
double rungeKutta(const Vec &x) { // 100 states
  Vec y = x;
  const std::size_t n = y.size();
  auto rhs = [&](const Vec &s) {
    Vec d(n);
    for (std::size_t i = 0; i < n; ++i)
      d[i] = s[(i + 1) % n] * s[i] - 0.1 * s[i];
    return d;
  };
  const double h = 0.01;
  for (int t = 0; t < 50; ++t) {
    Vec k1 = rhs(y), z(n);
    for (std::size_t i = 0; i < n; ++i)
      z[i] = y[i] + 0.5 * h * k1[i];
    Vec k2 = rhs(z);
    for (std::size_t i = 0; i < n; ++i)
      z[i] = y[i] + 0.5 * h * k2[i];
    Vec k3 = rhs(z);
    for (std::size_t i = 0; i < n; ++i)
      z[i] = y[i] + h * k3[i];
    Vec k4 = rhs(z);
    for (std::size_t i = 0; i < n; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return std::accumulate(y.begin(), y.end(), 0.0);
}

#pragma adjoint reverse
double binomial(const Vec &x) { // S, K, r, sigma
  const int n = 400;
  const double dt = 1.0 / n, u = std::exp(x[3] * std::sqrt(dt)), d = 1.0 / u, q = (std::exp(x[2] * dt) - d) / (u - d);
  const double disc = std::exp(-x[2] * dt);
  Vec v(n + 1);
  double s = x[0] * std::pow(d, n);
  for (int i = 0; i <= n; ++i) {
    v[i] = std::max(x[1] - s, 0.0);
    s *= u * u;
  }
  for (int k = n - 1; k >= 0; --k) {
    double p = x[0] * std::pow(d, k);
    for (int i = 0; i <= k; ++i) {
      v[i] = std::max(disc * (q * v[i + 1] + (1.0 - q) * v[i]), x[1] - p);
      p *= u * u;
    }
  }
  return v[0];
}

#pragma adjoint reverse
double crankNicolson(const Vec &x) { // sigma, r, K
  const int n = 200, steps = 50;
  const double dt = 1.0 / steps;
  Vec v(n + 1), a(n + 1), b(n + 1), c(n + 1), d(n + 1);
  for (int i = 0; i <= n; ++i)
    v[i] = std::max(i * 0.01 - x[2], 0.0);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i) {
      const double al = 0.25 * dt * (x[0] * x[0] * i * i - x[1] * i), be = -0.5 * dt * (x[0] * x[0] * i * i + x[1]),
                   ga = 0.25 * dt * (x[0] * x[0] * i * i + x[1] * i);
      a[i] = -al;
      b[i] = 1.0 - be;
      c[i] = -ga;
      d[i] = al * v[i - 1] + (1.0 + be) * v[i] + ga * v[i + 1];
    }
    for (int i = 2; i < n; ++i) {
      const double m = a[i] / b[i - 1];
      b[i] -= m * c[i - 1];
      d[i] -= m * d[i - 1];
    }
    v[n - 1] = d[n - 1] / b[n - 1];
    for (int i = n - 2; i > 0; --i)
      v[i] = (d[i] - c[i] * v[i + 1]) / b[i];
  }
  return v[n / 2];
}

#pragma adjoint reverse
double convolution(const Vec &x) { // 64*64 image + 25 kernel
  const int n = 64, k = 5;
  const double *w = x.data() + n * n;
  Vec out((n - k + 1) * (n - k + 1));
  for (int i = 0; i + k <= n; ++i)
    for (int j = 0; j + k <= n; ++j) {
      double s = 0.0;
      for (int p = 0; p < k; ++p)
        for (int q = 0; q < k; ++q)
          s += w[p * k + q] * x[(i + p) * n + j + q];
      out[i * (n - k + 1) + j] = s > 0.0 ? s : 0.01 * s;
    }
  double t = 0.0;
  for (double o : out)
    t += o * o;
  return t;
}

struct Vec3 {
  double x, y, z;
};

Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 operator+(const Vec3 &a, const Vec3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 operator*(double s, const Vec3 &a) { return {s * a.x, s * a.y, s * a.z}; }
Vec3 &operator+=(Vec3 &a, const Vec3 &b) {
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  return a;
}

double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

#pragma adjoint reverse
double lennardJones(const Vec &q) { // 3 * 30
  const std::size_t n = q.size() / 3;
  std::vector<Vec3> p(n), v(n, Vec3{0, 0, 0}), f(n);
  for (std::size_t i = 0; i < n; ++i)
    p[i] = {q[3 * i], q[3 * i + 1], q[3 * i + 2]};
  double e = 0.0;
  for (int s = 0; s < 10; ++s) {
    std::fill(f.begin(), f.end(), Vec3{0, 0, 0});
    e = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        const Vec3 d = p[i] - p[j];
        const double r2 = dot(d, d), i2 = 1.0 / r2, i6 = i2 * i2 * i2;
        e += 4.0 * i6 * (i6 - 1.0);
        const Vec3 g = (24.0 * i2 * i6 * (2.0 * i6 - 1.0)) * d;
        f[i] += g;
        f[j] += -1.0 * g;
      }
    for (std::size_t i = 0; i < n; ++i) {
      v[i] += 0.001 * f[i];
      p[i] += 0.001 * v[i];
    }
  }
  return e;
}

#pragma adjoint reverse
double shallowWater(const Vec &x) { // 2 * 300
  const int n = int(x.size() / 2);
  Vec h(x.begin(), x.begin() + n), q(x.begin() + n, x.end()), fh(n + 1), fq(n + 1);
  for (int s = 0; s < 40; ++s) {
    for (int i = 1; i < n; ++i) {
      const double hl = h[i - 1], hr = h[i], ul = q[i - 1] / hl, ur = q[i] / hr;
      const double c = std::max(std::fabs(ul) + std::sqrt(9.81 * hl), std::fabs(ur) + std::sqrt(9.81 * hr));
      fh[i] = 0.5 * (q[i - 1] + q[i]) - 0.5 * c * (hr - hl);
      fq[i] = 0.5 * (q[i - 1] * ul + 4.905 * hl * hl + q[i] * ur + 4.905 * hr * hr) - 0.5 * c * (q[i] - q[i - 1]);
    }
    for (int i = 1; i < n - 1; ++i) {
      h[i] -= 0.01 * (fh[i + 1] - fh[i]);
      q[i] -= 0.01 * (fq[i + 1] - fq[i]);
    }
  }
  double e = 0.0;
  for (int i = 0; i < n; ++i)
    e += h[i] * h[i] + q[i] * q[i];
  return e;
}

#pragma adjoint reverse
double network(const Vec &x) { // 32-64-64-1
  const int sizes[] = {32, 64, 64, 1};
  Vec a(x.begin(), x.begin() + 32);
  std::size_t at = 32;
  for (int l = 0; l < 3; ++l) {
    Vec z(sizes[l + 1]);
    for (int i = 0; i < sizes[l + 1]; ++i) {
      double s = x[at + sizes[l + 1] * sizes[l] + i];
      for (int j = 0; j < sizes[l]; ++j)
        s += x[at + i * sizes[l] + j] * a[j];
      z[i] = l < 2 ? std::tanh(s) : s;
    }
    at += sizes[l + 1] * sizes[l] + sizes[l + 1];
    a = z;
  }
  return a[0];
}

#pragma adjoint reverse
double forwardAlgorithm(const Vec &x) { // 8*8 + 8*4
  const int s = 8, o = 4, t = 200;
  Vec alpha(s, 1.0 / s);
  double ll = 0.0;
  for (int k = 0; k < t; ++k) {
    Vec next(s, 0.0);
    double norm = 0.0;
    for (int j = 0; j < s; ++j) {
      for (int i = 0; i < s; ++i)
        next[j] += alpha[i] * x[i * s + j];
      next[j] *= x[s * s + j * o + (k * 7) % o];
      norm += next[j];
    }
    for (int j = 0; j < s; ++j)
      alpha[j] = next[j] / norm;
    ll += std::log(norm);
  }
  return ll;
}

#pragma adjoint reverse
double conjugateGradients(const Vec &x) { // diagonal 200 + rhs 200
  const int n = 200;
  std::vector<int> start(n + 1), col;
  Vec val;
  for (int i = 0; i < n; ++i) {
    start[i] = int(col.size());
    if (i > 0) {
      col.push_back(i - 1);
      val.push_back(-1.0);
    }
    col.push_back(i);
    val.push_back(2.0 + x[i] * x[i]);
    if (i + 1 < n) {
      col.push_back(i + 1);
      val.push_back(-1.0);
    }
  }
  start[n] = int(col.size());
  Vec u(n, 0.0), r(x.begin() + n, x.begin() + 2 * n), p = r, ap(n);
  double rr = std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
  for (int it = 0; it < 30; ++it) {
    for (int i = 0; i < n; ++i) {
      double s = 0.0;
      for (int k = start[i]; k < start[i + 1]; ++k)
        s += val[k] * p[col[k]];
      ap[i] = s;
    }
    const double al = rr / std::inner_product(p.begin(), p.end(), ap.begin(), 0.0);
    for (int i = 0; i < n; ++i) {
      u[i] += al * p[i];
      r[i] -= al * ap[i];
    }
    const double next = std::inner_product(r.begin(), r.end(), r.begin(), 0.0);
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + next / rr * p[i];
    rr = next;
  }
  return std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
}

#pragma adjoint reverse
double paths(const Vec &x) { // S, mu, sigma + normals
  double sum = 0.0;
  const int paths = 100, steps = 50;
  for (int p = 0; p < paths; ++p) {
    double s = x[0], avg = 0.0;
    for (int k = 0; k < steps; ++k) {
      const double z = std::sin(12.9898 * (p * steps + k + 1));
      s *= 1.0 + x[1] * 0.02 + x[2] * std::sqrt(0.02) * z;
      avg += s;
    }
    sum += std::max(avg / steps - x[0], 0.0);
  }
  return sum / paths;
}

#pragma adjoint reverse
double softDtw(const Vec &x) { // 2 * 80
  const int n = int(x.size() / 2);
  const double inf = 1e10, gamma = 0.5;
  std::vector<Vec> r(n + 1, Vec(n + 1, inf));
  r[0][0] = 0.0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j) {
      const double d = x[i - 1] - x[n + j - 1];
      const double a = -r[i - 1][j - 1] / gamma, b = -r[i - 1][j] / gamma, c = -r[i][j - 1] / gamma;
      const double m = std::max({a, b, c});
      r[i][j] = d * d - gamma * (std::log(std::exp(a - m) + std::exp(b - m) + std::exp(c - m)) + m);
    }
  return r[n][n];
}

#pragma adjoint reverse
double kernelSum(const Vec &x) { // 500 points kernel sum
  const std::size_t n = x.size();
  double s = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double d = x[i] - x[j];
      s += std::exp(-0.5 * d * d);
    }
  return s;
}

#pragma adjoint reverse
double wave(const Vec &x) { // 300
  const int n = int(x.size());
  Vec prev = x, cur = x, next(n);
  for (int s = 0; s < 60; ++s) {
    for (int i = 1; i < n - 1; ++i)
      next[i] =
          2.0 * cur[i] - prev[i] + 0.25 * (cur[i + 1] - 2.0 * cur[i] + cur[i - 1]) - 0.01 * cur[i] * cur[i] * cur[i];
    prev = cur;
    cur = next;
  }
  double e = 0.0;
  for (double v : cur)
    e += v * v;
  return e;
}

#pragma adjoint reverse
double reactions(const Vec &x) { // Gray-Scott 1D
  const int n = int(x.size() / 2);
  Vec u(x.begin(), x.begin() + n), v(x.begin() + n, x.end());
  for (int s = 0; s < 50; ++s) {
    Vec du(n), dv(n);
    for (int i = 0; i < n; ++i) {
      const int l = (i + n - 1) % n, r = (i + 1) % n;
      const double uvv = u[i] * v[i] * v[i];
      du[i] = 0.16 * (u[l] - 2 * u[i] + u[r]) - uvv + 0.035 * (1.0 - u[i]);
      dv[i] = 0.08 * (v[l] - 2 * v[i] + v[r]) + uvv - 0.1 * v[i];
    }
    for (int i = 0; i < n; ++i) {
      u[i] += du[i];
      v[i] += dv[i];
    }
  }
  return std::accumulate(u.begin(), u.end(), 0.0);
}

#pragma adjoint reverse
double diffusion(const Vec &x) { // state, conductivity
  const std::size_t n = x.size() / 2;
  Vec u(x.begin(), x.begin() + n), kappa(x.begin() + n, x.end()), next(n);
  for (int s = 0; s < 50; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double right = 0.5 * (kappa[i] + kappa[i + 1]), left = 0.5 * (kappa[i] + kappa[i - 1]);
      next[i] = u[i] + 0.1 * (right * (u[i + 1] - u[i]) - left * (u[i] - u[i - 1]));
    }
    next[0] = next[1];
    next[n - 1] = next[n - 2];
    u.swap(next);
  }
  return std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
}

#pragma adjoint reverse
double upwind(const Vec &x) {
  Vec u = x, f(x.size());
  const int n = static_cast<int>(u.size());
  for (int s = 0; s < 50; ++s) {
    for (int i = 0; i + 1 < n; ++i) {
      const double a = 0.5 * (u[i] + u[i + 1]);
      f[i] = a > 0 ? a * u[i] : a * u[i + 1];
    }
    for (int i = 1; i + 1 < n; ++i)
      u[i] -= 0.2 * (f[i] - f[i - 1]);
  }
  return std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
}

void pull(const double *stiffness, const double *at, double *force, int masses) {
  std::fill(force, force + masses, 0.0);
  for (int i = 0; i + 1 < masses; ++i) {
    const double stretch = at[i + 1] - at[i] - 0.9, f = stiffness[i] * stretch * (1.0 + stretch * stretch);
    force[i] += f;
    force[i + 1] -= f;
  }
}

void move(double *at, const double *speed, int masses, double dt) {
  for (int i = 0; i < masses; ++i)
    at[i] += dt * speed[i];
}

#pragma adjoint reverse
double springs(const Vec &x) { // 50 springs
  const int masses = static_cast<int>(x.size()) + 1;
  Vec at(masses), speed(masses, 0.0), force(masses);
  std::iota(at.begin(), at.end(), 0.0);
  for (int s = 0; s < 40; ++s) {
    pull(x.data(), at.data(), force.data(), masses);
    move(speed.data(), force.data(), masses, 0.01);
    move(at.data(), speed.data(), masses, 0.01);
  }
  double energy = 0.0;
  for (double v : speed)
    energy += 0.5 * v * v;
  return energy;
}

#pragma adjoint reverse
double layers(const Vec &x) { // 6 layers of 40 * 41
  const int n = 40;
  Vec state(n, 0.5);
  for (int layer = 0; layer < 6; ++layer) {
    const double *w = x.data() + layer * n * (n + 1);
    Vec next(n);
    for (int i = 0; i < n; ++i) {
      double sum = w[i * (n + 1) + n];
      for (int j = 0; j < n; ++j)
        sum += w[i * (n + 1) + j] * state[j];
      next[i] = sum / (1.0 + std::fabs(sum));
    }
    state = std::move(next);
  }
  return std::accumulate(state.begin(), state.end(), 0.0);
}

#pragma adjoint reverse
double smoothed(const Vec &x) { // 400 values, the widths of 8 kernels
  const int n = 400;
  double total = 0.0;
  for (int k = 0; k < 8; ++k) {
    const double width = x[n + k];
    for (int i = 1; i + 1 < n; ++i) {
      const double near = 1.0 / (1.0 + width * width), far = width / (3.0 + width);
      const double mean = near * x[i] + far * (x[i - 1] + x[i + 1]);
      total += mean * mean * near;
    }
  }
  return total;
}

namespace {

double sink = 0.0;

/// The least of many runs, in seconds.
template <class Run> double leastTime(Run run) {
  double least = 1e300;
  for (int round = 0; round < 25; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

using Function = double(const Vec &);
using Gradient = void(const Vec &, Vec &, double);

std::vector<std::string> chosen; ///< all where empty
double logarithms = 0.0;
int measured = 0;

double along(const Vec &x, const Vec &x_b) {
  double derivative = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    derivative += x_b[i] * 1e-6 * (1.0 + std::fabs(x[i])) * std::cos(1.0 * i);
  return derivative;
}

// Both are inlined, so that compilers see each function called with its arguments, as in a program that has one.

[[gnu::always_inline]] inline double timeOf(Gradient *f_b, const Vec &x, Vec &x_b) {
  return leastTime([&] {
    std::fill(x_b.begin(), x_b.end(), 0.0);
    f_b(x, x_b, 1.0);
  });
}

[[gnu::always_inline]] inline void measure(const char *name, Function *f, Gradient *f_b, const Vec &x, Gradient *byHand = nullptr) {
  if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), name) == chosen.end())
    return;
  Vec x_b(x.size()), hand_b(x.size());
  const double primal = leastTime([&] { sink += f(x); });
  const double gradient = timeOf(f_b, x, x_b);
  logarithms += std::log(gradient / primal);
  ++measured;
  Vec up = x, down = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double step = 1e-6 * (1.0 + std::fabs(x[i])) * std::cos(1.0 * i);
    up[i] += step;
    down[i] -= step;
  }
  std::printf("%-18s %7.3f ms %6.2f   %.6g %.6g", name, 1e3 * primal, gradient / primal, along(x, x_b), 0.5 * (f(up) - f(down)));
  if (byHand) {
    const double hand = timeOf(byHand, x, hand_b);
    std::printf("   by hand %6.2f   %.6g   ratio %.2f", hand / primal, along(x, hand_b), gradient / hand);
  }
  std::printf("\n");
}

Vec numbers(int n, double low, double high) {
  Vec x(n);
  for (int i = 0; i < n; ++i)
    x[i] = low + (high - low) * (0.5 + 0.5 * std::sin(3.7 * i * i + 0.2));
  return x;
}

/// Near the corners of a lattice.
Vec lattice() {
  Vec x(81);
  for (int i = 0; i < 27; ++i) {
    const int at[] = {i % 3, i / 3 % 3, i / 9};
    for (int k = 0; k < 3; ++k)
      x[3 * i + k] = 1.2 * at[k] + 0.05 * std::sin(3.0 * i + k);
  }
  return x;
}

} // namespace

int main(int count, char **names) {
  chosen.assign(names + 1, names + count);
  measure("jacobi", jacobi, jacobi_b, numbers(4096, 0.0, 1.0), byHand::jacobi);
  measure("products", products, products_b, numbers(4608, -1.0, 1.0));
  measure("elimination", elimination, elimination_b, numbers(3600, -1.0, 1.0), byHand::elimination);
  measure("rungeKutta", rungeKutta, rungeKutta_b, numbers(100, 0.0, 1.0), byHand::rungeKutta);
  measure("binomial", binomial, binomial_b, {100.0, 105.0, 0.03, 0.2});
  measure("crankNicolson", crankNicolson, crankNicolson_b, {0.3, 0.05, 1.0});
  measure("convolution", convolution, convolution_b, numbers(4121, -1.0, 1.0), byHand::convolution);
  measure("lennardJones", lennardJones, lennardJones_b, lattice());
  measure("shallowWater", shallowWater, shallowWater_b, numbers(600, 1.0, 1.5));
  measure("network", network, network_b, numbers(6369, -0.1, 0.1));
  measure("forwardAlgorithm", forwardAlgorithm, forwardAlgorithm_b, numbers(96, 0.05, 0.3));
  measure("conjugateGradients", conjugateGradients, conjugateGradients_b, numbers(400, 0.5, 1.0));
  measure("paths", paths, paths_b, {100.0, 0.05, 0.2});
  measure("softDtw", softDtw, softDtw_b, numbers(160, 0.0, 1.0));
  measure("kernelSum", kernelSum, kernelSum_b, numbers(500, -2.0, 2.0), byHand::kernelSum);
  measure("wave", wave, wave_b, numbers(300, 0.0, 1.0), byHand::wave);
  measure("reactions", reactions, reactions_b, numbers(600, 0.2, 0.6));
  measure("diffusion", diffusion, diffusion_b, numbers(600, 0.2, 1.0));
  measure("upwind", upwind, upwind_b, numbers(300, -1.0, 1.0), byHand::upwind);
  measure("springs", springs, springs_b, numbers(50, 1.0, 2.0));
  measure("layers", layers, layers_b, numbers(9840, -0.2, 0.2));
  measure("smoothed", smoothed, smoothed_b, numbers(408, 0.2, 1.0), byHand::smoothed);
  std::printf("%-18s %7s    %6.2f\n", "geometric mean", "", std::exp(logarithms / std::max(measured, 1)));
  return sink == 0.0;
}
