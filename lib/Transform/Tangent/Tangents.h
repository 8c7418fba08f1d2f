// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tangents: the tangents of callees made so far, one for each callee and demand.

#ifndef ADJOINT_TRANSFORM_TANGENT_TANGENTS_H
#define ADJOINT_TRANSFORM_TANGENT_TANGENTS_H

#include "Transform/Function/Derivation.h"

#include <set>

namespace adjoint::transform {

struct TangentHelper {
  analysis::Demand demand;
  const ir::Function *function = nullptr;
  /// Globals whose tangents are passed after the parameters.
  std::vector<const ir::Variable *> globals;
  bool hasResult = false; ///< does the last parameter take the result's tangent?
};

class Tangents : public Derivation {
public:
  using Derivation::Derivation;

  const TangentHelper &of(const ir::Function *callee, const analysis::Demand &demand);
  /// The declaration of a hand-written tangent, by the contract.
  const ir::Function *handWritten(const ir::Function *callee);

  /// A name that no other generated function has.
  std::string uniqueName(const std::string &wanted);
  /// A finished function, to be printed.
  void finish(const ir::Function *function) { functions.push_back(function); }
  const std::vector<const ir::Function *> &finished() const { return functions; }

private:
  using Key = std::pair<const ir::Function *, analysis::Demand>;
  std::map<Key, std::unique_ptr<TangentHelper>> helpers;
  std::map<const ir::Function *, const ir::Function *> announced;
  std::set<std::string> names;
  std::vector<const ir::Function *> functions;
};

} // namespace adjoint::transform

#endif
