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

#include "Analysis/Memory/Writes.h"
#include "IR/Mentions.h"
#include "Transform/NormalForm/NormalForm.h"

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
    List list(Rewriter::rewrite(original));
    for (size_t i = 0; i < list.stmts.size(); ++i)
      while (list.stmts[i] && join(list, i)) {
      }
    StmtList out = std::move(list.stmts);
    out.erase(std::remove(out.begin(), out.end(), nullptr), out.end());
    return out;
  }

private:
  /// Has it no value, or one that any other may stand for? What a static variable begins with, it has in one call only.
  static bool isReplaceable(const DeclareStmt *declare) {
    bool isNew = declare->variable->storage == Storage::Local;
    return !declare->init || (isNew && isa<LiteralExpr>(declare->init));
  }

  struct List {
    explicit List(StmtList list) : stmts(std::move(list)), mentions(stmts) {
      for (size_t i = 0; i < stmts.size(); ++i)
        if (isa<LabelStmt>(stmts[i]))
          labels.push_back(i);
    }
    size_t nextLabel(size_t from) const {
      auto found = std::lower_bound(labels.begin(), labels.end(), from);
      return found == labels.end() ? stmts.size() : *found;
    }
    StmtList stmts; ///< null: joined with another one
    const Mentions mentions;
    std::vector<size_t> labels;
    std::map<const Variable *, size_t> allocations; ///< so far, that declare the variable
  };

  /// Joins the statement at `i` with one that stands elsewhere.
  bool join(List &list, size_t i) {
    const Stmt *&stmt = list.stmts[i];
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt); allocation && allocation->declares)
      list.allocations.insert({wholeVariable(allocation->place), i});
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (!declare)
      return false;
    if (joinWithAllocation(declare, list)) {
      stmt = nullptr;
      return true;
    }
    auto next = std::find_if(list.stmts.begin() + i + 1, list.stmts.end(), [](const Stmt *s) { return s; });
    if (const DeclareStmt *moved = next != list.stmts.end() ? movedOn(declare, *next) : nullptr) {
      stmt = moved;
      *next = nullptr;
      return true;
    }
    if (!isReplaceable(declare) || !joinWithFirstUse(declare, list, i + 1))
      return false;
    stmt = nullptr;
    return true;
  }

  bool joinWithFirstUse(const DeclareStmt *declare, List &list, size_t from) {
    const size_t use = list.mentions.next(declare->variable, from);
    DeclareStmt *joined =
        use < list.nextLabel(from) ? initialising(list.stmts[use], declare->variable) : nullptr;
    if (!joined)
      return false;
    list.stmts[use] = joined;
    if (joined->comment.empty())
      joined->comment = declare->comment;
    return true;
  }

  /// Lets the allocation whose only use is the declaration declare the variable itself.
  bool joinWithAllocation(const DeclareStmt *declare, List &list) {
    const auto *load = declare->init ? dyn_cast<LoadExpr>(declare->init) : nullptr;
    const Variable *fresh = load ? wholeVariable(load->place) : nullptr;
    const Variable *variable = declare->variable;
    auto made = fresh ? list.allocations.find(fresh) : list.allocations.end();
    if (made == list.allocations.end() || loads[fresh] != 1 || writes.isExposed(fresh) || writes.isExposed(variable) ||
        writes.count(variable) != 1 || context.withoutConst(fresh->type) != context.withoutConst(variable->type))
      return false;
    const size_t at = made->second;
    const auto *a = llvm::cast<AllocateStmt>(list.stmts[at]);
    AllocateStmt *joined = context.rebuilt(a, context.make<VarPlace>(variable), true, a->count);
    list.stmts[at] = joined;
    if (joined->comment.empty())
      joined->comment = declare->comment;
    list.allocations.insert({variable, at});
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
    return context.rebuilt(declare, context.binary(sum->op, declare->init, sum->right));
  }

  DeclareStmt *initialising(const Stmt *use, const Variable *variable) {
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
