// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Solver/Certain.h"

#include "Analysis/AnalysisTest.h"

#include "llvm/ADT/StringExtras.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

using Names = Certain<std::string>;

void setOrClear(const Stmt *stmt, Names &state) {
  const auto *assign = llvm::dyn_cast<AssignStmt>(stmt);
  if (!assign)
    return;
  const std::string &name = rootVariable(assign->place)->name;
  if (llvm::isa<LoadExpr>(assign->value))
    state.add(name);
  else
    state.dropIf([&](const std::string &other) { return other == name; });
}

/// Which variables hold for sure what another one held?
class SetNames : public ForwardOver<Names> {
public:
  std::string finished;

protected:
  void transfer(const Stmt *stmt, Names &state) override { setOrClear(stmt, state); }
  void finishLoop(const LoopStmt *, Names &state) override { finished = llvm::join(state.listed(), ""); }
};

/// Which ones will for sure?
class NamesToBeSet : public BackwardOver<Names> {
protected:
  void transfer(const Stmt *stmt, Names &state) override { setOrClear(stmt, state); }
};

class SolverTest : public AnalysisTest {
protected:
  const Variable *a = local("a", Double), *b = local("b", Double), *d = local("d", Double), *x = local("x", Double);

  const Stmt *set(const Variable *v) { return assign(v, load(x)); }
  const Stmt *clear(const Variable *v) { return assign(v, number("0.0")); }
  const Stmt *leave() { return c.make<BreakStmt>(); }
  const Stmt *next() { return c.make<ContinueStmt>(); }
  const Stmt *jump() { return c.make<GotoStmt>("end"); }
  const Stmt *label() { return c.make<LabelStmt>("end"); }
  const Stmt *endless(StmtList body) {
    return c.make<LoopStmt>(StmtList{}, nullptr, StmtList{}, std::move(body), false);
  }
  const Stmt *falling(std::vector<StmtList> sections, bool hasDefault) {
    std::vector<SwitchSection> made;
    for (size_t i = 0; i < sections.size(); ++i)
      made.push_back({{c.intLiteral(i)}, hasDefault && i + 1 == sections.size(), sections[i]});
    return c.make<SwitchStmt>(c.intLiteral(0), made);
  }

  static std::string text(const Names &names) { return names.isReached() ? llvm::join(names.listed(), "") : "all"; }
  std::string forward(StmtList body) { return text(SetNames().solve(body, {})); }
  std::string backward(StmtList body) { return text(NamesToBeSet().solve(body, {})); }
};

TEST_F(SolverTest, certainFacts) {
  Names none, all = Names::everything(), two;
  two.add("b");
  two.add("a");
  two.add("b");
  EXPECT_EQ(text(two), "ab");
  EXPECT_TRUE(two.contains("a"));
  EXPECT_FALSE(none.contains("a"));
  EXPECT_TRUE(all.contains("a"));
  all.add("a");
  all.dropIf([](const std::string &) { return true; });
  EXPECT_EQ(text(all), "all");
  Names one = two;
  one.dropIf([](const std::string &name) { return name == "b"; });
  EXPECT_EQ(text(one), "a");
  EXPECT_EQ(text(two), "ab"); // copies are their own
  EXPECT_NE(one, two);
  all.meet(two);
  EXPECT_EQ(all, two);
  two.meet(Names::everything());
  EXPECT_EQ(text(two), "ab");
  two.meet(one);
  EXPECT_EQ(two, one);
}

TEST_F(SolverTest, whereTwoPathsMeetBothCount) {
  EXPECT_EQ(forward({branch({set(a), set(b)}, {set(b), set(d)})}), "b");
  EXPECT_EQ(forward({set(d), branch({set(a)})}), "d");
  EXPECT_EQ(forward({set(d), branch({clear(d)}, {set(a)})}), "");
  EXPECT_EQ(backward({branch({set(a), set(b)}, {set(b), set(d)})}), "b");
}

