// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Substitution.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The whole variable that is loaded, null for anything else.
const Variable *loaded(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  return load ? wholeVariable(load->place) : nullptr;
}

/// The `p` of `p + i`.
const Variable *movedPointer(const Expr *pointer) {
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  return sum && sum->op == BinaryOp::Add && sum->left->type->isPointer() ? loaded(sum->left) : nullptr;
}

class UseCounter {
public:
  UseCounter(const Variable *variable) : variable(variable) {}

  VariableUses uses;
  unsigned mentions() const { return uses.loads + uses.parts; }

  void count(const Stmt *stmt, bool isInLoop) {
    auto inside = [&](const Expr *e) { note(e, isInLoop); };
    forEachOperand(stmt, inside, [&](const Place *place) {
      notePlace(place);
      forEachExpr(place, [&](const Expr *e) { noteNode(e); });
      mark(isInLoop);
    });
    bool below = isInLoop || isa<LoopStmt>(stmt);
    if (const auto *loop = dyn_cast<LoopStmt>(stmt); loop && loop->condition)
      note(loop->condition, true);
    forEachList(stmt, [&](const StmtList &list) {
      for (const Stmt *s : list)
        count(s, below);
    });
  }

private:
  void mark(bool isInLoop) {
    uses.isInLoop |= isInLoop && mentions() != seen;
    seen = mentions();
  }
  void note(const Expr *expr, bool isInLoop) {
    forEachExpr(expr, [&](const Expr *e) { noteNode(e); });
    mark(isInLoop);
  }
  void noteNode(const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e)) {
      if (wholeVariable(load->place) == variable)
        ++uses.loads;
      else
        notePlace(load->place);
    } else if (const auto *address = dyn_cast<AddressExpr>(e)) {
      notePlace(address->place);
    }
  }
  /// The place itself, not the expressions in its path.
  void notePlace(const Place *place) {
    if (const auto *element = dyn_cast<IndexPlace>(place))
      return notePlace(element->array);
    if (const auto *field = dyn_cast<FieldPlace>(place))
      return notePlace(field->object);
    if (const auto *deref = dyn_cast<DerefPlace>(place)) {
      uses.dereferences += loaded(deref->pointer) == variable;
      uses.indexings += movedPointer(deref->pointer) == variable;
    } else {
      uses.parts += wholeVariable(place) == variable;
    }
  }

  const Variable *variable;
  unsigned seen = 0;
};

} // namespace

StmtList Substitution::rewrite(const StmtList &list) {
  StmtList out;
  std::string comment; // of a declaration that is gone, for what follows it
  for (auto it = list.begin(); it != list.end(); ++it) {
    const auto *declaration = dyn_cast<DeclareStmt>(*it);
    if (declaration && tryReplace(declaration, it + 1, list.end())) {
      comment = declaration->comment.empty() ? comment : declaration->comment;
      continue;
    }
    rewrite(*it, out);
    if (!out.empty() && out.back()->comment.empty())
      const_cast<Stmt *>(out.back())->comment = comment;
    comment.clear();
  }
  return out;
}

/// What the init of a loop declares is visible in three more lists: it stays.
bool Substitution::replace(const Stmt *stmt, StmtList &out) {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  if (!loop)
    return false;
  StmtList init = Rewriter::rewrite(loop->init);
  const Expr *condition = rewrite(loop->condition);
  StmtList step = rewrite(loop->step), body = rewrite(loop->body);
  auto *made = context.make<LoopStmt>(init, condition, step, body, loop->testAtEnd);
  made->trips = loop->trips;
  out.push_back(annotatedAs(stmt, made));
  return true;
}

bool Substitution::tryReplace(const DeclareStmt *declaration, StmtList::const_iterator first,
                              StmtList::const_iterator last) {
  const Variable *variable = declaration->variable;
  bool isSetOnce = declaration->init && declaration->init->type->isScalar() &&
                   !isa<InitListExpr>(declaration->init) && variable->storage == Storage::Local &&
                   whole.count(variable) == 1 && !whole.isExposed(variable);
  if (!isSetOnce)
    return false;
  UseCounter counter(variable);
  auto lastUse = first;
  for (auto it = first; it != last; ++it) {
    unsigned before = counter.mentions();
    counter.count(*it, false);
    if (counter.mentions() != before)
      lastUse = it + 1;
  }
  if (counter.uses.parts != 0 || counter.uses.loads == 0 || !isCandidate(declaration, counter.uses))
    return false;
  // What the last statement writes by itself, it writes after it has read.
  bool endsInWrite = isa<AssignStmt>(*(lastUse - 1)) || isa<DeclareStmt>(*(lastUse - 1));
  analysis::Writes between(StmtList(first, endsInWrite ? lastUse - 1 : lastUse));
  const Expr *value = rewrite(declaration->init);
  if (between.mayChange(value))
    return false;
  values[variable] = value;
  return true;
}

const Place *Substitution::replace(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const Variable *variable = deref ? loaded(deref->pointer) : nullptr;
  auto found = values.find(variable);
  if (!variable || found == values.end())
    return nullptr;
  // A reference to const may be bound to what is not: what stands in its place is not const.
  const Expr *target = found->second;
  while (const auto *conversion = dyn_cast<CastExpr>(target)) {
    const Type *from = conversion->operand->type;
    bool addsConst = from->isPointer() && context.withoutConst(from->element) ==
                                              context.withoutConst(conversion->type->element);
    if (!addsConst || conversion->form != CastExpr::Form::Implicit)
      break;
    target = conversion->operand;
  }
  return context.deref(target);
}

const Expr *Substitution::replace(const Expr *expr) {
  if (const Variable *variable = loaded(expr)) {
    auto found = values.find(variable);
    return found == values.end() ? nullptr
                                 : context.cast(CastExpr::Form::Implicit, found->second, expr->type);
  }
  if (const auto *address = dyn_cast<AddressExpr>(expr)) {
    const Place *place = rewrite(address->place);
    if (place == address->place)
      return expr;
    return context.cast(CastExpr::Form::Implicit, context.addressOf(place), expr->type);
  }
  return nullptr;
}

} // namespace adjoint::transform
