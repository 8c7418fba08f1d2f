// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/LoopLowering.h"

#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/TextCharacters.h"
#include "Frontend/Models/StandardLibrary.h"
#include "IR/Values.h"
#include "IR/Visit.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Does the body leave an iteration of its own loop by `continue`?
bool hasContinue(const clang::Stmt *s) {
  if (!s)
    return false;
  if (clang::isa<clang::ContinueStmt>(s))
    return true;
  if (clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::LambdaExpr>(s))
    return false;
  for (const clang::Stmt *child : s->children())
    if (hasContinue(child))
      return true;
  return false;
}

/// Can the statements stand in the head of a `for`?
bool isPlainStep(const ir::StmtList &step) {
  for (const ir::Stmt *stmt : step) {
    const auto *call = llvm::dyn_cast<ir::CallStmt>(stmt);
    if (!llvm::isa<ir::AssignStmt>(stmt) && !(call && !call->declares))
      return false;
  }
  return true;
}

/// Can the statements stand before the first `;` of a `for`: one assignment, or declarations of one type?
bool isPlainInit(const ir::StmtList &init) {
  const ir::Type *type = nullptr;
  for (const ir::Stmt *stmt : init) {
    const auto *declared = llvm::dyn_cast<ir::DeclareStmt>(stmt);
    if (!declared)
      return isPlainStep(init);
    if (type && declared->variable->type != type)
      return false;
    type = declared->variable->type;
  }
  return true;
}

} // namespace

LoopLowering::Test LoopLowering::test(const clang::Expr *condition, const clang::DeclStmt *variable) {
  Test result;
  if (!condition)
    return result;
  result.effects = body.collect([&] {
    if (variable)
      body.stmts.declarations(variable);
    result.condition = body.fullValue(condition);
  });
  if (ir::integerValue(result.condition).value_or(0) != 0)
    result.condition = nullptr;
  return result;
}

void LoopLowering::emitTest(Test test, clang::SourceLocation where) {
  body.splice(test.effects);
  if (!test.condition)
    return;
  ir::StmtList leave = body.collect([&] { body.emit<ir::BreakStmt>(where); });
  body.emit<ir::IfStmt>(where, body.ir.unary(ir::UnaryOp::Not, test.condition), std::move(leave), ir::StmtList());
}

ir::LoopStmt *LoopLowering::emitLoop(clang::SourceLocation where, ir::StmtList init, Test test, ir::StmtList step,
                                     const std::function<void()> &lowerBody) {
  const ir::Expr *condition = test.effects.empty() ? test.condition : nullptr;
  ir::StmtList inner = body.collect([&] {
    if (!test.effects.empty())
      emitTest(std::move(test), where);
    lowerBody();
  });
  return body.emit<ir::LoopStmt>(where, std::move(init), condition, std::move(step), std::move(inner), false);
}

void LoopLowering::emitWithLast(clang::SourceLocation where, ir::StmtList init, const std::function<void()> &first,
                                const std::function<void()> &last, const std::function<void()> &lowerBody) {
  ir::StmtList scope = body.collect([&] {
    const ir::Variable *again = body.temporary("again", body.ir.boolType(), where);
    body.emit<ir::DeclareStmt>(where, again, body.ir.truth(false));
    ir::StmtList inner = body.collect([&] {
      ir::StmtList between = body.collect(last);
      body.emit<ir::IfStmt>(where, body.ir.load(again), std::move(between), ir::StmtList());
      body.assign(body.ir.place(again), body.ir.truth(true), where);
      first();
      lowerBody();
    });
    body.emit<ir::LoopStmt>(where, std::move(init), nullptr, ir::StmtList(), std::move(inner), false);
  });
  body.emit<ir::BlockStmt>(where, std::move(scope));
}

void LoopLowering::lower(const clang::ForStmt *s) { lower(s, Directed()); }
void LoopLowering::lower(const clang::CXXForRangeStmt *s) { lower(s, Directed()); }

/// `i = first`, where i becomes a variable of the loop's own.
bool LoopLowering::beginsOwnCounter(const clang::ForStmt *s, const clang::VarDecl *counter) {
  const auto *init = llvm::dyn_cast_or_null<clang::BinaryOperator>(s->getInit());
  if (!counter || !init)
    return false;
  body.fullExpression(init->getRHS(), [&] {
    const ir::Expr *first = body.exprs.value(init->getRHS());
    const ir::Type *type = body.ir.withoutConst(body.variable(counter)->type);
    body.emit<ir::DeclareStmt>(s->getBeginLoc(), body.declare(counter, type), first);
  });
  return true;
}

