// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LeftOut: the writes of the forward sweep that are not executed, and so overwrite nothing.
//
// Liveness says which writes nothing needs, once the sweeps are made; TBR, told of these, records less, for later
// records may be of older values; then more is dead, and so on. A write that is dead where the next one in line is would
// take a round for each of them. So writes that are dead and not recorded are left out for one round on trial; those that
// TBR would have recorded, had they been executed, stay left out, the others come back.
//
// What is written in a loop that is not counted may be what ends it. Where something in such a loop is needed after all, the writes that
// its conditions depend on come back, for good.

#ifndef ADJOINT_TRANSFORM_PLAN_LEFTOUT_H
#define ADJOINT_TRANSFORM_PLAN_LEFTOUT_H

#include "Analysis/Record/Tbr.h"

namespace adjoint::transform {

class LeftOut {
public:
  using Statements = std::set<const ir::Stmt *>;

  /// What liveness has found dead in the forward sweep.
  struct Dead {
    Statements undone; ///< recorded, or taken back
    Statements others; ///< `isPlain`, with nothing that undoes them
    Statements live;   ///< those that something needs
  };

  /// To be told of the body before the sweeps are made from it.
  void considerWritesOf(const ir::StmtList &body);
  void clear();
  void add(const ir::Stmt *stmt) { leftOut.insert(stmt); }
  /// True: TBR has to run again, and the bodies have to be made again.
  bool add(const Dead &dead, const analysis::Tbr &tbr);

  const Statements &statements() const { return leftOut; }
  /// Does it write a number to a variable that is declared in the same list?
  bool isPlain(const ir::Stmt *stmt) const { return plain.count(stmt) != 0; }

private:
  void collectPlain(const ir::StmtList &list);
  void collectLoops(const ir::StmtList &list, const ir::LoopStmt *around);
  bool mayEndNeededLoop(const ir::Stmt *stmt, const Dead &dead);

  Statements leftOut;
  Statements onTrial; ///< of those left out
  Statements plain;
  Statements pinned; ///< never left out again
  std::map<const ir::Stmt *, const ir::LoopStmt *> loops; ///< that are not counted: the outermost around a statement
  std::map<const ir::LoopStmt *, std::set<const ir::Variable *>> conditional; ///< what conditions in these depend on
};

} // namespace adjoint::transform

#endif
