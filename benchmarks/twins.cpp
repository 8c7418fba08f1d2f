// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of benchmarks/kernels once more, as ordinary C++: vectors, classes, lambdas and algorithms (scripts/benchmark-twins). Each line: a
// kernel, the milliseconds that its value takes, what its gradient takes in units of that, and then the twin's value and gradient in units of the
// kernel's, and how far the twin's directional derivative is from the kernel's. The last line has the geometric means.
// Arguments are names of kernels: the others are left out.

#include "kernels/asian.h"
#include "kernels/black-scholes.h"
#include "kernels/burgers.h"
#include "kernels/cholesky.h"
#include "kernels/fft.h"
#include "kernels/gmm.h"
#include "kernels/heat.h"
#include "kernels/minors.h"
#include "kernels/mlp.h"
#include "kernels/rk4.h"
#include "kernels/thomas.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#pragma adjoint reverse wrt(p) function(bench::asian<double>)
#pragma adjoint reverse wrt(x) function(bench::portfolio<double>)
#pragma adjoint reverse wrt(u, v, nextU, nextV) of(return) function(bench::burgers<double>)
#pragma adjoint reverse wrt(a) of(return) function(bench::logDeterminant<double>)
#pragma adjoint reverse wrt(z) of(return) function(bench::spectrum<double>)
#pragma adjoint reverse wrt(alphas, means, factors) function(bench::gmm<double>)
#pragma adjoint reverse wrt(current, next) of(return) function(bench::heat<double>)
#pragma adjoint reverse wrt(a) function(bench::determinant<double>)
#pragma adjoint reverse wrt(weights) function(bench::mlp<double>)
#pragma adjoint reverse wrt(x, y) of(return) function(bench::rk4<double>)
#pragma adjoint reverse wrt(t, upper, x) of(return) function(bench::thomas<double>)

namespace twins {

using Vec = std::vector<double>;

struct Option {
  double spot, strike, sigma, rate, maturity;
  double price() const {
    const auto normal = [](double x) { return 0.5 * std::erfc(-x * 0.70710678118654752440); };
    const double spread = sigma * std::sqrt(maturity);
    const double d1 = (std::log(spot / strike) + (rate + 0.5 * sigma * sigma) * maturity) / spread;
    return spot * normal(d1) - strike * std::exp(-rate * maturity) * normal(d1 - spread);
  }
};

#pragma adjoint reverse
double portfolio(const Vec &x) {
  const std::size_t n = x.size() / 5;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Option option{x[i], x[n + i], x[2 * n + i], x[3 * n + i], x[4 * n + i]};
    sum += option.price();
  }
  return sum;
}

struct Market {
  double spot, rate, volatility;
  double growth(double dt, double z) const { return std::exp((rate - 0.5 * volatility * volatility) * dt + volatility * std::sqrt(dt) * z); }
};

#pragma adjoint reverse wrt(p)
double asian(const Vec &p, const std::vector<Vec> &paths) {
  const Market market{p[0], p[1], p[2]};
  double sum = 0.0;
  for (const Vec &z : paths) {
    double price = market.spot, mean = 0.0;
    for (double one : z) {
      price *= market.growth(1.0 / z.size(), one);
      mean += price;
    }
    mean /= z.size();
    sum += std::max(mean - p[3], 0.0);
  }
  return std::exp(-market.rate) * sum / paths.size();
}

class Grid {
public:
  Grid(int rows, int columns) : columns(columns), values(static_cast<std::size_t>(rows) * columns) {}
  double &operator()(int i, int j) { return values[i * columns + j]; }
  double operator()(int i, int j) const { return values[i * columns + j]; }

private:
  int columns;
  Vec values;
};

Grid square(const Vec &x, std::size_t from, int n) {
  Grid made(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      made(i, j) = x[from + i * n + j];
  return made;
}

#pragma adjoint reverse wrt(x)
double heat(const Vec &x, const Vec &target, int n) {
  Grid current = square(x, 0, n), next = current;
  const double a = 0.2;
  for (int step = 0; step < bench::HeatSteps; ++step) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next(i, j) = current(i, j) + a * (current(i - 1, j) + current(i + 1, j) + current(i, j - 1) + current(i, j + 1) - 4.0 * current(i, j));
    std::swap(current, next);
  }
  double misfit = 0.0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double difference = current(i, j) - target[i * n + j];
      misfit += difference * difference;
    }
  return misfit;
}

