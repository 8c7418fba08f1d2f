// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Models/Intrinsics.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/PlainStruct.h"
#include "Frontend/Models/AllocatingFunctions.h"
#include "Frontend/Models/Models.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

struct Row {
  const char *key;
  const char *params;
  LibraryKind kind;
};

const llvm::StringMap<Row> &table() {
  static const llvm::StringMap<Row> rows = {
#define ADJOINT_LIBRARY(function, key, params, kind) {#function, Row{key, params, LibraryKind::kind}},
#include "Frontend/Models/Library.def"
  };
  return rows;
}

/// The row of a name or, for "sinf" and "sinl", of the name without its suffix.
const Row *find(llvm::StringRef name) {
  name.consume_front("__builtin_");
  auto row = table().find(name);
  if (row == table().end() && (name.ends_with("f") || name.ends_with("l")))
    row = table().find(name.drop_back());
  return row == table().end() ? nullptr : &row->second;
}

bool isNamespace(const clang::DeclContext *context, llvm::StringRef name) {
  const auto *space = dyn_cast<clang::NamespaceDecl>(context);
  return space && space->getName() == name;
}

bool isOfAdjoint(const clang::FunctionDecl *function, llvm::StringRef name) {
  return function->getIdentifier() && function->getName() == name &&
         isNamespace(function->getDeclContext()->getRedeclContext(), "adjoint");
}

/// "smooth." or "smooth.soft." for the functions of <adjoint/smooth.h>, else empty.
std::string smoothPrefix(const clang::FunctionDecl *function) {
  const clang::DeclContext *context = function->getDeclContext()->getRedeclContext();
  bool isSoft = isNamespace(context, "soft");
  const clang::DeclContext *smooth = isSoft ? context->getParent() : context;
  if (!isNamespace(smooth, "smooth") || !isNamespace(smooth->getParent(), "adjoint"))
    return "";
  return isSoft ? "smooth.soft." : "smooth.";
}

std::optional<LibraryCall> recogniseSmooth(const clang::FunctionDecl *function) {
  std::string prefix = smoothPrefix(function);
  if (prefix.empty())
    return std::nullopt;
  std::string name = function->getNameAsString();
  std::string space = prefix == "smooth." ? "adjoint::smooth::" : "adjoint::smooth::soft::";
  return LibraryCall{LibraryKind::Pure, prefix + name, std::string(function->getNumParams(), 'f'), space + name};
}

bool isPlainValue(clang::QualType type) {
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record ? isPlainStruct(record) : type->isScalarType();
}

/// Is a function of this signature the one that the table means?
bool fits(const Row &row, const clang::CallExpr *call, const clang::FunctionDecl *function) {
  if (row.kind == LibraryKind::Choice)
    return call->getNumArgs() == std::string(row.params).size() && call->getType()->isArithmeticType() &&
           llvm::all_of(call->arguments(), [](const clang::Expr *arg) { return arg->getType()->isArithmeticType(); });
  if (row.kind == LibraryKind::Swap)
    return call->getNumArgs() == 2 && isPlainValue(call->getArg(0)->getType());
  if (row.kind == LibraryKind::Forward)
    return call->getNumArgs() == 1;
  if (row.kind != LibraryKind::Pure)
    return true;
  for (const clang::ParmVarDecl *param : function->parameters())
    if (!param->getType()->isArithmeticType() && !param->getType()->isPointerType())
      return false;
  return call->getType()->isArithmeticType();
}

/// A function of real numbers that models call.
bool isElementary(const clang::FunctionDecl *function) {
  return isNamespace(function->getDeclContext()->getRedeclContext(), "elementary") && isOfModels(function);
}

bool isInteger(clang::QualType type) { return type->isIntegralOrEnumerationType(); }

std::string keyFor(const Row &row, const clang::CallExpr *call) {
  std::string key = row.key;
  if (key == "hypot" && call->getNumArgs() == 3)
    return "hypot3";
  if (key == "fabs" && isInteger(call->getType()))
    return "iabs";
  if (row.kind == LibraryKind::Choice && isInteger(call->getType()))
    return "i" + key;
  return key;
}

const clang::DeclRefExpr *calleeName(const clang::CallExpr *call) {
  return dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
}

