// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADJOINT before a function definition asks adjoint-gen for the function's adjoint:
//
//     ADJOINT
//     double f(double x) { return x * std::sin(x); }
//
// is, while adjoint-gen reads the source (it predefines ADJOINT_GEN), the same as
//
//     #pragma adjoint reverse
//     double f(double x) { return x * std::sin(x); }
//
// and nothing to any other compiler. Clauses (wrt, of, value, name) need the pragma itself.
#ifndef ADJOINT_ADJOINT_H
#define ADJOINT_ADJOINT_H

#ifdef ADJOINT_GEN
#define ADJOINT _Pragma("adjoint reverse")
#else
#define ADJOINT
#endif

#endif // ADJOINT_ADJOINT_H