struct Flow {
  int n;
  Grid u, v;
  void setBoundary(double time) {
    const double h = 1.0 / (n - 1), scale = 1.0 / (1.0 - 2.0 * time * time);
    const auto set = [&](int i, int j) {
      u(i, j) = (i * h + j * h - 2.0 * (i * h) * time) * scale;
      v(i, j) = (i * h - j * h - 2.0 * (j * h) * time) * scale;
    };
    for (int k = 0; k < n; ++k) {
      set(0, k);
      set(n - 1, k);
      set(k, 0);
      set(k, n - 1);
    }
  }
  double squares() const {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum += u(i, j) * u(i, j) + v(i, j) * v(i, j);
    return sum;
  }
};

void advance(const Flow &now, Flow &next) {
  const int n = now.n;
  const Grid &u = now.u, &v = now.v;
  const double h = 1.0 / (n - 1), convection = bench::dt / h, diffusion = bench::dt / (bench::reynolds * h * h);
  const auto laplacian = [&](const Grid &w, int i, int j) { return w(i - 1, j) + w(i + 1, j) + w(i, j - 1) + w(i, j + 1) - 4.0 * w(i, j); };
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const double a = u(i, j), b = v(i, j);
      const double ux = a > 0.0 ? a - u(i - 1, j) : u(i + 1, j) - a, uy = b > 0.0 ? a - u(i, j - 1) : u(i, j + 1) - a;
      const double vx = a > 0.0 ? b - v(i - 1, j) : v(i + 1, j) - b, vy = b > 0.0 ? b - v(i, j - 1) : v(i, j + 1) - b;
      next.u(i, j) = a - convection * (a * ux + b * uy) + diffusion * laplacian(u, i, j);
      next.v(i, j) = b - convection * (a * vx + b * vy) + diffusion * laplacian(v, i, j);
    }
}

#pragma adjoint reverse
double burgers(const Vec &x, int n) {
  Flow now{n, square(x, 0, n), square(x, static_cast<std::size_t>(n) * n, n)}, next = now;
  for (int k = 0; k < bench::BurgersSteps; ++k) {
    advance(now, next);
    next.setBoundary((k + 1) * bench::dt);
    std::swap(now, next);
  }
  return now.squares();
}

#pragma adjoint reverse
double logDeterminant(const Vec &x, int n) {
  Grid a = square(x, 0, n);
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double s = a(i, j);
      for (int k = 0; k < j; ++k)
        s -= a(i, k) * a(j, k);
      a(i, j) = i == j ? std::sqrt(s) : s / a(j, j);
    }
    sum += std::log(a(i, i));
  }
  return 2.0 * sum;
}

using Complex = std::complex<double>;

void transform(std::vector<Complex> &z, const std::vector<Complex> &roots) {
  const std::size_t n = z.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      std::swap(z[i], z[j]);
  }
  for (std::size_t half = 1; half < n; half *= 2)
    for (std::size_t start = 0; start < n; start += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        const Complex turned = roots[k * (n / (2 * half))] * z[start + k + half], kept = z[start + k];
        z[start + k] = kept + turned;
        z[start + k + half] = kept - turned;
      }
}

#pragma adjoint reverse wrt(x)
double spectrum(const Vec &x, const std::vector<Complex> &roots, const Vec &weights) {
  const std::size_t n = x.size() / 2;
  std::vector<Complex> z(n);
  for (std::size_t i = 0; i < n; ++i)
    z[i] = Complex(x[i], x[n + i]);
  transform(z, roots);
  double sum = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    sum += weights[k] * std::norm(z[k]);
  return sum;
}

double logSumExp(const Vec &x) {
  const double largest = *std::max_element(x.begin(), x.end());
  return largest + std::log(std::accumulate(x.begin(), x.end(), 0.0, [&](double sum, double one) { return sum + std::exp(one - largest); }));
}

