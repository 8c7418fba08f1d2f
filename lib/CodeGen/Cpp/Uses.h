// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses: what a function's body mentions, reads and jumps to.
//
// Compilers warn of parameters that are never mentioned, of variables that are only ever
// written, and of labels that nothing jumps to; the printer asks here before it writes one.

#ifndef ADJOINT_CODEGEN_CPP_USES_H
#define ADJOINT_CODEGEN_CPP_USES_H

#include "IR/Function.h"

#include <set>

namespace adjoint::codegen {

/// Does the text of the statement itself name the tape?
bool namesTape(const ir::Stmt *stmt);

class Uses {
public:
  explicit Uses(const ir::Function &function);

  bool mentions(const ir::Variable *variable) const { return mentioned.count(variable) != 0; }
  /// Is the value or the address taken? `x += e` alone does not count as a read of x.
  bool reads(const ir::Variable *variable) const { return read.count(variable) != 0; }
  bool jumpsTo(const std::string &label) const { return labels.count(label) != 0; }
  bool usesTape() const { return tape; }
  /// Outside of parallel loops, whose threads have tapes of their own?
  bool usesTapeOfFunction() const { return tapeOfFunction; }
  /// Are there loops whose parts have tapes?
  bool usesParts() const { return parts; }

private:
  void findTape(const ir::StmtList &list);
  void addStatement(const ir::Stmt *stmt);
  void addExpr(const ir::Expr *expr);
  void addWritten(const ir::Place *place);
  void addRead(const ir::Place *place);

  std::set<const ir::Variable *> mentioned, read;
  std::set<std::string> labels;
  bool tape = false, tapeOfFunction = false, parts = false;
};

} // namespace adjoint::codegen

#endif
