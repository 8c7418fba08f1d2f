// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/DropDead.h"

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

class DeadDropping : public Rewriter {
public:
  DeadDropping(Context &context, const analysis::Liveness &liveness) : Rewriter(context), liveness(liveness) {}

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    switch (stmt->kind) {
    case Stmt::Kind::Declare:
      return replaceDeclaration(cast<DeclareStmt>(stmt), out);
    case Stmt::Kind::Call:
      return replaceCall(cast<CallStmt>(stmt), out);
    case Stmt::Kind::Block: {
      StmtList inner = rewrite(cast<BlockStmt>(stmt)->body);
      if (!inner.empty())
        out.push_back(context.make<BlockStmt>(inner));
      return true;
    }
    case Stmt::Kind::If:
    case Stmt::Kind::Switch:
    case Stmt::Kind::Loop:
      return replaceStructure(stmt, out);
    case Stmt::Kind::Assign:
    case Stmt::Kind::Allocate:
    case Stmt::Kind::Free:
    case Stmt::Kind::Break:
    case Stmt::Kind::Continue:
    case Stmt::Kind::Return:
    case Stmt::Kind::Goto:
    case Stmt::Kind::Label:
    case Stmt::Kind::Push:
    case Stmt::Kind::Pop:
    case Stmt::Kind::TapeBlock:
    case Stmt::Kind::Comment:
      return !liveness.isLive(stmt);
    }
    return false;
  }

private:
  /// A variable that is only written later begins with zero, not with what nobody reads.
  bool replaceDeclaration(const DeclareStmt *declare, StmtList &out) {
    if (!liveness.isDeclarationLive(declare))
      return true;
    const Type *type = declare->variable->type;
    bool readsSomething = declare->init && !isa<LiteralExpr>(declare->init) && !isa<InitListExpr>(declare->init);
    if (!readsSomething || liveness.isInitialValueLive(declare) || type->isReference())
      return false;
    const Expr *init = context.zero(context.withoutConst(type));
    out.push_back(annotatedAs(declare, context.make<DeclareStmt>(declare->variable, init)));
    return true;
  }

  /// A call for its effects only needs no variable for its result.
  bool replaceCall(const CallStmt *call, StmtList &out) {
    if (!liveness.isLive(call))
      return true;
    const Variable *result = call->declares ? wholeVariable(call->result) : nullptr;
    if (!result || liveness.isDeclarationLive(call))
      return false;
    out.push_back(annotatedAs(call, context.make<CallStmt>(nullptr, false, call->callee, call->args)));
    return true;
  }

  bool replaceStructure(const Stmt *stmt, StmtList &out) {
    bool hasEndlessTest = isa<LoopStmt>(stmt) && !cast<LoopStmt>(stmt)->condition;
    if (!liveness.isLive(stmt) && !hasEndlessTest)
      return true;
    const auto *branch = dyn_cast<IfStmt>(stmt);
    if (!branch)
      return false;
    StmtList yes = rewrite(branch->yes), no = rewrite(branch->no);
    const Expr *condition = branch->condition;
    if (yes.empty() && !no.empty()) {
      std::swap(yes, no);
      const auto *negation = dyn_cast<UnaryExpr>(condition);
      condition = negation && negation->op == UnaryOp::Not ? negation->operand
                                                           : context.unary(UnaryOp::Not, condition);
    }
    if (!yes.empty() || !no.empty())
      out.push_back(annotatedAs(branch, context.make<IfStmt>(condition, yes, no)));
    return true;
  }

  const analysis::Liveness &liveness;
};

} // namespace

namespace {
class BlockDropping : public Rewriter {
public:
  BlockDropping(Context &context, const StmtList &body) : Rewriter(context) {
    auto note = [&](const Expr *e) {
      forEachLoad(e, [&](const LoadExpr *load) { used.insert(rootVariable(load->place)); });
      forEachPlace(e, [&](const Place *place) { used.insert(rootVariable(place)); });
    };
    forEachStmt(body, [&](const Stmt *stmt) {
      if (isa<FreeStmt>(stmt) && pointerOf(stmt))
        return;
      bool declares = isa<AllocateStmt>(stmt) && cast<AllocateStmt>(stmt)->declares;
      forEachOperand(stmt, note, [&](const Place *place) {
        if (!declares)
          used.insert(rootVariable(place));
        forEachExpr(place, note);
      });
    });
    forEachStmt(body, [&](const Stmt *stmt) {
      if (const auto *allocation = dyn_cast<AllocateStmt>(stmt); allocation && allocation->declares)
        allocated.insert(wholeVariable(allocation->place));
    });
  }
  using Rewriter::rewrite;

  bool findsAny() const {
    return llvm::any_of(allocated, [&](const Variable *pointer) { return !used.count(pointer); });
  }

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &) override {
    const Variable *pointer = pointerOf(stmt);
    return pointer && allocated.count(pointer) && !used.count(pointer);
  }

private:
  static const Variable *pointerOf(const Stmt *stmt) {
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      return wholeVariable(allocation->place);
    const auto *release = dyn_cast<FreeStmt>(stmt);
    const auto *load = release ? dyn_cast<LoadExpr>(release->pointer) : nullptr;
    return load ? wholeVariable(load->place) : nullptr;
  }

  std::set<const Variable *> allocated, used;
};
} // namespace

std::optional<StmtList> withoutUnusedBlocks(Context &context, const StmtList &body) {
  BlockDropping dropping(context, body);
  return dropping.findsAny() ? std::optional<StmtList>(dropping.rewrite(body)) : std::nullopt;
}

StmtList dropDead(Context &context, const StmtList &body, const analysis::Liveness &liveness) {
  return DeadDropping(context, liveness).rewrite(body);
}

} // namespace adjoint::transform
