// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FixedPointLoop: the statements of a loop whose state converges to a fixed point.
//
//   x = G(x, p), again and again, has the adjoint (Christianson 1994), at the last state x alone,
//
//     p_b += G_p^T (x_b + G_x^T x_b + (G_x^T)^2 x_b + ...)
//
// which is what the reverse sweep of the loop adds up when all its states are the last one:
//
//   forward sweep                  reverse sweep
//
//   std::size_t step = 0;          const double first = the largest of |x_b|;
//   while (...) {                  if (steps > 0) {
//     ++step;                        double size = first;
//     body                           std::size_t passes = 0;
//   }                                while (adjoint::goes_on(size, first, tolerance, ++passes)) {
//   tape.push(x);                      both sweeps of the body
//   tape.push(step);                   size = the largest of |x_b|;
//                                    }
//                                    x_b = 0;
//                                  }
//
// Where the loop stopped, the body moves x no more than the loop's own test allows.

#ifndef ADJOINT_TRANSFORM_REVERSE_FIXEDPOINTLOOP_H
#define ADJOINT_TRANSFORM_REVERSE_FIXEDPOINTLOOP_H

#include "IR/Visit.h"

#include <functional>

namespace adjoint::transform {

class FixedPointLoop {
public:
  /// The adjoint of a part of the state: a variable, or with a range the first element of a block.
  struct Part {
    const ir::Place *adjoint;
    const ir::Expr *range;
  };

  FixedPointLoop(ir::Context &context, double tolerance);

  ir::StmtList forward(const ir::LoopStmt *primal) const;
  /// Recorded behind the loop: how many iterations there were. The reverse sweep calls it `steps`.
  const ir::Variable *step, *steps;
  ir::StmtList reverse(const std::vector<Part> &parts, ir::StmtList sweeps) const;

private:
  using Visit = std::function<void(const ir::Place *number, ir::StmtList &out)>;

  const ir::Variable *local(const std::string &name, const ir::Type *type) const;
  void forEachNumber(const ir::Place *place, const Visit &visit, ir::StmtList &out) const;
  void forEachNumber(const Part &part, const Visit &visit, ir::StmtList &out) const;
  ir::StmtList sizeOf(const std::vector<Part> &parts, const ir::Variable *size) const;
  const ir::Stmt *countLoop(const ir::Expr *first, const ir::Expr *last, const ir::Type *type,
                            const std::function<ir::StmtList(const ir::Expr *)> &body) const;

  ir::Context &context;
  const double tolerance;
  const ir::Type *size;
};

} // namespace adjoint::transform

#endif
