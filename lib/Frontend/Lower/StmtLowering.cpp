// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/StmtLowering.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ThreadLoops.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/ImplicitLowering.h"
#include "Frontend/Lower/ThrowLowering.h"
#include "IR/Visit.h"

#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace adjoint::frontend {

using clang::dyn_cast;

void StmtLowering::function(const clang::Stmt *s) {
  const bool isGuarded = clang::isa<clang::CXXTryStmt>(s); // `double f(double x) try { ... } catch (...) { ... }`
  if (isGuarded && clang::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(body.definition))
    refuse(DiagId::function_try, s->getBeginLoc());
  if (!isGuarded && !clang::isa<clang::CompoundStmt>(s))
    refuseOther(s);
  findLabels(s);
  inScope(s);
}

ir::StmtList StmtLowering::list(const clang::Stmt *s) {
  return body.collect([&] {
    if (s)
      inScope(s);
  });
}

void StmtLowering::inScope(const clang::Stmt *s) {
  const auto *compound = dyn_cast<clang::CompoundStmt>(s);
  body.lifetimes.inScope(Lifetimes::ScopeKind::Block, compound, [&] {
    if (!compound)
      return lower(s);
    enclosing.push_back(compound);
    const std::optional<unsigned> sums = body.ast.getLangOpts().OpenMP ? firstUnderLock(compound) : std::nullopt;
    part(compound, 0, sums.value_or(compound->size()));
    if (sums)
      body.openMp.lowerUnderLock([&] { part(compound, *sums, compound->size()); });
    enclosing.pop_back();
  });
}

void StmtLowering::part(const clang::CompoundStmt *s, size_t first, size_t end) {
  for (size_t i = first; i < end;) {
    const size_t looped = body.backward.loopLength(s, i), thrown = looped != 0 ? 0 : raise(s, i);
    if (looped != 0)
      body.backward.lower(s, i, looped);
    else if (thrown == 0)
      lower(s->body_begin()[i]);
    i += std::max<size_t>({looped, thrown, 1});
  }
}

/// The number of statements from here on that make an object aside, and throw it; they are lowered. 0: there are none.
size_t StmtLowering::raise(const clang::CompoundStmt *s, size_t first) {
  const size_t count = lengthOfMaking(s, first);
  if (count == 0)
    return 0;
  const clang::Stmt *last = s->body_begin()[first + count - 1];
  const clang::CXXThrowExpr *exit = thrownBy(last);
  if (!body.exceptions.isMadeAside(exit))
    return 0;
  const MakingStatements making(s->body_begin() + first, count - 1);
  body.fullExpression(clang::cast<clang::Expr>(last), [&] {
    body.exceptions.areCaught() ? body.exceptions.raise(exit, making) : lowerThrow(body, exit, making);
  });
  return count;
}

static bool isLoop(const clang::Stmt *s) {
  return clang::isa<clang::ForStmt>(s) || clang::isa<clang::WhileStmt>(s) || clang::isa<clang::DoStmt>(s) ||
         clang::isa<clang::CXXForRangeStmt>(s);
}

/// Does the list leave a loop or a switch around it?
static bool leaves(const ir::StmtList &list) {
  return llvm::any_of(list, [](const ir::Stmt *stmt) {
    bool found = llvm::isa<ir::BreakStmt>(stmt) || llvm::isa<ir::ContinueStmt>(stmt) || llvm::isa<ir::GotoStmt>(stmt);
    if (!llvm::isa<ir::LoopStmt>(stmt) && !llvm::isa<ir::SwitchStmt>(stmt))
      ir::forEachList(stmt, [&](const ir::StmtList &nested) { found |= leaves(nested); });
    return found;
  });
}

