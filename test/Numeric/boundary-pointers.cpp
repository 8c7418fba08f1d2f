// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Objects that are passed by pointers: without an adjoint, read, overwritten, grown, handed on; of a class with private
// members.

#include "numeric.h"

#include <cmath>
#include <vector>

using Vector = numeric::Vector;

struct Data {
  Vector w;
  double scale = 1;
};

class Spring {
public:
  Spring(double stiffness, double rest) : stiffness(stiffness), rest(rest) {}
  double force(double x) const { return stiffness * (x - rest) * (x - rest); }
  void soften(double factor) {
    stiffness *= factor;
    stiffness *= stiffness;
  }
  double k() const { return stiffness; }
  double l() const { return rest; }

private:
  double stiffness, rest;
};

#pragma adjoint reverse wrt(x)
double passive(const double *x, int n, const Data *d) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * d->w[i] * d->scale;
  return s;
}

double norm(const Data *d) {
  double s = 0;
  for (double w : d->w)
    s += w * w;
  return s * d->scale;
}

#pragma adjoint reverse
double read(const Data *d, double t) { return norm(d) * std::sin(t * d->w[1]) + (*d).scale; }

void halve(Data *const d) {
  for (double &w : d->w)
    w *= 0.5 * w;
}

#pragma adjoint reverse
double changed(Data *d, double t) {
  d->w[0] *= t * d->w[1];
  halve(d);
  d->scale *= d->w[0];
  return norm(d);
}

#pragma adjoint reverse
void grown(Data *d, double t) {
  d->w.push_back(t * d->w[0]);
  d->w[0] *= t;
}

#pragma adjoint reverse
double spring(Spring *s, double x) {
  const double before = s->force(x);
  s->soften(x);
  return before * s->force(2 * x);
}

int main() {
  const Data data = {{0.3, 1.2, -0.7}, 2.5};
  numeric::check(
      "passive", {0.7, 1.3, -0.4}, [&](const Vector &x) { return Vector{passive(x.data(), 3, &data)}; },
      [&](const Vector &x, const Vector &y_b) {
        Vector x_b(3);
        passive_b(x.data(), x_b.data(), 3, &data, y_b[0]);
        return x_b;
      });
  auto dataOf = [](const Vector &v) { return Data{Vector(v.begin(), v.begin() + 2), v[2]}; };
  auto numbers = [](const Data &d, std::initializer_list<double> more) {
    Vector all = d.w;
    all.push_back(d.scale);
    all.insert(all.end(), more);
    return all;
  };
  numeric::check(
      "read", {0.7, 1.3, -0.4, 0.9},
      [&](const Vector &v) {
        const Data d = dataOf(v);
        return Vector{read(&d, v[3])};
      },
      [&](const Vector &v, const Vector &y_b) {
        const Data d = dataOf(v);
        Data d_b = {Vector(2), 0.0};
        double t_b = 0;
        read_b(&d, &d_b, v[3], t_b, y_b[0]);
        return numbers(d_b, {t_b});
      });
  numeric::check(
      "changed", {0.7, 1.3, -0.4, 0.9},
      [&](const Vector &v) {
        Data d = dataOf(v);
        const double y = changed(&d, v[3]);
        return numbers(d, {y});
      },
      [&](const Vector &v, const Vector &y_b) {
        Data d = dataOf(v), d_b = dataOf(y_b);
        double t_b = 0;
        changed_b(&d, &d_b, v[3], t_b, y_b[3]);
        return numbers(d_b, {t_b});
      });
  numeric::check(
      "grown", {0.7, 1.3, -0.4, 0.9},
      [&](const Vector &v) {
        Data d = dataOf(v);
        grown(&d, v[3]);
        return numbers(d, {});
      },
      [&](const Vector &v, const Vector &y_b) {
        Data d = dataOf(v), d_b = {Vector(y_b.begin(), y_b.begin() + 3), y_b[3]};
        double t_b = 0;
        grown_b(&d, &d_b, v[3], t_b);
        return numbers(d_b, {t_b});
      });
  numeric::check(
      "spring", {0.7, 1.3, 0.4},
      [](const Vector &v) {
        Spring s(v[0], v[1]);
        const double y = spring(&s, v[2]);
        return Vector{y, s.k(), s.l()};
      },
      [](const Vector &v, const Vector &y_b) {
        Spring s(v[0], v[1]), s_b(y_b[1], y_b[2]);
        double x_b = 0;
        spring_b(&s, &s_b, v[2], x_b, y_b[0]);
        return Vector{s_b.k(), s_b.l(), x_b};
      });
  return numeric::report();
}
