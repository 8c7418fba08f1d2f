// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Visit.h"

#include "gtest/gtest.h"

namespace adjoint::ir {

/// Every kind of statement, noted on all over, is made anew: by Context::rebuilt with other parts, by a Rewriter.
class RebuildTest : public ::testing::Test {
protected:
  Context c;
  const Type *Int = c.intType();
  const Variable *n = variable("n", Int), *m = variable("m", Int), *p = variable("p", c.pointerTo(Int));
  const Place *place = c.place(n), *other = c.place(m);
  const Expr *one = c.intLiteral(1), *two = c.intLiteral(2), *pointer = c.load(p);
  const Function *f = c.make<Function>(), *g = c.make<Function>();

  const Variable *variable(const std::string &name, const Type *type) {
    return c.make<Variable>(name, type, Storage::Local);
  }

  /// The statement with notes that no statement has from the start.
  template <class T> T *noted(T *stmt) {
    stmt->location.raw = 7;
    stmt->comment = "// a comment";
    stmt->noPrimal = stmt->noTbr = true;
    return stmt;
  }
  LoopStmt *loop() {
    auto *made = noted(c.make<LoopStmt>(StmtList(), one, StmtList(), StmtList(), true));
    made->trips = n;
    made->sumsInAnyOrder = true;
    made->parallelSums = {n, m};
    return made;
  }
  SwitchStmt *choice() {
    std::vector<SwitchSection> sections = {{{one}, false, {}}, {{}, true, {}}};
    auto *made = noted(c.make<SwitchStmt>(one, sections));
    made->isSeparate = true;
    return made;
  }
  PushStmt *push() {
    auto *made = noted(c.make<PushStmt>(one));
    made->record = 5;
    return made;
  }
  PopStmt *pop() {
    auto *made = noted(c.make<PopStmt>(place, true));
    made->record = 5;
    return made;
  }
  AllocateStmt *allocation() {
    return noted(c.make<AllocateStmt>(c.place(p), true, Int, one, AllocationForm::Malloc, true));
  }

  static void expectNotes(const Stmt *made) {
    EXPECT_EQ(made->location.raw, 7u);
    EXPECT_EQ(made->comment, "// a comment");
    EXPECT_TRUE(made->noPrimal);
    EXPECT_TRUE(made->noTbr);
  }
  void expectLoopNotes(const LoopStmt *made) {
    expectNotes(made);
    EXPECT_TRUE(made->testAtEnd);
    EXPECT_EQ(made->trips, n);
    EXPECT_TRUE(made->sumsInAnyOrder);
    EXPECT_EQ(made->parallelSums, (std::vector<const Variable *>{n, m}));
  }
  /// Those that statements of one kind have.
  void expectOwnNotes(const Stmt *made) {
    if (const auto *again = llvm::dyn_cast<LoopStmt>(made))
      expectLoopNotes(again);
    const auto *choice = llvm::dyn_cast<SwitchStmt>(made);
    EXPECT_TRUE(!choice || choice->isSeparate);
    const auto *pushed = llvm::dyn_cast<PushStmt>(made);
    EXPECT_TRUE(!pushed || pushed->record == 5);
    const auto *popped = llvm::dyn_cast<PopStmt>(made);
    EXPECT_TRUE(!popped || popped->record == 5);
  }
};

TEST_F(RebuildTest, statementsWithoutScopes) {
  const DeclareStmt *declare = c.rebuilt(noted(c.make<DeclareStmt>(n, one)), two);
  expectNotes(declare);
  EXPECT_EQ(declare->variable, n);
  EXPECT_EQ(declare->init, two);
  expectNotes(c.rebuilt(noted(c.make<AssignStmt>(place, one)), other, two));
  expectNotes(c.rebuilt(noted(c.make<FreeStmt>(pointer, AllocationForm::New)), pointer));
  expectNotes(c.rebuilt(noted(c.make<ReturnStmt>(one)), two));
  expectNotes(c.rebuilt(noted(c.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, p, one)), p, two));
}

