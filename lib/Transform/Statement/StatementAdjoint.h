// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StatementAdjoint: the fragment of a statement without nested lists.
//
//   y = x * sin(y)   ->   x_b += sin(y) * y_b;  y_b = x * cos(y) * y_b;
//   p = q + 1        ->   forward: p_b = q_b + 1;
//   p = new T[n]     ->   forward: p_b = new T[n]();  afterward: delete[] p_b; delete[] p;
//
// What a statement overwrites gives its adjoint away: it is read, and then zero, unless the
// old value flows on.

#ifndef ADJOINT_TRANSFORM_STATEMENT_STATEMENTADJOINT_H
#define ADJOINT_TRANSFORM_STATEMENT_STATEMENTADJOINT_H

#include "Analysis/Activity/ChosenZeros.h"
#include "Analysis/Memory/ScopedBlocks.h"
#include "Analysis/Pointers/ApartPointers.h"
#include "Transform/Statement/CallAdjoint.h"
#include "Transform/Statement/ExpressionAdjoint.h"
#include "Transform/Statement/Fragment.h"

#include <functional>

namespace adjoint::transform {

class StatementAdjoint {
public:
  /// `result`: the adjoint of the return value, null if there is none to propagate.
  StatementAdjoint(ir::Context &context, const analysis::Unit &unit, const analysis::Activity &activity,
                   const analysis::ApartPointers &apart, const analysis::ScopedBlocks &blocks, Shadows &shadows,
                   const Scaling &scaling, CallAdjoint &calls, const ir::Place *result);

  Fragment fragmentOf(const ir::Stmt *stmt);
  /// Stores the adjoints of the pointers in `value` to an adjoint object.
  void copyPointers(const ir::Place *adjoint, const ir::Expr *value, ir::StmtList &out);
  /// The adjoint of a pointer value, null where what it leads to has none.
  const ir::Expr *adjointOf(const ir::Expr *pointer);
  const ir::Stmt *setPointer(const ir::Place *adjoint, const ir::Expr *pointer);

private:
  void assign(const ir::Stmt *stmt, const ir::Place *place, const ir::Expr *value, Fragment &out);
  void assignFloating(const ir::Stmt *stmt, const ir::Place *place, const ir::Expr *value, Fragment &out);
  void assignRecord(const ir::Stmt *stmt, const ir::Place *place, const ir::Expr *value, Fragment &out);
  void copyNumbers(const ir::Stmt *stmt, const ir::Place *place, const ir::Place *source, ir::StmtList &adjoint);
  void copyForward(const ir::Place *place, const ir::Place *source, ir::StmtList &out);
  void declare(const ir::DeclareStmt *stmt, Fragment &out);
  void allocate(const ir::AllocateStmt *stmt, Fragment &out);
  void free(const ir::FreeStmt *stmt, Fragment &out);
  const ir::AllocateStmt *allocateShadow(const ir::AllocateStmt *stmt);
  unsigned numberOf(const ir::AllocateStmt *stmt);
  void propagateReturn(const ir::ReturnStmt *stmt, Fragment &out);
  void seedReference(const ir::ReturnStmt *stmt, ir::StmtList &out);
  void returnPart(const ir::Stmt *stmt, const ir::Place *source, const ir::Place *seed, ir::StmtList &out);
  void collectLoads(const ir::StmtList &statements, std::vector<const ir::LoadExpr *> &out);
  bool areDifferentElements(const ir::Stmt *stmt, const ir::Place *a, const ir::Place *b) const;
  bool mayDisturb(const ir::Stmt *stmt, const ir::Place *operand, const ir::Place *place) const;
  const ir::Expr *keep(const ir::Place *place, Fragment &out);
  ExpressionAdjoint expressionAt(const ir::Stmt *stmt);
  void declareShadow(const ir::Variable *variable, const ir::Expr *init, Fragment &out);

  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  const analysis::ApartPointers &apart;
  const analysis::ScopedBlocks &blocks;
  Shadows &shadows;
  const Scaling &scaling;
  CallAdjoint &calls;
  const ir::Place *result;
  const analysis::Writes &writes;
  analysis::ChosenAdjoints chosen;
  std::map<const ir::AllocateStmt *, unsigned> numbers; ///< of blocks; the next number is that of its adjoint
};

/// A loop over the elements of an array place, unrolled where it is short.
void forEachElement(ir::Context &context, const ir::Type *array, ir::StmtList &out,
                    const std::function<void(const ir::Expr *index, ir::StmtList &body)> &body);

} // namespace adjoint::transform

#endif
