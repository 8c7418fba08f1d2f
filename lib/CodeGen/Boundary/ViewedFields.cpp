// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Boundary/ViewedFields.h"

namespace adjoint::codegen {

using namespace ir;

namespace {

std::string replaced(std::string text, const std::string &what, const std::string &by) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// Those of the record at the path "held.others.", which is the part of that number.
void addFields(const Record &record, const std::string &path, unsigned number, std::vector<ViewedField> &fields) {
  for (const Field &own : record.fields) {
    Field field = own;
    FieldView view = record.view->fields[own.index];
    field.name = path + own.name;
    if (view.kind == FieldView::Kind::Part) {
      addFields(*own.type->record, field.name + ".", number + view.isRest, fields);
      continue;
    }
    for (std::string *text : {&view.text, &view.extent, &view.where, &view.plainWhere})
      *text = replaced(*text, "#", std::to_string(number));
    view.plainExtent = replaced(view.plainExtent, "$.", "$." + path);
    fields.push_back({field, view});
  }
}

} // namespace

std::vector<ViewedField> viewedFields(const Record &mirror) {
  std::vector<ViewedField> fields;
  addFields(mirror, "", 0, fields);
  return fields;
}

void whereItIs(const ViewedField &field, Lines &lines, const std::vector<std::string> &objects, const std::string &plain,
               const std::function<void()> &body) {
  if (field.view.where.empty())
    return body();
  std::string condition = plain.empty() ? "" : withObject(field.view.plainWhere, plain);
  for (const std::string &object : objects)
    condition += (condition.empty() ? "" : " && ") + withObject(field.view.where, object);
  lines.block("if (" + condition + ")", {}, body);
}

/// A block for the objects that are of the class: of one whose classes are joined, no conversion is known to the compiler.
static void visitPart(const std::string &part, bool isJoined, const std::vector<std::pair<std::string, bool>> &objects,
                      Lines &lines, const std::function<void()> &visitAll) {
  std::vector<std::string> parts;
  for (const auto &[object, isConst] : objects) {
    const std::string type = (isConst ? "const " : "") + part;
    parts.push_back(type + " &part" + object.substr(6) + " = " +
                    (isJoined ? "*adjoint::as_class<" + type + ">(" + object + ");"
                              : "static_cast<" + type + " &>(" + object + ");"));
  }
  const std::string type = (objects[0].second ? "const " : "") + part;
  lines.block(isJoined ? "if (adjoint::as_class<" + type + ">(object))" : "if (dynamic_cast<" + type + " *>(&object))", parts,
              visitAll);
}

std::string userClass(const Record &mirror) { return mirror.view->isJoined ? "Object" : mirror.view->spelling; }
std::string boundaryHead(const Record &mirror) { return mirror.view->isJoined ? "template <class Object>\nstatic " : "static "; }

void forEachField(const Record &mirror, Lines &lines, const std::vector<std::pair<std::string, bool>> &objects,
                  const std::function<void(const ViewedField &, const std::string &suffixed)> &visit) {
  const std::vector<ViewedField> fields = viewedFields(mirror);
  for (size_t i = 0; i < fields.size();) {
    const std::string &part = fields[i].view.part;
    size_t end = i;
    while (end < fields.size() && fields[end].view.part == part)
      ++end;
    auto visitAll = [&] {
      for (size_t k = i; k < end; ++k)
        visit(fields[k], part.empty() ? "object" : "part");
    };
    if (part.empty()) {
      visitAll();
    } else {
      visitPart(part, mirror.view->isJoined, objects, lines, visitAll);
    }
    i = end;
  }
}

std::string withObject(const std::string &text, const std::string &object) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isAdjoint = text.compare(i, 2, "$b") == 0;
    result += text[i] == '$' ? object + (isAdjoint ? "_b" : "") : std::string(1, text[i]);
    i += isAdjoint;
  }
  return result;
}

std::string accessorName(const Record &mirror, const Field &field) { return mirror.spelling + "_" + field.name; }

