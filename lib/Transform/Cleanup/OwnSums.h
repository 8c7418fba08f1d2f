// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OwnSums: arrays that the iterations of a parallel loop only add to, at indices of which nothing is known, have sums of each thread's
// own (adjoint/own-sums.h).
//
//   for (int i = 0; i < n; ++i)              auto x_b_own = adjoint::own_window(x_b, adjoint::trips(0, n));
//     x_b[k[i]] += v;                  ->    #pragma omp parallel for firstprivate(x_b_own)
//                                            for (int i = 0; i < n; ++i)
//                                              x_b_own[k[i]] += v;
//                                            x_b_own.add();
//
// An index that is affine in counters of loops in the iteration, and does not depend on the iteration, is of a range that is known
// before:
//
//   p_b[3 * k + 1] += v;                     auto p_b_own = adjoint::own_array(p_b, adjoint::indices(1, 3 * (terms - 1)));
//
// Numbers in structs are found by their addresses:
//
//   q_b[j].mass += v;                        auto q_b_own = adjoint::own_window(&q_b->mass, adjoint::trips(0, n));
//                                            *adjoint::own_of(q_b_own, &q_b[j].mass) += v;

#ifndef ADJOINT_TRANSFORM_CLEANUP_OWNSUMS_H
#define ADJOINT_TRANSFORM_CLEANUP_OWNSUMS_H

#include "Analysis/Loops/Bounds.h"
#include "Transform/Cleanup/Iteration.h"

namespace adjoint::transform {

struct OwnSum {
  const ir::Variable *array;
  ir::Variable *own;
  const ir::Expr *made = nullptr;                         ///< what it is at first
  std::map<const ir::Stmt *, const ir::Expr *> indices = {}; ///< of sums, from the array's begin; null: of a member of an element
};

class OwnSums {
public:
  /// `work`: the body of the loop with the counter, but for what moves it.
  OwnSums(ir::Context &context, const analysis::CountedLoop &counted, const ir::StmtList &work, const analysis::Alias &alias,
          const AreApart &areApart);

  /// Of those of the sums that lead to arrays which nothing of `accesses` may read or write.
  std::vector<OwnSum> of(const std::vector<const ir::AssignStmt *> &sums, const std::vector<const ir::Place *> &accesses);

private:
  /// A sum of terms without counters, and of multiples of counters. Null: zero.
  struct Affine {
    const ir::Expr *rest = nullptr;
    std::map<const ir::Variable *, const ir::Expr *> multiples = {};
  };
  struct Target {
    const ir::Variable *array;
    const ir::Expr *index, *resolved; ///< null: of a member of an element
    const ir::Expr *begin;            ///< the address of the first number
  };

  void note(const ir::StmtList &list);
  bool isFixed(const ir::Expr *expr) const;
  bool isFixedPointer(const ir::Variable *variable) const;
  std::optional<Target> targetOf(const ir::AssignStmt *sum) const;
  std::optional<Target> targetOfMember(const ir::Place *place) const;
  std::optional<Affine> affine(const ir::Expr *index) const;
  std::optional<Affine> product(const ir::BinaryExpr *expr) const;
  analysis::Range rangeOf(const ir::Variable *counter, const std::vector<analysis::CountedLoop> &inside) const;
  const ir::Expr *range(const ir::AssignStmt *sum, const ir::Expr *index) const;
  const ir::Expr *of(ir::BinaryOp op, const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *plus(const ir::Expr *a, const ir::Expr *b) const;
  const ir::Expr *times(const ir::Expr *a, const ir::Expr *b) const;
  bool isAlone(const ir::Place *sum, const std::vector<const ir::Place *> &accesses) const;

  ir::Context &context;
  const analysis::CountedLoop &counted;
  const analysis::Alias &alias;
  const AreApart &areApart;
  const analysis::Changes changes;
  std::set<const ir::Variable *> declared;
  std::map<const ir::Variable *, const ir::Expr *> pointers; ///< of an iteration, which are never changed
  std::vector<analysis::CountedLoop> loops;                  ///< around the present statement
  std::map<const ir::Stmt *, std::vector<analysis::CountedLoop>> around;
};

/// In front of the loop.
ir::StmtList declarationsOf(ir::Context &context, const std::vector<OwnSum> &sums);

} // namespace adjoint::transform

#endif
