// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/SwitchLowering.h"

#include "Frontend/Facts/ConstantValues.h"
#include "Frontend/Lower/BodyLowering.h"
#include "IR/Visit.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// Does a label of the switch stand directly in this block, or in a block in it?
bool holdsLabel(const clang::Stmt *s) {
  if (clang::isa<clang::SwitchCase>(s))
    return true;
  const auto *block = dyn_cast<clang::CompoundStmt>(s);
  if (!block)
    return false;
  for (const clang::Stmt *child : block->body())
    if (holdsLabel(child))
      return true;
  return false;
}

/// Nothing may be declared where a label leads past it.
bool isPassable(const clang::ForStmt *loop) {
  return !loop->getConditionVariable() && !clang::isa_and_nonnull<clang::DeclStmt>(loop->getInit());
}

/// The blocks in which an `if` or a loop may hold labels.
std::vector<const clang::CompoundStmt *> blocksOf(const clang::Stmt *s) {
  std::vector<const clang::Stmt *> parts;
  if (const auto *choice = dyn_cast<clang::IfStmt>(s); choice && !choice->getInit() && !choice->getConditionVariable())
    parts = {choice->getThen(), choice->getElse()};
  else if (const auto *loop = dyn_cast<clang::DoStmt>(s))
    parts = {loop->getBody()};
  else if (const auto *loop = dyn_cast<clang::WhileStmt>(s); loop && !loop->getConditionVariable())
    parts = {loop->getBody()};
  else if (const auto *loop = dyn_cast<clang::ForStmt>(s); loop && isPassable(loop))
    parts = {loop->getBody()};
  std::vector<const clang::CompoundStmt *> blocks;
  for (const clang::Stmt *part : parts)
    if (const auto *block = clang::dyn_cast_or_null<clang::CompoundStmt>(part))
      blocks.push_back(block);
  return blocks;
}

bool isDirectlyIn(const clang::Stmt *block, const clang::CaseStmt *label) {
  const auto *compound = clang::dyn_cast_or_null<clang::CompoundStmt>(block);
  return compound && std::find(compound->body_begin(), compound->body_end(), label) != compound->body_end();
}

/// The labels directly inside an `if` or a loop.
std::vector<const clang::CaseStmt *> labelsInside(const clang::Stmt *s) {
  std::vector<const clang::CaseStmt *> labels;
  for (const clang::CompoundStmt *block : blocksOf(s))
    for (const clang::Stmt *child : block->body())
      if (const auto *label = dyn_cast<clang::CaseStmt>(child))
        labels.push_back(label);
  return labels;
}

[[noreturn]] void refuseLabel(const clang::SwitchCase *label) {
  refuse(DiagId::case_label, label->getBeginLoc());
}

bool isMentioned(const clang::Stmt *code, const clang::VarDecl *variable) { return mentions(code, variable) != 0; }

} // namespace

void SwitchLowering::lower(const clang::SwitchStmt *s) {
  clang::SourceLocation where = s->getBeginLoc();
  StatementFlags flags = std::exchange(body.flags, StatementFlags());
  auto lowerIt = [&] {
    if (s->getInit())
      body.stmts.lower(s->getInit());
    if (s->getConditionVariable())
      body.stmts.declarations(s->getConditionVariableDeclStmt());
    const ir::Expr *condition = body.fullValue(s->getCond());
    std::string comment = std::exchange(body.comment, "");
    std::vector<Section> sections(1); // the first holds what stands before any label
    Entries entries;
    divide(s->getBody(), sections, entries);
    declareShared(sections);
    declareFlags(entries, condition);
    std::vector<ir::SwitchSection> lowered;
    body.lifetimes.inScope(Lifetimes::ScopeKind::Switch, nullptr, [&] {
      for (unsigned i = 1; i < sections.size(); ++i)
        lowered.push_back(lowerSection(sections[i], entries, condition->type));
      if (body.lifetimes.isAnyAliveHere())
        refuse(DiagId::switch_destructor, where);
    });
    body.comment = std::move(comment);
    body.flags = flags;
    body.emit<ir::SwitchStmt>(where, condition, std::move(lowered));
  };
  if (!s->getInit() && !s->getConditionVariable())
    return lowerIt();
  ir::StmtList scope = body.collect([&] { body.lifetimes.inScope(Lifetimes::ScopeKind::Block, nullptr, lowerIt); });
  body.emit<ir::BlockStmt>(where, std::move(scope));
}

