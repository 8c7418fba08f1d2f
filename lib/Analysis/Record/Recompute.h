// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recompute: which variables of an inner scope are cheaper to compute again than to record?
//
// A variable that is written once, by its declaration, from a short expression without
// function calls or divisions (but of integers by constants; of what the loop around does not change, which
// compilers move out of it; and in loops that run in vectors) over values that the reverse sweep has for nothing: variables
// of the function's outermost scope and parameters that are never written again, counters of enclosing counted loops,
// memory that nothing writes any more (in a function with both sweeps; else that it only reads), and other such variables.
// Or for little: scalars that an enclosing loop does not change, which are recorded once for all its iterations where they
// are changed further out. And numbers that are restored anyway (KeptValues.h). A condition or an index is not calculated
// from floating-point sums and products again, which might be rounded otherwise.
// Also from numbers that would be restored for it alone, where that makes fewer records (FewerRecords.h).

#ifndef ADJOINT_ANALYSIS_RECORD_RECOMPUTE_H
#define ADJOINT_ANALYSIS_RECORD_RECOMPUTE_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/ReverseUse.h"
#include "Analysis/Memory/WritesInOrder.h"
#include "Analysis/Pointers/ApartPointers.h"
#include "Analysis/Record/FewerRecords.h"
#include "Analysis/Record/KeptValues.h"

namespace adjoint::analysis {

struct RecomputeOptions {
  bool enabled = true;
  /// Quotients of what the loop around does not change, too, and of loops in vectors.
  bool quotients = true;
  /// Loops that compilers compute in vectors, where a quotient costs what a record does; null: none is known.
  const std::set<const ir::LoopStmt *> *inVectors = nullptr;
  /// Memory is recorded where several values can be computed from it again.
  bool fewerRecords = true;
  /// Variables of the outermost scope have to be recomputed as well.
  bool outermostIsLeft = false;
  /// Pointers that lead to different blocks; null: unknown.
  const ApartPointers *apart = nullptr;
  /// Their bodies are left as little as the outermost scope; null: none.
  const FusedLoops *fused = nullptr;
};

class Recompute {
public:
  Recompute(const Program &program, const Unit &unit, const UseOf &useOf, RecomputeOptions options);

  /// The declaration to repeat, null if the variable has to be recorded.
  const ir::DeclareStmt *declarationOf(const ir::Variable *variable) const {
    auto found = cheap.find(variable);
    return found == cheap.end() ? nullptr : found->second;
  }

private:
  void consider(const ir::DeclareStmt *declare);
  /// `isLeft`: the reverse sweep has to enter the scope again.
  void walk(const ir::StmtList &list, bool isLeft);
  bool isFree(const ir::LoadExpr *load, const ir::DeclareStmt *declare) const;
  bool isKeptAround(const ir::LoadExpr *load, const ir::DeclareStmt *declare) const;
  bool isRestored(const ir::LoadExpr *load, const ir::DeclareStmt *declare) const;
  std::optional<Set> trustFor(const ir::LoadExpr *load, const ir::DeclareStmt *declare) const;
  void weighTrust();
  bool isWrittenLater(const ir::LoadExpr *load, const ir::DeclareStmt *declare) const;
  bool isElsewhere(const ir::Stmt *stmt, const ir::Variable *pointer, const ir::DeclareStmt *declare,
                   Interval where) const;
  bool mayBeWritten(const ir::LoadExpr *load, const ir::DeclareStmt *declare, Interval where) const;
  bool countsAround(const ir::Variable *variable, const ir::DeclareStmt *declare) const;
  bool isCheap(const ir::DeclareStmt *declare) const;
  bool isInvariant(const ir::DeclareStmt *declare) const;
  bool isInVectors(const ir::DeclareStmt *declare) const;
  bool mayBeRoundedOtherwise(const ir::Expr *expr) const;
  bool isFused(const ir::Stmt *stmt) const;

  const Unit &unit;
  const Positions &positions;
  const KeptValues kept;
  const RecomputeOptions options;
  const Writes &writes;
  const WritesInOrder &writesInOrder;
  Set outside;                                                     ///< what may be written behind the function's last statement
  std::map<const ir::Variable *, const ir::LoopStmt *> countedBy; ///< of counters of counted loops
  std::set<const ir::Variable *> outermost;
  std::map<const ir::Variable *, const ir::DeclareStmt *> cheap;
  std::map<const ir::Variable *, ValueOnTrust> onTrust; ///< of those, which need that memory is kept for them
  std::optional<Set> trusted;                           ///< memory that is kept for them; none: not yet decided
};

} // namespace adjoint::analysis

#endif
