// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ApartPointers: which pointers lead to different blocks of memory, though both may lead to either?
//
//   double *u = new double[n], *next = new double[n];
//   for (...) {
//     for (i = 1; i < n - 1; ++i) next[i] = g(u[i - 1], u[i + 1]);
//     std::swap(u, next);
//   }
//
// Alias.h does not look at the order of statements, so both may point to both blocks. Here the state before a
// statement is the set of pairs of variables that may lead to one block:
//
//   p = new ...      p leads to no block that another leads to
//   p = q + k        p leads where q does
//   p = anything     p may lead where any other does
//
// forward, joined by union.

#ifndef ADJOINT_ANALYSIS_POINTERS_APARTPOINTERS_H
#define ADJOINT_ANALYSIS_POINTERS_APARTPOINTERS_H

#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/Writes.h"

namespace adjoint::analysis {

class ApartPointers : public Forward {
public:
  explicit ApartPointers(const Unit &unit);

  /// Before the statement; throughout, if it is a loop.
  bool areApart(const ir::Stmt *stmt, const ir::Variable *a, const ir::Variable *b) const;
  /// Behind the statement, which is no loop.
  bool areApartAfter(const ir::Stmt *stmt, const ir::Variable *a, const ir::Variable *b) const;
  /// In the loop that counts in this variable, which it declares.
  bool areApartIn(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b) const;

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;

private:
  void track(const ir::Variable *variable);
  bool meetNowhere(const Set &state, const ir::Variable *a, const ir::Variable *b) const;
  unsigned pair(unsigned a, unsigned b) const { return a * pointers.size() + b; }
  void set(const ir::Variable *pointer, const ir::Expr *value, Set &state) const;
  void lead(unsigned pointer, const Set &others, Set &state) const;
  Set meeting(const ir::Expr *value, const Set &state) const;
  Set all() const { return Set(pointers.size(), true); }

  const Writes &writes;
  std::map<const ir::Variable *, unsigned> pointers;          ///< variables whose address nobody takes
  std::map<const ir::Variable *, const ir::LoopStmt *> loops; ///< by the counters that they declare
};

} // namespace adjoint::analysis

#endif
