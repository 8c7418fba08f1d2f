// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-NEEDS-ANALYSES
// NUMERIC-VARIANTS: --no-tbr | --no-liveness
//
// Steps as they are written: containers are assigned, moved, swapped and returned whole. Each loop stands here with snapshots and without:
// gradients are the same to the last bit, for odd and even numbers of steps, and for none. But for calls that are inlined for the sake of
// snapshots, by which sums of adjoints have another order.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

static double sum(const std::vector<double> &v) {
  double total = 0.0;
  for (double one : v)
    total += one;
  return total;
}

// Its size goes up and down.
static std::vector<double> next(const std::vector<double> &u) {
  std::vector<double> v(u.size() % 2 == 0 ? u.size() + 1 : u.size() - 1);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = u[i % u.size()] * std::cos(u[(i + 1) % u.size()]) + 0.1;
  v[0] = v[0] * v[1];
  return v;
}

static std::vector<double> slope(const std::vector<double> &u) {
  std::vector<double> v(u.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = u[i] * std::sin(u[(i + 1) % u.size()]);
  return v;
}

static std::vector<double> along(std::vector<double> u, const std::vector<double> &v, double h) {
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] += h * v[i];
  return u;
}

static std::vector<int> turned(const std::vector<int> &order) {
  std::vector<int> other;
  for (std::size_t i = 1; i < order.size(); ++i)
    other.push_back(order[i]);
  other.push_back(order[0]);
  return other;
}

struct State {
  std::vector<double> q, p;
  double time;
};

static State advance(const State &s) {
  State next;
  next.q = slope(s.q);
  next.p = s.p;
  for (std::size_t i = 0; i < next.p.size(); ++i)
    next.p[i] = next.p[i] * next.q[i] + s.q[0];
  next.time = s.time + 0.1 + 0.01 * s.q[0];
  return next;
}

// Too large to be a part of its callers but for what it does to vectors.
struct Fluid {
  explicit Fluid(const std::vector<double> &x) : u(x), old(x.size()) {}
  std::vector<double> u, old, flux;
  double energy = 0.0;

  void fluxes() {
    flux.assign(u.size() + 1, 0.0);
    for (std::size_t i = 0; i < u.size(); ++i)
      flux[i] = 0.1 * u[i] * std::sin(u[(i + 1) % u.size()]);
    for (std::size_t i = 0; i < u.size(); ++i)
      flux[i] = flux[i] * std::cos(flux[i + 1]);
    flux.back() = flux[0];
  }

  void step(int t) {
    fluxes();
    for (std::size_t i = 0; i < u.size(); ++i)
      old[i] = u[i] + flux[i + 1] - flux[i];
    for (std::size_t i = 0; i < u.size(); ++i)
      old[i] = old[i] * std::cos(0.1 * old[(i + 1) % u.size()]);
    if (t % 4 == 2)
      u = next(old);
    else
      u.swap(old);
    old.resize(u.size());
    for (double one : u)
      energy += one * one;
    for (std::size_t i = 0; i < flux.size(); ++i)
      energy += flux[i] * u[0];
    energy = std::sin(energy);
    u[1] = u[1] * u[0];
    u[0] = u[0] * 0.9 + 0.1 * energy;
  }
};

struct Rod {
  explicit Rod(const std::vector<double> &x) : u(x.size(), 1.0), v(x.size()) {}
  std::vector<double> u, v;
  double time = 0.0;

  void step() {
    for (int i = 0; i < 4; ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % 4]);
    time += v[0];
    u.swap(v);
  }
};

#pragma adjoint reverse
double assignedThenSwapped(const std::vector<double> &x, int n) {
  std::vector<double> u(4, 1.0), v(4);
  u = x;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % 4]);
    std::swap(u, v);
  }
  u[0] = u[0] * u[1];
  return u[0] + u[3] * v[2];
}

#pragma adjoint reverse
double assignedThenSwappedStored(const std::vector<double> &x, int n) {
  std::vector<double> u(4, 1.0), v(4);
  u = x;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % 4]);
    std::swap(u, v);
  }
  u[0] = u[0] * u[1];
  return u[0] + u[3] * v[2];
}

#pragma adjoint reverse
double inClass(const std::vector<double> &x, int n) {
  Rod rod(x);
  rod.u = x;
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t)
    rod.step();
  return rod.u[0] * rod.u[1] + rod.time;
}

