// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iteration: what one iteration of an innermost loop does with memory, and whether iterations may change places.
//
// They may where
//   - an array that is added to at several indices is not read or set otherwise, or
//   - all accesses to an array have one and the same index, which grows with the counter.
// Sums of adjoints have no order to keep. An index is the counter and terms that the loop does not change; what is added
// to may also be one element in all iterations.

#ifndef ADJOINT_TRANSFORM_ITERATION_H
#define ADJOINT_TRANSFORM_ITERATION_H

#include "Analysis/Alias.h"
#include "Analysis/Loops.h"

namespace adjoint::transform {

/// Do two pointers lead to different blocks of memory in the loop with this counter?
using AreApart =
    std::function<bool(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b)>;

/// An access of memory in the body of a loop.
struct Access {
  enum class Kind { Read, Set, Sum };

  const ir::Stmt *stmt;
  const ir::Place *place;
  Kind kind;
  bool isConditional; ///< in a branch
  const ir::Variable *base = nullptr; ///< of an element, else null
  const ir::Expr *index = nullptr;    ///< with the constants of the body replaced by what they are set to
};

/// The arrays of a loop. Compilers do not take it for granted that they are apart: they compare those that are written
/// with all others before they vectorise a loop, as long as these are a few comparisons.
class Arrays {
public:
  void add(const Access &access);
  bool areComparedQuickly() const;

private:
  std::set<const ir::Variable *> read, written;
};

class Iteration {
public:
  Iteration(ir::Context &context, const ir::StmtList &work, const analysis::CountedLoop &counted,
            const analysis::Alias &alias, const AreApart &areApart);

  /// May the iterations be executed in any order, and each in parts?
  bool hasNoOrder() const;
  const std::vector<Access> &accesses() const { return found; }
  /// May the two be in one array?
  bool meet(const ir::Place *a, const ir::Place *b) const;
  /// The same element, with nothing in its index but the counter and what the loop does not change.
  const ir::Place *expanded(const Access &access) const;
  /// Is it another element in each iteration?
  bool isMoving(const Access &access) const;

private:
  void add(const ir::Stmt *stmt, bool isConditional);
  void addReads(const ir::Stmt *stmt, const ir::Expr *expr, bool isConditional);
  void addAccess(const ir::Stmt *stmt, const ir::Place *place, Access::Kind kind, bool isConditional);
  void noteConstant(const ir::Stmt *stmt);
  bool isOwn(const ir::Variable *variable) const;
  bool isUnchanged(const ir::Variable *variable) const;
  bool isSteady(const Access &access) const;
  bool areIndependent(const Access &a, const Access &b) const;

  ir::Context &context;
  const analysis::CountedLoop counted;
  const analysis::Alias &alias;
  const AreApart &areApart;
  const analysis::Writes written;
  bool isKnown = true; ///< nothing but declarations, assignments and branches
  std::set<const ir::Variable *> declared;
  std::map<const ir::Variable *, const ir::Expr *> constants; ///< integers, at the top of the body
  std::vector<Access> found;
};

} // namespace adjoint::transform

#endif
