// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/SwitchLowering.h"

#include "Frontend/BodyLowering.h"
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

/// The one label of the switch directly in a branch of the `if`; null for none.
const clang::CaseStmt *labelInside(const clang::Stmt *s) {
  const auto *choice = dyn_cast<clang::IfStmt>(s);
  if (!choice || choice->getInit() || choice->getConditionVariable())
    return nullptr;
  const clang::CaseStmt *found = nullptr;
  for (const clang::Stmt *branch : {choice->getThen(), choice->getElse()}) {
    const auto *block = clang::dyn_cast_or_null<clang::CompoundStmt>(branch);
    if (!block)
      continue;
    for (const clang::Stmt *child : block->body())
      if (const auto *label = dyn_cast<clang::CaseStmt>(child); label && !found)
        found = label;
  }
  return found;
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
    for (unsigned i = 1; i < sections.size(); ++i)
      lowered.push_back(lowerSection(sections[i], entries, condition->type));
    body.comment = std::move(comment);
    body.flags = flags;
    body.emit<ir::SwitchStmt>(where, condition, std::move(lowered));
  };
  if (!s->getInit() && !s->getConditionVariable())
    return lowerIt();
  ir::StmtList scope = body.collect(lowerIt);
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
  } else if (const clang::CaseStmt *inner = labelInside(s)) {
    if (sections.size() == 1 || !sections.back().stmts.empty())
      sections.emplace_back();
    sections.back().labels.push_back(inner);
    sections.back().stmts.push_back(s);
    entries[s] = {inner, nullptr};
  } else {
    sections.back().stmts.push_back(s);
  }
}

void SwitchLowering::declareFlags(Entries &entries, const ir::Expr *condition) {
  for (auto &[s, entry] : entries) {
    clang::SourceLocation where = entry.label->getBeginLoc();
    entry.flag = body.temporary("entered", body.ir.withConst(body.ir.boolType()), where);
    const ir::Expr *isEntered = body.ir.binary(ir::BinaryOp::Equal, condition, label(entry.label, condition->type));
    body.emit<ir::DeclareStmt>(where, entry.flag, isEntered);
  }
}

void SwitchLowering::lowerEntered(const clang::IfStmt *s, const Entry &entry) {
  const ir::Expr *entered = body.ir.load(entry.flag);
  const auto *yes = dyn_cast<clang::CompoundStmt>(s->getThen());
  bool isInYes = yes && std::find(yes->body_begin(), yes->body_end(), entry.label) != yes->body_end();
  if (hasEffects(s->getCond()))
    refuseStatement(entry.label->getBeginLoc(), "a case label inside another statement", "put it directly into the switch");
  const ir::Expr *condition = body.exprs.value(s->getCond());
  condition = isInYes ? body.ir.binary(ir::BinaryOp::Or, entered, condition)
                      : body.ir.binary(ir::BinaryOp::And, body.ir.unary(ir::UnaryOp::Not, entered), condition);
  const clang::Stmt *with = isInYes ? s->getThen() : s->getElse(), *without = isInYes ? s->getElse() : s->getThen();
  ir::StmtList labelled = body.collect([&] { lowerEnteredBranch(clang::cast<clang::CompoundStmt>(with), entry); });
  ir::StmtList other = body.stmts.list(without);
  if (!isInYes)
    std::swap(labelled, other);
  body.emit<ir::IfStmt>(s->getBeginLoc(), condition, std::move(labelled), std::move(other));
}

void SwitchLowering::lowerEnteredBranch(const clang::CompoundStmt *branch, const Entry &entry) {
  auto label = std::find(branch->body_begin(), branch->body_end(), entry.label);
  ir::StmtList before = body.collect([&] {
    for (auto s = branch->body_begin(); s != label; ++s) {
      if (clang::isa<clang::DeclStmt>(*s))
        refuseStatement(entry.label->getBeginLoc(), "a case label behind a declaration", "declare before the switch");
      body.stmts.lower(*s);
    }
  });
  const ir::Expr *passesBy = body.ir.unary(ir::UnaryOp::Not, body.ir.load(entry.flag));
  body.emit<ir::IfStmt>(branch->getBeginLoc(), passesBy, std::move(before), ir::StmtList());
  body.stmts.lower(entry.label->getSubStmt());
  for (auto s = label + 1; s != branch->body_end(); ++s)
    body.stmts.lower(*s);
}

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
    if (const auto *value = dyn_cast<clang::CaseStmt>(entry))
      result.labels.push_back(label(value, type));
    else
      result.isDefault = true;
  }
  result.body = body.collect([&] {
    for (const clang::Stmt *stmt : section.stmts) {
      auto entry = entries.find(stmt);
      if (entry != entries.end())
        lowerEntered(clang::cast<clang::IfStmt>(stmt), entry->second);
      else
        body.stmts.lower(stmt);
    }
  });
  return result;
}

const ir::Expr *SwitchLowering::label(const clang::CaseStmt *label, const ir::Type *type) {
  if (label->caseStmtIsGNURange())
    refuseStatement(label->getBeginLoc(), "a range of case labels", "list the values");
  const ir::Expr *value = nullptr;
  body.collect([&] { value = body.exprs.value(label->getLHS()); });
  bool readsVariable = false;
  ir::forEachLoad(value, [&](const ir::LoadExpr *) { readsVariable = true; });
  if (readsVariable)
    value = body.ir.literal(llvm::toString(label->getLHS()->EvaluateKnownConstInt(body.ast), 10), type);
  return body.ir.cast(ir::CastExpr::Form::Implicit, value, type);
}

} // namespace adjoint::frontend
