// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/Models.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::dyn_cast_or_null;

namespace {

/// The namespaces around a declaration, the outermost first, without inline and unnamed ones; none for what does not
/// stand in a namespace or the file directly.
std::optional<std::vector<std::string>> pathOf(const clang::DeclContext *context) {
  std::vector<std::string> path;
  for (const clang::DeclContext *c = context->getRedeclContext(); !c->isTranslationUnit();
       c = c->getParent()->getRedeclContext()) {
    const auto *space = dyn_cast<clang::NamespaceDecl>(c);
    if (!space)
      return std::nullopt;
    if (!space->isInline() && !space->isAnonymousNamespace())
      path.insert(path.begin(), space->getNameAsString());
  }
  return path;
}

} // namespace

clang::NamespaceDecl *namespaceIn(clang::DeclContext *context, const clang::ASTContext &ast, llvm::StringRef name) {
  for (clang::NamedDecl *found : context->lookup(&ast.Idents.get(name)))
    if (auto *space = dyn_cast<clang::NamespaceDecl>(found))
      return space->getFirstDecl();
  return nullptr;
}

bool isOfModels(const clang::Decl *decl) {
  for (const clang::DeclContext *c = decl->getDeclContext(); c; c = c->getParent()) {
    const auto *space = dyn_cast<clang::NamespaceDecl>(c);
    const auto *outer = space ? dyn_cast<clang::NamespaceDecl>(space->getParent()) : nullptr;
    if (outer && space->getName() == "model" && outer->getName() == "adjoint")
      return true;
  }
  return false;
}

bool isElemental(const clang::Decl *decl) {
  const auto *space = dyn_cast<clang::NamespaceDecl>(decl->getDeclContext());
  const auto *outer = space ? dyn_cast<clang::NamespaceDecl>(space->getParent()) : nullptr;
  const bool isOfRuntime = outer && outer->getName() == "adjoint" && outer->getParent()->isTranslationUnit();
  return isOfRuntime && (space->getName() == "linear" || space->getName() == "linear_sparse" || space->getName() == "lapack");
}

namespace {
std::vector<clang::TemplateArgument> flat(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  std::vector<clang::TemplateArgument> all;
  for (const clang::TemplateArgument &argument : arguments) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      all.insert(all.end(), argument.pack_begin(), argument.pack_end());
    else
      all.push_back(argument);
  }
  return all;
}
} // namespace

std::string nameOfOriginal(std::string spelling) {
  const std::string space = "adjoint::model::";
  for (size_t at = spelling.find(space); at != std::string::npos; at = spelling.find(space, at)) {
    size_t end = at + space.size();
    while (end < spelling.size() && (std::isalnum(static_cast<unsigned char>(spelling[end])) || spelling[end] == '_'))
      ++end;
    // No other namespaces of models are in that of the library.
    const bool isOfStandard = spelling.compare(at + space.size(), end - at - space.size(), "experimental") == 0 ||
                              spelling.compare(at + space.size(), end - at - space.size(), "ranges") == 0;
    bool isInNamespace = spelling.compare(end, 2, "::") == 0 && !isOfStandard;
    spelling.replace(at, space.size(), isInNamespace ? "" : "std::");
  }
  const std::string text = "adjoint::Text"; // among the arguments of a template
  for (size_t at = spelling.find(text); at != std::string::npos; at = spelling.find(text, at + 1))
    if (at > spelling.find('<'))
      spelling.replace(at, text.size(), "std::string");
  return spelling;
}

bool namesAlias(const Models &models, clang::QualType type) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record)
    return false;
  const clang::CXXRecordDecl *original = models.original(type)->getAsCXXRecordDecl();
  if (isOfModels(record) && original && original->getName() != record->getName())
    return true;
  return llvm::any_of(flat(record->getTemplateArgs().asArray()), [&](const clang::TemplateArgument &argument) {
    return argument.getKind() == clang::TemplateArgument::Type && namesAlias(models, argument.getAsType());
  });
}

