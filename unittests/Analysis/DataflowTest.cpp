// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Dataflow.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

/// A small lattice for tests: which of the variables a, b, c, d depend on what is marked at the start?
class Marks {
public:
  explicit Marks(std::vector<const Variable *> variables) : variables(std::move(variables)) {}

  Set none() const { return Set(variables.size()); }
  Set of(const std::string &names) const {
    Set out = none();
    for (size_t i = 0; i < variables.size(); ++i)
      if (names.find(variables[i]->name) != std::string::npos)
        out.set(i);
    return out;
  }
  std::string text(const Set &set) const {
    std::string out;
    for (unsigned i : set.set_bits())
      out += variables[i]->name;
    return out;
  }
  Set readBy(const Expr *expr) const {
    std::string names;
    forEachLoad(expr, [&](const LoadExpr *load) { names += rootVariable(load->place)->name; });
    return of(names);
  }
  unsigned index(const Place *place) const { return of(rootVariable(place)->name).find_first(); }

private:
  std::vector<const Variable *> variables;
};

class ForwardMarks : public Forward, public Marks {
public:
  using Marks::Marks;
  unsigned entered = 0, left = 0, scopes = 0, evaluated = 0;

protected:
  void transfer(const Stmt *stmt, Set &state) override {
    if (const auto *assign = llvm::dyn_cast<AssignStmt>(stmt)) {
      bool isMarked = intersects(readBy(assign->value), state);
      isMarked ? state.set(index(assign->place)) : state.reset(index(assign->place));
    }
  }
  void evaluate(const Stmt *, const Expr *, Set &) override { ++evaluated; }
  void leave(const StmtList &, Set &) override { ++scopes; }
  void enterLoop(const LoopStmt *, Set &) override { ++entered; }
  void leaveLoop(const LoopStmt *, Set &) override { ++left; }
};

class BackwardMarks : public Backward, public Marks {
public:
  using Marks::Marks;

protected:
  void transfer(const Stmt *stmt, Set &state) override {
    if (const auto *assign = llvm::dyn_cast<AssignStmt>(stmt)) {
      bool isMarked = state.test(index(assign->place));
      state.reset(index(assign->place));
      if (isMarked)
        state |= readBy(assign->value);
    }
  }
};

class DataflowTest : public AnalysisTest {
protected:
  const Variable *a = local("a", Double), *b = local("b", Double), *d = local("d", Double), *e = local("e", Double);
  std::vector<const Variable *> all{a, b, d, e};
  const Stmt *copy(const Variable *to, const Variable *from) { return assign(to, load(from)); }
  const Stmt *clear(const Variable *v) { return assign(v, number("0.0")); }
  SwitchStmt *falling(std::vector<StmtList> sections, bool hasDefault) {
    std::vector<SwitchSection> made;
    for (size_t i = 0; i < sections.size(); ++i)
      made.push_back({{c.intLiteral(i)}, hasDefault && i + 1 == sections.size(), sections[i]});
    return c.make<SwitchStmt>(c.intLiteral(0), made);
  }
  const Stmt *choice(std::vector<StmtList> sections, bool hasDefault) {
    SwitchStmt *made = falling(std::move(sections), hasDefault);
    made->isSeparate = true;
    return made;
  }
  const Stmt *leave() { return c.make<BreakStmt>(); }
  const Stmt *next() { return c.make<ContinueStmt>(); }
  const Stmt *leaveFunction() { return c.make<ReturnStmt>(nullptr); }
  const Stmt *jump() { return c.make<GotoStmt>("end"); }
  const Stmt *label() { return c.make<LabelStmt>("end"); }
  std::string forward(StmtList body, const std::string &start) {
    ForwardMarks marks(all);
    return marks.text(marks.solve(body, marks.of(start)));
  }
  std::string backward(StmtList body, const std::string &end) {
    BackwardMarks marks(all);
    return marks.text(marks.solve(body, marks.of(end)));
  }
};