#pragma adjoint reverse
double inClassStored(const std::vector<double> &x, int n) {
  Rod rod(x);
  rod.u = x;
  for (int t = 0; t < n; ++t)
    rod.step();
  return rod.u[0] * rod.u[1] + rod.time;
}

#pragma adjoint reverse
double differentSizes(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v(x.size() + 2, x[0]);
#pragma adjoint checkpoint every(3)
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = std::sin(v[i] + u[i % u.size()] * u[0]);
    u.swap(v);
  }
  return sum(u) * u.back() + sum(v);
}

#pragma adjoint reverse
double differentSizesStored(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v(x.size() + 2, x[0]);
  for (int t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = std::sin(v[i] + u[i % u.size()] * u[0]);
    u.swap(v);
  }
  return sum(u) * u.back() + sum(v);
}

#pragma adjoint reverse
double copied(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v(4);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    v.assign(3 + (t * 5) % 4, 0.5 * u[0]);
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = v[i] * std::cos(u[i % u.size()]);
    u = v;
    u[1] = u[1] * u[2];
  }
  return sum(u);
}

#pragma adjoint reverse
double copiedStored(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v(4);
  for (int t = 0; t < n; ++t) {
    v.assign(3 + (t * 5) % 4, 0.5 * u[0]);
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = v[i] * std::cos(u[i % u.size()]);
    u = v;
    u[1] = u[1] * u[2];
  }
  return sum(u);
}

#pragma adjoint reverse
double movedFromStep(const std::vector<double> &x, int n) {
  std::vector<double> u(x);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(u.size());
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % u.size()]);
    u = std::move(v);
    u[0] = u[0] * u[1];
  }
  return sum(u) * u[0];
}

#pragma adjoint reverse
double movedFromStepStored(const std::vector<double> &x, int n) {
  std::vector<double> u(x);
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(u.size());
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % u.size()]);
    u = std::move(v);
    u[0] = u[0] * u[1];
  }
  return sum(u) * u[0];
}

#pragma adjoint reverse
double swappedWithStep(const std::vector<double> &x, int n) {
  std::vector<double> u(x);
#pragma adjoint checkpoint recursive
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(u.size() + (t % 3 == 1), 0.3);
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] += u[i] * std::cos(u[(i + 1) % u.size()]);
    u.swap(v);
    u[0] = u[0] * v[1] + v[0];
  }
  return sum(u) * u[0];
}

#pragma adjoint reverse
double swappedWithStepStored(const std::vector<double> &x, int n) {
  std::vector<double> u(x);
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(u.size() + (t % 3 == 1), 0.3);
    for (std::size_t i = 0; i < u.size(); ++i)
      v[i] += u[i] * std::cos(u[(i + 1) % u.size()]);
    u.swap(v);
    u[0] = u[0] * v[1] + v[0];
  }
  return sum(u) * u[0];
}

#pragma adjoint reverse
double returned(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t)
    u = next(u);
  return sum(u) * u[1];
}

#pragma adjoint reverse
double returnedStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  for (int t = 0; t < n; ++t)
    u = next(u);
  return sum(u) * u[1];
}

#pragma adjoint reverse
double stages(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    const std::vector<double> k1 = slope(u), k2 = slope(along(u, k1, 0.05));
    u = along(u, k2, 0.1);
  }
  return sum(u) * u[1];
}

#pragma adjoint reverse
double stagesStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  for (int t = 0; t < n; ++t) {
    const std::vector<double> k1 = slope(u), k2 = slope(along(u, k1, 0.05));
    u = along(u, k2, 0.1);
  }
  return sum(u) * u[1];
}

#pragma adjoint reverse
double members(const std::vector<double> &x, int n) {
  State s{x, {x[1], x[0]}, 0.0};
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    s = advance(s);
    if (s.time > 0.85)
      break;
  }
  return sum(s.q) * s.p[0] + sum(s.p) + s.time;
}

#pragma adjoint reverse
double membersStored(const std::vector<double> &x, int n) {
  State s{x, {x[1], x[0]}, 0.0};
  for (int t = 0; t < n; ++t) {
    s = advance(s);
    if (s.time > 0.85)
      break;
  }
  return sum(s.q) * s.p[0] + sum(s.p) + s.time;
}

#pragma adjoint reverse
double threeLevels(const std::vector<double> &x, int n) {
  std::vector<double> before(x), now(x);
#pragma adjoint checkpoint snapshots(3)
  for (int t = 0; t < n; ++t) {
    std::vector<double> after = next(now);
    for (std::size_t i = 0; i < after.size(); ++i)
      after[i] = std::cos(after[i]) - 0.5 * before[i % before.size()] * now[0];
    before = std::move(now);
    now = std::move(after);
  }
  return sum(now) * before[0];
}

