// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/BodyLowering.h"

#include "IR/Visit.h"

#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

BodyLowering::BodyLowering(UnitLowering &unit, const clang::FunctionDecl *definition, ir::Function &function,
                           const Bindings &bindings)
    : unit(unit), ir(unit.ir), ast(unit.ast), definition(definition), function(function), facts(definition->getBody()),
      list(&function.body) {
  for (auto [index, target] : bindings)
    boundFunctions[definition->getParamDecl(index)] = target;
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl *param = definition->getParamDecl(i);
    const ir::Variable *image = function.params[i];
    variables[param] = image;
    origins[image] = param;
    if (facts.isExposed(param))
      exposed.insert(image);
  }
}

void BodyLowering::run() {
  for (const clang::ParmVarDecl *param : definition->parameters())
    unit.types.require(param->getType(), param->getLocation());
  unit.types.require(definition->getReturnType(), definition->getLocation());
  if (clang::isa<clang::CXXMethodDecl>(definition) && !clang::cast<clang::CXXMethodDecl>(definition)->isStatic())
    refuseExpression(definition->getLocation(), "a member function", "write it as a function that takes the object");
  stmts.function(definition->getBody());
}

// ------------------------------------------------------------ statements

void BodyLowering::append(ir::Stmt *stmt, clang::SourceLocation where) {
  stmt->location = locationOf(where);
  stmt->comment = std::move(comment);
  comment.clear();
  stmt->noPrimal = flags.noPrimal;
  stmt->noTbr = flags.noTbr;
  list->push_back(stmt);
}

ir::StmtList BodyLowering::collect(const std::function<void()> &lower) {
  ir::StmtList inner;
  ir::StmtList *outer = std::exchange(list, &inner);
  FullExpression *outerFull = std::exchange(full, nullptr);
  std::string outerComment = std::exchange(comment, "");
  lower();
  comment = std::move(outerComment);
  full = outerFull;
  list = outer;
  return inner;
}

// ------------------------------------------------------------- variables

const ir::Variable *BodyLowering::declare(const clang::VarDecl *decl, const ir::Type *type) {
  auto *image =
      ir.make<ir::Variable>(decl->getNameAsString(), type, ir::Storage::Local, locationOf(decl->getLocation()));
  variables[decl] = image;
  origins[image] = decl;
  if (facts.isExposed(decl))
    exposed.insert(image);
  return image;
}

const ir::Variable *BodyLowering::variable(const clang::VarDecl *decl) {
  auto found = variables.find(decl);
  if (found != variables.end())
    return found->second;
  if (decl->isStaticLocal())
    refuseExpression(decl->getLocation(), "a static variable of a function",
                     "the adjoint cannot reach it; make it a variable of the file or a parameter");
  if (decl->hasGlobalStorage())
    return unit.global(decl);
  refuseExpression(decl->getLocation(), "the variable '" + decl->getNameAsString() + "'",
                   "declare it in the function that uses it");
}

const ir::Variable *BodyLowering::temporary(const std::string &name, const ir::Type *type,
                                            clang::SourceLocation where) {
  auto *image = ir.make<ir::Variable>(name, type, ir::Storage::Local, locationOf(where));
  image->isTemporary = true;
  return image;
}

const ir::Expr *BodyLowering::save(const ir::Expr *value, const std::string &name, clang::SourceLocation where) {
  if (llvm::isa<ir::LiteralExpr>(value) || llvm::isa<ir::FunctionRefExpr>(value))
    return value;
  const ir::Variable *holder = temporary(name, ir.withConst(value->type), where);
  emit<ir::DeclareStmt>(where, holder, value);
  return ir.load(holder);
}

bool BodyLowering::mayChange(const ir::Expr *value, const Writes &writes) const {
  std::set<const ir::Variable *> written;
  bool reachesMemory = writes.memory;
  for (const clang::VarDecl *decl : writes.variables) {
    auto found = variables.find(decl);
    written.insert(found != variables.end() ? found->second : unit.global(decl));
    reachesMemory = reachesMemory || facts.isExposed(decl);
  }
  bool changes = false;
  ir::forEachLoad(value, [&](const ir::LoadExpr *load) {
    const ir::Variable *root = ir::rootVariable(load->place);
    if (!root)
      changes = changes || reachesMemory;
    else if (!root->type->isConst && !root->type->isReference())
      changes = changes || written.count(root) || (reachesMemory && (root->isGlobal() || exposed.count(root)));
  });
  return changes;
}

