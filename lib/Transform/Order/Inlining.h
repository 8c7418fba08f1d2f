// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining: functions as they are before normal form, without the calls and the objects that
// only their way of writing brought in.
//
//   double norm2(const Vec &v) { return v.dot(v); }
//   double f(double x, double y) { Vec v(x, y); return norm2(v); }
// becomes
//   double f(double x, double y) {
//     double v_x = x, v_y = y;
//     return v_x * v_x + v_y * v_y;
//   }
//
// by the passes from inline-calls to restore-conditions (Passes.def). Those in between make room for one another, and are
// repeated.
//
// All of it is optional: what stays as it is, is differentiated as it is.

#ifndef ADJOINT_TRANSFORM_ORDER_INLINING_H
#define ADJOINT_TRANSFORM_ORDER_INLINING_H

#include "IR/Context.h"
#include "Transform/Simplify/InlinePolicy.h"

namespace adjoint::transform {

class PassRunner;

class Inlining {
public:
  /// `takesLoops`: callees with loops, too, also where generated code could call them by their names.
  Inlining(ir::Context &context, const PassRunner &passes, bool takesLoops)
      : context(context), passes(passes), takesLoops(takesLoops) {}

  /// The same function, as it is after all passes. Made once for each.
  const ir::Function *of(const ir::Function &function);
  /// The callee, after all passes and with one exit, if calls of it are inlined by the rule; else null.
  const ir::Function *inlineable(const ir::Function *callee, InlineRule rule);

private:
  struct Candidate {
    const ir::Function *body = nullptr;
    InlineRule rule = InlineRule::Never;
  };
  const Candidate &candidateFor(const ir::Function *callee);
  bool isRecursive(const ir::Function *function);

  ir::Context &context;
  const PassRunner &passes;
  const bool takesLoops;
  std::map<const ir::Function *, const ir::Function *> done;
  std::map<const ir::Function *, Candidate> candidates;
};

} // namespace adjoint::transform

#endif
