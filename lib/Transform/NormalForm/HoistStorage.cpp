// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (...) { double v[3] = {a}; g(v); }
// becomes
//   double v[3] = {};
//   for (...) { v[0] = a; v[1] = 0.0; v[2] = 0.0; g(v); }
//
// Storage that pointers may lead to has one address in both sweeps, and what is in it is
// restored like any other memory. Tables of constants stay tables, and move in front. A stream in which a branch makes
// the text of its exception stays in the branch.

#include "Analysis/Memory/Writes.h"
#include "IR/Callees.h"
#include "Transform/NormalForm/NormalForm.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class StorageHoisting : public Rewriter {
public:
  StorageHoisting(Context &context, const StmtList &body) : Rewriter(context), writes(body) {
    for (const Stmt *s : body)
      if (const Variable *variable = declaredBy(s))
        outermost.insert(variable);
    forEachStmt(body, [&](const Stmt *s) {
      noteIterations(s);
      forEachList(s, [&](const StmtList &list) { noteLastUses(list); });
    });
    noteLoops(body, 0);
    forEachStmt(body, [&](const Stmt *s) { consider(s); });
  }

  StmtList run(const StmtList &body) {
    StmtList inner = rewrite(body), out = tables;
    for (const Variable *variable : order)
      out.push_back(context.make<DeclareStmt>(variable, context.zero(variable->type)));
    out.insert(out.end(), inner.begin(), inner.end());
    return out;
  }

protected:
  using Rewriter::replace;

  const Variable *replace(const Variable *variable) override {
    auto found = hoisted.find(variable);
    return found == hoisted.end() ? variable : found->second;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    const Variable *old = declaredBy(stmt);
    if (old && llvm::is_contained(tables, stmt))
      return true;
    if (!old || !hoisted.count(old))
      return false;
    const Place *place = context.place(hoisted[old]);
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
      if (declare->init)
        initialise(place, rewrite(declare->init), out);
      if (!out.empty() && declare->init)
        out.back() = context.withComment(out.back(), stmt->comment);
      return true;
    }
    return assignResult(stmt, place, out);
  }

private:
  void noteIterations(const Stmt *stmt) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop && loop->parallel)
      forEachStmt(loop->body, [&](const Stmt *inner) { ofIteration.insert(declaredBy(inner)); });
  }

  void noteLoops(const StmtList &list, unsigned around) {
    for (const Stmt *stmt : list) {
      loopsAround[declaredBy(stmt)] = around;
      const auto *loop = dyn_cast<LoopStmt>(stmt);
      forEachList(stmt, [&](const StmtList &inner) { noteLoops(inner, around + (loop && &inner == &loop->body)); });
    }
  }

  /// The text of an exception that ends the run: no reverse sweep follows.
  void noteLastUses(const StmtList &list) {
    if (!endsRun(list))
      return;
    for (const Stmt *stmt : list)
      if (const Variable *variable = declaredBy(stmt); variable && isOpaque(variable->type))
        ofLastRun.insert(variable);
  }

  void consider(const Stmt *stmt) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || ofLastRun.count(variable) || variable->storage != Storage::Local)
      return;
    const bool isMadeOfVariables = isTable(stmt) && !isLiteralTable(stmt) && writes.isExposed(variable);
    if (outermost.count(variable) && !isMadeOfVariables)
      return;
    if (isLiteralTable(stmt))
      return tables.push_back(stmt);
    const Type *type = variable->type;
    bool leadsToFloating = type->isRecord() && pointsToFloating(type);
    const bool hasNoDefault = isOpaque(type) && emptyBraces(type) == EmptyBraces::Nothing;
    if (hasNoDefault || type->isReference() || !(type->isArray() || writes.isExposed(variable) || leadsToFloating))
      return;
    auto *copy = context.make<Variable>(variable->name, context.withoutConst(type), Storage::Local);
    copy->isTemporary = variable->isTemporary;
    copy->isOfIteration = ofIteration.count(variable) != 0;
    copy->unsetInLoops = loopsAround[variable];
    hoisted[variable] = copy;
    order.push_back(copy);
  }

  /// The call or allocation declares a new variable, which is then stored.
  bool assignResult(const Stmt *stmt, const Place *place, StmtList &out) {
    if (isOpaque(place->type)) { // which may have no copies
      const auto *call = llvm::cast<CallStmt>(stmt);
      std::vector<const Expr *> args;
      for (const Expr *arg : call->args)
        args.push_back(rewrite(arg));
      out.push_back(context.rebuilt(call, place, false, call->callee, args));
      return true;
    }
    auto *value = context.make<Variable>(declaredBy(stmt)->name + "_value", context.withoutConst(place->type),
                                         Storage::Local);
    value->isTemporary = true;
    const Place *fresh = context.make<VarPlace>(value);
    if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      std::vector<const Expr *> args;
      for (const Expr *arg : call->args)
        args.push_back(rewrite(arg));
      out.push_back(context.rebuilt(call, fresh, true, call->callee, args));
    } else {
      const auto *a = llvm::cast<AllocateStmt>(stmt);
      out.push_back(context.rebuilt(a, fresh, true, rewrite(a->count)));
    }
    out.push_back(context.make<AssignStmt>(place, context.load(value)));
    return true;
  }

  /// Assignments that leave in `place` what the initialiser means.
  void initialise(const Place *place, const Expr *init, StmtList &out) {
    const auto *list = dyn_cast<InitListExpr>(init);
    if (!list) {
      out.push_back(context.make<AssignStmt>(place, init));
    } else if (place->type->isArray()) {
      initialiseArray(place, list, out);
    } else if (place->type->isRecord()) {
      for (const Field &field : place->type->record->fields)
        initialise(context.field(place, field.index), elementOr(list, field.index, field.type), out);
    } else {
      out.push_back(context.make<AssignStmt>(place, elementOr(list, 0, place->type)));
    }
  }

  const Expr *elementOr(const InitListExpr *list, size_t i, const Type *type) {
    return i < list->elements.size() ? list->elements[i] : context.zero(type);
  }

  void initialiseArray(const Place *array, const InitListExpr *list, StmtList &out) {
    size_t given = list->elements.size(), count = array->type->count;
    for (size_t i = 0; i < given; ++i)
      initialise(context.index(array, context.intLiteral(i)), list->elements[i], out);
    const size_t unrolled = 4;
    if (count - given <= unrolled) {
      for (size_t i = given; i < count; ++i)
        initialise(context.index(array, context.intLiteral(i)), context.zero(array->type->element), out);
      return;
    }
    auto *counter = context.make<Variable>("k", context.intType(), Storage::Local);
    counter->isTemporary = true;
    const Expr *k = context.load(counter);
    StmtList body;
    initialise(context.index(array, k), context.zero(array->type->element), body);
    const Stmt *next = context.make<AssignStmt>(context.place(counter),
                                                context.binary(BinaryOp::Add, k, context.intLiteral(1)));
    out.push_back(context.make<LoopStmt>(
        StmtList{context.make<DeclareStmt>(counter, context.intLiteral(given))},
        context.binary(BinaryOp::Less, k, context.intLiteral(count)), StmtList{next}, body, false));
  }

  analysis::Writes writes;
  std::set<const Variable *> outermost, ofIteration, ofLastRun;
  std::map<const Variable *, unsigned> loopsAround; ///< a declaration
  std::map<const Variable *, const Variable *> hoisted;
  std::vector<const Variable *> order;
  StmtList tables; ///< declarations that move in front
};

} // namespace

StmtList hoistStorage(Context &context, StmtList body) { return StorageHoisting(context, body).run(body); }

} // namespace adjoint::transform
