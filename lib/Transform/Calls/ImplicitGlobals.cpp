// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Calls/ImplicitGlobals.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;

namespace {

/// By its name, or through a pointer.
bool isChangedBy(const Variable *global, const analysis::Unit &unit) {
  return unit.alias->regionOf(global) >= 0 &&
         analysis::intersects(unit.alias->overlapping(unit.writes), unit.alias->keysOf(global));
}

} // namespace

bool usesChangedGlobal(const analysis::Program &program, const ImplicitFunction &function) {
  return llvm::any_of(program.globalsOf(function.residual), [&](const Variable *global) {
    if (!mayLeadToFloating(global->type) || global->type->isConst)
      return false;
    return holdsPointer(global->type) || llvm::any_of(program.inOrder(), [&](const analysis::Unit *unit) {
             return isChangedBy(global, *unit);
           });
  });
}

} // namespace adjoint::transform
