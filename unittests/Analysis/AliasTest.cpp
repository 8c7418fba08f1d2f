// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Alias.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class AliasTest : public AnalysisTest {
protected:
  Variable *p = parameter("p", DoublePointer), *q = parameter("q", DoublePointer);
  const Variable *k = parameter("k", IntPointer), *pp = parameter("pp", c.pointerTo(DoublePointer));
  const Variable *x = local("x", Double), *y = local("y", Double), *r = local("r", DoublePointer);

  Alias aliasOf(StmtList body, const std::set<const Variable *> &globals = {}) {
    StmtList all{declare(x), declare(y)};
    all.insert(all.end(), body.begin(), body.end());
    return Alias(*function({p, q, k, pp}, all), globals);
  }
  std::string pointees(const Alias &alias, const Expr *pointer) { return names(alias, alias.pointees(pointer)); }
  bool mayOverlap(const Alias &alias, const Place *a, const Place *b) {
    return intersects(alias.overlapping(alias.keysOf(a)), alias.keysOf(b));
  }
};

// ------------------------------------------------------------- points-to

TEST_F(AliasTest, aPointerParameterPointsToItsTarget) {
  Alias alias = aliasOf({});
  EXPECT_EQ(pointees(alias, load(p)), "*p");
  EXPECT_EQ(pointees(alias, load(k)), "*k");
}

TEST_F(AliasTest, anAddressPointsToItsVariable) {
  Alias alias = aliasOf({declare(r, addressOf(x))});
  EXPECT_EQ(pointees(alias, load(r)), "x");
}

TEST_F(AliasTest, copiesAndChoicesJoin) {
  const Variable *s = local("s", DoublePointer);
  Alias alias = aliasOf({declare(r, addressOf(x)), declare(s, c.select(yes(), load(r), addressOf(y)))});
  EXPECT_EQ(pointees(alias, load(s)), "x y");
  EXPECT_EQ(pointees(alias, load(r)), "x");
}

TEST_F(AliasTest, theOrderOfStatementsDoesNotCount) {
  const Variable *s = local("s", DoublePointer);
  Alias alias = aliasOf({declare(r, addressOf(x)), declare(s, load(r)), assign(r, addressOf(y))});
  EXPECT_EQ(pointees(alias, load(s)), "x y");
}

TEST_F(AliasTest, arithmeticStaysInItsRegion) {
  Alias alias = aliasOf({declare(r, add(addressOf(x), c.intLiteral(1)))});
  EXPECT_EQ(pointees(alias, load(r)), "x");
}

TEST_F(AliasTest, storesThroughPointersReachWhatTheyPointTo) {
  const Variable *s = local("s", c.pointerTo(DoublePointer));
  Alias alias = aliasOf({declare(r, addressOf(x)), declare(s, addressOf(r)), assign(deref(s), addressOf(y))});
  EXPECT_EQ(pointees(alias, load(r)), "x y");
  EXPECT_EQ(pointees(alias, c.load(deref(s))), "x y");
}

TEST_F(AliasTest, whatIsReachedFromAParameterIsDeep) {
  Alias alias = aliasOf({});
  EXPECT_EQ(names(alias, alias.regionsOf(deref(pp))), "*pp");
  EXPECT_EQ(pointees(alias, c.load(deref(pp))), "**pp");
  EXPECT_EQ(names(alias, alias.contentOf(alias.deepOf(pp))), "**pp");
}

TEST_F(AliasTest, allocationsAreRegions) {
  const Stmt *first = c.make<AllocateStmt>(c.place(r), true, Double, c.intLiteral(3), AllocationForm::NewArray, false);
  const Variable *s = local("s", DoublePointer);
  const Stmt *second = c.make<AllocateStmt>(c.place(s), true, Double, nullptr, AllocationForm::New, false);
  Alias alias = aliasOf({first, second});
  Set ofFirst = alias.pointees(load(r)), ofSecond = alias.pointees(load(s));
  ASSERT_EQ(ofFirst.count(), 1u);
  EXPECT_EQ(alias.region(ofFirst.find_first()).site, first);
  EXPECT_TRUE(alias.isLocal(ofFirst.find_first()));
  EXPECT_FALSE(intersects(ofFirst, ofSecond));
}

