// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/ReuseValues.h"

#include "Analysis/Memory/Writes.h"
#include "Transform/Cleanup/Footprints.h"

#include <algorithm>
#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using analysis::Alias;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// A call of a function of numbers, of which there are no two results for the same numbers.
const IntrinsicExpr *functionIn(const Expr *expr) {
  const auto *call = expr ? dyn_cast<IntrinsicExpr>(expr) : nullptr;
  const bool isOfNumbers = call && call->type->isFloating() && !call->args.empty() &&
                           llvm::all_of(call->args, [](const Expr *arg) { return arg->type->isFloating(); });
  return isOfNumbers ? call : nullptr;
}

bool isSameCall(const IntrinsicExpr *a, const IntrinsicExpr *b) {
  if (a->name != b->name || a->type != b->type || a->args.size() != b->args.size())
    return false;
  for (size_t i = 0; i < a->args.size(); ++i)
    if (!same(a->args[i], b->args[i]))
      return false;
  return true;
}

/// What variables are made of that have one value in all of the code.
class OneValues {
public:
  OneValues(const StmtList &forward, const StmtList &body) {
    const analysis::Writes first(forward), second(body);
    for (const StmtList *list : {&forward, &body})
      forEachStmt(*list, [&](const Stmt *stmt) { note(stmt); });
    for (auto it = made.begin(); it != made.end();) {
      bool isFixed = !first.isExposed(it->first) && !second.isExposed(it->first) && !others.count(it->first);
      forEachLoad(it->second, [&](const LoadExpr *load) {
        const Variable *part = wholeVariable(load->place);
        isFixed &= part && !part->isGlobal() && !first.isExposed(part) && !second.isExposed(part) && !others.count(part);
      });
      it = isFixed ? std::next(it) : made.erase(it);
    }
  }
  const IntrinsicExpr *of(const Variable *variable) const {
    const auto found = made.find(variable);
    return found == made.end() ? nullptr : found->second;
  }

private:
  /// Whatever else gives a variable a value is one too many.
  void note(const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *pop = dyn_cast<PopStmt>(stmt);
    const IntrinsicExpr *call = declare ? functionIn(declare->init) : nullptr;
    if (declare) {
      const auto [known, isNew] = inits.insert({declare->variable, declare->init});
      const bool isOther = !isNew && !(known->second && declare->init && same(known->second, declare->init));
      if (isOther)
        others.insert(declare->variable);
      if (call)
        made[declare->variable] = call;
      return;
    }
    if (!(pop && pop->declares))
      forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { others.insert(rootVariable(place)); });
  }

  std::map<const Variable *, const Expr *> inits;
  std::map<const Variable *, const IntrinsicExpr *> made;
  std::set<const Variable *> others;
};

class Reusing : public Rewriter {
  /// A variable, and what it was made of.
  struct Held {
    const Variable *variable;
    const IntrinsicExpr *value;
    analysis::Set reads; ///< by the value, and the variable
    bool isForever;      ///< neither changes
  };

public:
  Reusing(Context &context, const Alias &alias, const OneValues &values) : Rewriter(context), footprints(alias), values(values) {}

  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override {
    const std::vector<Held> around = held;
    StmtList out;
    for (const Stmt *stmt : list) {
      if (isa<LoopStmt>(stmt))
        drop(stmt);
      Rewriter::rewrite(stmt, out);
      drop(stmt);
      hold(stmt);
    }
    held = around;
    return out;
  }

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    const IntrinsicExpr *call = held.empty() ? nullptr : functionIn(expr);
    for (const Held &one : held)
      if (call && isSameCall(call, one.value))
        return context.load(one.variable);
    return nullptr;
  }

private:
  void hold(const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *pop = dyn_cast<PopStmt>(stmt);
    const IntrinsicExpr *value = declare ? functionIn(declare->init) : pop && pop->declares ? values.of(wholeVariable(pop->place)) : nullptr;
    if (!value)
      return;
    const Variable *variable = declaredBy(stmt);
    Footprint footprint = footprints.of(value);
    footprint.add(footprints.of(context.load(variable)));
    if (footprint.isKnown && !variable->type->isReference())
      held.push_back({variable, value, footprint.reads, values.of(variable) != nullptr});
  }

  /// What the statement changes is not held any more.
  void drop(const Stmt *stmt) {
    if (llvm::all_of(held, [](const Held &one) { return one.isForever; }))
      return;
    const Footprint own = footprints.of(stmt);
    const analysis::Set written = footprints.writtenBy(own);
    auto isChanged = [&](const Held &one) { return !one.isForever && (!own.isKnown || analysis::intersects(written, one.reads)); };
    held.erase(std::remove_if(held.begin(), held.end(), isChanged), held.end());
  }

  const Footprints footprints;
  const OneValues &values;
  std::vector<Held> held;
};

} // namespace

StmtList reuseValues(Context &context, const StmtList &body, const Alias &alias, const StmtList &forward) {
  const OneValues values(forward, body);
  return Reusing(context, alias, values).rewrite(body);
}

} // namespace adjoint::transform
