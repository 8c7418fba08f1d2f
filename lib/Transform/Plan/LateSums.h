// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LateSums: which adjoint statements may wait for the sums of a fused loop?
//
//   for (i) s += g(x[i]);            s_b = f * result_b;
//   return f * s;             ->     for (i backward) { t = g(x[i]); s += t; ...; x_b[i] += ... * s_b; }
//                                    f_b += s * result_b;
//
// A fused loop (Analysis/Fusion/Fusion.h) has its sums when the reversed loop is done. In the reverse sweep, T are the statements
// in front of it that read the sums, or what other statements of T have computed. They run behind it instead, in their
// order, if
//
//   - they only declare temporaries and add, to adjoints of variables and elements that neither the loop nor a statement behind it
//     writes: such adjoints are only added to, in any order;
//   - what they read is not written by the loop, the sums aside, nor by the statements between.

#ifndef ADJOINT_TRANSFORM_PLAN_LATESUMS_H
#define ADJOINT_TRANSFORM_PLAN_LATESUMS_H

#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Memory/Program.h"
#include "Transform/Contract/Shadows.h"
#include "Transform/Statement/Fragment.h"

#include <functional>
#include <optional>

namespace adjoint::transform {

class LateSums {
public:
  using FragmentOf = std::function<const Fragment &(const ir::Stmt *)>;

  /// `loop` stands in the outermost list of the unit's function.
  LateSums(ir::Context &context, const analysis::Unit &unit, const Shadows &shadows, const ir::LoopStmt *loop,
           const analysis::FusedLoop &facts, std::set<const ir::Variable *> sums, FragmentOf fragmentOf);

  /// T; none if it cannot wait.
  std::optional<std::set<const ir::Stmt *>> find();

private:
  bool visit(const ir::Stmt *stmt);
  bool visitAdjoint(const ir::Stmt *adjoint, const Fragment &fragment);
  bool isLate(const ir::Stmt *adjoint) const;
  bool addLate(const ir::Stmt *adjoint, const Fragment &fragment);
  bool addRead(const ir::LoadExpr *load, const Fragment &fragment);
  bool keepsOutOf(const ir::Stmt *stmt) const;
  void noteWrites(const ir::Stmt *stmt);
  bool isDisjoint() const;

  ir::Context &context;
  const analysis::Unit &unit;
  const Shadows &shadows;
  const ir::LoopStmt *loop;
  const std::set<const ir::Variable *> sums;
  FragmentOf fragmentOf;

  std::set<const ir::Stmt *> late;
  std::set<const ir::Variable *> lateVariables, readVariables; ///< adjoints that T writes, and reads
  std::vector<const ir::Stmt *> opaque;                        ///< behind the loop, not looked into
  analysis::Set addedTo, read;                                 ///< keys of primals, by T
  analysis::Set written;                                       ///< by the loop, and behind it
};

} // namespace adjoint::transform

#endif