/// Of a mixture: its logarithmic diagonal, and the lower triangle by columns.
struct Factor {
  Vec logarithms, lower;
  double logDeterminant() const { return std::accumulate(logarithms.begin(), logarithms.end(), 0.0); }
  Vec diagonal() const {
    Vec d(logarithms.size());
    std::transform(logarithms.begin(), logarithms.end(), d.begin(), [](double l) { return std::exp(l); });
    return d;
  }
  Vec times(const Vec &diagonal, const Vec &x) const {
    const std::size_t d = x.size();
    Vec y(d);
    for (std::size_t i = 0; i < d; ++i)
      y[i] = diagonal[i] * x[i];
    std::size_t at = 0;
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t i = j + 1; i < d; ++i)
        y[i] += lower[at++] * x[j];
    return y;
  }
};

double squares(const Vec &x) { return std::inner_product(x.begin(), x.end(), x.begin(), 0.0); }

#pragma adjoint reverse wrt(x)
double gmm(const Vec &x, int d, int k, const std::vector<Vec> &points, double gamma, int m) {
  const int size = d * (d + 1) / 2;
  const Vec alphas(x.begin(), x.begin() + k);
  std::vector<Vec> means;
  std::vector<Factor> factors;
  std::vector<Vec> diagonals;
  for (int c = 0; c < k; ++c) {
    const auto mean = x.begin() + k + c * d, factor = x.begin() + k + k * d + c * size;
    means.push_back(Vec(mean, mean + d));
    factors.push_back({Vec(factor, factor + d), Vec(factor + d, factor + size)});
    diagonals.push_back(factors.back().diagonal());
  }
  double likelihood = 0.0;
  for (const Vec &point : points) {
    Vec terms(k);
    for (int c = 0; c < k; ++c) {
      Vec centred(d);
      for (int i = 0; i < d; ++i)
        centred[i] = point[i] - means[c][i];
      terms[c] = alphas[c] + factors[c].logDeterminant() - 0.5 * squares(factors[c].times(diagonals[c], centred));
    }
    likelihood += logSumExp(terms);
  }
  double prior = 0.0;
  for (int c = 0; c < k; ++c)
    prior += 0.5 * gamma * gamma * (squares(diagonals[c]) + squares(factors[c].lower)) - m * factors[c].logDeterminant();
  return likelihood - points.size() * logSumExp(alphas) + prior;
}

double minors(const Vec &a, int n, int row, unsigned columns) {
  if (row == n)
    return 1.0;
  double sum = 0.0, sign = 1.0;
  for (int j = 0; j < n; ++j)
    if (columns >> j & 1u) {
      sum += sign * a[row * n + j] * minors(a, n, row + 1, columns & ~(1u << j));
      sign = -sign;
    }
  return sum;
}

#pragma adjoint reverse
double determinant(const Vec &a, int n) { return minors(a, n, 0, (1u << n) - 1u); }

/// Rows of weights, each with its bias at the end.
struct Layer {
  int in, out;
  Vec weights;
  Vec operator()(const Vec &x) const {
    Vec y(out);
    for (int i = 0; i < out; ++i) {
      const double *row = &weights[i * (in + 1)];
      y[i] = std::inner_product(row, row + in, x.begin(), row[in]);
    }
    return y;
  }
};

Vec activated(Vec x) {
  for (double &one : x)
    one = std::tanh(one);
  return x;
}

#pragma adjoint reverse wrt(x)
double mlp(const Vec &x, const std::vector<Vec> &inputs, const std::vector<Vec> &targets) {
  using namespace bench;
  const Layer first{Inputs, Hidden, Vec(x.begin(), x.begin() + First)}, second{Hidden, Hidden, Vec(x.begin() + First, x.begin() + First + Second)},
      third{Hidden, Outputs, Vec(x.begin() + First + Second, x.end())};
  double loss = 0.0;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    const Vec y = third(activated(second(activated(first(inputs[s])))));
    for (int i = 0; i < Outputs; ++i)
      loss += (y[i] - targets[s][i]) * (y[i] - targets[s][i]);
  }
  return loss / inputs.size();
}