namespace {
/// As C++ names it.
std::string namedField(const Record &mirror, const ViewedField &viewed, const std::string &object, bool isConst) {
  const FieldView &view = viewed.view;
  switch (view.kind) {
  case FieldView::Kind::Member:
    return object + "." + view.text;
  case FieldView::Kind::Private:
    return accessorName(mirror, viewed.field) + "(" + object + ")";
  case FieldView::Kind::Base:
    return "static_cast<" + std::string(isConst ? "const " : "") + view.text + " &>(" + object + ")";
  case FieldView::Kind::Expression:
    return withObject(view.text, object);
  case FieldView::Kind::Constant:
    return view.text;
  case FieldView::Kind::Ring:
  case FieldView::Kind::Slots:
    return object;
  case FieldView::Kind::Part:
    break; // its fields stand in its place
  case FieldView::Kind::ClassNumber:
    break; // printed by readClassNumber
  }
  return "";
}
} // namespace

std::string userField(const Record &mirror, const ViewedField &viewed, const std::string &object, bool isConst) {
  const std::string field = namedField(mirror, viewed, object, isConst);
  const bool isWritten = !isConst && viewed.view.isConst && !viewed.field.type->isPointer();
  return isWritten ? "adjoint::writable(" + field + ")" : field;
}

std::string boundaryCall(BoundaryFunction what, const Record &mirror, const std::string &arguments) {
  return boundaryFunctionName(what, mirror.spelling) + "(" + arguments + ")";
}

bool isRing(const FieldView &view) { return view.kind == FieldView::Kind::Ring; }
bool isSlots(const FieldView &view) { return view.kind == FieldView::Kind::Slots; }

const Type *elementOf(const ViewedField &viewed) {
  const Type *elements = elementsOf(viewed.view, viewed.field);
  return elements ? elements : viewed.field.type->element;
}

const Record *mirrorOf(const Type *type) { return type->isRecord() && type->record->isMirror ? type->record : nullptr; }

const Type *elementOf(const Type *type) {
  while (type->isArray())
    type = type->element;
  return type;
}

bool isInBoth(BoundaryFunction what, const FieldView &view) {
  switch (what) {
  case BoundaryFunction::Clear:
  case BoundaryFunction::Add:
  case BoundaryFunction::Own:
  case BoundaryFunction::Release:
  case BoundaryFunction::Shape:
  case BoundaryFunction::Fill:
  case BoundaryFunction::Put:
    return view.isShared;
  case BoundaryFunction::Read:
  case BoundaryFunction::Write:
  case BoundaryFunction::Extend:
  case BoundaryFunction::Seed:
  case BoundaryFunction::Take:
    return false;
  }
  return false;
}

bool isOwned(const ViewedField &viewed) {
  return !viewed.view.isShared && !viewed.view.isReference && elementsOf(viewed.view, viewed.field);
}

bool isSequence(const ViewedField &viewed) {
  const Field &field = viewed.field;
  const FieldView &view = viewed.view;
  if (isIterated(view))
    return reachesFloating(elementOf(viewed));
  const bool leadsOn = field.type->isPointer() && (!view.extent.empty() || (view.isReference && mirrorOf(field.type->element)));
  return leadsOn && reachesFloating(field.type->element);
}

std::string extentOf(const FieldView &view, const std::string &object) {
  return view.isReference ? "1" : withObject(view.extent, object);
}

std::string userElement(const FieldView &view, const std::string &field, const std::string &i) {
  return view.isReference ? field : field + "[" + i + "]";
}

bool leadsToConstants(const ViewedField &viewed) {
  return viewed.view.kind == FieldView::Kind::Expression && viewed.view.isConst && viewed.field.type->isPointer();
}

std::string adjointElement(const ViewedField &viewed, const std::string &name, const std::string &i) {
  const std::string element = userElement(viewed.view, name, i);
  const bool isConst = viewed.field.type->element->isConst || leadsToConstants(viewed);
  return isConst ? "adjoint::writable(" + element + ")" : element;
}

} // namespace adjoint::codegen
