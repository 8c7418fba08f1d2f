// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/Profiled.h"

#include "IR/Callees.h"
#include "Transform/Order/PassOrder.h"

namespace adjoint::driver {

std::vector<const ir::Function *> profiled(ir::Context &context, const transform::PassRunner &passes,
                                           const std::vector<const ir::Function *> &functions, const std::string &file,
                                           const analysis::LineOf &lineOf) {
  std::vector<ir::Function *> copies;
  ir::Callees replaced;
  for (const ir::Function *function : functions) {
    copies.push_back(context.make<ir::Function>(*function));
    replaced[function] = copies.back();
  }
  for (ir::Function *copy : copies) {
    copy->body = withCallees(context, copy->body, replaced);
    transform::profilePasses(passes, *copy, file, lineOf);
  }
  return {copies.begin(), copies.end()};
}

} // namespace adjoint::driver
