// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Halves: the two sweeps of a function as two functions that other files call. What they are follows from the types of its
// parameters alone, so that the file that defines them and one that has only seen a declaration agree:
//
//   void step(double *u, const double *k, int n);
//
//   void step_fwd(double *u, double *u_b, const double *k, double *k_b, int n);   // runs, and records what is needed
//   void step_rev(double *u, double *u_b, const double *k, double *k_b, int n);   // leaves u as it was before
//
// They are those that a call gets whose callee is at hand (HelperSignatures.h), of a callee that restores, asked for
// everything by everything.

#ifndef ADJOINT_TRANSFORM_CONTRACT_HALVES_H
#define ADJOINT_TRANSFORM_CONTRACT_HALVES_H

#include "IR/Context.h"

#include <optional>

namespace adjoint::transform {

/// Declared only.
struct Halves {
  ir::Function *forward, *reverse;
  /// `step_run`: the function itself, where it takes objects that are plain structs in generated code. Null elsewhere.
  ir::Function *primal = nullptr;

  std::vector<const ir::Function *> all() const;
};

/// `called`: what a call writes before `_fwd` and `_rev`. None where the types leave open what the function does with pointers,
/// or where it leaves all memory as it is, so that calls do without.
std::optional<Halves> halvesOf(ir::Context &context, const ir::Function &primal, const std::string &called);

/// The request that they answer.
ir::Request requestOfHalves(const ir::Function &primal);

} // namespace adjoint::transform

#endif
