// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Slice.h"

#include "Analysis/Memory/Elements.h"
#include "IR/FreshCopy.h"
#include "IR/Values.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class Slicing {
public:
  explicit Slicing(std::set<const Stmt *> wanted) : found(std::move(wanted)) {}

  std::set<const Stmt *> of(const StmtList &work) {
    forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
    for (const Stmt *stmt : found)
      noteReads(stmt);
    for (bool grown = true; grown;) {
      grown = false;
      for (const Stmt *stmt : work)
        grown |= add(stmt);
    }
    return found;
  }

private:
  /// The variable to which the statement gives a value; null for none.
  static const Variable *givenBy(const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    return assign ? rootVariable(assign->place) : declaredBy(stmt);
  }

  void noteReads(const Stmt *stmt) {
    auto note = [&](const LoadExpr *load) { read.insert(rootVariable(load->place)); };
    forEachOperand(stmt, [&](const Expr *e) { forEachLoad(e, note); }, [&](const Place *p) { forEachLoad(p, note); });
  }

  bool add(const Stmt *stmt) {
    bool grown = false, isAround = false;
    forEachList(stmt, [&](const StmtList &list) {
      for (const Stmt *inner : list) {
        grown |= add(inner);
        isAround |= found.count(inner) != 0;
      }
    });
    const Variable *given = givenBy(stmt);
    if ((!isAround && !(given && read.count(given) && declared.count(given))) || !found.insert(stmt).second)
      return grown;
    noteReads(stmt);
    return true;
  }

  std::set<const Stmt *> found;
  std::set<const Variable *> declared, read;
};

class SliceCopy : public FreshCopy {
public:
  SliceCopy(Context &context, const std::set<const Stmt *> &slice, const Variable *counter, long long by,
            const std::map<const Stmt *, const Variable *> &sums)
      : FreshCopy(context), slice(slice), counter(counter), by(by), sums(sums) {}
  using FreshCopy::rewrite;

protected:
  using FreshCopy::replace;

  const Expr *replace(const Expr *expr) override {
    if (by == 0)
      return nullptr;
    if (isCounter(expr))
      return counterPlus(by);
    const auto *binary = dyn_cast<BinaryExpr>(expr);
    if (!binary || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub) || !isCounter(binary->left))
      return nullptr;
    std::optional<long long> value = isNumeral(binary->right) ? integerValue(binary->right) : std::nullopt;
    return value && std::abs(*value) < few ? counterPlus(by + (binary->op == BinaryOp::Add ? *value : -*value)) : nullptr;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (!slice.count(stmt))
      return true;
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      return copyBranch(branch, out);
    auto sum = sums.find(stmt);
    if (sum == sums.end())
      return FreshCopy::replace(stmt, out);
    const auto *assign = cast<AssignStmt>(stmt);
    const BinaryOp op = cast<BinaryExpr>(assign->value)->op;
    const Expr *added = rewrite(analysis::operandOfSum(assign));
    out.push_back(context.rebuilt(assign, context.place(sum->second), context.binary(op, context.load(sum->second), added)));
    return true;
  }

private:
  static constexpr long long few = 1000;

  /// Without a first part that would be empty.
  bool copyBranch(const IfStmt *branch, StmtList &out) {
    const Expr *condition = rewrite(branch->condition);
    StmtList yes = rewrite(branch->yes), no = rewrite(branch->no);
    if (yes.empty()) {
      condition = context.unary(UnaryOp::Not, condition);
      std::swap(yes, no);
    }
    out.push_back(context.rebuilt(branch, condition, yes, no));
    return true;
  }

  bool isCounter(const Expr *expr) const {
    const auto *load = dyn_cast<LoadExpr>(expr);
    return load && wholeVariable(load->place) == counter;
  }

  const Expr *counterPlus(long long constant) {
    const Expr *i = context.load(counter);
    if (constant == 0)
      return i;
    return context.binary(constant > 0 ? BinaryOp::Add : BinaryOp::Sub, i, context.literal(std::abs(constant), i->type));
  }

  const std::set<const Stmt *> &slice;
  const Variable *counter;
  const long long by;
  const std::map<const Stmt *, const Variable *> &sums;
};

} // namespace

std::set<const Stmt *> sliceOf(const StmtList &work, const std::set<const Stmt *> &wanted) { return Slicing(wanted).of(work); }

StmtList copyOfSlice(Context &context, const StmtList &work, const std::set<const Stmt *> &slice, const Variable *counter,
                     long long by, const std::map<const Stmt *, const Variable *> &sums) {
  return SliceCopy(context, slice, counter, by, sums).rewrite(work);
}

} // namespace adjoint::transform
