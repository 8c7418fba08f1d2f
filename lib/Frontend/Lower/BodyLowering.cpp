// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/BodyLowering.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Facts/FunctionKind.h"
#include "Frontend/Facts/LambdaPlaces.h"
#include "Frontend/Facts/StatelessObjects.h"
#include "Frontend/Facts/Threads.h"
#include "Frontend/Lower/CheckpointLowering.h"
#include "Frontend/Lower/HiddenConstants.h"
#include "IR/Visit.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

namespace adjoint::frontend {

using clang::dyn_cast;

BodyLowering::BodyLowering(UnitLowering &unit, const clang::FunctionDecl *definition, ir::Function &function,
                           const Bindings &bindings)
    : unit(unit), ir(unit.ir), ast(unit.ast), definition(definition), function(function), facts(definition),
      list(&function.body) {
  for (auto [index, target] : bindings.functions)
    boundFunctions[definition->getParamDecl(index)] = target;
  for (unsigned index : bindings.nulls)
    nullFunctions.insert(definition->getParamDecl(index));
  for (auto [index, target] : bindings.targets)
    untyped.bind(definition->getParamDecl(index), target);
  declareParameters();
  exceptions.reportIn(function.params, unit.reportOf(&function));
}

void BodyLowering::declareParameters() {
  const clang::CXXMethodDecl *method = memberFunction(definition);
  if (method) {
    self = function.params[0];
    object = ir.place(self);
    if (method->getParent()->isLambda() && method->getOverloadedOperator() == clang::OO_Call)
      captureVariables(method->getParent());
  }
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl *param = definition->getParamDecl(i);
    const ir::Variable *image = function.params[method ? i + 1 : i];
    variables[param] = image;
    origins[image] = param;
    if (facts.isExposed(param))
      exposed.insert(image);
  }
}

void BodyLowering::captureVariables(const clang::CXXRecordDecl *closure) {
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> fields;
  clang::FieldDecl *capturedThis = nullptr;
  closure->getCaptureFields(fields, capturedThis);
  captures.insert(fields.begin(), fields.end());
  object = nullptr;
  if (!capturedThis)
    return;
  const ir::Place *part = ir.field(ir.place(self), unit.types.fieldIndex(capturedThis));
  object = part->type->isPointer() ? ir.deref(ir.load(part)) : part;
}

const ir::Place *BodyLowering::captured(const clang::ValueDecl *decl) {
  auto found = captures.find(decl);
  if (found == captures.end())
    return nullptr;
  if (unit.types.isLeftOut(found->second))
    refuse(DiagId::captured_copy, found->second->getLocation(), {decl->getNameAsString()});
  const ir::Place *part = ir.field(ir.place(self), unit.types.fieldIndex(found->second));
  return found->second->getType()->isReferenceType() ? ir.deref(ir.load(part)) : part;
}

void BodyLowering::run() {
  refuseOtherKinds(definition);
  refuseWaiting(definition);
  unit.types.require(definition->getReturnType(), definition->getLocation());
  lifetimes.inScope(Lifetimes::ScopeKind::Block, nullptr, [&] {
    if (const auto *destructor = dyn_cast<clang::CXXDestructorDecl>(definition))
      objects.beginParts(destructor);
    for (const clang::ParmVarDecl *param : definition->parameters()) {
      unit.types.require(param->getType(), param->getLocation());
      arrays.requireNone(param->getType(), param->getLocation());
      lifetimes.begin({ir.place(variables.at(param)), param->getType(), param->getLocation(), param});
    }
    for (const clang::VarDecl *constant : hiddenConstants(unit, definition))
      inits.hiddenConstant(constant);
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      objects.initialisers(constructor);
    stmts.function(definition->getBody());
  });
}

// ------------------------------------------------------------ statements

void BodyLowering::append(ir::Stmt *stmt, clang::SourceLocation where) {
  stmt->location = locationOf(where);
  stmt->comment = std::move(comment);
  comment.clear();
  stmt->noPrimal = flags.noPrimal;
  stmt->noTbr = flags.noTbr;
  stmt->keeping = flags.keeping;
  if (flags.checkpoint && llvm::isa<ir::LoopStmt>(stmt))
    stmt->checkpoint = CheckpointLowering(*this, where).lower(*flags.checkpoint);
  stmt->isShared = openMp.isShared(stmt);
  list->push_back(stmt);
  const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt);
  if (call && !unit.reportOf(call->callee).isNothing())
    exceptions.leaveIfThrown(where);
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