void StmtLowering::lower(const clang::Stmt *s) {
  DiagnosticSink &sink = body.unit.sink;
  const Location around = sink.place();
  StatementFlags outer = body.flags;
  body.flags = body.unit.pragmas.flagsOf(s);
  body.comment = body.unit.comments.around(s);
  if (!isOfModels(body.definition))
    sink.lookAt(locationOf(s->getBeginLoc()));
  if (body.flags.implicit)
    lowerImplicit(s);
  else if (body.flags.checkpoint && !isLoop(s))
    lowerOnce(s);
  else
    lowerKind(s);
  sink.lookAt(around); // not where it refuses: that is reported here
  body.comment.clear();
  body.flags = outer;
}

void StmtLowering::lowerImplicit(const clang::Stmt *s) {
  ImplicitLowering implicit(body, s, *body.flags.implicit);
  const clang::CallExpr *outer = std::exchange(body.implicitCall, implicit.call());
  const ir::StmtList lowered = body.collect([&] { lowerKind(s); });
  body.splice(implicit.completed(lowered));
  body.implicitCall = outer;
}

/// A statement with a snapshot of its own is a loop of one step.
void StmtLowering::lowerOnce(const clang::Stmt *s) {
  const clang::SourceLocation where = s->getBeginLoc();
  if (clang::isa<clang::DeclStmt>(s))
    refuse(DiagId::checkpoint_declaration, where);
  if (!body.flags.checkpoint->request.directory.empty())
    refuse(DiagId::checkpoint_disk, where);
  const StatementFlags flags = std::exchange(body.flags, StatementFlags());
  auto *once = body.ir.make<ir::Variable>("once", body.ir.intType(), ir::Storage::Local);
  once->isTemporary = true;
  const ir::Stmt *begin = body.ir.make<ir::DeclareStmt>(once, body.ir.intLiteral(0));
  const ir::Expr *isFirst = body.ir.binary(ir::BinaryOp::Less, body.ir.load(once), body.ir.intLiteral(1));
  const ir::Stmt *step = body.ir.make<ir::AssignStmt>(
      body.ir.place(once), body.ir.binary(ir::BinaryOp::Add, body.ir.load(once), body.ir.intLiteral(1)));
  ir::StmtList inner = body.collect([&] { lowerKind(s); });
  if (leaves(inner))
    refuse(DiagId::checkpoint_jump, where);
  body.flags = flags;
  body.flags.checkpoint->request.scheme = ir::Checkpoint::Scheme::Once;
  body.emit<ir::LoopStmt>(where, ir::StmtList{begin}, isFirst, ir::StmtList{step}, std::move(inner), false);
}

void StmtLowering::loop(const clang::ForStmt *s) {
  if (body.ast.getLangOpts().OpenMP && startsThreads(s))
    body.openMp.lowerThreads(s);
  else
    body.loops.lower(s);
}

void StmtLowering::lowerKind(const clang::Stmt *s) {
  if (const auto *expression = dyn_cast<clang::Expr>(s))
    return body.fullExpression(expression, [&] { body.exprs.effect(expression); });
  switch (s->getStmtClass()) {
  case clang::Stmt::NullStmtClass:
    return;
  case clang::Stmt::CompoundStmtClass:
    body.emit<ir::BlockStmt>(s->getBeginLoc(), list(s));
    return;
  case clang::Stmt::DeclStmtClass:
    return declarations(clang::cast<clang::DeclStmt>(s));
  case clang::Stmt::IfStmtClass:
    return ifElse(clang::cast<clang::IfStmt>(s));
  case clang::Stmt::ForStmtClass:
    return loop(clang::cast<clang::ForStmt>(s));
  case clang::Stmt::WhileStmtClass:
    return body.loops.lower(clang::cast<clang::WhileStmt>(s));
  case clang::Stmt::DoStmtClass:
    return body.loops.lower(clang::cast<clang::DoStmt>(s));
  case clang::Stmt::CXXForRangeStmtClass:
    return body.loops.lower(clang::cast<clang::CXXForRangeStmt>(s));
  case clang::Stmt::SwitchStmtClass:
    return body.switches.lower(clang::cast<clang::SwitchStmt>(s));
  case clang::Stmt::BreakStmtClass:
    body.lifetimes.leaveByBreak();
    body.emit<ir::BreakStmt>(s->getBeginLoc());
    return;
  case clang::Stmt::ContinueStmtClass:
    body.lifetimes.leaveByContinue();
    body.emit<ir::ContinueStmt>(s->getBeginLoc());
    return;
  case clang::Stmt::ReturnStmtClass:
    return returns(clang::cast<clang::ReturnStmt>(s));
  case clang::Stmt::GotoStmtClass:
    return jump(clang::cast<clang::GotoStmt>(s));
  case clang::Stmt::LabelStmtClass:
    return label(clang::cast<clang::LabelStmt>(s));
  case clang::Stmt::CXXTryStmtClass:
    return body.exceptions.lower(clang::cast<clang::CXXTryStmt>(s));
  case clang::Stmt::AttributedStmtClass:
    return lowerKind(clang::cast<clang::AttributedStmt>(s)->getSubStmt());
  default:
    if (const auto *directive = dyn_cast<clang::OMPExecutableDirective>(s))
      return body.openMp.lower(directive);
    refuseOther(s);
  }
}

