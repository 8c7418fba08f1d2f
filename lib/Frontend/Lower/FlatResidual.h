// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FlatResidual: a residual or objective that takes its unknowns as an object, as a function of an array of them:
//
//     std::vector<double> r(const std::vector<double> &x, const P &p);
//
//     void r_of_numbers(const double *x, const P &p, double *result, std::size_t count) {
//       vector_double x_object;                          // whose elements are those of x
//       vector_double value = r(x_object, p);
//       ...                                              // count numbers go to result, and the rest is freed
//     }

#ifndef ADJOINT_FRONTEND_LOWER_FLATRESIDUAL_H
#define ADJOINT_FRONTEND_LOWER_FLATRESIDUAL_H

#include "IR/ClassView.h"
#include "IR/Context.h"
#include "IR/Function.h"

#include <optional>

namespace adjoint::frontend {

class FlatResidual {
public:
  /// `output`: the parameter that the residual is left in. None: it is returned.
  FlatResidual(ir::Context &ir, const ir::Function &residual, unsigned unknown, std::optional<unsigned> output);

  /// Can it be made? Unknowns and residuals are sequences of numbers, or pointers to them.
  static bool isSequence(const ir::Type *type);
  /// Its parameters are those of the residual, then `result` if that is returned, then `count`. `output` becomes the parameter that the
  /// residual is left in, if there is one.
  ir::Function *make(std::optional<unsigned> &output);

private:
  const ir::Variable *add(const std::string &name, const ir::Type *type);
  const ir::Variable *objectOf(const ir::Variable *param, const ir::Type *record, const ir::Expr *elements);
  void addParameters();
  const ir::Expr *argument(unsigned i, const ir::Variable *&left);
  void requireSize(const ir::Expr *given);
  void leave(const ir::Variable *object, const ir::Variable *result);
  const ir::Expr *loaded(const ir::Variable *variable) { return ir.load(ir.place(variable)); }
  const ir::Expr *partOf(const ir::Variable *object, const ir::Field *field) { return ir.load(ir.field(ir.place(object), field->index)); }

  ir::Context &ir;
  const ir::Function &residual;
  const unsigned unknown;
  const std::optional<unsigned> output;
  ir::Function *made = nullptr;
  const ir::Variable *count = nullptr;
};

} // namespace adjoint::frontend

#endif
