// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Useful: which storage holds values that influence a dependent?
//
//   useful_out(exit)  = the dependents
//   useful_in(v = e)  = useful_out \ {v} ∪ {differentiable operands of e, if v is in useful_out}
//
// backward, joined by union; an element of an array or of memory reached through a pointer is
// never removed. A call maps the callee's useful exit to its useful entry; each callee is
// solved once for each exit (Hascoët, Naumann, Pascual 2005; Hascoët 2007).

#ifndef ADJOINT_ANALYSIS_ACTIVITY_USEFUL_H
#define ADJOINT_ANALYSIS_ACTIVITY_USEFUL_H

#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Solver/RecursiveMemo.h"

#include <tuple>

namespace adjoint::analysis {

/// What is asked of a function at its end.
struct UsefulExit {
  Set keys;            ///< of the function
  bool result = false; ///< the return value
};

class UsefulSummaries {
public:
  explicit UsefulSummaries(const Program &program) : program(program) {}
  /// The callee's keys that are useful at its entry.
  const Set &entryOf(const ir::Function *callee, const UsefulExit &exit);

private:
  struct Key {
    const ir::Function *callee;
    std::vector<unsigned> keys;
    bool result;
    bool operator<(const Key &o) const {
      return std::tie(callee, keys, result) < std::tie(o.callee, o.keys, o.result);
    }
  };
  const Program &program;
  RecursiveMemo<Key, Set> memo;
};

class Useful : public Backward {
public:
  Useful(const Program &program, const Unit &unit, UsefulSummaries &summaries)
      : program(program), unit(unit), summaries(summaries), isolated(unit.alias->noKeys()) {}

  /// Keys that overlap nothing else: what parameters without an adjoint point to.
  void isolate(const Set &keys) { isolated = keys; }

  /// The keys useful at the entry.
  Set run(const UsefulExit &exit);
  /// What is asked of a callee, given what is useful after the call.
  UsefulExit exitOf(const ir::CallStmt *call, const Set &after) const;

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;

private:
  bool isUseful(const ir::Place *place, const Set &state) const;
  void addOperands(const ir::Expr *expr, Set &state) const;
  void assign(const ir::Place *place, const ir::Expr *value, Set &state) const;
  void transferCall(const ir::CallStmt *call, Set &state);

  const Program &program;
  const Unit &unit;
  Set overlapping(const Set &keys) const;
  UsefulSummaries &summaries;
  Set isolated;
  bool resultUseful = false;
};

} // namespace adjoint::analysis

#endif
