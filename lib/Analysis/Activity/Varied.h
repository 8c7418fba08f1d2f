// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Varied: which storage holds values that depend on an independent?
//
//   varied_in(entry)  = the independents
//   varied_out(v = e) = varied_in \ {v} ∪ {v if a differentiable operand of e is in varied_in}
//
// forward, joined by union; an element of an array or of memory reached through a pointer is
// never removed. A call maps the callee's varied entry to its varied exit; each callee is
// solved once for each entry (Hascoët, Naumann, Pascual 2005; Hascoët 2007). What a call gets from other processes is varied:
// they run the same program, and what they send may depend on their independents (Strout, Kreaseck, Hovland 2006).

#ifndef ADJOINT_ANALYSIS_ACTIVITY_VARIED_H
#define ADJOINT_ANALYSIS_ACTIVITY_VARIED_H

#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Solver/RecursiveMemo.h"

#include <tuple>

namespace adjoint::analysis {

struct VariedExit {
  Set keys;            ///< of the callee, at its end
  bool result = false; ///< is the return value varied?
  bool operator==(const VariedExit &o) const { return keys == o.keys && result == o.result; }
};

class VariedSummaries {
public:
  explicit VariedSummaries(const Program &program) : program(program) {}
  const VariedExit &exitOf(const ir::Function *callee, const Set &entry);

private:
  struct Key {
    const ir::Function *callee;
    std::vector<unsigned> entry;
    bool operator<(const Key &o) const { return std::tie(callee, entry) < std::tie(o.callee, o.entry); }
  };
  const Program &program;
  RecursiveMemo<Key, VariedExit> memo;
};

class Varied : public Forward {
public:
  Varied(const Program &program, const Unit &unit, VariedSummaries &summaries)
      : program(program), unit(unit), summaries(summaries), isolated(unit.alias->noKeys()) {}

  /// Keys that overlap nothing else: what parameters without an adjoint point to.
  void isolate(const Set &keys) { isolated = keys; }

  VariedExit run(const Set &entry);

  /// Does a derivative reach the value of the expression in this state?
  bool isVaried(const ir::Expr *expr, const Set &state) const;
  /// When the condition of the If, Loop or Switch is evaluated, in whichever iteration.
  const Set &atCondition(const ir::Stmt *stmt) const { return conditions.at(stmt); }
  /// What a callee sees as varied at its entry.
  Set entryOf(const ir::CallStmt *call, const Set &state) const;

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;
  void evaluate(const ir::Stmt *stmt, const ir::Expr *, Set &state) override { conditions[stmt] = state; }

private:
  void assign(const ir::Place *place, bool isVaried, Set &state) const;
  void transferCall(const ir::CallStmt *call, Set &state);

  const Program &program;
  const Unit &unit;
  Set overlapping(const Set &keys) const;
  VariedSummaries &summaries;
  Set isolated;
  std::map<const ir::Stmt *, Set> conditions; ///< of the last, largest visit
  bool resultVaried = false;
};

} // namespace adjoint::analysis

#endif