void SwitchLowering::divide(const clang::Stmt *s, std::vector<Section> &sections, Entries &entries) {
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s); block && holdsLabel(block)) {
    for (const clang::Stmt *child : block->body())
      divide(child, sections, entries);
  } else if (const auto *label = dyn_cast<clang::SwitchCase>(s)) {
    if (sections.size() == 1 || !sections.back().stmts.empty())
      sections.emplace_back();
    sections.back().labels.push_back(label);
    divide(label->getSubStmt(), sections, entries);
  } else if (std::vector<const clang::CaseStmt *> inner = labelsInside(s); !inner.empty()) {
    if (sections.size() == 1 || !sections.back().stmts.empty())
      sections.emplace_back();
    sections.back().labels.insert(sections.back().labels.end(), inner.begin(), inner.end());
    sections.back().stmts.push_back(s);
    entries[s].labels = std::move(inner);
  } else {
    sections.back().stmts.push_back(s);
  }
}

// ---------------------------------------------------------- inner labels

void SwitchLowering::declareFlags(Entries &entries, const ir::Expr *condition) {
  for (auto &[s, entry] : entries)
    for (const clang::CaseStmt *inner : entry.labels) {
      const ir::Variable *flag = body.temporary("entered", body.ir.boolType(), inner->getBeginLoc());
      const ir::Expr *isTarget = body.ir.binary(ir::BinaryOp::Equal, condition, label(inner, condition->type));
      body.emit<ir::DeclareStmt>(inner->getBeginLoc(), flag, isTarget);
      entry.flags.push_back(flag);
    }
}

const ir::Expr *SwitchLowering::isEntered(const clang::Stmt *block, const Entry &entry, size_t from) {
  const ir::Expr *any = nullptr;
  for (size_t i = from; i < entry.labels.size(); ++i)
    if (isDirectlyIn(block, entry.labels[i])) {
      const ir::Expr *flag = body.ir.load(entry.flags[i]);
      any = any ? body.ir.binary(ir::BinaryOp::Or, any, flag) : flag;
    }
  return any;
}

void SwitchLowering::lowerEntered(const clang::Stmt *s, const Entry &entry) {
  if (const auto *choice = dyn_cast<clang::IfStmt>(s))
    return lowerEnteredIf(choice, entry);
  if (const auto *loop = dyn_cast<clang::DoStmt>(s))
    return body.loops.lowerEntered(loop, [&] { lowerEnteredBlock(loop->getBody(), entry); });
  if (const auto *loop = dyn_cast<clang::WhileStmt>(s))
    return body.loops.lowerEntered(loop, isEntered(loop->getBody(), entry),
                                   [&] { lowerEnteredBlock(loop->getBody(), entry); });
  const auto *loop = clang::cast<clang::ForStmt>(s);
  body.loops.lowerEntered(loop, isEntered(loop->getBody(), entry), [&] { lowerEnteredBlock(loop->getBody(), entry); });
}

/// The condition's effects come about only where it is reached.
const ir::Expr *SwitchLowering::conditionWithEffects(const clang::IfStmt *s, const Entry &entry) {
  clang::SourceLocation where = s->getBeginLoc();
  const ir::Expr *no = isEntered(s->getElse(), entry), *yes = isEntered(s->getThen(), entry);
  const ir::Expr *isFalse = body.ir.truth(false);
  const ir::Variable *isTaken = body.temporary("taken", body.ir.boolType(), where);
  body.emit<ir::DeclareStmt>(where, isTaken, yes ? yes : isFalse);
  const ir::Expr *entered = yes && no ? body.ir.binary(ir::BinaryOp::Or, yes, no) : yes ? yes : no;
  ir::StmtList test = body.collect([&] {
    const ir::Expr *condition = body.fullValue(s->getCond());
    body.assign(body.ir.place(isTaken), body.ir.cast(ir::CastExpr::Form::Implicit, condition, body.ir.boolType()),
                where);
  });
  body.emit<ir::IfStmt>(where, body.ir.unary(ir::UnaryOp::Not, entered), std::move(test), ir::StmtList());
  return body.ir.load(isTaken);
}

const ir::Expr *SwitchLowering::conditionUnlessEntered(const clang::IfStmt *s, const Entry &entry) {
  if (hasEffects(s->getCond()))
    return conditionWithEffects(s, entry);
  const ir::Expr *condition = body.exprs.value(s->getCond());
  if (const ir::Expr *no = isEntered(s->getElse(), entry))
    condition = body.ir.binary(ir::BinaryOp::And, body.ir.unary(ir::UnaryOp::Not, no), condition);
  if (const ir::Expr *yes = isEntered(s->getThen(), entry))
    condition = body.ir.binary(ir::BinaryOp::Or, yes, condition);
  return condition;
}

void SwitchLowering::lowerEnteredIf(const clang::IfStmt *s, const Entry &entry) {
  const ir::Expr *condition = conditionUnlessEntered(s, entry);
  ir::StmtList yes = body.collect([&] { lowerEnteredBlock(s->getThen(), entry); });
  ir::StmtList no = body.collect([&] { lowerEnteredBlock(s->getElse(), entry); });
  body.emit<ir::IfStmt>(s->getBeginLoc(), condition, std::move(yes), std::move(no));
}