bool BodyLowering::endsInJump() const {
  if (list->empty())
    return false;
  const ir::Stmt *last = list->back();
  return llvm::isa<ir::ReturnStmt>(last) || llvm::isa<ir::BreakStmt>(last) || llvm::isa<ir::ContinueStmt>(last) ||
         llvm::isa<ir::GotoStmt>(last);
}

// ------------------------------------------------------------- variables

namespace {
/// The compiler's own variables are called "__range1".
std::string localName(const clang::VarDecl *decl) {
  llvm::StringRef name = decl->getName();
  if (clang::isa<clang::DecompositionDecl>(decl))
    return "parts";
  return decl->isImplicit() && name.consume_front("__") ? name.rtrim("0123456789").str() : name.str();
}
} // namespace

const ir::Variable *BodyLowering::declare(const clang::VarDecl *decl, const ir::Type *type) {
  auto *image = ir.make<ir::Variable>(localName(decl), type, ir::Storage::Local, locationOf(decl->getLocation()));
  image->isTemporary = decl->isImplicit() && !clang::isa<clang::DecompositionDecl>(decl);
  variables[decl] = image;
  origins[image] = decl;
  if (facts.isExposed(decl))
    exposed.insert(image);
  return image;
}

void BodyLowering::declareFirst(const ir::Variable *variable, const ir::Expr *value, clang::SourceLocation where) {
  auto *stmt = ir.make<ir::DeclareStmt>(variable, value);
  stmt->location = locationOf(where);
  function.body.insert(function.body.begin(), stmt);
}

namespace {
const ir::Variable *made(const clang::VarDecl *decl, BodyLowering &body) {
  const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(decl->getType()));
  const ir::Variable *object = body.temporary(decl->getNameAsString(), type, decl->getLocation());
  body.emit<ir::DeclareStmt>(decl->getLocation(), object, nullptr);
  return object;
}
} // namespace

const ir::Variable *BodyLowering::variable(const clang::VarDecl *decl) {
  auto found = variables.find(decl);
  if (found != variables.end())
    return found->second;
  if (isStateless(decl) && (decl->isStaticLocal() || !unit.canName(decl)))
    return made(decl, *this);
  if (decl->hasAttr<clang::OMPThreadPrivateDeclAttr>())
    openMp.noteOwnOfThread();
  if (decl->isStaticLocal())
    refuse(DiagId::static_of_function, decl->getLocation(), {decl->getNameAsString()});
  if (decl->hasGlobalStorage())
    return unit.global(decl);
  refuse(DiagId::variable_of_function, decl->getLocation(), {decl->getNameAsString()});
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
    reachesMemory = reachesMemory || isExposed(decl);
    if (captures.count(decl))
      continue;
    auto found = variables.find(decl);
    if (found != variables.end())
      written.insert(found->second);
    else if (decl->hasGlobalStorage()) // others are yet to be declared
      written.insert(unit.global(decl));
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
  FullExpression current{expr, {}, {}};
  FullExpression *outer = std::exchange(full, &current);
  lower();
  full = outer;
  endFull(current);
}

void BodyLowering::endFull(const FullExpression &current) {
  for (const std::function<void()> &emitLater : current.deferred)
    emitLater();
  alive.erase(alive.end() - current.temporaries.size(), alive.end());
  lifetimes.end(current.temporaries);
}

const ir::Expr *BodyLowering::partValue(const clang::Expr *part, const std::function<const ir::Expr *()> &lower) {
  FullExpression current{nullptr, {}, {}};
  FullExpression *outer = std::exchange(full, &current);
  const ir::Expr *value = lower();
  if (!current.temporaries.empty())
    value = save(value, "part", part->getBeginLoc());
  full = outer;
  endFull(current);
  return value;
}

void BodyLowering::beginTemporary(const ir::Place *place, const clang::Expr *e) {
  const auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(e);
  Lifetimes::Object object{place, e->getType(), e->getExprLoc(), nullptr};
  if (!needsDestruction(e->getType(), unit.models))
    return;
  bool isExtended = temporary && temporary->getStorageDuration() != clang::SD_FullExpression;
  if (isExtended || !full)
    lifetimes.begin(object);
  else
    for (auto *objects : {&full->temporaries, &alive})
      objects->push_back(object);
}

