// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Loops/SetFirst.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class SetFirstTest : public AnalysisTest {
protected:
  const Variable *array = variable("a", c.arrayOf(Double, 8), Storage::StaticLocal);
  const Variable *grid = variable("a2", c.arrayOf(c.arrayOf(Double, 8), 8), Storage::StaticLocal);
  const Variable *i = local("i", Int), *j = local("j", Int), *k = local("k", Int);
  const Variable *n = parameter("n", Int), *m = parameter("m", Int), *x = parameter("x", Double),
                 *y = local("y", Double);

  const Expr *integer(long long value) { return c.intLiteral(value); }
  const Place *at(const Expr *index) { return c.make<IndexPlace>(c.place(array), index); }
  const Place *at(const Expr *row, const Expr *column) {
    return c.make<IndexPlace>(c.make<IndexPlace>(c.place(grid), row), column);
  }
  const Stmt *store(const Place *place) { return assign(place, load(x)); }
  const Stmt *store(const Expr *index) { return store(at(index)); }
  const Stmt *read(const Place *place) { return assign(y, c.load(place)); }
  const Stmt *read(const Expr *index) { return read(at(index)); }
  const Stmt *leave() { return c.make<BreakStmt>(); }
  const Stmt *next() { return c.make<ContinueStmt>(); }
  const Stmt *jump() { return c.make<GotoStmt>("end"); }
  const Stmt *label() { return c.make<LabelStmt>("end"); }
  const Stmt *choice(std::vector<StmtList> sections, bool hasDefault) {
    std::vector<SwitchSection> made;
    for (size_t s = 0; s < sections.size(); ++s)
      made.push_back({{integer(s)}, hasDefault && s + 1 == sections.size(), sections[s]});
    return c.make<SwitchStmt>(integer(0), made);
  }
  /// `for (i = first; i < bound; i = i + 1)`, in C: the counter lives on.
  const Stmt *run(const Variable *counter, const Expr *first, const Expr *bound, StmtList body) {
    StmtList init{assign(counter, first)}, step{assign(counter, add(load(counter), integer(1)))};
    return c.make<LoopStmt>(init, less(load(counter), bound), step, std::move(body), false);
  }
  const Stmt *rows(StmtList body) { return run(i, integer(0), load(n), std::move(body)); }
  bool isFirst(StmtList body, const Variable *of) {
    StmtList all{declare(y, number("0.0")), declare(i), declare(j), declare(k, integer(0))};
    all.insert(all.end(), body.begin(), body.end());
    return isSetFirst(c, *function({n, m, x}, all), of);
  }
  bool isFirst(StmtList body) { return isFirst(std::move(body), array); }
};

TEST_F(SetFirstTest, singleElements) {
  EXPECT_TRUE(isFirst({store(integer(1)), read(integer(1))}));
  EXPECT_FALSE(isFirst({store(integer(1)), read(integer(2))}));
  EXPECT_FALSE(isFirst({read(integer(1)), store(integer(1))}));
  EXPECT_FALSE(isFirst({assign(at(integer(1)), c.load(at(integer(1))))}));
  EXPECT_TRUE(isFirst({store(load(n)), read(load(n))}));
  EXPECT_FALSE(isFirst({store(integer(1)), declare(local("p", DoublePointer), c.decay(c.place(array)))}));
}

TEST_F(SetFirstTest, branchesAndSections) {
  EXPECT_TRUE(isFirst({branch({store(integer(1))}, {store(integer(1))}), read(integer(1))}));
  EXPECT_FALSE(isFirst({branch({store(integer(1))}), read(integer(1))}));
  EXPECT_TRUE(isFirst({branch({ret()}, {store(integer(1))}), read(integer(1))}));
  EXPECT_TRUE(isFirst({choice({{store(integer(1)), leave()}, {store(integer(1))}}, true), read(integer(1))}));
  EXPECT_FALSE(isFirst({choice({{store(integer(1)), leave()}, {store(integer(1))}}, false), read(integer(1))}));
  EXPECT_FALSE(isFirst({choice({{store(integer(1))}, {read(integer(1))}}, true)}));
  EXPECT_TRUE(isFirst({ret(), read(integer(1))})); // which is not reached
}