TEST_F(DataflowTest, statementsFollowEachOther) {
  EXPECT_EQ(forward({copy(b, a), clear(a)}, "a"), "b");
  EXPECT_EQ(backward({copy(b, a), copy(d, b)}, "d"), "a");
}

TEST_F(DataflowTest, branchesJoin) {
  EXPECT_EQ(forward({branch({clear(a)}, {copy(b, a)})}, "a"), "ab");
  EXPECT_EQ(forward({branch({clear(a)})}, "a"), "a");
  EXPECT_EQ(forward({branch({clear(a)}, {clear(a)})}, "a"), "");
  EXPECT_EQ(backward({branch({copy(e, a)}, {copy(e, b)})}, "e"), "ab");
  EXPECT_EQ(backward({branch({copy(e, a)})}, "e"), "ae");
}

TEST_F(DataflowTest, aSwitchWithoutDefaultMayDoNothing) {
  EXPECT_EQ(forward({choice({{clear(a)}, {clear(a)}}, false)}, "a"), "a");
  EXPECT_EQ(forward({choice({{clear(a)}, {clear(a)}}, true)}, "a"), "");
  EXPECT_EQ(forward({choice({{copy(b, a)}, {copy(d, b)}}, true)}, "a"), "ab"); // separate sections
  EXPECT_EQ(backward({choice({{clear(e)}, {copy(e, d)}}, true)}, "e"), "d");
  EXPECT_EQ(backward({choice({{clear(e)}, {copy(e, d)}}, false)}, "e"), "de");
}

TEST_F(DataflowTest, sectionsFallThroughUnlessTheyBreak) {
  EXPECT_EQ(forward({falling({{copy(b, a)}, {copy(d, b)}}, true)}, "a"), "abd");
  EXPECT_EQ(forward({falling({{copy(b, a), leave()}, {copy(d, b)}}, true)}, "a"), "ab");
  EXPECT_EQ(forward({falling({{clear(a), leave()}, {clear(a)}}, true)}, "a"), "");
  EXPECT_EQ(backward({falling({{copy(d, b)}, {copy(e, d)}}, true)}, "e"), "bd");
  EXPECT_EQ(backward({falling({{copy(d, b), leave()}, {copy(e, d)}}, true)}, "e"), "de");
}

TEST_F(DataflowTest, exitsOfLoopsJoinWhereTheyLead) {
  // What stands behind an exit is not reached from it.
  EXPECT_EQ(forward({loop({copy(b, a), leave(), copy(d, b)})}, "a"), "ab");
  EXPECT_EQ(forward({loop({branch({copy(b, a), leave()}), clear(b)}), copy(d, b)}, "a"), "abd");
  EXPECT_EQ(forward({loop({branch({copy(b, a), next()}), clear(b)}), copy(d, b)}, "a"), "abd");
  EXPECT_EQ(backward({loop({branch({copy(e, a), leave()}), clear(e)})}, "e"), "ae");
  EXPECT_EQ(backward({loop({branch({copy(e, a), leave()}), clear(e)}), copy(e, b)}, "e"), "b");
  EXPECT_EQ(backward({loop({branch({next()}), copy(e, d)}), clear(d)}, "e"), "de");
  auto *stepping = c.make<LoopStmt>(StmtList{}, yes(), StmtList{copy(d, b)},
                                    StmtList{branch({copy(b, a), next()}), leave()}, false);
  EXPECT_EQ(forward({stepping}, "a"), "abd"); // continue goes to the step
  EXPECT_EQ(backward({stepping}, "d"), "ad"); // what the step reads is written before every continue
}

