// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes: which variables does a piece of code write, how often, and whose address does it take?
//
// Purely syntactic, no alias analysis: a variable whose address is taken, in the code (`exposed`) or elsewhere
// (AddressTaken), may be written from anywhere; memory of one leaf is not written as another; a callee writes memory of
// the types that its body and what it calls write, one without a body may write any. One walk, and another through the
// callees where memory matters; then logarithmic time per query.

#ifndef ADJOINT_ANALYSIS_MEMORY_WRITES_H
#define ADJOINT_ANALYSIS_MEMORY_WRITES_H

#include "Analysis/Memory/Leaves.h"

#include <map>
#include <set>

namespace adjoint::analysis {

/// Memory that code writes, by what is stored there.
struct MemoryWritten {
  bool anyType = false;
  std::set<Leaf> leaves;

  bool mayMeet(const std::set<Leaf> &read) const;
};

class Writes {
public:
  explicit Writes(const ir::StmtList &body);

  /// Statements that write the variable or a part of it, its declaration included if it initialises.
  unsigned count(const ir::Variable *variable) const;
  bool isExposed(const ir::Variable *variable) const {
    return variable->isAddressTaken() || exposed.count(variable) != 0;
  }
  /// Written, here or through a pointer?
  bool mayWrite(const ir::Variable *variable) const { return isExposed(variable) || count(variable) != 0; }

private:
  std::map<const ir::Variable *, unsigned> counts;
  std::set<const ir::Variable *> exposed;
};

/// For many questions about one piece of code.
class Changes : public Writes {
public:
  explicit Changes(const ir::StmtList &code);
  /// May the value of the expression be changed by this code? Reads through pointers: if
  /// anything is written through pointers.
  bool mayChange(const ir::Expr *expr) const;

private:
  const MemoryWritten memory;
};

/// For one question: callees are walked through if the expression reads memory. `writes`: those of the code.
bool mayChange(const ir::StmtList &code, const Writes &writes, const ir::Expr *expr);
inline bool mayChange(const ir::StmtList &code, const ir::Expr *expr) { return mayChange(code, Writes(code), expr); }

/// Adds the memory that the statement itself writes; not what its callee does, nor what is nested in it.
void addMemoryWritten(const ir::Stmt *stmt, MemoryWritten &written);
/// Adds what calls of the function write. `seen`: functions whose memory has been added.
void addMemoryWritten(const ir::Function *callee, std::set<const ir::Function *> &seen, MemoryWritten &written);

} // namespace adjoint::analysis

#endif