void StmtLowering::refuseOther(const clang::Stmt *s) {
  clang::SourceLocation where = s->getBeginLoc();
  if (clang::isa<clang::AsmStmt>(s))
    refuse(DiagId::inline_assembly, where);
  if (clang::isa<clang::IndirectGotoStmt>(s))
    refuse(DiagId::computed_goto, where);
  if (clang::isa<clang::SwitchCase>(s))
    refuse(DiagId::case_label, where);
  if (clang::isa<clang::CoreturnStmt, clang::CoroutineBodyStmt>(s))
    refuse(DiagId::coroutine, where);
  refuse(DiagId::statement, where);
}

// ---------------------------------------------------------- declarations

void StmtLowering::declarations(const clang::DeclStmt *s) {
  for (const clang::Decl *decl : s->decls()) {
    const auto *variable = dyn_cast<clang::VarDecl>(decl);
    if (variable && variable->getInit())
      body.fullExpression(variable->getInit(), [&] { body.inits.variable(variable); });
    else if (variable)
      body.inits.variable(variable);
    if (variable)
      parts(variable);
    // Types, aliases and assertions leave nothing behind.
  }
}

void StmtLowering::parts(const clang::VarDecl *decl) {
  const auto *bindings = dyn_cast<clang::DecompositionDecl>(decl);
  if (!bindings)
    return;
  for (const clang::BindingDecl *binding : bindings->bindings())
    if (const clang::VarDecl *part = binding->getHoldingVar())
      body.fullExpression(part->getInit(), [&] { body.inits.variable(part); });
}

// ------------------------------------------------------------ selections

/// Braces around what declares nothing fall away with the condition.
void StmtLowering::lowerTaken(const clang::Stmt *s) {
  auto needsBlock = [](const clang::Stmt *child) {
    return clang::isa<clang::DeclStmt>(child) || clang::isa<clang::LabelStmt>(child);
  };
  const auto *block = dyn_cast<clang::CompoundStmt>(s);
  if (!block || llvm::any_of(block->body(), needsBlock))
    return lower(s);
  for (const clang::Stmt *child : block->body())
    lower(child);
}

