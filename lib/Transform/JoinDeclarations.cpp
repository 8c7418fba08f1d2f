// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double a; double b; a = e; b = g(a);
// becomes
//   double a = e; double b = g(a);
//
// where the first statement that mentions a variable is the one that sets it, whatever constant it had before; and
//   T *before = p; --before;
// becomes
//   T *before = p - 1;
//
// and
//   T *const fresh = new T[n];  T *q = fresh;
// becomes
//   T *q = new T[n];
//
// where nothing else mentions `fresh`, and `q` stays what it is.

#include "Analysis/Writes.h"
#include "Transform/NormalForm.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class DeclarationJoining : public Rewriter {
public:
  DeclarationJoining(Context &context, const StmtList &body) : Rewriter(context), writes(body) {
    auto count = [&](const LoadExpr *load) { ++loads[rootVariable(load->place)]; };
    forEachStmt(body, [&](const Stmt *stmt) {
      forEachOperand(stmt, [&](const Expr *e) { forEachLoad(e, count); }, [&](const Place *p) { forEachLoad(p, count); });
    });
  }

  StmtList rewrite(const StmtList &original) override {
    StmtList list = Rewriter::rewrite(original);
    for (size_t i = 0; i < list.size();) {
      const auto *declare = dyn_cast<DeclareStmt>(list[i]);
      if (declare && joinWithAllocation(declare, list, i)) {
        list.erase(list.begin() + i);
        continue;
      }
      if (const DeclareStmt *moved = declare && i + 1 < list.size() ? movedOn(declare, list[i + 1]) : nullptr) {
        list[i] = moved;
        list.erase(list.begin() + i + 1);
        continue;
      }
      if (!declare || !isReplaceable(declare) || !joinWithFirstUse(declare, list, i + 1)) {
        ++i;
        continue;
      }
      list.erase(list.begin() + i);
    }
    return list;
  }

private:
  /// Has it no value, or one that any other may stand for? What a static variable begins with, it has in one call only.
  static bool isReplaceable(const DeclareStmt *declare) {
    bool isNew = declare->variable->storage == Storage::Local;
    return !declare->init || (isNew && isa<LiteralExpr>(declare->init));
  }

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

  /// Lets the allocation whose only use is the declaration at `at` declare the variable itself.
  bool joinWithAllocation(const DeclareStmt *declare, StmtList &list, size_t at) {
    const auto *load = declare->init ? dyn_cast<LoadExpr>(declare->init) : nullptr;
    const Variable *fresh = load ? wholeVariable(load->place) : nullptr;
    const Variable *variable = declare->variable;
    if (!fresh || loads[fresh] != 1 || writes.isExposed(fresh) || writes.isExposed(variable) ||
        writes.count(variable) != 1 || context.withoutConst(fresh->type) != context.withoutConst(variable->type))
      return false;
    auto made = std::find_if(list.begin(), list.begin() + at, [&](const Stmt *stmt) {
      const auto *allocation = dyn_cast<AllocateStmt>(stmt);
      return allocation && allocation->declares && wholeVariable(allocation->place) == fresh;
    });
    if (made == list.begin() + at)
      return false;
    const auto *a = llvm::cast<AllocateStmt>(*made);
    auto *joined = context.make<AllocateStmt>(context.make<VarPlace>(variable), true, a->element, a->count, a->form, a->zeroed);
    *made = annotatedAs(a, joined);
    if (joined->comment.empty())
      joined->comment = declare->comment;
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

  const analysis::Writes writes;
  std::map<const Variable *, unsigned> loads;
};

} // namespace

StmtList joinDeclarations(Context &context, StmtList body) { return DeclarationJoining(context, body).rewrite(body); }

} // namespace adjoint::transform
