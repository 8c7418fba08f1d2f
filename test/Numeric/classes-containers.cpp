// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Classes derived from containers: constructed, indexed, iterated, grown, copied and assigned as wholes, nested.

#include "numeric.h"

#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace {

struct Matrix : public std::vector<std::vector<double>> {
  Matrix(int rows, int columns) : std::vector<std::vector<double>>(rows) {
    for (int i = 0; i < rows; ++i)
      (*this)[i].resize(columns);
  }
  double trace() const {
    double s = 0;
    for (std::size_t i = 0; i < size(); ++i)
      s += at(i)[i];
    return s;
  }
};

struct Polynomial : std::vector<double> {
  double factor = 2;
  double operator()(double t) const {
    double r = 0;
    for (auto it = rbegin(); it != rend(); ++it)
      r = r * t + *it;
    return r * factor;
  }
  void scale(double by) {
    for (double &c : *this)
      c *= by * front();
  }
};

struct Tree : std::vector<Tree> {
  double value = 0;
  double sum() const {
    double s = value * value;
    for (const Tree &child : *this)
      s += std::sin(child.sum());
    return s;
  }
};

struct Point : std::array<double, 2> {
  double norm2() const { return (*this)[0] * (*this)[0] + (*this)[1] * back(); }
};

struct Marked : Polynomial {
  int mark = 1;
};

} // namespace

#pragma adjoint reverse
double matrix(const double *x, int n) {
  Matrix a(n, n);
  for (int i = 0; i < n; ++i) {
    a[i][i] = x[i] * x[i];
    a[i][0] *= x[0];
  }
  double s = a.trace();
  Matrix b = a;
  b.push_back({x[0], x[1]});
  b[0][0] *= b[0][0];
  for (const auto &row : b)
    for (double v : row)
      s += v * std::sin(v);
  return s + a[0][0];
}

#pragma adjoint reverse
double polynomial(const double *x, int n) {
  Polynomial p;
  for (int i = 0; i < n; ++i)
    p.push_back(x[i]);
  p.factor = x[0];
  Polynomial q = p;
  q[0] *= x[1];
  q.scale(x[1]);
  q = p.size() > 5 ? p : q;
  return p(0.5) * q(x[0]);
}

#pragma adjoint reverse
double tree(const double *x, int n) {
  Tree root;
  root.value = x[0];
  for (int i = 1; i < n; ++i) {
    Tree child;
    child.value = x[i] * x[0];
    child.resize(1);
    child[0].value = x[i];
    root.push_back(child);
  }
  root.front()[0].value *= x[1];
  return root.sum();
}

#pragma adjoint reverse
double points(const double *x, int n) {
  double s = 0;
  Point p;
  for (int i = 0; i + 1 < n; ++i) {
    p[0] = x[i] * s + x[i];
    p[1] = x[i + 1];
    s += p.norm2();
    p.fill(s);
    s += p[1] * x[i];
  }
  return s;
}

#pragma adjoint reverse
double marked(const double *x, int n) {
  std::map<int, Marked> all;
  for (int i = 0; i < n; ++i)
    all[i % 2].push_back(x[i] * x[i]);
  all[1].factor = x[0];
  double s = 0;
  for (auto &[key, p] : all)
    s += p(x[1]) * (key + p.mark);
  return s;
}

// With the constructors of the container: a list, a size and a value, a range, another vector.
class Poly : public std::vector<double> {
public:
  using std::vector<double>::vector;
  explicit Poly(const std::vector<double> &other) : std::vector<double>(other) {}
  double at(double t) const {
    double sum = 0.0;
    for (double c : *this)
      sum = sum * t + c;
    return sum;
  }
};

#pragma adjoint reverse
double inheritedConstructors(double x, double t) {
  Poly list{x, x * x, 1.0}, repeated(2, x * t);
  const double some[] = {t, x, t * x};
  Poly range(some, some + 3), copy(range);
  copy.push_back(x);
  repeated[1] *= x;
  return list.at(t) * repeated.at(x) + range.at(x) * copy.at(t);
}

int main() {
  numeric::check("inheritedConstructors", inheritedConstructors, inheritedConstructors_b, {{0.7, 1.2}, {1.3, 0.4}});
  numeric::check("matrix", matrix, matrix_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  numeric::check("polynomial", polynomial, polynomial_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1, 0.3, 0.2, 0.8}});
  numeric::check("tree", tree, tree_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  numeric::check("points", points, points_b, {{0.7, 1.3}, {-0.4, 0.9, 1.1}});
  numeric::check("marked", marked, marked_b, {{0.7, 1.3, 0.5}, {-0.4, 0.9, 1.1, 0.3}});
  return numeric::report();
}
