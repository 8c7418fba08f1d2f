// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KnownSizes: what is known of integers and pointers that a function's own variables hold, whichever way the program came.
//
//   count = 0;  elements = null;                 count is 0, elements is null
//   n_2 = n;  elements = allocate(n_2);          elements is not null
//   count = n_2;  room = n_2;                    count and room are both n
//   while (...) { ...; if (m > room) ... }       still, where the loop leaves them alone
//
//   n = int(v.count);  require_fit(n, v.count);    n is v.count
//
// A variable is a number, the value of an expression of other variables, or a pointer that is not null. The facts "v is e" go
// forward, meet where paths join, and end where v, or anything that e names, is written. A branch whose condition they decide
// has one way, so that what only the other way would write is known behind it. Nothing is followed but what some condition asks
// for, and what it is made of.

#ifndef ADJOINT_ANALYSIS_LOOPS_KNOWNSIZES_H
#define ADJOINT_ANALYSIS_LOOPS_KNOWNSIZES_H

#include "Analysis/Memory/Writes.h"
#include "Analysis/Solver/Certain.h"

#include <optional>

namespace adjoint::analysis {

class KnownSizes : public ForwardOver<Certain<std::tuple<const ir::Variable *, unsigned>>> {
public:
  KnownSizes(ir::Context &context, const ir::StmtList &body);

  /// In front of the statement, and where the condition of one is evaluated, as the last argument of the questions below.
  using Facts = Certain<std::tuple<const ir::Variable *, unsigned>>;
  const Facts &atCondition(const ir::Stmt *stmt) const { return conditions.at(stmt); }
  /// Does a loop not come to its first iteration?
  bool isNeverEntered(const ir::LoopStmt *loop) const { return passedOver.count(loop) != 0; }

  std::optional<long long> numberOf(const ir::Variable *variable, const Facts &facts) const;
  std::optional<long long> numberOf(const ir::Expr *expr, const Facts &facts) const;
  /// Another variable, or the size of an object of the caller's, that holds the same; null: none is known.
  const ir::Expr *sameAs(const ir::Variable *variable, const Facts &facts) const;
  /// `n = int(v.count)`: the size that is narrowed, if the variable is given that alone; else null.
  const ir::Expr *narrowedBy(const ir::Stmt *stmt) const;
  std::optional<bool> truthOf(const ir::Expr *condition, const Facts &facts) const;

private:
  void transfer(const ir::Stmt *stmt, Facts &facts) override;
  void evaluate(const ir::Stmt *stmt, const ir::Expr *, Facts &facts) override { conditions[stmt] = facts; }
  void choose(const ir::IfStmt *branch, Facts &yes, Facts &no) override;
  void enterLoop(const ir::LoopStmt *loop, Facts &facts) override;

  void noteAsked(const ir::StmtList &body);
  bool isFollowed(const ir::Variable *variable) const;
  const ir::Expr *factOf(const ir::Variable *variable, const Facts &facts) const;
  const ir::Expr *valueOf(const ir::Expr *expr, const Facts &facts) const;
  const ir::Expr *valueOfLoad(const ir::LoadExpr *load, const Facts &facts) const;
  const ir::Expr *addressOf(const ir::Expr *pointer, const Facts &facts) const;
  std::optional<bool> compare(const ir::BinaryExpr *comparison, const Facts &facts) const;
  unsigned numberFor(const ir::Expr *value);
  void noteStated(const ir::CallStmt *call, Facts &facts);
  void forget(const ir::Variable *variable, Facts &facts) const;

  ir::Context &context;
  const Changes changes;
  std::set<const ir::Variable *> asked;
  std::vector<const ir::Expr *> values; ///< by number
  const ir::Expr *const notNull;        ///< stands for such a pointer
  std::map<const ir::Stmt *, Facts> conditions;
  std::set<const ir::LoopStmt *> passedOver;
};

} // namespace adjoint::analysis

#endif
