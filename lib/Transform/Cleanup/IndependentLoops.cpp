// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/IndependentLoops.h"

#include "Transform/Cleanup/Gathering.h"
#include "Transform/Cleanup/LoopArrangement.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Not `c ? a : b`.
bool isWithoutChoice(const Expr *expr) {
  bool is = true;
  forEachExpr(expr, [&](const Expr *part) {
    const auto *binary = dyn_cast<BinaryExpr>(part);
    is &= !isa<SelectExpr>(part) && !(binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or));
  });
  return is;
}

} // namespace

bool isStraight(const StmtList &work) {
  return llvm::all_of(work, [](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return !declare->init || isWithoutChoice(declare->init);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    return assign && isWithoutChoice(assign->value);
  });
}

namespace {

bool isOfVectors(const Type *type) { return !type->isFloating() || type->bits <= 64; }

/// Does the next iteration have the next element? Not where `unsigned` may wrap.
bool neverWraps(const Type *index) { return index->isSigned || index->bits >= 64; }

class TellingCompilers : public LoopArrangement {
public:
  using LoopArrangement::LoopArrangement;

protected:
  bool arrange(const LoopStmt *loop, const RunnableUpwards &found, StmtList &out) override {
    if (loop->parallel || loop->runsInParallel || loop->isShort || isKnownToBeShort(found.range) || !isStraight(found.work) || !isVectorisable(found.work))
      return false;
    const Iteration iteration(context, found.work, found.counted, alias, areApart, /*takesRecords=*/false, around.loops());
    if (!iteration.isParallel() || !goesOnByOne(iteration) || !areCompared(iteration))
      return false;
    LoopStmt *made = context.rebuilt(loop, upwardLoop(context, found.counted, found.range, found.work));
    made->isIndependent = true;
    out.push_back(made);
    return true;
  }

private:
  static bool goesOnByOne(const Iteration &iteration) {
    return llvm::all_of(iteration.accesses(), [&](const Access &access) {
      const bool isNext = iteration.isMoving(access) && neverWraps(access.index->type);
      const bool isOne = access.kind == Access::Kind::Read && iteration.isSteady(access);
      return isOfVectors(access.place->type) && (isNext || isOne);
    });
  }

  /// Short loops pay for each comparison.
  static bool areCompared(const Iteration &iteration) {
    Arrays arrays;
    for (const Access &access : iteration.accesses())
      arrays.add(access);
    return arrays.comparisons() > 1;
  }
};

} // namespace

StmtList independentLoops(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  return TellingCompilers(context, alias, areApart).rewrite(body);
}

} // namespace adjoint::transform
