// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UniqueHelpers: one name, one function, in the whole file.
//
// Each request brings the helpers that its adjoint calls. A helper that an earlier request
// in the same scope has brought already is left out; one that only has the same name gets
// another.

#ifndef ADJOINT_DRIVER_PIPELINE_UNIQUEHELPERS_H
#define ADJOINT_DRIVER_PIPELINE_UNIQUEHELPERS_H

#include "IR/Context.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace adjoint::driver {

class UniqueHelpers {
public:
  /// `isTaken` tells whether the user's file declares a name.
  UniqueHelpers(ir::Context &context, std::function<bool(const std::string &)> isTaken)
      : context(context), isTaken(std::move(isTaken)) {}

  /// The helpers that are new in the scope, and the adjoint (the last of `functions`). With `isShared`, later
  /// requests may use them too.
  std::vector<const ir::Function *> admit(const void *scope, const std::vector<const ir::Function *> &functions,
                                          bool isShared);

private:
  std::string freeName(const std::string &wanted);

  ir::Context &context;
  std::function<bool(const std::string &)> isTaken;
  std::set<std::string> names;
  std::map<std::pair<const void *, std::string>, const ir::Function *> known; ///< by scope and text
};

} // namespace adjoint::driver

#endif
