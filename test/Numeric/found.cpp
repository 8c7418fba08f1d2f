// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-RUNS-PLUGIN
// NUMERIC-VARIANTS: --no-activity
//
// The smallest programs of classes of wrong derivatives and refusals that random programs once found.

#include "numeric.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

// A global that a callee overwrites, after an unnamed parameter without an adjoint.
static double total;
double scaleTotal(double) {
  total = 0.6 * total;
  return 1.0;
}

#pragma adjoint reverse
double globalBehindPassiveParameter(double x) {
  total = x * x;
  double s = x * x;
  if (scaleTotal(s) > 0.2)
    total *= x;
  return total;
}

// A global array that a callee reads by name and gets by pointer.
double globalArray[8];
double byName(const double *p, const double *q) { return globalArray[1] * *p + *q; }

#pragma adjoint reverse
double globalByPointerAndName(double x) {
  globalArray[1] = x;
  globalArray[3] = x * x;
  x *= byName(&globalArray[1], &globalArray[3]);
  return x;
}

// A value that is overwritten before it is used.
double first(const double *y) { return y[0]; }

#pragma adjoint reverse
double overwrittenUnused(double x, double y) {
  double a[2] = {x, y};
  double v = 0.7 * first(a);
  a[1] = v = 0.5;
  return a[1] * a[0] * v;
}

// The last change of a pointer matters to nobody, the one before to the adjoint alone.
static double cell;

#pragma adjoint reverse
double pointerMovedLast(double x, double y) {
  double a[2] = {x, y};
  cell = a[0];
  double *p = &cell;
  *p = 0.5 * a[1];
  p = &a[1];
  return a[0] * cell;
}

// A callee that returns a reference.
double &at(double *a, int i) { return a[i & 3]; }

#pragma adjoint reverse
double referenceFromCallee(double x, double y) {
  double a[4] = {x, y, x * y, 0.5};
  if (at(a, 3) < 0.6)
    at(a, 1) *= x;
  for (int i = 0; i < 3; ++i)
    at(a, i + 1) = at(a, i) * y;
  return a[3] * a[1];
}

// A callee that takes the address of its own pointer parameter.
double throughOwnParameter(double *z) {
  total = 0.5;
  double **pp = &z;
  *pp = *pp + 1;
  return z[0] * z[-1];
}

#pragma adjoint reverse
double addressOfParameter(double x, double y) {
  double a[2] = {x, y};
  double v = 0.7 * throughOwnParameter(a);
  return v * a[0];
}

// A callee that overwrites an active global with a constant.
void forget(int &, const double *, double) { total = 0.5; }

#pragma adjoint reverse
double globalForgotten(double x, double y) {
  total = y;
  int k = 0;
  forget(k, &x, 0.5);
  return x + 1.1 * total;
}

// A loop that does nothing, beside pointers of unknown origin.
double take(const double **p) {
  double r = **p;
  ++*p;
  return r;
}

#pragma adjoint reverse
double idleLoop(double x, double y) {
  double a[2] = {x, y};
  for (int o = 0; o < 3; ++o) {
    const double *p = a;
    a[1] *= std::sin(take(&p));
    int w = 0;
    while (w++ < 3) {
    }
  }
  std::memmove(a + 1, a + 1, sizeof(double));
  return a[1];
}

// A condition on what a pointer to const points to, which is written through another pointer.
struct Handle {
  double *p;
  double w;
};

#pragma adjoint reverse
double conditionOverwritten(double *x, const double *y) {
  Handle t = {x, x[1]};
  for (int i = 0; i < 3; ++i)
    if (y[0] > 0.1) {
      if (y[1] > 0.0)
        t.p[3] -= t.w * t.w;
      else
        t.p[2] -= t.w;
    }
  return x[3];
}

// An element bound to a reference, whose index the callee overwrites.
double takeAndOverwrite(double *v, double &u) {
  double r = u * v[0];
  *v = 0.1 + u;
  return r;
}

