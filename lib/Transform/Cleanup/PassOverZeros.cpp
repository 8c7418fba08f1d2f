// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/PassOverZeros.h"

#include "Analysis/Memory/Elements.h"
#include "IR/Algebra.h"
#include "IR/Mentions.h"
#include "Rules/Rules.h"
#include "Transform/Cleanup/PlainProducts.h"

#include <algorithm>
#include <map>
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
    case BinaryOp::Rem:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::BitAnd:
    case BinaryOp::BitOr:
    case BinaryOp::BitXor:
    case BinaryOp::Less:
    case BinaryOp::LessEq:
    case BinaryOp::Greater:
    case BinaryOp::GreaterEq:
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
    case BinaryOp::And:
    case BinaryOp::Or:
      return false;
    }
    return false;
  }
  case Expr::Kind::Intrinsic:
    return rules::isStrong(cast<IntrinsicExpr>(expr)) && recur(derivativeIn(cast<IntrinsicExpr>(expr)));
  case Expr::Kind::Address:
  case Expr::Kind::FunctionRef:
  case Expr::Kind::InitList:
    return false;
  }
  return false;
}

bool isLocalNumber(const Variable *variable) {
  return variable->type->isFloating() && !variable->isGlobal() && !variable->isAddressTaken();
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
  bool isNone(const CallStmt *call);

  Variables zeros, declared;
};

bool Effects::isNone(const AssignStmt *assign) {
  if (const Expr *operand = analysis::operandOfSum(assign); operand && isZeroWith(zeros, operand))
    return true;
  const Variable *variable = wholeVariable(assign->place);
  if (!variable || variable->isGlobal() || variable->isAddressTaken() || variable->type->isReference())
    return false;
  if (zeros.count(variable))
    return isZeroWith(zeros, assign->value);
  if (!declared.count(variable))
    written.insert(variable);
  return true;
}

bool Effects::isNone(const CallStmt *call) {
  const Variable *seed = call->callee->linearIn;
  const auto &params = call->callee->params;
  const size_t at = std::find(params.begin(), params.end(), seed) - params.begin();
  return seed && at < call->args.size() && isZeroWith(zeros, call->args[at]);
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
  case Stmt::Kind::Heading:
    return true;
  case Stmt::Kind::Call:
    return isNone(cast<CallStmt>(stmt));
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    return false;
  }
  return false;
}

using Carriers = std::vector<const Variable *>;

/// One scope.
class Scope {
public:
  explicit Scope(const StmtList &list);

  /// The variables whose being zero leaves the loop at that place nothing to do, if it is likely enough.
  Carriers carriers(size_t loop) const;

private:
  /// Zero in front of the loop; unless a branch was taken.
  enum class State { Zero, Conditional, Unknown };
  State stateOf(const Variable *variable, size_t declaration, size_t loop) const;
  bool isMadeOfConditional(const Expr *init, size_t at) const;
  bool isChoiceOfZero(const Expr *expr) const;
  bool addsChoicesOfZero(const Stmt *stmt, const Variable *variable) const;
  /// Numbers that the loop mentions and the scope declares in front of it, by where it does.
  std::map<size_t, const Variable *> adjointsOf(size_t loop) const;

  const StmtList &list;
  const Mentions mentioned;
  std::map<const Variable *, size_t> declared;
  std::map<const Variable *, std::vector<size_t>> writers; ///< where it is written, or its address taken
};

Scope::Scope(const StmtList &list) : list(list), mentioned(list) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (const auto *declare = dyn_cast<DeclareStmt>(list[i]))
      declared[declare->variable] = i;
    auto note = [&](const Place *place) {
      const Variable *variable = rootVariable(place);
      if (variable && (writers[variable].empty() || writers[variable].back() != i))
        writers[variable].push_back(i);
    };
    auto address = [&](const Expr *expr) {
      forEachExpr(expr, [&](const Expr *e) {
        if (const auto *taken = dyn_cast<AddressExpr>(e))
          note(taken->place);
      });
    };
    forEachStmt(list[i], [&](const Stmt *s) { forEachOperand(s, address, note); });
  }
}

/// A choice of which one side is zero, with a sign or a factor, or a constant that is one.
bool Scope::isChoiceOfZero(const Expr *expr) const {
  if (const auto *choice = dyn_cast<SelectExpr>(expr))
    return isZero(choice->yes) || isZero(choice->no);
  if (const auto *unary = dyn_cast<UnaryExpr>(expr))
    return unary->op == UnaryOp::Minus && isChoiceOfZero(unary->operand);
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    const Variable *variable = wholeVariable(load->place);
    auto constant = variable && isLocalNumber(variable) && !writers.count(variable) ? declared.find(variable) : declared.end();
    const Expr *init = constant == declared.end() ? nullptr : cast<DeclareStmt>(list[constant->second])->init;
    return init && isChoiceOfZero(init);
  }
  const auto *product = dyn_cast<BinaryExpr>(expr);
  return product && product->op == BinaryOp::Mul && (isChoiceOfZero(product->left) || isChoiceOfZero(product->right));
}

/// A loop in which the variable gets nothing but such choices, added?
bool Scope::addsChoicesOfZero(const Stmt *stmt, const Variable *variable) const {
  bool adds = isa<LoopStmt>(stmt);
  forEachStmt(stmt, [&](const Stmt *inner) {
    const auto *assign = dyn_cast<AssignStmt>(inner);
    const Expr *operand = assign ? analysis::operandOfSum(assign) : nullptr;
    forEachOperand(inner, [](const Expr *) {}, [&](const Place *written) {
      adds &= rootVariable(written) != variable || (operand && isChoiceOfZero(operand));
    });
  });
  return adds;
}

