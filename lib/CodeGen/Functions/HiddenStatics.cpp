// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/HiddenStatics.h"

#include "IR/Mentions.h"

#include "llvm/ADT/SetVector.h"

namespace adjoint::codegen {

using namespace ir;

std::vector<const HiddenStatic *> hiddenStaticsOf(const std::vector<const Function *> &functions) {
  llvm::SetVector<const HiddenStatic *> found;
  auto look = [&](const Place *place) {
    const Variable *root = rootVariable(place);
    if (root && root->hidden)
      found.insert(root->hidden);
  };
  for (const Function *function : functions)
    forEachPlaceIn(function->body, look);
  return {found.begin(), found.end()};
}

std::string printAccess(const HiddenStatic &member) {
  const std::string head = member.type + " &" + member.accessor + "()";
  std::string text = head + ";\n";
  text += "template <" + member.type + " *Member> struct " + member.accessor + "_access {\n";
  text += "  friend " + head + " { return *Member; }\n";
  text += "};\n";
  return text + "template struct " + member.accessor + "_access<&" + member.member + ">;\n";
}

} // namespace adjoint::codegen
