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
    divide(s->getBody(), sections);
    declareShared(sections);
    std::vector<ir::SwitchSection> lowered;
    for (unsigned i = 1; i < sections.size(); ++i)
      lowered.push_back(lowerSection(sections[i], condition->type));
    body.comment = std::move(comment);
    body.flags = flags;
    body.emit<ir::SwitchStmt>(where, condition, std::move(lowered));
  };
  if (!s->getInit() && !s->getConditionVariable())
    return lowerIt();
  ir::StmtList scope = body.collect(lowerIt);
  body.emit<ir::BlockStmt>(where, std::move(scope));
}

void SwitchLowering::divide(const clang::Stmt *s, std::vector<Section> &sections) {
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s); block && holdsLabel(block)) {
    for (const clang::Stmt *child : block->body())
      divide(child, sections);
  } else if (const auto *label = dyn_cast<clang::SwitchCase>(s)) {
    if (sections.size() == 1 || !sections.back().stmts.empty())
      sections.emplace_back();
    sections.back().labels.push_back(label);
    divide(label->getSubStmt(), sections);
  } else {
    sections.back().stmts.push_back(s);
  }
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

ir::SwitchSection SwitchLowering::lowerSection(const Section &section, const ir::Type *type) {
  ir::SwitchSection result;
  for (const clang::SwitchCase *entry : section.labels) {
    if (const auto *value = dyn_cast<clang::CaseStmt>(entry))
      result.labels.push_back(label(value, type));
    else
      result.isDefault = true;
  }
  result.body = body.collect([&] {
    for (const clang::Stmt *stmt : section.stmts)
      body.stmts.lower(stmt);
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
