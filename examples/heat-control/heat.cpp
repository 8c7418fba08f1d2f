// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimal control over a long time: five heaters on a rod are steered so that its temperature has a given profile at the end.
//
//   du/dt = d2u/dx2 - 0.5 u^2 + sum_k g_k(x) c_k(t),   u = 0 at both ends and at first
//
// 20,000 explicit steps; the controls c_k are constant in each of 20 intervals of time. The gradient of the misfit by the 100
// controls comes from one adjoint sweep over all steps. Without snapshots the tape would hold every state: 16 MB for this
// small rod, gigabytes for a plate. With 60 of them it holds 50 kB.
//
// Prints what each step of L-BFGS reaches and what the sweeps cost, and writes heat.csv: x, target, first and last profile.

#include <adjoint/checkpoints.h>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr int points = 100, steps = 20000, heaters = 5, intervals = 20, controls = heaters * intervals;
constexpr double duration = 0.9, penalty = 1e-6;

double target(int i) {
  const double x = double(i) / (points - 1);
  return std::sin(3.14159265358979 * x) * (1.0 + 0.5 * std::cos(9.42477796076938 * x));
}

/// How much of a heater a point gets.
double reach[heaters][points];

void placeHeaters() {
  for (int k = 0; k < heaters; ++k)
    for (int i = 0; i < points; ++i) {
      const double distance = double(i) / (points - 1) - (k + 0.5) / heaters;
      reach[k][i] = std::exp(-80.0 * distance * distance);
    }
}

/// The temperature at the end.
void simulate(const double *control, double *u) {
  const double h = 1.0 / (points - 1), dt = duration / steps;
  double next[points] = {};
  for (int i = 0; i < points; ++i)
    u[i] = 0.0;
#pragma adjoint checkpoint snapshots(60)
  for (int t = 0; t < steps; ++t) {
    const double *now = control + t / (steps / intervals) * heaters;
    for (int i = 1; i < points - 1; ++i) {
      double source = -0.5 * u[i] * u[i];
      for (int k = 0; k < heaters; ++k)
        source += reach[k][i] * now[k];
      next[i] = u[i] + dt * ((u[i - 1] - 2.0 * u[i] + u[i + 1]) / (h * h) + source);
    }
    for (int i = 1; i < points - 1; ++i)
      u[i] = next[i];
  }
}

#pragma adjoint reverse value
double misfit(const double *control) {
  double u[points];
  simulate(control, u);
  double sum = 0.0;
  for (int i = 0; i < points; ++i)
    sum += (u[i] - target(i)) * (u[i] - target(i)) / (points - 1);
  for (int j = 0; j < controls; ++j)
    sum += penalty * control[j] * control[j];
  return sum;
}

using Vector = std::vector<double>;

double dot(const Vector &a, const Vector &b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// The two loops of L-BFGS (Nocedal 1980): the gradient, times an approximate inverse Hessian.
Vector direction(Vector g, const std::vector<Vector> &moves, const std::vector<Vector> &turns) {
  std::vector<double> share(moves.size());
  for (std::size_t k = moves.size(); k-- > 0;) {
    share[k] = dot(moves[k], g) / dot(moves[k], turns[k]);
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] -= share[k] * turns[k][i];
  }
  if (!moves.empty())
    for (double &x : g)
      x *= dot(moves.back(), turns.back()) / dot(turns.back(), turns.back());
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const double back = dot(turns[k], g) / dot(moves[k], turns[k]);
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] += (share[k] - back) * moves[k][i];
  }
  return g;
}

void showProgress(std::size_t done, std::size_t all) {
  if (done % (all / 50) == 0)
    std::fprintf(stderr, "\r[%-50.*s]", int(50 * done / all), "##################################################");
}

int main() {
  placeHeaters();
  Vector control(controls, 0.0), first(points), last(points);
  simulate(control.data(), first.data());
  auto gradientAt = [&](const Vector &at, double &value) {
    Vector gradient(controls, 0.0);
    value = misfit_b(at.data(), gradient.data(), 1.0);
    return gradient;
  };
  adjoint::on_progress(showProgress);
  double value = 0.0;
  Vector gradient = gradientAt(control, value);
  std::vector<Vector> moves, turns;
  for (int k = 0; k < 25 && std::sqrt(dot(gradient, gradient)) > 1e-7; ++k) {
    const Vector along = direction(gradient, moves, turns);
    const double slope = -dot(gradient, along);
    Vector next = control, nextGradient;
    double size = moves.empty() ? 1.0 / std::sqrt(dot(gradient, gradient)) : 1.0, reached = 0.0;
    do {
      for (int i = 0; i < controls; ++i)
        next[i] = control[i] - size * along[i];
      nextGradient = gradientAt(next, reached);
      size *= 0.5;
    } while (reached > value + 1e-4 * 2.0 * size * slope && size > 1e-10);
    Vector move(controls), turn(controls);
    for (int i = 0; i < controls; ++i) {
      move[i] = next[i] - control[i];
      turn[i] = nextGradient[i] - gradient[i];
    }
    if (dot(move, turn) > 0.0) {
      moves.push_back(move);
      turns.push_back(turn);
    }
    if (moves.size() > 10) {
      moves.erase(moves.begin());
      turns.erase(turns.begin());
    }
    control = next, gradient = nextGradient, value = reached;
    std::fprintf(stderr, "\r%52s\r", "");
    std::printf("L-BFGS %2d: misfit %.6f, gradient %.1e\n", k + 1, value, std::sqrt(dot(gradient, gradient)));
  }
  adjoint::on_progress(nullptr);

  adjoint::reset_checkpoints();
  gradientAt(control, value);
  const adjoint::CheckpointCounts counts = adjoint::checkpoints();
  std::printf("%zu steps reversed, %zu run again, %zu snapshots, at most %zu bytes at once\n", counts.steps, counts.recomputed,
              counts.snapshots, counts.peak_bytes);
  simulate(control.data(), last.data());
  if (std::FILE *file = std::fopen("heat.csv", "w")) {
    std::fprintf(file, "x,target,first,last\n");
    for (int i = 0; i < points; ++i)
      std::fprintf(file, "%g,%g,%g,%g\n", double(i) / (points - 1), target(i), first[i], last[i]);
    std::fclose(file);
  }
}
