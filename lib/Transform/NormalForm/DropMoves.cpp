// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   elements = calloc(2);  ...                                                 elements = calloc(4);  ...
//   larger = calloc(4);
//   for (i = 0; i < 2; ++i) larger[i] = elements[i];                    ->
//   free(elements);  elements = larger;
//
// as elements move that are added one by one, not in a loop, where it is known how many there are.

#include "Analysis/Loops/Loops.h"
#include "IR/Values.h"
#include "Transform/NormalForm/Growth.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class NotMoving : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;
  bool hasChanged = false;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (size_t i = 0; i < list.size(); ++i) {
      if (isMove(list, i) && enlarge(list, i, out)) {
        i += length - 1;
        hasChanged = true;
      } else {
        Rewriter::rewrite(list[i], out);
      }
    }
    return out;
  }

private:
  static constexpr size_t length = 4;

  static const Variable *elementsIn(const StmtList &list, size_t i) {
    const auto *assign = dyn_cast<AssignStmt>(list[i + 3]);
    return assign ? plainVariable(assign->place) : nullptr;
  }

  static bool isMove(const StmtList &list, size_t i) {
    const auto *allocate = dyn_cast<AllocateStmt>(list[i]);
    if (!allocate || !allocate->declares || !allocate->zeroed || allocate->form != AllocationForm::Malloc || i + length > list.size())
      return false;
    const Variable *larger = wholeVariable(allocate->place), *elements = elementsIn(list, i);
    const auto *copies = dyn_cast<LoopStmt>(list[i + 1]);
    const auto *end = dyn_cast<FreeStmt>(list[i + 2]);
    const auto *assign = dyn_cast<AssignStmt>(list[i + 3]);
    return elements && copies && end && variableIn(end->pointer) == elements && variableIn(assign->value) == larger &&
           isCopy(copies, elements, larger) && integerValue(allocate->count) &&
           std::none_of(list.begin() + i + length, list.end(), [&](const Stmt *stmt) { return mentions(stmt, larger); });
  }

  static bool isCopy(const LoopStmt *loop, const Variable *from, const Variable *to) {
    const std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    const auto *assign = loop->body.size() == 1 ? dyn_cast<AssignStmt>(loop->body.front()) : nullptr;
    const auto *load = assign ? dyn_cast<LoadExpr>(assign->value) : nullptr;
    const bool isFromZero = counted && counted->step == 1 && counted->test == BinaryOp::Less && isInteger(counted->first, 0);
    return isFromZero && integerValue(counted->bound) && load && isElement(load->place, from, counted->counter) &&
           isElement(assign->place, to, counted->counter);
  }

  static bool isElement(const Place *place, const Variable *pointer, const Variable *index) {
    const auto *deref = dyn_cast<DerefPlace>(place);
    const auto *sum = deref ? dyn_cast<BinaryExpr>(deref->pointer) : nullptr;
    return sum && sum->op == BinaryOp::Add && variableIn(sum->left) == pointer && variableIn(withoutCasts(sum->right)) == index;
  }

  bool enlarge(const StmtList &list, size_t at, StmtList &out) {
    const Variable *block = elementsIn(list, at);
    const auto *larger = llvm::cast<AllocateStmt>(list[at]);
    const std::optional<analysis::CountedLoop> copies = analysis::countedLoop(llvm::cast<LoopStmt>(list[at + 1]));
    for (size_t i = out.size(); i-- > 0;) {
      const auto *allocation = dyn_cast<AllocateStmt>(out[i]);
      if (allocation && wholeVariable(allocation->place) == block) {
        const std::optional<long long> room = allocation->count ? integerValue(allocation->count) : std::nullopt;
        if (!room || *room < *integerValue(copies->bound) || *room > *integerValue(larger->count))
          return false;
        out[i] = context.rebuilt(allocation, allocation->place, allocation->declares, larger->count);
        return true;
      }
      const auto *assign = dyn_cast<AssignStmt>(out[i]);
      if (assign && plainVariable(assign->place) == block && variableIn(assign->value))
        block = variableIn(assign->value);
      else if (Container{block, nullptr, nullptr}.isWrittenIn(out[i]))
        return false;
    }
    return false;
  }
};

} // namespace

bool dropMoves(Context &context, StmtList &body) {
  NotMoving dropping(context);
  body = dropping.rewrite(body);
  return dropping.hasChanged;
}

} // namespace adjoint::transform