TEST_F(RebuildTest, callsAndAllocations) {
  const CallStmt *call = c.rebuilt(noted(c.make<CallStmt>(place, true, f, std::vector<const Expr *>{one})), g, {two});
  expectNotes(call);
  EXPECT_EQ(call->result, place);
  EXPECT_TRUE(call->declares);
  EXPECT_EQ(call->callee, g);
  const AllocateStmt *made = c.rebuilt(allocation(), c.place(p), false, two);
  expectNotes(made);
  EXPECT_EQ(made->form, AllocationForm::Malloc);
  EXPECT_TRUE(made->zeroed);
  EXPECT_FALSE(made->declares);
}

TEST_F(RebuildTest, records) {
  const PushStmt *pushed = c.rebuilt(push(), two, nullptr);
  expectNotes(pushed);
  EXPECT_EQ(pushed->record, 5u);
  const PopStmt *popped = c.rebuilt(pop(), other, nullptr);
  expectNotes(popped);
  EXPECT_EQ(popped->record, 5u);
  EXPECT_TRUE(popped->declares);
}

TEST_F(RebuildTest, controlFlow) {
  expectNotes(c.rebuilt(noted(c.make<BlockStmt>(StmtList())), {}));
  expectNotes(c.rebuilt(noted(c.make<IfStmt>(one, StmtList(), StmtList())), two, {}, {}));
  expectLoopNotes(c.rebuilt(loop(), {}, two, {}, {}));
  const SwitchStmt *made = c.rebuilt(choice(), two, choice()->sections);
  expectNotes(made);
  EXPECT_TRUE(made->isSeparate);
}

TEST_F(RebuildTest, scopesThatAreChanged) {
  const StmtList body = {c.make<BreakStmt>()};
  auto change = [&](const StmtList &) { return body; };
  const auto *changed = llvm::cast<LoopStmt>(c.withScopes(loop(), change));
  expectLoopNotes(changed);
  EXPECT_EQ(changed->body, body);
  const auto *sections = llvm::cast<SwitchStmt>(c.withScopes(choice(), change));
  expectNotes(sections);
  EXPECT_TRUE(sections->isSeparate);
  EXPECT_EQ(sections->sections.front().labels.front(), one);
  EXPECT_TRUE(sections->sections.back().isDefault);
  EXPECT_EQ(sections->sections.back().body, body);
  expectNotes(c.withScopes(noted(c.make<IfStmt>(one, StmtList(), StmtList())), change));
  expectNotes(c.withScopes(noted(c.make<BlockStmt>(StmtList())), change));
  const Stmt *simple = push();
  EXPECT_EQ(c.withScopes(simple, change), simple);
}

TEST_F(RebuildTest, whatARewriterMakes) {
  const StmtList all = {
      noted(c.make<DeclareStmt>(n, one)),
      noted(c.make<AssignStmt>(place, one)),
      noted(c.make<CallStmt>(place, false, f, std::vector<const Expr *>{one})),
      allocation(),
      noted(c.make<FreeStmt>(pointer, AllocationForm::New)),
      noted(c.make<BlockStmt>(StmtList())),
      noted(c.make<IfStmt>(one, StmtList(), StmtList())),
      loop(),
      choice(),
      noted(c.make<BreakStmt>()),
      noted(c.make<ContinueStmt>()),
      noted(c.make<ReturnStmt>(one)),
      noted(c.make<GotoStmt>("end")),
      noted(c.make<LabelStmt>("end")),
      push(),
      pop(),
      noted(c.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, p, one)),
      noted(c.make<HeadingStmt>(Sweep::Reverse)),
  };
  const StmtList made = Rewriter(c).rewrite(all);
  ASSERT_EQ(made.size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_NE(made[i], all[i]);
    EXPECT_EQ(made[i]->kind, all[i]->kind);
    expectNotes(made[i]);
    expectOwnNotes(made[i]);
  }
}

TEST_F(RebuildTest, aCommentDoesNotChangeTheStatementItself) {
  const Stmt *stmt = c.make<BreakStmt>();
  EXPECT_EQ(c.withCommentInFront("// first", stmt)->comment, "// first");
  EXPECT_EQ(stmt->comment, "");
  EXPECT_EQ(c.withCommentInFront("// first", noted(c.make<BreakStmt>()))->comment, "// first\n// a comment");
}

} // namespace adjoint::ir
