// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The macro ADJOINT: written before a function definition, it asks adjoint-gen for the function's adjoint.
//
//     ADJOINT
//     double f(double x) { return x * std::sin(x); }
//
// While adjoint-gen reads the source, ADJOINT stands for a pragma:
//
//     #pragma adjoint reverse
//     double f(double x) { return x * std::sin(x); }
//
// For any other compiler it is empty. The tool predefines ADJOINT_GEN, by which the two cases are told apart. The
// clauses wrt, of, value and name need the pragma itself; docs/contract.md describes them.
#ifndef ADJOINT_ADJOINT_H
#define ADJOINT_ADJOINT_H

#ifdef ADJOINT_GEN
#define ADJOINT _Pragma("adjoint reverse")
#else
#define ADJOINT
#endif

#endif // ADJOINT_ADJOINT_H
