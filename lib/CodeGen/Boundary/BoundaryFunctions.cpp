// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/BoundaryFunctions.h"

#include "CodeGen/Boundary/Extending.h"
#include "CodeGen/Boundary/NumberWalks.h"
#include "CodeGen/Boundary/OwnMemory.h"
#include "CodeGen/Boundary/RemadeObjects.h"
#include "CodeGen/Boundary/TakenSeeds.h"
#include "CodeGen/Boundary/ViewedFields.h"
#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Expressions.h"

#include <functional>
#include <optional>
#include <set>

namespace adjoint::codegen {

using namespace ir;

namespace {

// ---------------------------------------------------------------- needed

/// Is there something to do for the mirror or field itself, whatever numbers it has? None: that depends on them.
std::optional<bool> needOf(BoundaryFunction what, const ViewedField &viewed) {
  switch (what) {
  case BoundaryFunction::Own:
  case BoundaryFunction::Release:
    return isOwned(viewed);
  case BoundaryFunction::Extend:
  case BoundaryFunction::Shape:
    return false;
  case BoundaryFunction::Read:
  case BoundaryFunction::Fill:
    return true;
  case BoundaryFunction::Take:
    return isSequence(viewed) || isUncounted(viewed.view, viewed.field);
  case BoundaryFunction::Seed:
    return isUncounted(viewed.view, viewed.field) ? std::optional(true) : std::nullopt;
  case BoundaryFunction::Write:
  case BoundaryFunction::Clear:
  case BoundaryFunction::Add:
  case BoundaryFunction::Put:
    return std::nullopt;
  }
  return std::nullopt;
}

bool searchNeed(BoundaryFunction what, const Record &mirror, std::set<const Record *> &seen) {
  if (what == BoundaryFunction::Read || what == BoundaryFunction::Fill)
    return true;
  if (what == BoundaryFunction::Shape && !mirror.view->shape.empty())
    return true;
  if (!seen.insert(&mirror).second)
    return false;
  if (what == BoundaryFunction::Extend && (!mirror.view->extend.empty() || mirror.isHierarchy))
    return true;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const Field &field = viewed.field;
    const FieldView &view = viewed.view;
    if (view.isKey || isInBoth(what, view))
      continue;
    const std::optional<bool> need = needOf(what, viewed);
    if (need && *need)
      return true;
    bool sequence = isSequence(viewed);
    const Type *type = elementOf(sequence ? elementOf(viewed) : field.type);
    if (const Record *inner = mirrorOf(type)) {
      if (searchNeed(what, *inner, seen))
        return true;
      continue;
    }
    // What a pointer leads to is shared: only its own numbers have to be written back.
    bool hasNumbers = sequence && !isRing(view) ? what != BoundaryFunction::Write : holdsFloating(type);
    if (hasNumbers && !need)
      return true;
  }
  return false;
}

// ------------------------------------------------------------ definitions

void collect(BoundaryFunction what, const Record &mirror, std::set<const Record *> &seen,
             std::vector<BoundaryDefinition> &out) {
  if (!isNeeded(what, mirror) || !seen.insert(&mirror).second)
    return;
  bool hasPrivate = false;
  for (const ViewedField &viewed : viewedFields(mirror)) {
    const Field &field = viewed.field;
    const FieldView &view = viewed.view;
    hasPrivate |= view.kind == FieldView::Kind::Private;
    if (isInBoth(what, view))
      continue;
    const bool goesOn = elementsOf(view, field) || isSequence(viewed);
    const Type *type = elementOf(goesOn ? elementOf(viewed) : field.type);
    if (const Record *inner = mirrorOf(type))
      collect(what, *inner, seen, out);
  }
  if (hasPrivate)
    out.push_back({&mirror, true, BoundaryFunction::Read});
  out.push_back({&mirror, false, what});
}

/// Accessors: access is not checked in the arguments of an explicit instantiation.
std::string printAccessors(const Record &mirror) {
  std::string text;
  for (const auto &[field, view] : viewedFields(mirror)) {
    if (view.kind != FieldView::Kind::Private)
      continue;
    const std::string name = accessorName(mirror, field), type = name + "_type";
    const std::string member = type + " " + view.owner + "::*Member";
    text += "using " + type + " = " + view.memberType + ";\n";
    text += type + " &" + name + "(" + view.owner + " &object);\n";
    text += "const " + type + " &" + name + "(const " + view.owner + " &object);\n";
    text += "template <" + member + "> struct " + name + "_access {\n";
    text += "  friend " + type + " &" + name + "(" + view.owner + " &object) { return object.*Member; }\n";
    text += "  friend const " + type + " &" + name + "(const " + view.owner + " &object) { return object.*Member; }\n";
    text += "};\n";
    text += "template struct " + name + "_access<&" + view.owner + "::" + view.text + ">;\n";
  }
  return text;
}

std::string zeroOf(const std::string &type, const Record &mirror) {
  for (const Field &field : mirror.fields)
    if (emptyBraces(field.type) != EmptyBraces::AllZero)
      return "adjoint::zero<" + type + ">()";
  return "{}";
}

void readClassNumber(const Record &mirror, const Field &field, Lines &body) {
  const char *otherwise = "";
  for (const DynamicClass &derived : mirror.view->classes) {
    body.add(otherwise + ("if (typeid(object) == typeid(" + derived.spelling + "))"));
    body.add("  plain." + field.name + " = " + std::to_string(derived.number) + ";");
    otherwise = "else ";
  }
  body.add("else");
  body.add("  adjoint::throw_unknown_class();");
}

/// A pointer to each element of the user's, or to the plain struct that stands for it.
void readSlots(const std::string &slots, const ViewedField &viewed, const std::string &object, Lines &body,
               const std::function<std::string(const Record &, const std::string &)> &read) {
  const Type *element = elementOf(viewed);
  const Record *inner = mirrorOf(element);
  body.add(slots + " = memory.slots<" + declarator(element, "") + ">(" + extentOf(viewed.view, object) + ");");
  body.add("std::size_t i = 0;");
  body.range("const auto &entry", object, [&] {
    if (!inner)
      return body.add(slots + "[i++] = const_cast<" + declarator(element, "*") + ">(&entry);");
    body.block("if (auto *mirror = memory.array(" + slots + "[i++], 1, &entry))", {},
               [&] { body.add("*mirror = " + read(*inner, "entry") + ";"); });
  });
}

std::string printRead(const Record &mirror, const std::string &user) {
  const bool usesMemory = readsIntoMemory(mirror);
  Lines body;
  body.add(mirror.spelling + " plain = " + zeroOf(mirror.spelling, mirror) + ";");
  auto read = [&](const Record &inner, const std::string &object) {
    return boundaryCall(BoundaryFunction::Read, inner, object + (readsIntoMemory(inner) ? ", memory" : ""));
  };
  std::function<void(const Type *, const std::string &, const std::string &)> copy =
      [&](const Type *type, const std::string &to, const std::string &from) {
        if (type->isArray())
          return body.loop(std::to_string(type->count), [&](const std::string &i) {
            copy(type->element, to + "[" + i + "]", from + "[" + i + "]");
          });
        const Record *inner = mirrorOf(type);
        body.add(to + " = " + (inner ? read(*inner, from) : from) + ";");
      };
  auto readField = [&](const ViewedField &viewed, const std::string &object) {
    const Field &field = viewed.field;
    const FieldView &view = viewed.view;
    if (view.kind == FieldView::Kind::ClassNumber)
      return readClassNumber(mirror, field, body);
    const std::string from = userField(mirror, viewed, object, true), to = "plain." + field.name;
    const Record *elements = field.type->isPointer() ? mirrorOf(field.type->element) : nullptr;
    if (isRing(view)) {
      body.add(to + " = memory.ring<" + elements->spelling + ">(" + extentOf(view, "object") + ");");
      body.add(elements->spelling + " *node = " + to + ";");
      body.range("const auto &entry", from, [&] {
        body.add("node = node->next;");
        copy(valueOfRing(field).type, "node->value", "entry");
      });
      return;
    }
    if (isSlots(view))
      return readSlots(to, viewed, object, body, read);
    if (elements) {
      const std::string count = extentOf(view, object);
      const std::string address = (view.isReference ? "&" : "") + from;
      return body.block("if (auto *mirrors = memory.array(" + to + ", " + count + ", " + address + "))", {}, [&] {
        body.loop(count, [&](const std::string &i) {
          body.add("mirrors[" + i + "] = " + read(*elements, userElement(view, from, i)) + ";");
        });
      });
    }
    bool isShared = field.type->isPointer() && !field.type->element->isConst;
    if (view.isReference)
      copy(field.type, to, "&" + from);
    else if (isShared && view.kind == FieldView::Kind::Expression)
      body.add(to + " = const_cast<" + declarator(field.type, "") + ">(" + from + ");");
    else
      copy(field.type, to, from);
  };
  forEachField(mirror, body, {{"object", true}}, [&](const ViewedField &viewed, const std::string &object) {
    whereItIs(viewed, body, {object}, "", [&] { readField(viewed, object); });
  });
  body.add("return plain;");
  const bool isUsed = body.str().find("object") != std::string::npos; // a std::tuple<> has nothing to read
  return boundaryHead(mirror) + mirror.spelling + " " + boundaryFunctionName(BoundaryFunction::Read, mirror.spelling) + "(const " +
         user + " &" + (isUsed ? "object" : "") + (usesMemory ? ", adjoint::Mirrors &memory" : "") + ") {\n" + body.str() +
         "}\n";
}

} // namespace

