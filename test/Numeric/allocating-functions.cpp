// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-VARIANTS: --no-inline-loops
//
// Memory that comes from functions of sizes, and goes back to functions of untyped pointers, as Eigen's vectors have it.

#include "numeric.h"

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>

inline void mayAllocate() {}
inline void complain() { throw std::bad_alloc(); }

inline void *alignedMalloc(std::size_t size) {
  mayAllocate();
  void *result;
  result = std::malloc(size);
  if (!result && size)
    complain();
  return result;
}
template <bool isAligned> void *conditionalMalloc(std::size_t size) { return alignedMalloc(size); }
template <> void *conditionalMalloc<false>(std::size_t size) {
  void *result = std::malloc(size);
  if (!result)
    throw std::bad_alloc();
  return result;
}
inline void alignedFree(void *memory) {
  if (memory)
    std::free(memory);
}

template <class T> void endAll(T *objects, std::size_t count) {
  while (count)
    objects[--count].~T();
}
template <class T> T *make(std::size_t count) {
  if (count == 0)
    return nullptr;
  T *result = reinterpret_cast<T *>(conditionalMalloc<true>(sizeof(T) * count));
  try {
    for (std::size_t i = 0; i < count; ++i)
      ::new (result + i) T;
  } catch (...) {
    endAll(result, count);
    throw;
  }
  return result;
}

template <class T> class Storage {
public:
  explicit Storage(int n) : data(make<T>(static_cast<std::size_t>(n))), n(n) {}
  Storage(const Storage &other) : Storage(other.n) {
    for (int i = 0; i < n; ++i)
      data[i] = other.data[i];
  }
  ~Storage() {
    endAll(data, static_cast<std::size_t>(n));
    alignedFree(data);
  }
  T &operator[](int i) { return data[i]; }
  int size() const { return n; }

private:
  T *data;
  int n;
};

#pragma adjoint reverse
double stored(const double *x, int n) {
  Storage<double> v(n);
  for (int i = 0; i < n; ++i)
    v[i] = std::sin(x[i]);
  Storage<double> w = v;
  for (int i = 1; i < n; ++i)
    w[i] *= w[i - 1] * v[i];
  return w[n - 1] + v[0];
}

#pragma adjoint reverse
double raw(const double *x, int n) {
  double *p = static_cast<double *>(conditionalMalloc<false>(sizeof(double) * 2));
  p[0] = x[0] * x[n - 1];
  p[1] = p[0] * x[0];
  p[0] *= p[1];
  const double s = p[0] + p[1];
  alignedFree(p);
  return s;
}

// As C has it: a number and a size, checked; and one block of rows.
static void *checked(std::size_t count, std::size_t size) {
  void *memory = std::calloc(count, size);
  if (!memory)
    std::abort();
  return memory;
}

#pragma adjoint reverse
double zeroed(const double *x, int n) {
  double *t = static_cast<double *>(checked(n, sizeof(double)));
  double(*rows)[4] = (double(*)[4])std::calloc(4 * 4, sizeof(double));
  double(*all)[2][4] = (double(*)[2][4])checked(2 * n, 4 * sizeof(double));
  double s = 0.0;
  for (int i = 0; i < n; ++i) {
    t[i] += x[i] * x[0];
    rows[i % 4][1] += t[i] * x[i];
    all[i][1][3] = rows[i % 4][1] * x[0];
    s += all[i][1][3] * t[i] + all[i][0][0];
  }
  std::free(t);
  std::free(rows);
  std::free(all);
  return s;
}

int main() {
  numeric::check("zeroed", zeroed, zeroed_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25, 0.6, 0.2}});
  numeric::check("stored", stored, stored_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4, 0.25, 0.6}});
  numeric::check("raw", raw, raw_b, {{0.4, 0.9, 1.3}, {-0.8, 1.4}});
  return numeric::report();
}
