// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TangentFirst: the tangent from which a derivative of a derivative is made, and what its adjoint has to know of it.

#ifndef ADJOINT_TRANSFORM_ORDERS_TANGENTFIRST_H
#define ADJOINT_TRANSFORM_ORDERS_TANGENTFIRST_H

#include "Transform/Contract/Signature.h"
#include "Transform/Reverse/Adjoint.h"

#include <optional>

namespace adjoint::transform {

/// The tangent that is taken first.
ir::Request tangentOf(const ir::Request &request);
/// Does its last parameter take the tangent of a number that is returned?
bool givesNumber(const ir::Request &tangent);

/// The tangent as a function to be differentiated. None after an error has been reported.
struct TangentFirst {
  const ir::Function *function;
  Options options; ///< for its derivatives: zeros that are strong in it stay strong
};
std::optional<TangentFirst> tangentFirst(ir::Context &context, const ir::Request &request, const Options &options,
                                         DiagnosticSink &diagnostics);
/// The declaration of it alone.
const ir::Function *tangentDeclared(ir::Context &context, const ir::Request &request);

/// Positions in the tangent of the parameters that are asked for, and of their tangents.
template <class IsAsked> std::vector<unsigned> inTangent(const ir::Request &tangent, IsAsked isAsked) {
  std::vector<unsigned> positions;
  unsigned next = 0;
  for (unsigned i = 0; i < tangent.function->params.size(); ++i)
    for (unsigned j = 0; j < 1u + hasAdjointParameter(tangent, i); ++j, ++next)
      if (isAsked(i, /*isTangent=*/j == 1))
        positions.push_back(next);
  return positions;
}

/// The tangent of a number that is returned becomes a variable of the adjoint's own, which is given back; null where nothing
/// mentions it.
const ir::Variable *keepResult(ir::Context &context, const ir::Variable *result, ir::Function &adjoint);

} // namespace adjoint::transform

#endif