#pragma adjoint reverse wrt(x)
double rungeKutta(const Vec &x, const Vec &start) {
  const std::size_t n = x.size();
  const double h = 1.0 / bench::RungeKuttaSteps;
  const auto chain = [&](const Vec &y) {
    Vec z(n);
    z[0] = x[0] * y[0];
    for (std::size_t i = 1; i < n; ++i)
      z[i] = x[i] * y[i - 1];
    return z;
  };
  const auto moved = [&](const Vec &y, double by, const Vec &k) {
    Vec z(n);
    for (std::size_t i = 0; i < n; ++i)
      z[i] = y[i] + by * k[i];
    return z;
  };
  Vec y = start;
  for (int step = 0; step < bench::RungeKuttaSteps; ++step) {
    const Vec k1 = chain(y), k2 = chain(moved(y, h / 2, k1)), k3 = chain(moved(y, h / 2, k2)), k4 = chain(moved(y, h, k3));
    for (std::size_t i = 0; i < n; ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return std::accumulate(y.begin(), y.end(), 0.0);
}

#pragma adjoint reverse
double thomas(const Vec &t) {
  const std::size_t n = t.size() / 4;
  const Vec a(t.begin(), t.begin() + n), b(t.begin() + n, t.begin() + 2 * n), c(t.begin() + 2 * n, t.begin() + 3 * n), d(t.begin() + 3 * n, t.end());
  Vec upper(n), x(n);
  upper[0] = c[0] / b[0];
  x[0] = d[0] / b[0];
  for (std::size_t i = 1; i < n; ++i) {
    const double scale = 1.0 / (b[i] - a[i] * upper[i - 1]);
    upper[i] = c[i] * scale;
    x[i] = (d[i] - a[i] * x[i - 1]) * scale;
  }
  for (std::size_t i = n - 1; i > 0; --i)
    x[i - 1] -= upper[i - 1] * x[i];
  return squares(x);
}

} // namespace twins

namespace {

using twins::Vec;

double sink = 0.0;

using Value = std::function<double()>;
using Gradient = std::function<void(double *)>;
struct Way {
  Value value;
  Gradient gradient;
};

double seconds(const std::function<void()> &run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The least of many rounds, in which all take turns.
std::vector<double> leastTimes(const std::vector<std::function<void()>> &runs) {
  std::vector<double> least(runs.size(), 1e300);
  for (int round = 0; round < 15; ++round)
    for (std::size_t i = 0; i < runs.size(); ++i)
      least[i] = std::min(least[i], seconds(runs[i]));
  return least;
}

std::vector<std::string> chosen; ///< all where empty
double values = 0.0, gradients = 0.0;
int measured = 0;

void measure(const std::string &name, std::size_t inputs, const Way &kernel, const Way &twin) {
  if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), name) == chosen.end())
    return;
  Vec kernel_b(inputs), twin_b(inputs);
  const auto gradientOf = [](const Way &way, Vec &x_b) {
    return [&] {
      std::fill(x_b.begin(), x_b.end(), 0.0);
      way.gradient(x_b.data());
    };
  };
  const auto valueOf = [](const Way &way) { return [&] { sink += way.value(); }; };
  const std::vector<double> times = leastTimes({valueOf(kernel), gradientOf(kernel, kernel_b), valueOf(twin), gradientOf(twin, twin_b)});
  double derivative = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < inputs; ++i) {
    derivative += kernel_b[i] * std::cos(1.0 * i);
    difference += (twin_b[i] - kernel_b[i]) * std::cos(1.0 * i);
  }
  values += std::log(times[2] / times[0]);
  gradients += std::log(times[3] / times[1]);
  ++measured;
  std::printf("%-14s %8.3f ms %6.2f   twin: value %6.2f  gradient %6.2f   apart by %.1e\n", name.c_str(), 1e3 * times[0], times[1] / times[0],
              times[2] / times[0], times[3] / times[1], std::fabs(difference) / (1.0 + std::fabs(derivative)));
}

/// What the generated gradient of a twin, which adds to a vector, adds to an array.
template <class F> Gradient asArray(std::size_t inputs, F gradient) {
  return [=, x_b = Vec(inputs)](double *g) mutable {
    std::copy(g, g + inputs, x_b.begin());
    gradient(x_b);
    std::copy(x_b.begin(), x_b.end(), g);
  };
}

std::vector<Vec> rowsOf(const Vec &values, std::size_t width) {
  std::vector<Vec> rows;
  for (std::size_t i = 0; i < values.size(); i += width)
    rows.emplace_back(values.begin() + i, values.begin() + i + width);
  return rows;
}