void LoopLowering::lower(const clang::ForStmt *s, const Directed &directed) {
  clang::SourceLocation where = s->getBeginLoc();
  std::string comment = std::exchange(body.comment, "");
  StatementFlags flags = std::exchange(body.flags, StatementFlags());
  auto lowerHeadAndBody = [&](ir::StmtList init) {
    std::function<void()> lowerBody = inLoop([&] {
      directed.atBegin();
      body.stmts.inScope(s->getBody());
    });
    auto emitStep = [&] {
      if (s->getInc())
        body.fullExpression(s->getInc(), [&] { body.exprs.effect(s->getInc()); });
    };
    Test condition = test(s->getCond(), s->getConditionVariableDeclStmt());
    ir::StmtList step = body.collect(emitStep);
    body.comment = std::move(comment);
    body.flags = flags;
    if (isPlainStep(step)) {
      emitLoop(where, std::move(init), std::move(condition), std::move(step), lowerBody)->parallel = directed.parallel;
      return;
    }
    emitWithLast(
        where, std::move(init), [&] { emitTest(std::move(condition), where); }, emitStep, lowerBody);
  };
  ir::StmtList scope = body.collect([&] {
    body.lifetimes.inScope(Lifetimes::ScopeKind::Block, nullptr, [&] {
      ir::StmtList init = body.collect([&] {
        if (s->getInit() && !beginsOwnCounter(s, directed.ownCounter))
          body.stmts.lower(s->getInit());
      });
      if (isPlainInit(init) && !body.lifetimes.isAnyAliveHere())
        return lowerHeadAndBody(std::move(init));
      body.splice(init);
      lowerHeadAndBody(ir::StmtList());
    });
  });
  if (scope.size() == 1 && llvm::isa<ir::LoopStmt>(scope.front()))
    body.splice(scope);
  else
    body.emit<ir::BlockStmt>(where, std::move(scope));
}

void LoopLowering::lower(const clang::ForStmt *s, const Directed &directed, const Head &head) {
  const clang::SourceLocation where = s->getBeginLoc();
  const ir::Variable *counter = body.declare(head.counter, head.first->type);
  const ir::Expr *value = body.ir.load(counter), *one = body.ir.literal(1, counter->type);
  ir::StmtList init = body.collect([&] { body.emit<ir::DeclareStmt>(where, counter, head.first); });
  ir::StmtList step = body.collect([&] { body.assign(body.ir.place(counter), body.ir.binary(ir::BinaryOp::Add, value, one), where); });
  emitLoop(where, std::move(init), Test{body.ir.binary(ir::BinaryOp::Less, value, head.end), {}}, std::move(step), inLoop([&] {
             directed.atBegin();
             body.stmts.inScope(s->getBody());
           }))
      ->parallel = directed.parallel;
}

void LoopLowering::lower(const clang::WhileStmt *s) {
  std::string comment = std::exchange(body.comment, "");
  StatementFlags flags = std::exchange(body.flags, StatementFlags());
  Test condition = test(s->getCond(), s->getConditionVariableDeclStmt());
  body.comment = std::move(comment);
  body.flags = flags;
  emitLoop(s->getBeginLoc(), ir::StmtList(), std::move(condition), ir::StmtList(), inLoop(s->getBody()));
}

void LoopLowering::lower(const clang::DoStmt *s) { lower(s, inLoop(s->getBody())); }

void LoopLowering::lowerEntered(const clang::DoStmt *s, const std::function<void()> &lowerBody) {
  lower(s, inLoop(lowerBody));
}

