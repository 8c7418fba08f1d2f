// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Varied.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class VariedTest : public AnalysisTest {
protected:
  Variable *x = parameter("x", Double), *p = parameter("p", DoublePointer), *q = parameter("q", DoublePointer);
  const Variable *n = parameter("n", Int), *t = local("t", Double), *s = local("s", Double);

  /// What is varied at the end of a function of x, p, q and n.
  std::string variedAtEnd(StmtList body, const std::vector<const Variable *> &independents) {
    return variedAtEnd(function({x, p, q, n}, std::move(body)), independents);
  }
  std::string variedAtEnd(const Function *f, const std::vector<const Variable *> &independents) {
    Program whole = program(f);
    const Unit &unit = whole.unit(f);
    VariedSummaries summaries(whole);
    VariedExit exit = Varied(whole, unit, summaries).run(floatingKeys(*unit.alias, independents));
    return namesOfKeys(*unit.alias, exit.keys) + (exit.result ? " result" : "");
  }
};

TEST_F(VariedTest, whatDependsOnAnIndependent) {
  EXPECT_EQ(variedAtEnd({declare(t, mul(load(x), number("2.0"))), declare(s, number("1.0"))}, {x}), "t x");
  EXPECT_EQ(variedAtEnd({declare(t, load(x))}, {}), "");
}

TEST_F(VariedTest, aConstantEndsIt) {
  EXPECT_EQ(variedAtEnd({declare(t, load(x)), assign(t, number("1.0"))}, {x}), "x");
  EXPECT_EQ(variedAtEnd({declare(t, load(x)), branch({assign(t, number("1.0"))})}, {x}), "t x");
}

TEST_F(VariedTest, onlyDifferentiableOperationsCarryIt) {
  EXPECT_EQ(variedAtEnd({declare(t, call("floor", load(x)))}, {x}), "x");
  EXPECT_EQ(variedAtEnd({declare(t, call("sin", load(x)))}, {x}), "t x");
  const Expr *asInteger = c.cast(CastExpr::Form::Explicit, load(x), Int);
  EXPECT_EQ(variedAtEnd({declare(t, c.cast(CastExpr::Form::Implicit, asInteger, Double))}, {x}), "x");
  const Expr *test = less(load(x), number("0.0"));
  EXPECT_EQ(variedAtEnd({declare(t, c.select(test, number("1.0"), number("2.0")))}, {x}), "x");
  EXPECT_EQ(variedAtEnd({declare(t, c.load(element(p, c.cast(CastExpr::Form::Explicit, load(x), Int))))}, {x}), "x");
}

TEST_F(VariedTest, anElementIsNeverRemoved) {
  const Variable *a = local("a", c.arrayOf(Double, 3));
  const Place *first = c.index(c.place(a), c.intLiteral(0));
  EXPECT_EQ(variedAtEnd({declare(a), assign(first, load(x)), assign(first, number("0.0"))}, {x}), "a x");
  EXPECT_EQ(variedAtEnd({assign(deref(p), number("0.0"))}, {p}), "*p");
}

TEST_F(VariedTest, memoryThatMayOverlapVariesToo) {
  EXPECT_EQ(variedAtEnd({assign(deref(p), load(x))}, {x}), "*p *q x");
  q->isRestrict = true;
  EXPECT_EQ(variedAtEnd({assign(deref(p), load(x))}, {x}), "*p x");
}

TEST_F(VariedTest, loopsCarryItRound) {
  StmtList body{assign(s, load(t)), assign(t, load(x))};
  EXPECT_EQ(variedAtEnd({declare(t, number("0.0")), declare(s, number("0.0")), loop(body)}, {x}), "s t x");
}

TEST_F(VariedTest, fieldsOfOneTypeAreOne) {
  Record *record = c.record("S");
  record->fields = {{"v", Double, 0}, {"f", c.floating("float", 32), 1}};
  const Variable *o = local("o", c.recordType(record));
  Function *f = function({x}, {declare(o), assign(c.field(c.place(o), 0), load(x))});
  Program whole = program(f);
  const Alias &alias = *whole.unit(f).alias;
  VariedSummaries summaries(whole);
  Set exit = Varied(whole, whole.unit(f), summaries).run(floatingKeys(alias, {x})).keys;
  EXPECT_TRUE(contains(exit, alias.keysOf(c.field(c.place(o), 0))));
  EXPECT_FALSE(intersects(exit, alias.keysOf(c.field(c.place(o), 1))));
}