void finance() {
  const bench::BlackScholes options(20000);
  measure("black-scholes", options.x.size(),
          {[=] { return bench::portfolio(options.x.data(), options.n); }, [=](double *g) { bench::portfolio_b(options.x.data(), g, options.n, 1.0); }},
          {[=] { return twins::portfolio(options.x); },
           asArray(options.x.size(), [=](Vec &x_b) { twins::portfolio_b(options.x, x_b, 1.0); })});
  const bench::Asian asian(500);
  const std::vector<Vec> paths = rowsOf(asian.z, bench::AsianSteps);
  measure("asian", 4,
          {[=] { return bench::asian(asian.x.data(), asian.z.data(), asian.paths); },
           [=](double *g) { bench::asian_b(asian.x.data(), g, asian.z.data(), asian.paths, 1.0); }},
          {[=] { return twins::asian(asian.x, paths); }, asArray(4, [=](Vec &p_b) { twins::asian_b(asian.x, p_b, paths, 1.0); })});
}

void learning() {
  const bench::Gmm gmm(200);
  const int d = bench::Gmm::d, k = bench::Gmm::k;
  const double *x = gmm.x.data();
  const std::vector<Vec> points = rowsOf(gmm.points, d);
  measure("gmm", gmm.x.size(),
          {[&] { return bench::gmm(d, k, gmm.n, x, x + k, x + k + d * k, gmm.points.data(), 1.0, 0); },
           [&](double *g) { bench::gmm_b(d, k, gmm.n, x, g, x + k, g + k, x + k + d * k, g + k + d * k, gmm.points.data(), 1.0, 0, 1.0); }},
          {[&] { return twins::gmm(gmm.x, d, k, points, 1.0, 0); },
           asArray(gmm.x.size(), [&](Vec &x_b) { twins::gmm_b(gmm.x, x_b, d, k, points, 1.0, 0, 1.0); })});
  const bench::Mlp mlp(50);
  const std::vector<Vec> inputs = rowsOf(mlp.inputs, bench::Inputs), targets = rowsOf(mlp.targets, bench::Outputs);
  measure("mlp", mlp.x.size(),
          {[&] { return bench::mlp(mlp.samples, mlp.x.data(), mlp.inputs.data(), mlp.targets.data()); },
           [&](double *g) { bench::mlp_b(mlp.samples, mlp.x.data(), g, mlp.inputs.data(), mlp.targets.data(), 1.0); }},
          {[&] { return twins::mlp(mlp.x, inputs, targets); },
           asArray(mlp.x.size(), [&](Vec &x_b) { twins::mlp_b(mlp.x, x_b, inputs, targets, 1.0); })});
}

void grids() {
  const bench::Heat heat(144);
  Vec current, next(heat.x.size()), next_b;
  measure("heat", heat.x.size(),
          {[&] {
             current = heat.x;
             return bench::heat(heat.n, current.data(), next.data(), heat.target.data());
           },
           [&](double *g) {
             current = heat.x;
             next_b.assign(heat.x.size(), 0.0);
             bench::heat_b(heat.n, current.data(), g, next.data(), next_b.data(), heat.target.data(), 1.0);
           }},
          {[&] { return twins::heat(heat.x, heat.target, heat.n); },
           asArray(heat.x.size(), [&](Vec &x_b) { twins::heat_b(heat.x, x_b, heat.target, heat.n, 1.0); })});
  const bench::Burgers burgers(107);
  const std::size_t size = burgers.x.size() / 2;
  Vec now, after(burgers.x.size()), after_b;
  measure("burgers", burgers.x.size(),
          {[&] {
             now = burgers.x;
             return bench::burgers(burgers.n, &now[0], &now[size], &after[0], &after[size]);
           },
           [&](double *g) {
             now = burgers.x;
             after_b.assign(2 * size, 0.0);
             bench::burgers_b(burgers.n, &now[0], g, &now[size], g + size, &after[0], &after_b[0], &after[size], &after_b[size], 1.0);
           }},
          {[&] { return twins::burgers(burgers.x, burgers.n); },
           asArray(burgers.x.size(), [&](Vec &x_b) { twins::burgers_b(burgers.x, x_b, burgers.n, 1.0); })});
}

