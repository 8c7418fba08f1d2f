// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline
//
// User data through `void *`, the interface of solvers in C.

#include "numeric.h"

#include <cmath>
#include <cstdlib>
#include <vector>

struct Par {
  double a, b;
};
struct Fit {
  const double *data;
  int n;
  double weight;
};

// ------------------------------------------------------------- called directly

static double cost(unsigned n, const double *x, void *data) {
  const Par *p = (const Par *)data;
  double s = 0;
  for (unsigned i = 0; i < n; ++i)
    s += p->a * x[i] * x[i] + p->b;
  return s;
}

#pragma adjoint reverse
double direct(const double *x, int n) {
  Par p = {x[0] * x[0], 3 * x[1]};
  return cost(n, x, &p) * p.a;
}

// The same function for two types.
static double either(const void *data, bool isFit) {
  if (isFit)
    return 0.5;
  return static_cast<const Par *>(data)->a * reinterpret_cast<const Par *>(data)->b;
}

#pragma adjoint reverse
double twice(const double *x, int n) {
  Par p = {x[0], x[1]};
  double s = either(&p, false);
  p.a = s * x[n - 1];
  return s + either(&p, false);
}

// ------------------------------------------------ through pointers to functions

typedef void (*Rhs)(double t, const double *y, double *d, void *user);

static void decay(double t, const double *y, double *d, void *user) {
  Par *p = static_cast<Par *>(user);
  d[0] = p->a * y[0] - p->b * y[0] * y[0] * t;
}
static void oscillate(double t, const double *y, double *d, void *user) {
  const double *c = (double *)user;
  d[0] = std::sin(c[0] * t) * y[0] + c[1];
}
static void step(Rhs f, double t, double *y, double h, void *user) {
  double k[1], z[1];
  f(t, y, k, user);
  z[0] = y[0] + 0.5 * h * k[0];
  f(t + 0.5 * h, z, k, user);
  y[0] += h * k[0];
}
static void integrate(Rhs f, double *y, int n, void *const user) {
  for (int i = 0; i < n; ++i)
    step(f, 0.1 * i, y, 0.1, user);
}

#pragma adjoint reverse
double solved(const double *x, int n) {
  Par p{x[0], x[1]};
  double y[1] = {x[n - 1]};
  integrate(decay, y, 5, &p);
  double c[2] = {x[0] * x[1], 0.3};
  integrate(&oscillate, y, 4, c);
  return y[0] * p.a;
}

// Constant tables, templates, default arguments, and objects that are const.
static double product(double x, void *data) {
  const Par *p = (Par *)data;
  const Par &q = *(Par *)data;
  return p->a * q.b * x;
}
static double shifted(double x, const void *data = nullptr) {
  if (data == NULL)
    return x;
  return x + ((const double *)data)[1] * x;
}
static double fromTable(double x, void *data) {
  static double (*const table[])(double, void *) = {product, product};
  return table[1](x, data);
}
template <class F> static double quadrature(F f, void *data) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += f(0.1 * i, data);
  return s;
}

#pragma adjoint reverse
double manyForms(const double *x, int n) {
  Par p[2] = {{x[0], x[1]}, {x[1], x[n - 1]}};
  const Par fixed = {x[1], x[0]};
  return fromTable(x[0], p) * product(x[1], &p[1]) + shifted(x[0], x) + product(x[1], (void *)&fixed) +
         quadrature(product, p) + quadrature([](double t, void *data) { return product(t, data) * t; }, p + 1);
}

// --------------------------------------- written, tested and handed on by the callee

static void update(void *state, const double *x, int n) {
  if (!state || state == nullptr)
    return;
  void *same = state;
  Par *p = (Par *)same;
  for (int i = 0; i < n; ++i) {
    p->a = p->a * x[i] + p->b;
    p->b += std::sin(p->a);
  }
  if (same == (void *)p && NULL != state)
    p->a *= p->b;
}

#pragma adjoint reverse
double written(const double *x, int n) {
  Par p = {1.0, x[0]};
  void *v = &p;
  update(v, x, n);
  update(&p, x, 1);
  return p.a + static_cast<Par *>(v)->b * p.b;
}

