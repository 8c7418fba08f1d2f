// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/BackwardJumps.h"

#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

using Pick = llvm::function_ref<bool(const clang::Stmt *)>;

bool holds(const clang::Stmt *s, Pick isIt) {
  if (isIt(s))
    return true;
  return !clang::isa<clang::LambdaExpr>(s) && llvm::any_of(s->children(), [&](const clang::Stmt *child) { return child && holds(child, isIt); });
}

bool goesTo(const clang::Stmt *s, const clang::LabelDecl *label) {
  const auto *jump = dyn_cast<clang::GotoStmt>(s);
  return jump && jump->getLabel() == label;
}

/// A `break` or `continue` of a loop or switch around the statement.
bool leavesLoopAround(const clang::Stmt *s, bool inSwitch = false) {
  if (clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt, clang::LambdaExpr>(s))
    return false;
  if (clang::isa<clang::ContinueStmt>(s) || (clang::isa<clang::BreakStmt>(s) && !inSwitch))
    return true;
  inSwitch = inSwitch || clang::isa<clang::SwitchStmt>(s);
  return llvm::any_of(s->children(), [&](const clang::Stmt *child) { return child && leavesLoopAround(child, inSwitch); });
}

std::vector<const clang::VarDecl *> declaredIn(const clang::Stmt *s) {
  std::vector<const clang::VarDecl *> variables;
  while (const auto *label = dyn_cast<clang::LabelStmt>(s))
    s = label->getSubStmt();
  if (const auto *declaration = dyn_cast<clang::DeclStmt>(s))
    for (const clang::Decl *decl : declaration->decls())
      if (const auto *variable = dyn_cast<clang::VarDecl>(decl))
        variables.push_back(variable);
  return variables;
}

std::vector<const clang::LabelDecl *> labelsOf(const clang::Stmt *s) {
  std::vector<const clang::LabelDecl *> labels;
  for (const auto *label = dyn_cast<clang::LabelStmt>(s); label; label = dyn_cast<clang::LabelStmt>(label->getSubStmt()))
    labels.push_back(label->getDecl());
  return labels;
}

} // namespace

size_t BackwardJumps::loopLength(const clang::CompoundStmt *block, size_t first) const {
  const clang::Stmt *const *stmts = block->body_begin();
  size_t count = 0;
  for (const clang::LabelDecl *label : labelsOf(stmts[first])) {
    const bool isOpen = llvm::any_of(loops, [&](const Loop &loop) { return loop.label == label; });
    for (size_t i = first; !isOpen && i < block->size(); ++i)
      if (holds(stmts[i], [&](const clang::Stmt *s) { return goesTo(s, label); }))
        count = std::max(count, i - first + 1);
  }
  return count;
}

/// Nothing may go into the loop from outside, and none of its variables out of it.
void BackwardJumps::requireLoop(const clang::CompoundStmt *block, size_t first, size_t count) const {
  const clang::Stmt *const *stmts = block->body_begin();
  const size_t end = first + count;
  for (size_t i = first; i < end; ++i) {
    if (leavesLoopAround(stmts[i]))
      refuse(DiagId::backward_goto, stmts[first]->getBeginLoc());
    for (const clang::VarDecl *variable : declaredIn(stmts[i]))
      for (size_t later = end; later < block->size(); ++later)
        if (mentions(stmts[later], variable) != 0)
          refuse(DiagId::backward_goto, stmts[first]->getBeginLoc());
    for (const clang::LabelDecl *label : labelsOf(stmts[i]))
      for (size_t other = 0; other < block->size(); ++other)
        if ((other < first || other >= end) && holds(stmts[other], [&](const clang::Stmt *s) { return goesTo(s, label); }))
          refuse(DiagId::goto_into_scope, stmts[i]->getBeginLoc());
  }
}

void BackwardJumps::lower(const clang::CompoundStmt *block, size_t first, size_t count) {
  requireLoop(block, first, count);
  const clang::Stmt *start = block->body_begin()[first];
  const clang::SourceLocation where = start->getBeginLoc();
  const clang::LabelDecl *label = clang::cast<clang::LabelStmt>(start)->getDecl();
  const ir::Variable *again = body.temporary(label->getNameAsString(), body.ir.boolType(), where);
  body.emit<ir::DeclareStmt>(where, again, body.ir.truth(false));
  const std::string end = label->getNameAsString() + "_end";
  for (const clang::LabelDecl *one : labelsOf(start))
    loops.push_back({one, start, again, end});
  ir::StmtList turn = body.collect([&] {
    body.assign(body.ir.place(again), body.ir.truth(false), where);
    ir::StmtList inner = body.collect([&] {
      body.lifetimes.inScope(Lifetimes::ScopeKind::Block, start, [&] {
        body.stmts.part(block, first, first + count);
        if (body.lifetimes.isAnyAliveHere())
          refuse(DiagId::backward_goto, where);
      });
    });
    body.emit<ir::BlockStmt>(where, std::move(inner));
    body.emit<ir::LabelStmt>(where, end);
  });
  loops.resize(loops.size() - labelsOf(start).size());
  body.emit<ir::LoopStmt>(where, ir::StmtList(), body.ir.load(again), ir::StmtList(), std::move(turn), true);
}

bool BackwardJumps::jump(const clang::GotoStmt *s) {
  const auto loop = llvm::find_if(loops, [&](const Loop &one) { return one.label == s->getLabel(); });
  if (loop == loops.end())
    return false;
  body.lifetimes.leaveTo(loop->start);
  body.assign(body.ir.place(loop->again), body.ir.truth(true), s->getGotoLoc());
  body.emit<ir::GotoStmt>(s->getGotoLoc(), loop->end);
  return true;
}

} // namespace adjoint::frontend
