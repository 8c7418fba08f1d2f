// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Objects that begin in memory of their type: what was there is overwritten, as by a constructor.

#include "numeric.h"

#include <new>

struct Segment {
  double length, slope = 2;
  double *passed;
  Segment(double length, double *passed) : length(length), passed(passed) { *passed += length * slope; }
  ~Segment() { *passed *= 1 + length * length; }
};

#pragma adjoint reverse
double begunAgain(double x, double y) {
  double passed = y;
  {
    Segment segments[3] = {{x, &passed}, {y, &passed}, {x * y, &passed}};
    for (int i = 0; i < 3; ++i) {
      const double length = segments[i].length;
      segments[i].slope = x + i;
      segments[i].~Segment();
      Segment *again = new (&segments[i]) Segment(length * length + segments[(i + 1) % 3].slope, &passed);
      again->slope *= y;
    }
    passed += segments[0].slope * segments[1].length;
  }
  return passed;
}

#pragma adjoint reverse
double numbers(double x, double y) {
  double memory[4] = {x, y, x * y, x + y};
  double *squared = new (memory + 1) double(memory[1] * memory[0]);
  *squared *= memory[1] + x;
  double *nothing = new (memory) double();
  *nothing += y * memory[2];
  return memory[0] * memory[1] + *squared * memory[3];
}

int main() {
  numeric::check("begunAgain", begunAgain, begunAgain_b, {{0.7, 0.3}, {-1.2, 0.8}});
  numeric::check("numbers", numbers, numbers_b, {{0.7, 0.3}, {-1.2, 0.8}});
  return numeric::report();
}
