// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/TakenSeeds.h"

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Boundary/ViewedFields.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

/// The mirrors in an array of them, each by itself.
void takeInner(const Type *type, const std::string &seed, const std::string &field, Lines &lines) {
  if (type->isArray())
    return lines.loop(std::to_string(type->count),
                      [&](const std::string &i) { takeInner(type->element, seed + "[" + i + "]", field + "[" + i + "]", lines); });
  if (const Record *inner = mirrorOf(type); inner && isNeeded(BoundaryFunction::Take, *inner))
    lines.add(boundaryCall(BoundaryFunction::Take, *inner, seed + ", now." + field + ", now_b." + field) + ";");
}

} // namespace

std::string printTake(const Record &mirror) {
  Lines lines;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const std::string seed = userField(mirror, viewed, "seed", false), field = viewed.field.name;
    const std::string pointers = "now." + field + ", now_b." + field + ", ";
    if (isSequence(viewed))
      lines.add("adjoint::take_seeds(" + pointers + seed + ", std::min<std::size_t>(" + extentOf(viewed.view, "seed") + ", " +
                withObject(viewed.view.plainExtent, "now") + "));");
    else if (isUncounted(viewed.view, viewed.field))
      lines.add("adjoint::take_seeds(" + pointers + seed + ");");
    else
      takeInner(viewed.field.type, seed, field, lines);
  }
  return "static void " + boundaryFunctionName(BoundaryFunction::Take, mirror.spelling) + "(" + mirror.view->spelling +
         " &seed, const " + mirror.spelling + " &now, " + mirror.spelling + " &now_b) {\n" + lines.str() + "}\n";
}

} // namespace adjoint::codegen
