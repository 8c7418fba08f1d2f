// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   double v[3]; g(v, &s);
// becomes
//   double *v = new double[3]; g(v, s_at);
//
// in a function whose sweeps are two functions: storage that pointers may lead to must stand
// where it stood when the second one comes back to it. What a loop's trip count is read from
// is kept in a variable, for stores through pointers might now meet it:
//
//   for (int i = 0; i < s.n; ++i)
// becomes
//   int bound = s_at->n; for (int i = 0; i < bound; ++i)

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Writes.h"
#include "IR/Values.h"
#include "Transform/Function/SinkStorage.h"
#include "Transform/Function/SplitForm.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class StorageMoving : public Rewriter {
public:
  StorageMoving(Context &context, const Function &function) : Rewriter(context), writes(function.body) {
    findWholes(function.body);
    findPointed(function.body);
    findLent(function.body);
    forEachStmt(function.body, [&](const Stmt *stmt) { consider(declaredBy(stmt)); });
  }

protected:
  using Rewriter::replace;

  const Place *replace(const Place *place) override {
    if (const auto *element = dyn_cast<IndexPlace>(place))
      if (const Variable *pointer = movedArray(element->array))
        return context.deref(context.binary(BinaryOp::Add, context.load(pointer), rewrite(element->index)));
    const Variable *variable = wholeVariable(place);
    auto found = moved.find(variable);
    if (!variable || found == moved.end() || movedArray(place))
      return nullptr;
    return context.deref(context.load(found->second));
  }

  const Expr *replace(const Expr *expr) override {
    auto known = kept.find(expr);
    if (known != kept.end())
      return known->second;
    const auto *address = dyn_cast<AddressExpr>(expr);
    const auto *element = address ? dyn_cast<IndexPlace>(address->place) : nullptr;
    const Variable *pointer = element ? movedArray(element->array) : nullptr;
    if (!pointer)
      return nullptr;
    const Expr *start = context.load(pointer);
    const Expr *moved = isInteger(element->index, 0) ? start : context.binary(BinaryOp::Add, start, rewrite(element->index));
    const bool isTable = moved->type != expr->type; // its elements are const, those of its memory are not
    return isTable ? context.cast(CastExpr::Form::Implicit, moved, expr->type) : moved;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return keepTripCount(loop, out);
    const Variable *variable = declaredBy(stmt);
    auto found = moved.find(variable);
    if (!variable || found == moved.end())
      return false;
    const Type *type = context.withoutConst(variable->type);
    const bool isArray = type->isArray(), isWhole = wholes.count(variable);
    const Expr *count = isArray ? context.intLiteral(isWhole ? 1 : type->count) : nullptr;
    const Place *pointer = context.make<VarPlace>(found->second);
    out.push_back(annotatedAs(
        stmt, context.make<AllocateStmt>(pointer, true, isArray && !isWhole ? type->element : type, count,
                                         isArray ? AllocationForm::NewArray : AllocationForm::New, true)));
    initialise(stmt, out);
    return true;
  }

