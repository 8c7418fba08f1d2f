// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Global pointers, and global structs of pointers, that lead to active memory: set by the function or by its callees,
// before anything uses them.

#include "numeric.h"

double *work, *other;

void square(int n) {
  for (int i = 0; i < n; ++i)
    work[i] *= work[i] + 0.1 * i;
}

#pragma adjoint reverse
double setHere(double x, double y) {
  double buffer[3] = {x, y, 0.5};
  work = buffer;
  square(3);
  buffer[0] *= buffer[1];
  square(2);
  return work[0] * buffer[1] + buffer[2];
}

// What leads to passive memory, overwritten by a callee after it was used.
#pragma adjoint reverse
double passiveBehind(double x, double y) {
  double buffer[2] = {3.0, 2.0};
  work = buffer;
  double z = x * buffer[0] * y * x;
  square(2);
  return z * buffer[1];
}

void setBoth(double *a, double *b, bool isSwapped) {
  if (isSwapped) {
    work = b;
    other = a;
  } else {
    work = a;
    other = b;
  }
  work[0] *= other[1];
}

void swapBoth() {
  double *kept = work;
  work = other;
  other = kept;
}

void mix(int n) {
  for (int i = 0; i < n; ++i) {
    work[i] += other[i] * work[n - 1 - i];
    if (i == 1)
      swapBoth();
  }
}

#pragma adjoint reverse
double setByCallee(double x, double y) {
  double a[4] = {x, y, x * y, 1.0}, b[4] = {y, 0.3, x, y * y};
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    setBoth(a, b, k == 1);
    mix(4);
    sum += a[k] * work[1];
    swapBoth();
    sum *= other[2];
  }
  return sum + a[0] * b[3];
}

// The memory of arguments, walked through.
double advance() {
  double value = *work * *work;
  *work++ = value * 0.5;
  return value;
}

#pragma adjoint reverse
double walk(double *x, int n) {
  work = x;
  double sum = 1.0;
  for (int i = 0; i < n; ++i)
    sum = sum * advance() + x[0];
  return sum;
}

// Heap memory.
void reserve(int n) { work = new double[n]; }
void release() { delete[] work; }

#pragma adjoint reverse
double onHeap(double x, double y) {
  double sum = 0.0;
  for (int k = 1; k < 4; ++k) {
    reserve(k + 1);
    for (int i = 0; i <= k; ++i)
      work[i] = x * i + y;
    square(k + 1);
    sum += work[k] * work[0];
    release();
  }
  return sum * x;
}

// A context.
struct Context {
  int count;
  double scale;
  double *values;
  const double *weights;
};
static Context context;

void apply() {
  for (int i = 0; i < context.count; ++i)
    context.values[i] *= context.weights[i] * context.scale + context.values[0];
}

#pragma adjoint reverse
double throughContext(double x, double y) {
  double values[3] = {x, y, x + y}, weights[3] = {y, 0.7, x * x};
  context.count = 3;
  context.scale = x * 0.3;
  context.values = values;
  context.weights = weights;
  apply();
  context.count = 2;
  context.scale *= values[1];
  weights[0] = values[2];
  apply();
  return values[0] * values[1] + weights[0];
}

// Recursion, which keeps the outer one.
double descend(double x, int depth) {
  double own[2] = {x, x * depth};
  double *outer = work;
  work = own;
  square(2);
  double below = depth > 0 ? descend(own[1] * 0.5, depth - 1) : own[0];
  work = outer;
  work[0] += own[0] * below;
  return below * work[1];
}

#pragma adjoint reverse
double recursive(double x, double y) {
  double top[2] = {x, y};
  work = top;
  double result = descend(y, 2);
  return result * top[0];
}

// A pointer that the caller's memory has nothing to do with, and one that is only read.
static const double table[3] = {0.3, 1.1, 0.7};
const double *weights = table;

#pragma adjoint reverse
double readOnly(double x, double y) {
  double sum = 0.0;
  for (int i = 0; i < 3; ++i)
    sum += weights[i] * x * (i + y) * x;
  return sum;
}

#pragma adjoint reverse
double returnsEarly(double x, double y) {
  if (x > y)
    return x * y * x;
  double a[2] = {x, y};
  work = y > 1.0 ? &a[1] : a;
  square(1);
  return a[0] * a[1] * work[0];
}

// Set in all sections of a switch.
#pragma adjoint reverse
double setInSections(double x, double y) {
  double a[3] = {x, y, 0.5}, b[3] = {y, x * y, x};
  switch (x > 1.0 ? 0 : y > 1.0 ? 1 : 2) {
  case 0:
    work = a;
    break;
  case 1:
    work = b;
    b[0] *= x;
    break;
  default:
    work = b + 1;
  }
  square(2);
  a[1] += work[0] * y;
  return a[0] * b[1] + b[2] * a[1] * work[0];
}

// References and constant pointers are other names of what they lead to.
struct Cell {
  double value, rate[2];
};
static double state[4];
static Cell cell;
static double &energy = state[2];
static double *const momentum = state + 1;
static double &rate = cell.rate[1];
static const double *const seen = &state[0];
static Cell *const onlyCell = &cell;

double readEnergy() { return energy * seen[1]; }

#pragma adjoint reverse
double constantAddresses(double x, double y) {
  static double &last = state[3];
  state[2] = x * x;
  momentum[0] = y;
  onlyCell->value = x * y;
  rate = 0.3 * y;
  double sum = readEnergy() * x;
  last = energy * rate;
  energy *= momentum[0] + cell.value;
  cell.rate[1] *= state[3];
  return sum + state[2] * rate + *(momentum + 2) * onlyCell->rate[1];
}

// A pointer that the caller has set, to passive memory, beside active globals that no pointer leads to.
static double given[3] = {0.5, 1.5, 2.5};
static double *gains = given;
static double level, history[3];

#pragma adjoint reverse
double besidePassive(double x, double y) {
  level = x * y;
  for (int i = 0; i < 3; ++i) {
    history[i] = level * gains[i];
    level += history[i] * x;
  }
  return level * history[1] * gains[2];
}

int main() {
  numeric::Points points = {{0.7, 1.3}, {-1.1, 0.6}};
  numeric::check("setHere", setHere, setHere_b, points);
  numeric::check("passiveBehind", passiveBehind, passiveBehind_b, points);
  numeric::check("setByCallee", setByCallee, setByCallee_b, points);
  numeric::check("walk", walk, walk_b, {{0.7, 1.3, 0.4}, {-1.1, 0.6}});
  numeric::check("onHeap", onHeap, onHeap_b, points);
  numeric::check("throughContext", throughContext, throughContext_b, points);
  numeric::check("recursive", recursive, recursive_b, points);
  numeric::check("readOnly", readOnly, readOnly_b, points);
  numeric::check("returnsEarly", returnsEarly, returnsEarly_b,
                 {{0.7, 1.3}, {-1.1, 0.6}, {1.4, 0.2}});
  numeric::check("setInSections", setInSections, setInSections_b, {{0.7, 1.3}, {-1.1, 0.6}, {1.4, 0.2}});
  numeric::check("constantAddresses", constantAddresses, constantAddresses_b, points);
  numeric::check("besidePassive", besidePassive, besidePassive_b, points);
  return numeric::report();
}
