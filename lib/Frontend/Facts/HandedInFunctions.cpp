// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/HandedInFunctions.h"

#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclTemplate.h"

namespace adjoint::frontend {

bool carriesNoDerivative(clang::QualType functionType) {
  const auto *type = functionType->getAs<clang::FunctionProtoType>();
  if (!type || type->isVariadic())
    return false;
  const clang::QualType result = type->getReturnType();
  const bool givesNumber = result->isRealFloatingType();
  auto isHarmless = [&](clang::QualType param) {
    const bool isMemory = param->isPointerType() && param->getPointeeType().isConstQualified() && param->getPointeeType()->isArithmeticType();
    return param->isIntegralOrEnumerationType() || (!givesNumber && param->isRealFloatingType()) ||
           (isMemory && !(givesNumber && param->getPointeeType()->isRealFloatingType()));
  };
  return (result->isVoidType() || result->isIntegralOrEnumerationType() || givesNumber) && llvm::all_of(type->param_types(), isHarmless);
}

clang::QualType signatureOfFunctionObject(const clang::CXXRecordDecl *record) {
  const auto *instance = clang::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  const bool isOne = instance && instance->getIdentifier() && instance->getName() == "function" && isOfLibrary(instance) &&
                     instance->getTemplateArgs().size() == 1;
  return isOne ? instance->getTemplateArgs()[0].getAsType() : clang::QualType();
}

} // namespace adjoint::frontend