bool BodyLowering::defer(const clang::VarDecl *variable, const std::function<void()> &emitLater) {
  if (!full || !full->expr || exceptions.areCaught() || isExposed(variable) || mentions(full->expr, variable) != 1)
    return false;
  full->deferred.push_back(emitLater);
  return true;
}

const ir::Expr *BodyLowering::fullValue(const clang::Expr *expr, const std::string &name) {
  const ir::Expr *value = nullptr;
  fullExpression(expr, [&] {
    value = exprs.value(expr);
    if (!full->deferred.empty() || !full->temporaries.empty())
      value = save(value, name, expr->getBeginLoc());
  });
  return value;
}

// ------------------------------------------------------- known functions

namespace {
/// The body of a lambda that is converted to a pointer.
const clang::FunctionDecl *lambdaBehind(const clang::CXXMemberCallExpr *e) {
  const auto *conversion = clang::dyn_cast_or_null<clang::CXXConversionDecl>(e->getMethodDecl());
  return conversion && conversion->getParent()->isLambda() ? callOperatorBehind(conversion) : nullptr;
}
/// std::forward or std::move, of the library or the models.
bool isForwarding(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  bool hasName = callee && callee->getIdentifier() && (callee->getName() == "forward" || callee->getName() == "move");
  return hasName && e->getNumArgs() == 1 && (isOfModels(callee) || callee->isInStdNamespace());
}
} // namespace

const clang::FunctionDecl *BodyLowering::knownFunction(const clang::Expr *pointer) const {
  const clang::Expr *e = pointer->IgnoreParenImpCasts();
  if (const auto *constant = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return knownFunction(constant->getReplacement());
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(e)) {
    bool isSame = unary->getOpcode() == clang::UO_AddrOf || unary->getOpcode() == clang::UO_Deref ||
                  unary->getOpcode() == clang::UO_Plus;
    return isSame ? knownFunction(unary->getSubExpr()) : nullptr;
  }
  if (const auto *entry = dyn_cast<clang::ArraySubscriptExpr>(e))
    return knownTableEntry(entry);
  if (const auto *conversion = dyn_cast<clang::CXXMemberCallExpr>(e))
    return lambdaBehind(conversion);
  if (const auto *call = dyn_cast<clang::CallExpr>(e))
    return isForwarding(call) ? knownFunction(call->getArg(0)) : nullptr;
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

bool BodyLowering::isNullFunction(const clang::Expr *pointer) const {
  const clang::Expr *e = pointer->IgnoreParenImpCasts();
  const auto *ref = dyn_cast<clang::DeclRefExpr>(e);
  const auto *variable = ref ? dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
  return (variable && nullFunctions.count(variable)) || e->isNullPointerConstant(ast, clang::Expr::NPC_ValueDependentIsNotNull);
}

/// Of conditions such as `progress && progress(x)`.
std::optional<bool> BodyLowering::knownOfNull(const clang::Expr *condition) const {
  const clang::Expr *e = condition->IgnoreParenImpCasts();
  if (nullFunctions.empty())
    return std::nullopt;
  if (clang::isa<clang::DeclRefExpr>(e))
    return isNullFunction(e) ? std::optional(false) : std::nullopt;
  if (const auto *unary = dyn_cast<clang::UnaryOperator>(e); unary && unary->getOpcode() == clang::UO_LNot) {
    const std::optional<bool> inner = knownOfNull(unary->getSubExpr());
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto *binary = dyn_cast<clang::BinaryOperator>(e);
  if (!binary)
    return std::nullopt;
  if (binary->isEqualityOp() && binary->getLHS()->getType()->isPointerType() && isNullFunction(binary->getLHS()) && isNullFunction(binary->getRHS()))
    return binary->getOpcode() == clang::BO_EQ;
  const std::optional<bool> left = binary->isLogicalOp() ? knownOfNull(binary->getLHS()) : std::nullopt;
  return left && *left == (binary->getOpcode() == clang::BO_LOr) ? left : std::nullopt;
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