namespace {
bool isJumpedInto(const clang::Stmt *s) {
  return s && (clang::isa<clang::LabelStmt, clang::SwitchCase>(s) || llvm::any_of(s->children(), isJumpedInto));
}

/// What is known of the condition: in templates, as in `if (std::is_same<T, float>::value)`, of callbacks that are null, and of casts that
/// cannot succeed.
std::optional<bool> valueOfCondition(const clang::IfStmt *s, BodyLowering &body) {
  if (s->isConstexpr())
    return s->getCond()->EvaluateKnownConstInt(body.ast).getBoolValue();
  if (const clang::VarDecl *variable = s->getConditionVariable()) {
    const auto *cast = variable->hasInit() ? dyn_cast<clang::CXXDynamicCastExpr>(variable->getInit()->IgnoreParenImpCasts()) : nullptr;
    return cast && !cast->getSubExpr()->HasSideEffects(body.ast) && body.casts.isNull(cast) ? std::optional(false) : std::nullopt;
  }
  bool holds = false;
  const clang::Expr *condition = s->getCond();
  if (body.definition->isTemplateInstantiation() && condition->EvaluateAsBooleanCondition(holds, body.ast) && !condition->HasSideEffects(body.ast))
    return holds;
  return body.knownOfNull(condition);
}

/// Where no jump leads to the branch that is not taken.
std::optional<bool> knownCondition(const clang::IfStmt *s, BodyLowering &body) {
  const std::optional<bool> holds = valueOfCondition(s, body);
  return holds && !s->isConstexpr() && isJumpedInto(*holds ? s->getElse() : s->getThen()) ? std::nullopt : holds;
}
} // namespace

void StmtLowering::ifElse(const clang::IfStmt *s) {
  if (s->isConsteval())
    refuse(DiagId::if_consteval, s->getBeginLoc());
  bool declares = s->getInit() || s->getConditionVariable();
  auto lowerIt = [&] {
    StatementFlags flags = body.flags;
    if (s->getInit())
      lower(s->getInit());
    if (s->getConditionVariable())
      declarations(s->getConditionVariableDeclStmt());
    body.flags = flags;
    if (const std::optional<bool> holds = knownCondition(s, body)) {
      const clang::Stmt *taken = *holds ? s->getThen() : s->getElse();
      return taken ? lowerTaken(taken) : void();
    }
    const ir::Expr *condition = body.fullValue(s->getCond());
    std::string comment = std::exchange(body.comment, "");
    ir::StmtList yes = list(s->getThen()), no = list(s->getElse());
    body.comment = comment;
    body.flags = flags;
    body.emit<ir::IfStmt>(s->getBeginLoc(), condition, std::move(yes), std::move(no));
  };
  if (!declares)
    return lowerIt();
  std::string comment = std::exchange(body.comment, "");
  ir::StmtList scope =
      body.collect([&] { body.lifetimes.inScope(Lifetimes::ScopeKind::Block, nullptr, lowerIt); });
  body.comment = comment;
  body.emit<ir::BlockStmt>(s->getBeginLoc(), std::move(scope));
}

// ----------------------------------------------------------------- jumps

namespace {
/// The local variable that is the returned object itself, with no copy between.
const clang::VarDecl *survivorOf(const clang::ReturnStmt *s) {
  const clang::VarDecl *candidate = s->getNRVOCandidate();
  const auto *copy = s->getRetValue() ? dyn_cast<clang::CXXConstructExpr>(s->getRetValue()->IgnoreImplicit()) : nullptr;
  bool isSame = candidate && copy && !copy->getConstructor()->isTrivial() &&
                candidate->getASTContext().hasSameUnqualifiedType(candidate->getType(), copy->getType());
  return isSame ? candidate : nullptr;
}
} // namespace

namespace {

/// The constant object, made anew in each call of the function, to which an address may lead. Tables of numbers stay.
class MadeConstantSearch : public AstVisitor {
public:
  explicit MadeConstantSearch(const BodyLowering &body) : body(body) {}

  const clang::VarDecl *found = nullptr;

  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    if (!variable || !seen.insert(variable).second)
      return true;
    const bool isObject = body.ast.getBaseElementType(variable->getType())->isRecordType();
    if (variable->hasGlobalStorage() && isObject && body.isDeclared(variable))
      found = variable;
    const bool leadsOn = variable->getType()->isReferenceType() || variable->getType()->isPointerType();
    if (leadsOn && body.facts.isReassigned(variable)) // to what the function names somewhere
      TraverseStmt(body.definition->getBody());
    const clang::Expr *init = variable->getAnyInitializer();
    return !init || !leadsOn || TraverseStmt(const_cast<clang::Expr *>(init));
  }

private:
  const BodyLowering &body;
  std::set<const clang::VarDecl *> seen;
};

} // namespace

