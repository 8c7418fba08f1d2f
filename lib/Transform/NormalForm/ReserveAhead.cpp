// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0; i < n; ++i) {                             elements = calloc(n), room = n;
//     if (count == room) {                                    for (int i = 0; i < n; ++i) {
//       larger = calloc(2 * room), ...;              ->         elements[count] = x[i];
//       elements = larger, elements[count] = x[i];              ++count;
//     } else {                                                }
//       elements[count] = x[i];
//     }
//     ++count;
//   }
//
// as a vector grows that is filled by push_back. Each iteration adds as many elements as any other, and the trip count is known on
// entry: so is the room that the loop needs. Without the branch, nothing is recorded of how the vector has grown, and no adjoint is
// moved back to where an element was before. A block that was allocated just before for elements that are there already is larger then.

#include "Analysis/Loops/KnownSizes.h"
#include "IR/Evaluation.h"
#include "Transform/NormalForm/Additions.h"
#include "Transform/NormalForm/Growth.h"
#include "Transform/NormalForm/KnownLiterals.h"
#include "Transform/NormalForm/NormalForm.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// A loop in which there is room.
class Staying : public Rewriter {
public:
  Staying(Context &context, const Container &container) : Rewriter(context), container(container) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    const std::optional<Growth> growth = growthIn(stmt);
    if (!growth || !(growth->container == container))
      return false;
    const StmtList list = rewrite(*growth->stays);
    out.insert(out.end(), list.begin(), list.end());
    return true;
  }

private:
  const Container &container;
};

class Reserving : public Rewriter {
public:
  Reserving(Context &context, const StmtList &body) : Rewriter(context), sizes(context, body) {}
  using Rewriter::rewrite;
  bool hasChanged = false;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (const Stmt *stmt : list) {
      if (freesNothing(stmt))
        continue;
      const auto *loop = dyn_cast<LoopStmt>(stmt);
      const LoopStmt *roomy = loop && !loop->checkpoint ? withRoom(loop, out) : loop; // a snapshot holds all that there is
      if (roomy != loop) {
        hasChanged = true;
        out.push_back(roomy); // what stands in it, the next round looks at
      } else {
        known.walk(stmt, [&] { Rewriter::rewrite(stmt, out); });
      }
      known.note(stmt);
    }
    return out;
  }

private:
  bool freesNothing(const Stmt *stmt) const {
    const auto *end = dyn_cast<FreeStmt>(stmt);
    const Variable *pointer = end ? variableIn(end->pointer) : nullptr;
    return pointer && known.isNull(pointer);
  }

  /// The loop, with room made in front of it for what it adds.
  const LoopStmt *withRoom(const LoopStmt *loop, StmtList &out) {
    const LoopStmt *roomy = loop;
    for (const Growth &growth : growthsIn(loop)) {
      const Additions additions(context, growth.container, loop);
      if (!additions.total || !(hasRoom(growth, additions, loop) || makeRoom(growth, additions.total, loop, out)))
        continue;
      StmtList made;
      Staying(context, growth.container).rewrite(roomy, made);
      roomy = llvm::cast<LoopStmt>(made.front());
    }
    return roomy;
  }

  /// One of each container.
  static std::vector<Growth> growthsIn(const LoopStmt *loop) {
    std::vector<Growth> growths;
    forEachStmt(loop->body, [&](const Stmt *stmt) {
      const std::optional<Growth> growth = growthIn(stmt);
      const bool isNew = growth && std::none_of(growths.begin(), growths.end(), [&](const Growth &other) {
                           const Container &container = other.container;
                           return growth->container.has(container.elements) || growth->container.has(container.count);
                         });
      if (isNew)
        growths.push_back(*growth);
    });
    return growths;
  }

  bool isEmpty(const Container &container, const LoopStmt *loop) const {
    return sizes.numberOf(container.count, sizes.before(loop)) == 0;
  }

  /// Has the user reserved it?
  bool hasRoom(const Growth &growth, const Additions &additions, const LoopStmt *loop) {
    if (!additions.bound || !isEmpty(growth.container, loop))
      return false;
    const Variable *room = growth.container.room;
    const Expr *needed = context.cast(CastExpr::Form::Implicit, additions.bound, context.withoutConst(room->type));
    return sizes.truthOf(context.binary(BinaryOp::Less, context.load(room), needed), sizes.before(loop)) == false;
  }

  bool makeRoom(const Growth &growth, const Expr *total, const LoopStmt *loop, StmtList &out) {
    const Container &container = growth.container;
    const Context::Origin origin(context, loop->location);
    const Expr *room = total;
    if (sizes.numberOf(container.room, sizes.before(loop)) == 0 && known.isNull(container.elements)) {
      const Variable *block = newBlock(growth);
      out.push_back(context.make<AllocateStmt>(context.place(block), true, growth.larger->element, total, growth.larger->form, true));
      out.push_back(context.make<AssignStmt>(context.place(container.elements), context.load(block)));
    } else {
      room = enlarge(container, total, out);
    }
    if (room)
      out.push_back(context.make<AssignStmt>(context.place(container.room), room));
    return room;
  }

  /// The block that was allocated in front of the loop, in the same list, for as many elements as there is room for: how many with those
  /// of the loop.
  const Expr *enlarge(const Container &container, const Expr *more, StmtList &list) {
    const Variable *block = container.elements;
    const Expr *room = nullptr;
    for (size_t i = list.size(); i-- > 0;) {
      const auto *allocation = dyn_cast<AllocateStmt>(list[i]);
      if (allocation && wholeVariable(allocation->place) == block) {
        const StmtList since(list.begin() + i, list.end());
        const bool isKnownThere = isAlwaysComputable(more) && !analysis::mayChange(since, more);
        if (!isKnownThere || !room || !allocation->count || !isSameNumber(allocation->count, room))
          return nullptr;
        const Expr *all = context.binary(BinaryOp::Add, room, more);
        list[i] = context.rebuilt(allocation, allocation->place, allocation->declares, all);
        return all;
      }
      const auto *declare = dyn_cast<DeclareStmt>(list[i]);
      const auto *assign = dyn_cast<AssignStmt>(list[i]);
      const Variable *written = writtenBy(list[i]);
      const Expr *value = declare ? declare->init : assign ? assign->value : nullptr;
      if (written == container.room && value && !room)
        room = value;
      else if (written == block && value && variableIn(value))
        block = variableIn(value);
      else if (Container{block, nullptr, room ? nullptr : container.room}.isWrittenIn(list[i]))
        return nullptr;
    }
    return nullptr;
  }

  static bool isSameNumber(const Expr *a, const Expr *b) {
    const std::optional<long long> number = integerValue(a);
    return number ? number == integerValue(b) : same(withoutCasts(a), withoutCasts(b));
  }

  const Variable *newBlock(const Growth &growth) {
    const Variable *old = wholeVariable(growth.larger->place);
    auto *block = context.make<Variable>("room", context.withoutConst(old->type), Storage::Local, old->location);
    block->isTemporary = true;
    return block;
  }

  const analysis::KnownSizes sizes;
  KnownLiterals known;
};

} // namespace

StmtList reserveAhead(Context &context, StmtList body) {
  bool grows = dropMoves(context, body);
  forEachStmt(body, [&](const Stmt *stmt) { grows |= growthIn(stmt).has_value(); });
  for (bool isChanged = grows; isChanged;) {
    Reserving reserving(context, body);
    body = reserving.rewrite(body);
    isChanged = reserving.hasChanged;
  }
  return grows ? joinDeclarations(context, joinDeclarations(context, body)) : body;
}

} // namespace adjoint::transform