TEST_F(AliasTest, aCallMayReturnAnyPointerThatItCanReachOrANewOne) {
  const Function *g = declaration("g", DoublePointer, {parameter("a", DoublePointer)});
  const CallStmt *call = callOf(g, {addressOf(x)}, r);
  Alias alias = aliasOf({call});
  Set found = alias.pointees(load(r));
  EXPECT_TRUE(found.test(alias.regionOf(x)));
  EXPECT_FALSE(found.test(alias.regionOf(y)));
  EXPECT_EQ(found.count(), 2u);
}

TEST_F(AliasTest, aCallMayStoreWhatItReachesWhereItReaches) {
  const Function *g =
      declaration("g", Void, {parameter("a", c.pointerTo(DoublePointer)), parameter("b", DoublePointer)});
  Alias alias = aliasOf({declare(r, addressOf(x)), callOf(g, {addressOf(r), addressOf(y)})});
  Set found = alias.pointees(load(r));
  EXPECT_TRUE(found.test(alias.regionOf(x)));
  EXPECT_TRUE(found.test(alias.regionOf(y)));
}

TEST_F(AliasTest, reachableFollowsPointersToTheEnd) {
  const Variable *s = local("s", c.pointerTo(DoublePointer));
  Alias alias = aliasOf({declare(r, addressOf(x)), declare(s, addressOf(r))});
  Set from(alias.regionCount());
  from.set(alias.regionOf(s));
  EXPECT_EQ(names(alias, alias.reachable(from)), "r s x");
}

// --------------------------------------------------------------- overlap

TEST_F(AliasTest, targetsOfOneTypeMayOverlap) {
  Alias alias = aliasOf({});
  EXPECT_TRUE(mayOverlap(alias, deref(p), deref(q)));
  EXPECT_FALSE(mayOverlap(alias, deref(p), deref(k)));
  EXPECT_TRUE(alias.mayOverlap(alias.targetOf(p), alias.targetOf(p)));
}

TEST_F(AliasTest, restrictKeepsTargetsApart) {
  p->isRestrict = true;
  Alias alias = aliasOf({});
  EXPECT_FALSE(mayOverlap(alias, deref(p), deref(q)));
}

TEST_F(AliasTest, adjointMemoryIsApartFromThePrimals) {
  q->isAdjoint = true;
  EXPECT_FALSE(mayOverlap(aliasOf({}), deref(p), deref(q)));
  p->isAdjoint = true;
  EXPECT_TRUE(mayOverlap(aliasOf({}), deref(p), deref(q)));
}

TEST_F(AliasTest, noCallerSeesALocal) {
  Alias alias = aliasOf({});
  EXPECT_FALSE(mayOverlap(alias, c.place(x), deref(p)));
  EXPECT_TRUE(alias.isLocal(alias.regionOf(x)));
  EXPECT_FALSE(alias.isLocal(alias.targetOf(p)));
}

TEST_F(AliasTest, aGlobalMayBeATargetButNotAnotherGlobal) {
  const Variable *g = global("g", Double), *h = global("h", Double), *n = global("n", Int);
  Alias alias = aliasOf({}, {g, h, n});
  EXPECT_TRUE(mayOverlap(alias, c.place(g), deref(p)));
  EXPECT_FALSE(mayOverlap(alias, c.place(g), c.place(h)));
  EXPECT_FALSE(mayOverlap(alias, c.place(n), deref(p)));
  EXPECT_FALSE(alias.isLocal(alias.regionOf(g)));
}

TEST_F(AliasTest, deepMemoryMayOverlapATarget) {
  Alias alias = aliasOf({});
  const Place *deep = c.deref(c.load(deref(pp)));
  EXPECT_TRUE(mayOverlap(alias, deep, deref(p)));
  EXPECT_FALSE(mayOverlap(alias, deref(pp), deref(p))); // a pointer is no double
}