#pragma adjoint reverse
double indexOverwritten(double *y, const double *z, double w) {
  double a[4] = {w, w * w, 0.5 * w, 3.0};
  return takeAndOverwrite(y, a[int(3.0 * z[0]) & 3]);
}

// A callee that returns a reference in two places.
struct Pair {
  double a, b;
};

Pair &pick(Pair &p, Pair &q, int i) {
  if ((i & 1) != 0)
    return p;
  return q;
}

#pragma adjoint reverse
double pickedReference(double x, double y) {
  Pair p = {x, y}, q = {x * y, y};
  pick(p, q, 1).b += 0.5 * p.a;
  pick(p, q, 2).a *= p.b;
  return p.b * q.b * q.a;
}

// A loop whose bound, or whose counter, is written through a pointer.
#pragma adjoint reverse
double boundThroughPointer(double x, double y) {
  int n = 7;
  int *p = &n;
  double s = x;
  for (int i = 0; i < n; ++i) {
    s *= std::sin(s + y);
    *p -= 1;
  }
  return s;
}

#pragma adjoint reverse
double counterThroughPointer(double x, double y) {
  int i;
  int *p = &i;
  double s = x;
  for (i = 0; i < 9; ++i) {
    s = s * y + std::cos(s) * i;
    *p += i;
  }
  return s * i;
}

// Memory from a callee that only the caller makes active.
static double *filled(double a) {
  double *r = new double[4];
  for (int i = 0; i < 4; ++i)
    r[i] = a * i;
  return r;
}

struct Holder {
  double *p;
};
static void fill(Holder &h) { h.p = new double[3]{0.1, 0.2, 0.3}; }

#pragma adjoint reverse
double handedOut(double x, double y) {
  double *p = filled(0.5);
  p[2] *= x * y;
  double s = p[2] * p[1] * x;
  delete[] p;
  Holder h;
  fill(h);
  h.p[1] = x * x + y;
  h.p[1] *= x;
  s += h.p[1];
  delete[] h.p;
  return s;
}

// A struct with a pointer, returned in an inner scope.
struct Weighted {
  double *p;
  double w;
};
static Weighted weighted(double *a, double w) {
  Weighted t = {a, w};
  t.w *= a[0];
  return t;
}

#pragma adjoint reverse
double structReturnedInside(double x, double y) {
  double a[3] = {x, y};
  double s = x;
  for (int i = 0; i < 4; ++i) {
    Weighted t = weighted(a + (i & 1), 0.5 * s);
    s += t.w * t.p[0];
    if (i > 1) {
      t = weighted(a, s);
      s += t.w;
    }
    a[1] = t.w * s;
  }
  return s;
}

// Integers behind a pointer get no active values.
struct Mixed {
  double a;
  int k;
  double v[2];
};
static Mixed &either(Mixed &a, Mixed &b, int i) {
  if (i & 1)
    return a;
  return b;
}
static void scale(double *y, int &z, Mixed &o) {
  either(o, o, 2).v[1] *= 0.5 * y[0];
  ++z;
}

#pragma adjoint reverse
double integersBesideActive(double x, double y) {
  int k = 0;
  Mixed s = {x, 3, {y, 0.4}};
  scale(s.v, k, s);
  scale(&s.a, k, s);
  return s.a * s.v[1] * k;
}

// A struct with active numbers and a pointer to passive memory.
struct Half {
  double v;
  double *p;
};

#pragma adjoint reverse
double passiveBehindActive(double x, double y) {
  double table[2] = {0.5, 0.7};
  Half t = {x, table}, u = {y, nullptr};
  double s = u.v * t.v;
  u = t;
  for (int i = 0; i < 2; ++i) {
    t.v *= u.v * *t.p++;
    s += t.v * u.p[i];
  }
  return s * s;
}

// Bit-fields hold less than their type, and no reference binds to them.
struct Packed {
  unsigned k : 3;
  unsigned m : 5;
  double v;
};

