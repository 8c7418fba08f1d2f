// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   {                                             const double *first = x.begin, *last = x.end;
//     const double *first = x.begin, *last = x.end;     for (; first != last; ++first)
//     for (; first != last; ++first)       ->       sum += *first;
//       sum += *first;
//   }
//
// as a range-for comes out. A scope of its own means nothing once exits are structured and storage is hoisted, since
// objects end by statements: variables have names of their own when they are printed. But it hides the loop in it from
// whatever looks at the loops of a list, as fusion does, and its variables from the reverse sweep.

#include "IR/Visit.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class BlockDissolving : public Rewriter {
public:
  using Rewriter::Rewriter;
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *block = dyn_cast<BlockStmt>(stmt);
    if (!block)
      return false;
    StmtList body = rewrite(block->body);
    if (!body.empty() && !block->comment.empty())
      body.front() = context.withCommentInFront(block->comment, body.front());
    out.insert(out.end(), body.begin(), body.end());
    return true;
  }
};

} // namespace

StmtList dissolveBlocks(Context &context, StmtList body) { return BlockDissolving(context).rewrite(body); }

} // namespace adjoint::transform
