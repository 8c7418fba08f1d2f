// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/PlainStructs.h"

#include "CodeGenTest.h"
#include "IR/ClassView.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class PlainStructsTest : public CodeGenTest {
protected:
  Record *mirror(const std::string &name) {
    Record *record = c.record(name);
    record->isMirror = true;
    return record;
  }
  void field(Record *record, const std::string &name, const Type *type) {
    record->fields.push_back({name, type, static_cast<unsigned>(record->fields.size())});
  }
  Record *point() {
    Record *record = c.record("Point");
    field(record, "x", Double);
    record->emptyBraces = EmptyBraces::Nothing;
    return record;
  }
};

TEST_F(PlainStructsTest, whatIsHeldComesFirst) {
  Record *outer = mirror("Model_plain"), *inner = mirror("vector_double"), *direct = c.record("Point");
  field(inner, "data", c.pointerTo(Double));
  field(inner, "size", ULong);
  field(outer, "w", c.arrayOf(c.recordType(inner), 2));
  field(outer, "p", c.recordType(direct));
  field(outer, "scale", c.withConst(Double));
  ClassView view;
  view.spelling = "std::vector<double>";
  inner->view = &view;
  Function *f = function("f", Void, {parameter("m", c.referenceTo(c.recordType(outer)))}, {});
  std::vector<const Record *> mirrors = mirrorsOf({f});
  ASSERT_EQ(mirrors, (std::vector<const Record *>{inner, outer}));
  EXPECT_EQ(printPlainStructs(mirrors), "// What adjoints see of std::vector<double>.\n"
                                        "struct vector_double {\n"
                                        "  double *data;\n"
                                        "  unsigned long size;\n"
                                        "};\n"
                                        "\n"
                                        "struct Model_plain {\n"
                                        "  vector_double w[2];\n"
                                        "  Point p;\n"
                                        "  double scale;\n"
                                        "};\n");
}

TEST_F(PlainStructsTest, pointersMayLeadAhead) {
  Record *node = mirror("Node_plain"), *list = mirror("List_plain");
  field(node, "next", c.pointerTo(c.recordType(node)));
  field(node, "list", c.pointerTo(c.recordType(list)));
  field(list, "first", c.recordType(node));
  const Variable *n = variable("n", c.recordType(node));
  Function *f = function("f", Void, {}, {declare(n, c.zero(n->type))});
  EXPECT_EQ(printPlainStructs(mirrorsOf({f})), "struct List_plain;\n"
                                               "\n"
                                               "struct Node_plain {\n"
                                               "  Node_plain *next;\n"
                                               "  List_plain *list;\n"
                                               "};\n"
                                               "\n"
                                               "struct List_plain {\n"
                                               "  Node_plain first;\n"
                                               "};\n");
}

TEST_F(PlainStructsTest, typesInsideOfBodies) {
  Record *node = mirror("Node_plain");
  field(node, "x", Double);
  const Type *pointer = c.pointerTo(c.recordType(node));
  Function *f = function("f", Void, {}, {});
  const Variable *p = variable("p", c.pointerTo(Void));
  f->body = {declare(p, explicitly(c.zero(pointer), c.pointerTo(Void)))};
  EXPECT_EQ(mirrorsOf({f}).size(), 1u);
}

TEST_F(PlainStructsTest, zerosOfClassesWithConstructors) {
  const Type *Point = c.recordType(point());
  const Variable *p = variable("p", Point), *q = variable("q", Point), *a = variable("a", c.arrayOf(Point, 2));
  EXPECT_EQ(text(declare(p, c.zero(Point))), "Point p = adjoint::zero<Point>();\n");
  EXPECT_EQ(text(declare(q)), "Point q = adjoint::zero<Point>();\n");
  EXPECT_EQ(text(declare(a, c.zero(a->type))), "Point a[2] = {adjoint::zero<Point>(), adjoint::zero<Point>()};\n");
  const Variable *h = variable("h", c.pointerTo(Point));
  auto allocate = [&](const Expr *count, AllocationForm form, bool zeroed) {
    return text(c.make<AllocateStmt>(c.place(h), false, Point, count, form, zeroed));
  };
  const Expr *n = value("n", Int);
  EXPECT_EQ(allocate(nullptr, AllocationForm::New, true), "h = new Point(adjoint::zero<Point>());\n");
  EXPECT_EQ(allocate(n, AllocationForm::NewArray, false), "h = adjoint::zeros<Point>(n);\n");
}

TEST_F(PlainStructsTest, zerosOfClassesWithOtherDefaults) {
  Record *record = c.record("Unit");
  field(record, "x", Double);
  record->emptyBraces = EmptyBraces::OtherThan;
  Record *outer = c.record("Pair"); // what it holds counts
  field(outer, "u", c.recordType(record));
  const Type *Pair = c.recordType(outer);
  const Variable *p = variable("p", Pair), *q = variable("q", Pair), *a = variable("a", c.arrayOf(Pair, 2));
  EXPECT_EQ(text(declare(p, c.zero(Pair))), "Pair p = adjoint::zero<Pair>();\n");
  EXPECT_EQ(text(declare(q)), "Pair q;\n");
  EXPECT_EQ(text(declare(a, c.zero(a->type))), "Pair a[2];\nadjoint::set_zero(a);\n");
  const Variable *h = variable("h", c.pointerTo(Pair));
  const Expr *n = value("n", Int);
  EXPECT_EQ(text(c.make<AllocateStmt>(c.place(h), false, Pair, n, AllocationForm::NewArray, true)),
            "h = adjoint::zeros<Pair>(n);\n");
  EXPECT_EQ(text(c.make<AllocateStmt>(c.place(h), false, Pair, n, AllocationForm::NewArray, false)),
            "h = new Pair[n];\n");
}

} // namespace
} // namespace adjoint::codegen
