// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/BearAdjointsLate.h"

#include "IR/Algebra.h"
#include "IR/Mentions.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class LateBirth : public Rewriter {
public:
  using Rewriter::Rewriter;

  StmtList in(const StmtList &list) {
    StmtList rest = list;
    const Mentions mentioned(list);
    std::map<size_t, StmtList> moved; // to the front of the statement at that place
    for (size_t i = list.size(); i-- > 0;)
      if (const DeclareStmt *declare = movableAt(list, i)) {
        const size_t first = mentioned.next(declare->variable, i + 1);
        if (first == list.size())
          continue;
        if (const Expr *value = firstValue(rest[first], declare->variable))
          rest[first] = context.make<DeclareStmt>(declare->variable, value);
        else
          moved[first].push_back(declare);
        rest[i] = nullptr;
      }
    StmtList out;
    for (size_t i = 0; i < rest.size(); ++i) {
      if (auto here = moved.find(i); here != moved.end())
        out.insert(out.end(), here->second.begin(), here->second.end());
      if (rest[i])
        out.push_back(rest[i]);
    }
    return nested(out);
  }

private:
  static const DeclareStmt *movableAt(const StmtList &list, size_t i) {
    const auto *declare = dyn_cast<DeclareStmt>(list[i]);
    bool isMovable = declare && declare->variable->isAdjoint && declare->variable->type->isFloating() &&
                     declare->init && isZero(declare->init);
    return isMovable ? declare : nullptr;
  }

  /// What the variable holds after its first assignment, having been zero before.
  const Expr *firstValue(const Stmt *stmt, const Variable *variable) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || wholeVariable(assign->place) != variable)
      return nullptr;
    if (!mentions(assign->value, variable))
      return assign->value;
    const auto *binary = dyn_cast<BinaryExpr>(assign->value);
    const auto *self = binary ? dyn_cast<LoadExpr>(binary->left) : nullptr;
    if (!self || wholeVariable(self->place) != variable || mentions(binary->right, variable))
      return nullptr;
    if (binary->op == BinaryOp::Add)
      return binary->right;
    return binary->op == BinaryOp::Sub ? negated(context, binary->right) : nullptr;
  }

  StmtList nested(const StmtList &list) {
    StmtList out;
    for (const Stmt *stmt : list)
      out.push_back(context.withScopes(stmt, [this](const StmtList &scope) { return in(scope); }));
    return out;
  }
};

} // namespace

StmtList bearAdjointsLate(Context &context, const StmtList &body) { return LateBirth(context).in(body); }

} // namespace adjoint::transform
