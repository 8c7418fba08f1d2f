// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/InvariantRows.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/Evaluation.h"
#include "IR/FreshCopy.h"
#include "IR/Values.h"
#include "Rules/Rules.h"
#include "Transform/Cleanup/UpwardLoop.h"

#include <optional>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using analysis::Program;
using analysis::Range;
using analysis::Unit;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using rules::takesLong;

namespace {

constexpr long long few = 64;   ///< elements of a row that is an array of the function's own
constexpr unsigned longest = 100; ///< nodes of a value

/// The value that a declaration gives, or an assignment; null for other statements.
const Expr *valueOf(const Stmt *stmt) {
  if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
    return declare->init;
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  return assign ? assign->value : nullptr;
}

/// Of what need not return?
bool hasCall(const Stmt *stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *inner) { found |= isa<CallStmt>(inner); });
  return found;
}

bool isPlain(const LoopStmt *loop) { return !loop->parallel && !loop->checkpoint; }

/// Is it known that there are so few elements that the row is an array of the function's own?
bool isFew(const Expr *count) {
  const std::optional<long long> number = integerValue(count);
  return number && *number > 0 && *number <= few;
}

/// May it have one value for several of what it is made of? So have `i % n` and `i / 2`.
bool mayRepeat(const Expr *index) {
  const auto *binary = dyn_cast<BinaryExpr>(index);
  const bool isSum = binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul);
  return (binary && !isSum) || isa<SelectExpr>(index) || isa<IntrinsicExpr>(index);
}

/// A loop in the steps, over `range`, whose ends have one value in all of them.
struct Inner {
  const LoopStmt *stmt;
  CountedLoop counted;
  Range range;
};

using Inners = std::vector<const Inner *>;

/// What is computed once.
struct Row {
  const Expr *value = nullptr;     ///< made of counters, and of what no step changes
  Inners loops;                    ///< whose counters these are, the outermost first
  Inners others;                   ///< that stand around it, too
  const Variable *block = nullptr; ///< an array, or a pointer
  const Expr *count = nullptr;

  bool standsWith(const Row &other) const { return loops == other.loops && others == other.others; }
};

/// The rows of the values in one loop, the steps.
class RowsOfSteps {
public:
  RowsOfSteps(Context &context, const Program &program, const Unit &unit, const LoopStmt *steps);

  /// False: there are none.
  bool find();
  void rewrite(StmtList &top, StmtList &out) const;

private:
  bool noteWrites(const Stmt *stmt, analysis::Set &written) const;
  void visit(const StmtList &list, const Inners &around);
  std::optional<Inner> innerOf(const LoopStmt *loop);
  const Expr *withRows(const Expr *expr, const Inners &around, const Variable *declared);
  const Expr *inOperands(const Expr *expr, const Inners &around);
  const Row *rowOf(const Expr *expr, const Inners &around, const Variable *declared);
  bool areReadTogether(const Expr *value, const Inners &loops) const;
  const Expr *expanded(const Expr *expr);
  bool isUnchanged(const Expr *expr, const Inners &counting) const;
  bool isUnchanged(const LoadExpr *load, const Inners &counting) const;
  const Variable *blockFor(const Expr *value, const Expr *count, const Variable *declared) const;
  const Expr *countOf(const Inners &loops) const;
  const Expr *indexIn(const Inners &loops) const;
  const Place *elementOf(const Row &row) const;
  void fill(const Row &first, StmtList &out) const;
  const Stmt *filled(const Row &first) const;
  const Expr *entered(const Row &row) const;

  Context &context;
  const Program &program;
  const Unit &unit;
  const LoopStmt *const steps;
  std::optional<analysis::Set> written; ///< in the steps; none: it is not known
  bool mayLeave = false;                ///< has something been called that need not return?
  std::vector<std::unique_ptr<Inner>> inners;
  std::vector<std::unique_ptr<Row>> rows;
  analysis::Substitution::Values values; ///< of constants of the steps
  std::map<const Stmt *, const Stmt *> replaced;
};