static void advance(Packed &b, double *t) {
  t[b.k] *= b.v;
  b.k += 3;
  b.m = b.k + 1;
}

#pragma adjoint reverse
double bitFields(double x, double y) {
  Packed b = {1, 2, x};
  double t[8] = {x, y, 0.4, 0.2, x, 0.5, y, 0.7};
  double s = x;
  for (int i = 0; i < 4; ++i) {
    s += t[b.k] * s * 0.3;
    b.k += 3;
    b.m = b.k + 1;
    s += t[b.m & 7] * b.v;
    b.v *= 0.5 * s;
    advance(b, t);
  }
  Packed c = b;
  c.k = 2;
  s *= t[c.k];
  c = b;
  return s * t[c.k];
}

// Two intermediates of the denominator, the second made of the first: neither leaves the loop.
#pragma adjoint reverse
double intermediatesInLoop(double x, double y) {
  double s = y;
  for (int o = 0; o < 2; ++o)
    s /= std::log(2.1 + std::cos(x + o * y));
  return s;
}

// An adjoint pointer that is kept behind another pointer is restored, too, where only the adjoint is read: in a copy.
struct Row {
  double *entries;
  int count;
};

#pragma adjoint reverse
double rowMoved(double x, double y) {
  Row *rows = static_cast<Row *>(std::calloc(3, sizeof(Row)));
  for (int i = 0; i < 3; ++i) {
    rows[i].entries = new double[2]{x * i, x * y};
    rows[i].count = 2;
  }
  double *larger = new double[4]();
  for (int i = 0; i < rows[2].count; ++i)
    larger[i] = rows[2].entries[i];
  delete[] rows[2].entries;
  rows[2].entries = larger;
  rows[2].entries[rows[2].count] = y;
  double r = rows[2].entries[1] * rows[2].entries[0] * rows[2].entries[2] + rows[1].entries[0];
  for (int i = 0; i < 3; ++i)
    delete[] rows[i].entries;
  std::free(rows);
  return r;
}

#pragma adjoint reverse
double vectorInVectorGrows(double x, double y) {
  std::vector<std::vector<double>> rows(4, std::vector<double>(4, x));
  rows[2].push_back(x * y);
  rows[2].erase(rows[2].begin());
  return rows[2][3] * rows[2][2] * y;
}

// A lambda does not capture a reference to a global: its address is a constant.
static double shared;

#pragma adjoint reverse
double referenceNotCaptured(double x, double y) {
  shared = x * y;
  double &name = shared;
  double &other = name;
  auto scaled = [&](double t) { return t * other * other; };
  other *= y;
  return scaled(x);
}

// The tangent of a result that is written over its own argument reads the argument first.
#pragma adjoint reverse
double overArgument(double x, double y) {
  double a[2] = {x, y};
  double *from = a, *to = a;
  for (int i = 0; i < 2; ++i) {
    to[i] = std::exp(std::sin(from[i]));
    a[1 - i] = std::sqrt(2.0 + std::cos(a[1 - i]));
  }
  return a[0] * a[1];
}

// An idle object made from a choice between an active value and a constant.
struct Kept {
  std::vector<double> values;
  double first, second[3];
  Kept(const double &a, const double &b)
      : values(4, a * b), first(std::fmin(std::atan(a), b)), second{a - b * a, std::pow(1.5 + std::sin(a), b), b * b} {
    for (int i = 0; i < 3; ++i)
      second[i] = std::fmax(second[i], first) + values[i];
  }
};
#pragma adjoint reverse
double idleChoice(double x, double y) {
  const double &c = 0.9 * (y * x);
  for (int o = 0; o < 3; ++o)
    Kept kept(-x, std::min(c, 0.3));
  return 0.5 * x + c * y;
}

// A choice between an active value and a constant, handed to an active call.
double meet(const double &a, const double &b, int depth) { return depth ? meet(b, a, depth - 1) * a + b : a * b; }
#pragma adjoint reverse
double activeChoice(double x, double y) {
  double s = 0;
  for (int o = 0; o < 3; ++o)
    s += meet(x * o, std::min(y * x, 0.3), 2) * s + meet(y, std::max(0.1, x), 1);
  return s;
}