void LoopLowering::lower(const clang::DoStmt *s, const std::function<void()> &lowerBody) {
  clang::SourceLocation where = s->getBeginLoc();
  std::string comment = std::exchange(body.comment, "");
  StatementFlags flags = std::exchange(body.flags, StatementFlags());
  Test condition = test(s->getCond(), nullptr);
  body.comment = std::move(comment);
  body.flags = flags;
  if (condition.effects.empty()) {
    ir::StmtList inner = body.collect(lowerBody);
    body.emit<ir::LoopStmt>(where, ir::StmtList(), condition.condition, ir::StmtList(), std::move(inner), true);
    return;
  }
  auto testAtEnd = [&] { emitTest(std::move(condition), s->getWhileLoc()); };
  if (hasContinue(s->getBody()))
    return emitWithLast(
        where, ir::StmtList(), [] {}, testAtEnd, lowerBody);
  ir::StmtList inner = body.collect([&] {
    lowerBody();
    testAtEnd();
  });
  body.emit<ir::LoopStmt>(where, ir::StmtList(), nullptr, ir::StmtList(), std::move(inner), false);
}

LoopLowering::Test LoopLowering::unlessEntered(Test test, const ir::Expr *entered, clang::SourceLocation where) {
  if (!test.condition)
    return test;
  if (test.effects.empty())
    return {body.ir.binary(ir::BinaryOp::Or, entered, test.condition), ir::StmtList()};
  Test result;
  result.effects = body.collect([&] {
    ir::StmtList tested = body.collect([&] { emitTest(std::move(test), where); });
    body.emit<ir::IfStmt>(where, body.ir.unary(ir::UnaryOp::Not, entered), std::move(tested), ir::StmtList());
  });
  return result;
}

void LoopLowering::lowerEntered(const clang::WhileStmt *s, const ir::Expr *entered,
                                const std::function<void()> &lowerBody) {
  clang::SourceLocation where = s->getBeginLoc();
  Test condition = unlessEntered(test(s->getCond(), nullptr), entered, where);
  emitLoop(where, ir::StmtList(), std::move(condition), ir::StmtList(), inLoop(lowerBody));
}

void LoopLowering::lowerEntered(const clang::ForStmt *s, const ir::Expr *entered,
                                const std::function<void()> &lowerBody) {
  clang::SourceLocation where = s->getBeginLoc();
  ir::StmtList init = body.collect([&] {
    if (s->getInit())
      body.stmts.lower(s->getInit());
  });
  if (!init.empty())
    body.emit<ir::IfStmt>(where, body.ir.unary(ir::UnaryOp::Not, entered), std::move(init), ir::StmtList());
  auto emitStep = [&] {
    if (s->getInc())
      body.fullExpression(s->getInc(), [&] { body.exprs.effect(s->getInc()); });
  };
  Test condition = unlessEntered(test(s->getCond(), nullptr), entered, where);
  ir::StmtList step = body.collect(emitStep);
  if (isPlainStep(step)) {
    emitLoop(where, ir::StmtList(), std::move(condition), std::move(step), inLoop(lowerBody));
    return;
  }
  emitWithLast(
      where, ir::StmtList(), [&] { emitTest(std::move(condition), where); }, emitStep, inLoop(lowerBody));
}

std::function<void()> LoopLowering::inLoop(std::function<void()> lowerBody) {
  return [this, lowerBody] { body.lifetimes.inScope(Lifetimes::ScopeKind::Loop, nullptr, lowerBody); };
}

std::function<void()> LoopLowering::inLoop(const clang::Stmt *s) {
  return inLoop([this, s] { body.stmts.inScope(s); });
}

void LoopLowering::lower(const clang::CXXForRangeStmt *s, const Directed &directed) {
  std::string comment = std::exchange(body.comment, "");
  auto lowerIt = [&] {
    if (s->getInit())
      body.stmts.lower(s->getInit());
    body.comment = std::move(comment);
    const clang::ConstantArrayType *array = body.ast.getAsConstantArrayType(s->getRangeInit()->getType());
    if (array && s->getRangeInit()->isGLValue())
      overArray(s, array->getZExtSize(), directed);
    else if (hasCharacters(s->getRangeInit()->getType()))
      overArray(s, 0, directed);
    else
      overIterators(s, directed);
  };
  ir::StmtList scope = body.collect([&] { body.lifetimes.inScope(Lifetimes::ScopeKind::Block, nullptr, lowerIt); });
  if (scope.size() == 1)
    body.splice(scope);
  else
    body.emit<ir::BlockStmt>(s->getBeginLoc(), std::move(scope));
}

