// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Exceptions.h"

#include "Frontend/BodyLowering.h"
#include "Frontend/ClangVersion.h"
#include "Frontend/ClassFacts.h"

#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;

void Exceptions::reportTo(const ir::Variable *parameter) { status = parameter; }

// --------------------------------------------------------------- throwing

void Exceptions::raise(const clang::CXXThrowExpr *e) {
  if (!e->getSubExpr())
    return raiseAgain(e->getExprLoc());
  for (const clang::Expr *arg : thrownFrom(e->getSubExpr()))
    if (hasEffects(arg))
      refuseExpression(e->getExprLoc(), "'throw' of an object whose making has effects", "make it before");
  raise(thrownType(e->getSubExpr()->getType()), e->getExprLoc());
}

void Exceptions::raiseAgain(clang::SourceLocation where) {
  if (handled.empty())
    refuseExpression(where, "'throw' of what was caught", "throw an object that is made anew, or return a status");
  note({handled.back().types, false}, where);
  body.assign(body.ir.place(status), body.ir.load(handled.back().thrown), where);
  leave(where);
}

void Exceptions::raise(const clang::Type *type, clang::SourceLocation where) {
  note({{type}, false}, where);
  body.assign(body.ir.place(status), body.ir.intLiteral(body.unit.thrown.idOf(type)), where);
  leave(where);
}

bool Exceptions::needsReport(const clang::FunctionDecl *callee, clang::SourceLocation where) {
  if (!areCaught())
    return false;
  ThrownTypes::Set thrown = body.unit.thrown.by(callee);
  note(thrown, where);
  return !thrown.empty();
}

const ir::Expr *Exceptions::report() { return body.ir.addressOf(body.ir.place(status)); }

void Exceptions::note(const ThrownTypes::Set &thrown, clang::SourceLocation where) {
  if (thrown.others)
    refuseExpression(where, "an exception of a type that is not known here", "test the condition before");
  current.types.insert(thrown.types.begin(), thrown.types.end());
}

void Exceptions::leaveIfThrown(clang::SourceLocation where) {
  ir::StmtList exit = body.collect([&] { leave(where); });
  const ir::Expr *isThrown = body.ir.binary(ir::BinaryOp::NotEqual, body.ir.load(status), body.ir.intLiteral(0));
  body.emit<ir::IfStmt>(where, isThrown, std::move(exit), ir::StmtList());
}

void Exceptions::constructing(const std::function<void()> &lower) {
  const size_t before = current.parts.size();
  lower();
  current.parts.erase(current.parts.begin() + before, current.parts.end());
}

void Exceptions::beginPart(const ir::Place *part, clang::QualType type, clang::SourceLocation where) {
  if (areCaught() && needsDestruction(type, body.unit.models))
    current.parts.push_back({part, type, where, nullptr});
}

void Exceptions::leave(clang::SourceLocation where) {
  body.lifetimes.end(body.temporaries());
  if (current.label.empty())
    return returnNothing(where);
  body.lifetimes.end(current.parts);
  body.lifetimes.leaveTo(current.around);
  body.emit<ir::GotoStmt>(where, current.label);
}

void Exceptions::returnNothing(clang::SourceLocation where) {
  body.lifetimes.leaveByReturn(nullptr);
  body.lifetimes.end(current.parts);
  const ir::Type *type = body.function.returnType;
  if (type->isVoid()) {
    body.emit<ir::ReturnStmt>(where, nullptr);
    return;
  }
  const ir::Variable *nothing = body.temporary("nothing", body.ir.withoutConst(type), where);
  body.emit<ir::DeclareStmt>(where, nothing, body.ir.zero(nothing->type));
  body.emit<ir::ReturnStmt>(where, body.ir.load(nothing));
}

// --------------------------------------------------------------- catching

