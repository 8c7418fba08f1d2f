// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
// NUMERIC-KEEPS-MEMORY: it counts its arrays itself
//
// Adjoints and tangents free what they allocate, also where one function allocates it and another frees it.

#include "numeric.h"

#include <cstdlib>
#include <new>

static long arrays; // that are not freed

void *operator new[](std::size_t size) {
  ++arrays;
  if (void *memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}
void operator delete[](void *memory) noexcept {
  arrays -= memory != nullptr;
  std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept { operator delete[](memory); }

/// Too large to be dissolved; nothing active ever comes into its array.
class Table {
public:
  Table(int n, double scale) : scale(scale), data(new double[n]) {
    double last = 0.3;
    for (int i = 0; i < n; ++i) {
      double next = last;
      for (int j = 0; j < i; ++j)
        next = 0.5 * next + 0.1 * j;
      if (next > 2.0)
        next = 2.0 - 0.1 * i;
      data[i] = next;
      last = 0.8 * next + 0.2 * last;
    }
    offset = last;
    for (int i = 0; i < n; ++i) {
      if (data[i] > offset)
        data[i] = 0.5 * (data[i] + offset);
      else
        offset = 0.5 * (data[i] + offset);
    }
  }
  ~Table() { delete[] data; }

  double scale, offset;
  double *data;
};

// An active member beside the array.
#pragma adjoint reverse
double memberOfOwner(double x, double y) {
  Table table(5, 0.5);
  table.scale = x * y;
  return table.scale * table.data[2] + x;
}

// A member of a larger object, which is reached through a pointer.
struct Pair {
  Pair(double a) : first(a), table(4, 0.7) {}
  double first;
  Table table;
};

#pragma adjoint reverse
double ownerInside(double x, double y) {
  Pair pair(x);
  Pair *p = x > y ? &pair : &pair;
  pair.first *= y;
  return p->first * x;
}

// Through a pointer to the object's pointer.
void make(double **where, int n) {
  double *fresh = new double[n];
  for (int i = 0; i < n; ++i)
    fresh[i] = 0.1 * i;
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j)
      fresh[i] = 0.5 * fresh[i] + 0.25 * fresh[j];
  for (int i = 0; i < n; ++i)
    if (fresh[i] > 0.2)
      fresh[i] = 0.2;
  *where = fresh;
}

#pragma adjoint reverse
double pointerOfPointer(double x, double y) {
  double own[2] = {x, x * y};
  double *kept = own;
  double *fresh = nullptr;
  make(&fresh, 3);
  double **chosen = x > y ? &kept : &fresh;
  double s = (*chosen)[1] * x + fresh[2];
  delete[] fresh;
  return s;
}

// Handed out by a call within the call.
struct Rows {
  double weight;
  double *row[3];
};
void fill(Rows &rows, int n) {
  for (int i = 0; i < 3; ++i)
    make(&rows.row[i], n + i);
}

#pragma adjoint reverse
double throughTwoCalls(double x, double y) {
  Rows rows;
  rows.weight = x;
  fill(rows, 2);
  rows.weight *= y * rows.row[1][1];
  double s = rows.weight * x;
  for (int i = 0; i < 3; ++i)
    delete[] rows.row[i];
  return s;
}

/// As many arrays afterwards as before.
class Left {
public:
  explicit Left(const char *name) : name(name), before(arrays) {}
  ~Left() { numeric::compare(name, "arrays left", 0, double(before), double(arrays), 0.0); }

private:
  const char *name;
  long before;
};

int main() {
  {
    Left left("memberOfOwner");
    numeric::check("memberOfOwner", memberOfOwner, memberOfOwner_b, {{0.7, 1.3}, {-1.1, 0.6}});
  }
  {
    Left left("ownerInside");
    numeric::check("ownerInside", ownerInside, ownerInside_b, {{0.7, 1.3}, {1.1, 0.6}});
  }
  {
    Left left("pointerOfPointer");
    numeric::check("pointerOfPointer", pointerOfPointer, pointerOfPointer_b, {{0.7, 1.3}, {1.1, 0.6}});
  }
  {
    Left left("throughTwoCalls");
    numeric::check("throughTwoCalls", throughTwoCalls, throughTwoCalls_b, {{0.7, 1.3}, {1.1, 0.6}});
  }
  return numeric::report();
}
