// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/RemadeObjects.h"

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Boundary/ViewedFields.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

class RemadePrinter {
public:
  RemadePrinter(BoundaryFunction what, const Record &mirror) : what(what), mirror(mirror) {}

  std::string print() {
    if (what == BoundaryFunction::Shape && !mirror.view->shape.empty())
      lines.add(withObject(withPlain(mirror.view->shape), "object"));
    for (const ViewedField &viewed : viewedFields(mirror))
      whereItIs(viewed, lines, {"object"}, "", [&] { printField(viewed); });
    return "static void " + boundaryFunctionName(what, mirror.spelling) + "(" + mirror.view->spelling + " &object, const " +
           mirror.spelling + " &plain) {\n" + lines.str() + "}\n";
  }

private:
  static std::string withPlain(std::string text) {
    for (size_t at = text.find("$p"); at != std::string::npos; at = text.find("$p", at))
      text.replace(at, 2, "plain");
    return text;
  }

  void printField(const ViewedField &viewed) {
    const FieldView &view = viewed.view;
    if (view.isShared || view.kind == FieldView::Kind::Constant)
      return;
    const std::string object = userField(mirror, viewed, "object", false), plain = "plain." + viewed.field.name;
    if (isSlots(view))
      return printSlots(viewed, object);
    if (elementsOf(view, viewed.field))
      return printElements(viewed, object, plain);
    const bool isOfShape = !mirror.view->shape.empty() && view.where.empty() && !mirrorOf(elementOf(viewed.field.type));
    if (!isOfShape)
      copy(viewed.field.type, object, plain);
  }

  bool isLeftAlone(const Type *type) const {
    const Record *inner = mirrorOf(elementOf(type));
    return inner ? !isNeeded(what, *inner) : what == BoundaryFunction::Shape;
  }

  void printElements(const ViewedField &viewed, const std::string &object, const std::string &plain) {
    if (!isLeftAlone(elementOf(viewed)))
      lines.loop(extentOf(viewed.view, "object"),
                 [&](const std::string &i) { copy(elementOf(viewed), object + "[" + i + "]", plain + "[" + i + "]"); });
  }

  void printSlots(const ViewedField &viewed, const std::string &object) {
    if (!isLeftAlone(elementOf(viewed)))
      lines.loop(extentOf(viewed.view, "object"), [&](const std::string &i) {
        const std::string slot = withObject(viewed.view.plainFirst, "plain") + " + " + i;
        copy(elementOf(viewed), object + "[" + i + "]", "plain." + viewed.field.name + "[" + slot + "][0]");
      });
  }

  void copy(const Type *type, const std::string &to, const std::string &from) {
    if (isLeftAlone(type))
      return;
    if (type->isArray())
      return lines.loop(std::to_string(type->count),
                        [&](const std::string &i) { copy(type->element, to + "[" + i + "]", from + "[" + i + "]"); });
    if (const Record *inner = mirrorOf(type))
      lines.add(boundaryCall(what, *inner, to + ", " + from) + ";");
    else
      lines.add(to + " = " + (isText(type) ? "adjoint::text(" + from + ".id)" : from) + ";");
  }

  static bool isText(const Type *type) { return type->isRecord() && type->record->spelling == "adjoint::Text"; }

  const BoundaryFunction what;
  const Record &mirror;
  Lines lines;
};

} // namespace

std::string printShape(const Record &mirror) { return RemadePrinter(BoundaryFunction::Shape, mirror).print(); }
std::string printFill(const Record &mirror) { return RemadePrinter(BoundaryFunction::Fill, mirror).print(); }

} // namespace adjoint::codegen