TEST_F(DataflowTest, aReturnLeadsToTheEnd) {
  EXPECT_EQ(forward({branch({copy(b, a), leaveFunction()}), clear(a), copy(d, a)}, "a"), "ab");
  EXPECT_EQ(backward({branch({copy(e, a), leaveFunction()}), copy(e, b)}, "e"), "ab");
  ForwardMarks marks(all);
  const Stmt *last = leaveFunction();
  marks.solve({copy(b, a), last}, marks.of("a"));
  EXPECT_EQ(marks.text(marks.after(last)), "ab");
}

TEST_F(DataflowTest, aGotoLeadsToItsLabel) {
  EXPECT_EQ(forward({branch({copy(b, a), jump()}), clear(a), label(), copy(d, b)}, "a"), "abd");
  EXPECT_EQ(backward({branch({copy(e, a), jump()}), clear(e), label()}, "e"), "a");
  EXPECT_EQ(backward({loop({branch({copy(e, a), jump()}), clear(e)}), copy(e, b), label()}, "e"), "ab");
}

TEST_F(DataflowTest, loopsIterateToTheFixedPoint) {
  // One step of the chain a -> b -> d -> e in each iteration.
  StmtList body{copy(e, d), copy(d, b), copy(b, a)};
  EXPECT_EQ(forward({loop(body)}, "a"), "abde");
  StmtList reversed{copy(b, a), copy(d, b), copy(e, d)};
  EXPECT_EQ(backward({loop(body)}, "e"), "abde");
  EXPECT_EQ(backward({loop(reversed)}, "e"), "ae"); // e: the loop may not run at all
}

TEST_F(DataflowTest, nestedLoopsIterateTogether) {
  EXPECT_EQ(forward({loop({copy(e, d), loop({copy(b, a)}), copy(d, b)})}, "a"), "abde");
  EXPECT_EQ(backward({loop({copy(e, d), loop({copy(b, a)}), copy(d, b)})}, "e"), "abde");
}

TEST_F(DataflowTest, aLoopMayRunNoIteration) {
  EXPECT_EQ(forward({loop({clear(a)})}, "a"), "a");
  EXPECT_EQ(backward({loop({clear(a)})}, "a"), "a");
}

TEST_F(DataflowTest, initAndStepBelongToTheLoop) {
  const Variable *i = local("i", Int);
  auto *counting = c.make<LoopStmt>(StmtList{copy(b, a), declare(i, c.intLiteral(0))}, yes(), StmtList{copy(e, d)},
                                    StmtList{copy(d, b)}, false);
  EXPECT_EQ(forward({counting}, "a"), "abde");
  EXPECT_EQ(backward({counting}, "e"), "ae"); // b is written on the way in, d by the body
}

TEST_F(DataflowTest, factsAreThoseOfTheLastVisit) {
  const Stmt *use = copy(e, b), *feed = copy(b, a);
  const LoopStmt *around = loop({use, feed});
  ForwardMarks marks(all);
  marks.solve({around}, marks.of("a"));
  EXPECT_EQ(marks.text(marks.before(use)), "abe");
  EXPECT_EQ(marks.text(marks.after(use)), "abe");
  EXPECT_EQ(marks.text(marks.before(around)), "a");
  EXPECT_EQ(marks.text(marks.after(around)), "abe");
  EXPECT_FALSE(marks.hasVisited(clear(a)));

  BackwardMarks back(all);
  back.solve({use, feed}, back.of("e"));
  EXPECT_EQ(back.text(back.after(use)), "e"); // in the order of execution
  EXPECT_EQ(back.text(back.before(use)), "b");
}

TEST_F(DataflowTest, hooks) {
  ForwardMarks marks(all);
  marks.solve({branch({clear(a)}), loop({clear(b)})}, marks.of("a"));
  EXPECT_EQ(marks.entered, 1u);
  EXPECT_EQ(marks.left, 1u);
  EXPECT_EQ(marks.scopes, 3u);    // two branches, one visit of the body
  EXPECT_EQ(marks.evaluated, 2u); // one for each condition
}

} // namespace
} // namespace adjoint::analysis
