// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/ClassViews.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ClassFacts.h"
#include "Support/Diagnostics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace adjoint::frontend {

namespace {

using ir::FieldView;

/// The texts of `[[clang::annotate("adjoint::name", "text", ...)]]`; none where there is no such note.
std::vector<std::string> noted(const clang::Decl *decl, llvm::StringRef name) {
  std::vector<std::string> texts;
  for (const auto *note : decl->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation() == name)
      for (const clang::Expr *argument : note->args())
        if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(argument->IgnoreUnlessSpelledInSource()->IgnoreParenCasts()))
          texts.push_back(text->getString().str());
  return texts;
}

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// What a model says: "$.first" is a member, "nullptr" nothing of the object.
FieldView viewFromText(const std::vector<std::string> &texts) {
  FieldView view;
  // What lies behind the elements of a container is not the adjoint's to write: it holds as much as it has room for.
  llvm::StringRef text = texts[0] == "$.capacity()" ? "$.size()" : llvm::StringRef(texts[0]);
  view.text = text.str();
  if (text.consume_front("$.") && isIdentifier(text))
    view.text = text.str();
  else
    view.kind = text.contains('$') || view.text.find('$') != std::string::npos ? FieldView::Kind::Expression
                                                                                : FieldView::Kind::Constant;
  if (texts.size() > 1)
    view.extent = texts[1];
  view.isShared = texts.size() > 2 && texts[2] == "shared";
  view.isObject = texts.size() > 2 && texts[2] == "object";
  return view;
}

/// Of a container: can it be made longer by elements that nothing is said about?
bool canMakeElements(const clang::CXXRecordDecl *container) {
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(container);
  if (!instance || instance->getTemplateArgs().size() == 0 ||
      instance->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Type)
    return true;
  const clang::CXXRecordDecl *element = instance->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  return !element || !element->hasDefinition() || element->hasDefaultConstructor();
}

bool canBeMadeOfNothing(const clang::CXXRecordDecl *record) {
  if (!record->hasDefinition() || !record->hasDefaultConstructor())
    return false;
  return llvm::all_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
    return !constructor->isDefaultConstructor() || (!constructor->isDeleted() && isAccessible(constructor));
  });
}

/// Do the class's own words say what a copy is? Members that are copied by theirs speak for themselves.
bool copiesByItself(const clang::CXXRecordDecl *record) {
  return llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
    return constructor->isCopyConstructor() && constructor->isUserProvided();
  });
}

} // namespace

ir::ClassView ClassViews::of(const clang::CXXRecordDecl *record,
                             llvm::ArrayRef<const clang::CXXRecordDecl *> hierarchy) const {
  ir::ClassView view;
  view.spelling = spell(typeOf(ast, record));
  view.obstacle = obstacle(record);
  const clang::CXXRecordDecl *pattern = record;
  if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    pattern = instance->getSpecializedTemplate()->getTemplatedDecl();
  if (pattern->hasDefinition()) // a declaration before it has no notes
    pattern = pattern->getDefinition();
  const std::vector<std::string> extensions = noted(pattern, "adjoint::extend");
  if (!extensions.empty())
    view.extend = extensions.size() > 1 && !canMakeElements(record) ? extensions[1] : extensions[0];
  const std::vector<std::string> shape = noted(record, "adjoint::shape");
  view.shape = shape.empty() || !canMakeElements(record) ? "" : shape[0];
  view.canBeMade = isOfModels(record) || canBeMadeOfNothing(record);
  view.copiesByItself = copiesByItself(record);
  view.isNewZero = isOfModels(record) || emptyBracesOf(record) == ir::EmptyBraces::AllZero;
  view.holdsConstants = !noted(pattern, "adjoint::constants").empty();
  for (unsigned number = 0; number < hierarchy.size(); ++number) {
    const clang::CXXRecordDecl *derived = hierarchy[number];
    if (!derived->isAbstract())
      view.classes.push_back({spell(typeOf(ast, derived)), number});
    std::string reason = view.obstacle.empty() && derived != record ? obstacle(derived) : "";
    if (!reason.empty())
      view.obstacle = format(DiagId::view_derived, {derived->getNameAsString(), reason});
  }
  return view;
}

std::string ClassViews::obstacle(const clang::CXXRecordDecl *record) const {
  if (isOfModels(record)) {
    for (const clang::FieldDecl *field : record->fields()) {
      if (llvm::all_of(std::initializer_list<const char *>{"adjoint::view", "adjoint::part", "adjoint::slots"},
                       [&](const char *how) { return noted(field, how).empty(); }))
        return format(DiagId::view_contents);
      if (field->getType()->isPointerType() && field->getType()->getPointeeType()->isBooleanType())
        return format(DiagId::view_bits);
    }
    return "";
  }
  if (record->isLambda() || !isNameable(typeOf(ast, record)))
    return format(DiagId::view_unnamed);
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (base.getAccessSpecifier() != clang::AS_public)
      return format(DiagId::view_base, {spell(base.getType())});
  for (const clang::FieldDecl *field : record->fields()) {
    if (ast.getBaseElementType(field->getType())->isMemberPointerType())
      return format(DiagId::view_member_pointer, {field->getNameAsString()});
    if (isAccessible(field))
      continue;
    if (field->getType()->isReferenceType() || field->isBitField())
      return format(DiagId::view_private_reference, {field->getNameAsString()});
    if (!isNameable(field->getType()))
      return format(DiagId::view_private_type, {field->getNameAsString()});
  }
  return "";
}

