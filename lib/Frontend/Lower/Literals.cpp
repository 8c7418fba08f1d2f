// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/Literals.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/ConstantValues.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/LiteralSupport.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Leaves that need no name of the function: literals, and what is made of them.
bool isMadeOfLiterals(const clang::Stmt *e) {
  if (clang::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CXXThisExpr>(e)) {
    const auto *call = dyn_cast<clang::DeclRefExpr>(e);
    return call && clang::isa<clang::FunctionDecl>(call->getDecl()) &&
           clang::cast<clang::FunctionDecl>(call->getDecl())->getBuiltinID() != 0;
  }
  for (const clang::Stmt *child : e->children())
    if (child && !isMadeOfLiterals(child))
      return false;
  return true;
}

/// Is it of another type than what is written?
bool isConverted(const clang::Expr *e) {
  return clang::isa<clang::ImplicitCastExpr>(e) && e->getType().getCanonicalType() != e->IgnoreImpCasts()->getType().getCanonicalType();
}

/// The number as written; of `1.5_deg` the `1.5L` that the literal's operator is given.
std::string tokenText(const clang::ASTContext &ast, const clang::Expr *literal) {
  const clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation where = sources.getSpellingLoc(literal->getBeginLoc());
  llvm::SmallVector<char, 32> buffer;
  llvm::StringRef text = clang::Lexer::getSpelling(where, buffer, sources, ast.getLangOpts());
  if (clang::isa<clang::CharacterLiteral>(literal))
    return text.take_front(text.rfind('\'') + 1).str();
  if (text.empty() || (!llvm::isDigit(text.front()) && text.front() != '.'))
    return text.str();
  clang::NumericLiteralParser parsed(text, where, sources, ast.getLangOpts(), ast.getTargetInfo(), ast.getDiagnostics());
  if (!parsed.hasUDSuffix())
    return text.str();
  std::string type = clang::isa<clang::FloatingLiteral>(literal) ? "L" : "ULL";
  return text.drop_back(parsed.getUDSuffix().size()).str() + type;
}

/// A number that stands nowhere as such: the argument of a template.
std::string spelled(const llvm::APFloat &value, clang::QualType type) {
  llvm::SmallString<32> digits;
  value.toString(digits);
  std::string text(digits);
  if (text.find_first_of(".E") == std::string::npos)
    text += ".0";
  const auto *kind = type->getAs<clang::BuiltinType>();
  text += kind->getKind() == clang::BuiltinType::Float        ? "f"
          : kind->getKind() == clang::BuiltinType::LongDouble ? "L"
                                                              : "";
  return text;
}

/// A number that a class of the library stands for (std::integral_constant), or its model.
const ir::Expr *constantOfClass(BodyLowering &body, const clang::Expr *e) {
  const auto *call = dyn_cast<clang::CallExpr>(e);
  const auto *method = call ? clang::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee()) : nullptr;
  clang::Expr::EvalResult result;
  if (!method || !method->isConstexpr() || !(isOfLibrary(method) || (method->isStatic() && isOfModels(method))) || !e->getType()->isIntegerType() || !e->EvaluateAsInt(result, body.ast))
    return nullptr;
  if (e->getType()->isBooleanType())
    return body.ir.truth(result.Val.getInt() != 0);
  return body.ir.numeral(constantOf(result.Val.getInt()), "", body.exprs.typeOf(e));
}
/// Of a literal of the language: as it is written, or, as an argument of a template, by its value.
const ir::Expr *number(BodyLowering &body, const clang::Expr *e) {
  const std::string text = tokenText(body.ast, e);
  const ir::Constant value = constantOf(e, body.ast);
  if (clang::isa<clang::CharacterLiteral>(e) && !text.empty())
    return body.ir.named(text, body.exprs.typeOf(e), value);
  const bool isWritten = llvm::isDigit(text[0]) || text[0] == '.';
  const auto *real = dyn_cast<clang::FloatingLiteral>(e);
  return body.ir.numeral(value, isWritten ? text : real ? spelled(real->getValue(), e->getType()) : "", body.exprs.typeOf(e));
}

const ir::Expr *sizeOf(BodyLowering &body, const clang::UnaryExprOrTypeTraitExpr *e) {
  if (e->getKind() != clang::UETT_SizeOf && e->getKind() != clang::UETT_AlignOf)
    refuse(DiagId::expression, e->getExprLoc());
  if (e->getKind() == clang::UETT_SizeOf && e->getTypeOfArgument().getNonReferenceType()->isVariableArrayType())
    return body.arrays.sizeOf(e);
  std::string op = e->getKind() == clang::UETT_SizeOf ? "sizeof(" : "alignof(";
  const clang::QualType type = body.arrays.innermost(e->getTypeOfArgument());
  if (!isNameable(body.ast.getBaseElementType(type.getNonReferenceType()))) // outside of the function
    return body.ir.numeral(constantOf(e, body.ast), "", body.exprs.typeOf(e));
  return body.ir.named(op + body.unit.types.spell(type) + ")", body.exprs.typeOf(e), constantOf(e, body.ast));
}

} // namespace

const ir::Expr *literal(BodyLowering &body, const clang::Expr *e) {
  if (std::string macro = body.unit.comments.macroSpelling(e, body.unit.preprocessor);
      !macro.empty() && e->getType()->isArithmeticType() && !e->isGLValue() && isMadeOfLiterals(e) && !isConverted(e))
    return body.ir.named(macro, body.exprs.typeOf(e), constantOf(e, body.ast));
  if (clang::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral>(e))
    return number(body, e);
  if (const auto *boolean = dyn_cast<clang::CXXBoolLiteralExpr>(e))
    return body.ir.truth(boolean->getValue());
  if (clang::isa<clang::CXXNullPtrLiteralExpr, clang::GNUNullExpr>(e))
    return body.ir.null(body.ir.pointerTo(body.ir.voidType()));
  if (const auto *size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(e))
    return sizeOf(body, size);
  if (clang::isa<clang::TypeTraitExpr, clang::CXXNoexceptExpr, clang::OffsetOfExpr, clang::SizeOfPackExpr>(e)) {
    clang::Expr::EvalResult result;
    if (e->EvaluateAsInt(result, body.ast))
      return body.ir.numeral(constantOf(result.Val.getInt()), "", body.exprs.typeOf(e));
  }
  return constantOfClass(body, e);
}

} // namespace adjoint::frontend