static double recursive(int n, void *data) {
  double *v = (double *)data;
  if (n == 1)
    return v[0];
  v[0] *= v[n - 1];
  return v[n - 1] * recursive(n - 1, data);
}

#pragma adjoint reverse
double recursion(const double *x, int n) {
  std::vector<double> v(x, x + n);
  return recursive(n, v.data());
}

// -------------------------------------------------- members, constructors, classes

struct Objective {
  const void *user;
  double operator()(double x, const void *given) const {
    const Fit *fit = static_cast<const Fit *>(given);
    double s = 0;
    for (int i = 0; i < fit->n; ++i)
      s += (x - fit->data[i]) * (x - fit->data[i]) * fit->weight;
    return s;
  }
};
struct Sum {
  double value;
  Sum(void *data, int n) : value(0) {
    double *v = static_cast<double *>(data);
    for (int i = 0; i < n; ++i)
      value += v[i] * v[0];
  }
};

#pragma adjoint reverse
double members(const double *x, int n) {
  Fit fit = {x, n, x[1]};
  Objective objective{nullptr};
  double v[2] = {x[0], x[1] * x[1]};
  Sum sum(v, 2);
  return objective(x[0] * 0.3, &fit) + sum.value * x[n - 1];
}

// A class that generated code has as a plain struct.
class Model {
public:
  explicit Model(const double *x, int n) : coefficients(x, x + n) {}
  double at(double t) const {
    double s = 0;
    for (double c : coefficients)
      s = s * t + c;
    return s;
  }
  std::vector<double> coefficients;
};
static double evaluate(double t, void *model) { return static_cast<Model *>(model)->at(t); }
static double ofSquare(double t, void *model) { return ((const Model *)model)->at(t * t); }
static double sumOver(double (*f)(double, void *), int n, void *params) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += f(0.2 * i, params) * (i + 1);
  return s;
}

#pragma adjoint reverse
double ofClass(const double *x, int n) {
  Model model(x, n);
  return sumOver(evaluate, 3, &model) * sumOver(ofSquare, 2, &model);
}

#pragma adjoint reverse
double ofLambdas(const double *x, int n) {
  Par p = {x[0], x[1]};
  const double s = sumOver([](double t, void *data) { return ((Par *)data)->a * std::sin(t * ((Par *)data)->b); }, n, &p);
  Model model(x, n);
  return s * sumOver([](double t, void *data) { return evaluate(t * t, data); }, 2, &model);
}

// ------------------------------------------------------------ chosen pointers

static double ofChosen(const double *x, void *one, const void *other) {
  const void *chosen = x[0] > 1 ? one : other;
  const void *perhaps = x[1] > 1 ? other : nullptr;
  return ((const Par *)chosen)->a * x[1] + (perhaps ? ((const Par *)perhaps)->b * x[0] : x[1] * x[1]);
}

#pragma adjoint reverse
double chosen(const double *x, int n) {
  Par p = {x[0], x[1]}, q = {x[n - 1], x[0] * x[1]};
  return ofChosen(x, &p, &q);
}

// ------------------------------------------------------------ memory

static void destroy(void *memory) {
  if (memory)
    free(memory);
}

#pragma adjoint reverse
double allocated(const double *x, int n) {
  double *t = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[0];
  const double s = t[0] * t[n - 1];
  destroy(t);
  return s;
}

int main() {
  const numeric::Points points = {{1.2, 0.7, 0.4}, {0.4, 1.9, -0.3, 1.1}};
  numeric::check("direct", direct, direct_b, points);
  numeric::check("twice", twice, twice_b, points);
  numeric::check("solved", solved, solved_b, points);
  numeric::check("manyForms", manyForms, manyForms_b, points);
  numeric::check("written", written, written_b, points);
  numeric::check("recursion", recursion, recursion_b, points);
  numeric::check("members", members, members_b, points);
  numeric::check("ofClass", ofClass, ofClass_b, points);
  numeric::check("ofLambdas", ofLambdas, ofLambdas_b, points);
  numeric::check("chosen", chosen, chosen_b, points);
  numeric::check("allocated", allocated, allocated_b, points);
  return numeric::report();
}