/// What the caller is given must not end with the call.
void StmtLowering::refuseMadeConstant(const clang::ReturnStmt *s) {
  clang::QualType type = body.definition->getReturnType();
  if (!s->getRetValue() || !(type->isReferenceType() || type->isPointerType()))
    return;
  MadeConstantSearch search(body);
  search.TraverseStmt(const_cast<clang::Expr *>(s->getRetValue()));
  if (search.found)
    refuse(DiagId::constant_address, s->getReturnLoc(), {search.found->getNameAsString()});
}

namespace {
/// Is it an object in memory, which may end before the function does?
bool isBehindPointer(const ir::Expr *value) {
  const auto *load = llvm::dyn_cast<ir::LoadExpr>(value);
  return load && !ir::rootVariable(load->place);
}
} // namespace

void StmtLowering::returns(const clang::ReturnStmt *s) {
  refuseMadeConstant(s);
  const clang::Expr *result = s->getRetValue();
  const ir::Type *type = body.function.returnType;
  const ir::Expr *value = nullptr;
  const clang::VarDecl *survivor = survivorOf(s);
  if (survivor) {
    value = body.ir.load(body.variable(survivor));
  } else if (!result && !type->isVoid()) { // which Clang lets pass as a warning
    refuse(DiagId::return_without_value, s->getReturnLoc());
  } else if (!result) {
    // nothing to evaluate
  } else if (type->isVoid()) {
    body.fullExpression(result, [&] { body.exprs.effect(result); });
  } else if (TextLowering::isText(type)) {
    body.fullExpression(result, [&] { value = body.texts.value(result); });
  } else if (body.definition->getReturnType()->isReferenceType()) {
    body.fullExpression(result, [&] { value = body.places.address(result, type->element); });
  } else {
    value = body.fullValue(result, "result");
    if (body.lifetimes.isAnyAlive() && (type->isScalar() || isBehindPointer(value)))
      value = body.save(value, "result", s->getBeginLoc());
  }
  body.lifetimes.leaveByReturn(survivor);
  body.emit<ir::ReturnStmt>(s->getBeginLoc(), value);
}

void StmtLowering::findLabels(const clang::Stmt *s) {
  for (const clang::Stmt *child : s->children()) {
    if (!child)
      continue;
    const clang::Stmt *labelled = child;
    while (const auto *captured = dyn_cast<clang::CapturedStmt>(labelled)) // of a directive
      labelled = captured->getCapturedStmt();
    while (const auto *label = dyn_cast<clang::LabelStmt>(labelled)) {
      labelParents[label->getDecl()] = s;
      labelled = label->getSubStmt();
    }
    findLabels(labelled);
  }
}

void StmtLowering::jump(const clang::GotoStmt *s) {
  if (body.backward.jump(s))
    return;
  const clang::LabelDecl *target = s->getLabel();
  clang::SourceLocation to = target->getStmt()->getIdentLoc();
  if (body.ast.getSourceManager().isBeforeInTranslationUnit(to, s->getGotoLoc()))
    refuse(DiagId::backward_goto, s->getGotoLoc());
  const clang::Stmt *parent = labelParents[target];
  bool isAround = std::find(enclosing.begin(), enclosing.end(), parent) != enclosing.end();
  if (!isAround)
    refuse(DiagId::goto_into_scope, s->getGotoLoc());
  body.lifetimes.leaveTo(parent);
  body.emit<ir::GotoStmt>(s->getGotoLoc(), target->getNameAsString());
}

void StmtLowering::label(const clang::LabelStmt *s) {
  body.emit<ir::LabelStmt>(s->getIdentLoc(), s->getDecl()->getNameAsString());
  lower(s->getSubStmt());
}

} // namespace adjoint::frontend
