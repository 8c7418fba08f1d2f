// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Python/PythonTangents.h"

#include "Transform/Contract/Signature.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::driver {

namespace {

/// Nobody but the module calls it: it gives way to what the file has.
frontend::Target tangentBeside(const frontend::Target &adjoint, const frontend::LoweredUnit &unit) {
  frontend::Target tangent = adjoint;
  tangent.request.mode = ir::Mode::Tangent;
  tangent.request.value = false;
  tangent.request.name.clear();
  tangent.halves.clear();
  if (unit.declares(transform::derivativeName(tangent.request)))
    tangent.request.name = tangent.request.function->name + "_python_d";
  unit.ast.Idents.get(transform::derivativeName(tangent.request)); // so that no helper is called so
  return tangent;
}

bool isOfMode(const frontend::Target &target, ir::Mode mode) {
  return target.request.mode == mode && isOfOneDirection(target);
}

bool hasTangent(const std::vector<frontend::Target> &targets, const clang::FunctionDecl *function) {
  return llvm::any_of(targets, [&](const frontend::Target &target) {
    return target.function == function && isOfMode(target, ir::Mode::Tangent);
  });
}

} // namespace

bool isOfOneDirection(const frontend::Target &target) {
  return target.calledAs.empty() && target.request.width == 0 && target.request.order == 0;
}

void addTangents(frontend::LoweredUnit &unit) {
  std::vector<frontend::Target> targets;
  for (const frontend::Target &target : unit.targets) {
    targets.push_back(target);
    if (isOfMode(target, ir::Mode::Reverse) && !hasTangent(unit.targets, target.function) &&
        !hasTangent(targets, target.function))
      targets.push_back(tangentBeside(target, unit));
  }
  unit.targets = std::move(targets);
}

} // namespace adjoint::driver