TEST_F(SetFirstTest, jumps) {
  EXPECT_FALSE(isFirst({branch({jump()}), store(integer(1)), label(), read(integer(1))}));
  EXPECT_TRUE(isFirst({store(integer(1)), branch({jump()}), store(integer(2)), label(), read(integer(1))}));
}

TEST_F(SetFirstTest, aCountedLoopStandsForAllItsElements) {
  EXPECT_TRUE(isFirst({rows({store(load(i))}), rows({read(load(i))})}));
  EXPECT_TRUE(isFirst({rows({store(load(i))}), run(i, integer(1), load(n), {read(add(load(i), integer(-1)))})}));
  EXPECT_FALSE(isFirst({rows({store(load(i))}), rows({read(add(load(i), integer(1)))})}));
  EXPECT_FALSE(isFirst({run(i, integer(0), load(m), {store(load(i))}), rows({read(load(i))})}));
  EXPECT_FALSE(isFirst({rows({store(integer(3))}), read(integer(3))})); // perhaps no iteration
  EXPECT_FALSE(isFirst({rows({store(load(i)), read(add(load(i), integer(1)))})}));
  EXPECT_TRUE(isFirst({rows({store(load(i)), read(load(i))})}));
  EXPECT_FALSE(isFirst({rows({store(load(i))}), read(load(i))}));
}

TEST_F(SetFirstTest, exitsOfLoops) {
  const StmtList reads{rows({read(load(i))})};
  auto after = [&](StmtList body) { return isFirst({rows(std::move(body)), reads[0]}); };
  EXPECT_TRUE(after({store(load(i))}));
  EXPECT_FALSE(after({branch({next()}), store(load(i))}));
  EXPECT_TRUE(after({branch({store(load(i)), next()}), store(load(i))}));
  EXPECT_TRUE(after({store(load(i)), branch({next()})}));
  EXPECT_FALSE(after({store(load(i)), branch({leave()})}));
  EXPECT_TRUE(after({store(load(i)), branch({ret()})}));
  EXPECT_TRUE(after({choice({{leave()}}, false), store(load(i))}));
  EXPECT_TRUE(after({branch({store(load(i))}, {store(load(i))})}));
  EXPECT_FALSE(after({branch({store(load(i))})}));
  EXPECT_FALSE(isFirst({rows({store(load(i)), branch({jump()})}), label(), reads[0]}));
}

TEST_F(SetFirstTest, otherLoops) {
  EXPECT_TRUE(isFirst({loop({store(integer(1))}, true), read(integer(1))}));
  EXPECT_FALSE(isFirst({loop({branch({leave()}), store(integer(1))}, true), read(integer(1))}));
  EXPECT_FALSE(isFirst({loop({store(integer(1))}), read(integer(1))}));
  EXPECT_FALSE(isFirst({loop({read(integer(1)), store(integer(1))})}));
}

TEST_F(SetFirstTest, whatNamesAnElementMayChange) {
  EXPECT_FALSE(isFirst({store(load(k)), assign(k, load(n)), read(load(k))}));
  EXPECT_TRUE(isFirst({assign(k, load(n)), store(load(k)), read(load(k))}));
  const Stmt *fill = run(i, integer(0), load(k), {store(load(i))}), *use = run(i, integer(0), load(k), {read(load(i))});
  EXPECT_TRUE(isFirst({fill, use}));
  EXPECT_FALSE(isFirst({fill, assign(k, load(n)), use}));
  // An index that changes from iteration to iteration.
  EXPECT_FALSE(isFirst(
      {rows({assign(k, mul(load(i), load(i))), store(add(load(k), load(i)))}), rows({read(add(load(k), load(i)))})}));
  // A beginning that changes in the loop.
  EXPECT_FALSE(isFirst(
      {run(i, load(k), load(n), {assign(k, load(m)), store(load(i))}), run(j, load(k), load(n), {read(load(j))})}));
  const Expr *shifted = c.binary(BinaryOp::Sub, load(i), load(k)); // from 0, where k is what it was
  EXPECT_TRUE(isFirst({rows({store(load(i))}), run(i, load(k), load(n), {run(j, shifted, load(n), {read(load(j))})})}));
  auto fromChanging = [&](const Expr *first) {
    return isFirst({run(i, first, load(n), {store(load(i))}),
                    run(i, load(k), load(n), {assign(k, add(load(k), load(m))), run(j, shifted, load(n), {read(load(j))})})});
  };
  EXPECT_FALSE(fromChanging(integer(1)));
  EXPECT_TRUE(fromChanging(integer(0))); // no array has an index below zero
}

