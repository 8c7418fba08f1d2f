// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class PlacesTest : public CodeGenTest {
protected:
  void SetUp() override {
    record = c.record("S");
    S = c.recordType(record);
    record->fields.push_back({"x", Double, 0});
    record->fields.push_back({"next", c.pointerTo(S), 1});
    record->fields.push_back({"a", c.arrayOf(Double, 3), 2});
    record->fields.push_back({"r", c.referenceTo(Double), 3});
  }
  Record *record;
  const Type *S;
  const Expr *i = value("i", Int), *p = value("p", c.pointerTo(Double));

  std::string text(const Place *place) { return print(*place); }
  using CodeGenTest::text;
};

TEST_F(PlacesTest, pointers) {
  EXPECT_EQ(text(c.deref(p)), "*p");
  EXPECT_EQ(text(c.deref(add(p, i))), "p[i]");
  EXPECT_EQ(text(c.deref(add(p, implicit(i, Long)))), "p[i]");
  EXPECT_EQ(text(c.deref(add(p, c.literal(-1, Int)))), "p[-1]");
  EXPECT_EQ(text(c.deref(sub(p, i))), "*(p - i)");
  EXPECT_EQ(text(c.deref(add(add(p, i), i))), "(p + i)[i]");
  EXPECT_EQ(text(c.deref(c.load(c.deref(value("q", c.pointerTo(c.pointerTo(Double))))))), "**q");
  EXPECT_EQ(text(mul(c.load(c.deref(p)), minus(c.load(c.deref(p))))), "*p * -*p");
  EXPECT_EQ(text(c.binary(BinaryOp::Equal, p, c.null(c.pointerTo(Double)))), "p == nullptr");
  EXPECT_EQ(text(c.deref(implicit(p, c.pointerTo(c.withConst(Double))))), "*p");
}

TEST_F(PlacesTest, arrays) {
  const Variable *a = variable("a", c.arrayOf(c.arrayOf(Double, 4), 3));
  const Place *row = c.index(c.place(a), i);
  EXPECT_EQ(text(c.index(row, c.intLiteral(2))), "a[i][2]");
  EXPECT_EQ(text(c.decay(row)), "a[i]");
  EXPECT_EQ(text(c.addressOf(c.index(row, i))), "&a[i][i]");
  EXPECT_EQ(text(add(c.decay(row), i)), "a[i] + i");
  const Expr *toArray = value("m", c.pointerTo(c.arrayOf(Double, 4)));
  EXPECT_EQ(text(c.index(c.deref(toArray), i)), "(*m)[i]");
  EXPECT_EQ(text(c.index(c.deref(add(toArray, i)), i)), "m[i][i]");
}

TEST_F(PlacesTest, records) {
  const Variable *s = variable("s", S);
  const Expr *next = c.load(c.field(c.place(s), 1));
  EXPECT_EQ(text(c.field(c.place(s), 0)), "s.x");
  EXPECT_EQ(text(c.field(c.deref(next), 0)), "s.next->x");
  EXPECT_EQ(text(c.field(c.deref(add(next, i)), 0)), "s.next[i].x");
  EXPECT_EQ(text(c.index(c.field(c.deref(next), 2), i)), "s.next->a[i]");
  EXPECT_EQ(text(c.deref(next)), "*s.next");
  EXPECT_EQ(text(c.deref(c.load(c.field(c.place(s), 3)))), "s.r");
  EXPECT_EQ(text(c.addressOf(c.field(c.place(s), 0))), "&s.x");
}

TEST_F(PlacesTest, references) {
  const Variable *r = variable("r", c.referenceTo(S));
  EXPECT_EQ(text(c.place(r)), "r");
  EXPECT_EQ(text(c.field(c.place(r), 0)), "r.x");
  EXPECT_EQ(text(c.addressOf(c.place(r))), "&r");
  EXPECT_EQ(text(c.load(c.place(r))), "r");
}

} // namespace
} // namespace adjoint::codegen
