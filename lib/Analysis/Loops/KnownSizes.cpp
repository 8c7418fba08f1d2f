// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/KnownSizes.h"

#include "IR/ClassView.h"
#include "IR/Context.h"
#include "IR/Values.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Expressions that are larger than this are not followed: sums of sums would grow without end.
constexpr unsigned largest = 12;

unsigned sizeOf(const Expr *expr) {
  unsigned size = 0;
  forEachExpr(expr, [&](const Expr *) { ++size; });
  return size;
}

/// Does the type hold all numbers of the other?
bool holdsAll(const Type *type, const Type *other) {
  return type->is(TypeKind::Integer) && other->is(TypeKind::Integer) &&
         (type->isSigned == other->isSigned ? type->bits >= other->bits : type->isSigned && type->bits > other->bits);
}

/// What is converted to a type that holds it, on its way to another.
const Expr *withoutDetour(const Expr *operand) {
  const auto *conversion = dyn_cast<CastExpr>(operand);
  return conversion && holdsAll(conversion->type, conversion->operand->type) ? withoutDetour(conversion->operand) : operand;
}

/// The n of `(p + n) - p`.
const Expr *distanceIn(const BinaryExpr *difference) {
  const auto *end = difference->op == BinaryOp::Sub ? dyn_cast<BinaryExpr>(difference->left) : nullptr;
  return end && end->type->isPointer() && end->op == BinaryOp::Add && same(end->left, difference->right) ? end->right : nullptr;
}

std::pair<const Variable *, const Expr *> written(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return {declare->variable, declare->init};
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return {assign ? wholeVariable(assign->place) : nullptr, assign ? assign->value : nullptr};
}

} // namespace

KnownSizes::KnownSizes(Context &context, const StmtList &body)
    : context(context), changes(body), notNull(context.truth(true)) {
  noteAsked(body);
  solve(body, {});
}

namespace {
void collectVariables(const Expr *expr, std::vector<const Variable *> &found) {
  forEachLoad(expr, [&](const LoadExpr *load) {
    if (const Variable *variable = wholeVariable(load->place))
      found.push_back(variable);
  });
}

/// The variables in conditions, and in comparisons of integers and pointers.
std::vector<const Variable *> variablesInConditions(const StmtList &body) {
  std::vector<const Variable *> found;
  forEachStmt(body, [&](const Stmt *stmt) {
    const bool isChoice = isa<IfStmt, LoopStmt, SwitchStmt>(stmt);
    forEachOperand(
        stmt,
        [&](const Expr *expr) {
          if (isChoice)
            collectVariables(expr, found);
          forEachExpr(expr, [&](const Expr *part) {
            if (const auto *binary = dyn_cast<BinaryExpr>(part); binary && isComparison(binary->op))
              collectVariables(binary, found);
            if (const auto *choice = dyn_cast<SelectExpr>(part))
              collectVariables(choice->condition, found);
          });
        },
        [](const Place *) {});
  });
  return found;
}

/// The variables in indices of arrays (not behind pointers) that are set more than once (`at = 0;  a[at] = x;  ++at;`).
std::vector<const Variable *> variablesInIndices(const StmtList &body) {
  std::map<const Variable *, unsigned> writes;
  std::vector<const Variable *> read, found;
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const Variable *variable = written(stmt).first)
      ++writes[variable];
    auto note = [&](const Place *place) {
      if (const auto *element = dyn_cast<IndexPlace>(place))
        collectVariables(element->index, read);
    };
    forEachOperand(
        stmt, [&](const Expr *expr) { forEachLoad(expr, [&](const LoadExpr *load) { note(load->place); }); }, note);
  });
  llvm::copy_if(read, std::back_inserter(found), [&](const Variable *variable) { return writes[variable] > 1; });
  return found;
}
} // namespace

void KnownSizes::noteAsked(const StmtList &body) {
  std::map<const Variable *, std::vector<const Expr *>> values;
  forEachStmt(body, [&](const Stmt *stmt) {
    if (const auto [variable, value] = written(stmt); variable && value)
      values[variable].push_back(value);
  });
  std::vector<const Variable *> pending = variablesInConditions(body);
  llvm::append_range(pending, variablesInIndices(body));
  while (!pending.empty()) {
    const Variable *variable = pending.back();
    pending.pop_back();
    if (asked.insert(variable).second)
      for (const Expr *value : values[variable])
        collectVariables(value, pending);
  }
}

// ----------------------------------------------------------------- facts

/// Asked for, and written by its name alone.
bool KnownSizes::isFollowed(const Variable *variable) const {
  const bool isSize = variable && asked.count(variable) && (variable->type->isIntegral() || variable->type->isPointer());
  return isSize && (variable->storage == Storage::Local || variable->storage == Storage::Parameter) && !changes.isExposed(variable);
}