bool isDirectModel(const clang::CXXRecordDecl *record) {
  if (const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record))
    record = instance->getSpecializedTemplate()->getTemplatedDecl();
  for (const auto *note : record->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation() == "adjoint::direct")
      return true;
  return false;
}

namespace {
bool hasNote(const clang::Decl *decl, llvm::StringRef text) {
  return decl && llvm::any_of(decl->specific_attrs<clang::AnnotateAttr>(),
                                  [&](const clang::AnnotateAttr *note) { return note->getAnnotation() == text; });
}
} // namespace

bool isSameFunction(const clang::FunctionDecl *function) { return hasNote(function, "adjoint::same"); }

bool isZeroFunction(const clang::FunctionDecl *function) { return hasNote(function, "adjoint::zero"); }

std::vector<std::string> refusalBy(const clang::FunctionDecl *function) {
  std::vector<std::string> texts;
  for (const auto *note : function->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation() == "adjoint::refused")
      for (const clang::Expr *text : note->args())
        texts.push_back(clang::cast<clang::StringLiteral>(text->IgnoreParenImpCasts())->getString().str());
  return texts;
}

bool isUnset(const clang::VarDecl *variable) { return hasNote(variable, "adjoint::unset"); }

bool isRing(const clang::FieldDecl *field) { return hasNote(field, "adjoint::ring"); }

std::string viewOf(const clang::FieldDecl *field) {
  for (const auto *note : field->specific_attrs<clang::AnnotateAttr>())
    if (note->getAnnotation() == "adjoint::view" && note->args_size() != 0)
      if (const auto *text = dyn_cast<clang::StringLiteral>((*note->args_begin())->IgnoreParenImpCasts()))
        return text->getString().str();
  return "";
}

Models::Models(clang::Sema &sema) : sema(sema), ast(sema.getASTContext()) {
  if (clang::NamespaceDecl *adjoint = namespaceIn(ast.getTranslationUnitDecl(), ast, "adjoint")) {
    root = namespaceIn(adjoint, ast, "model");
    for (clang::NamedDecl *found : adjoint->lookup(&ast.Idents.get("Text")))
      if (const auto *record = dyn_cast<clang::CXXRecordDecl>(found))
        text = typeOf(ast, record).getCanonicalType();
  }
}

/// The namespace of models that corresponds to one of the user's or the library's.
clang::DeclContext *Models::modelSpace(const clang::DeclContext *space) {
  std::optional<std::vector<std::string>> path = pathOf(space);
  if (!root || !path || path->empty() || path->front() == "adjoint")
    return nullptr;
  if (path->front() == "std")
    path->erase(path->begin());
  clang::NamespaceDecl *found = root;
  for (const std::string &name : *path)
    if (found)
      found = namespaceIn(found, ast, name);
  return found;
}

/// Functions of libraries of C, and of Fortran, whose names are known everywhere; and those that stand for instructions.
bool Models::isOfOtherLanguage(const clang::NamedDecl *decl) {
  const auto *function = dyn_cast<clang::FunctionDecl>(decl);
  if (!function || !function->getIdentifier())
    return false;
  const bool isInstruction = function->getName().starts_with("_mm") && isOfLibrary(function);
  return isInstruction || (function->isExternC() && !function->hasBody());
}

clang::DeclContext::lookup_result Models::namesakes(const clang::NamedDecl *decl) {
  clang::DeclContext *space = modelSpace(decl->getDeclContext());
  if (!space && root && isOfOtherLanguage(decl))
    space = namespaceIn(root, ast, "extern_c");
  return space ? space->lookup(decl->getDeclName()) : clang::DeclContext::lookup_result();
}

bool Models::covers(const clang::Decl *decl) {
  return isOfLibrary(decl) || (!isOfModels(decl) && modelSpace(decl->getDeclContext()));
}

