// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module for Python cannot pass is refused where it is declared.
//
// RUN: python3 %source/test/Support/check-refusals.py %s %t
//
// RUN: not %adjoint-gen %s --python=a-b 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not %adjoint-gen %s --python= 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %adjoint-gen %s --python=m --check --function=f 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not %adjoint-gen %s --python=m --size=x 2>&1 | FileCheck %s --check-prefix=SIZE
// NAME: error: --python: 'a-b' is no name of a module
// EMPTY: error: --python: '' is no name of a module
// BOTH: error: --python and --check are two outputs
// SIZE: error: --size: 'x' is not name=length
#include <adjoint/adjoint.h>
#include <string>
#include <vector>

//--- a pointer of unknown length
// flags: --python=m
ADJOINT double f(const double *x, int steps) { return x[0] * steps; } // error: --python does not know how many elements 'x' of 'f' leads to...

//--- two integers, neither of which is called after the pointer
// flags: --python=m
ADJOINT double f(const double *x, int n, int m) { return x[0] * n * m; } // error: --python does not know how many elements 'x' of 'f' leads to...

//--- a length that is no product
// flags: --python=m --size=x=n/2
ADJOINT double f(const double *x, int n) { return x[0] * n; } // error: --size: 'n/2' is no length of 'x' of 'f'...

//--- a length of another function's parameter
// flags: --python=m --size=x=k
ADJOINT double f(const double *x, int n) { return x[0] * n; } // error: --size: 'k' is no length of 'x' of 'f'...

//--- a length of none
// flags: --python=m --size=x=0
ADJOINT double f(const double *x, int n) { return x[0] * n; } // error: --size: '0' is no length of 'x' of 'f'...

//--- pointers to pointers
// flags: --python=m
ADJOINT double f(double **x) { return x[0][0]; } // error: --python cannot pass 'x' of 'f', which is a 'double **'...

//--- private members
// flags: --python=m
class Hidden {
public:
  double value() const { return x; }

private:
  double x = 1.0;
};
ADJOINT double f(const Hidden &h) { return h.value(); } // error: --python cannot pass 'h' of 'f', which is a 'const Hidden &'...

//--- members that are pointers
// flags: --python=m
struct View {
  const double *data;
};
ADJOINT double f(View v) { return v.data[0]; } // error: --python cannot pass 'v' of 'f', which is a 'View'...

//--- containers of objects that are written to
// flags: --python=m
struct Point {
  double x;
};
ADJOINT void f(std::vector<Point> &p) { p[0].x *= 2.0; } // error: --python cannot pass 'p' of 'f', which is a 'std::vector<Point...

//--- references that are returned
// flags: --python=m
ADJOINT const double &f(const std::vector<double> &x) { return x[0]; } // error: --python cannot pass 'return' of 'f', which is a 'const double &'...

//--- two functions of one name
// flags: --python=m
ADJOINT double f(double x) { return x * x; }
namespace other {
ADJOINT double f(double x) { return x * x * x; } // error: 'f' would be the name of two things in the module for Python...
}

//--- clauses that differ
// flags: --python=m
#pragma adjoint reverse wrt(x)
#pragma adjoint tangent wrt(y) // error: the derivatives of 'f' have different independents or dependents...
double f(double x, double y) { return x * y; }

//--- clauses of a second adjoint that differ
// flags: --python=m
#pragma adjoint reverse wrt(x)
#pragma adjoint reverse wrt(y) name(f_by_y) // error: the derivatives of 'f' have different independents or dependents...
double f(double x, double y) { return x * y; }
