// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sweeps: the forward and the reverse sweep of a body, from the fragments of its statements
// and the plan.
//
//   for (i = 0; i < n; ++i) { const double t = g(x[i]); y = y * t; }
//
//   forward:  for (i = 0; i < n; ++i) { const double t = g(x[i]); tape.push(y); y = y * t; tape.push(t); }
//   reverse:  for (i = n - 1; i >= 0; --i) {
//               const double t = tape.pop<double>();
//               double t_b = 0.0;
//               tape.pop(y);
//               t_b += y * y_b;  y_b = t * y_b;
//               g_b(x[i], x_b[i], t_b);
//             }

#ifndef ADJOINT_TRANSFORM_REVERSE_SWEEPS_H
#define ADJOINT_TRANSFORM_REVERSE_SWEEPS_H

#include "Analysis/Activity/Activity.h"
#include "Transform/Contract/Shadows.h"
#include "Transform/Plan/RegionPlan.h"
#include "Transform/Reverse/CheckpointedLoop.h"
#include "Transform/Reverse/FixedPointLoop.h"
#include "Transform/Statement/Fragment.h"

#include <functional>
#include <tuple>

namespace adjoint::transform {

class Sweeps {
public:
  using FragmentOf = std::function<const Fragment &(const ir::Stmt *)>;

  Sweeps(ir::Context &context, const analysis::Unit &unit, const analysis::Activity &activity,
         const RegionPlan &plan, const analysis::ScopedBlocks &blocks, Shadows &shadows, FragmentOf fragmentOf);

  /// The outermost scope of one function with both sweeps: nothing has to be carried over.
  ir::StmtList forward(const ir::StmtList &list);
  ir::StmtList reverse(const ir::StmtList &list);
  /// A scope that ends between the sweeps.
  ir::StmtList forwardScope(const ir::StmtList &list);
  ir::StmtList reverseScope(const ir::StmtList &list);

private:
  void forward(const ir::Stmt *stmt, ir::StmtList &out);
  void forwardOnly(const ir::LoopStmt *loop, ir::StmtList &out);
  void reverse(const ir::Stmt *stmt, ir::StmtList &out);
  void forwardLeaf(const ir::Stmt *stmt, ir::StmtList &out);
  void appendAdjoint(const ir::Stmt *adjoint, const Fragment &fragment, bool isKept, ir::StmtList &out);
  void reverseLeaf(const ir::Stmt *stmt, ir::StmtList &out);
  void popRecordedBefore(const ir::LoopStmt *loop, ir::StmtList &out);
  void reverseLoop(const ir::LoopStmt *loop, ir::StmtList &out);
  const ir::Expr *valueAtEnd(const analysis::CountedLoop &counted, const ir::Expr *first, const ir::Expr *bound);
  ir::LoopStmt *backwardLoop(const analysis::CountedLoop &counted, ir::StmtList body);
  ir::StmtList bothSweeps(const ir::StmtList &list);
  // Loops that take snapshots.
  void forwardCheckpointed(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, ir::StmtList &out);
  void reverseCheckpointed(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, ir::StmtList &out);
  void forwardFixedPoint(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, ir::StmtList &out);
  void reverseFixedPoint(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, ir::StmtList &out);
  ir::StmtList primalOf(const ir::StmtList &list, bool movesPointers);
  CheckpointedLoop &addCheckpointed(const ir::LoopStmt *loop, const analysis::FusedLoop &facts);
  ir::StmtList firstRunOf(const ir::LoopStmt *loop, const analysis::FusedLoop &facts);
  ir::StmtList bothSweepsOfStep(const ir::LoopStmt *loop, const analysis::FusedLoop &facts);
  ir::StmtList withKeptBlocks(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, const ir::StmtList &list);
  enum class Kept { InSnapshots, InFront };
  void pushState(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, ir::StmtList &out);
  void popState(const ir::LoopStmt *loop, const analysis::FusedLoop &facts, Kept kept, ir::StmtList &out);
  using LastObjects = std::vector<std::pair<const ir::Place *, const ir::Variable *>>;
  const LastObjects &lastObjects(const ir::LoopStmt *loop, const analysis::FusedLoop &facts);
  std::vector<const ir::Place *> placesOf(const analysis::StatePart &part);
  unsigned recordOf(const analysis::StatePart &part, size_t place, Kept kept);
  void declareRestored(const ir::StmtList &list, const std::set<const ir::Variable *> &mentioned,
                       const std::set<const ir::Variable *> &present, ir::StmtList &out);
  ir::StmtList ended(ir::StmtList section);
  void declareAdjoints(const ir::StmtList &list, ir::StmtList &out);

  // Records of a place, with the adjoints of pointers in it.
  /// `owner`: the statement or variable whose record it is. The forward sweep comes first.
  using Owner = const ir::Node *;
  void push(Owner owner, const ir::Place *place, ir::StmtList &out);
  void pop(Owner owner, const ir::Place *place, ir::StmtList &out);
  void pushAtExit(const ir::Variable *variable, ir::StmtList &out);
  void popAtEntry(const ir::Variable *variable, ir::StmtList &out);
  const ir::Stmt *pushOne(Owner owner, const ir::Place *place);
  const ir::Stmt *popOne(Owner owner, const ir::Place *place, bool declares);
  bool recordsShadow(const ir::Place *place) const;
  std::vector<const ir::Place *> recordedShadowsOf(const ir::Place *place);
  bool recordsIn(const ir::Stmt *stmt);
  const ir::Stmt *zeroed(const ir::Stmt *stmt);
  void invert(const ir::Stmt *stmt, ir::StmtList &out);
  bool hasRecordedShadow(const ir::Variable *variable) const;
  bool isForwardShadow(const ir::Variable *variable) const;

  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  const analysis::Tbr &tbr;
  const analysis::ScopedBlocks &blocks;
  const analysis::FusedLoops &fused;
  std::map<const ir::Stmt *, const ir::LoopStmt *> late; ///< what an adjoint statement waits for
  std::map<const ir::LoopStmt *, ir::StmtList> waiting; ///< late statements, in the order of the reverse sweep
  Shadows &shadows;
  FragmentOf fragmentOf;
  const analysis::Writes &writes;
  analysis::Set recorded; ///< regions
  std::map<Owner, std::vector<unsigned>> records;
  std::map<const ir::LoopStmt *, CheckpointedLoop> checkpointed;
  std::map<const ir::LoopStmt *, FixedPointLoop> fixedPoints;
  std::map<const ir::LoopStmt *, LastObjects> objects;
  std::map<std::tuple<const analysis::StatePart *, size_t, Kept>, unsigned> stateRecords;
};

} // namespace adjoint::transform

#endif
