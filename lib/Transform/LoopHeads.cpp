// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for (int i = 0, j = n; i < n; ++i, --j)        int j = n;
//     work;                                   ->   for (int i = 0; i < n; ++i) {
//                                                    work;
//                                                    --j;
//                                                  }
//
// where that makes a loop counted. No `continue` is left by now.

#include "Analysis/Loops.h"
#include "Transform/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class HeadSimplifying : public Rewriter {
public:
  using Rewriter::rewrite;
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop || (loop->init.size() < 2 && loop->step.size() < 2))
      return false;
    for (const Stmt *init : loop->init)
      for (const Stmt *step : loop->step)
        if (const LoopStmt *simple = countedBy(loop, init, step)) {
          for (const Stmt *other : loop->init)
            if (other != init)
              rewrite(other, out);
          out.push_back(rebuild(simple));
          return true;
        }
    return false;
  }

private:
  /// The loop over what `init` declares and `step` moves, null if it is none.
  const LoopStmt *countedBy(const LoopStmt *loop, const Stmt *init, const Stmt *step) {
    const Variable *counter = declaredBy(init);
    for (const Stmt *other : loop->init)
      if (other != init && (!counter || !declaredBy(other) || mentions(other, counter)))
        return nullptr;
    StmtList body = loop->body;
    for (const Stmt *other : loop->step)
      if (other != step)
        body.push_back(other);
    auto *simple = context.make<LoopStmt>(StmtList{init}, loop->condition, StmtList{step}, body, loop->testAtEnd);
    return analysis::countedLoop(simple) ? annotatedAs(loop, simple) : nullptr;
  }
};

} // namespace

StmtList simplifyLoopHeads(Context &context, StmtList body) { return HeadSimplifying(context).rewrite(body); }

} // namespace adjoint::transform