std::string spellingFor(const clang::CallExpr *call, const clang::FunctionDecl *function) {
  std::string name = function->getNameAsString();
  const clang::DeclRefExpr *written = calleeName(call);
  const clang::NamespaceDecl *space = written ? writtenNamespace(written) : nullptr;
  bool inStd = function->isInStdNamespace() || isElementary(function) || (space && space->isStdNamespace());
  return inStd ? "std::" + name : name;
}

} // namespace

bool isLibraryFunction(const clang::FunctionDecl *function) {
  return function->getBuiltinID() != 0 || isOfLibrary(function);
}

std::optional<LibraryCall> recognise(const clang::CallExpr *call) {
  const clang::FunctionDecl *function = call->getDirectCallee();
  if (!function || !function->getIdentifier() || clang::isa<clang::CXXMethodDecl>(function))
    return std::nullopt;
  if (std::optional<LibraryCall> smooth = recogniseSmooth(function))
    return smooth;
  if (!isLibraryFunction(function) && handsOnToMalloc(function))
    return LibraryCall{LibraryKind::Malloc, "malloc", "a", "std::malloc"};
  if (!isLibraryFunction(function) && handsOnToZeroingMalloc(function))
    return LibraryCall{LibraryKind::Malloc, "zeroed", "a", "std::malloc"};
  if (!isLibraryFunction(function) && handsOnToCalloc(function))
    return LibraryCall{LibraryKind::Malloc, "malloc", "a", "std::calloc"};
  if (!isLibraryFunction(function) && handsOnToFree(function))
    return LibraryCall{LibraryKind::Free, "free", "a", "std::free"};
  bool isStd = function->isInStdNamespace() || isElementary(function);
  bool isC = function->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (!(isStd || isC) || !(isLibraryFunction(function) || isElementary(function)))
    return std::nullopt;
  const Row *row = find(function->getName());
  if (!row || !fits(*row, call, function))
    return std::nullopt;
  std::string key = keyFor(*row, call);
  std::string params = key == "iabs" ? "a" : row->params;
  return LibraryCall{row->kind, key, params, spellingFor(call, function)};
}

std::optional<LibraryCall> recognisePure(const clang::FunctionDecl *function) {
  const Row *row = function->getIdentifier() && isLibraryFunction(function) ? find(function->getName()) : nullptr;
  if (!row || row->kind != LibraryKind::Pure)
    return std::nullopt;
  for (const clang::ParmVarDecl *param : function->parameters())
    if (!param->getType()->isRealFloatingType())
      return std::nullopt;
  bool isReal = function->getReturnType()->isRealFloatingType();
  std::string name = function->getNameAsString();
  std::string spelling = function->isInStdNamespace() ? "std::" + name : name;
  std::string key = std::string(row->key) == "hypot" && function->getNumParams() == 3 ? "hypot3" : row->key;
  return isReal ? std::optional<LibraryCall>({LibraryKind::Pure, key, row->params, spelling}) : std::nullopt;
}

bool isHook(const clang::FunctionDecl *function) { return isOfAdjoint(function, "hook"); }

bool isNestingLevel(const clang::FunctionDecl *function) { return isOfAdjoint(function, "nesting_level"); }

bool isPureCall(const clang::CallExpr *call) {
  if (std::optional<LibraryCall> known = recognise(call)) {
    switch (known->kind) {
    case LibraryKind::Pure:
    case LibraryKind::Choice:
    case LibraryKind::Forward:
    case LibraryKind::Constant:
      return true;
    case LibraryKind::Frexp:
    case LibraryKind::Modf:
    case LibraryKind::Remquo:
    case LibraryKind::Sincos:
    case LibraryKind::Swap:
    case LibraryKind::Malloc:
    case LibraryKind::Alloca:
    case LibraryKind::Free:
    case LibraryKind::Copy:
    case LibraryKind::Set:
      return false;
    }
  }
  // A static function of the library without parameters that is a constant: numeric_limits.
  const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
  return method && method->isStatic() && method->isConstexpr() && method->getNumParams() == 0 &&
         isLibraryFunction(method);
}

} // namespace adjoint::frontend