// Behind one reference, a constant or a variable: in a tangent, the former's is none.
static const double table[4] = {0.3, -0.7, 1.1, 0.6};
static double totalOf(const std::vector<double> &v) { return v[0] * v[1]; }
#pragma adjoint reverse
double constantOrVariable(double x, double y) {
  std::vector<double> v(8, x > 0.8 ? table[2] : y);
  return v[1] * v[2] * totalOf(v) + x;
}

// A choice between arrays, in a callee whose halves keep them on the heap.
static double chosenRow[4];
double ofChosenArray(int z, const double *u, const double &o, int depth) {
  if (depth <= 0)
    return u[0] * o;
  double a[4] = {u[3], o * u[z & 3]}, b[4] = {o, u[1], u[2], 0.3};
  const double v = 0.6 * ofChosenArray(z + 1, u, a[z & 1], depth - 1);
  return (v + o * o) * (z > 1 ? a : b)[z & 1];
}
#pragma adjoint reverse
double choiceOfArrays(double x, double y) {
  for (int i = 0; i < 4; ++i)
    chosenRow[i] = x * i + y;
  chosenRow[3] = 0.6 * ofChosenArray(x > 0.8 ? 1 : 0, chosenRow, chosenRow[3], 3);
  chosenRow[2] = chosenRow[3] * chosenRow[1];
  return chosenRow[3] * chosenRow[2];
}

// A callee chooses between memory that the caller knows to be active and memory that it does not.
double ofChosen(int n, const double *a, const double *b) {
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    s += (i > 4 ? b : a)[i & 3];
    if (s > 3.0)
      s *= 0.5;
  }
  return s;
}
double chosenBelow(int n, const double *a, double **rows) { return n > 0 ? ofChosen(n, a, rows[1]) + chosenBelow(n - 2, a, rows) : 0.0; }

#pragma adjoint reverse
double chosenInCallee(double x, double y) {
  double known[4] = {x, x * y, y, 0.3}, unknown[4] = {0.4, 0.7, 0.2, 0.6};
  return ofChosen(7, unknown, known);
}

#pragma adjoint reverse
double chosenTwoCallsDown(double x, double y) {
  double known[4] = {x, x * y, y, 0.3}, unknown[4] = {0.4, 0.7, 0.2, 0.6}, other[4] = {0.1, 0.2, 0.3, 0.4};
  double *rows[2] = {other, unknown};
  return chosenBelow(7, known, rows);
}

// What a function object may call stands further down, and names a global that is declared there, too.
#pragma adjoint reverse
double calledFromAbove(double x, double y) {
  std::function<double(double)> g = [x](double t) { return x * t * t; };
  return g(x * y);
}
static double declaredBelow = 0.7;
#pragma adjoint reverse
double calledFromBelow(double x, double y) {
  std::function<double(double)> g = [x](double t) { return std::sin(x) * t * declaredBelow; };
  return g(y);
}

// A list that grows and that nobody reads: the pointer that its growth sets is not left out before its uses are.
static double noted[4];

#pragma adjoint reverse
double unreadListGrows(double x, double y) {
  double *p = noted + 2;
  const double start = y;
  std::vector<double> kept(8, start);
  for (int k = 0; k < 3; ++k) {
    x = 2.0 * y;
    std::vector<double> list;
    for (int i = 0; i < 8; ++i)
      list.push_back(0.1 * i + *p);
  }
  x *= y;
  return x;
}

// What a place is chosen by is a comparison that an operator made.
struct Level {
  double value;
  explicit Level(double v) : value(v) {}
  virtual ~Level() {}
  bool operator<(const Level &other) const { return value < other.value; }
};