#pragma adjoint reverse
double threeLevelsStored(const std::vector<double> &x, int n) {
  std::vector<double> before(x), now(x);
  for (int t = 0; t < n; ++t) {
    std::vector<double> after = next(now);
    for (std::size_t i = 0; i < after.size(); ++i)
      after[i] = std::cos(after[i]) - 0.5 * before[i % before.size()] * now[0];
    before = std::move(now);
    now = std::move(after);
  }
  return sum(now) * before[0];
}

#pragma adjoint reverse
double emptyAtFirst(const std::vector<double> &x, int n) {
  std::vector<double> u, w;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(4);
    for (int i = 0; i < 4; ++i)
      v[i] = x[i];
    if (t > 0)
      for (int i = 0; i < 4; ++i)
        v[i] = v[i] * std::cos(u[i] * u[(i + 1) % 4]);
    w = u;
    u = std::move(v);
    if (t > 1)
      u[0] = u[0] * w[2];
  }
  return sum(u) * (1.0 + sum(w));
}

#pragma adjoint reverse
double emptyAtFirstStored(const std::vector<double> &x, int n) {
  std::vector<double> u, w;
  for (int t = 0; t < n; ++t) {
    std::vector<double> v(4);
    for (int i = 0; i < 4; ++i)
      v[i] = x[i];
    if (t > 0)
      for (int i = 0; i < 4; ++i)
        v[i] = v[i] * std::cos(u[i] * u[(i + 1) % 4]);
    w = u;
    u = std::move(v);
    if (t > 1)
      u[0] = u[0] * w[2];
  }
  return sum(u) * (1.0 + sum(w));
}

#pragma adjoint reverse
double writtenOutside(const std::vector<double> &x, int n) {
  std::vector<double> u(4), v(4);
  for (int i = 0; i < 4; ++i) {
    u[i] = x[i];
    v[i] = x[3 - i] * x[i];
  }
  double a = 0.1;
#pragma adjoint checkpoint recursive
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      if (i != t % 4)
        v[i] = u[i] * std::cos(v[i] + a);
    a += v[t % 4];
    std::swap(u, v);
  }
  return sum(u) * v[1] + a;
}

#pragma adjoint reverse
double writtenOutsideStored(const std::vector<double> &x, int n) {
  std::vector<double> u(4), v(4);
  for (int i = 0; i < 4; ++i) {
    u[i] = x[i];
    v[i] = x[3 - i] * x[i];
  }
  double a = 0.1;
  for (int t = 0; t < n; ++t) {
    for (int i = 0; i < 4; ++i)
      if (i != t % 4)
        v[i] = u[i] * std::cos(v[i] + a);
    a += v[t % 4];
    std::swap(u, v);
  }
  return sum(u) * v[1] + a;
}

#pragma adjoint reverse
double inLargeCalls(const std::vector<double> &x, int n) {
  Fluid fluid(x);
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t)
    fluid.step(t);
  return sum(fluid.u) * fluid.u[1] + fluid.energy;
}

#pragma adjoint reverse
double inLargeCallsStored(const std::vector<double> &x, int n) {
  Fluid fluid(x);
  for (int t = 0; t < n; ++t)
    fluid.step(t);
  return sum(fluid.u) * fluid.u[1] + fluid.energy;
}

#pragma adjoint reverse
double sometimes(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  double a = 1.0;
  int t = 0;
#pragma adjoint checkpoint snapshots(2)
  while (t < n && a < 40.0) {
    if (t % 3 == 1)
      u = next(u);
    else
      u[t % 2] = u[t % 2] * a;
    a += u[0] * u[0];
    ++t;
  }
  return sum(u) * a;
}

#pragma adjoint reverse
double sometimesStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  double a = 1.0;
  int t = 0;
  while (t < n && a < 40.0) {
    if (t % 3 == 1)
      u = next(u);
    else
      u[t % 2] = u[t % 2] * a;
    a += u[0] * u[0];
    ++t;
  }
  return sum(u) * a;
}

#pragma adjoint reverse
double onDisk(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
#pragma adjoint checkpoint every(2) disk(".")
  for (int t = 0; t < n; ++t)
    u = next(u);
  return sum(u) * u[1];
}

