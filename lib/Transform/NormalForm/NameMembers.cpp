// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   void f(const Grid &g) {                               void f(const Grid &g) {
//     for (int i = 0; i < g.n; ++i)                         const double *const g_elements = g.elements;
//       s += g.elements[i];                 ->              const int g_n = g.n;
//   }                                                       for (int i = 0; i < g_n; ++i)
//                                                             s += g_elements[i];
//                                                         }
//
// where the function does not change them: what is told apart by the variable that it begins with is told apart for the elements of
// containers, too, and what is known of an index, or of a bound, that is made of variables is known of members of a class. Objects that
// parameters are or refer to; what a loop uses. The size of a container says itself how many elements there are, and stays.

#include "Analysis/Memory/Writes.h"
#include "IR/ClassView.h"
#include "IR/Identifiers.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// "x_a_b", for `x.a_.b`.
std::string nameOf(const Variable *object, const Place *place) {
  const auto *field = dyn_cast<FieldPlace>(place);
  return field ? memberName(nameOf(object, field->object), field->field->name) : object->name;
}

/// Has every object of the class the member, of which it is no matter what else the object holds?
bool isOfEveryObject(const FieldPlace *member) {
  const Record *record = member->object->type->record;
  if (!record->view)
    return true;
  const FieldView &view = record->view->fields[member->field->index];
  const bool isMember = view.kind == FieldView::Kind::Member || view.kind == FieldView::Kind::Private;
  return isMember && view.where.empty() && view.part.empty() && !isExtent(*record, *member->field);
}

bool isNamed(const LoadExpr *load) {
  const auto *member = dyn_cast<FieldPlace>(load->place);
  return member && (load->type->isPointer() || (load->type->is(TypeKind::Integer) && isOfEveryObject(member)));
}

class MemberNaming : public Rewriter {
public:
  MemberNaming(Context &context, const StmtList &body) : Rewriter(context), writes(body) {
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *loop = dyn_cast<LoopStmt>(stmt))
        forEachStmt(loop, [&](const Stmt *inner) { collect(inner); });
    });
  }

  StmtList run(const StmtList &body) {
    StmtList named, rest = members.empty() ? body : rewrite(body);
    for (const auto &[first, variable] : members)
      named.push_back(context.make<DeclareStmt>(variable, first));
    named.insert(named.end(), rest.begin(), rest.end());
    return named;
  }

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const auto *load = dyn_cast<LoadExpr>(expr);
    for (const auto &[first, variable] : members)
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
    const Variable *object = isNamed(load) ? objectOfParameter(load->place) : nullptr;
    if (!object || writes.mayChange(load))
      return;
    for (const auto &[first, variable] : members)
      if (same(load, first))
        return;
    auto *variable = context.make<Variable>(nameOf(object, load->place), context.withConst(load->type), Storage::Local);
    members.push_back({load, variable});
  }

  const analysis::Changes writes;
  std::vector<std::pair<const LoadExpr *, const Variable *>> members;
};

} // namespace

StmtList nameMembers(Context &context, StmtList body) { return MemberNaming(context, body).run(body); }

} // namespace adjoint::transform