bool isNeeded(BoundaryFunction what, const Record &mirror) {
  std::set<const Record *> seen;
  return searchNeed(what, mirror, seen);
}

bool readsIntoMemory(const Record &mirror) {
  for (const Field &field : mirror.fields) {
    const bool isArray = field.type->isPointer() && mirrorOf(field.type->element);
    if (isArray || isSlots(mirror.view->fields[field.index]))
      return true;
    const Record *inner = mirrorOf(elementOf(field.type));
    if (inner && readsIntoMemory(*inner))
      return true;
  }
  return false;
}

std::vector<BoundaryDefinition> definitionsFor(BoundaryFunction what, const Record &mirror) {
  std::vector<BoundaryDefinition> out;
  std::set<const Record *> seen;
  if (what == BoundaryFunction::Extend)
    for (const Record *made : newMirrors(mirror))
      collect(BoundaryFunction::Clear, *made, seen, out);
  seen.clear();
  collect(what, mirror, seen, out);
  return out;
}

std::string printBoundary(const BoundaryDefinition &definition) {
  if (definition.isAccessors)
    return printAccessors(*definition.mirror);
  switch (definition.what) {
  case BoundaryFunction::Read:
    return printRead(*definition.mirror, definition.object.empty() ? userClass(*definition.mirror) : definition.object);
  case BoundaryFunction::Extend:
    return printExtend(*definition.mirror);
  case BoundaryFunction::Own:
    return printOwn(*definition.mirror);
  case BoundaryFunction::Release:
    return printRelease(*definition.mirror);
  case BoundaryFunction::Shape:
    return printShape(*definition.mirror);
  case BoundaryFunction::Fill:
    return printFill(*definition.mirror);
  case BoundaryFunction::Take:
    return printTake(*definition.mirror);
  case BoundaryFunction::Write:
  case BoundaryFunction::Clear:
  case BoundaryFunction::Add:
  case BoundaryFunction::Seed:
  case BoundaryFunction::Put:
    return printNumberWalk(definition.what, *definition.mirror);
  }
  return "";
}

} // namespace adjoint::codegen
