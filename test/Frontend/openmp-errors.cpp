// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// What is refused of OpenMP.

//--- what a task has a copy of
// flags: -- -fopenmp
#include <vector>
#pragma adjoint reverse
double f(const double *x) {
  std::vector<double> y(2, x[0]);
#pragma omp task
  y[0] *= x[1]; // error: the clause 'firstprivate(y)' of OpenMP cannot be differentiated here; say shared...
  return y[0];
}

//--- a sum of tasks
// flags: -- -fopenmp
#pragma adjoint reverse
double f(const double *x, int n) {
  double s = 0;
#pragma omp taskgroup task_reduction(+ : s) // error: the clause 'task_reduction' of OpenMP cannot be...
  for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : s)
    s += x[i];
  }
  return s;
}

//--- a device
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double *x, int n) {
#pragma omp target teams distribute parallel for // error: OpenMP 'target teams distribute parallel for'...
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
  return x[0];
}

//--- a block for a device
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double *x) {
#pragma omp target // error: OpenMP 'target' cannot be differentiated; have a sequential adjoint made without...
  x[0] *= x[1];
  return x[0];
}

//--- a private copy of an object
// flags: -- -fopenmp
struct Pair {
  Pair(double a, double b) : a(a), b(b) {}
  Pair(const Pair &other) : a(other.a), b(other.b) {}
  double a, b;
};
#pragma adjoint reverse
double f(double *x, int n) {
  Pair p = {1, 2};
#pragma omp parallel for firstprivate(p) // error: the clause 'firstprivate(p)' of OpenMP cannot be...
  for (int i = 0; i < n; ++i)
    x[i] *= p.a;
  return x[0];
}

//--- a sum up to each iteration
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double *x, int n) {
  double s = 0;
#pragma omp parallel for reduction(inscan, + : s) // error: the clause 'reduction' of OpenMP cannot be...
  for (int i = 0; i < n; ++i) {
    s += x[i];
#pragma omp scan inclusive(s)
    x[i] = s;
  }
  return s;
}

//--- sums of a loop that is not parallel
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double x) {
#pragma adjoint sums(atomic) // error: '#pragma adjoint sums' must stand right before a parallel loop
  for (int i = 0; i < 3; ++i)
    x *= x;
  return x;
}

//--- a reduction that the program declares
// flags: -- -fopenmp
#pragma omp declare reduction(larger : double : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 0)
#pragma adjoint reverse
double f(const double *x, int n) {
  double most = 0;
#pragma omp parallel for reduction(larger : most) // error: the clause 'reduction' of OpenMP cannot be...
  for (int i = 0; i < n; ++i)
    most = x[i] > most ? x[i] : most;
  return most;
}

//--- a linear variable
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double *x, int n) {
  int k = 0;
#pragma omp parallel for linear(k : 1) // error: the clause 'linear' of OpenMP cannot be differentiated...
  for (int i = 0; i < n; ++i) {
    x[k] *= x[k];
    ++k;
  }
  return x[0];
}

//--- a loop that another function's threads share
// flags: -- -fopenmp
static void square(double *x, int n) {
#pragma omp for // error: OpenMP 'for' outside of a parallel loop or region of its function cannot be...
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
}
#pragma adjoint reverse
double f(double *x, int n) {
#pragma omp parallel
  square(x, n);
  return x[0];
}

//--- an atomic sum in a function that iterations call
// flags: -- -fopenmp
static void add(double &sum, double x) {
#pragma omp atomic // error: OpenMP 'atomic' outside of a parallel loop or region of its function cannot be...
  sum += x;
}
#pragma adjoint reverse
double f(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    add(sum, x[i] * x[i]);
  return sum;
}

//--- a transformed loop
// flags: -- -fopenmp
#pragma adjoint reverse
double f(double *x, int n) {
#pragma omp parallel for // error: OpenMP 'parallel for' cannot be differentiated in front of this loop;...
#pragma omp tile sizes(4)
  for (int i = 0; i < n; ++i)
    x[i] *= x[i];
  return x[0];
}
