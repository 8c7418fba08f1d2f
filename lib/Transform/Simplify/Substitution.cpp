// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Simplify/Substitution.h"

#include "IR/Values.h"

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

} // namespace

// ------------------------------------------------------------------ uses

UsesInOrder::UsesInOrder(const StmtList &body) { visit(body, 0); }

UsesInOrder::Found &UsesInOrder::use(const Stmt *stmt, const Variable *variable, unsigned depth) {
  Found &own = found[variable];
  own.last = stmt;
  own.depth = std::max(own.depth, depth);
  return own;
}

void UsesInOrder::visit(const StmtList &list, unsigned depth) {
  for (const Stmt *stmt : list) {
    forEachOperand(stmt, [&](const Expr *e) { visit(stmt, e, depth); }, [&](const Place *place) {
      note(stmt, place, depth);
      forEachExpr(place, [&](const Expr *e) { note(stmt, e, depth); });
    });
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop && loop->condition) // which is evaluated more than once
      visit(stmt, loop->condition, depth + 1);
    forEachList(stmt, [&](const StmtList &nested) { visit(nested, depth + (loop ? 1 : 0)); });
  }
}

void UsesInOrder::visit(const Stmt *stmt, const Expr *expr, unsigned depth) {
  forEachExpr(expr, [&](const Expr *e) { note(stmt, e, depth); });
}

void UsesInOrder::note(const Stmt *stmt, const Expr *node, unsigned depth) {
  if (const auto *load = dyn_cast<LoadExpr>(node)) {
    if (const Variable *variable = wholeVariable(load->place))
      ++use(stmt, variable, depth).uses.loads;
    else
      note(stmt, load->place, depth);
  } else if (const auto *address = dyn_cast<AddressExpr>(node)) {
    note(stmt, address->place, depth);
  }
}

/// The place itself, not the expressions in its path.
void UsesInOrder::note(const Stmt *stmt, const Place *place, unsigned depth) {
  if (const auto *element = dyn_cast<IndexPlace>(place))
    return note(stmt, element->array, depth);
  if (const auto *field = dyn_cast<FieldPlace>(place))
    return note(stmt, field->object, depth);
  if (const auto *deref = dyn_cast<DerefPlace>(place)) { // whose pointer is loaded besides
    if (const Variable *pointer = loaded(deref->pointer))
      ++found[pointer].uses.dereferences;
    if (const Variable *pointer = movedPointer(deref->pointer))
      ++found[pointer].uses.indexings;
    const auto *sum = dyn_cast<BinaryExpr>(deref->pointer);
    if (const Variable *index = sum ? loaded(withoutCasts(sum->right)) : nullptr)
      ++found[index].uses.indices;
  } else if (const Variable *variable = wholeVariable(place)) {
    ++use(stmt, variable, depth).uses.parts;
  }
}

VariableUses UsesInOrder::of(const Variable *variable, unsigned depth) const {
  auto own = found.find(variable);
  if (own == found.end())
    return {};
  VariableUses uses = own->second.uses;
  uses.isInLoop = own->second.depth > depth;
  return uses;
}

const Stmt *UsesInOrder::last(const Variable *variable, StmtList::const_iterator first, StmtList::const_iterator last,
                              const analysis::Positions &positions) const {
  auto own = found.find(variable);
  if (own == found.end() || !own->second.last)
    return nullptr;
  const unsigned number = positions.numberOf(own->second.last);
  auto behind = std::partition_point(first, last, [&](const Stmt *stmt) { return positions.numberOf(stmt) <= number; });
  return behind == first ? nullptr : *(behind - 1);
}

// ---------------------------------------------------------- substitution

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
    if (!out.empty() && out.back()->comment.empty() && !comment.empty())
      out.back() = context.withComment(out.back(), comment);
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
  out.push_back(context.rebuilt(loop, init, condition, step, body));
  return true;
}

const Expr *withoutAddedConst(Context &context, const Expr *pointer) {
  while (const auto *conversion = dyn_cast<CastExpr>(pointer)) {
    const Type *from = conversion->operand->type;
    bool addsConst = from->isPointer() && conversion->type->isPointer() &&
                     context.withoutConst(from->element) == context.withoutConst(conversion->type->element);
    if (!addsConst || conversion->form != CastExpr::Form::Implicit)
      break;
    pointer = conversion->operand;
  }
  return pointer;
}