/// Is the value zero where adjoints that get their values in branches are, of which it is made?
bool Scope::isMadeOfConditional(const Expr *init, size_t at) const {
  Variables conditional;
  forEachLoad(init, [&](const LoadExpr *load) {
    const Variable *variable = wholeVariable(load->place);
    const auto own = variable && variable->isAdjoint && isLocalNumber(variable) ? declared.find(variable) : declared.end();
    if (own != declared.end() && own->second < at && stateOf(variable, own->second, at) == State::Conditional)
      conditional.insert(variable);
  });
  return !conditional.empty() && isZeroWith(conditional, init);
}

Scope::State Scope::stateOf(const Variable *variable, size_t declaration, size_t loop) const {
  const Expr *init = cast<DeclareStmt>(list[declaration])->init;
  bool isConditional = init && (isChoiceOfZero(init) || isMadeOfConditional(init, declaration));
  if (!init || !(isZero(init) || isConditional))
    return State::Unknown;
  auto own = writers.find(variable);
  if (own == writers.end())
    return isConditional ? State::Conditional : State::Zero;
  for (auto at = std::upper_bound(own->second.begin(), own->second.end(), declaration);
       at != own->second.end() && *at < loop; ++at) {
    const auto *assign = dyn_cast<AssignStmt>(list[*at]);
    const auto *branch = dyn_cast<IfStmt>(list[*at]);
    const bool isChosen = (branch && branch->no.empty()) || addsChoicesOfZero(list[*at], variable);
    if (!(assign && isZeroWith({variable}, assign->value)) && !isChosen)
      return State::Unknown;
    isConditional |= isChosen;
  }
  return isConditional ? State::Conditional : State::Zero;
}

std::map<size_t, const Variable *> Scope::adjointsOf(size_t loop) const {
  std::map<size_t, const Variable *> found;
  auto note = [&](const Place *place) {
    const Variable *variable = rootVariable(place);
    auto own = variable && variable->isAdjoint && isLocalNumber(variable) ? declared.find(variable) : declared.end();
    if (own != declared.end() && own->second < loop)
      found[own->second] = variable;
  };
  auto inside = [&](const Expr *e) { forEachPlace(e, note); };
  forEachStmt(list[loop], [&](const Stmt *stmt) {
    forEachOperand(stmt, inside, [&](const Place *place) {
      note(place);
      forEachExpr(place, inside);
    });
  });
  return found;
}

Carriers Scope::carriers(size_t loop) const {
  const size_t most = 3; // that are compared with zero
  Variables zeros;
  Carriers found;
  for (const auto &[declaration, variable] : adjointsOf(loop)) {
    State state = stateOf(variable, declaration, loop);
    if (state == State::Unknown)
      continue;
    zeros.insert(variable);
    if (state == State::Conditional)
      found.push_back(variable);
  }
  Effects effects(zeros);
  if (found.empty() || found.size() > most || !effects.areNone({list[loop]}))
    return {};
  for (const Variable *written : effects.written) {
    auto own = declared.find(written);
    bool isRead = mentioned.next(written, loop + 1) < list.size();
    if (own == declared.end() || own->second > loop || isRead)
      return {};
  }
  return found;
}

class PassingOver : public Rewriter {
public:
  using Rewriter::rewrite;
  PassingOver(Context &context, bool strongZeros) : Rewriter(context), strongZeros(strongZeros) {}

  StmtList rewrite(const StmtList &list) override {
    const std::vector<Carriers> carriers = carriersIn(list);
    StmtList out;
    for (size_t i = 0; i < list.size();) {
      const Carriers &own = carriers[i];
      if (own.empty()) {
        Rewriter::rewrite(list[i++], out);
        continue;
      }
      StmtList loops;
      for (; i < list.size() && carriers[i] == own; ++i)
        loops.push_back(passedOver(list[i], own));
      out.push_back(context.make<IfStmt>(isThere(own), loops, StmtList()));
    }
    return out;
  }

private:
  const Expr *isThere(const Carriers &carriers) const {
    const Expr *any = nullptr;
    for (const Variable *carrier : carriers) {
      const Expr *one = context.binary(BinaryOp::NotEqual, context.load(carrier), context.zero(carrier->type));
      any = any ? context.binary(BinaryOp::Or, any, one) : one;
    }
    return any;
  }

  const Stmt *passedOver(const Stmt *stmt, const Carriers &carriers) const {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    return !loop || strongZeros || carriers.size() > 1 ? stmt : withPlainProducts(context, loop, carriers.front());
  }

  /// Does it take long enough for the question to pay?
  static bool isLong(const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    return isa<LoopStmt>(stmt) || (call && call->callee->linearIn);
  }

  /// Of each statement; none for most.
  static std::vector<Carriers> carriersIn(const StmtList &list) {
    std::vector<Carriers> found(list.size());
    if (std::none_of(list.begin(), list.end(), isLong))
      return found;
    const Scope scope(list);
    for (size_t i = 0; i < list.size(); ++i)
      if (isLong(list[i]))
        found[i] = scope.carriers(i);
    return found;
  }

  const bool strongZeros;
};

} // namespace

StmtList passOverZeros(Context &context, const StmtList &body, bool strongZeros) {
  return PassingOver(context, strongZeros).rewrite(body);
}

} // namespace adjoint::transform
