// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/TextUse.h"

#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclCXX.h"

namespace adjoint::frontend {

namespace {

bool isCharacters(clang::QualType type, bool areConst) {
  return type->isPointerType() && type->getPointeeType()->isAnyCharacterType() &&
         type->getPointeeType().isConstQualified() == areConst;
}

bool leavesNumber(clang::QualType type) {
  const clang::QualType element = type->getPointeeType();
  return !element.isNull() && element->isRealFloatingType() && !element.isConstQualified();
}

} // namespace

ir::TextUse textUseOf(const clang::FunctionDecl *function) {
  const auto any = [&](auto holds) {
    return llvm::any_of(function->parameters(), [&](const clang::ParmVarDecl *param) { return holds(param->getType()); });
  };
  const llvm::StringRef name = function->getIdentifier() ? function->getName() : "";
  const bool isScan = name.ends_with("scanf"), isNan = name.starts_with("nan");
  const bool takesNumber = (function->isVariadic() && !isScan) || any([](clang::QualType type) { return type->isRealFloatingType(); });
  const bool writes = isCharacters(function->getReturnType(), false) || any([](clang::QualType type) { return isCharacters(type, false); });
  if (takesNumber && writes)
    return ir::TextUse::Writes;
  const bool givesNumber = isScan || function->getReturnType()->isRealFloatingType() || any(leavesNumber);
  const bool reads = any([](clang::QualType type) { return isCharacters(type, true); });
  return givesNumber && reads && !isNan ? ir::TextUse::Reads : ir::TextUse::None;
}

bool isPrinted(const clang::Expr *stream) {
  stream = stream->IgnoreParenImpCasts();
  const clang::CXXRecordDecl *record = stream->getType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isOfLibrary(record))
    return false;
  const auto *name = clang::dyn_cast<clang::DeclRefExpr>(stream);
  return record->getName() == "basic_ofstream" || (name && isOfLibrary(name->getDecl()));
}

} // namespace adjoint::frontend
