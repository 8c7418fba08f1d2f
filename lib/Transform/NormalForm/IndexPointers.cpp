// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   while (first != last) {                   const std::ptrdiff_t count = last - first;
//     *out = *first * 2.0;                    for (std::ptrdiff_t i = 0; i < count; ++i)
//     ++first;                         ->       out[i] = first[i] * 2.0;
//     ++out;                                  out = out + count;
//   }
//
// for pointers that each iteration moves on by one, up to one that stays: as ranges, iterators and algorithms are
// written. The trip count is known on entry then, and the pointers need not be brought back. A pointer that nothing
// mentions after the loop stays where it is. And for one pointer that goes down, as reverse iterators do:
//
//   while (it != first)                       const std::ptrdiff_t count = it - first;
//     *--it = 1.0;                     ->     for (std::ptrdiff_t i = count - 1; i >= 0; --i)
//                                               first[i] = 1.0;

#include "Analysis/Loops/Loops.h"
#include "IR/Algebra.h"
#include "IR/Values.h"
#include "Transform/NormalForm/NormalForm.h"
#include "Transform/Simplify/Simplify.h"

#include <algorithm>
#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using analysis::CountedLoop;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Pointers = std::set<const Variable *>;

const Variable *pointerIn(const Expr *expr) {
  const auto *load = dyn_cast<LoadExpr>(expr);
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  bool isPlain = variable && variable->type->isPointer() && !variable->isGlobal() && !variable->isAddressTaken();
  return isPlain ? variable : nullptr;
}

/// The pointer that `p = p + 1`, or `p = p - 1`, moves on.
const Variable *movedBy(const Stmt *stmt, BinaryOp direction) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *sum = assign ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
  const Variable *pointer = sum && sum->op == direction && isInteger(sum->right, 1) ? pointerIn(sum->left) : nullptr;
  return pointer && wholeVariable(assign->place) == pointer ? pointer : nullptr;
}

/// Is there `p + k` or `p - k` besides what moves it on? An unsigned index might wrap there.
bool isOffset(const Variable *pointer, const StmtList &list) {
  bool found = false;
  auto visit = [&](const Expr *expr) {
    forEachExpr(expr, [&](const Expr *e) {
      const auto *sum = dyn_cast<BinaryExpr>(e);
      found |= sum && (pointerIn(sum->left) == pointer || pointerIn(sum->right) == pointer);
    });
  };
  forEachStmt(list, [&](const Stmt *stmt) {
    if (movedBy(stmt, BinaryOp::Add) != pointer)
      forEachOperand(stmt, visit, [&](const Place *place) { forEachExpr(place, visit); });
  });
  return found;
}

/// A loop whose test compares a pointer that moves with one that does not.
struct PointerLoop {
  const Variable *tested;
  const Expr *last;
  BinaryOp direction;
  Pointers moved;
};

/// The body and the step.
StmtList iterationOf(const LoopStmt *loop) {
  StmtList all = loop->body;
  all.insert(all.end(), loop->step.begin(), loop->step.end());
  return all;
}

/// What each iteration moves on once, whatever happens.
Pointers movedIn(const LoopStmt *loop, BinaryOp direction) {
  StmtList all = iterationOf(loop);
  analysis::Writes writes(all);
  Pointers moved;
  for (const Stmt *stmt : all)
    if (const Variable *pointer = movedBy(stmt, direction); pointer && writes.count(pointer) == 1)
      moved.insert(pointer);
  return moved;
}

std::optional<PointerLoop> pointerLoop(const LoopStmt *loop, BinaryOp direction) {
  const auto *test = loop->condition ? dyn_cast<BinaryExpr>(loop->condition) : nullptr;
  if (loop->testAtEnd || !test || !test->left->type->isPointer())
    return std::nullopt;
  const StmtList iteration = iterationOf(loop);
  PointerLoop found{nullptr, nullptr, direction, movedIn(loop, direction)};
  bool isUp = direction == BinaryOp::Add, differs = test->op == BinaryOp::NotEqual;
  auto takes = [&](const Expr *pointer, const Expr *last) {
    found.tested = pointerIn(pointer);
    found.last = last;
    return found.moved.count(found.tested) && last->type->isPointer() && !mentions(last, found.tested) &&
           !analysis::mayChange(iteration, last) && (isUp || found.moved.size() == 1);
  };
  bool fits = ((differs || (isUp && test->op == BinaryOp::Less)) && takes(test->left, test->right)) ||
              ((differs || (isUp && test->op == BinaryOp::Greater)) && takes(test->right, test->left));
  return fits ? std::optional<PointerLoop>(found) : std::nullopt;
}