RowsOfSteps::RowsOfSteps(Context &context, const Program &program, const Unit &unit, const LoopStmt *steps)
    : context(context), program(program), unit(unit), steps(steps) {
  analysis::Set all = unit.alias->noKeys();
  bool isKnown = true;
  forEachStmt(steps, [&](const Stmt *stmt) { isKnown = isKnown && noteWrites(stmt, all); });
  if (isKnown)
    written = unit.alias->overlapping(all);
}

/// False: it is not known.
bool RowsOfSteps::noteWrites(const Stmt *stmt, analysis::Set &all) const {
  bool isKnown = true;
  forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
    const analysis::Set keys = unit.alias->keysOf(place);
    isKnown = isKnown && (keys.any() || rootVariable(place));
    all |= keys;
  });
  if (const auto *call = dyn_cast<CallStmt>(stmt)) {
    const Unit &callee = program.unit(call->callee);
    all |= program.toCaller(call, *unit.alias, callee, callee.writes);
  }
  return isKnown;
}

bool RowsOfSteps::find() {
  if (!written)
    return false;
  visit(steps->body, {});
  return !rows.empty();
}

/// What each step comes to: nothing below a branch, nothing behind what may leave.
void RowsOfSteps::visit(const StmtList &list, const Inners &outer) {
  for (const Stmt *stmt : list) {
    if (const auto *block = dyn_cast<BlockStmt>(stmt)) {
      visit(block->body, outer);
    } else if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      mayLeave |= hasCall(loop); // then perhaps after a few iterations
      if (std::optional<Inner> inner = innerOf(loop)) {
        inners.push_back(std::make_unique<Inner>(*inner));
        Inners around = outer;
        around.push_back(inners.back().get());
        visit(loop->body, around);
      }
    } else if (const Expr *value = valueOf(stmt); value && !outer.empty() && !stmt->noPrimal && !mayLeave) {
      const Expr *changed = withRows(value, outer, declaredBy(stmt));
      if (changed == value)
        continue;
      if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
        replaced[stmt] = context.rebuilt(declare, changed);
      else
        replaced[stmt] = context.rebuilt(cast<AssignStmt>(stmt), cast<AssignStmt>(stmt)->place, changed);
    }
    mayLeave |= hasCall(stmt);
  }
}

std::optional<Inner> RowsOfSteps::innerOf(const LoopStmt *loop) {
  const std::optional<CountedLoop> counted = isPlain(loop) ? analysis::countedLoop(loop) : std::nullopt;
  if (!counted || !counted->declares || (counted->step != 1 && counted->step != -1))
    return std::nullopt;
  const std::optional<Range> range = analysis::rangeOf(context, *counted);
  if (!range)
    return std::nullopt;
  const Expr *low = expanded(range->low), *high = expanded(range->high);
  auto isKnownInFront = [this](const Expr *end) { return isAlwaysComputable(end) && isUnchanged(end, {}); };
  if (!isKnownInFront(low) || !isKnownInFront(high))
    return std::nullopt;
  return Inner{loop, *counted, {low, high}};
}

const Expr *RowsOfSteps::withRows(const Expr *expr, const Inners &around, const Variable *declared) {
  if (!takesLong(expr))
    return expr;
  if (const Row *row = expr->type->isFloating() ? rowOf(expr, around, declared) : nullptr)
    return context.load(elementOf(*row));
  return inOperands(expr, around);
}

/// What is evaluated in any case.
const Expr *RowsOfSteps::inOperands(const Expr *expr, const Inners &around) {
  auto in = [&](const Expr *operand) { return withRows(operand, around, nullptr); };
  if (const auto *unary = dyn_cast<UnaryExpr>(expr)) {
    const Expr *operand = in(unary->operand);
    return operand == unary->operand ? expr : context.unary(unary->op, operand);
  }
  if (const auto *conversion = dyn_cast<CastExpr>(expr)) {
    const Expr *operand = in(conversion->operand);
    return operand == conversion->operand ? expr : context.cast(conversion->form, operand, conversion->type);
  }
  if (const auto *binary = dyn_cast<BinaryExpr>(expr)) {
    if (binary->op == BinaryOp::And || binary->op == BinaryOp::Or)
      return expr;
    const Expr *left = in(binary->left), *right = in(binary->right);
    return left == binary->left && right == binary->right ? expr : context.make<BinaryExpr>(binary->op, left, right, binary->type);
  }
  if (const auto *call = dyn_cast<IntrinsicExpr>(expr)) {
    std::vector<const Expr *> args;
    for (const Expr *arg : call->args)
      args.push_back(in(arg));
    return args == call->args ? expr : context.intrinsic(call->name, call->spelling, args, call->type);
  }
  return expr;
}