#pragma adjoint reverse
double onDiskStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  for (int t = 0; t < n; ++t)
    u = next(u);
  return sum(u) * u[1];
}

#pragma adjoint reverse
double inMemory(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v;
  v = u;
#pragma adjoint checkpoint memory(1kB)
  for (int t = 0; t < n; ++t) {
    v = next(u);
    for (double &one : v)
      one = one * v[0];
    std::swap(u, v);
  }
  return sum(u) * u[1] + v[0];
}

#pragma adjoint reverse
double inMemoryStored(const std::vector<double> &x, int n) {
  std::vector<double> u(x), v;
  v = u;
  for (int t = 0; t < n; ++t) {
    v = next(u);
    for (double &one : v)
      one = one * v[0];
    std::swap(u, v);
  }
  return sum(u) * u[1] + v[0];
}

#pragma adjoint reverse
double neededInFront(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  double a = 1.0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    u[i] = std::sin(u[i]) * a;
    a += u[i] * u[i];
  }
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    u[0] = u[1] * a;
    u = next(u);
  }
  u = next(u);
  for (std::size_t i = 0; i < u.size(); ++i)
    a = a * u[i] + u[0];
  return a;
}

#pragma adjoint reverse
double neededInFrontStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  double a = 1.0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    u[i] = std::sin(u[i]) * a;
    a += u[i] * u[i];
  }
  for (int t = 0; t < n; ++t) {
    u[0] = u[1] * a;
    u = next(u);
  }
  u = next(u);
  for (std::size_t i = 0; i < u.size(); ++i)
    a = a * u[i] + u[0];
  return a;
}

#pragma adjoint reverse
double nested(const std::vector<double> &x, int n) {
  double a = x[0];
  for (int s = 0; s < 2; ++s) {
    std::vector<double> u = x;
    u[0] = a;
#pragma adjoint checkpoint snapshots(2)
    for (int t = 0; t < n; ++t)
      u = next(u);
    a = a * std::cos(sum(u));
  }
#pragma adjoint checkpoint snapshots(2)
  for (int s = 0; s < 3; ++s) {
    std::vector<double> u = x;
    u[0] = a;
    for (int t = 0; t < n; ++t)
      u = next(u);
    a = a * std::cos(sum(u));
  }
  return a;
}

#pragma adjoint reverse
double nestedStored(const std::vector<double> &x, int n) {
  double a = x[0];
  for (int s = 0; s < 2; ++s) {
    std::vector<double> u = x;
    u[0] = a;
    for (int t = 0; t < n; ++t)
      u = next(u);
    a = a * std::cos(sum(u));
  }
  for (int s = 0; s < 3; ++s) {
    std::vector<double> u = x;
    u[0] = a;
    for (int t = 0; t < n; ++t)
      u = next(u);
    a = a * std::cos(sum(u));
  }
  return a;
}

#pragma adjoint reverse
double stepsInStep(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    u[0] = u[0] * u[1];
    for (int s = 0; s < t % 4; ++s)
      u = next(u);
    u[1] = u[0] * u[1];
  }
  return sum(u);
}

#pragma adjoint reverse
double stepsInStepStored(const std::vector<double> &x, int n) {
  std::vector<double> u = x;
  for (int t = 0; t < n; ++t) {
    u[0] = u[0] * u[1];
    for (int s = 0; s < t % 4; ++s)
      u = next(u);
    u[1] = u[0] * u[1];
  }
  return sum(u);
}

#pragma adjoint reverse
double ofNumbers(const std::vector<double> &x, int n) {
  std::vector<int> order = {1, 0, 1, 0};
  std::vector<float> weight(4, 0.5f);
  double a = x[0];
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    order = turned(order);
    std::vector<float> w(weight);
    w[order[0]] = 0.75f * w[order[1]];
    weight = std::move(w);
    a = a * std::cos(x[order[t % 4]]) * weight[0] + 0.1 * a * a;
  }
  return a;
}

#pragma adjoint reverse
double ofNumbersStored(const std::vector<double> &x, int n) {
  std::vector<int> order = {1, 0, 1, 0};
  std::vector<float> weight(4, 0.5f);
  double a = x[0];
  for (int t = 0; t < n; ++t) {
    order = turned(order);
    std::vector<float> w(weight);
    w[order[0]] = 0.75f * w[order[1]];
    weight = std::move(w);
    a = a * std::cos(x[order[t % 4]]) * weight[0] + 0.1 * a * a;
  }
  return a;
}

