// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckpointedLoop: the counters by which a loop takes snapshots, and the statements that use them.
//
//   forward sweep                                     reverse sweep
//
//   std::size_t step = 0, next = 0, left = 20;        for (std::size_t step = steps; step > 0;) {
//   for (int t = 0; t < n; ++t) {                       --step;
//     if (step == next) {                               const adjoint::Tape::Mark mark = adjoint::tape_mark();
//       tape.push(u, u_range);                          std::size_t at = tape.pop<std::size_t>();
//       tape.push(step);                                tape.pop(u, u_range);
//       --left;                                         next = adjoint::resumed(mark, at, step, steps,
//       next = adjoint::next_snapshot(                      adjoint::next_snapshot(at, step + 1, left));
//           step, steps + 1, left);                     if (at == step)
//     }                                                   ++left;
//     ++step;                                           for (; at < step; ++at) {
//     body                                                if (at == next) { ... }
//   }                                                     int t = at;
//   tape.push(left); tape.push(step);                     body
//                                                       }
//                                                       {
//                                                         int t = step;
//                                                         both sweeps of the body
//                                                       }
//                                                     }
//
// A statement that runs once, as a loop of one step, has no counters: its snapshot is taken, and taken off.
// A snapshot from which steps are run again stays on the tape: `resumed` puts it back.
// Where the number of steps is not known in front of the loop, the forward sweep takes the first snapshot alone.
//
// With disk(...), the forward sweep moves a snapshot from the tape to a file where more steps follow than a period has (adjoint/disk.h). It
// does not count as one of those in memory then:
//
//     if (step == next) {                               const adjoint::Tape::Mark mark = adjoint::mark_with_disk();
//       const adjoint::Tape::Mark mark =                ...
//           adjoint::tape_mark();                       if (at == step && !adjoint::is_from_disk(mark))
//       ...                                               ++left;
//       left = adjoint::left_beside_disk("/scratch",    next = adjoint::resumed_with_disk(mark, ...);
//           mark, step, steps + 1, period, left);

#ifndef ADJOINT_TRANSFORM_REVERSE_CHECKPOINTEDLOOP_H
#define ADJOINT_TRANSFORM_REVERSE_CHECKPOINTEDLOOP_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Loops/Loops.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace adjoint::transform {

class CheckpointedLoop {
public:
  /// Appends what puts the state on the tape, or takes it from there.
  using MoveState = std::function<void(ir::StmtList &)>;

  /// PushStmt::record of the number of the step, and of that of blocks.
  struct Records {
    unsigned position, blocks;
  };

  /// `isKept`: which parts of the state are recorded at all.
  CheckpointedLoop(ir::Context &context, const ir::LoopStmt *loop, const analysis::FusedLoop &facts, Records records,
                   llvm::function_ref<bool(const analysis::StatePart &)> isKept);

  /// Recorded behind the loop in this order, and what the reverse sweep calls it: ranges, `left`, `step`.
  const std::vector<std::pair<const ir::Variable *, const ir::Variable *>> &lasting() const { return kept; }
  const ir::Expr *rangeOf(const analysis::StatePart &part) const;
  /// Counts the blocks that steps allocate and keep. Null: they keep none.
  const ir::Variable *blockCounter() const { return blocks; }

  ir::StmtList declareRanges() const;
  ir::StmtList forward(ir::LoopStmt *loop, const MoveState &push);
  /// `counted`: null if the loop is not. `forwardBody`: of the primal; `sweeps`: both of one iteration.
  const ir::Stmt *reverse(const analysis::CountedLoop *counted, const MoveState &push, const MoveState &pop,
                          ir::StmtList forwardBody, ir::StmtList sweeps);

private:
  bool runsOnce() const { return request.scheme == ir::Checkpoint::Scheme::Once; }
  bool hasCounters() const { return !runsOnce() && request.scheme != ir::Checkpoint::Scheme::FixedPoint; }
  const ir::Variable *counter(const std::string &name) const;
  const ir::Expr *number(uint64_t value) const { return context.literal(static_cast<long long>(value), size); }
  const ir::Stmt *moved(const ir::Variable *variable, ir::BinaryOp op) const;
  /// Does it matter how many snapshots are in memory?
  bool hasRoom() const { return request.scheme == ir::Checkpoint::Scheme::Snapshots || request.scheme == ir::Checkpoint::Scheme::Memory; }
  bool isOnDisk() const { return !request.directory.empty(); }
  const ir::Expr *call(const std::string &function, std::vector<const ir::Expr *> args, const ir::Type *type) const;
  const ir::Variable *declareMark(const std::string &function, ir::StmtList &out) const;
  ir::StmtList takeIfDue(const ir::Variable *at, const ir::Expr *end, bool isForward, const MoveState &push);
  const ir::Expr *keeping(const char *function, const ir::Variable *mark, const ir::Variable *at, const ir::Expr *end,
                          const ir::Expr *value) const;
  const ir::Expr *diskPeriod() const;
  void resume(const ir::Variable *mark, const ir::Variable *at, const ir::Variable *now, ir::StmtList &out) const;
  const ir::Expr *nextSnapshot(const ir::Variable *at, const ir::Expr *end, bool isForward) const;
  const ir::Expr *room() const;
  const ir::Expr *bytes() const;
  const ir::Expr *stepsAhead() const;
  const ir::Stmt *setCounter(const analysis::CountedLoop &counted, const ir::Variable *at) const;

  ir::Context &context;
  const ir::LoopStmt *loop;
  const Records records;
  const ir::Checkpoint request;
  const std::vector<analysis::StatePart> &state;
  const ir::Type *size;
  const ir::Variable *step, *steps, *next, *left, *period, *blocks;
  std::map<const analysis::StatePart *, const ir::Variable *> ranges;
  std::vector<std::pair<const ir::Variable *, const ir::Variable *>> kept;
};

} // namespace adjoint::transform

#endif
