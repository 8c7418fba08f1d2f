// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Functions in two halves whose branches have arrays and objects of their own: classes of a virtual function, a branch in a branch, one
// array for two branches, an array in a loop, and addresses that are handed on.
//
// NUMERIC-VARIANTS: --no-inline | --no-tbr --no-inline

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

struct Point {
  double x, y;
};

static void mix(Point *p, double *w, int n) {
  for (int i = 0; i < n; ++i) {
    p[i].x += 0.3 * w[i] * p[(i + 1) % n].y;
    w[i] = w[i] * std::cos(p[i].x);
  }
}

struct Rule {
  virtual ~Rule() = default;
  virtual void apply(std::vector<double> &s, double t) const = 0;
};
struct Pairs : Rule {
  int at;
  explicit Pairs(int at) : at(at) {}
  void apply(std::vector<double> &s, double t) const override {
    Point p[3];
    double w[3];
    for (int i = 0; i < 3; ++i) {
      p[i] = {s[(at + i) % 4], t * i};
      w[i] = s[(at + 2 * i) % 4] * s[at];
    }
    mix(p, w, 3);
    for (int i = 0; i < 3; ++i)
      s[(at + i) % 4] += 0.1 * p[i].x * w[i];
  }
};
struct Nested : Rule {
  void apply(std::vector<double> &s, double t) const override {
    double both[2] = {s[0] * t, s[1]};
    if (s[2] > 0.2) {
      double own[4];
      for (int k = 0; k < 4; ++k)
        own[k] = std::sin(s[k] * t);
      if (s[3] > 0.1) {
        double inner[2];
        inner[0] = own[0] * own[3];
        inner[1] = inner[0] * own[1] + both[1];
        s[1] = inner[1] * inner[0];
      }
      both[0] *= own[2];
      s[0] += both[0] * own[1];
    } else {
      for (int k = 0; k < 3; ++k) {
        double row[2] = {s[k], s[k + 1] * both[0]};
        row[1] *= row[0];
        s[k] = 0.5 * s[k] + row[1];
      }
    }
    s[3] += both[0] * both[1];
  }
};
struct Object : Rule {
  double k;
  explicit Object(double k) : k(k) {}
  void apply(std::vector<double> &s, double t) const override {
    std::vector<double> own(s.begin(), s.end());
    Point q{own[0], own[1]};
    Point *best = own[2] > 0 ? &q : nullptr;
    if (best) {
      best->x *= k * t;
      best->y += best->x * own[3];
    }
    s[0] = q.x * q.y;
    s[2] = own[1] * own[2];
  }
};

#pragma adjoint reverse
double rules(const double *x, int n) {
  std::vector<double> s(x, x + n);
  std::vector<std::unique_ptr<Rule>> all;
  all.push_back(std::make_unique<Pairs>(0));
  all.push_back(std::make_unique<Nested>());
  all.push_back(std::make_unique<Object>(0.8));
  all.push_back(std::make_unique<Pairs>(2));
  for (int t = 1; t < 4; ++t)
    for (const auto &rule : all)
      rule->apply(s, 0.4 * t);
  return s[0] + s[1] * s[2] + s[3];
}

static void chosen(double *s, int which, double t) {
  double a[3], b[3];
  if (which == 0) {
    for (int i = 0; i < 3; ++i)
      a[i] = s[i] * t;
    s[0] = a[1] * a[2];
  } else if (which == 1) {
    for (int i = 0; i < 3; ++i)
      b[i] = std::exp(0.2 * s[i]);
    s[1] = b[0] * b[2] * s[1];
  } else {
    a[0] = s[0] * s[1];
    b[0] = a[0] * s[2];
    s[2] = b[0] * a[0] + 0.1 * t;
  }
}

#pragma adjoint reverse
double choices(const double *x, int n) {
  std::vector<double> s(x, x + n);
  for (int i = 0; i < 6; ++i)
    chosen(s.data(), i % 3, 0.7 + s[3]);
  return s[0] * s[1] + s[2];
}

int main() {
  using numeric::Vector;
  auto check = [&](const char *name, auto function, auto adjoint) {
    for (const Vector &x : {Vector{0.4, 0.9, 0.6, 0.7}, Vector{1.1, 0.25, -0.5, 0.6}})
      numeric::check(
          name, x, [=](const Vector &at) { return Vector{function(at.data(), 4)}; },
          [=](const Vector &at, const Vector &y_b) {
            Vector x_b(at.size());
            adjoint(at.data(), x_b.data(), 4, y_b[0]);
            return x_b;
          });
  };
  check("rules", rules, rules_b);
  check("choices", choices, choices_b);
  return numeric::report();
}