bool Models::isWhollyModelled(const clang::Decl *decl) {
  const clang::DeclContext *outermost = nullptr;
  for (const clang::DeclContext *c = decl->getDeclContext(); c && !c->isTranslationUnit(); c = c->getParent())
    outermost = c->isNamespace() ? c : outermost;
  const auto *space = dyn_cast_or_null<clang::NamespaceDecl>(outermost);
  clang::NamespaceDecl *models = root && space && space->getName() != "adjoint" ? namespaceIn(root, ast, space->getName()) : nullptr;
  return models && !models->lookup(&ast.Idents.get("whole_library")).empty();
}

namespace {
clang::DeclContext::lookup_result inClassOrBases(const clang::CXXRecordDecl *record, clang::DeclarationName name) {
  clang::DeclContext::lookup_result found = record->lookup(name);
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (found.empty() && base.getType()->getAsCXXRecordDecl())
      found = inClassOrBases(base.getType()->getAsCXXRecordDecl(), name);
  return found;
}
} // namespace

clang::DeclContext::lookup_result Models::staticNamesakes(const clang::CXXMethodDecl *method) {
  const clang::CXXRecordDecl *model = type(typeOf(ast, method->getParent()))->getAsCXXRecordDecl();
  model = model && isOfModels(model) ? model->getDefinition() : nullptr;
  return model ? inClassOrBases(model, method->getDeclName()) : clang::DeclContext::lookup_result();
}

// ----------------------------------------------------------------- types

clang::QualType Models::type(clang::QualType type) {
  type = type.getCanonicalType();
  clang::QualType bare(type.getTypePtr(), 0);
  auto found = known.find(bare.getTypePtr());
  clang::QualType image;
  if (found != known.end()) {
    image = found->second;
  } else {
    known[bare.getTypePtr()] = bare;
    known[bare.getTypePtr()] = image = unqualified(bare);
  }
  return ast.getQualifiedType(image, type.getQualifiers()).getCanonicalType();
}

clang::QualType Models::unqualified(clang::QualType bare) {
  if (bare->isPointerType())
    return ast.getPointerType(type(bare->getPointeeType()));
  if (bare->isLValueReferenceType())
    return ast.getLValueReferenceType(type(bare->getPointeeType()));
  if (bare->isRValueReferenceType())
    return ast.getRValueReferenceType(type(bare->getPointeeType()));
  if (const auto *array = dyn_cast<clang::ConstantArrayType>(bare.getTypePtr())) {
    clang::QualType element = type(array->getElementType());
    if (element != array->getElementType())
      return ast.getConstantArrayType(element, array->getSize(), nullptr, array->getSizeModifier(),
                                      array->getIndexTypeCVRQualifiers());
  }
  if (const auto *array = dyn_cast<clang::IncompleteArrayType>(bare.getTypePtr()))
    return ast.getIncompleteArrayType(type(array->getElementType()), array->getSizeModifier(),
                                      array->getIndexTypeCVRQualifiers());
  if (const auto *function = dyn_cast<clang::FunctionProtoType>(bare.getTypePtr())) {
    std::vector<clang::QualType> params;
    for (clang::QualType param : function->param_types())
      params.push_back(type(param));
    return ast.getFunctionType(type(function->getReturnType()), params, function->getExtProtoInfo());
  }
  if (const auto *vector = dyn_cast<clang::VectorType>(bare.getTypePtr()))
    if (clang::QualType model = laneModel(vector, "lanes", vector->getElementType()); !model.isNull()) {
      originals.emplace(model.getTypePtr(), bare);
      return model;
    }
  if (const clang::CXXRecordDecl *record = bare->getAsCXXRecordDecl())
    if (clang::QualType model = classModel(record); !model.isNull()) {
      if (model->isRecordType()) // a pointer stands for iterators, and for itself
        originals.emplace(model.getTypePtr(), bare);
      meetElements(record);
      if (!record->isInStdNamespace() && record->hasDefinition()) // the model of Eigen::Quaternion holds one of Eigen::Matrix, as an alias
        for (const clang::FieldDecl *member : record->getDefinition()->fields())
          type(member->getType());
      return model;
    }
  return bare;
}