bool Substitution::tryReplace(const DeclareStmt *declaration, StmtList::const_iterator first,
                              StmtList::const_iterator last) {
  const Variable *variable = declaration->variable;
  bool isSetOnce = declaration->init && declaration->init->type->isScalar() &&
                   !isa<InitListExpr>(declaration->init) && variable->storage == Storage::Local &&
                   whole.count(variable) == 1 && !whole.isExposed(variable);
  if (!isSetOnce)
    return false;
  const VariableUses own = uses.of(variable, positions.loopsAround(declaration).size());
  if (own.parts != 0)
    return false;
  if (own.loads == 0) // of what inlining brought in, nothing stays that nobody asks for
    return variable->isTemporary;
  if (!isCandidate(declaration, own))
    return false;
  const Stmt *lastUse = uses.last(variable, first, last, positions);
  if (!lastUse)
    return false;
  // What the last statement writes by itself, it writes after it has read.
  bool endsInWrite = isa<AssignStmt>(lastUse) || isa<DeclareStmt>(lastUse);
  const unsigned end = positions.of(lastUse).last;
  const Expr *value = rewrite(declaration->init);
  if (own.isOnlyFollowed())
    value = withoutAddedConst(context, value);
  if (writes.mayChange(value, {positions.numberOf(declaration) + 1, endsInWrite ? end - 1 : end}))
    return false;
  values[variable] = value;
  return true;
}

namespace {
/// `pointer + index`, and `block + (index + 1)` where the pointer is `block + 1`.
const Expr *moved(Context &context, BinaryOp op, const Expr *pointer, const Expr *index) {
  const auto *sum = dyn_cast<BinaryExpr>(pointer);
  const std::optional<long long> offset = sum && sum->op == BinaryOp::Add && op == BinaryOp::Add ? integerValue(sum->right) : std::nullopt;
  const std::optional<long long> number = integerValue(index);
  if (!offset || !holds(index->type, *offset) || !index->type->is(TypeKind::Integer) || !index->type->isSigned)
    return context.binary(op, pointer, index);
  return context.binary(op, sum->left,
                        number ? context.literal(*number + *offset, index->type)
                               : context.binary(op, index, context.literal(*offset, index->type)));
}
} // namespace

const Place *Substitution::replace(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const Expr *followed = deref ? withoutAddedConst(context, deref->pointer) : nullptr;
  const auto *sum = deref ? dyn_cast<BinaryExpr>(followed) : nullptr;
  const Variable *variable = deref ? loaded(sum ? sum->left : followed) : nullptr;
  auto found = values.find(variable);
  if (!variable || found == values.end())
    return nullptr;
  // A reference or a pointer to const may lead to what is not: what stands in its place is not const.
  const Expr *pointer = withoutAddedConst(context, found->second);
  return context.deref(sum ? moved(context, sum->op, pointer, rewrite(sum->right)) : pointer);
}

namespace {
/// Of a numeral that is small enough for all that is done with two of them.
std::optional<long long> smallNumber(const Expr *expr) {
  const std::optional<long long> value = isNumeral(expr) ? integerValue(expr) : std::nullopt;
  return value && *value > -(1 << 15) && *value < 1 << 15 ? value : std::nullopt;
}

/// None for what is not computed here.
std::optional<long long> computed(BinaryOp op, long long l, long long r) {
  switch (op) {
  case BinaryOp::Add:
    return l + r;
  case BinaryOp::Sub:
    return l - r;
  case BinaryOp::Mul:
    return l * r;
  case BinaryOp::BitAnd:
    return l & r;
  case BinaryOp::BitOr:
    return l | r;
  case BinaryOp::BitXor:
    return l ^ r;
  default:
    return std::nullopt;
  }
}

/// l op r of integers, where a number is known now that was a variable: 0 + 2 * 3 is 6, i * 1 is i.
const Expr *folded(Context &context, const BinaryExpr *binary, const Expr *left, const Expr *right) {
  const std::optional<long long> l = smallNumber(left), r = smallNumber(right);
  const bool isSum = binary->op == BinaryOp::Add, isProduct = binary->op == BinaryOp::Mul;
  const std::optional<long long> value = l && r ? computed(binary->op, *l, *r) : std::nullopt;
  if (value && holds(binary->type, *value))
    return context.literal(*value, binary->type);
  if ((isSum && l == 0) || (isProduct && l == 1))
    return right;
  if (((isSum || binary->op == BinaryOp::Sub) && r == 0) || (isProduct && r == 1))
    return left;
  if (isProduct && (l == 0 || r == 0))
    return context.literal(0, binary->type);
  return context.binary(binary->op, left, right);
}
} // namespace

const Expr *Substitution::replace(const Expr *expr) {
  if (const auto *binary = dyn_cast<BinaryExpr>(expr); binary && binary->type->is(TypeKind::Integer)) {
    const Expr *left = rewrite(binary->left), *right = rewrite(binary->right);
    const bool isSame = left == binary->left && right == binary->right;
    return isSame ? expr : folded(context, binary, left, right);
  }
  if (const auto *conversion = dyn_cast<CastExpr>(expr); conversion && conversion->type->isScalar() && !conversion->type->isPointer()) {
    const Expr *operand = rewrite(conversion->operand);
    if (operand == conversion->operand)
      return expr;
    const std::optional<long long> value = smallNumber(operand);
    const bool isNumber = conversion->type->is(TypeKind::Integer) || conversion->type->isFloating();
    return value && isNumber && operand->type->is(TypeKind::Integer) && holds(operand->type, *value)
               ? context.literal(*value, conversion->type)
               : context.cast(conversion->form, operand, conversion->type);
  }
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
