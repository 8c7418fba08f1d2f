// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/AdjointBirth.h"

#include "IR/Algebra.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class LateBirth : public Rewriter {
public:
  using Rewriter::Rewriter;

  StmtList in(const StmtList &list) {
    StmtList out = list;
    for (size_t i = out.size(); i-- > 0;) // what moves, moves behind those still to come
      moveDown(out, i);
    return nested(out);
  }

private:
  void moveDown(StmtList &list, size_t i) {
    const auto *declare = dyn_cast<DeclareStmt>(list[i]);
    if (!declare || !declare->variable->isAdjoint || !declare->variable->type->isFloating() || !declare->init ||
        !isZero(declare->init))
      return;
    const Variable *variable = declare->variable;
    auto first = std::find_if(list.begin() + i + 1, list.end(),
                              [&](const Stmt *s) { return mentions(s, variable); });
    if (first == list.end())
      return;
    if (const Expr *value = firstValue(*first, variable)) {
      *first = context.make<DeclareStmt>(variable, value);
      list.erase(list.begin() + i);
      return;
    }
    list.insert(first, declare); // before the statement that first mentions it
    list.erase(list.begin() + i);
  }

  /// What the variable holds after its first assignment, having been zero before.
  const Expr *firstValue(const Stmt *stmt, const Variable *variable) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || wholeVariable(assign->place) != variable)
      return nullptr;
    if (!mentions(assign->value, variable))
      return assign->value;
    const auto *binary = dyn_cast<BinaryExpr>(assign->value);
    const auto *self = binary ? dyn_cast<LoadExpr>(binary->left) : nullptr;
    if (!self || wholeVariable(self->place) != variable || mentions(binary->right, variable))
      return nullptr;
    if (binary->op == BinaryOp::Add)
      return binary->right;
    return binary->op == BinaryOp::Sub ? negated(context, binary->right) : nullptr;
  }

  StmtList nested(const StmtList &list) {
    StmtList out;
    for (const Stmt *stmt : list)
      out.push_back(inside(stmt));
    return out;
  }

  const Stmt *inside(const Stmt *stmt) {
    switch (stmt->kind) {
    case Stmt::Kind::Block:
      return annotatedAs(stmt, context.make<BlockStmt>(in(cast<BlockStmt>(stmt)->body)));
    case Stmt::Kind::If: {
      const auto *s = cast<IfStmt>(stmt);
      return annotatedAs(s, context.make<IfStmt>(s->condition, in(s->yes), in(s->no)));
    }
    case Stmt::Kind::Loop: {
      const auto *s = cast<LoopStmt>(stmt);
      auto *loop = context.make<LoopStmt>(s->init, s->condition, s->step, in(s->body), s->testAtEnd);
      loop->trips = s->trips;
      return annotatedAs(s, loop);
    }
    case Stmt::Kind::Switch: {
      const auto *s = cast<SwitchStmt>(stmt);
      std::vector<SwitchSection> sections;
      for (const SwitchSection &section : s->sections)
        sections.push_back({section.labels, section.isDefault, in(section.body)});
      return annotatedAs(s, context.make<SwitchStmt>(s->condition, sections));
    }
    default:
      return stmt;
    }
  }
};

} // namespace

StmtList bearAdjointsLate(Context &context, const StmtList &body) { return LateBirth(context).in(body); }

} // namespace adjoint::transform
