// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   void f(const Series &x) {                       void f(const Series &x) {
//     for (...) s += x.elements[i];          ->       const double *const x_elements = x.elements;
//   }                                                 for (...) s += x_elements[i];
//                                                   }
//
// where the function does not change the pointer: what is told apart by the variable that it begins with is told apart
// for the elements of containers, too. Objects that parameters are or refer to; pointers that a loop uses.

#include "Analysis/Memory/Writes.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// "x_a_b", for `x.a.b`.
std::string nameOf(const Variable *object, const Place *place) {
  const auto *field = dyn_cast<FieldPlace>(place);
  return field ? nameOf(object, field->object) + "_" + field->field->name : object->name;
}

class PointerNaming : public Rewriter {
public:
  PointerNaming(Context &context, const StmtList &body) : Rewriter(context), writes(body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt))
        forEachStmt(loop->body, [&](const Stmt *inner) { collect(inner); });
    });
  }

  StmtList run(const StmtList &body) {
    StmtList named, rest = pointers.empty() ? body : rewrite(body);
    for (const auto &[first, variable] : pointers)
      named.push_back(context.make<DeclareStmt>(variable, first));
    named.insert(named.end(), rest.begin(), rest.end());
    return named;
  }

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    for (const auto &[first, variable] : pointers)
      if (load && same(load, first))
        return context.load(variable);
    return nullptr;
  }

private:
  void collect(const Stmt *stmt) {
    auto look = [&](const LoadExpr *load) { consider(load); };
    forEachOperand(stmt, [&](const Expr *e) { forEachLoad(e, look); }, [&](const Place *p) { forEachLoad(p, look); });
  }

  void consider(const LoadExpr *load) {
    const Variable *object = load->type->isPointer() && isa<FieldPlace>(load->place) ? objectOfParameter(load->place) : nullptr;
    if (!object || writes.mayChange(load))
      return;
    for (const auto &[first, variable] : pointers)
      if (same(load, first))
        return;
    auto *variable = context.make<Variable>(nameOf(object, load->place), context.withConst(load->type), Storage::Local);
    pointers.push_back({load, variable});
  }

  const analysis::Changes writes;
  std::vector<std::pair<const LoadExpr *, const Variable *>> pointers;
};

} // namespace

StmtList namePointers(Context &context, StmtList body) { return PointerNaming(context, body).run(body); }

} // namespace adjoint::transform