/// A pointer becomes its base and the counter, `p + k` becomes `p + (i + k)`.
class Indexing : public Rewriter {
public:
  Indexing(Context &context, const Expr *iteration) : Rewriter(context), iteration(iteration) {}
  using Rewriter::rewrite;

  /// In front of what moves the pointer on it is `base + i + offset`.
  void add(const Variable *pointer, const Expr *base, bool isOneOn) { paths[pointer] = {base, isOneOn}; }
  void moveOn(const Variable *pointer) { paths[pointer].isOneOn = !paths[pointer].isOneOn; }

protected:
  using Rewriter::replace;
  const Expr *replace(const Expr *expr) override {
    if (const Variable *pointer = known(expr))
      return indexed(paths.at(pointer).base, index(pointer));
    const auto *sum = dyn_cast<BinaryExpr>(expr);
    bool isSum = sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) && !sum->right->type->isPointer();
    const Variable *pointer = isSum ? known(sum->left) : nullptr;
    if (!pointer)
      return nullptr;
    const Expr *distance = context.cast(CastExpr::Form::Implicit, rewrite(sum->right), iteration->type);
    bool isBack = sum->op == BinaryOp::Sub && paths.at(pointer).isOneOn && isInteger(sum->right, 1);
    return indexed(paths.at(pointer).base, isBack ? iteration : context.binary(sum->op, index(pointer), distance));
  }

private:
  const Variable *known(const Expr *expr) const {
    const Variable *pointer = pointerIn(expr);
    return pointer && paths.count(pointer) ? pointer : nullptr;
  }

  const Expr *index(const Variable *pointer) {
    const Expr *i = iteration, *one = context.literal(1, iteration->type);
    return paths.at(pointer).isOneOn ? context.binary(BinaryOp::Add, i, one) : i;
  }

  /// `p + k + i` is `p + (k + i)`.
  const Expr *indexed(const Expr *base, const Expr *index) {
    const auto *sum = dyn_cast<BinaryExpr>(base);
    if (!sum || sum->op != BinaryOp::Add)
      return context.binary(BinaryOp::Add, base, index);
    const Expr *offset = context.cast(CastExpr::Form::Implicit, sum->right, iteration->type);
    return context.binary(BinaryOp::Add, sum->left, context.binary(BinaryOp::Add, offset, index));
  }

  struct Path {
    const Expr *base;
    bool isOneOn;
  };
  const Expr *iteration;
  std::map<const Variable *, Path> paths;
};

class PointerIndexing : public Rewriter {
public:
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (size_t i = 0; i < list.size(); ++i) {
      const auto *loop = dyn_cast<LoopStmt>(list[i]);
      std::optional<PointerLoop> found = loop ? pointerLoop(loop, BinaryOp::Add) : std::nullopt;
      if (loop && !found)
        found = pointerLoop(loop, BinaryOp::Sub);
      std::optional<CountedLoop> counted = loop && !found ? analysis::countedLoop(loop) : std::nullopt;
      if (found)
        index(loop, *found, list, i, out);
      else if (counted && isUpwards(*counted) && !analysis::mayChange(loop->body, counted->first))
        out.push_back(beside(loop, *counted, list, i));
      else
        Rewriter::rewrite(list[i], out);
    }
    return out;
  }
  using Rewriter::rewrite;

