// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Initialised: which storage may have been written before a statement?
//
//   init_in(entry)  = all that the caller can see
//   init_out(v = e) = init_in ∪ {v}
//
// forward, joined by union. What has never been written holds no value that anyone can need.

#ifndef ADJOINT_ANALYSIS_MEMORY_INITIALISED_H
#define ADJOINT_ANALYSIS_MEMORY_INITIALISED_H

#include "Analysis/Memory/Dataflow.h"
#include "Analysis/Memory/Program.h"

namespace adjoint::analysis {

class Initialised : public Forward {
public:
  Initialised(const Program &program, const Unit &unit);

protected:
  void transfer(const ir::Stmt *stmt, Set &state) override;

private:
  const Program &program;
  const Unit &unit;
};

} // namespace adjoint::analysis

#endif