/// What stands before a label is passed over by those who enter there or further down.
void SwitchLowering::lowerEnteredBlock(const clang::Stmt *s, const Entry &entry) {
  const auto *block = clang::dyn_cast_or_null<clang::CompoundStmt>(s);
  if (!block)
    return s ? body.stmts.lower(s) : void();
  auto next = block->body_begin();
  for (size_t i = 0; i < entry.labels.size(); ++i) {
    const clang::CaseStmt *label = entry.labels[i];
    if (!isDirectlyIn(block, label))
      continue;
    const ir::Expr *passesBy = isEntered(block, entry, i);
    ir::StmtList before = body.collect([&] {
      for (; *next != label; ++next) {
        if (clang::isa<clang::DeclStmt>(*next))
          refuseLabel(label);
        const auto *earlier = dyn_cast<clang::CaseStmt>(*next);
        body.stmts.lower(earlier ? earlier->getSubStmt() : *next);
      }
    });
    body.emit<ir::IfStmt>(label->getBeginLoc(), body.ir.unary(ir::UnaryOp::Not, passesBy), std::move(before),
                          ir::StmtList());
    body.assign(body.ir.place(entry.flags[i]), body.ir.truth(false), label->getBeginLoc());
  }
  for (; next != block->body_end(); ++next) {
    const auto *last = dyn_cast<clang::CaseStmt>(*next);
    body.stmts.lower(last ? last->getSubStmt() : *next);
  }
}

// -------------------------------------------------------------- sections

void SwitchLowering::declareShared(const std::vector<Section> &sections) {
  for (auto section = sections.begin(); section != sections.end(); ++section)
    for (const clang::Stmt *stmt : section->stmts) {
      const auto *declaration = dyn_cast<clang::DeclStmt>(stmt);
      if (!declaration)
        continue;
      for (const clang::Decl *decl : declaration->decls()) {
        const auto *variable = dyn_cast<clang::VarDecl>(decl);
        bool isShared = variable && std::any_of(section + 1, sections.end(), [&](const Section &later) {
                          return std::any_of(later.stmts.begin(), later.stmts.end(),
                                             [&](const clang::Stmt *s) { return isMentioned(s, variable); });
                        });
        if (isShared && !variable->hasInit())
          body.inits.variable(variable);
      }
    }
}

ir::SwitchSection SwitchLowering::lowerSection(const Section &section, const Entries &entries, const ir::Type *type) {
  ir::SwitchSection result;
  for (const clang::SwitchCase *entry : section.labels) {
    const auto *value = dyn_cast<clang::CaseStmt>(entry);
    if (value && value->caseStmtIsGNURange())
      addRange(value, type, result.labels);
    else if (value)
      result.labels.push_back(label(value, type));
    else
      result.isDefault = true;
  }
  result.body = body.collect([&] {
    for (const clang::Stmt *stmt : section.stmts) {
      auto entry = entries.find(stmt);
      if (entry != entries.end())
        lowerEntered(stmt, entry->second);
      else
        body.stmts.lower(stmt);
    }
  });
  return result;
}

/// `case 1 ... 3:` as three labels.
void SwitchLowering::addRange(const clang::CaseStmt *range, const ir::Type *type, std::vector<const ir::Expr *> &labels) {
  llvm::APSInt value = range->getLHS()->EvaluateKnownConstInt(body.ast);
  const llvm::APSInt last = range->getRHS()->EvaluateKnownConstInt(body.ast);
  const llvm::APSInt width = last - value;
  if (value <= last && width.getLimitedValue() > 255)
    refuse(DiagId::case_range, range->getBeginLoc());
  for (bool isLeft = value <= last; isLeft; ++value) {
    labels.push_back(body.ir.numeral(constantOf(value), "", type));
    isLeft = value != last;
  }
}

const ir::Expr *SwitchLowering::label(const clang::CaseStmt *label, const ir::Type *type) {
  if (label->caseStmtIsGNURange())
    refuse(DiagId::case_range, label->getBeginLoc());
  const ir::Expr *value = nullptr;
  body.collect([&] { value = body.exprs.value(label->getLHS()); });
  bool readsVariable = false;
  ir::forEachLoad(value, [&](const ir::LoadExpr *) { readsVariable = true; });
  if (readsVariable)
    value = body.ir.numeral(constantOf(label->getLHS()->EvaluateKnownConstInt(body.ast)), "", type);
  return body.ir.cast(ir::CastExpr::Form::Implicit, value, type);
}

} // namespace adjoint::frontend
