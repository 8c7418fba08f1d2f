// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of OpenMP as they are written: of statistics, mechanics, finance, and of differential equations. SWEEPS names the
// namespace, and so how the gradients are made.

#include "parallel.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace bench::SWEEPS {
namespace {


/// The likelihood of a mixture of `k` normal distributions: weights, means, logarithms of deviations.
#pragma adjoint reverse wrt(theta)
double mixture(const double *__restrict theta, const double *points, int n, int d, int k) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double terms[16];
    double most = -1e300;
    for (int c = 0; c < k; ++c) {
      const double *mean = theta + k + c * d, *scale = theta + k + k * d + c * d;
      double exponent = theta[c];
      for (int j = 0; j < d; ++j) {
        const double z = (points[i * d + j] - mean[j]) * std::exp(-scale[j]);
        exponent -= 0.5 * z * z + scale[j];
      }
      terms[c] = exponent;
      most = std::max(most, exponent);
    }
    double total = 0.0;
    for (int c = 0; c < k; ++c)
      total += std::exp(terms[c] - most);
    sum += most + std::log(total);
  }
  return sum;
}

#pragma adjoint reverse
double logSumExp(const double *__restrict x, int n) {
  double most = x[0];
#pragma omp parallel for reduction(max : most)
  for (int i = 1; i < n; ++i)
    most = std::max(most, x[i]);
  double sum = 0.0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += std::exp(x[i] - most);
  return most + std::log(sum);
}

/// The squares of distances to the nearest of `k` centres.
#pragma adjoint reverse wrt(centres)
double nearestCentres(const double *__restrict centres, const double *points, int n, int d, int k) {
  double cost = 0.0;
#pragma omp parallel for reduction(+ : cost) schedule(static)
  for (int i = 0; i < n; ++i) {
    double least = 1e300;
    for (int c = 0; c < k; ++c) {
      double distance = 0.0;
      for (int j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - centres[c * d + j];
        distance += difference * difference;
      }
      least = std::min(least, distance);
    }
    cost += least;
  }
  return cost;
}

/// The sum of squares of a nonlinear model's errors.
#pragma adjoint reverse wrt(p)
double leastSquares(const double *__restrict p, const double *t, const double *y, int n, int terms) {
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double model = 0.0;
    for (int k = 0; k < terms; ++k)
      model += p[3 * k] * std::exp(-p[3 * k + 1] * t[i]) * std::cos(p[3 * k + 2] * t[i]);
    const double error = model - y[i];
    sum += error * error;
  }
  return sum;
}

/// Many pendulums, each with steps of its own.
#pragma adjoint reverse
double pendulums(const double *__restrict x, int n) {
  double energy = 0.0;
#pragma omp parallel for reduction(+ : energy) schedule(dynamic, 16)
  for (int i = 0; i < n; ++i) {
    double angle = x[2 * i], speed = x[2 * i + 1];
    for (int step = 0; step < 50; ++step) {
      const double a = -std::sin(angle) - 0.1 * speed * std::fabs(speed);
      speed += 0.02 * a;
      angle += 0.02 * speed;
    }
    energy += 0.5 * speed * speed + 1.0 - std::cos(angle);
  }
  return energy;
}

/// Turned by Rodrigues' formula, moved, projected with a distortion.
void project(const double *camera, const double *point, double *seen) {
  const double angle2 = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2] + 1e-12;
  const double angle = std::sqrt(angle2), c = std::cos(angle), s = std::sin(angle) / angle;
  const double w = (camera[0] * point[0] + camera[1] * point[1] + camera[2] * point[2]) * (1.0 - c) / angle2;
  const double x = c * point[0] + s * (camera[1] * point[2] - camera[2] * point[1]) + w * camera[0] + camera[3];
  const double y = c * point[1] + s * (camera[2] * point[0] - camera[0] * point[2]) + w * camera[1] + camera[4];
  const double z = c * point[2] + s * (camera[0] * point[1] - camera[1] * point[0]) + w * camera[2] + camera[5];
  const double u = x / z, v = y / z, r2 = u * u + v * v;
  const double bent = camera[6] * (1.0 + camera[7] * r2 + camera[8] * r2 * r2);
  seen[0] = bent * u;
  seen[1] = bent * v;
}

/// Cameras of nine numbers, and points of three behind them; each observation is of one camera and one point.
#pragma adjoint reverse wrt(x)
double bundle(const double *__restrict x, const double *seen, const int *camera, const int *point, int cameras, int n) {
  double cost = 0.0;
#pragma omp parallel for reduction(+ : cost)
  for (int i = 0; i < n; ++i) {
    double at[2];
    project(x + 9 * camera[i], x + 9 * cameras + 3 * point[i], at);
    const double u = at[0] - seen[2 * i], v = at[1] - seen[2 * i + 1];
    cost += u * u + v * v;
  }
  return cost;
}