/// Null: it has another value in another step, or would take more memory than what it is made of.
const Row *RowsOfSteps::rowOf(const Expr *expr, const Inners &around, const Variable *declared) {
  Row row;
  row.value = expanded(expr);
  for (const Inner *inner : around)
    (mentions(row.value, inner->counted.counter) ? row.loops : row.others).push_back(inner);
  unsigned nodes = 0;
  forEachExpr(row.value, [&](const Expr *) { ++nodes; });
  if (row.loops.empty() || nodes > longest || !isUnchanged(row.value, row.loops))
    return nullptr;
  row.count = countOf(row.loops);
  if (!isFew(row.count) && !areReadTogether(row.value, row.loops))
    return nullptr;
  for (const std::unique_ptr<Row> &known : rows)
    if (known->standsWith(row) && same(known->value, row.value))
      return known.get();
  row.block = blockFor(row.value, row.count, declared);
  rows.push_back(std::make_unique<Row>(row));
  return rows.back().get();
}

/// Is there an array with an element for each value of the counters? Of several, all but one stand in products, or say which row it is.
bool RowsOfSteps::areReadTogether(const Expr *value, const Inners &loops) const {
  bool found = false;
  forEachLoad(value, [&](const LoadExpr *load) {
    size_t all = 0, ofRows = 0;
    bool repeats = false;
    for (const Inner *inner : loops) {
      bool isMentioned = false, saysRow = false;
      forEachExpr(load->place, [&](const Expr *e) {
        const auto *binary = dyn_cast<BinaryExpr>(e);
        const bool is = mentions(e, inner->counted.counter);
        isMentioned |= is;
        repeats |= is && mayRepeat(e);
        saysRow |= is && ((binary && binary->op == BinaryOp::Mul) || (isa<LoadExpr>(e) && e->type->isPointer()));
      });
      all += isMentioned;
      ofRows += saysRow;
    }
    found |= !repeats && all == loops.size() && ofRows + 1 >= loops.size();
  });
  return found;
}

/// With the values of the constants that the steps declare.
const Expr *RowsOfSteps::expanded(const Expr *expr) {
  forEachLoad(expr, [this](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    if (!variable || values.count(variable) || !unit.versions->isDeclaredIn(variable, steps))
      return;
    if (const Expr *value = unit.versions->valueOf(variable); value && !isa<InitListExpr>(value))
      if (const auto *declaration = dyn_cast<DeclareStmt>(unit.versions->declarationOf(variable));
          declaration && context.withoutConst(variable->type) == context.withoutConst(value->type))
        values[variable] = expanded(value);
  });
  return analysis::Substitution(context, values).rewrite(expr);
}

bool RowsOfSteps::isUnchanged(const Expr *expr, const Inners &counting) const {
  bool is = true;
  forEachExpr(expr, [&](const Expr *e) {
    switch (e->kind) {
    case Expr::Kind::Unary:
    case Expr::Kind::Cast:
    case Expr::Kind::Binary:
    case Expr::Kind::Intrinsic:
    case Expr::Kind::Select:
    case Expr::Kind::Literal:
      return;
    case Expr::Kind::Load:
      is = is && isUnchanged(cast<LoadExpr>(e), counting);
      return;
    case Expr::Kind::Address:
    case Expr::Kind::FunctionRef:
    case Expr::Kind::InitList:
      is = false;
      return;
    }
  });
  return is;
}

