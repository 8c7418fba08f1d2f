// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/Extending.h"

#include "CodeGen/Boundary/BoundaryFunctions.h"
#include "CodeGen/Boundary/NumberWalks.h"
#include "CodeGen/Boundary/ViewedFields.h"

#include <functional>
#include <set>

namespace adjoint::codegen {

using namespace ir;

namespace {

/// May a new object have numbers that are not zero?
bool mayBeginOtherwise(const Type *type) {
  type = elementOf(type);
  if (!type->isRecord() || !(holdsFloating(type) || mirrorOf(type)))
    return false;
  if (!type->record->isMirror)
    return emptyBraces(type) != EmptyBraces::AllZero;
  if (!type->record->view->isNewZero)
    return true;
  for (const ViewedField &viewed : viewedFields(*type->record))
    if (viewed.view.where.empty() && !elementsOf(viewed.view, viewed.field) && mayBeginOtherwise(viewed.field.type))
      return true;
  return false;
}

/// What of the field can be new in an object that is extended; null: nothing.
const Type *newIn(const ViewedField &viewed) {
  const Type *elements = isOwned(viewed) ? elementsOf(viewed.view, viewed.field) : nullptr;
  const Type *type = elements ? elements : viewed.view.where.empty() ? nullptr : viewed.field.type;
  return type && reachesFloating(type) && mayBeginOtherwise(type) ? type : nullptr;
}

/// The statement that extends, and the numbers that are new then.
class NewNumbers {
public:
  NewNumbers(const Record &mirror, Lines &lines) : mirror(mirror), lines(lines) {}

  void extend() {
    std::vector<ViewedField> fields;
    for (const ViewedField &viewed : viewedFields(mirror))
      if (newIn(viewed))
        fields.push_back(viewed);
    for (size_t i = 0; i < fields.size(); ++i)
      lines.add("const auto " + before(i) + " = " + stateOf(fields[i]) + ";");
    const std::string &text = mirror.view->extend;
    lines.add(withObject(text, "object") + (text.back() == ';' ? "" : ";"));
    for (size_t i = 0; i < fields.size(); ++i)
      clear(fields[i], before(i));
  }

private:
  static std::string before(size_t i) { return i == 0 ? "before" : "before_" + std::to_string(i + 1); }

  /// Of a map, the whole: new keys stand between old ones.
  static std::string stateOf(const ViewedField &viewed) {
    if (isRing(viewed.view))
      return "object_b";
    return withObject(elementsOf(viewed.view, viewed.field) ? viewed.view.extent : viewed.view.where, "object_b");
  }

  void clear(const ViewedField &viewed, const std::string &before) {
    const Type *type = newIn(viewed);
    const std::string field = userField(mirror, viewed, "object_b", false);
    if (isRing(viewed.view))
      return clearRing(type, before);
    if (elementsOf(viewed.view, viewed.field))
      return lines.loop(withObject(viewed.view.extent, "object_b"),
                        [&](const std::string &i) { clearNumbers(type, field + "[" + i + "]", lines); }, before);
    lines.block("if (!" + before + " && " + withObject(viewed.view.where, "object_b") + ")", {},
                [&] { clearNumbers(type, field, lines); });
  }

  /// By keys, if its elements have them; else new ones are the last.
  void clearRing(const Type *type, const std::string &before) {
    const bool hasKeys = mirrorOf(type) && !type->record->view->fields.empty() && type->record->view->fields.front().isKey;
    if (!hasKeys)
      lines.add("auto old = " + before + ".begin();");
    lines.range("auto &entry", "object_b", [&] {
      if (hasKeys)
        return lines.block("if (" + before + ".find(entry.first) == " + before + ".end())", {},
                           [&] { clearNumbers(type, "entry", lines); });
      lines.block("if (old == " + before + ".end())", {}, [&] { clearNumbers(type, "entry", lines); });
      lines.add("else");
      lines.add("  ++old;");
    });
  }

  const Record &mirror;
  Lines &lines;
};

void searchNew(const Record &mirror, std::set<const Record *> &seen, std::vector<const Record *> &found) {
  if (!mirror.view || !seen.insert(&mirror).second)
    return;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const Type *made = mirror.view->extend.empty() ? nullptr : newIn(viewed);
    if (const Record *inner = made ? mirrorOf(elementOf(made)) : nullptr)
      found.push_back(inner);
    const Type *elements = elementsOf(viewed.view, viewed.field);
    if (const Record *inner = mirrorOf(elementOf(elements ? elements : viewed.field.type)))
      searchNew(*inner, seen, found);
  }
}

} // namespace

std::string printExtend(const Record &mirror) {
  Lines body;
  if (!mirror.view->extend.empty())
    NewNumbers(mirror, body).extend();
  if (!mirror.view->classes.empty()) {
    body.add("if (typeid(object) != typeid(object_b))");
    body.add("  adjoint::throw_unknown_class();");
  }
  auto extendField = [&](const ViewedField &viewed, const std::string &object) {
    const Field &field = viewed.field;
    const FieldView &view = viewed.view;
    const bool sequence = isSequence(viewed);
    const Type *type = sequence ? elementOf(viewed) : field.type;
    const Record *inner = mirrorOf(elementOf(type));
    if (!inner || !isNeeded(BoundaryFunction::Extend, *inner))
      return;
    if (isIterated(view)) {
      body.add("auto to = object_b.begin();");
      body.range("const auto &entry", "object", [&] {
        body.add(boundaryCall(BoundaryFunction::Extend, *inner, "entry, *to") + ";");
        body.add("++to;");
      });
      return;
    }
    const std::string from = userField(mirror, viewed, object, true), to = userField(mirror, viewed, object + "_b", false);
    std::function<void(const Type *, const std::string &, const std::string &)> extend =
        [&](const Type *t, const std::string &a, const std::string &b) {
          if (!t->isArray())
            return body.add(boundaryCall(BoundaryFunction::Extend, *inner, a + ", " + b) + ";");
          body.loop(std::to_string(t->count), [&](const std::string &i) {
            extend(t->element, a + "[" + i + "]", b + "[" + i + "]");
          });
        };
    if (!sequence)
      extend(type, from, to);
    else
      body.loop(extentOf(view, object), [&](const std::string &i) {
        extend(type, userElement(view, from, i), adjointElement(viewed, to, i));
      });
  };
  forEachField(mirror, body, {{"object", true}, {"object_b", false}}, [&](const ViewedField &viewed, const std::string &object) {
    whereItIs(viewed, body, {object, object + "_b"}, "", [&] { extendField(viewed, object); });
  });
  const std::string user = userClass(mirror);
  return boundaryHead(mirror) + "void " + boundaryFunctionName(BoundaryFunction::Extend, mirror.spelling) + "(const " + user +
         " &object, " + user + " &object_b) {\n" + body.str() + "}\n";
}

std::vector<const Record *> newMirrors(const Record &mirror) {
  std::set<const Record *> seen;
  std::vector<const Record *> found;
  searchNew(mirror, seen, found);
  return found;
}

} // namespace adjoint::codegen
