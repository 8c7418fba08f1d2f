// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double a; double b; a = e; b = g(a);
// becomes
//   double a = e; double b = g(a);
//
// where the first statement that mentions a variable is the one that sets it; and
//   T *before = p; --before;
// becomes
//   T *before = p - 1;

#include "IR/Visit.h"
#include "Transform/NormalForm.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class DeclarationJoining : public Rewriter {
public:
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &original) override {
    StmtList list = Rewriter::rewrite(original);
    for (size_t i = 0; i < list.size();) {
      const auto *declare = dyn_cast<DeclareStmt>(list[i]);
      if (const DeclareStmt *moved = declare && i + 1 < list.size() ? movedOn(declare, list[i + 1]) : nullptr) {
        list[i] = moved;
        list.erase(list.begin() + i + 1);
        continue;
      }
      if (!declare || declare->init || !joinWithFirstUse(declare, list, i + 1)) {
        ++i;
        continue;
      }
      list.erase(list.begin() + i);
    }
    return list;
  }

private:
  bool joinWithFirstUse(const DeclareStmt *declare, StmtList &list, size_t next) {
    auto use = std::find_if(list.begin() + next, list.end(),
                            [&](const Stmt *s) { return isa<LabelStmt>(s) || mentions(s, declare->variable); });
    const Stmt *joined = use == list.end() ? nullptr : initialising(*use, declare->variable);
    if (!joined)
      return false;
    *use = joined;
    if (joined->comment.empty())
      const_cast<Stmt *>(joined)->comment = declare->comment;
    return true;
  }

  /// A pointer that is moved as soon as it is declared.
  const DeclareStmt *movedOn(const DeclareStmt *declare, const Stmt *next) {
    const auto *assign = dyn_cast<AssignStmt>(next);
    const auto *sum = assign && declare->init ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
    const auto *load = sum ? dyn_cast<LoadExpr>(sum->left) : nullptr;
    const Variable *variable = declare->variable;
    if (!load || !variable->type->isPointer() || wholeVariable(assign->place) != variable ||
        wholeVariable(load->place) != variable || mentions(sum->right, variable))
      return nullptr;
    return annotatedAs(declare,
                       context.make<DeclareStmt>(variable, context.binary(sum->op, declare->init, sum->right)));
  }

  const Stmt *initialising(const Stmt *use, const Variable *variable) {
    const auto *assign = dyn_cast<AssignStmt>(use);
    if (!assign || wholeVariable(assign->place) != variable)
      return nullptr;
    auto *declare = context.make<DeclareStmt>(variable, assign->value);
    return mentions(assign->value, variable) ? nullptr : annotatedAs(use, declare);
  }
};

} // namespace

StmtList joinDeclarations(Context &context, StmtList body) { return DeclarationJoining(context).rewrite(body); }

} // namespace adjoint::transform