#pragma adjoint reverse
double placeByOperator(double x, double y) {
  double a[2] = {x, y}, b[2] = {y, x};
  const Level low(x), high(y);
  ((low < high ? 1.4 : 0.5) > 0.6 ? a : b)[1] = x * y;
  return a[1] + 2.0 * b[1];
}

int main() {
  numeric::check("calledFromAbove", calledFromAbove, calledFromAbove_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("calledFromBelow", calledFromBelow, calledFromBelow_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("chosenInCallee", chosenInCallee, chosenInCallee_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("chosenTwoCallsDown", chosenTwoCallsDown, chosenTwoCallsDown_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("activeChoice", activeChoice, activeChoice_b, {{0.7, 1.3}, {0.2, 0.6}});
  numeric::check("idleChoice", idleChoice, idleChoice_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("overArgument", overArgument, overArgument_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("rowMoved", rowMoved, rowMoved_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("vectorInVectorGrows", vectorInVectorGrows, vectorInVectorGrows_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("referenceNotCaptured", referenceNotCaptured, referenceNotCaptured_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("intermediatesInLoop", intermediatesInLoop, intermediatesInLoop_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("bitFields", bitFields, bitFields_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("passiveBehindActive", passiveBehindActive, passiveBehindActive_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("handedOut", handedOut, handedOut_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("structReturnedInside", structReturnedInside, structReturnedInside_b, {{0.7, 0.3}, {0.3, 0.6}});
  numeric::check("integersBesideActive", integersBesideActive, integersBesideActive_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("globalBehindPassiveParameter", globalBehindPassiveParameter, globalBehindPassiveParameter_b,
                 {{0.7}, {1.3}});
  numeric::check("globalByPointerAndName", globalByPointerAndName, globalByPointerAndName_b, {{0.7}, {1.3}});
  numeric::check("overwrittenUnused", overwrittenUnused, overwrittenUnused_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("pointerMovedLast", pointerMovedLast, pointerMovedLast_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("referenceFromCallee", referenceFromCallee, referenceFromCallee_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("addressOfParameter", addressOfParameter, addressOfParameter_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("globalForgotten", globalForgotten, globalForgotten_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("idleLoop", idleLoop, idleLoop_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check("pickedReference", pickedReference, pickedReference_b, {{0.7, 1.3}, {-1.1, 0.6}});
  numeric::check(
      "indexOverwritten", {0.75, 0.5},
      [](numeric::Vector v) { return numeric::Vector{indexOverwritten(&v[0], &v[0], v[1])}; },
      [](numeric::Vector v, numeric::Vector seed) {
        numeric::Vector v_b(2, 0.0);
        indexOverwritten_b(&v[0], &v_b[0], &v[0], &v_b[0], v[1], v_b[1], seed[0]);
        return v_b;
      });
  numeric::check("boundThroughPointer", boundThroughPointer, boundThroughPointer_b, {{0.7, 1.3}});
  numeric::check("counterThroughPointer", counterThroughPointer, counterThroughPointer_b, {{0.7, 0.3}});
  numeric::check(
      "conditionOverwritten", {0.1, 0.7, 0.3, 0.2, 0.9},
      [](numeric::Vector v) { return numeric::Vector{conditionOverwritten(&v[0], &v[3])}; },
      [](numeric::Vector v, numeric::Vector seed) {
        numeric::Vector v_b(v.size(), 0.0);
        conditionOverwritten_b(&v[0], &v_b[0], &v[3], &v_b[3], seed[0]);
        return v_b;
      });
  numeric::check("constantOrVariable", constantOrVariable, constantOrVariable_b, {{0.7, 1.3}, {0.9, 0.6}});
  numeric::check("choiceOfArrays", choiceOfArrays, choiceOfArrays_b, {{0.7, 1.3}, {0.9, 0.6}});
  numeric::check("unreadListGrows", unreadListGrows, unreadListGrows_b, {{0.7, 1.3}, {0.9, 0.6}});
  numeric::check("placeByOperator", placeByOperator, placeByOperator_b, {{0.7, 1.3}, {0.9, 0.6}});
  return numeric::report();
}