bool RowsOfSteps::isUnchanged(const LoadExpr *load, const Inners &counting) const {
  const Variable *variable = wholeVariable(load->place);
  if (variable && llvm::any_of(counting, [&](const Inner *inner) { return inner->counted.counter == variable; }))
    return true;
  if (variable && !variable->isGlobal() && !variable->type->isReference() && !unit.versions->writes.isExposed(variable))
    return unit.versions->isKept(variable, steps);
  const Variable *root = rootVariable(load->place);
  if (root && unit.versions->isDeclaredIn(root, steps))
    return false;
  const analysis::Set keys = unit.alias->keysOf(load->place);
  return keys.any() && !analysis::intersects(keys, *written);
}

const Variable *RowsOfSteps::blockFor(const Expr *value, const Expr *count, const Variable *declared) const {
  const Type *element = context.withoutConst(value->type);
  const auto *call = dyn_cast<IntrinsicExpr>(value);
  const auto *binary = dyn_cast<BinaryExpr>(value);
  const std::string name = declared ? declared->name
                           : call   ? call->name.substr(call->name.rfind('.') + 1)
                                    : std::string(binary && binary->op == BinaryOp::Div ? "ratio" : "term");
  const Type *type = isFew(count) ? context.arrayOf(element, *integerValue(count)) : context.withConst(context.pointerTo(element));
  auto *block = context.make<Variable>(name + "_row", type, Storage::Local);
  block->isTemporary = true;
  return block;
}

/// From zero on where it is known that it begins there or above, so that indices are short.
bool beginsAtZero(const Inner *inner) {
  const std::optional<long long> low = integerValue(inner->range.low);
  return low && *low >= 0 && *low <= few;
}

/// How many places a row has for the loop.
const Expr *placesOf(Context &context, const Inner *inner) {
  const Expr *low = beginsAtZero(inner) ? context.literal(0, inner->range.high->type) : inner->range.low;
  return analysis::tripsOf(context, low, inner->range.high);
}

const Expr *RowsOfSteps::countOf(const Inners &loops) const {
  const Expr *count = nullptr;
  for (const Inner *inner : loops) {
    const Expr *places = placesOf(context, inner);
    const std::optional<long long> a = count ? integerValue(count) : std::nullopt, b = integerValue(places);
    if (a && b)
      count = context.literal(*a * *b, places->type);
    else
      count = count ? context.binary(BinaryOp::Mul, count, places) : places;
  }
  return count;
}

const Expr *RowsOfSteps::indexIn(const Inners &loops) const {
  const Expr *index = nullptr;
  for (const Inner *inner : loops) {
    const Expr *at = context.load(inner->counted.counter), *width = inner->range.high;
    if (!beginsAtZero(inner)) {
      at = context.binary(BinaryOp::Sub, at, inner->range.low);
      width = context.binary(BinaryOp::Sub, width, inner->range.low);
    }
    if (!index) {
      index = at;
      continue;
    }
    const bool isWide = index->type->bits >= at->type->bits;
    const Type *type = context.withoutConst(isWide ? index->type : at->type);
    auto converted = [&](const Expr *e) { return context.cast(CastExpr::Form::Implicit, e, type); };
    index = context.binary(BinaryOp::Add, context.binary(BinaryOp::Mul, converted(index), converted(width)), converted(at));
  }
  return index;
}

const Place *RowsOfSteps::elementOf(const Row &row) const {
  const Expr *index = indexIn(row.loops);
  if (row.block->type->is(TypeKind::Array))
    return context.index(context.place(row.block), index);
  return context.deref(context.binary(BinaryOp::Add, context.load(row.block), index));
}

/// Loops that fill the row, and those that stand with it.
const Stmt *RowsOfSteps::filled(const Row &first) const {
  StmtList body;
  for (const std::unique_ptr<Row> &row : rows)
    if (row->standsWith(first))
      body.push_back(context.make<AssignStmt>(elementOf(*row), row->value));
  const LoopStmt *nest = nullptr;
  for (const Inner *inner : llvm::reverse(first.loops))
    nest = sameLoopUpwards(context, inner->counted, inner->range, nest ? StmtList{nest} : body);
  return FreshCopy(context).of(nest);
}

