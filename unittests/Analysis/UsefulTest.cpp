// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Activity/Useful.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class UsefulTest : public AnalysisTest {
protected:
  Variable *x = parameter("x", Double), *y = parameter("y", Double);
  Variable *p = parameter("p", DoublePointer), *q = parameter("q", DoublePointer);
  const Variable *t = local("t", Double), *s = local("s", Double);

  /// What is useful at the start of a function of x, y, p and q.
  std::string usefulAtStart(StmtList body, const std::vector<const Variable *> &dependents) {
    return usefulAtStart(function({x, y, p, q}, std::move(body)), dependents, false);
  }
  std::string usefulAtStart(const Function *f, const std::vector<const Variable *> &dependents, bool result) {
    Program whole = program(f);
    const Unit &unit = whole.unit(f);
    UsefulSummaries summaries(whole);
    Set entry = Useful(whole, unit, summaries).run({floatingKeys(*unit.alias, dependents), result});
    return namesOfKeys(*unit.alias, entry);
  }
  std::string usefulForResult(StmtList body) {
    return usefulAtStart(function("f", Double, {x, y, p, q}, std::move(body)), {}, true);
  }
};

TEST_F(UsefulTest, whatADependentIsComputedFrom) {
  EXPECT_EQ(usefulForResult({declare(t, load(x)), declare(s, load(y)), ret(load(t))}), "x");
  EXPECT_EQ(usefulForResult({declare(t, load(x)), ret(number("1.0"))}), "");
}

TEST_F(UsefulTest, anOverwrittenValueIsNot) {
  EXPECT_EQ(usefulForResult({declare(t, load(x)), assign(t, load(y)), ret(load(t))}), "y");
  EXPECT_EQ(usefulForResult({declare(t, load(x)), branch({assign(t, load(y))}), ret(load(t))}), "x y");
}

TEST_F(UsefulTest, onlyDifferentiableOperationsAskForIt) {
  EXPECT_EQ(usefulForResult({ret(call("floor", load(x)))}), "");
  EXPECT_EQ(usefulForResult({ret(c.select(less(load(x), number("0.0")), load(y), number("0.0")))}), "y");
}

TEST_F(UsefulTest, memoryStaysUseful) {
  EXPECT_EQ(usefulAtStart({assign(deref(p), load(x))}, {p}), "*p x");
  EXPECT_EQ(usefulAtStart({assign(deref(p), load(x))}, {q}), "*q x"); // p may lead there
  p->isRestrict = true;
  EXPECT_EQ(usefulAtStart({assign(deref(p), load(x))}, {q}), "*q");
}

TEST_F(UsefulTest, loopsCarryItRound) {
  StmtList body{assign(s, load(t)), assign(t, load(x))};
  EXPECT_EQ(usefulForResult({declare(t, load(y)), declare(s, number("0.0")), loop(body), ret(load(s))}), "x y");
}

TEST_F(UsefulTest, callsAskForTheirArguments) {
  const Variable *a = parameter("a", Double), *b = parameter("b", Double);
  const Function *first = function("first", Double, {a, b}, {ret(load(a))});
  EXPECT_EQ(usefulForResult({callOf(first, {load(x), load(y)}, t), ret(load(t))}), "x");
  EXPECT_EQ(usefulForResult({callOf(first, {load(x), load(y)}, t), ret(number("0.0"))}), "");
}

TEST_F(UsefulTest, aCalleeReadsThroughItsArguments) {
  const Variable *in = parameter("in", DoublePointer), *out = parameter("out", DoublePointer);
  const Function *g = function("g", Void, {in, out}, {assign(deref(out), c.load(deref(in)))});
  StmtList body{declare(t, load(x)), declare(s, load(y)), callOf(g, {addressOf(t), addressOf(s)})};
  StmtList ofOutput = body, ofInput = body;
  ofOutput.push_back(ret(load(s)));
  ofInput.push_back(ret(load(t)));
  EXPECT_EQ(usefulForResult(ofOutput), "x y"); // *out may be written in part
  EXPECT_EQ(usefulForResult(ofInput), "x");
}

TEST_F(UsefulTest, recursionIsSolvedToTheFixedPoint) {
  const Variable *a = parameter("a", Double), *b = parameter("b", Double), *v = local("v", Double);
  const Variable *result = local("result", Double);
  Function *f = declaration("rec", Double, {a, b});
  f->hasBody = true;
  f->body = {declare(result, load(a)), branch({callOf(f, {load(b), number("0.0")}, v), assign(result, load(v))}),
             ret(load(result))};
  EXPECT_EQ(usefulForResult({callOf(f, {load(x), load(y)}, t), ret(load(t))}), "x y");
}

TEST_F(UsefulTest, mutualRecursionIsSolvedInAnyOrder) {
  const Variable *u = global("u", Double), *v = global("v", Double), *g = global("g", Double);
  std::vector<Function *> both{declaration("a", Void, {}), declaration("b", Void, {})};
  for (int first : {0, 1}) { // summaries are kept by address
    Function *a = both[first], *b = both[1 - first];
    a->hasBody = b->hasBody = true;
    a->body = {assign(v, load(u)), callOf(b, {})};
    b->body = {branch({assign(u, load(g)), callOf(a, {})})};
    const Function *around = function("around", Void, {}, {callOf(a, {})});
    EXPECT_EQ(usefulAtStart(function({}, {callOf(around, {})}), {v}, false), "g u v");
  }
}

TEST_F(UsefulTest, aPassiveFunctionAsksForNothing) {
  Function *g = declaration("g", Double, {parameter("a", Double)});
  EXPECT_EQ(usefulForResult({callOf(g, {load(x)}, t), ret(load(t))}), "x"); // unknown
  g->rule = CallRule::Passive;
  EXPECT_EQ(usefulForResult({callOf(g, {load(x)}, t), ret(load(t))}), "");
}

TEST_F(UsefulTest, factsStandAtEachStatement) {
  const Stmt *dead = assign(t, load(x)), *live = assign(t, load(y));
  Function *f = function("f", Double, {x, y}, {declare(t), dead, live, ret(load(t))});
  Program whole = program(f);
  const Alias &alias = *whole.unit(f).alias;
  UsefulSummaries summaries(whole);
  Useful useful(whole, whole.unit(f), summaries);
  useful.run({alias.noKeys(), true});
  EXPECT_EQ(namesOfKeys(alias, useful.after(live)), "t");
  EXPECT_EQ(namesOfKeys(alias, useful.before(live)), "y");
  EXPECT_EQ(namesOfKeys(alias, useful.after(dead)), "y");
}

} // namespace
} // namespace adjoint::analysis