const Expr *KnownSizes::factOf(const Variable *variable, const Facts &facts) const {
  const auto &all = facts.listed();
  const auto found = std::lower_bound(all.begin(), all.end(), std::tuple(variable, 0u));
  return found != all.end() && std::get<0>(*found) == variable ? values[std::get<1>(*found)] : nullptr;
}

unsigned KnownSizes::numberFor(const Expr *value) {
  const auto found = llvm::find_if(values, [&](const Expr *other) { return other == value || (value != notNull && other != notNull && same(other, value)); });
  if (found != values.end())
    return found - values.begin();
  values.push_back(value);
  return values.size() - 1;
}

void KnownSizes::forget(const Variable *variable, Facts &facts) const {
  if (isFollowed(variable))
    facts.dropIf([&](const auto &fact) {
      return std::get<0>(fact) == variable || mentions(values[std::get<1>(fact)], variable);
    });
}

void KnownSizes::transfer(const Stmt *stmt, Facts &facts) {
  if (const auto *call = dyn_cast<CallStmt>(stmt); call && call->callee->statesSize)
    return noteStated(call, facts);
  const auto [variable, init] = written(stmt);
  const Expr *value = init && isFollowed(variable) && facts.isReached() ? valueOf(init, facts) : nullptr;
  forget(declaredBy(stmt), facts);
  forEachOperand(
      stmt, [](const Expr *) {}, [&](const Place *place) { forget(rootVariable(place), facts); });
  if (const auto *allocate = dyn_cast<AllocateStmt>(stmt); allocate && isFollowed(wholeVariable(allocate->place)))
    facts.add({wholeVariable(allocate->place), numberFor(notNull)});
  if (value && variable->type->isIntegral()) // as the variable holds it
    value = context.cast(CastExpr::Form::Implicit, value, context.withoutConst(variable->type));
  if (value && !mentions(value, variable))
    facts.add({variable, numberFor(value)});
}

/// The variable has a narrower type, of which its value is kept.
void KnownSizes::noteStated(const CallStmt *call, Facts &facts) {
  const auto *load = dyn_cast<LoadExpr>(call->args.front());
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  const Expr *size = variable && isFollowed(variable) && facts.isReached() ? valueOf(call->args.back(), facts) : nullptr;
  if (!size)
    return;
  forget(variable, facts);
  facts.add({variable, numberFor(size)});
}

void KnownSizes::choose(const IfStmt *branch, Facts &yes, Facts &no) {
  if (const std::optional<bool> holds = truthOf(branch->condition, yes))
    (*holds ? no : yes) = Facts::everything();
}

void KnownSizes::enterLoop(const LoopStmt *loop, Facts &facts) {
  const bool isAsked = loop->condition && !loop->testAtEnd && facts.isReached();
  const std::optional<bool> holds = isAsked ? truthOf(loop->condition, facts) : std::nullopt;
  passedOver.erase(loop); // where a loop around it has brought more than its first iteration
  if (holds && !*holds)
    passedOver.insert(loop);
}

// ---------------------------------------------------------------- values

/// An expression that is the same, of what facts know least of; null: none is known.
const Expr *KnownSizes::valueOf(const Expr *expr, const Facts &facts) const {
  if (expr->type->isPointer())
    return addressOf(expr, facts);
  if (!expr->type->isIntegral())
    return nullptr;
  if (const std::optional<long long> number = numberOf(expr, facts))
    return context.literal(*number, context.withoutConst(expr->type));
  if (const auto *load = dyn_cast<LoadExpr>(expr))
    return valueOfLoad(load, facts);
  if (const auto *conversion = dyn_cast<CastExpr>(expr)) {
    const Expr *operand = conversion->operand->type->isIntegral() ? valueOf(conversion->operand, facts) : nullptr;
    return operand ? context.cast(CastExpr::Form::Implicit, withoutDetour(operand), context.withoutConst(expr->type)) : nullptr;
  }
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (const Expr *distance = binary ? distanceIn(binary) : nullptr) {
    const Expr *value = valueOf(distance, facts);
    return value ? context.cast(CastExpr::Form::Implicit, withoutDetour(value), context.withoutConst(expr->type)) : nullptr;
  }
  if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub && binary->op != BinaryOp::Mul))
    return nullptr;
  const Expr *left = valueOf(binary->left, facts), *right = left ? valueOf(binary->right, facts) : nullptr;
  return right && sizeOf(left) + sizeOf(right) < largest ? context.binary(binary->op, left, right) : nullptr;
}

