// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Labels inside blocks, branches and loops of a switch, and switches without braces or labels.

#include "numeric.h"

#pragma adjoint reverse
double labelInBlock(double x, double y) {
  double s = 0.0;
  for (int kind = 0; kind < 4; ++kind) {
    double r = x;
    switch (kind) {
    case 0:
      r *= y;
      {
        [[fallthrough]];
      case 1:
        r += x * y;
        r *= r;
      }
      break;
    case 2:
      if (x > 1.0) {
        r *= x;
        [[fallthrough]];
      case 3:
        r = r * y + x;
      }
      r *= 0.5;
    }
    s = s * r + r;
  }
  return s;
}

#pragma adjoint reverse
double withoutBraces(double x, double y) {
  double r = x;
  switch (int(y))
  case 1:
    r *= x * y;
  switch (0)
  default:
    r += x * r;
  switch (int k = 3; r *= y, k) {}
  return r * r;
}

// Duff's device.
#pragma adjoint reverse
double unrolled(const double *x, int n) {
  double s = 1.0;
  const double *p = x;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 3:
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 2:
      s = s * *p++ + 0.5;
      [[fallthrough]];
    case 1:
      s = s * *p++ + 0.5;
    } while (--rounds > 0);
  }
  return s;
}

// Entered in the middle: neither the initialisation nor the first condition is evaluated.
#pragma adjoint reverse
double labelInLoops(double x, double y) {
  double s = x;
  for (int kind = 0; kind < 6; ++kind) {
    int i = 1, left = 2;
    switch (kind) {
    case 0:
      for (i = 0; i < 3; ++i) {
        s = s * y + 0.2;
        if (i == 1)
          continue;
        [[fallthrough]];
      case 1:
        s += 0.3 * s * s * x;
      }
      break;
    case 2:
      while (left-- > 0) {
        s *= 1.0 + 0.1 * s;
        [[fallthrough]];
      case 3:
        if (s > 100.0)
          break;
        s = 0.5 * s * y + x;
      }
      s *= x;
      break;
    case 4:
      if (--left > 1 && x > 0.0) {
        s *= y * y;
        [[fallthrough]];
      case 5:
        s = s * x + left * s * s * 0.1;
      } else {
        s -= left * x * s;
      }
    }
  }
  return s * s;
}

// Methods that are told which of several things to do.
enum class Change { Keep, Square, Cube };

struct Changed {
  double value;
  void apply(Change change) {
    switch (change) {
    case Change::Keep:
      break;
    case Change::Square:
      value *= value;
      break;
    case Change::Cube:
      value *= value * value;
      break;
    }
  }
  void move(int kind) {
    switch (kind & 7) {
    case 0:
      value = 2 * value;
      [[fallthrough]];
    case 1:
      value = value * value;
      break;
    default:
      value = 3 * value;
      [[fallthrough]];
    case 3:
      value += 1;
    }
  }
  void turn(unsigned char kind) {
    switch (kind % 4) {
    case 0:
      value = 2 * value;
      break;
    case 1: {
      const double old = value;
      value = std::sin(old) * old;
    }
    }
  }
};

#pragma adjoint reverse
double toldWhich(double x, double y) {
  Changed c{x * y};
  c.apply(Change::Square);
  c.apply(Change::Keep);
  c.move(9);
  c.turn(3);
  c.turn(static_cast<unsigned char>(257));
  c.move(5);
  c.move(8);
  c.move(3);
  return c.value;
}

int main() {
  numeric::check("labelInLoops", labelInLoops, labelInLoops_b, {{0.7, 0.3}, {0.3, 0.6}});
  numeric::check("labelInBlock", labelInBlock, labelInBlock_b, {{0.7, 1.3}, {1.3, 0.6}});
  numeric::check("withoutBraces", withoutBraces, withoutBraces_b, {{0.7, 1.3}, {1.3, 0.6}});
  numeric::check("unrolled", unrolled, unrolled_b,
                 {{0.7, 1.3, -0.8}, {1.1, 0.9, 0.4, -0.6}, {0.7, 1.2, 0.8, 0.6, 0.5}, {0.9, 1.1, 0.7, 0.3, 0.6, 1.2}});
  numeric::check("toldWhich", toldWhich, toldWhich_b, {{0.7, 1.3}, {0.9, 0.6}});
  return numeric::report();
}
