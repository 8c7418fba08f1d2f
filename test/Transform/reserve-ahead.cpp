// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container that a loop fills has the room in front of the loop: from empty, behind elements of a block that is allocated in the same
// list, and where the user has reserved it. Not where an iteration may add nothing, or the loop may end early.
//
// RUN: %adjoint-gen %s --dump=normal | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=normal --no-reserve-ahead | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

#include <vector>

// OFF-COUNT-5: grown_value = {{.*}} 2 *

#pragma adjoint reverse
double path(const double *x, int n) {
  std::vector<double> p;
  p.push_back(x[0]);
  for (int i = 1; i < n; ++i)
    p.push_back(p.back() * x[i]);
  return p.back();
}

#pragma adjoint reverse
double grid(const double *x, unsigned long n) {
  std::vector<double> p;
  for (unsigned long i = 0; i < n; ++i)
    for (unsigned long j = 0; j < n; ++j)
      p.push_back(x[i] * x[j]);
  return p.back();
}

#pragma adjoint reverse
double reserved(const double *x, int n) {
  std::vector<double> p;
  p.reserve(n);
  for (int i = 0; i < n; ++i)
    p.push_back(x[i] * x[i]);
  return p.back();
}

#pragma adjoint reverse
double sometimes(const double *x, const bool *isTaken, int n) {
  std::vector<double> p;
  for (int i = 0; i < n; ++i)
    if (isTaken[i])
      p.push_back(x[i] * x[i]);
  return p.back();
}

#pragma adjoint reverse
double early(const double *x, int m, int n) {
  std::vector<double> p;
  for (int i = 0; i < n; ++i) {
    p.push_back(x[i] * x[i]);
    if (i * i > m)
      break;
  }
  return p.back();
}

// CHECK: double path(const double *x, int n) {
// CHECK-NEXT:   unsigned long p_count = 0;
// CHECK-NEXT:   {{\[\[maybe_unused\]\]}} unsigned long p_room = 0;
// CHECK-NEXT:   double kept = x[0];
// CHECK-NEXT:   double *p_elements = adjoint::calloc<double>(1 + adjoint::trips(1, n));
// CHECK-NEXT:   p_room = 1;
// CHECK-NEXT:   p_elements[0] = kept;
// CHECK-NEXT:   p_count = 1;
// CHECK-NEXT:   p_room = 1 + adjoint::trips(1, n);
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     double value = p_elements[i - 1] * x[i];
// CHECK-NEXT:     p_elements[i] = value;
// CHECK-NEXT:   }
// CHECK-NEXT:   p_count = adjoint::trips(1, n) + 1;
// CHECK-NEXT:   const double result = p_elements[p_count - 1];
// CHECK-NEXT:   std::free(p_elements);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-NEXT: double grid(const double *x, unsigned long n) {
// CHECK-NEXT:   unsigned long p_count = 0;
// CHECK-NEXT:   {{\[\[maybe_unused\]\]}} unsigned long p_room = 0;
// CHECK-NEXT:   double *p_elements = adjoint::calloc<double>(n * n);
// CHECK-NEXT:   p_room = n * n;
// CHECK-NEXT:   for (unsigned long i = 0; i < n; ++i) {
// CHECK-NEXT:     for (unsigned long j = 0; j < n; ++j) {
// CHECK-NEXT:       double value = x[i] * x[j];
// CHECK-NEXT:       p_elements[i * n + j] = value;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   p_count = n * n;
// CHECK-NEXT:   const double result = p_elements[p_count - 1];
// CHECK-NEXT:   std::free(p_elements);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-NEXT: double reserved(const double *x, int n) {
// CHECK-NEXT:   unsigned long p_count = 0;
// CHECK-NEXT:   {{\[\[maybe_unused\]\]}} unsigned long p_room = 0;
// CHECK-NEXT:   unsigned long n_2 = n;
// CHECK-NEXT:   double *p_elements = adjoint::calloc<double>(n_2);
// CHECK-NEXT:   p_room = n_2;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double value = x[i] * x[i];
// CHECK-NEXT:     p_elements[i] = value;
// CHECK-NEXT:   }
// CHECK-NEXT:   p_count = adjoint::trips(0, n);
// CHECK-NEXT:   const double result = p_elements[p_count - 1];
// CHECK-NEXT:   std::free(p_elements);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-NEXT: double sometimes(const double *x, const bool *isTaken, int n) {
// CHECK-NEXT:   double *p_elements = nullptr;
// CHECK-NEXT:   unsigned long p_count = 0;
// CHECK-NEXT:   unsigned long p_room = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const bool taken = isTaken[i];
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       double value = x[i] * x[i];
// CHECK-NEXT:       const bool taken_2 = p_count == p_room;
// CHECK-NEXT:       if (taken_2) {
// CHECK-NEXT:         const unsigned long grown_value = p_room == 0 ? 1 : 2 * p_room;
// CHECK-NEXT:         double *larger = adjoint::calloc<double>(grown_value);
// CHECK-NEXT:         for (unsigned long i_2 = 0; i_2 < p_count; ++i_2) {
// CHECK-NEXT:           larger[i_2] = p_elements[i_2];
// CHECK-NEXT:         }
// CHECK-NEXT:         std::free(p_elements);
// CHECK-NEXT:         p_elements = larger;
// CHECK-NEXT:         p_room = grown_value;
// CHECK-NEXT:         p_elements[p_count] = value;
// CHECK-NEXT:       } else {
// CHECK-NEXT:         p_elements[p_count] = value;
// CHECK-NEXT:       }
// CHECK-NEXT:       ++p_count;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const double result = p_elements[p_count - 1];
// CHECK-NEXT:   std::free(p_elements);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
// CHECK-NEXT: double early(const double *x, int m, int n) {
// CHECK-NEXT:   double *p_elements = nullptr;
// CHECK-NEXT:   unsigned long p_count = 0;
// CHECK-NEXT:   unsigned long p_room = 0;
// CHECK-NEXT:   bool stop = false;
// CHECK-NEXT:   int i = 0;
// CHECK-NEXT:   {{\[\[maybe_unused\]\]}} long trips = 0;
// CHECK-NEXT:   while (!stop && i < n) {
// CHECK-NEXT:     double value = x[i] * x[i];
// CHECK-NEXT:     const bool taken = p_count == p_room;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       const unsigned long grown_value = p_room == 0 ? 1 : 2 * p_room;
// CHECK-NEXT:       double *larger = adjoint::calloc<double>(grown_value);
// CHECK-NEXT:       for (unsigned long i_2 = 0; i_2 < p_count; ++i_2) {
// CHECK-NEXT:         larger[i_2] = p_elements[i_2];
// CHECK-NEXT:       }
// CHECK-NEXT:       std::free(p_elements);
// CHECK-NEXT:       p_elements = larger;
// CHECK-NEXT:       p_room = grown_value;
// CHECK-NEXT:       p_elements[p_count] = value;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       p_elements[p_count] = value;
// CHECK-NEXT:     }
// CHECK-NEXT:     ++p_count;
// CHECK-NEXT:     const bool taken_2 = i * i > m;
// CHECK-NEXT:     if (taken_2) {
// CHECK-NEXT:       stop = true;
// CHECK-NEXT:     } else {
// CHECK-NEXT:       ++i;
// CHECK-NEXT:     }
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double result = p_elements[p_count - 1];
// CHECK-NEXT:   std::free(p_elements);
// CHECK-NEXT:   return result;
// CHECK-NEXT: }
