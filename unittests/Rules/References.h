// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// References: for each intrinsic a C++ function, and points away from its kinks.
//
// A row of Rules.def is tested against the function of its name. Functions that rules only use
// stand here too, without points.

#ifndef ADJOINT_UNITTESTS_REFERENCES_H
#define ADJOINT_UNITTESTS_REFERENCES_H

#include "Rules/Evaluator.h"

#include <functional>

namespace adjoint::rules {

using RealFunction = std::function<Real(const Reals &)>;

struct Reference {
  RealFunction value;
  /// A letter for each argument: f, floating; i, integral; h, floating, but a parameter without derivative.
  std::string arguments;
  std::vector<Reals> points;
  /// The function whose derivative the rule is, where that is not `value` itself.
  RealFunction differentiated;
};

/// Null for a function that is not in the table.
const Reference *referenceOf(const std::string &intrinsic);
const std::map<std::string, Reference> &allReferences();

} // namespace adjoint::rules

#endif
