// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness (adjoint liveness): which statements of an adjoint does nothing need?
//
//   live_in(v = e) = live_out \ {v} ∪ reads(e)    if v is in live_out (or is visible outside)
//   live_in(v = e) = live_out                     otherwise: the statement is dead
//
// backward over the generated function, the least solution, so that statements that only feed
// each other are dead too. Before the first statement of the reverse sweep this is the
// question which values the reverse sweep needs; what it answers for the forward sweep is
// what the pragma `noprimal` says by hand. A push is live if its pop is: a value restored to
// where nobody reads it is not recorded.
// Hascoët, Araya-Polo: The adjoint data-flow analyses, AD 2004.

#ifndef ADJOINT_ANALYSIS_ACTIVITY_LIVENESS_H
#define ADJOINT_ANALYSIS_ACTIVITY_LIVENESS_H

#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"

#include <functional>

namespace adjoint::analysis {

/// What the analysis must know of a call in generated code.
struct CallEffects {
  bool alwaysLive = true; ///< has effects that no key stands for
  Set reads, writes;      ///< keys of the caller
};

/// Is the value, or a part of it, an object whose contents are not looked into? What is stored to it is always needed.
bool holdsOpaque(const ir::Type *type);

class Liveness : public Backward {
public:
  using EffectsOf = std::function<CallEffects(const ir::CallStmt *, const Alias &)>;

  /// `visibleIsLive`: the caller reads the primal memory that it can see.
  Liveness(const ir::Function &function, const Alias &alias, EffectsOf effectsOf, bool visibleIsLive);

  /// Keeps every call and every store to memory; only local scalars that nothing reads go.
  void keepEffects() { keepsEffects = true; }

  /// Records whose pops are live in another function (the other half).
  void assumeLive(const std::set<unsigned> &records) { livePops.insert(records.begin(), records.end()); }
  const std::set<unsigned> &liveRecords() const { return livePops; }
  void run();

  bool isLive(const ir::Stmt *stmt) const { return live.count(stmt) != 0; }
  /// Is the value that a declaration gives its variable read?
  bool isInitialValueLive(const ir::DeclareStmt *declare) const { return initialised.count(declare) != 0; }
  /// Is the variable that the statement declares mentioned by anything live?
  bool isDeclarationLive(const ir::Stmt *stmt) const { return declarations.count(stmt) != 0; }

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;
  void evaluate(const ir::Stmt *stmt, const ir::Expr *condition, Set &state) override;
  bool keeps(const ir::Stmt *) const override { return false; }

private:
  Set exitState() const;
  Set addressableKeys() const;
  void read(const ir::Expr *expr, Set &state);
  void readPath(const ir::Place *place, Set &state);
  void mention(const ir::Place *place);
  bool beginsScopeOf(const ir::Stmt *stmt);
  void write(const ir::Stmt *stmt, const ir::Place *place, Set &state);
  void keep(const ir::Stmt *stmt, Set &state);
  void transferCall(const ir::CallStmt *call, Set &state);
  bool isNeeded(const ir::Place *place, const Set &state) const;
  bool hasLivePart(const ir::Stmt *stmt) const;

  const ir::Function &function;
  const Alias &alias;
  EffectsOf effectsOf;
  bool visibleIsLive, keepsEffects = false;
  Set addressable; ///< what a pointer of unknown origin may lead to
  std::set<const ir::Stmt *> live;
  std::set<const ir::DeclareStmt *> initialised;
  std::set<const ir::Variable *> mentioned; ///< later than where the solver is, in the same scope
  std::set<const ir::Stmt *> declarations;
  std::set<unsigned> livePops;
};

} // namespace adjoint::analysis

#endif