private:
  static bool isUpwards(const CountedLoop &loop) { return loop.step == 1 && loop.test == BinaryOp::Less; }

  /// A loop over a number, with pointers that move on beside it and are not read after the loop.
  LoopStmt *beside(const LoopStmt *loop, const CountedLoop &counted, const StmtList &list, size_t position) {
    const Expr *i = context.load(counted.counter),
               *first = context.cast(CastExpr::Form::Implicit, counted.first, i->type);
    PointerLoop found{nullptr, nullptr, BinaryOp::Add, movedIn(loop, BinaryOp::Add)};
    Indexing indexing(context, isInteger(counted.first, 0) ? i : context.binary(BinaryOp::Sub, i, first));
    for (auto pointer = found.moved.begin(); pointer != found.moved.end();) {
      bool stays = isNeededAfter(*pointer, loop, list, position) || isOffset(*pointer, loop->body);
      pointer = stays ? found.moved.erase(pointer) : std::next(pointer);
    }
    for (const Variable *pointer : found.moved)
      indexing.add(pointer, context.load(pointer), false);
    return context.rebuilt(loop, loop->init, loop->condition, loop->step, body(loop->body, found, indexing));
  }

  void index(const LoopStmt *loop, const PointerLoop &found, const StmtList &list, size_t position, StmtList &out) {
    for (const Stmt *stmt : loop->init)
      out.push_back(stmt);
    bool isUp = found.direction == BinaryOp::Add;
    const Expr *first = context.load(found.tested);
    const Expr *distance =
        isUp ? context.binary(BinaryOp::Sub, found.last, first) : context.binary(BinaryOp::Sub, first, found.last);
    std::vector<const Variable *> neededAfter = inOrder(found, loop);
    neededAfter.erase(
        std::remove_if(neededAfter.begin(), neededAfter.end(),
                       [&](const Variable *pointer) { return !isNeededAfter(pointer, loop, list, position); }),
        neededAfter.end());
    bool mayBeBehind = cast<BinaryExpr>(loop->condition)->op != BinaryOp::NotEqual;
    if (mayBeBehind && !neededAfter.empty()) // a pointer that is behind the last one stays there
      distance = context.select(loop->condition, distance, context.literal(0, distance->type));
    const Variable *count = make("count", context.withConst(distance->type));
    out.push_back(context.make<DeclareStmt>(count, distance));
    out.push_back(context.rebuilt(loop, isUp ? upwards(loop, found, count) : downwards(loop, found, count)));
    for (const Variable *pointer : neededAfter)
      out.push_back(context.make<AssignStmt>(
          context.place(pointer), context.binary(found.direction, context.load(pointer), context.load(count))));
  }

  LoopStmt *upwards(const LoopStmt *loop, const PointerLoop &found, const Variable *count) {
    const Variable *i = make("i", context.withoutConst(count->type));
    Indexing indexing(context, context.load(i));
    for (const Variable *pointer : found.moved)
      indexing.add(pointer, context.load(pointer), false);
    const Expr *test = context.binary(BinaryOp::Less, context.load(i), context.load(count));
    return counting(i, literal(0, i), test, BinaryOp::Add, body(iterationOf(loop), found, indexing));
  }

  LoopStmt *downwards(const LoopStmt *loop, const PointerLoop &found, const Variable *count) {
    const Variable *i = make("i", context.withoutConst(count->type));
    Indexing indexing(context, context.load(i));
    indexing.add(found.tested, found.last, true);
    const Expr *first = context.binary(BinaryOp::Sub, context.load(count), literal(1, i));
    const Expr *test = context.binary(BinaryOp::GreaterEq, context.load(i), literal(0, i));
    return counting(i, first, test, BinaryOp::Sub, body(iterationOf(loop), found, indexing));
  }

  const Expr *literal(long long value, const Variable *counter) { return context.literal(value, counter->type); }

  LoopStmt *counting(const Variable *i, const Expr *first, const Expr *test, BinaryOp direction, const StmtList &body) {
    StmtList init = {context.make<DeclareStmt>(i, first)};
    const Expr *next = context.binary(direction, context.load(i), literal(1, i));
    return context.make<LoopStmt>(init, test, StmtList{context.make<AssignStmt>(context.place(i), next)}, body, false);
  }

  StmtList body(const StmtList &list, const PointerLoop &found, Indexing &indexing) {
    StmtList out;
    for (const Stmt *stmt : list) {
      if (const Variable *pointer = movedBy(stmt, found.direction); pointer && found.moved.count(pointer))
        indexing.moveOn(pointer);
      else
        indexing.rewrite(stmt, out);
    }
    return rewrite(decideConditions(context, out)); // `if (p)` has become `if (begin + i)`
  }

  /// As the loop moves them on.
  static std::vector<const Variable *> inOrder(const PointerLoop &found, const LoopStmt *loop) {
    std::vector<const Variable *> out;
    for (const StmtList *part : {&loop->body, &loop->step})
      for (const Stmt *stmt : *part)
        if (const Variable *pointer = movedBy(stmt, found.direction); pointer && found.moved.count(pointer))
          out.push_back(pointer);
    return out;
  }

  static bool isNeededAfter(const Variable *pointer, const LoopStmt *loop, const StmtList &list, size_t position) {
    auto declares = [&](const Stmt *stmt) { return declaredBy(stmt) == pointer; };
    auto mentionsIt = [&](const Stmt *stmt) { return mentions(stmt, pointer); };
    if (std::any_of(loop->init.begin(), loop->init.end(), declares))
      return false;
    return std::none_of(list.begin(), list.begin() + position, declares) ||
           std::any_of(list.begin() + position + 1, list.end(), mentionsIt);
  }

  const Variable *make(const char *name, const Type *type) {
    auto *variable = context.make<Variable>(name, type, Storage::Local);
    variable->isTemporary = true;
    return variable;
  }
};

} // namespace

StmtList indexPointers(Context &context, StmtList body) { return PointerIndexing(context).rewrite(body); }

} // namespace adjoint::transform
