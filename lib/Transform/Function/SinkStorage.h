// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Vec g[4], e[4];                               switch (id) {
//   switch (id) {                                 case 1: { Vec g[4]; ... }
//   case 1: { ... g ... }               ->        case 2: { Vec e[4]; ... }
//   case 2: { ... e ... }                         }
//   }
//
// Arrays and objects that stand at the top, and that one branch alone uses, are declared there: what a virtual function's
// classes work with. In split form they are allocated, in each call those of the class that is called.

#ifndef ADJOINT_TRANSFORM_FUNCTION_SINKSTORAGE_H
#define ADJOINT_TRANSFORM_FUNCTION_SINKSTORAGE_H

#include "IR/Context.h"

namespace adjoint::transform {

ir::StmtList sinkStorage(ir::Context &context, const ir::StmtList &body);

} // namespace adjoint::transform

#endif
