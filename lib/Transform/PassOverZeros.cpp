// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/PassOverZeros.h"

#include "Analysis/Elements.h"
#include "IR/Algebra.h"

#include <algorithm>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

using Variables = std::set<const Variable *>;

/// Is the value zero if these variables are?
bool isZeroWith(const Variables &zeros, const Expr *expr) {
  auto recur = [&](const Expr *e) { return isZeroWith(zeros, e); };
  switch (expr->kind) {
  case Expr::Kind::Literal:
    return isZero(expr);
  case Expr::Kind::Load:
    return zeros.count(wholeVariable(cast<LoadExpr>(expr)->place)) != 0;
  case Expr::Kind::Unary:
    return cast<UnaryExpr>(expr)->op == UnaryOp::Minus && recur(cast<UnaryExpr>(expr)->operand);
  case Expr::Kind::Cast:
    return recur(cast<CastExpr>(expr)->operand);
  case Expr::Kind::Select:
    return recur(cast<SelectExpr>(expr)->yes) && recur(cast<SelectExpr>(expr)->no);
  case Expr::Kind::Binary: {
    const auto *binary = cast<BinaryExpr>(expr);
    switch (binary->op) {
    case BinaryOp::Mul:
      return recur(binary->left) || recur(binary->right);
    case BinaryOp::Div:
      return recur(binary->left);
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return recur(binary->left) && recur(binary->right);
    default:
      return false;
    }
  }
  default:
    return false;
  }
}

bool isLocalNumber(const Variable *variable) {
  return variable->type->isFloating() && !variable->isGlobal() && !variable->isAddressTaken;
}

/// What a statement does if some variables are zero.
class Effects {
public:
  explicit Effects(Variables zeros) : zeros(std::move(zeros)) {}

  /// Nothing but writing variables that are declared outside, which `written` collects?
  bool areNone(const StmtList &list) {
    return std::all_of(list.begin(), list.end(), [&](const Stmt *stmt) { return isNone(stmt); });
  }
  Variables written;

private:
  bool isNone(const Stmt *stmt);
  bool isNone(const AssignStmt *assign);

  Variables zeros, declared;
};

bool Effects::isNone(const AssignStmt *assign) {
  if (const Expr *operand = analysis::operandOfSum(assign); operand && isZeroWith(zeros, operand))
    return true;
  const Variable *variable = wholeVariable(assign->place);
  if (!variable || variable->isGlobal() || variable->isAddressTaken || variable->type->isReference())
    return false;
  if (zeros.count(variable))
    return isZeroWith(zeros, assign->value);
  if (!declared.count(variable))
    written.insert(variable);
  return true;
}

bool Effects::isNone(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Declare: {
    const auto *declare = cast<DeclareStmt>(stmt);
    declared.insert(declare->variable);
    if (isLocalNumber(declare->variable) && declare->init && isZeroWith(zeros, declare->init))
      zeros.insert(declare->variable);
    return true;
  }
  case Stmt::Kind::Assign:
    return isNone(cast<AssignStmt>(stmt));
  case Stmt::Kind::Block:
    return areNone(cast<BlockStmt>(stmt)->body);
  case Stmt::Kind::If:
    return areNone(cast<IfStmt>(stmt)->yes) && areNone(cast<IfStmt>(stmt)->no);
  case Stmt::Kind::Loop: {
    const auto *loop = cast<LoopStmt>(stmt);
    return areNone(loop->init) && areNone(loop->body) && areNone(loop->step);
  }
  case Stmt::Kind::Comment:
    return true;
  default:
    return false;
  }
}

/// One scope, up to a loop in it.
class Scope {
public:
  Scope(const StmtList &list, size_t loop) : list(list), loop(loop) {}

  /// The variable whose being zero leaves the loop nothing to do, if it is likely enough.
  const Variable *carrier() const;

private:
  /// Zero in front of the loop; unless a branch was taken.
  enum class State { Zero, Conditional, Unknown };
  State stateOf(const Variable *variable, size_t declaration) const;
  static bool writes(const Stmt *stmt, const Variable *variable);

  const StmtList &list;
  const size_t loop;
};

bool Scope::writes(const Stmt *stmt, const Variable *variable) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *s) {
    auto address = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        const auto *taken = dyn_cast<AddressExpr>(e);
        found |= taken && rootVariable(taken->place) == variable;
      });
    };
    forEachOperand(s, address, [&](const Place *place) { found |= rootVariable(place) == variable; });
  });
  return found;
}

Scope::State Scope::stateOf(const Variable *variable, size_t declaration) const {
  const Expr *init = cast<DeclareStmt>(list[declaration])->init;
  const auto *choice = init ? dyn_cast<SelectExpr>(init) : nullptr;
  bool isConditional = choice && (isZero(choice->yes) || isZero(choice->no));
  if (!init || !(isZero(init) || isConditional))
    return State::Unknown;
  for (size_t i = declaration + 1; i < loop; ++i) {
    if (!writes(list[i], variable))
      continue;
    const auto *assign = dyn_cast<AssignStmt>(list[i]);
    const auto *branch = dyn_cast<IfStmt>(list[i]);
    if (!(assign && isZeroWith({variable}, assign->value)) && !(branch && branch->no.empty()))
      return State::Unknown;
    isConditional |= branch != nullptr;
  }
  return isConditional ? State::Conditional : State::Zero;
}

const Variable *Scope::carrier() const {
  Variables zeros, own;
  const Variable *carrier = nullptr;
  for (size_t i = 0; i < loop; ++i) {
    const auto *declare = dyn_cast<DeclareStmt>(list[i]);
    if (!declare)
      continue;
    own.insert(declare->variable);
    if (!declare->variable->isAdjoint || !isLocalNumber(declare->variable) || !mentions(list[loop], declare->variable))
      continue;
    State state = stateOf(declare->variable, i);
    if (state == State::Unknown)
      continue;
    zeros.insert(declare->variable);
    if (state == State::Conditional && carrier)
      return nullptr;
    if (state == State::Conditional)
      carrier = declare->variable;
  }
  Effects effects(zeros);
  if (!carrier || !effects.areNone({list[loop]}))
    return nullptr;
  for (const Variable *written : effects.written) {
    bool isRead = std::any_of(list.begin() + loop + 1, list.end(), [&](const Stmt *s) { return mentions(s, written); });
    if (!own.count(written) || isRead)
      return nullptr;
  }
  return carrier;
}

class PassingOver : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &list) override {
    StmtList out;
    for (size_t i = 0; i < list.size();) {
      const Variable *carrier = carrierOf(list, i);
      StmtList loops;
      for (; carrier && carrierOf(list, i) == carrier; ++i)
        loops.push_back(list[i]);
      if (!carrier) {
        Rewriter::rewrite(list[i++], out);
        continue;
      }
      const Expr *isThere = context.binary(BinaryOp::NotEqual, context.load(carrier), context.zero(carrier->type));
      out.push_back(context.make<IfStmt>(isThere, loops, StmtList()));
    }
    return out;
  }

private:
  static const Variable *carrierOf(const StmtList &list, size_t i) {
    return i < list.size() && isa<LoopStmt>(list[i]) ? Scope(list, i).carrier() : nullptr;
  }
};

} // namespace

StmtList passOverZeros(Context &context, const StmtList &body) { return PassingOver(context).rewrite(body); }

} // namespace adjoint::transform
