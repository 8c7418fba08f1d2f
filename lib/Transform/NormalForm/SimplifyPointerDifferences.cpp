// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   count = v + n - v                       count = n
//   count = (v + last) - (v + first)   ->   count = last - first
//
// also where a variable holds one of them (`end = v + n`), as long as nothing changes it or what it was made from. A
// count of ours that becomes a number is that number where it is used.
#include "Transform/NormalForm/NormalForm.h"

#include "Analysis/Memory/Versions.h"
#include "IR/Values.h"
#include "Transform/Simplify/Substitution.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

struct Located {
  const Expr *base;
  std::vector<const Expr *> offsets;
};

class Simplifying : public Rewriter {
public:
  Simplifying(Context &context, const StmtList &body) : Rewriter(context), versions(body) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    here = stmt;
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop)
      return false;
    const StmtList init = rewrite(loop->init);
    here = loop; // whose condition is asked behind the body, too
    const Expr *condition = rewrite(loop->condition);
    const StmtList step = rewrite(loop->step), body = rewrite(loop->body);
    out.push_back(context.rebuilt(loop, init, condition, step, body));
    return true;
  }

  const Expr *replace(const Expr *expr) override {
    if (const auto *conversion = dyn_cast<CastExpr>(expr)) {
      const auto *simple = llvm::dyn_cast_or_null<CastExpr>(differenceIn(conversion->operand));
      return simple && simple->operand->type == conversion->type ? simple->operand : nullptr;
    }
    return differenceIn(expr);
  }

private:
  const Expr *differenceIn(const Expr *expr) {
    const auto *difference = dyn_cast<BinaryExpr>(expr);
    if (!difference || difference->op != BinaryOp::Sub || !difference->left->type->isPointer() ||
        !difference->right->type->isPointer())
      return nullptr;
    Located to = locate(difference->left), from = locate(difference->right);
    if (!same(to.base, from.base)) {
      follow(to);
      follow(from);
    }
    if (!same(to.base, from.base) || to.offsets.size() > 1 || from.offsets.size() > 1)
      return nullptr;
    return distance(from.offsets.empty() ? nullptr : from.offsets.front(), to.offsets.empty() ? nullptr : to.offsets.front(),
                    expr->type);
  }

  /// Null is for no offset.
  const Expr *distance(const Expr *from, const Expr *to, const Type *type) {
    auto known = [](const Expr *offset) { return offset ? integerValue(offset) : 0; };
    auto number = [&](const Expr *offset) -> const Expr * {
      return known(offset) ? context.literal(*known(offset), type)
                           : context.cast(CastExpr::Form::Explicit, rewrite(offset), type);
    };
    if (!from)
      return number(to);
    if (known(from) && known(to))
      return context.literal(*known(to) - *known(from), type);
    return context.binary(BinaryOp::Sub, number(to), number(from));
  }

  static Located locate(const Expr *pointer) {
    if (const auto *conversion = dyn_cast<CastExpr>(pointer); conversion && conversion->operand->type->isPointer())
      return locate(conversion->operand);
    const auto *sum = dyn_cast<BinaryExpr>(pointer);
    if (!sum || sum->op != BinaryOp::Add || !sum->left->type->isPointer())
      return {pointer, {}};
    Located found = locate(sum->left);
    found.offsets.push_back(sum->right);
    return found;
  }

  /// To the same address by other names.
  void follow(Located &place) const {
    while (const Expr *value = valueOf(place.base)) {
      Located behind = locate(value);
      place.base = behind.base;
      place.offsets.insert(place.offsets.begin(), behind.offsets.begin(), behind.offsets.end());
    }
  }

  const Expr *valueOf(const Expr *pointer) const {
    const auto *load = dyn_cast<LoadExpr>(pointer);
    const Variable *variable = load ? wholeVariable(load->place) : nullptr;
    return variable && variable->type->isPointer() ? versions.valueAt(variable, here) : nullptr;
  }

  const analysis::Versions versions;
  const Stmt *here = nullptr;
};

class CountForwarding : public Substitution {
public:
  CountForwarding(Context &context, const StmtList &body) : Substitution(context, body) {}

private:
  bool isCandidate(const DeclareStmt *declaration, const VariableUses &) const override {
    return declaration->variable->isTemporary && declaration->variable->type->is(TypeKind::Integer) &&
           isNumeral(declaration->init);
  }
};

} // namespace

StmtList simplifyPointerDifferences(Context &context, StmtList body) {
  body = Simplifying(context, body).rewrite(body);
  return CountForwarding(context, body).rewrite(body);
}

} // namespace adjoint::transform