void Exceptions::lower(const clang::CXXTryStmt *s) {
  clang::SourceLocation where = s->getBeginLoc();
  ir::StmtList all = body.collect([&] {
    const ir::Variable *thrown = body.temporary("thrown", body.ir.intType(), where);
    std::string label = "caught_" + std::to_string(++count);
    const ir::Variable *outerStatus = std::exchange(status, thrown);
    Caught outer = std::exchange(current, {{}, label, s, {}});
    ir::StmtList guarded = body.collect([&] {
      body.lifetimes.inScope(Lifetimes::ScopeKind::Block, s, [&] { body.stmts.inScope(s->getTryBlock()); });
    });
    Caught caught = std::exchange(current, std::move(outer));
    status = outerStatus;
    if (caught.types.empty()) {
      body.emit<ir::BlockStmt>(where, std::move(guarded));
      return;
    }
    body.emit<ir::DeclareStmt>(where, thrown, body.ir.intLiteral(0));
    body.emit<ir::BlockStmt>(where, std::move(guarded));
    body.emit<ir::LabelStmt>(where, label);
    body.splice(handlers(s, thrown, caught));
  });
  body.emit<ir::BlockStmt>(where, std::move(all));
}

ir::StmtList Exceptions::handlers(const clang::CXXTryStmt *s, const ir::Variable *thrown, const Caught &caught) {
  std::set<const clang::Type *> left = caught.types;
  std::vector<std::pair<const ir::Expr *, ir::StmtList>> arms;
  for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
    const clang::CXXCatchStmt *handler = s->getHandler(i);
    std::set<const clang::Type *> taken;
    for (const clang::Type *type : left)
      if (handler->getCaughtType().isNull() || catches(handler->getCaughtType(), type))
        taken.insert(type);
    for (const clang::Type *type : taken)
      left.erase(type);
    const clang::VarDecl *object = handler->getExceptionDecl();
    if (object && mentions(handler->getHandlerBlock(), object) != 0)
      refuseStatement(handler->getBeginLoc(), "a handler that looks at what it caught",
                      "set a variable before 'throw', and read that");
    if (taken.empty())
      continue;
    handled.push_back({thrown, taken});
    arms.push_back({isOneOf(taken, thrown), body.stmts.list(handler->getHandlerBlock())});
    handled.pop_back();
  }
  ir::StmtList rest = passOn(left, thrown, s->getBeginLoc());
  for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm)
    rest = body.collect([&] {
      body.emit<ir::IfStmt>(s->getBeginLoc(), arm->first, std::move(arm->second), std::move(rest));
    });
  return rest;
}

/// What no handler takes goes to the code around.
ir::StmtList Exceptions::passOn(const std::set<const clang::Type *> &types, const ir::Variable *thrown,
                                clang::SourceLocation where) {
  if (types.empty())
    return {};
  if (!areCaught())
    refuseStatement(where, "'try' without a handler for all that may be thrown", "catch the rest, too");
  note({types, false}, where);
  return body.collect([&] {
    ir::StmtList exit = body.collect([&] {
      body.assign(body.ir.place(status), body.ir.load(thrown), where);
      leave(where);
    });
    body.emit<ir::IfStmt>(where, isOneOf(types, thrown), std::move(exit), ir::StmtList());
  });
}

const ir::Expr *Exceptions::isOneOf(const std::set<const clang::Type *> &types, const ir::Variable *thrown) {
  std::set<unsigned> ids; // in the order in which they were met, not in that of addresses
  for (const clang::Type *type : types)
    ids.insert(body.unit.thrown.idOf(type));
  const ir::Expr *any = nullptr;
  for (unsigned id : ids) {
    const ir::Expr *isIt = body.ir.binary(ir::BinaryOp::Equal, body.ir.load(thrown), body.ir.intLiteral(id));
    any = any ? body.ir.binary(ir::BinaryOp::Or, any, isIt) : isIt;
  }
  return any;
}

} // namespace adjoint::frontend