/// The loop's variable and body.
void LoopLowering::element(const clang::CXXForRangeStmt *s, const Directed &directed,
                           const std::function<void()> &declareElement) {
  body.lifetimes.inScope(Lifetimes::ScopeKind::Loop, nullptr, [&] {
    directed.atBegin();
    declareElement();
    body.stmts.inScope(s->getBody());
  });
}

namespace {
bool isCopiedByCall(const clang::VarDecl *decl) {
  return decl->getType()->isRecordType() && !decl->getType().isTriviallyCopyableType(decl->getASTContext());
}
} // namespace

/// The loop's variable is made by its initialiser, `*begin`, where begin leads to the element.
void LoopLowering::copyElement(const clang::CXXForRangeStmt *s, const ir::Place *element) {
  const auto *begin = clang::cast<clang::VarDecl>(clang::cast<clang::DeclStmt>(s->getBeginStmt())->getSingleDecl());
  const ir::Type *type = body.ir.pointerTo(element->type);
  body.emit<ir::DeclareStmt>(s->getBeginLoc(), body.declare(begin, type), body.ir.addressOf(element));
  body.stmts.declarations(clang::cast<clang::DeclStmt>(s->getLoopVarStmt()));
}

void LoopLowering::overArray(const clang::CXXForRangeStmt *s, uint64_t count, const Directed &directed) {
  clang::SourceLocation where = s->getBeginLoc();
  const bool isText = hasCharacters(s->getRangeInit()->getType());
  const ir::Place *place = isText ? textOfRange(body, s)
                                  : body.places.keep(body.places.place(s->getRangeInit()), s->getBody());
  const ir::Expr *size = isText ? textSize(body, place, where) : body.ir.intLiteral(count);
  const ir::Variable *counter = body.temporary("k", body.ir.intType(), where);
  const ir::Expr *k = body.ir.load(counter);
  auto emitDeclaration = [&] { body.emit<ir::DeclareStmt>(where, counter, body.ir.intLiteral(0)); };
  auto emitStep = [&] {
    body.assign(body.ir.place(counter), body.ir.binary(ir::BinaryOp::Add, k, body.ir.intLiteral(1)), where);
  };
  std::string comment = std::exchange(body.comment, "");
  ir::StmtList init = body.collect(emitDeclaration), step = body.collect(emitStep);
  ir::StmtList inner = body.collect([&] {
    element(s, directed, [&] {
      const ir::Place *entry = isText ? textCharacter(body, place, k, where) : body.ir.index(place, k);
      const bool isCopiedRow = entry->type->isArray() && !s->getLoopVariable()->getType()->isReferenceType();
      if (isCopiedByCall(s->getLoopVariable()) || isCopiedRow)
        return copyElement(s, entry);
      body.inits.element(s->getLoopVariable(), entry);
      body.stmts.parts(s->getLoopVariable());
    });
  });
  const ir::Expr *condition = body.ir.binary(ir::BinaryOp::Less, k, size);
  body.comment = std::move(comment);
  body.emit<ir::LoopStmt>(where, std::move(init), condition, std::move(step), std::move(inner), false)->parallel =
      directed.parallel;
}

void LoopLowering::overIterators(const clang::CXXForRangeStmt *s, const Directed &directed) {
  std::string comment = std::exchange(body.comment, "");
  body.stmts.declarations(clang::cast<clang::DeclStmt>(s->getRangeStmt()));
  body.stmts.declarations(clang::cast<clang::DeclStmt>(s->getBeginStmt()));
  body.stmts.declarations(clang::cast<clang::DeclStmt>(s->getEndStmt()));
  Test condition = test(s->getCond(), nullptr);
  auto emitStep = [&] { body.fullExpression(s->getInc(), [&] { body.exprs.effect(s->getInc()); }); };
  auto lowerBody = [&] {
    element(s, directed, [&] { body.stmts.declarations(clang::cast<clang::DeclStmt>(s->getLoopVarStmt())); });
  };
  ir::StmtList step = body.collect(emitStep);
  body.comment = std::move(comment);
  clang::SourceLocation where = s->getBeginLoc();
  if (isPlainStep(step)) {
    emitLoop(where, ir::StmtList(), std::move(condition), std::move(step), lowerBody)->parallel = directed.parallel;
    return;
  }
  emitWithLast(
      where, ir::StmtList(), [&] { emitTest(std::move(condition), where); }, emitStep, lowerBody);
}

} // namespace adjoint::frontend