/// A mesh of quadrilaterals: elements gather the places of their nodes, and scatter forces.
#pragma adjoint reverse wrt(x)
double elements(const double *__restrict x, const int *corners, int count, int nodes) {
  std::vector<double> force(2 * nodes, 0.0);
  double *f = force.data();
#pragma omp parallel for
  for (int e = 0; e < count; ++e) {
    double px[4], py[4];
    for (int k = 0; k < 4; ++k) {
      px[k] = x[2 * corners[4 * e + k]];
      py[k] = x[2 * corners[4 * e + k] + 1];
    }
    const double area = 0.5 * ((px[2] - px[0]) * (py[3] - py[1]) - (px[3] - px[1]) * (py[2] - py[0]));
    const double pressure = 0.4 / (area * std::sqrt(area)) - 0.4;
    for (int k = 0; k < 4; ++k) {
      const int to = corners[4 * e + k], next = (k + 1) % 4, last = (k + 3) % 4;
#pragma omp atomic
      f[2 * to] += pressure * (py[next] - py[last]);
#pragma omp atomic
      f[2 * to + 1] -= pressure * (px[next] - px[last]);
    }
  }
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2 * nodes; ++i)
    sum += f[i] * f[i];
  return sum;
}

/// Nonlinear diffusion on a square.
#pragma adjoint reverse wrt(x)
double stencil(const double *__restrict x, int n, int steps) {
  std::vector<double> u(x, x + n * n), v(u);
  for (int s = 0; s < steps; ++s) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const double c = u[i * n + j];
        v[i * n + j] = c + 0.1 * c * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - 4.0 * c);
      }
    u.swap(v);
  }
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n * n; ++i)
    sum += u[i] * u[i];
  return sum;
}

/// The Rayleigh quotient of a sparse matrix after a few products.
#pragma adjoint reverse wrt(x)
double sparseProducts(const double *__restrict x, const double *a, const int *column, const int *row, int n, int products) {
  std::vector<double> v(x, x + n), w(n);
  for (int p = 0; p < products; ++p) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int k = row[i]; k < row[i + 1]; ++k)
        sum += a[k] * v[column[k]];
      w[i] = std::tanh(sum);
    }
    std::swap(v, w);
  }
  double s = 0.0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += v[i] * v[i];
  return s;
}

/// A smooth histogram, compared with what is wanted.
#pragma adjoint reverse
double histogram(const double *__restrict x, int n) {
  double bins[32] = {};
#pragma omp parallel for reduction(+ : bins[ : 32])
  for (int i = 0; i < n; ++i) {
    const double at = 8.0 * x[i];
    const int bin = std::min(30, std::max(0, static_cast<int>(at)));
    const double right = at - bin;
    bins[bin] += 1.0 - right;
    bins[bin + 1] += right * right;
  }
  double sum = 0.0;
  for (int b = 0; b < 32; ++b)
    sum += (bins[b] - n / 32.0) * (bins[b] - n / 32.0) / n;
  return sum;
}

/// An option on the mean of a price; each path has a random engine of its own.
#pragma adjoint reverse
double option(const double *__restrict x, int paths, int steps) {
  const double start = x[0], rate = x[1], volatility = x[2], strike = x[3];
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
  for (int p = 0; p < paths; ++p) {
    std::minstd_rand engine(1234 + 77 * p);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    double price = start, mean = 0.0;
    const double dt = 1.0 / steps;
    for (int s = 0; s < steps; ++s) {
      const double z = std::sqrt(-2.0 * std::log(1.0 - uniform(engine))) * std::cos(6.283185307179586 * uniform(engine));
      price *= std::exp((rate - 0.5 * volatility * volatility) * dt + volatility * std::sqrt(dt) * z);
      mean += price / steps;
    }
    sum += std::max(mean - strike, 0.0);
  }
  return std::exp(-rate) * sum / paths;
}

std::vector<double> numbers(int n, double low, double high) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = low + (high - low) * (0.5 + 0.5 * std::sin(3.7 * i * (i % 1000) + 0.2 * i));
  return x;
}

/// The corners of the squares of a grid, moved a little.
std::vector<double> gridOf(int n) {
  std::vector<double> x = numbers(2 * n * n, -0.2, 0.2);
  for (int i = 0; i < n * n; ++i) {
    x[static_cast<std::size_t>(2 * i)] += i % n;
    x[static_cast<std::size_t>(2 * i + 1)] += i / n;
  }
  return x;
}
std::vector<int> cornersOf(int n) {
  std::vector<int> corners;
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < n; ++j)
      corners.insert(corners.end(), {i * n + j, i * n + j + 1, (i + 1) * n + j + 1, (i + 1) * n + j});
  return corners;
}

std::vector<double> camerasAndPoints(int cameras, int points) {
  std::vector<double> x = numbers(9 * cameras + 3 * points, -0.5, 0.5);
  for (int c = 0; c < cameras; ++c) {
    x[static_cast<std::size_t>(9 * c + 5)] += 5.0;
    x[static_cast<std::size_t>(9 * c + 6)] += 2.0;
  }
  return x;
}