/// The elements of a map are pairs that only the allocator among its arguments names.
void Models::meetElements(const clang::CXXRecordDecl *record) {
  auto argumentsOf = [](const clang::CXXRecordDecl *instance) {
    const auto *specialization = clang::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(instance);
    return specialization ? flat(specialization->getTemplateArgs().asArray()) : std::vector<clang::TemplateArgument>();
  };
  for (const clang::TemplateArgument &given : argumentsOf(record)) {
    const clang::CXXRecordDecl *part = given.getKind() == clang::TemplateArgument::Type ? given.getAsType()->getAsCXXRecordDecl() : nullptr;
    if (!part || part->getName() != "allocator" || !part->isInStdNamespace())
      continue;
    for (const clang::TemplateArgument &element : argumentsOf(part))
      type(element.getAsType());
  }
}

/// A vector type of the compiler is an array of lanes.
clang::QualType Models::laneModel(const clang::VectorType *vector, llvm::StringRef name, clang::QualType element) {
  clang::DeclContext::lookup_result found = root ? root->lookup(&ast.Idents.get(name)) : clang::DeclContext::lookup_result();
  auto *model = found.empty() ? nullptr : dyn_cast<clang::ClassTemplateDecl>(*found.begin());
  if (!model || vector->getVectorKind() != clang::VectorKind::Generic || vector->getElementType()->isBooleanType())
    return {};
  const clang::SourceLocation where = model->getLocation();
  const llvm::APSInt count(llvm::APInt(ast.getIntWidth(ast.IntTy), vector->getNumElements()), /*isUnsigned=*/false);
  clang::TemplateArgumentListInfo arguments;
  arguments.addArgument(sema.getTrivialTemplateArgumentLoc(clang::TemplateArgument(element), {}, where));
  arguments.addArgument(
      sema.getTrivialTemplateArgumentLoc(clang::TemplateArgument(ast, count, ast.IntTy), ast.IntTy, where));
  const clang::QualType made = templateInstance(sema, model, arguments, where);
  return made.isNull() || !sema.isCompleteType(where, made) ? clang::QualType() : made.getCanonicalType();
}

clang::QualType Models::lanesInMemory(clang::QualType vector) {
  const auto *lanes = vector->castAs<clang::VectorType>();
  return laneModel(lanes, "lanes_in_memory", ast.getQualifiedType(lanes->getElementType(), vector.getQualifiers()));
}

clang::QualType Models::original(clang::QualType model) const {
  auto found = originals.find(model.getCanonicalType().getTypePtr());
  return found == originals.end() ? model : ast.getQualifiedType(found->second, model.getQualifiers());
}

namespace {
bool isInClass(const clang::CXXRecordDecl *record) { return clang::isa<clang::CXXRecordDecl>(record->getDeclContext()); }
} // namespace

/// What is called like a class in a class of the library, in that class's model.
clang::DeclContext::lookup_result Models::membersNamed(const clang::CXXRecordDecl *record) {
  const auto *owner = dyn_cast<clang::CXXRecordDecl>(record->getDeclContext());
  const clang::CXXRecordDecl *model = covers(owner) ? type(typeOf(ast, owner))->getAsCXXRecordDecl() : nullptr;
  model = model && isOfModels(model) ? model->getDefinition() : nullptr;
  return model ? model->lookup(record->getDeclName()) : clang::DeclContext::lookup_result();
}

clang::QualType Models::classModel(const clang::CXXRecordDecl *record) {
  if (!record->getIdentifier() || (isLeftAsItIs && isLeftAsItIs(record)))
    return {};
  for (clang::NamedDecl *found : isInClass(record) ? membersNamed(record) : namesakes(record)) {
    const bool isOfTypes = clang::isa<clang::ClassTemplateDecl, clang::TypeAliasTemplateDecl>(found);
    if (isOfTypes && clang::isa<clang::ClassTemplateSpecializationDecl>(record))
      return instance(clang::cast<clang::TemplateDecl>(found), record);
    if (const auto *model = dyn_cast<clang::TypedefNameDecl>(found))
      return model->getUnderlyingType().getCanonicalType();
    if (const auto *model = dyn_cast<clang::CXXRecordDecl>(found)) {
      complete(model);
      return typeOf(ast, model).getCanonicalType();
    }
  }
  return {};
}