/// Is there a step, and does it come to the row? Null: certainly.
const Expr *RowsOfSteps::entered(const Row &row) const {
  const Expr *all = nullptr;
  auto add = [&](const Expr *condition) { all = all ? context.binary(BinaryOp::And, all, condition) : condition; };
  if (const std::optional<CountedLoop> counted = analysis::countedLoop(steps)) {
    if (!analysis::isSurelyEntered(context, steps))
      add(context.binary(counted->test, context.cast(CastExpr::Form::Implicit, counted->first, counted->bound->type), counted->bound));
  } else if (steps->condition && !steps->testAtEnd) {
    add(steps->condition);
  }
  for (const Inner *inner : row.others)
    if (!analysis::isSurelyEntered(context, inner->stmt))
      add(context.binary(BinaryOp::Less, inner->range.low, inner->range.high));
  return all;
}

void RowsOfSteps::fill(const Row &first, StmtList &out) const {
  const Stmt *loops = context.withComment(filled(first), "// The same in each step.");
  const Expr *condition = entered(first);
  if (!condition) {
    out.push_back(loops);
    return;
  }
  auto *isEntered = context.make<Variable>("is_entered", context.withConst(context.boolType()), Storage::Local);
  isEntered->isTemporary = true;
  out.push_back(context.make<DeclareStmt>(isEntered, condition));
  out.push_back(context.make<IfStmt>(context.load(isEntered), StmtList{loops}, StmtList()));
}

/// The loop, with other statements in place of some.
class Replacing : public Rewriter {
public:
  Replacing(Context &context, const std::map<const Stmt *, const Stmt *> &replaced) : Rewriter(context), replaced(replaced) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto found = replaced.find(stmt);
    if (found == replaced.end())
      return false;
    out.push_back(found->second);
    return true;
  }

private:
  const std::map<const Stmt *, const Stmt *> &replaced;
};

void RowsOfSteps::rewrite(StmtList &top, StmtList &out) const {
  const Context::Origin origin(context, steps->location);
  StmtList fills, frees;
  for (const std::unique_ptr<Row> &row : rows) {
    if (row->block->type->is(TypeKind::Array)) {
      top.push_back(context.make<DeclareStmt>(row->block, nullptr));
    } else {
      out.push_back(context.make<AllocateStmt>(context.place(row->block), true, context.withoutConst(row->value->type), row->count,
                                               AllocationForm::Malloc, false));
      frees.push_back(context.make<FreeStmt>(context.load(row->block), AllocationForm::Malloc));
    }
    auto standsWith = [&](const std::unique_ptr<Row> &other) { return other->standsWith(*row); };
    if (llvm::find_if(rows, standsWith)->get() == row.get())
      fill(*row, fills);
  }
  out.insert(out.end(), fills.begin(), fills.end());
  Replacing(context, replaced).rewrite(steps, out);
  out.insert(out.end(), frees.rbegin(), frees.rend());
}

} // namespace

bool mayHaveInvariantRows(const StmtList &body) {
  return llvm::any_of(body, [](const Stmt *stmt) {
    const auto *steps = dyn_cast<LoopStmt>(stmt);
    bool found = false;
    forEachStmt(steps ? steps->body : StmtList(), [&](const Stmt *inner) {
      const auto *loop = dyn_cast<LoopStmt>(inner);
      forEachStmt(loop ? loop->body : StmtList(), [&](const Stmt *part) {
        const Expr *value = valueOf(part);
        found = found || (value && takesLong(value));
      });
    });
    return found;
  });
}

StmtList invariantRows(Context &context, const StmtList &body, const Program &program, const Unit &unit) {
  StmtList top, out;
  for (const Stmt *stmt : body) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (loop && isPlain(loop))
      if (RowsOfSteps rows(context, program, unit, loop); rows.find()) {
        rows.rewrite(top, out);
        continue;
      }
    out.push_back(stmt);
  }
  top.insert(top.end(), out.begin(), out.end());
  return top;
}

} // namespace adjoint::transform