ir::FieldView ClassViews::ofField(const clang::FieldDecl *field) const {
  if (std::vector<std::string> extent = noted(field, "adjoint::ring"); !extent.empty()) {
    FieldView ring;
    ring.kind = FieldView::Kind::Ring;
    ring.extent = extent.front();
    return ring;
  }
  if (std::vector<std::string> slots = noted(field, "adjoint::slots"); slots.size() == 3) {
    FieldView view;
    view.kind = FieldView::Kind::Slots;
    view.extent = slots[0];
    view.plainExtent = slots[1];
    view.plainFirst = slots[2];
    return view;
  }
  if (std::vector<std::string> part = noted(field, "adjoint::part"); !part.empty()) {
    FieldView view;
    view.kind = FieldView::Kind::Part;
    view.isRest = part.front() == "rest";
    return view;
  }
  if (std::vector<std::string> texts = noted(field, "adjoint::view"); !texts.empty())
    return ofModelField(field, texts);
  FieldView view;
  view.text = field->getNameAsString();
  view.isReference = view.isShared = field->getType()->isReferenceType();
  view.isConst = field->getASTContext().getBaseElementType(field->getType()).isConstQualified();
  if (isAccessible(field))
    return view;
  view.kind = FieldView::Kind::Private;
  view.memberType = spell(field->getType());
  if (field->getType().isConstQualified())
    view.memberType = "const " + view.memberType;
  view.owner = spell(typeOf(ast, field->getParent()));
  return view;
}

/// Is it one of a model such as that of std::span<const T>?
static bool isOfConstants(const clang::FieldDecl *field) {
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(field->getParent());
  const bool hasType = instance && instance->getTemplateArgs().size() != 0 &&
                       instance->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type;
  return hasType && instance->getTemplateArgs()[0].getAsType().isConstQualified();
}

/// What a field of a model says of itself.
ir::FieldView ClassViews::ofModelField(const clang::FieldDecl *field, const std::vector<std::string> &texts) const {
  FieldView view = viewFromText(texts);
  view.isReference = field->getType()->isReferenceType();
  view.isShared |= view.isReference;
  view.isConst = field->getType().isConstQualified() || (field->getType()->isPointerType() && isOfConstants(field));
  view.isKey = view.isConst && view.kind == FieldView::Kind::Member && !field->getType()->isPointerType();
  if (std::vector<std::string> where = noted(field, "adjoint::where"); where.size() == 2) {
    view.where = where[0];
    view.plainWhere = where[1];
  }
  return view;
}

ir::FieldView ClassViews::ofClassNumber() const {
  FieldView view;
  view.kind = FieldView::Kind::ClassNumber;
  return view;
}

ir::FieldView ClassViews::ofBase(const clang::CXXBaseSpecifier &base) const {
  FieldView view;
  view.kind = FieldView::Kind::Base;
  view.text = spell(base.getType());
  return view;
}

/// `$.rows() * $.cols()` with the fields that are read by these texts; empty, where the object is asked for more.
static std::string inPlainStruct(llvm::StringRef extent, const ir::ClassView &view, const ir::Record &image) {
  std::string plain;
  while (true) {
    const size_t at = extent.find('$');
    plain += extent.take_front(at).str();
    if (at == llvm::StringRef::npos)
      return plain;
    extent = extent.drop_front(at);
    const auto field = llvm::find_if(image.fields, [&](const ir::Field &other) {
      llvm::StringRef text = view.fields[other.index].text, after = extent;
      return text.size() > 1 && after.consume_front(text) && (after.empty() || after.front() == ' ' || after.front() == ')');
    });
    if (field == image.fields.end())
      return "";
    plain += "$." + field->name;
    extent = extent.drop_front(view.fields[field->index].text.size());
  }
}

void ClassViews::finish(ir::ClassView &view, const ir::Record &image) {
  for (const ir::Field &field : image.fields) {
    FieldView &pointer = view.fields[field.index];
    if (pointer.extent.empty() || !pointer.plainExtent.empty())
      continue;
    const bool asksObject = pointer.extent.find('$') != std::string::npos;
    if (asksObject)
      pointer.plainExtent = inPlainStruct(pointer.extent, view, image);
    if (pointer.plainExtent.empty())
      pointer.plainExtent = "($." + field.name + " ? 1 : 0)";
  }
}

} // namespace adjoint::frontend