// ----------------------------------------------------------------- calls

TEST_F(VariedTest, theResultOfACallVariesWithItsArguments) {
  const Variable *a = parameter("a", Double), *b = parameter("b", Double);
  const Function *first = function("first", Double, {a, b}, {ret(mul(load(a), number("2.0")))});
  EXPECT_EQ(variedAtEnd({callOf(first, {load(x), number("1.0")}, t)}, {x}), "t x");
  EXPECT_EQ(variedAtEnd({callOf(first, {number("1.0"), load(x)}, t)}, {x}), "x");
}

TEST_F(VariedTest, aCalleeWritesThroughItsArguments) {
  const Variable *a = parameter("a", Double), *out = parameter("out", DoublePointer);
  const Function *g = function("g", Void, {a, out}, {assign(deref(out), load(a))});
  EXPECT_EQ(variedAtEnd({declare(t), callOf(g, {load(x), addressOf(t)})}, {x}), "t x");
  EXPECT_EQ(variedAtEnd({declare(t), callOf(g, {number("1.0"), addressOf(t)})}, {x}), "x");
}

TEST_F(VariedTest, globalsPassThroughCalls) {
  const Variable *g = global("g", Double), *a = parameter("a", Double);
  const Function *set = function("set", Void, {a}, {assign(g, load(a))});
  EXPECT_EQ(variedAtEnd(function({x}, {callOf(set, {load(x)})}), {x}), "g x");
}

TEST_F(VariedTest, recursionIsSolvedToTheFixedPoint) {
  // f(x, y, n): returns y at the end, and x comes to y only in the second call.
  const Variable *a = parameter("a", Double), *b = parameter("b", Double), *v = local("v", Double);
  Function *f = declaration("rec", Double, {a, b});
  f->hasBody = true;
  const Variable *result = local("result", Double);
  f->body = {declare(result, load(b)), branch({callOf(f, {load(a), load(a)}, v), assign(result, load(v))}),
             ret(load(result))};
  EXPECT_EQ(variedAtEnd({callOf(f, {load(x), number("0.0")}, t)}, {x}), "t x");
  EXPECT_EQ(variedAtEnd({callOf(f, {number("0.0"), number("0.0")}, t)}, {x}), "x");
}

TEST_F(VariedTest, mutualRecursionIsSolvedInAnyOrder) {
  const Variable *s = global("s", Double), *u = global("u", Double), *g = global("g", Double);
  std::vector<Function *> both{declaration("a", Void, {}), declaration("b", Void, {})};
  for (int first : {0, 1}) { // summaries are kept by address
    Function *a = both[first], *b = both[1 - first];
    a->hasBody = b->hasBody = true;
    a->body = {callOf(b, {}), assign(s, load(g))};
    b->body = {branch({callOf(a, {}), assign(u, load(s))})};
    const Function *around = function("around", Void, {}, {callOf(a, {})});
    EXPECT_EQ(variedAtEnd(function({}, {callOf(around, {})}), {g}), "g s u");
  }
}

TEST_F(VariedTest, aPassiveFunctionCarriesNothing) {
  Function *g = declaration("g", Double, {parameter("a", Double)});
  EXPECT_EQ(variedAtEnd({callOf(g, {load(x)}, t)}, {x}), "t x"); // unknown
  g->rule = CallRule::Passive;
  EXPECT_EQ(variedAtEnd({callOf(g, {load(x)}, t)}, {x}), "x");
}

TEST_F(VariedTest, theReturnValue) {
  EXPECT_EQ(variedAtEnd(function("f", Double, {x}, {ret(load(x))}), {x}), "x result");
  EXPECT_EQ(variedAtEnd(function("f", Double, {x}, {ret(number("1.0"))}), {x}), "x");
}

} // namespace
} // namespace adjoint::analysis