private:
  void consider(const Variable *variable) {
    if (!variable || variable->storage != Storage::Local || variable->type->isReference() || isOpaque(variable->type))
      return;
    const Type *type = variable->type;
    const Type *element = type;
    while (element->isArray())
      element = element->element;
    bool isTable = type->isArray() && element->isConst;
    bool leadsToFloating = type->isRecord() && pointsToFloating(type);
    const bool isLedTo = writes.isExposed(variable) && (type->isRecord() || !lentAlone(variable));
    if ((isTable && !pointed.count(variable)) || !(type->isArray() || isLedTo || leadsToFloating))
      return;
    const Type *held = context.withoutConst(type);
    const bool isElements = type->isArray() && !wholes.count(variable);
    auto *pointer =
        context.make<Variable>(variable->name, context.pointerTo(isElements ? held->element : held), Storage::Local);
    pointer->isTemporary = variable->isTemporary;
    pointer->isMovedLocal = !isElements;
    pointer->isOfIteration = variable->isOfIteration;
    moved[variable] = pointer;
  }

  bool keepTripCount(const LoopStmt *loop, StmtList &out) {
    std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    if (!counted)
      return false;
    keep(counted->first, "start", out);
    keep(counted->bound, "bound", out);
    out.push_back(rebuild(loop));
    kept.erase(counted->first);
    kept.erase(counted->bound);
    return true;
  }

  void keep(const Expr *value, const char *name, StmtList &out) {
    bool isMoved = false;
    forEachLoad(value, [&](const LoadExpr *load) { isMoved = isMoved || moved.count(rootVariable(load->place)); });
    if (!isMoved)
      return;
    auto *steady = context.make<Variable>(name, value->type, Storage::Local);
    steady->isTemporary = true;
    out.push_back(context.make<DeclareStmt>(steady, rewrite(value)));
    kept[value] = context.load(context.make<VarPlace>(steady));
  }

  const Variable *movedArray(const Place *array) const {
    const Variable *variable = wholeVariable(array);
    auto found = moved.find(variable);
    bool isElements = variable && variable->type->isArray() && !wholes.count(variable);
    return isElements && found != moved.end() ? found->second : nullptr;
  }

  /// Arrays to which pointers lead as to one object, as a closure's do.
  void findWholes(const StmtList &body) {
    auto look = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        const auto *address = dyn_cast<AddressExpr>(e);
        const Variable *variable = address ? wholeVariable(address->place) : nullptr;
        if (variable && variable->type->isArray())
          wholes.insert(variable);
      });
    };
    forEachStmt(body, [&](const Stmt *stmt) {
      forEachOperand(stmt, look, [&](const Place *place) { forEachExpr(place, look); });
    });
  }

  /// What pointers that are kept may lead to: where another array may stand in its place, a table has an adjoint as that has one.
  void findPointed(const StmtList &body) {
    auto note = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        if (const auto *address = dyn_cast<AddressExpr>(e))
          pointed.insert(rootVariable(address->place));
      });
    };
    auto noteChoices = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        if (llvm::isa<SelectExpr>(e) && holdsPointer(e->type))
          note(e);
      });
    };
    forEachStmt(body, [&](const Stmt *stmt) {
      forEachOperand(stmt, noteChoices, [](const Place *) {});
      const auto *declare = dyn_cast<DeclareStmt>(stmt);
      const auto *assign = dyn_cast<AssignStmt>(stmt);
      const auto *call = dyn_cast<CallStmt>(stmt);
      if (declare && declare->init && holdsPointer(declare->variable->type))
        note(declare->init);
      if (assign && holdsPointer(assign->place->type))
        note(assign->value);
      if (call && call->result && holdsPointer(call->result->type))
        llvm::for_each(call->args, note);
    });
  }

  /// How often a variable's address is taken, and how often for a call only, whose callee keeps it nowhere.
  void findLent(const StmtList &body) {
    auto count = [](std::map<const Variable *, int> &counts) {
      return [&counts](const Expr *expr) {
        if (const auto *address = dyn_cast<AddressExpr>(expr))
          ++counts[rootVariable(address->place)];
      };
    };
    auto all = [&](const Expr *expr) { forEachExpr(expr, count(addresses)); };
    forEachStmt(body, [&](const Stmt *stmt) {
      forEachOperand(stmt, all, [&](const Place *place) { forEachExpr(place, all); });
      const auto *call = dyn_cast<CallStmt>(stmt);
      if (call && call->callee->storesNoPointers && !call->callee->hasBody)
        llvm::for_each(call->args, count(lent));
    });
  }

  bool lentAlone(const Variable *variable) const {
    auto all = addresses.find(variable), some = lent.find(variable);
    return all != addresses.end() && some != lent.end() && all->second == some->second;
  }

  /// What the declaration gave the variable, stored where it is now.
  void initialise(const Stmt *stmt, StmtList &out) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt)) {
      bool isZero = !declare->init || (llvm::isa<InitListExpr>(declare->init) &&
                                       llvm::cast<InitListExpr>(declare->init)->elements.empty());
      if (!isZero)
        store(context.make<VarPlace>(declare->variable), declare->init, out);
      return;
    }
    auto *value = context.make<Variable>(declaredBy(stmt)->name + "_value",
                                         context.withoutConst(declaredBy(stmt)->type), Storage::Local);
    value->isTemporary = true;
    const Place *fresh = context.make<VarPlace>(value);
    const Stmt *producer = nullptr;
    if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      std::vector<const Expr *> args;
      for (const Expr *arg : call->args)
        args.push_back(rewrite(arg));
      producer = context.make<CallStmt>(fresh, true, call->callee, args);
    } else {
      const auto *a = llvm::cast<AllocateStmt>(stmt);
      producer = context.make<AllocateStmt>(fresh, true, a->element, rewrite(a->count), a->form, a->zeroed);
    }
    out.push_back(producer);
    out.push_back(context.make<AssignStmt>(rewrite(context.make<VarPlace>(declaredBy(stmt))), context.load(value)));
  }

  void store(const Place *place, const Expr *init, StmtList &out) {
    const auto *list = dyn_cast<InitListExpr>(init);
    if (!list) {
      out.push_back(context.make<AssignStmt>(rewrite(place), rewrite(init)));
      return;
    }
    for (size_t i = 0; i < list->elements.size(); ++i) {
      const Place *part = place->type->isArray()    ? context.index(place, context.intLiteral(i))
                          : place->type->isRecord() ? context.field(place, i)
                                                    : place;
      store(part, list->elements[i], out);
    }
  }

  analysis::Writes writes;
  std::set<const Variable *> wholes, pointed;
  std::map<const Variable *, int> addresses, lent;
  std::map<const Variable *, const Variable *> moved;
  std::map<const Expr *, const Expr *> kept;
};

} // namespace

StmtList splitForm(Context &context, const Function &normal, const StmtList &body) {
  return StorageMoving(context, normal).rewrite(sinkStorage(context, body));
}

} // namespace adjoint::transform
