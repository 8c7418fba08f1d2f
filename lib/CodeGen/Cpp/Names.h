// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names: one name for each variable of a function.
//
// The IR knows variables by identity; their names may repeat, in scopes inside one another
// or by accident of a transformation. A variable keeps its own name unless a variable that is
// visible with it has the same one, or the function mentions a function, a type or a global
// by it. Who comes first keeps the name: parameters, then the user's variables, then the
// tool's. The others become `x_2`, `x_3`. Variables in scopes beside each other may share one.

#ifndef ADJOINT_CODEGEN_CPP_NAMES_H
#define ADJOINT_CODEGEN_CPP_NAMES_H

#include "IR/Function.h"

#include <map>
#include <set>

namespace adjoint::codegen {

class Names {
public:
  /// Every variable by its own name: for parts of functions.
  Names() = default;
  explicit Names(const ir::Function &function);

  const std::string &of(const ir::Variable *variable) const;
  /// The local reference to the thread's tape.
  const std::string &tape() const { return tapeName; }
  /// The local guard of the tape.
  const std::string &frame() const { return frameName; }
  /// The local object of the profile.
  const std::string &call() const { return callName; }
  /// The guard that counts the order of the derivative.
  const std::string &nesting() const { return nestingName; }
  /// The tapes of the parts of loops.
  const std::string &parts() const { return partsName; }
  /// The guard by which a part's tape is the thread's.
  const std::string &turn() const { return turnName; }
  /// The n-th label that the printer itself needs.
  std::string label(unsigned n) const;

private:
  std::map<const ir::Variable *, std::string> names;
  std::set<std::string> labels;
  std::string tapeName = "tape", frameName = "frame", callName = "call", nestingName = "nesting", partsName = "parts",
              turnName = "turn";
};

} // namespace adjoint::codegen

#endif
