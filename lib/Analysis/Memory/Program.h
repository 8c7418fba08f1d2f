// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program: a function and all that it calls, each in normal form, with its aliases and effects.
//
// Effects answer which memory visible to the caller a function may read and write. They are
// the least solution over the call graph of: own loads and stores, joined with those of the
// callees seen through the arguments. For a function without a body the types of the
// parameters answer: what is not const may be written.

#ifndef ADJOINT_ANALYSIS_MEMORY_PROGRAM_H
#define ADJOINT_ANALYSIS_MEMORY_PROGRAM_H

#include "Analysis/Memory/Alias.h"
#include "Analysis/Memory/Versions.h"

#include <functional>
#include <memory>

namespace adjoint::analysis {

struct Unit {
  const ir::Function *function; ///< in normal form
  const ir::Function *original; ///< as calls name it
  std::unique_ptr<const Versions> versions;
  std::unique_ptr<Alias> alias;
  Set reads, writes; ///< keys of this unit's alias
  /// Frees what its caller owns, or hands out pointers (to what it allocated, perhaps).
  bool managesMemory = false;
  /// Calls something whose effects are not in any memory known here (prints, draws numbers).
  bool hasOutsideEffects = false;
  /// Does a second call, in the same state, do the same? A throw does, what is printed or drawn does not.
  bool isRepeatable = true;
  /// Exchanges numbers with other processes, which may depend on their independents, or be useful there.
  bool communicates = false;
  const ir::Function *notRepeatable = nullptr; ///< why: what it leads to, without a body
  /// Does it where objects of the library that it changes, such as random engines, are in the same state, too?
  bool isRepeatableWithObjects = true;
  const ir::Function *notRepeatableWithObjects = nullptr; ///< why
  /// Calls below this one, at the deepest; for a recursion, `endless`.
  unsigned callDepth = 0;
  static constexpr unsigned endless = 1000;
  /// Is it called in a loop, or by a function that is?
  bool runsInLoop = false;
};

class Program {
public:
  using Normalise = std::function<const ir::Function *(const ir::Function &)>;

  Program(const ir::Function &root, Normalise normalise);

  /// The unit of a function that is reached from the root.
  const Unit &unit(const ir::Function *function) const { return *units.at(function); }
  /// Callees before their callers.
  const std::vector<const Unit *> &inOrder() const { return order; }
  bool contains(const ir::Function *function) const { return units.count(function) != 0; }
  /// A unit for another version of a reached function (its locals moved, temporaries added).
  std::unique_ptr<Unit> unitOf(const ir::Function *variant, const ir::Function *original,
                               const WithAdjoints &withAdjoints) const;
  /// Globals that a function or its callees mention.
  const std::set<const ir::Variable *> &globalsOf(const ir::Function *function) const {
    return globals.at(function);
  }

  /// The caller's keys that a callee's visible keys stand for at a call.
  Set toCaller(const ir::CallStmt *call, const Alias &caller, const Unit &callee, const Set &calleeKeys) const;
  /// The callee's keys that the caller's keys are seen as at a call (parameters by value not
  /// included: they are expressions).
  Set toCallee(const ir::CallStmt *call, const Alias &caller, const Unit &callee, const Set &callerKeys) const;

private:
  void collect(const ir::Function *function, const Normalise &normalise);
  void collectGlobals();
  /// Of those callees whose pointers are known: with a body, and not in a recursion that is being solved.
  Alias::Callees solvedAliases() const;
  void solveEffects();
  void solveCallDepths();
  void findCalledInLoops();
  bool addEffects(Unit &unit) const;

  std::map<const ir::Function *, const ir::Function *> normal;
  std::map<const ir::Function *, std::set<const ir::Variable *>> globals;
  std::map<const ir::Function *, std::unique_ptr<Unit>> units;
  std::vector<const ir::Function *> collected;
  std::vector<const Unit *> order;
};

} // namespace adjoint::analysis

#endif
