// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Declarators.h"

namespace adjoint::codegen {

using ir::Type;
using ir::TypeKind;

namespace {

/// Where the declared name goes in "double (double)": before the first parenthesis that does
/// not itself begin a declarator, as the first one of "double (*(int))(double)" does.
size_t nameInFunctionType(const std::string &spelling) {
  int angles = 0;
  for (size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] == '<')
      ++angles;
    if (spelling[i] == '>')
      --angles;
    bool beginsDeclarator = i + 1 < spelling.size() && (spelling[i + 1] == '*' || spelling[i + 1] == '&');
    if (spelling[i] == '(' && angles == 0 && !beginsDeclarator)
      return i;
  }
  return spelling.size();
}

std::string build(const Type *type, const std::string &inner, bool dropConst) {
  bool isConst = type->isConst && !dropConst;
  switch (type->kind) {
  case TypeKind::Pointer:
  case TypeKind::Reference: {
    std::string outer = type->isPointer() ? "*" : "&";
    if (isConst && type->isPointer())
      outer += inner.empty() ? "const" : "const ";
    outer += inner;
    if (type->element->isArray() || type->element->is(TypeKind::Function))
      outer = "(" + outer + ")";
    return build(type->element, outer, false);
  }
  case TypeKind::Array:
    return build(type->element, inner + "[" + (type->count ? std::to_string(type->count) : "") + "]", dropConst);
  case TypeKind::Function: {
    size_t at = nameInFunctionType(type->spelling);
    return type->spelling.substr(0, at) + inner + type->spelling.substr(at);
  }
  case TypeKind::Void:
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Record:
    break;
  }
  std::string base = (isConst ? "const " : "") + type->spelling;
  bool needsSpace = !inner.empty() && inner[0] != '[';
  return base + (needsSpace ? " " : "") + inner;
}

} // namespace

std::string declarator(const Type *type, const std::string &name) { return build(type, name, false); }

std::string mutableDeclarator(const Type *type, const std::string &name) { return build(type, name, true); }

bool isFunctionalCastType(const Type *type) {
  switch (type->kind) {
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Floating:
  case TypeKind::Record:
    return type->spelling.find(' ') == std::string::npos;
  case TypeKind::Void:
  case TypeKind::Pointer:
  case TypeKind::Reference:
  case TypeKind::Array:
  case TypeKind::Function:
    return false;
  }
  return false;
}

} // namespace adjoint::codegen
