// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Interfaces of C: structs with a function and a pointer to void for its data, and functions in structs on the heap.

#include "numeric.h"

#include <cmath>
#include <cstdlib>

using Vector = numeric::Vector;

// As in optimisers of C.
typedef double (*Callback)(unsigned n, const double *x, void *data);
struct Line {
  double a, b;
};
static double line(unsigned n, const double *x, void *data) {
  const Line *d = (const Line *)data;
  return d->a * x[0] + d->b * x[n - 1] * x[n - 1];
}
static double bent(unsigned, const double *x, void *data) {
  Line *d = static_cast<Line *>(data);
  d->b += x[0]; // overwritten, and read by the next call
  return std::sin(d->a * x[0]) * d->b;
}
struct Constraint {
  Callback f;
  void *data;
};

#pragma adjoint reverse
double constraints(const double *x, int n) {
  Line d[2] = {{x[0], 0.5}, {-1.0, x[1]}};
  Constraint c[] = {{line, &d[0]}, {bent, &d[1]}, {bent, &d[0]}};
  double s = 0.0;
  for (int i = 0; i < 3; ++i)
    s += c[i].f(unsigned(n), x, c[i].data) * (1.0 + 0.1 * s);
  return s;
}

// The problem on the heap, filled by functions, with data of its own.
struct Problem {
  int count;
  double (*f)(const double *, const void *);
  void *data;
  Constraint *constraints;
};
struct Weights {
  int n;
  double *w;
};
static double weighted(const double *x, const void *data) {
  const Weights *weights = (const Weights *)data;
  double s = 0.0;
  for (int i = 0; i < weights->n; ++i)
    s += weights->w[i] * x[i] * x[i];
  return s;
}
static Problem *create(double (*f)(const double *, const void *), void *data) {
  Problem *p = (Problem *)calloc(1, sizeof(Problem));
  p->f = f;
  p->data = data;
  return p;
}
static void add(Problem *p, Callback f, Line *data) {
  if (!p->constraints)
    p->constraints = (Constraint *)malloc(4 * sizeof(Constraint));
  Constraint *one = &p->constraints[p->count++];
  one->f = f;
  one->data = data;
}
static double penalty(const Problem *p, const double *x, int n) {
  double s = p->data != NULL ? p->f(x, p->data) : 0.0;
  for (int i = 0; i < p->count; ++i) {
    const double c = p->constraints[i].f(unsigned(n), x, p->constraints[i].data);
    s += c * c * s;
  }
  return s;
}

#pragma adjoint reverse
double problem(const double *x, int n) {
  Weights weights;
  weights.n = n;
  weights.w = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; ++i)
    weights.w[i] = std::exp(-x[i]);
  Line d[2] = {{x[0], x[1]}, {0.25, x[1] * x[0]}};
  Problem *p = create(weighted, &weights);
  add(p, line, &d[0]);
  add(p, bent, &d[1]);
  double s = penalty(p, x, n);
  weights.w[0] *= s;
  s += penalty(p, x, n);
  free(p->constraints);
  free(p);
  free(weights.w);
  return s;
}

// The data changes between the calls, and the object is handed on by value.
struct Law {
  double (*f)(double, void *);
  void *params;
};
static double power(double x, void *params) {
  const double *p = (const double *)params;
  return p[0] * std::pow(x, p[1]);
}
static double integral(Law law, double a, double b) {
  double s = 0.0;
  for (int i = 0; i < 4; ++i)
    s += law.f(a + (b - a) * (i + 0.5) / 4, law.params) * (b - a) / 4;
  return s;
}
#pragma adjoint reverse
double integrals(double a, double b) {
  double first[2] = {a, 2.0}, second[2] = {b, 1.5};
  Law law;
  law.f = &power;
  law.params = first;
  double s = integral(law, 1.0, 1.0 + a * a);
  law.params = s > 0.5 ? second : first;
  s += integral(law, 1.0, 1.0 + b * b);
  const Law copy = law;
  first[0] *= s;
  return s * integral(copy, 1.0, 2.0);
}

// Functions in an object on the heap that one of them sets.
struct Simulation;
typedef struct Potential {
  double sigma;
  int (*force)(struct Simulation *s);
  void (*destroy)(struct Potential **);
} Potential;
typedef struct Simulation {
  double energy;
  Potential *potential;
} Simulation;
static int pair(Simulation *s) {
  s->energy += s->potential->sigma * s->potential->sigma * s->energy;
  return 0;
}
static int embedded(Simulation *s) {
  s->energy = std::sqrt(s->energy + s->potential->sigma);
  return 1;
}
static void destroy(Potential **p) {
  free(*p);
  *p = NULL;
}
static Potential *make(double sigma, int kind) {
  Potential *p = (Potential *)malloc(sizeof(Potential));
  p->sigma = sigma;
  p->force = kind == 0 ? pair : embedded;
  p->destroy = destroy;
  return p;
}
#pragma adjoint reverse
double simulated(const double *x, int n) {
  Simulation *s = (Simulation *)malloc(sizeof(Simulation));
  s->energy = 1.5;
  int kinds = 0;
  for (int i = 0; i < n; ++i) {
    s->potential = make(x[i], i % 2);
    for (int k = 0; k < 2; ++k)
      kinds += s->potential->force(s);
    s->potential->destroy(&s->potential);
  }
  const double energy = s->energy * kinds;
  free(s);
  return energy;
}

int main() {
  numeric::check("constraints", constraints, constraints_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  numeric::check("problem", problem, problem_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  numeric::check("integrals", integrals, integrals_b, {{0.7, 0.3}, {0.4, 1.3}});
  numeric::check("simulated", simulated, simulated_b, {{0.7, 0.3, 0.9}, {0.4, 1.3}});
  return numeric::report();
}
