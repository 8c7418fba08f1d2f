// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/OwnMemory.h"

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Boundary/ViewedFields.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

/// `own_X(a);`, or of arrays for each element; nothing where there is nothing to do.
void eachMirror(BoundaryFunction what, const Type *type, const std::vector<std::string> &arguments, Lines &body) {
  const Record *inner = mirrorOf(elementOf(type));
  if (!inner || !isNeeded(what, *inner))
    return;
  auto with = [&](const std::string &suffix) {
    std::vector<std::string> elements;
    for (const std::string &argument : arguments)
      elements.push_back(argument + suffix);
    return elements;
  };
  if (type->isArray())
    return body.loop(std::to_string(type->count),
                     [&](const std::string &i) { eachMirror(what, type->element, with("[" + i + "]"), body); });
  std::string list;
  for (const std::string &argument : arguments)
    list += (list.empty() ? "" : ", ") + argument;
  body.add(boundaryCall(what, *inner, list) + ";");
}

std::string plainCount(const ViewedField &viewed, const std::string &plain) {
  return withObject(viewed.view.plainExtent, plain);
}

/// Where element `i` of `plain` is, by the numbers in `shape`.
std::string plainElement(const ViewedField &viewed, const std::string &shape, const std::string &plain, const std::string &i) {
  const std::string field = plain + "." + viewed.field.name;
  return isSlots(viewed.view) ? field + "[" + withObject(viewed.view.plainFirst, shape) + " + " + i + "]" : field + "[" + i + "]";
}

} // namespace

std::string printOwn(const Record &mirror) {
  Lines body;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const std::string field = "plain." + viewed.field.name;
    if (!isOwned(viewed)) {
      eachMirror(BoundaryFunction::Own, viewed.field.type, {field}, body);
      continue;
    }
    const std::string count = plainCount(viewed, "plain");
    body.add(field + " = adjoint::" + (viewed.view.isObject ? "own_object" : "own_array") + "(" + field + ", " + count + ");");
    const Record *inner = mirrorOf(elementOf(elementOf(viewed)));
    if (!isSlots(viewed.view) && !(inner && isNeeded(BoundaryFunction::Own, *inner)))
      continue;
    body.loop(count, [&](const std::string &i) {
      const std::string element = plainElement(viewed, "plain", "plain", i);
      if (isSlots(viewed.view))
        body.add(element + " = adjoint::own_object(" + element + ", 1);");
      eachMirror(BoundaryFunction::Own, elementOf(viewed), {element + (isSlots(viewed.view) ? "[0]" : "")}, body);
    });
  }
  return "static void " + boundaryFunctionName(BoundaryFunction::Own, mirror.spelling) + "(" + mirror.spelling +
         " &plain) {\n" + body.str() + "}\n";
}

std::string printRelease(const Record &mirror) {
  Lines body;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const std::string field = "plain." + viewed.field.name;
    if (!isOwned(viewed)) {
      eachMirror(BoundaryFunction::Release, viewed.field.type, {"shape." + viewed.field.name, field}, body);
      continue;
    }
    const Record *inner = mirrorOf(elementOf(elementOf(viewed)));
    if (isSlots(viewed.view) || (inner && isNeeded(BoundaryFunction::Release, *inner)))
      body.block("if (" + field + ")", {}, [&] {
        body.loop(plainCount(viewed, "shape"), [&](const std::string &i) {
          const std::string element = plainElement(viewed, "shape", "plain", i);
          const std::string last = isSlots(viewed.view) ? "[0]" : "";
          eachMirror(BoundaryFunction::Release, elementOf(viewed), {plainElement(viewed, "shape", "shape", i) + last, element + last}, body);
          if (isSlots(viewed.view))
            body.add("delete " + element + ";");
        });
      });
    body.add(viewed.view.isObject ? "delete " + field + ";" : "std::free(" + field + ");");
  }
  const std::string &plain = mirror.spelling, shape = body.str().find("shape.") == std::string::npos ? "" : "shape";
  return "static void " + boundaryFunctionName(BoundaryFunction::Release, plain) + "(const " + plain + " &" + shape + ", " + plain +
         " &plain) {\n" + body.str() + "}\n";
}

} // namespace adjoint::codegen