// ------------------------------------------------------------------ keys

TEST_F(AliasTest, aKeyIsARegionAndAScalarType) {
  Record *record = c.record("S");
  record->fields = {{"v", Double, 0}, {"n", Int, 1}};
  const Variable *s = local("s", c.recordType(record));
  Alias alias = aliasOf({declare(s)});
  Set v = alias.keysOf(c.field(c.place(s), 0)), n = alias.keysOf(c.field(c.place(s), 1)), both = alias.keysOf(s);
  EXPECT_EQ(v.count(), 1u);
  EXPECT_FALSE(intersects(v, n));
  EXPECT_TRUE(contains(both, v) && contains(both, n));
  EXPECT_EQ(alias.floatingOnly(both), v);
  EXPECT_EQ(namesOfKeys(alias, both), "s");
}

TEST_F(AliasTest, allElementsOfAnArrayAreOne) {
  const Variable *a = local("a", c.arrayOf(Double, 4));
  Alias alias = aliasOf({declare(a)});
  EXPECT_EQ(alias.keysOf(c.index(c.place(a), c.intLiteral(0))), alias.keysOf(c.index(c.place(a), c.intLiteral(3))));
}

TEST_F(AliasTest, signedAndUnsignedShareStorage) {
  const Type *Unsigned = c.integer("unsigned", 32, false);
  EXPECT_TRUE(leavesOf(Int) == leavesOf(Unsigned));
  EXPECT_FALSE(leavesOf(Int) == leavesOf(c.integer("long", 64, true)));
  EXPECT_FALSE(leavesOf(Double) == leavesOf(c.floating("float", 32)));
  EXPECT_TRUE(leavesOf(DoublePointer) == leavesOf(IntPointer));
}

TEST_F(AliasTest, membersOfOneTypeAreApart) {
  Record *record = c.record("Pair");
  record->fields = {{"first", Double, 0}, {"second", Double, 1}};
  const Variable *s = local("s", c.recordType(record)), *to = local("to", DoublePointer);
  const Place *first = c.field(c.place(s), 0), *second = c.field(c.place(s), 1);
  Alias alias = aliasOf({declare(s), declare(to, c.addressOf(first))});
  EXPECT_FALSE(intersects(alias.keysOf(first), alias.keysOf(second)));
  Set through = alias.keysOf(c.deref(c.load(to)));
  EXPECT_TRUE(contains(through, alias.keysOf(first)) && contains(through, alias.keysOf(second)));
}

TEST_F(AliasTest, membersOfTargetsMeetNumbersAndThemselves) {
  Record *record = c.record("Pair");
  record->fields = {{"first", Double, 0}, {"second", Double, 1}};
  const Type *Pointer = c.pointerTo(c.recordType(record));
  Variable *a = parameter("a", Pointer), *b = parameter("b", Pointer);
  Alias alias(*function({a, b, p}, {}), {});
  auto member = [&](const Variable *pointer, unsigned i) { return alias.keysOf(c.field(c.deref(c.load(pointer)), i)); };
  EXPECT_TRUE(intersects(alias.overlapping(member(a, 0)), member(b, 0)));
  EXPECT_FALSE(intersects(alias.overlapping(member(a, 0)), member(b, 1)));
  Set number = alias.keysOf(c.deref(c.load(p)));
  EXPECT_TRUE(intersects(alias.overlapping(member(a, 1)), number));
  EXPECT_TRUE(intersects(alias.overlapping(number), member(b, 1)));
}

TEST_F(AliasTest, setsOfKeys) {
  Set none(3), one(3), two(3);
  one.set(1);
  two.set(1);
  two.set(2);
  EXPECT_TRUE(contains(two, one) && contains(one, none) && contains(one, one));
  EXPECT_FALSE(contains(one, two));
  EXPECT_TRUE(intersects(one, two));
  EXPECT_FALSE(intersects(none, two));
}

} // namespace
} // namespace adjoint::analysis
