// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/EarlierIterations.h"

#include "Analysis/Loops/Bounds.h"

namespace adjoint::analysis {

using namespace ir;

CountedLoop OtherIteration::renamed(const CountedLoop &loop) {
  CountedLoop made = loop;
  made.first = rewrite(loop.first);
  made.bound = rewrite(loop.bound);
  made.counter = counters[loop.counter] = context.make<Variable>(*loop.counter);
  return made;
}

const Variable *OtherIteration::replace(const Variable *variable) {
  auto other = counters.find(variable);
  return other == counters.end() ? variable : other->second;
}

namespace {
/// Up to the present iteration, which it does not reach. The load is of the type that the function's own have.
CountedLoop before(Context &context, const CountedLoop &present, CountedLoop loop) {
  loop.bound = context.make<LoadExpr>(context.place(present.counter), present.counter->type);
  loop.test = loop.step > 0 ? BinaryOp::Less : BinaryOp::Greater;
  return loop;
}

bool isWithoutIterations(const std::vector<CountedLoop> &loops, const CountedLoop &loop) {
  return loop.step > 0 ? isNeverLess(loops, loop.first, loop.bound) : isNeverLess(loops, loop.bound, loop.first);
}
} // namespace

bool holdsOfEarlier(Context &context, const InLoops &statements,
                    llvm::function_ref<bool(const std::vector<CountedLoop> &loops, OtherIteration &then)> holds) {
  for (size_t same = statements.same; same <= statements.common; ++same) { // so many outer loops are in the same iteration
    const bool isNext = same < statements.common;
    if (!isNext && !statements.isInFront)
      continue;
    OtherIteration then(context);
    std::vector<CountedLoop> loops = statements.now;
    for (size_t i = same; i < statements.then.size(); ++i) {
      const CountedLoop loop = then.renamed(statements.then[i]);
      loops.push_back(i == same && isNext ? before(context, statements.now[same], loop) : loop);
    }
    const bool isEmpty = isNext && isWithoutIterations(loops, loops[statements.now.size()]);
    if (!isEmpty && !holds(loops, then))
      return false;
  }
  return true;
}

} // namespace adjoint::analysis
