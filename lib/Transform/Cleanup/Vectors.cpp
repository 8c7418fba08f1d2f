// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Vectors.h"

#include "Transform/Cleanup/Gathering.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool isLogic(const Expr *expr) {
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  return binary && (binary->op == BinaryOp::And || binary->op == BinaryOp::Or);
}

/// Not `c ? a : b`.
bool isWithoutChoice(const Expr *expr) {
  bool is = true;
  forEachExpr(expr, [&](const Expr *part) { is &= !isa<SelectExpr>(part) && !isLogic(part); });
  return is;
}

} // namespace

bool isVectorisable(const StmtList &work) {
  bool is = true;
  auto look = [&](const Expr *e) {
    const auto *function = dyn_cast<IntrinsicExpr>(e);
    is &= !function || !function->type->isFloating() || function->name == "sqrt" || function->name == "fabs";
  };
  forEachStmt(work, [&](const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *e) { forEachExpr(e, look); }, [&](const Place *p) { forEachExpr(p, look); });
  });
  return is;
}

bool isStraight(const StmtList &work) {
  return llvm::all_of(work, [](const Stmt *stmt) {
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return !declare->init || isWithoutChoice(declare->init);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    return assign && isWithoutChoice(assign->value);
  });
}

bool letVectorise(const Arrays &arrays, const StmtList &work) {
  constexpr unsigned mostCompared = 8; // of LLVM
  return isStraight(work) || arrays.comparisons() <= mostCompared;
}

namespace {

bool isOfVectors(const Type *type) { return !type->isFloating() || type->bits <= 64; }

/// Does the next iteration have the next element? Not where `unsigned` may wrap.
bool neverWraps(const Type *index) { return index->isSigned || index->bits >= 64; }

} // namespace

bool isForVectors(const RunnableUpwards &loop) {
  return !isKnownToBeShort(loop.range) && isStraight(loop.work) && isVectorisable(loop.work);
}

namespace {
/// Elements that are read outside of the alternatives of choices.
void addCertain(const Expr *expr, std::vector<const Place *> &places) {
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    if (!wholeVariable(load->place))
      places.push_back(load->place);
  } else if (const auto *choice = dyn_cast<SelectExpr>(expr)) {
    addCertain(choice->condition, places);
  } else if (const auto *binary = dyn_cast<BinaryExpr>(expr)) {
    addCertain(binary->left, places);
    addCertain(binary->right, places);
  } else if (const auto *unary = dyn_cast<UnaryExpr>(expr)) {
    addCertain(unary->operand, places);
  } else if (const auto *conversion = dyn_cast<CastExpr>(expr)) {
    addCertain(conversion->operand, places);
  } else if (const auto *function = dyn_cast<IntrinsicExpr>(expr)) {
    for (const Expr *arg : function->args)
      addCertain(arg, places);
  }
}
} // namespace

bool readsAllInAnyCase(const StmtList &work) {
  std::vector<const Place *> certain, all;
  bool isPlain = true;
  auto look = [&](const Expr *expr) {
    addCertain(expr, certain);
    forEachLoad(expr, [&](const LoadExpr *load) {
      if (!wholeVariable(load->place))
        all.push_back(load->place);
    });
    forEachExpr(expr, [&](const Expr *part) { isPlain &= !isLogic(part); });
  };
  for (const Stmt *stmt : work) {
    isPlain &= isa<DeclareStmt>(stmt) || isa<AssignStmt>(stmt);
    forEachOperand(stmt, look, [](const Place *) {});
  }
  return isPlain && llvm::all_of(all, [&](const Place *place) {
    return llvm::any_of(certain, [&](const Place *other) { return same(place, other); });
  });
}

bool runsInVectors(const Iteration &iteration) {
  return iteration.isParallel() && llvm::all_of(iteration.accesses(), [&](const Access &access) {
    const bool isNext = iteration.isMoving(access) && neverWraps(access.index->type);
    const bool isOne = access.kind == Access::Kind::Read && iteration.isSteady(access);
    return isOfVectors(access.place->type) && (isNext || isOne);
  });
}

std::set<const LoopStmt *> loopsInVectors(Context &context, const StmtList &body, const analysis::Alias &alias, const AreApart &areApart) {
  std::set<const LoopStmt *> found;
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    const std::optional<RunnableUpwards> runnable = loop ? runnableUpwards(context, loop) : std::nullopt;
    if (runnable && isForVectors(*runnable) &&
        runsInVectors(Iteration(context, runnable->work, runnable->counted, alias, areApart)))
      found.insert(loop);
  });
  return found;
}

} // namespace adjoint::transform
