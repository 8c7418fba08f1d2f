// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SharedByIterations: may the iterations of a loop of a derivative run in parallel, and how do they add to what they share?
//
// The source says that the iterations of its loop have nothing to do with each other but for shared sums. So an element that an
// iteration writes, no other one reads or writes, and its adjoint belongs to that iteration, too: it is read and set there alone.
// What iterations only read has an adjoint that they only add to. The same holds of tangents, and of what is restored
// or computed again. What is left to ask is
//
//   - whether variables that are declared around the loop carry anything from one iteration to the next;
//   - whether anything is recorded in an order;
//   - for each sum of adjoints, whether another iteration may add to the same place:
//       own        no: indices differ (Iteration.h), or the source writes the element, or another with this index (SourceIndices.h)
//       reduction  it is a variable, and all that is done with it is adding
//       near       only one that is near (`x_b[i - 1] += ...`), where the iterations run in parts (UseParts.h)
//       own sums   threads add to elements of their own (OwnSums.h)
//       atomic     any other.

#ifndef ADJOINT_TRANSFORM_CLEANUP_SHAREDBYITERATIONS_H
#define ADJOINT_TRANSFORM_CLEANUP_SHAREDBYITERATIONS_H

#include "Transform/Cleanup/OwnSums.h"

#include "llvm/ADT/MapVector.h"

#include <functional>

namespace adjoint::transform {

/// What the loops with one directive do in the function that is differentiated.
struct SourceLoops {
  bool isTangent = false; ///< memory is shared as in the source, and calls write what those of the source write
  std::set<const ir::Function *> called;
  std::vector<const ir::LoopStmt *> loops;
  std::set<const ir::Variable *> ownAlone; ///< named in one loop of the derivative, and nowhere else
};

/// The variable whose adjoint it is; null if it is none.
using PrimalOf = std::function<const ir::Variable *(const ir::Variable *)>;

/// Where iterations record: on the one tape, which is in order, or on one of their own (UseParts.h).
enum class Records { InOrder, InParts };

struct ParallelPlan {
  std::string inOrder; ///< not empty: why the iterations cannot run in parallel
  std::vector<const ir::Variable *> reductions;
  std::vector<OwnSum> ownSums;
  std::set<const ir::Stmt *> atomic;
  std::string ways; ///< how what iterations share is added to: "a_b by a reduction, x_b atomically"
  std::vector<const ir::Variable *> own; ///< declared around the loop, but each iteration may have its own
  unsigned reach = 0; ///< so far away are other iterations that add to the same place, not atomically
};

class SharedByIterations {
public:
  /// `work`: the body of the loop, but for what moves the counter.
  SharedByIterations(ir::Context &context, const ir::LoopStmt *loop, const analysis::CountedLoop &counted,
                     const ir::StmtList &work, const SourceLoops &source, const analysis::Alias &alias, const AreApart &areApart, const PrimalOf &primalOf);

  ParallelPlan plan(Records records);

private:
  void visit(const ir::Stmt *stmt);
  void visitCall(const ir::CallStmt *call);
  void visitSum(const ir::AssignStmt *assign, const ir::Expr *operand);
  void visitWrite(const ir::Place *place);
  void visitRead(const ir::Expr *e);
  void visitReads(const ir::Expr *expr);
  void visitReads(const ir::Place *path);
  bool takes(const ir::Variable *variable);
  const ir::Variable *fixedReference(const ir::Place *place) const;
  void keepInOrder(const std::string &why);
  void keepAddresses();
  bool callsAny() const;
  void decideVariables();
  void decideSharedSums();
  void decideMemory();
  void decideMemorySums();
  bool reducesArray(const ir::AssignStmt *sum);
  std::set<const ir::Stmt *> sumsOfOneIteration();
  bool areInParts() const { return mayRecord && !loop->isSelfContained; }
  bool isRecordOfIteration(const ir::Place *place) const;
  void say(const ir::Variable *added, const char *how);

  ir::Context &context;
  const ir::LoopStmt *loop;
  const analysis::CountedLoop &counted;
  const ir::StmtList &work;
  const SourceLoops &source;
  const analysis::Alias &alias;
  const AreApart areApart;
  const PrimalOf &primalOf;

  bool mayRecord = false;
  ParallelPlan found;
  std::set<const ir::Variable *> declared, read;
  llvm::MapVector<const ir::Variable *, std::vector<const ir::Stmt *>> sums; ///< to variables, or what references lead to
  std::vector<const ir::AssignStmt *> memorySums, sharedSums;
  std::vector<const ir::Place *> accesses; ///< of memory, but for these sums
};

} // namespace adjoint::transform

#endif
