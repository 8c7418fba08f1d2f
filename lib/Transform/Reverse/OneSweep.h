// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OneSweep: a recursion that gives its value and propagates its adjoint at once.
//
//   double sum = 0.0;                              double sum = 0.0;
//   for (k) {                                      for (k) {
//                                                    double v_b = w[k] * result_b;
//     const double v = f(w, k);            ->        const double v = f_b(w, w_b, k, v_b);
//     sum += w[k] * v;                               sum += w[k] * v;
//                                                    w_b[k] += v * result_b;
//   }                                              }
//   return sum;                                    return sum;
//
// Two sweeps would run the recursion once for its values, keep them, and once more for their adjoints. Here the adjoint of
// every value is known before the value is, and nothing is kept:
//
//   - Sums: the local variables that are returned, copied to such a one at last, or added to one. Each has the adjoint of
//     the result, at any time, as long as nothing is overwritten that has got an active value, nothing copied that
//     still changes, and all is copied that has been declared.
//   - Groups: a list of temporaries and recursive calls, none of them mentioned elsewhere, ended by a statement that adds to
//     a sum, sets it, or returns. The derivative of that statement by the value of a call mentions neither this value nor
//     what comes behind it in the group (the sum is linear in it).
//   - The function writes nothing that its caller sees, so that the primal values that a group reads stay what they are.
//
// Only calls of the function itself carry derivatives; so the question is asked again for their demands, and a recursion
// is taken to be of this kind until something says no.

#ifndef ADJOINT_TRANSFORM_REVERSE_ONESWEEP_H
#define ADJOINT_TRANSFORM_REVERSE_ONESWEEP_H

#include "Analysis/Activity/Activity.h"
#include "Transform/Contract/Shadows.h"
#include "Transform/Statement/Fragment.h"

#include <functional>

namespace adjoint::transform {

class OneSweep {
public:
  struct Hooks {
    std::function<Fragment(const ir::Stmt *)> fragmentOf;       ///< a new one each time
    std::function<bool(const ir::CallStmt *)> isRecursive;      ///< of the function itself, and of this kind
    std::function<ir::StmtList(const ir::CallStmt *)> reverseOf; ///< that also gives the call's value
  };

  /// `seed`: the parameter that is the result's adjoint, to which the adjoints of sums are bound.
  OneSweep(ir::Context &context, const analysis::Unit &unit, const analysis::Activity &activity, Shadows &shadows,
           const ir::Variable *seed, Hooks hooks);

  /// Is the function, which has no effects, of this kind?
  bool find();
  /// If it is: value and adjoint.
  ir::StmtList body();

private:
  struct Group {
    std::vector<const ir::Stmt *> members; ///< temporaries and calls
    /// Variables without adjoint, each with the number of members that stand before it.
    std::vector<std::pair<const ir::Variable *, size_t>> passive;
    const ir::Stmt *end = nullptr;
    std::map<const ir::Stmt *, ir::StmtList> ahead; ///< of each call: its value's adjoint
    ir::StmtList behind;                            ///< adjoints of all else
  };
  using Variables = std::set<const ir::Variable *>;
  /// On the way through the function.
  struct State {
    Variables written; ///< sums that may have got an active value
    Variables copied;  ///< sums that may have been copied
  };

  bool findSums();
  bool addSum(const ir::Expr *copied);
  bool walk(const ir::StmtList &list, State &state);
  bool passesSumsOn(const ir::StmtList &list) const;
  bool visit(const ir::Stmt *stmt, State &state, Group &pending);
  bool visitNested(const ir::Stmt *stmt, State &state);
  bool visitLoop(const ir::LoopStmt *loop, State &state);
  bool declare(const ir::DeclareStmt *stmt, State &state, Group &pending);
  bool declarePointer(const ir::DeclareStmt *stmt, Group &pending);
  bool assign(const ir::AssignStmt *stmt, State &state, Group &pending);
  bool set(const ir::Stmt *stmt, const ir::Variable *sum, const ir::Expr *value, State &state, Group &pending);
  bool call(const ir::CallStmt *stmt, Group &pending);
  bool endGroup(const ir::Stmt *end, Group &pending);
  bool isMentionedElsewhere(const ir::Variable *variable, const Group &group) const;
  bool findAhead(Group &group, size_t member);
  bool findBehind(Group &group);
  bool isSeedSpent(const ir::Stmt *adjoint) const;
  bool isActive(const ir::Expr *expr, const ir::Stmt *stmt) const;
  bool mentionsSum(const ir::Expr *expr) const;
  ir::StmtList withoutSeed(const ir::StmtList &adjoint, bool &isClean) const;

  class Assembly;

  ir::Context &context;
  const analysis::Unit &unit;
  const analysis::Activity &activity;
  Shadows &shadows;
  const ir::Variable *seed;
  Hooks hooks;
  const analysis::Writes &writes;
  Variables sums, results; ///< `results`: of calls that carry derivatives
  std::vector<Group> groups;
  std::map<const ir::Stmt *, ir::StmtList> pointers; ///< of declarations of pointers: those of their adjoints
};

} // namespace adjoint::transform

#endif