TEST_F(SetFirstTest, aDeclarationBeginsAnew) {
  const Variable *inner = local("inner", Int);
  EXPECT_FALSE(isFirst({loop({branch({declare(inner, load(n)), store(load(inner))}, {ret()})}, true), read(load(n))}));
  EXPECT_FALSE(isFirst(
      {rows({declare(inner, mul(load(i), load(i))), store(add(load(i), load(inner)))}), rows({read(load(i))})}));
}

TEST_F(SetFirstTest, dimensions) {
  auto both = [&](const Expr *last, const Stmt *inside) { return rows({run(j, integer(0), last, {inside})}); };
  const Place *element = at(load(i), load(j)), *turned = at(load(j), load(i));
  EXPECT_TRUE(isFirst({both(load(m), store(element)), both(load(m), read(element))}, grid));
  EXPECT_FALSE(isFirst({both(load(m), store(element)), both(load(m), read(turned))}, grid));
  EXPECT_FALSE(
      isFirst({both(load(i), store(element)), both(load(i), read(element))}, grid)); // a triangle is no rectangle
  EXPECT_TRUE(isFirst({both(load(n), store(element)), both(load(n), read(turned))}, grid));
  EXPECT_FALSE(isFirst({both(load(m), store(at(load(i), load(i)))), both(load(m), read(element))}, grid));
}

/// Memory that a container keeps.
TEST_F(SetFirstTest, behindPointers) {
  const Variable *p = local("p", DoublePointer), *q = local("q", DoublePointer);
  auto isFirstBehind = [&](StmtList body) {
    StmtList all{declare(p), declare(q)};
    all.insert(all.end(), body.begin(), body.end());
    return isFirst(all, p);
  };
  const Expr *size = integer(8);
  const Stmt *made = c.make<AllocateStmt>(c.place(p), false, Double, size, AllocationForm::NewArray, true);
  const Stmt *freed = c.make<FreeStmt>(load(p), AllocationForm::NewArray);
  const Place *first = element(p, integer(1)), *second = element(p, integer(2));
  EXPECT_TRUE(isFirstBehind({made, store(first), read(first), freed}));
  EXPECT_FALSE(isFirstBehind({made, store(first), read(second), freed}));
  EXPECT_FALSE(isFirstBehind({made, store(first), made, read(first), freed}));
  EXPECT_FALSE(isFirstBehind({made, store(first), assign(q, load(p)), read(first)}));
  EXPECT_FALSE(isFirstBehind({made, store(first), assign(element(p, c.cast(CastExpr::Form::Implicit, c.load(second), Int)), load(x))}));
  EXPECT_TRUE(isFirstBehind({made, rows({store(element(p, load(i)))}), rows({read(element(p, load(i)))})}));
}

/// An iteration reads what the one before it has stored.
TEST_F(SetFirstTest, recurrences) {
  const Expr *previous = c.binary(BinaryOp::Sub, load(i), integer(1));
  auto sweep = [&](StmtList body) { return run(i, integer(1), load(n), std::move(body)); };
  EXPECT_TRUE(isFirst({store(integer(0)), sweep({read(previous), store(load(i))})}));
  EXPECT_FALSE(isFirst({sweep({read(previous), store(load(i))})}));
  EXPECT_FALSE(isFirst({store(integer(0)), sweep({read(previous), branch({store(load(i))})})}));
  EXPECT_FALSE(isFirst({store(integer(0)), sweep({read(load(i)), store(load(i))})}));
  const Stmt *last = read(c.binary(BinaryOp::Sub, load(n), integer(1)));
  EXPECT_TRUE(isFirst({store(integer(0)), sweep({store(load(i))}), last}));
}

} // namespace
} // namespace adjoint::analysis