void equations() {
  const bench::RungeKutta rk4(1000);
  Vec y, y_b;
  measure("rk4", rk4.x.size(),
          {[&] {
             y = rk4.start;
             return bench::rk4(rk4.n, rk4.x.data(), y.data());
           },
           [&](double *g) {
             y = rk4.start;
             y_b.assign(rk4.n, 0.0);
             bench::rk4_b(rk4.n, rk4.x.data(), g, y.data(), y_b.data(), 1.0);
           }},
          {[&] { return twins::rungeKutta(rk4.x, rk4.start); },
           asArray(rk4.x.size(), [&](Vec &x_b) { twins::rungeKutta_b(rk4.x, x_b, rk4.start, 1.0); })});
  const bench::Thomas thomas(20000);
  Vec upper(thomas.n), x(thomas.n), upper_b, x_b;
  measure("thomas", thomas.x.size(),
          {[&] { return bench::thomas(thomas.x.data(), upper.data(), x.data(), thomas.n); },
           [&](double *g) {
             upper_b.assign(thomas.n, 0.0);
             x_b.assign(thomas.n, 0.0);
             bench::thomas_b(thomas.x.data(), g, upper.data(), upper_b.data(), x.data(), x_b.data(), thomas.n, 1.0);
           }},
          {[&] { return twins::thomas(thomas.x); }, asArray(thomas.x.size(), [&](Vec &t_b) { twins::thomas_b(thomas.x, t_b, 1.0); })});
}

void algebra() {
  const bench::Cholesky cholesky(120);
  Vec a;
  measure("cholesky", cholesky.x.size(),
          {[&] {
             a = cholesky.x;
             return bench::logDeterminant(a.data(), cholesky.n);
           },
           [&](double *g) {
             a = cholesky.x;
             bench::logDeterminant_b(a.data(), g, cholesky.n, 1.0);
           }},
          {[&] { return twins::logDeterminant(cholesky.x, cholesky.n); },
           asArray(cholesky.x.size(), [&](Vec &x_b) { twins::logDeterminant_b(cholesky.x, x_b, cholesky.n, 1.0); })});
  const bench::Minors minors(8);
  measure("minors", minors.x.size(),
          {[&] { return bench::determinant(minors.x.data(), minors.n); }, [&](double *g) { bench::determinant_b(minors.x.data(), g, minors.n, 1.0); }},
          {[&] { return twins::determinant(minors.x, minors.n); },
           asArray(minors.x.size(), [&](Vec &a_b) { twins::determinant_b(minors.x, a_b, minors.n, 1.0); })});
  const bench::Fft fft(4096);
  std::vector<twins::Complex> roots;
  for (int k = 0; k < fft.n / 2; ++k)
    roots.emplace_back(fft.roots[k], fft.roots[fft.n / 2 + k]);
  Vec z;
  measure("fft", fft.x.size(),
          {[&] {
             z = fft.x;
             return bench::spectrum(z.data(), fft.roots.data(), fft.weights.data(), fft.n);
           },
           [&](double *g) {
             z = fft.x;
             bench::spectrum_b(z.data(), g, fft.roots.data(), fft.weights.data(), fft.n, 1.0);
           }},
          {[&] { return twins::spectrum(fft.x, roots, fft.weights); },
           asArray(fft.x.size(), [&](Vec &x_b) { twins::spectrum_b(fft.x, x_b, roots, fft.weights, 1.0); })});
}

} // namespace

std::vector<double> bench::numbers(std::size_t n, double low, double high) {
  std::vector<double> made(n);
  for (std::size_t i = 0; i < n; ++i)
    made[i] = low + (high - low) * (0.5 + 0.5 * std::sin(3.7 * i * i + 0.2));
  return made;
}

int main(int argc, char **argv) {
  chosen.assign(argv + 1, argv + argc);
  finance();
  learning();
  grids();
  equations();
  algebra();
  std::printf("geometric mean, twin: value %.2f, gradient %.2f\n", std::exp(values / std::max(measured, 1)), std::exp(gradients / std::max(measured, 1)));
  return sink == 0.0;
}