#pragma adjoint reverse
double pointers(const std::vector<double> &x, int n) {
  double *u = static_cast<double *>(std::malloc(4 * sizeof(double)));
  for (int i = 0; i < 4; ++i)
    u[i] = x[i];
#pragma adjoint checkpoint snapshots(2)
  for (int t = 0; t < n; ++t) {
    double *v = static_cast<double *>(std::malloc(4 * sizeof(double)));
    for (int i = 0; i < 4; ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % 4]);
    if (t % 3 != 2) {
      double *old = u;
      u = v;
      v = old;
    }
    u[2] = u[2] * u[3];
    std::free(v);
  }
  const double result = u[0] * u[2];
  std::free(u);
  return result;
}

#pragma adjoint reverse
double pointersStored(const std::vector<double> &x, int n) {
  double *u = static_cast<double *>(std::malloc(4 * sizeof(double)));
  for (int i = 0; i < 4; ++i)
    u[i] = x[i];
  for (int t = 0; t < n; ++t) {
    double *v = static_cast<double *>(std::malloc(4 * sizeof(double)));
    for (int i = 0; i < 4; ++i)
      v[i] = u[i] * std::cos(u[(i + 1) % 4]);
    if (t % 3 != 2) {
      double *old = u;
      u = v;
      v = old;
    }
    u[2] = u[2] * u[3];
    std::free(v);
  }
  const double result = u[0] * u[2];
  std::free(u);
  return result;
}

namespace {
using Primal = double (*)(const std::vector<double> &, int);
using Adjoint = void (*)(const std::vector<double> &, std::vector<double> &, int, double);

void check(const char *name, Primal f, Adjoint f_b, Adjoint stored_b, double rounding = 0.0) {
  for (const numeric::Vector &x : {numeric::Vector{0.9, 0.4, 0.7, 1.1}, numeric::Vector{0.3, -0.8, 0.6, 0.5}})
    for (int n : {0, 1, 2, 7, 8, 13}) {
      numeric::check(
          name, x, [&](const numeric::Vector &at) { return numeric::Vector{f(at, n)}; },
          [&](const numeric::Vector &at, const numeric::Vector &y_b) {
            numeric::Vector x_b(at.size());
            f_b(at, x_b, n, y_b[0]);
            return x_b;
          });
      numeric::Vector x_b(x.size()), expected(x.size());
      f_b(x, x_b, n, 1.0);
      stored_b(x, expected, n, 1.0);
      for (std::size_t i = 0; i < x.size(); ++i)
        numeric::compare(name, "x_b", i, expected[i], x_b[i], rounding * std::fabs(expected[i]));
    }
}
} // namespace

int main() {
  check("assignedThenSwapped", assignedThenSwapped, assignedThenSwapped_b, assignedThenSwappedStored_b);
  check("inClass", inClass, inClass_b, inClassStored_b);
  check("differentSizes", differentSizes, differentSizes_b, differentSizesStored_b);
  check("copied", copied, copied_b, copiedStored_b);
  check("movedFromStep", movedFromStep, movedFromStep_b, movedFromStepStored_b);
  check("swappedWithStep", swappedWithStep, swappedWithStep_b, swappedWithStepStored_b);
  check("returned", returned, returned_b, returnedStored_b);
  check("stages", stages, stages_b, stagesStored_b);
  check("members", members, members_b, membersStored_b);
  check("threeLevels", threeLevels, threeLevels_b, threeLevelsStored_b);
  check("emptyAtFirst", emptyAtFirst, emptyAtFirst_b, emptyAtFirstStored_b);
  check("writtenOutside", writtenOutside, writtenOutside_b, writtenOutsideStored_b);
  check("inLargeCalls", inLargeCalls, inLargeCalls_b, inLargeCallsStored_b, 1e-12);
  check("sometimes", sometimes, sometimes_b, sometimesStored_b);
  check("onDisk", onDisk, onDisk_b, onDiskStored_b);
  check("inMemory", inMemory, inMemory_b, inMemoryStored_b);
  check("neededInFront", neededInFront, neededInFront_b, neededInFrontStored_b);
  check("nested", nested, nested_b, nestedStored_b);
  check("stepsInStep", stepsInStep, stepsInStep_b, stepsInStepStored_b);
  check("ofNumbers", ofNumbers, ofNumbers_b, ofNumbersStored_b);
  check("pointers", pointers, pointers_b, pointersStored_b);
  return numeric::report();
}
