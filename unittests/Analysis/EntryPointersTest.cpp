// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/EntryPointers.h"

#include "Analysis/AnalysisTest.h"

namespace adjoint::analysis {
namespace {

using namespace ir;

class EntryPointersTest : public AnalysisTest {
protected:
  const Variable *work = global("work", DoublePointer), *buffer = parameter("buffer", DoublePointer);

  const Stmt *set() { return assign(work, load(buffer)); }
  const Stmt *use() { return assign(element(work, c.intLiteral(0)), number("1.0")); }
  const Stmt *leave() { return c.make<BreakStmt>(); }
  const Stmt *next() { return c.make<ContinueStmt>(); }
  const Stmt *jump() { return c.make<GotoStmt>("end"); }
  const Stmt *label() { return c.make<LabelStmt>("end"); }
  const Stmt *choice(std::vector<StmtList> sections, bool hasDefault) {
    std::vector<SwitchSection> made;
    for (size_t i = 0; i < sections.size(); ++i)
      made.push_back({{c.intLiteral(i)}, hasDefault && i + 1 == sections.size(), sections[i]});
    return c.make<SwitchStmt>(c.intLiteral(0), made);
  }
  const Stmt *endless(StmtList body) {
    return c.make<LoopStmt>(StmtList{}, nullptr, StmtList{}, std::move(body), false);
  }
  Function *named(const std::string &name, StmtList body) { return function(name, Void, {buffer}, std::move(body)); }
  bool usesEntry(StmtList body) { return mayUseEntryPointers(*named("f", std::move(body)), work); }
};

TEST_F(EntryPointersTest, statementsInOrder) {
  EXPECT_FALSE(usesEntry({set(), use()}));
  EXPECT_TRUE(usesEntry({use(), set()}));
  EXPECT_FALSE(usesEntry({}));
  EXPECT_TRUE(usesEntry({assign(work, add(load(work), c.intLiteral(1)))}));
  EXPECT_TRUE(usesEntry({declare(local("p", c.pointerTo(DoublePointer)), addressOf(work))}));
}

TEST_F(EntryPointersTest, branches) {
  EXPECT_FALSE(usesEntry({branch({set()}, {set()}), use()}));
  EXPECT_TRUE(usesEntry({branch({set()}), use()}));
  EXPECT_FALSE(usesEntry({branch({set()}, {ret()}), use()}));
  EXPECT_FALSE(usesEntry({ret(), use()})); // which is not reached
}

TEST_F(EntryPointersTest, sections) {
  EXPECT_FALSE(usesEntry({choice({{set(), leave()}, {set()}}, true), use()}));
  EXPECT_TRUE(usesEntry({choice({{set(), leave()}, {set()}}, false), use()}));
  EXPECT_TRUE(usesEntry({choice({{set()}, {leave()}}, true), use()}));
  EXPECT_TRUE(usesEntry({choice({{set()}, {use()}}, true)})); // which may be entered at the second one
  EXPECT_FALSE(usesEntry({choice({{set(), use()}, {set()}}, true), use()}));
}

TEST_F(EntryPointersTest, loops) {
  EXPECT_TRUE(usesEntry({loop({set()}), use()}));
  EXPECT_TRUE(usesEntry({loop({use(), set()})}));
  EXPECT_FALSE(usesEntry({loop({set(), use()})}));
  EXPECT_FALSE(usesEntry({loop({set()}, true), use()}));
  EXPECT_TRUE(usesEntry({loop({branch({leave()}), set()}, true), use()}));
  EXPECT_TRUE(usesEntry({loop({branch({next()}), set()}, true), use()}));
  EXPECT_FALSE(usesEntry({endless({set(), branch({leave()})}), use()}));
  EXPECT_TRUE(usesEntry({endless({branch({leave()}), set()}), use()}));
  auto isSet = c.binary(BinaryOp::Less, load(work), load(buffer));
  EXPECT_TRUE(usesEntry({c.make<LoopStmt>(StmtList{}, isSet, StmtList{}, StmtList{set()}, false)}));
  EXPECT_FALSE(usesEntry({c.make<LoopStmt>(StmtList{}, isSet, StmtList{}, StmtList{set()}, true)}));
}

TEST_F(EntryPointersTest, jumps) {
  EXPECT_TRUE(usesEntry({branch({jump()}), set(), label(), use()}));
  EXPECT_FALSE(usesEntry({branch({set(), jump()}), set(), label(), use()}));
}

TEST_F(EntryPointersTest, callees) {
  const Stmt *setThere = callOf(named("g", {set()}), {load(buffer)}),
             *useThere = callOf(named("h", {use()}), {load(buffer)});
  EXPECT_FALSE(usesEntry({setThere, useThere}));
  EXPECT_TRUE(usesEntry({useThere, setThere}));
  const Stmt *perhaps = callOf(named("i", {branch({ret()}), set()}), {load(buffer)});
  EXPECT_TRUE(usesEntry({perhaps, use()}));
  const Stmt *early = callOf(named("k", {branch({set(), ret()}), set()}), {load(buffer)});
  EXPECT_FALSE(usesEntry({early, use()}));
  EXPECT_TRUE(usesEntry({callOf(declaration("unseen", Void, {buffer}), {load(buffer)}), use()}));
}

TEST_F(EntryPointersTest, aRecursionSetsWhatStandsBesideIt) {
  Function *inner = named("g", {});
  inner->body = {branch({callOf(inner, {load(buffer)}), use()}, {set()})};
  EXPECT_TRUE(usesEntry({callOf(inner, {load(buffer)})}));
  Function *first = named("h", {});
  first->body = {set(), branch({callOf(first, {load(buffer)})}), use()};
  EXPECT_FALSE(usesEntry({callOf(first, {load(buffer)}), use()}));
}

TEST_F(EntryPointersTest, membersOneByOne) {
  Record *record = c.record("Fields");
  record->fields = {{"p", DoublePointer, 0}, {"q", DoublePointer, 1}, {"rows", c.arrayOf(DoublePointer, 2), 2}};
  const Variable *fields = global("fields", c.recordType(record)), *other = local("other", c.recordType(record));
  auto member = [&](unsigned i) {
    return c.make<FieldPlace>(c.place(fields), &record->fields[i], record->fields[i].type);
  };
  auto store = [&](unsigned i) { return assign(member(i), load(buffer)); };
  auto use = [&](const Place *pointer) { return assign(c.deref(c.load(pointer)), number("1.0")); };
  auto asks = [&](StmtList body) { return mayUseEntryPointers(*named("f", std::move(body)), fields); };
  EXPECT_FALSE(asks({store(0), use(member(0))}));
  EXPECT_TRUE(asks({store(0), use(member(1))}));
  EXPECT_TRUE(asks({store(0), store(1), declare(other, c.load(c.place(fields)))}));
  EXPECT_FALSE(asks({declare(other), assign(fields, load(other)), use(member(1))}));
  const Place *row = c.make<IndexPlace>(member(2), c.intLiteral(0));
  EXPECT_TRUE(asks({store(0), store(1), assign(row, load(buffer)), use(row)}));
  EXPECT_FALSE(asks({declare(other), assign(fields, load(other)), use(row)}));
}

} // namespace
} // namespace adjoint::analysis
