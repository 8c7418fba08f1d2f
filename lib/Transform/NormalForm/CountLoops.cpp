// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   while (c) { work; }
// becomes
//   long trips = 0;
//   while (c) { work; trips = trips + 1; }
//
// for every loop whose trip count is not known on entry; and a start value that the body
// overwrites is kept in a variable.

#include "Analysis/Loops/Loops.h"
#include "Transform/NormalForm/NormalForm.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class LoopCounting : public Rewriter {
public:
  using Rewriter::Rewriter;

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    if (!loop)
      return false;
    if (std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop))
      keepStart(loop, *counted, out);
    else
      countTrips(loop, out);
    return true;
  }

private:
  void keepStart(const LoopStmt *loop, const analysis::CountedLoop &counted, StmtList &out) {
    if (!analysis::mayChange(loop->body, counted.first)) {
      out.push_back(rebuild(loop));
      return;
    }
    auto *start = context.make<Variable>("start", context.withoutConst(counted.counter->type), Storage::Local);
    start->isTemporary = true;
    const Stmt *keep = context.make<DeclareStmt>(start, counted.first);
    const Stmt *init = counted.declares
                           ? static_cast<const Stmt *>(
                                 context.make<DeclareStmt>(counted.counter, context.load(start)))
                           : context.make<AssignStmt>(context.place(counted.counter), context.load(start));
    out.push_back(keep);
    out.push_back(context.rebuilt(loop, {init}, loop->condition, loop->step, rewrite(loop->body)));
  }

  void countTrips(const LoopStmt *loop, StmtList &out) {
    auto *trips = context.make<Variable>("trips", context.integer("long", 64, true), Storage::Local);
    trips->isTemporary = true;
    const Expr *zero = context.literal(0, trips->type), *one = context.literal(1, trips->type);
    StmtList body = rewrite(loop->body);
    for (const Stmt *s : loop->step)
      rewrite(s, body);
    body.push_back(
        context.make<AssignStmt>(context.place(trips), context.binary(BinaryOp::Add, context.load(trips), one)));
    LoopStmt *counting = context.rebuilt(loop, {}, loop->condition, {}, body);
    counting->trips = trips;
    // Variables are known by identity: what init declares may as well stand around the loop.
    for (const Stmt *s : loop->init)
      rewrite(s, out);
    out.push_back(context.make<DeclareStmt>(trips, zero));
    out.push_back(counting);
  }
};

} // namespace

StmtList countLoops(Context &context, StmtList body) { return LoopCounting(context).rewrite(body); }

} // namespace adjoint::transform
