// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FollowedCalls: has a call been followed before, to the same effect?
//
//   for (...) s += 0.1 * e9(a * 0.9, s * b) * e9(b, 1.0) + e9(0.5, a);      e9 calls e8 in the same way, and so on
//
// What a callee reads and writes follows from the pointers and integers that it is given, from the loops around the call
// whose counters these mention, and from what has been written, of what these lead to and of globals. A second call with
// the same, and at least as much written, exposes nothing more and writes the same: only what it has certainly written
// counts. So helpers that call helpers are walked once for each way in which memory is handed down to them, not once for
// each path through the calls. Numbers do not matter: what an index is made of one for, is not followed.
//
// Where every call hands down something else, the number of ways is the number of paths. Of one function, more than `limit`
// ways for each place where it is called are not followed.

#ifndef ADJOINT_ANALYSIS_LOOPS_FOLLOWEDCALLS_H
#define ADJOINT_ANALYSIS_LOOPS_FOLLOWEDCALLS_H

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/DefinedStorage.h"
#include "Analysis/Memory/Program.h"

namespace adjoint::analysis {

class FollowedCalls {
public:
  /// How a function is entered: arguments in the terms of the outermost caller, null for numbers.
  struct Entry {
    std::vector<const ir::Expr *> args;
    std::vector<CountedLoop> loops; ///< that the arguments depend on
  };
  /// What a call has certainly written, of what its caller knows.
  struct Written {
    std::vector<const ir::Variable *> variables;
    std::vector<DefinedStorage::Section> sections;
  };

  FollowedCalls(const Program &program, const ir::StmtList &body) : program(program), body(body) {}

  /// `loops`: around the call, the outermost first.
  static Entry entry(std::vector<const ir::Expr *> args, const std::vector<CountedLoop> &loops);
  /// Of a call of the function that was followed in such a state; null if none was.
  const Written *find(const ir::Function *callee, const Entry &entry, const DefinedStorage &defined) const;
  /// May it be followed once more?
  bool allow(const ir::Function *callee);
  /// To be called where the callee is entered; what it writes is added later.
  Written &add(const ir::Function *callee, const Entry &entry, const DefinedStorage &defined);

private:
  struct Followed {
    Entry entry;
    std::vector<DefinedStorage::Part> before; ///< of the variables of the key
    std::vector<const ir::Variable *> globals; ///< that had been written
    Written written;
  };
  /// The callee, and the variables that its arguments mention.
  using Key = std::pair<const ir::Function *, std::vector<const ir::Variable *>>;
  static Key keyOf(const ir::Function *callee, const Entry &entry);
  void countPlaces();

  static constexpr unsigned limit = 8;
  const Program &program;
  const ir::StmtList &body;
  std::map<Key, std::vector<std::unique_ptr<Followed>>> followed;
  std::map<const ir::Function *, unsigned> times;
  std::map<const ir::Function *, unsigned> places; ///< where it is called, once that has been asked for
};

} // namespace adjoint::analysis

#endif