/// Numbers from 0 to below `end`, in no order.
std::vector<int> anyOf(int n, int end, int factor) {
  std::vector<int> of;
  for (int i = 0; i < n; ++i)
    of.push_back((i * factor + i / 7) % end);
  return of;
}

using Vec = std::vector<double>;

} // namespace

std::vector<Parallel> kernels() {
  const int n = 20000, d = 8, k = 10;
  std::vector<Parallel> all;
  const Vec points = numbers(n * d, -2.0, 2.0), times = numbers(n, 0.0, 2.0), seen = numbers(2 * n, -0.5, 0.5);
  all.push_back({"mixture", numbers(k + 2 * k * d, -0.5, 0.5), [=](const Vec &x) { return mixture(x.data(), points.data(), n, d, k); },
                 [=](const Vec &x, Vec &x_b) { mixture_b(x.data(), x_b.data(), points.data(), n, d, k, 1.0); }});
  all.push_back({"log-sum-exp", numbers(1000000, -3.0, 3.0), [](const Vec &x) { return logSumExp(x.data(), int(x.size())); },
                 [](const Vec &x, Vec &x_b) { logSumExp_b(x.data(), x_b.data(), int(x.size()), 1.0); }});
  all.push_back({"k-means", numbers(k * d, -2.0, 2.0), [=](const Vec &x) { return nearestCentres(x.data(), points.data(), n, d, k); },
                 [=](const Vec &x, Vec &x_b) { nearestCentres_b(x.data(), x_b.data(), points.data(), n, d, k, 1.0); }});
  all.push_back({"least squares", numbers(18, 0.2, 1.0), [=](const Vec &x) { return leastSquares(x.data(), times.data(), seen.data(), n, 6); },
                 [=](const Vec &x, Vec &x_b) { leastSquares_b(x.data(), x_b.data(), times.data(), seen.data(), n, 6, 1.0); }});
  all.push_back({"pendulums", numbers(8000, -1.0, 1.0), [](const Vec &x) { return pendulums(x.data(), int(x.size()) / 2); },
                 [](const Vec &x, Vec &x_b) { pendulums_b(x.data(), x_b.data(), int(x.size()) / 2, 1.0); }});
  const int cameras = 40, places = 4000;
  const std::vector<int> camera = anyOf(n, cameras, 13), point = anyOf(n, places, 37);
  all.push_back({"bundle adjustment", camerasAndPoints(cameras, places),
                 [=](const Vec &x) { return bundle(x.data(), seen.data(), camera.data(), point.data(), cameras, n); },
                 [=](const Vec &x, Vec &x_b) {
                   bundle_b(x.data(), x_b.data(), seen.data(), camera.data(), point.data(), cameras, n, 1.0);
                 }});
  const int side = 300;
  const std::vector<int> corners = cornersOf(side);
  all.push_back({"elements", gridOf(side), [=](const Vec &x) { return elements(x.data(), corners.data(), int(corners.size()) / 4, side * side); },
                 [=](const Vec &x, Vec &x_b) {
                   elements_b(x.data(), x_b.data(), corners.data(), int(corners.size()) / 4, side * side, 1.0);
                 }});
  all.push_back({"stencil", numbers(side * side, 0.5, 1.0), [=](const Vec &x) { return stencil(x.data(), side, 10); },
                 [=](const Vec &x, Vec &x_b) { stencil_b(x.data(), x_b.data(), side, 10, 1.0); }});
  const int rows = 50000;
  std::vector<int> row(static_cast<std::size_t>(rows) + 1);
  for (int i = 0; i <= rows; ++i)
    row[static_cast<std::size_t>(i)] = 7 * i;
  const std::vector<int> column = anyOf(7 * rows, rows, 17);
  const Vec entries = numbers(7 * rows, -0.4, 0.5);
  all.push_back({"sparse products", numbers(rows, 0.1, 1.0),
                 [=](const Vec &x) { return sparseProducts(x.data(), entries.data(), column.data(), row.data(), rows, 5); },
                 [=](const Vec &x, Vec &x_b) {
                   sparseProducts_b(x.data(), x_b.data(), entries.data(), column.data(), row.data(), rows, 5, 1.0);
                 }});
  all.push_back({"histogram", numbers(1000000, 0.01, 3.99), [](const Vec &x) { return histogram(x.data(), int(x.size())); },
                 [](const Vec &x, Vec &x_b) { histogram_b(x.data(), x_b.data(), int(x.size()), 1.0); }});
  all.push_back({"option", {100.0, 0.05, 0.2, 95.0}, [](const Vec &x) { return option(x.data(), 2000, 50); },
                 [](const Vec &x, Vec &x_b) { option_b(x.data(), x_b.data(), 2000, 50, 1.0); }});
  return all;
}

} // namespace bench::SWEEPS
