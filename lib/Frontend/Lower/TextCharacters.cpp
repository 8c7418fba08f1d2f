// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/TextCharacters.h"

#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Models/StandardLibrary.h"

namespace adjoint::frontend {

namespace {

/// `name = adjoint::text(id).size()` for the question ".size()", with the other operand as $1.
const ir::Variable *ask(BodyLowering &body, const ir::Place *text, const char *name, const std::string &question,
                        const ir::Expr *operand, const ir::Type *type, clang::SourceLocation where) {
  auto *function = body.ir.make<ir::Function>();
  std::vector<const ir::Expr *> args;
  auto pass = [&](const ir::Expr *arg, const ir::Type *param) {
    std::string paramName = "x" + std::to_string(args.size());
    function->params.push_back(body.ir.make<ir::Variable>(paramName, param, ir::Storage::Parameter));
    args.push_back(arg);
  };
  const bool isNumber = TextLowering::isText(text->type);
  const ir::Expr *object = isNumber ? body.texts.number(text) : body.ir.addressOf(text);
  pass(object, isNumber ? body.ir.withoutConst(object->type) : body.ir.referenceTo(text->type));
  if (operand)
    pass(operand, body.ir.withoutConst(operand->type));
  function->name = function->spelling = name;
  function->pattern =
      "static_cast<" + type->spelling + ">(" + (isNumber ? "adjoint::text($0 )" : "$0 ") + question + ")";
  function->isOverloaded = true;
  function->rule = ir::CallRule::Passive;
  function->isRepeatable = true;
  function->returnType = type;
  const ir::Variable *result = body.temporary(name, body.ir.withConst(type), where);
  body.emit<ir::CallStmt>(where, body.ir.place(result), true, function, std::move(args));
  return result;
}

} // namespace

const ir::Place *textOfRange(BodyLowering &body, const clang::CXXForRangeStmt *s) {
  const clang::VarDecl *element = s->getLoopVariable();
  clang::QualType type = element->getType();
  if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
    refuse(DiagId::character_reference, element->getLocation());
  const auto *range = clang::cast<clang::DeclStmt>(s->getRangeStmt());
  body.stmts.declarations(range);
  return body.ir.place(body.variable(clang::cast<clang::VarDecl>(range->getSingleDecl())));
}

const ir::Expr *textSize(BodyLowering &body, const ir::Place *text, clang::SourceLocation where) {
  return body.ir.load(body.ir.place(ask(body, text, "size", ".size()", nullptr, body.ir.intType(), where)));
}

const ir::Place *textCharacter(BodyLowering &body, const ir::Place *text, const ir::Expr *index,
                               clang::SourceLocation where) {
  const ir::Type *type = body.unit.types.lower(body.ast.CharTy);
  return body.ir.place(ask(body, text, "character", "[$1 ]", index, type, where));
}

} // namespace adjoint::frontend