bool Models::isText(clang::QualType type) const {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return record && !text.isNull() && record->getName() == "basic_string" && isOfLibrary(record) &&
         record->getTemplateArgs()[0].getAsType()->isCharType();
}

clang::QualType Models::held(clang::QualType type) {
  clang::QualType model = this->type(type);
  clang::QualType bare(model.getTypePtr(), 0), image = bare;
  if (isText(bare)) {
    stringType = bare;
    image = text;
  } else if (const auto *function = dyn_cast<clang::FunctionProtoType>(bare.getTypePtr())) {
    std::vector<clang::QualType> params;
    for (clang::QualType param : function->param_types())
      params.push_back(held(param));
    image = ast.getFunctionType(held(function->getReturnType()), params, function->getExtProtoInfo());
  } else if (bare->isFunctionPointerType() || bare->isFunctionReferenceType())
    image = bare;
  else if (bare->isPointerType())
    image = ast.getPointerType(held(bare->getPointeeType()));
  else if (bare->isLValueReferenceType())
    image = ast.getLValueReferenceType(held(bare->getPointeeType()));
  else if (bare->isRValueReferenceType())
    image = ast.getRValueReferenceType(held(bare->getPointeeType()));
  else if (const auto *array = ast.getAsConstantArrayType(bare))
    image = ast.getConstantArrayType(held(array->getElementType()), array->getSize(), nullptr, array->getSizeModifier(),
                                     array->getIndexTypeCVRQualifiers());
  return ast.getQualifiedType(image, model.getQualifiers()).getCanonicalType();
}

void Models::complete(const clang::RecordDecl *record) {
  if (isOfModels(record))
    sema.isCompleteType(record->getLocation(), typeOf(ast, record));
}

clang::TemplateArgument Models::argument(const clang::TemplateArgument &argument) {
  if (argument.getKind() == clang::TemplateArgument::Type)
    return clang::TemplateArgument(held(argument.getAsType()));
  return argument;
}

clang::QualType Models::instance(clang::TemplateDecl *model, const clang::CXXRecordDecl *record) {
  const auto *original = clang::cast<clang::ClassTemplateSpecializationDecl>(record);
  const clang::TemplateParameterList *params = model->getTemplateParameters();
  clang::TemplateArgumentListInfo arguments;
  for (const clang::TemplateArgument &given : flat(original->getTemplateArgs().asArray())) {
    if (!params->hasParameterPack() && arguments.size() == params->size())
      break;
    clang::QualType valueType =
        given.getKind() == clang::TemplateArgument::Integral ? given.getIntegralType() : clang::QualType();
    arguments.addArgument(sema.getTrivialTemplateArgumentLoc(argument(given), valueType, record->getLocation()));
  }
  clang::QualType made = templateInstance(sema, model, arguments, record->getLocation());
  if (made.isNull())
    return {};
  made = made.getCanonicalType();
  bool isUsable = !made->isRecordType() || sema.isCompleteType(record->getLocation(), made);
  return isUsable ? made : clang::QualType();
}

clang::QualType Models::ofVariables(clang::QualType view) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(view->getAsCXXRecordDecl());
  if (!record)
    return {};
  clang::TemplateArgumentListInfo arguments;
  for (const clang::TemplateArgument &given : flat(record->getTemplateArgs().asArray())) {
    clang::TemplateArgument made = given;
    if (arguments.size() == 0) {
      if (given.getKind() != clang::TemplateArgument::Type || !given.getAsType().isConstQualified())
        return {};
      made = clang::TemplateArgument(given.getAsType().getUnqualifiedType());
    }
    const clang::QualType valueType =
        made.getKind() == clang::TemplateArgument::Integral ? made.getIntegralType() : clang::QualType();
    arguments.addArgument(sema.getTrivialTemplateArgumentLoc(made, valueType, record->getLocation()));
  }
  return templateInstance(sema, record->getSpecializedTemplate(), arguments, record->getLocation());
}

} // namespace adjoint::frontend