TEST_F(SolverTest, whatIsNotReachedTakesNothingAway) {
  EXPECT_EQ(forward({branch({ret()}, {set(a)}), set(b)}), ""); // where the function ends
  SetNames names;
  const Stmt *last = set(b), *behind = set(d);
  names.solve({branch({ret()}, {set(a)}), last, ret(), behind}, {});
  EXPECT_EQ(text(names.after(last)), "ab");
  EXPECT_EQ(text(names.before(behind)), "all");
  EXPECT_EQ(forward({branch({set(a), ret()}, {set(a)}), set(b)}), "a");
}

TEST_F(SolverTest, sections) {
  EXPECT_EQ(forward({falling({{set(a), leave()}, {set(a)}}, true)}), "a");
  EXPECT_EQ(forward({falling({{set(a), leave()}, {set(a)}}, false)}), "");
  EXPECT_EQ(forward({falling({{set(a)}, {set(b)}}, true)}), "b"); // which may be entered at the second one
  EXPECT_EQ(forward({falling({{set(a)}, {set(a), leave()}, {clear(b)}}, true)}), "");
  EXPECT_EQ(forward({falling({{set(a), ret()}, {set(a), set(b)}}, true), set(d)}), "a");
  EXPECT_EQ(backward({falling({{set(a)}, {set(b)}}, true)}), "b");
  EXPECT_EQ(backward({falling({{set(a), leave()}, {set(b)}}, true)}), "");
}

TEST_F(SolverTest, loopsThatMayRunNoIteration) {
  EXPECT_EQ(forward({set(a), loop({set(b)})}), "a");
  EXPECT_EQ(forward({set(a), set(b), loop({clear(b), set(d)})}), "a");
  EXPECT_EQ(forward({set(a), loop({branch({clear(a)}), loop({set(b)})})}), "");
  EXPECT_EQ(backward({loop({set(b)}), set(a)}), "a");
}

TEST_F(SolverTest, aTestAtTheEndComesAfterAnIteration) {
  EXPECT_EQ(forward({loop({set(a)}, true)}), "a");
  EXPECT_EQ(forward({loop({branch({next()}), set(a)}, true)}), "");
  EXPECT_EQ(forward({loop({branch({leave()}), set(a)}, true)}), "");
  EXPECT_EQ(forward({loop({set(b), branch({leave()}), set(a)}, true)}), "b");
  EXPECT_EQ(forward({loop({branch({ret()}), set(a)}, true), set(b)}), "");
  EXPECT_EQ(backward({loop({set(a)}, true), set(b)}), "ab");
  EXPECT_EQ(backward({loop({branch({leave()}), set(a)}, true), set(b)}), "b");
}

TEST_F(SolverTest, anEndlessLoopIsLeftByItsExits) {
  EXPECT_EQ(forward({endless({set(a), branch({leave()})})}), "a");
  EXPECT_EQ(forward({endless({branch({set(a), leave()}, {set(b), next()})})}), "a");
  EXPECT_EQ(forward({endless({branch({set(a), jump()})}), label(), set(b)}), "ab");
  EXPECT_EQ(forward({endless({set(a)})}), "all");
}

TEST_F(SolverTest, exits) {
  EXPECT_EQ(forward({branch({set(a), jump()}), set(a), set(b), label()}), "a");
  EXPECT_EQ(forward({branch({jump()}), set(a), label()}), "");
  EXPECT_EQ(forward({set(a), jump(), clear(a), label()}), "a");
  EXPECT_EQ(forward({loop({set(a), branch({leave()})})}), "");
  SetNames names;
  names.solve({set(a), loop({branch({clear(a), leave()}), set(b)})}, {});
  EXPECT_EQ(names.finished, "a"); // before what breaks bring
}

TEST_F(SolverTest, aSolverStartsAnew) {
  SetNames names;
  StmtList body{branch({jump()}), set(a), label()};
  EXPECT_EQ(text(names.solve(body, {})), "");
  Names both;
  both.add("a");
  EXPECT_EQ(text(names.solve(body, both)), "a");
}

} // namespace
} // namespace adjoint::analysis
