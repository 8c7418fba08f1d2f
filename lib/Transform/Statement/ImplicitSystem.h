// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ImplicitSystem: the adjoint of a call that finds x with r(x, p) = 0, by any method.
//
// By the implicit function theorem dx/dp = -(dr/dx)^-1 dr/dp, where the Jacobian is regular. So the adjoint solves one linear
// system for the multipliers, and calls one adjoint of the residual:
//
//   (dr/dx)^T m = -x_b,   x_b = 0,   p_b += (dr/dp)^T m
//
//   x = solve(p)     ->   double slope = 0.0;
//                         r_b(x, slope, p, 1.0);
//                         const double m = adjoint::implicit_multiplier(slope, x_b);
//                         r_b_2(x, p, p_b, m);
//
//   solve(p, n, x)   ->   double *system = adjoint::implicit_system<double>(n);
//                         for (int k = 0; k < n; ++k)
//                           r_b(x, adjoint::implicit_row(system, n, k), p, n, ..., ...);
//                         adjoint::solve_implicit(system, n, x_b);
//                         r_b_2(x, p, p_b, n, ..., ...);
//                         adjoint::end_implicit(system, n);
//
// Where the pragma says `solver(gmres)`, no matrix is made: an iteration asks for products with it (<adjoint/gmres.h>), each an adjoint
// of the residual.
//
// A call that finds where an objective is least is one where its gradient is zero. The Jacobian of that is symmetric; its rows are
// adjoints of the slope f_d(x, x_d, p) along unit vectors, and the multipliers are a direction, too:
//
//   minimise(p, n, x)   ->   for (int k = 0; k < n; ++k)
//                              f_d_b(x, adjoint::implicit_row(system, n, k), adjoint::implicit_unit(system, n, k), p, n, 1.0);
//                            adjoint::solve_implicit(system, n, x_b);
//                            f_d_b_2(x, adjoint::implicit_multipliers(system, n), p, p_b, n, 1.0);
//
// Nothing is kept but what the residual reads: x and p. (Griewank and Walther, Evaluating Derivatives, 2nd ed., section 15.1.)

#ifndef ADJOINT_TRANSFORM_STATEMENT_IMPLICITSYSTEM_H
#define ADJOINT_TRANSFORM_STATEMENT_IMPLICITSYSTEM_H

#include "IR/Context.h"

#include <functional>
#include <map>

namespace adjoint::transform {

class ImplicitSystem {
public:
  ImplicitSystem(ir::Context &context, const ir::CallStmt *call);

  /// Where the call has left what it found: a pointer, or the number.
  const ir::Expr *unknown() const;
  /// The derivatives of the residual that are needed: by the unknown, and by all other arguments that are active.
  ir::Request byUnknown() const;
  ir::Request byOthers(const std::function<bool(const ir::Expr *)> &isActive) const;

  /// A derivative of the residual.
  struct Derivative {
    const ir::Function *function;
    const std::vector<bool> &hasAdjoint; ///< by parameter
    bool hasLast;                        ///< what goes with the result
  };
  /// What goes with an argument.
  using AdjointOf = std::function<const ir::Expr *(unsigned param)>;

  void findMultipliers(const Derivative &byUnknown, const ir::Expr *unknownAdjoint, ir::StmtList &out);
  void callResidual(const Derivative &byOthers, const AdjointOf &adjointOf, ir::StmtList &out);
  /// The tangent of the unknown: by the same system, whose rows are columns of the Jacobian then. `byOthers`: null for none.
  void findTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf, const ir::Expr *unknownTangent,
                   const ir::Variable *numberTangent, ir::StmtList &out);
  void end(ir::StmtList &out);
  /// What the call overwrites goes to the tape, and comes back.
  void recordUnknown(ir::StmtList &out);
  void restoreUnknown(ir::StmtList &out);

private:
  bool isNumber() const { return roles.isOfNumber(); }
  const ir::Type *number() const;
  const ir::Expr *argument(unsigned param) const;
  const ir::Expr *part(const char *name, const std::vector<const ir::Expr *> &more, ir::StmtList &out);
  ir::Function *runtime(const std::string &name, const ir::Type *result, const std::vector<const ir::Expr *> &args) const;
  void call(const Derivative &derivative, const AdjointOf &adjointOf, const ir::Expr *seed, ir::StmtList &out);
  /// Of a slope.
  void callAlong(const ir::Expr *direction, const Derivative &derivative, const AdjointOf &adjointOf, const ir::Expr *seed,
                 ir::StmtList &out);
  void append(const Derivative &derivative, const AdjointOf &adjointOf, const std::map<unsigned, const ir::Expr *> &given,
              const ir::Expr *seed, ir::StmtList &out);
  void findNumberTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                         const ir::Variable *numberTangent, ir::StmtList &out);
  void findMatrixTangent(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                         const ir::Expr *unknownTangent, ir::StmtList &out);
  void findTangentByProducts(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf,
                             const ir::Expr *unknownTangent, ir::StmtList &out);
  void findSlopeTangents(const Derivative &byUnknown, const Derivative *byOthers, const AdjointOf &tangentOf, ir::StmtList &out);
  const ir::Expr *element(const ir::Expr *pointer, const ir::Expr *index) const;
  void makeSystem(const char *name, const ir::Expr *adjoint, ir::StmtList &out);
  void whileAsked(const char *start,
                  const std::function<void(const ir::Expr *direction, const ir::Expr *product, ir::StmtList &)> &make,
                  ir::StmtList &out);
  void callTransposed(const Derivative &byUnknown, const ir::Expr *vector, const ir::Expr *row, ir::StmtList &out);
  const char *prefix() const;
  void forEachUnknown(const std::function<void(const ir::Expr *k, ir::StmtList &)> &make, ir::StmtList &out);
  const ir::Expr *one() const;
  const ir::Variable *zeroNumber(const std::string &name, ir::StmtList &out) const;
  const ir::Variable *local(const std::string &name, const ir::Type *type, bool isAdjoint) const;

  ir::Context &context;
  const ir::CallStmt *const found;
  const ir::ImplicitFunction &roles;
  const ir::Function &residual;
  const ir::Expr *count = nullptr;     ///< of unknowns
  bool isByProducts = false;           ///< no matrix is made
  const ir::Variable *system = nullptr; ///< matrix, multipliers and values
  const ir::Variable *multiplier = nullptr; ///< of one unknown
};

} // namespace adjoint::transform

#endif
