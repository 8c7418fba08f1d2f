// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DECLARED_H
#define DECLARED_H

#include <adjoint/adjoint.h>

struct Point {
  double x, y;
};

ADJOINT
double distance(const Point &point, double *moved);

namespace model {
#ifdef ADJOINT_GEN
#pragma adjoint reverse wrt(x) name(slope)
#endif
double scaled(double x, double factor);

// Defined everywhere.
ADJOINT
inline double twice(double x) { return 2.0 * x; }
} // namespace model

// Both derivatives, of a function that both are asked of.
#ifdef ADJOINT_GEN
#pragma adjoint reverse
#pragma adjoint tangent
#endif
double cube(double x);

// Members are declared inside, their adjoints behind the class.
class Line {
public:
  double slope;
  ADJOINT
  double at(double x) const;
#ifdef ADJOINT_GEN
#pragma adjoint reverse
#pragma adjoint tangent
#endif
  double square(double x) const;
#ifdef ADJOINT_GEN
#pragma adjoint reverse name(steepen_b)
#endif
  void operator*=(double factor);
};

extern "C" {
ADJOINT
double plain(double x);
}

// Its definition bears no pragma.
ADJOINT
double unmarked(double);

#endif
