// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/LambdaPlaces.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace adjoint::frontend {

namespace {

class PlaceSearch {
public:
  PlaceSearch(const clang::VarDecl *global, llvm::function_ref<bool(clang::QualType)> isWanted,
         std::vector<PointerTarget> &targets)
      : ast(global->getASTContext()), global(global), isWanted(isWanted), targets(targets) {}

  bool add(const clang::APValue &value, clang::QualType type, const std::string &path) {
    if (const auto *array = ast.getAsConstantArrayType(type); array && value.isArray())
      return addElements(value, array->getElementType(), path);
    if (const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl(); record && value.isStruct())
      return addFields(value, record, path);
    return addPointer(value, path);
  }

private:
  bool addElements(const clang::APValue &value, clang::QualType element, const std::string &path) {
    for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
      if (!add(value.getArrayInitializedElt(i), element, path + "[" + std::to_string(i) + "]"))
        return false;
    return true;
  }

  bool addFields(const clang::APValue &value, const clang::CXXRecordDecl *record, const std::string &path) {
    unsigned base = 0, position = 0;
    for (const clang::CXXBaseSpecifier &specifier : record->bases())
      if (!add(value.getStructBase(base++), specifier.getType(), path))
        return false;
    for (const clang::FieldDecl *field : record->fields()) {
      size_t known = targets.size();
      bool isVisible = field->getAccess() != clang::AS_private && field->getAccess() != clang::AS_protected;
      bool isRight = add(value.getStructField(position++), field->getType(), path + "." + field->getNameAsString());
      if (!isRight || (!isVisible && targets.size() != known))
        return false;
    }
    return true;
  }

  bool addPointer(const clang::APValue &value, const std::string &path) {
    const clang::ValueDecl *pointee =
        value.isLValue() ? value.getLValueBase().dyn_cast<const clang::ValueDecl *>() : nullptr;
    const auto *function = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(pointee);
    if (!function || !function->isLambdaStaticInvoker() || !isWanted(function->getType()))
      return true;
    targets.push_back({callOperatorBehind(function), global, path});
    return true;
  }

  const clang::ASTContext &ast;
  const clang::VarDecl *global;
  llvm::function_ref<bool(clang::QualType)> isWanted;
  std::vector<PointerTarget> &targets;
};

} // namespace

const clang::CXXMethodDecl *callOperatorBehind(const clang::CXXMethodDecl *conversion) {
  const clang::CXXMethodDecl *callOperator = conversion->getParent()->getLambdaCallOperator();
  if (!conversion->getParent()->isGenericLambda())
    return callOperator;
  void *position = nullptr;
  return llvm::cast<clang::CXXMethodDecl>(callOperator->getDescribedFunctionTemplate()->findSpecialization(
      conversion->getTemplateSpecializationArgs()->asArray(), position));
}

bool addLambdas(const clang::VarDecl *global, llvm::function_ref<bool(clang::QualType)> isWanted,
                std::vector<PointerTarget> &targets) {
  const clang::APValue *value = global->evaluateValue();
  return value && PlaceSearch(global, isWanted, targets).add(*value, global->getType(), "");
}

} // namespace adjoint::frontend
