// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Context::rebuilt: a statement with other parts. What a new kind of statement, or a new attribute of one, has besides
// its parts is copied here, and nowhere else.

#include "IR/Context.h"

namespace adjoint::ir {

namespace {
template <class T> T *withNotes(const Stmt *old, T *made) {
  static_cast<StmtNotes &>(*made) = *old;
  return made;
}
} // namespace

DeclareStmt *Context::rebuilt(const DeclareStmt *old, const Variable *variable, const Expr *init) {
  return withNotes(old, make<DeclareStmt>(variable, init));
}

AssignStmt *Context::rebuilt(const AssignStmt *old, const Place *place, const Expr *value) {
  return withNotes(old, make<AssignStmt>(place, value));
}

CallStmt *Context::rebuilt(const CallStmt *old, const Place *result, bool declares, const Function *callee,
                           std::vector<const Expr *> args) {
  return withNotes(old, make<CallStmt>(result, declares, callee, std::move(args)));
}

AllocateStmt *Context::rebuilt(const AllocateStmt *old, const Place *place, bool declares, const Expr *count,
                               bool zeroed) {
  auto *made = make<AllocateStmt>(place, declares, old->element, count, old->form, zeroed);
  made->block = old->block;
  return withNotes(old, made);
}

FreeStmt *Context::rebuilt(const FreeStmt *old, const Expr *pointer) {
  auto *made = make<FreeStmt>(pointer, old->form);
  made->block = old->block;
  return withNotes(old, made);
}

BlockStmt *Context::rebuilt(const BlockStmt *old, StmtList body) {
  auto *block = make<BlockStmt>(std::move(body));
  block->sumsInAnyOrder = old->sumsInAnyOrder;
  return withNotes(old, block);
}

IfStmt *Context::rebuilt(const IfStmt *old, const Expr *condition, StmtList yes, StmtList no) {
  return withNotes(old, make<IfStmt>(condition, std::move(yes), std::move(no)));
}

LoopStmt *Context::rebuilt(const LoopStmt *old, StmtList init, const Expr *condition, StmtList step, StmtList body) {
  auto *made = make<LoopStmt>(std::move(init), condition, std::move(step), std::move(body), old->testAtEnd);
  static_cast<LoopNotes &>(*made) = *old;
  return withNotes(old, made);
}

SwitchStmt *Context::rebuilt(const SwitchStmt *old, const Expr *condition, std::vector<SwitchSection> sections) {
  auto *made = make<SwitchStmt>(condition, std::move(sections));
  made->isSeparate = old->isSeparate;
  return withNotes(old, made);
}

ReturnStmt *Context::rebuilt(const ReturnStmt *old, const Expr *value) {
  return withNotes(old, make<ReturnStmt>(value));
}

PushStmt *Context::rebuilt(const PushStmt *old, const Expr *value, const Expr *range) {
  auto *made = make<PushStmt>(value, range);
  made->record = old->record;
  return withNotes(old, made);
}

PopStmt *Context::rebuilt(const PopStmt *old, const Place *place, const Expr *range) {
  auto *made = make<PopStmt>(place, old->declares, range);
  made->record = old->record;
  return withNotes(old, made);
}

TapeBlockStmt *Context::rebuilt(const TapeBlockStmt *old, const Variable *block, const Expr *count) {
  return withNotes(old, make<TapeBlockStmt>(old->action, block, count));
}

const Stmt *Context::withScopes(const Stmt *old, ScopeChange change) {
  switch (old->kind) {
  case Stmt::Kind::Block:
    return rebuilt(llvm::cast<BlockStmt>(old), change(llvm::cast<BlockStmt>(old)->body));
  case Stmt::Kind::If: {
    const auto *branch = llvm::cast<IfStmt>(old);
    StmtList yes = change(branch->yes), no = change(branch->no);
    return rebuilt(branch, branch->condition, std::move(yes), std::move(no));
  }
  case Stmt::Kind::Loop: {
    const auto *loop = llvm::cast<LoopStmt>(old);
    return rebuilt(loop, loop->init, loop->condition, loop->step, change(loop->body));
  }
  case Stmt::Kind::Switch: {
    const auto *choice = llvm::cast<SwitchStmt>(old);
    std::vector<SwitchSection> sections = choice->sections;
    for (SwitchSection &section : sections)
      section.body = change(section.body);
    return rebuilt(choice, choice->condition, std::move(sections));
  }
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return old;
  }
  return old;
}

Stmt *Context::copied(const Stmt *old) {
  switch (old->kind) {
  case Stmt::Kind::Declare:
    return withNotes(old, make<DeclareStmt>(*llvm::cast<DeclareStmt>(old)));
  case Stmt::Kind::Assign:
    return withNotes(old, make<AssignStmt>(*llvm::cast<AssignStmt>(old)));
  case Stmt::Kind::Call:
    return withNotes(old, make<CallStmt>(*llvm::cast<CallStmt>(old)));
  case Stmt::Kind::Allocate:
    return withNotes(old, make<AllocateStmt>(*llvm::cast<AllocateStmt>(old)));
  case Stmt::Kind::Free:
    return withNotes(old, make<FreeStmt>(*llvm::cast<FreeStmt>(old)));
  case Stmt::Kind::Block:
    return withNotes(old, make<BlockStmt>(*llvm::cast<BlockStmt>(old)));
  case Stmt::Kind::If:
    return withNotes(old, make<IfStmt>(*llvm::cast<IfStmt>(old)));
  case Stmt::Kind::Loop:
    return withNotes(old, make<LoopStmt>(*llvm::cast<LoopStmt>(old)));
  case Stmt::Kind::Switch:
    return withNotes(old, make<SwitchStmt>(*llvm::cast<SwitchStmt>(old)));
  case Stmt::Kind::Break:
    return withNotes(old, make<BreakStmt>(*llvm::cast<BreakStmt>(old)));
  case Stmt::Kind::Continue:
    return withNotes(old, make<ContinueStmt>(*llvm::cast<ContinueStmt>(old)));
  case Stmt::Kind::Return:
    return withNotes(old, make<ReturnStmt>(*llvm::cast<ReturnStmt>(old)));
  case Stmt::Kind::Goto:
    return withNotes(old, make<GotoStmt>(*llvm::cast<GotoStmt>(old)));
  case Stmt::Kind::Label:
    return withNotes(old, make<LabelStmt>(*llvm::cast<LabelStmt>(old)));
  case Stmt::Kind::Push:
    return withNotes(old, make<PushStmt>(*llvm::cast<PushStmt>(old)));
  case Stmt::Kind::Pop:
    return withNotes(old, make<PopStmt>(*llvm::cast<PopStmt>(old)));
  case Stmt::Kind::TapeBlock:
    return withNotes(old, make<TapeBlockStmt>(*llvm::cast<TapeBlockStmt>(old)));
  case Stmt::Kind::Heading:
    return withNotes(old, make<HeadingStmt>(*llvm::cast<HeadingStmt>(old)));
  }
  return nullptr;
}

const Stmt *Context::withComment(const Stmt *old, const std::string &comment) {
  Stmt *made = copied(old);
  made->comment = comment;
  return made;
}

} // namespace adjoint::ir