const ir::Expr *BodyLowering::keep(const ir::Expr *value, const clang::Stmt *later, const std::string &name) {
  return mayChange(value, writesOf(later)) ? save(value, name, later->getBeginLoc()) : value;
}

// ------------------------------------------------------ full expressions

void BodyLowering::fullExpression(const clang::Expr *expr, const std::function<void()> &lower) {
  FullExpression current{expr, {}};
  FullExpression *outer = std::exchange(full, &current);
  lower();
  full = outer;
  for (const std::function<void()> &emitLater : current.deferred)
    emitLater();
}

bool BodyLowering::defer(const clang::VarDecl *variable, const std::function<void()> &emitLater) {
  if (!full || facts.isExposed(variable) || mentions(full->expr, variable) != 1)
    return false;
  full->deferred.push_back(emitLater);
  return true;
}

const ir::Expr *BodyLowering::fullValue(const clang::Expr *expr, const std::string &name) {
  const ir::Expr *value = nullptr;
  fullExpression(expr, [&] {
    value = exprs.value(expr);
    if (!full->deferred.empty())
      value = save(value, name, expr->getBeginLoc());
  });
  return value;
}

// ------------------------------------------------------- known functions

const clang::FunctionDecl *BodyLowering::knownFunction(const clang::Expr *pointer) const {
  const clang::Expr *e = pointer->IgnoreParenImpCasts();
  if (const auto *constant = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return knownFunction(constant->getReplacement());
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    bool isSame = unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Deref;
    return isSame ? knownFunction(unary->getSubExpr()) : nullptr;
  }
  if (const auto *entry = dyn_cast<clang::ArraySubscriptExpr>(e))
    return knownTableEntry(entry);
  const auto *ref = dyn_cast<clang::DeclRefExpr>(e);
  if (!ref)
    return nullptr;
  if (const auto *target = dyn_cast<clang::FunctionDecl>(ref->getDecl()))
    return target;
  const auto *variable = dyn_cast<clang::VarDecl>(ref->getDecl());
  if (!variable)
    return nullptr;
  auto bound = boundFunctions.find(variable);
  if (bound != boundFunctions.end())
    return bound->second;
  bool isConstant = variable->getType().isConstQualified() && variable->hasGlobalStorage() && variable->hasInit();
  return isConstant ? knownFunction(variable->getInit()) : nullptr;
}

/// `table[2]` where the table is constant.
const clang::FunctionDecl *BodyLowering::knownTableEntry(const clang::ArraySubscriptExpr *entry) const {
  const auto *ref = dyn_cast<clang::DeclRefExpr>(entry->getBase()->IgnoreParenImpCasts());
  const auto *table = ref ? dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  clang::Expr::EvalResult index;
  if (!table || !table->hasInit() || !entry->getIdx()->EvaluateAsInt(index, ast))
    return nullptr;
  const clang::ArrayType *array = ast.getAsArrayType(table->getType());
  bool isConstant = array && array->getElementType().isConstQualified();
  const auto *list = dyn_cast<clang::InitListExpr>(table->getInit()->IgnoreImplicit());
  int64_t position = index.Val.getInt().getExtValue();
  if (!isConstant || !list || position < 0 || position >= static_cast<int64_t>(list->getNumInits()))
    return nullptr;
  return knownFunction(list->getInit(position));
}

bool BodyLowering::bindFunction(const clang::VarDecl *decl) {
  if (!decl->getType()->isFunctionPointerType() && !decl->getType()->isFunctionReferenceType())
    return false;
  bool isFixed =
      decl->hasInit() && !facts.isReassigned(decl) && (decl->getType()->isReferenceType() || !facts.isExposed(decl));
  const clang::FunctionDecl *target = isFixed ? knownFunction(decl->getInit()) : nullptr;
  if (!target)
    return false;
  boundFunctions[decl] = target;
  return true;
}

} // namespace adjoint::frontend
