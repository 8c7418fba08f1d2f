// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/DropDead.h"

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
        out.push_back(context.rebuilt(cast<BlockStmt>(stmt), inner));
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
    case Stmt::Kind::Heading:
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
    out.push_back(context.rebuilt(declare, init));
    return true;
  }

  /// A call for its effects only needs no variable for its result.
  bool replaceCall(const CallStmt *call, StmtList &out) {
    if (!liveness.isLive(call))
      return true;
    const Variable *result = call->declares ? wholeVariable(call->result) : nullptr;
    if (!result || liveness.isDeclarationLive(call))
      return false;
    out.push_back(context.rebuilt(call, nullptr, false, call->callee, call->args));
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
      out.push_back(context.rebuilt(branch, condition, yes, no));
    return true;
  }

  const analysis::Liveness &liveness;
};

} // namespace

namespace {
/// A heading with nothing below it.
StmtList withoutEmptySections(const StmtList &body) {
  StmtList out;
  for (const Stmt *stmt : body) {
    if (isa<HeadingStmt>(stmt) && !out.empty() && isa<HeadingStmt>(out.back()))
      out.pop_back();
    out.push_back(stmt);
  }
  while (!out.empty() && isa<HeadingStmt>(out.back()))
    out.pop_back();
  return out;
}
} // namespace

StmtList dropDead(Context &context, const StmtList &body, const analysis::Liveness &liveness) {
  return withoutEmptySections(DeadDropping(context, liveness).rewrite(body));
}

} // namespace adjoint::transform
