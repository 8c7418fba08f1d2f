// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// InvariantRows: what no step changes, and takes long, is computed once, in front of the steps.
//
//   for (int s = 0; s < steps; ++s)               double *exp_row = malloc(n);
//     for (int i = 0; i < n; ++i)                 if (0 < steps)
//       u[i] += dt * exp(k[i]) * f[i];              for (int i = 0; i < n; ++i)
//                                         ->          exp_row[i] = exp(k[i]);
//                                                 for (int s = 0; s < steps; ++s)
//                                                   for (int i = 0; i < n; ++i)
//                                                     u[i] += dt * exp_row[i] * f[i];
//                                                 free(exp_row);
//
// A value depends on the counters of loops that stand in another one, which changes nothing that it is made of: a division, or a call of
// a function that takes long, for each element of a field of parameters. All steps have the same values, which become a row of numbers
// (of two counters: rows, one behind the other). Its adjoint is a row, too, to which steps add; what the division hands on to the
// parameters is computed once.
//
// Each step must compute it for all elements, so that none is read that the program does not read. The row is no longer than an
// array that the value is made of, unless it has a few elements.

#ifndef ADJOINT_TRANSFORM_FUNCTION_INVARIANTROWS_H
#define ADJOINT_TRANSFORM_FUNCTION_INVARIANTROWS_H

#include "Analysis/Memory/Program.h"

namespace adjoint::transform {

/// Is there a loop at the top that has another one in it, and in that something that takes long? Else nothing becomes a row.
bool mayHaveInvariantRows(const ir::StmtList &body);

/// `unit`: of the function with this body.
ir::StmtList invariantRows(ir::Context &context, const ir::StmtList &body, const analysis::Program &program, const analysis::Unit &unit);

} // namespace adjoint::transform

#endif