const Expr *KnownSizes::valueOfLoad(const LoadExpr *load, const Facts &facts) const {
  const Variable *variable = wholeVariable(load->place);
  if (!variable)
    return changes.mayChange(load) ? nullptr : load; // the size of an object of the caller's
  if (!isFollowed(variable))
    return nullptr;
  const Expr *known = factOf(variable, facts);
  return known ? known : context.load(variable);
}

/// `notNull`, null, or nothing.
const Expr *KnownSizes::addressOf(const Expr *pointer, const Facts &facts) const {
  if (isNull(pointer))
    return context.null(context.pointerTo(context.voidType()));
  pointer = withoutCasts(pointer);
  if (isa<AddressExpr>(pointer))
    return notNull;
  const auto *load = dyn_cast<LoadExpr>(pointer);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && isFollowed(variable) ? factOf(variable, facts) : nullptr;
}

namespace {
bool isSizeOfObject(const LoadExpr *load) {
  const auto *field = dyn_cast<FieldPlace>(load->place);
  const Type *object = field ? field->object->type : nullptr;
  return object && object->isRecord() && object->record->isMirror && isExtent(*object->record, *field->field);
}
} // namespace

const Expr *KnownSizes::narrowedBy(const Stmt *stmt) const {
  const auto [variable, value] = written(stmt);
  const bool isNarrow = value && isFollowed(variable) && variable->type->is(TypeKind::Integer);
  const auto *conversion = isNarrow ? llvm::dyn_cast_or_null<CastExpr>(valueOf(value, before(stmt))) : nullptr;
  const auto *size = conversion ? dyn_cast<LoadExpr>(conversion->operand) : nullptr;
  return size && isSizeOfObject(size) && !holdsAll(variable->type, size->type) ? size : nullptr;
}

// ------------------------------------------------------------- questions

std::optional<long long> KnownSizes::numberOf(const Variable *variable, const Facts &facts) const {
  const Expr *value = variable->type->isIntegral() ? factOf(variable, facts) : nullptr;
  return value ? integerValue(value) : std::nullopt;
}

std::optional<long long> KnownSizes::numberOf(const Expr *expr, const Facts &facts) const {
  return computedValue(expr, [&](const Variable *variable) { return numberOf(variable, facts); });
}

const Expr *KnownSizes::sameAs(const Variable *variable, const Facts &facts) const {
  const Expr *value = variable->type->isIntegral() && isFollowed(variable) ? factOf(variable, facts) : nullptr;
  const Expr *source = value ? withoutDetour(value) : nullptr;
  return source && isa<LoadExpr>(source) && holdsAll(variable->type, source->type) ? source : nullptr;
}

std::optional<bool> KnownSizes::truthOf(const Expr *condition, const Facts &facts) const {
  if (const std::optional<long long> number = numberOf(condition, facts))
    return *number != 0;
  if (condition->type->isPointer() || (isa<CastExpr>(condition) && cast<CastExpr>(condition)->operand->type->isPointer())) {
    const Expr *value = addressOf(withoutCasts(condition), facts);
    return value ? std::optional<bool>(value == notNull) : std::nullopt;
  }
  if (const auto *negation = dyn_cast<UnaryExpr>(condition); negation && negation->op == UnaryOp::Not) {
    const std::optional<bool> operand = truthOf(negation->operand, facts);
    return operand ? std::optional<bool>(!*operand) : std::nullopt;
  }
  const auto *binary = dyn_cast<BinaryExpr>(condition);
  if (!binary)
    return std::nullopt;
  if (isComparison(binary->op))
    return compare(binary, facts);
  if (binary->op != BinaryOp::And && binary->op != BinaryOp::Or)
    return std::nullopt;
  const std::optional<bool> left = truthOf(binary->left, facts), right = truthOf(binary->right, facts);
  const bool decides = binary->op == BinaryOp::Or;
  if ((left && *left == decides) || (right && *right == decides))
    return decides;
  return left && right ? std::optional<bool>(!decides) : std::nullopt;
}

std::optional<bool> KnownSizes::compare(const BinaryExpr *comparison, const Facts &facts) const {
  const Expr *left = valueOf(comparison->left, facts), *right = left ? valueOf(comparison->right, facts) : nullptr;
  if (!right)
    return std::nullopt;
  const bool arePointers = comparison->left->type->isPointer() && comparison->right->type->isPointer();
  if (!arePointers)
    return same(left, right) ? comparedWithItself(comparison->op) : std::nullopt;
  if (left == notNull && right == notNull) // of this or that
    return std::nullopt;
  const bool isEquality = comparison->op == BinaryOp::Equal || comparison->op == BinaryOp::NotEqual;
  const bool areBothNull = left != notNull && right != notNull;
  return isEquality ? std::optional<bool>(areBothNull == (comparison->op == BinaryOp::Equal)) : std::nullopt;
}

} // namespace adjoint::analysis
