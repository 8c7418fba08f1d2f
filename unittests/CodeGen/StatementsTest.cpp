// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class StatementsTest : public CodeGenTest {
protected:
  const Variable *x = variable("x", Double), *y = variable("y", Double);
  const Variable *i = variable("i", Int), *n = variable("n", Int);
  const Type *pointer = c.pointerTo(Double);
  const Variable *p = variable("p", pointer);

  const Expr *load(const Variable *v) { return c.load(v); }
  const Stmt *update(BinaryOp op, const Variable *v, const Expr *e) { return assign(v, c.binary(op, load(v), e)); }
};

TEST_F(StatementsTest, compoundAssignment) {
  EXPECT_EQ(text(update(BinaryOp::Add, x, load(y))), "x += y;\n");
  EXPECT_EQ(text(update(BinaryOp::Sub, x, add(load(y), load(y)))), "x -= y + y;\n");
  EXPECT_EQ(text(update(BinaryOp::Mul, x, load(y))), "x *= y;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, x, minus(load(y)))), "x -= y;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, x, mul(minus(load(y)), load(x)))), "x -= y * x;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, x, implicit(load(i), Double))), "x += i;\n");
  EXPECT_EQ(text(assign(x, add(add(load(x), load(y)), load(y)))), "x = x + y + y;\n");
  EXPECT_EQ(text(assign(x, sub(load(y), load(x)))), "x = y - x;\n");
}

TEST_F(StatementsTest, compoundAssignmentWithConversions) {
  const Variable *s = variable("s", Short);
  EXPECT_EQ(text(assign(s, implicit(add(implicit(load(s), Int), load(i)), Short))), "s += i;\n");
  const Variable *f = variable("f", Float);
  const Expr *sum = add(implicit(load(f), Double), load(x));
  EXPECT_EQ(text(assign(f, implicit(sum, Float))), "f += x;\n");
  const Expr *product = mul(implicit(load(i), Double), implicit(number(2, Int), Double));
  EXPECT_EQ(text(assign(i, implicit(product, Int))), "i *= 2.0;\n") << "computed in double";
  EXPECT_EQ(text(assign(i, explicitly(product, Int))), "i = int(i * 2.0);\n");
  const Variable *b = variable("b", Bool);
  EXPECT_EQ(text(assign(b, implicit(add(implicit(load(b), Int), c.intLiteral(1)), Bool))), "b = b + 1;\n");
}

TEST_F(StatementsTest, steps) {
  EXPECT_EQ(text(update(BinaryOp::Add, i, c.intLiteral(1))), "++i;\n");
  EXPECT_EQ(text(update(BinaryOp::Sub, i, c.intLiteral(1))), "--i;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, i, c.intLiteral(2))), "i += 2;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, p, c.intLiteral(1))), "++p;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, p, load(i))), "p += i;\n");
  EXPECT_EQ(text(update(BinaryOp::Add, x, number(1.0, Double))), "x += 1.0;\n");
}

TEST_F(StatementsTest, declarations) {
  const Variable *df = variable("df", c.withConst(Double));
  EXPECT_EQ(text(declare(df, c.intrinsic("exp", "std::exp", {load(x)}, Double))), "const double df = std::exp(x);\n");
  const Variable *r = variable("r", c.referenceTo(Double));
  EXPECT_EQ(text(declare(r, c.addressOf(c.place(x)))), "double &r = x;\n");
  EXPECT_EQ(text(declare(r, load(p))), "double &r = *p;\n");
  EXPECT_EQ(text(declare(r, add(load(p), load(i)))), "double &r = p[i];\n");
  const Variable *alias = variable("alias", c.referenceTo(c.withConst(Double)));
  EXPECT_EQ(text(declare(alias, implicit(c.addressOf(c.place(r)), c.pointerTo(c.withConst(Double))))),
            "const double &alias = r;\n");
  const Variable *a = variable("a", c.arrayOf(c.withConst(Double), 2));
  const Expr *table = c.make<InitListExpr>(
      std::vector<const Expr *>{number(0.5, Double), implicit(number(2, Int), Double)}, c.arrayOf(Double, 2));
  EXPECT_EQ(text(declare(a, table)), "static const double a[2] = {0.5, 2};\n");
  EXPECT_EQ(text(declare(a, load(variable("b", c.arrayOf(Double, 2))))),
            "double a[2];\nstd::memcpy(a, b, sizeof(a));\n");
}

TEST_F(StatementsTest, recordsWithFieldsLeftOut) {
  Record *record = c.record("S");
  record->fields.push_back({"x", Double, 0});
  record->fields.push_back({"y", Double, 1});
  const Type *S = c.recordType(record);
  const Variable *s = variable("s", S);
  EXPECT_EQ(text(declare(s, c.zero(S))), "S s = {};\n");
  const Expr *one = c.make<InitListExpr>(std::vector<const Expr *>{number(1.0, Double)}, S);
  EXPECT_EQ(text(declare(s, one)), "S s = {1.0, {}};\n");
}

TEST_F(StatementsTest, calls) {
  Function *f = function("f", Double, {parameter("a", c.referenceTo(Double)), parameter("b", Double)}, {});
  f->spelling = "ns::f";
  std::vector<const Expr *> args{c.addressOf(c.place(x)), implicit(load(i), Double)};
  EXPECT_EQ(text(call(f, args)), "ns::f(x, i);\n");
  const Variable *y2 = variable("y", c.withConst(Double));
  EXPECT_EQ(text(call(f, args, c.place(y2), true)), "const double y = ns::f(x, i);\n");
  args[0] = add(load(p), load(i));
  EXPECT_EQ(text(call(f, args, c.place(y))), "y = ns::f(p[i], i);\n");
}

TEST_F(StatementsTest, memory) {
  auto allocate = [&](const Expr *count, AllocationForm form, bool zeroed) {
    return text(c.make<AllocateStmt>(c.place(p), true, Double, count, form, zeroed));
  };
  EXPECT_EQ(allocate(nullptr, AllocationForm::New, false), "double *p = new double;\n");
  EXPECT_EQ(allocate(load(n), AllocationForm::NewArray, true), "double *p = new double[n]();\n");
  EXPECT_EQ(allocate(add(load(n), load(n)), AllocationForm::Malloc, false),
            "double *p = adjoint::malloc<double>(n + n);\n");
  EXPECT_EQ(allocate(load(n), AllocationForm::Malloc, true),
            "double *p = adjoint::calloc<double>(n);\n");
  EXPECT_EQ(text(c.make<FreeStmt>(load(p), AllocationForm::New)), "delete p;\n");
  EXPECT_EQ(text(c.make<FreeStmt>(load(p), AllocationForm::NewArray)), "delete[] p;\n");
  EXPECT_EQ(text(c.make<FreeStmt>(load(p), AllocationForm::Malloc)), "std::free(p);\n");
}

TEST_F(StatementsTest, tape) {
  EXPECT_EQ(text(c.make<PushStmt>(load(x))), "tape.push(x);\n");
  EXPECT_EQ(text(c.make<PushStmt>(add(implicit(load(variable("s", Short)), Int), load(i)))), "tape.push(s + i);\n");
  EXPECT_EQ(text(c.make<PushStmt>(c.zero(Double))), "tape.push(0.0);\n");
  EXPECT_EQ(text(c.make<PopStmt>(c.place(x), false)), "tape.pop(x);\n");
  const Variable *block = variable("block", c.pointerTo(Double));
  const Expr *count = c.literal(8, c.integer("std::size_t", 64, false));
  EXPECT_EQ(text(c.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, block, count)),
            "double *block = tape.reserve<double>(8);\n");
  EXPECT_EQ(text(c.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, block, count)), "tape.release(block, 8);\n");
  const Variable *k = variable("k", c.withConst(Int));
  EXPECT_EQ(text(c.make<PopStmt>(c.place(k), true)), "const int k = tape.pop<int>();\n");
  const Variable *r = variable("r", c.referenceTo(c.withConst(Double)));
  const Place *storage = c.make<VarPlace>(r);
  EXPECT_EQ(text(c.make<PushStmt>(c.load(storage))), "tape.push(&r);\n");
  EXPECT_EQ(text(c.make<PopStmt>(storage, true)), "const double &r = *tape.pop<const double *>();\n");
}

TEST_F(StatementsTest, severalRecordsAtOnce) {
  const Variable *a = variable("a", c.withConst(Double)), *b = variable("b", Double), *k = variable("k", Int);
  const Variable *whole = variable("whole", c.arrayOf(Double, 2));
  auto block = [&](StmtList list) { return text(c.make<BlockStmt>(list)); };
  EXPECT_EQ(block({c.make<PushStmt>(load(x)), c.make<PushStmt>(load(i)), assign(x, load(y)), c.make<PushStmt>(load(y))}),
            "{\n  tape.push_all(x, i);\n  x = y;\n  tape.push(y);\n}\n");
  EXPECT_EQ(block({c.make<PopStmt>(c.place(a), true), c.make<PopStmt>(c.place(k), true), c.make<PopStmt>(c.place(b), true),
                   c.make<PopStmt>(c.place(whole), true), c.make<PopStmt>(c.place(x), false)}),
            "{\n  double a, b;\n  double whole[2];\n  int k;\n  tape.pop_all(a, k, b, whole, x);\n}\n");
  EXPECT_EQ(block({c.make<PopStmt>(c.place(k), true), c.make<PopStmt>(c.index(c.place(whole), load(k)), false)}),
            "{\n  int k = tape.pop<int>();\n  tape.pop(whole[k]);\n}\n")
      << "the place depends on what was popped";
  const Variable *object = variable("object", c.recordType(c.record("S"))), *other = variable("other", object->type);
  EXPECT_EQ(block({c.make<PopStmt>(c.place(object), true), c.make<PopStmt>(c.place(other), true)}),
            "{\n  S object = tape.pop<S>();\n  S other = tape.pop<S>();\n}\n")
      << "there may be no S without a value";
}

TEST_F(StatementsTest, branches) {
  const Expr *test = less(load(x), load(y));
  const Stmt *zero = assign(x, number(0.0, Double)), *one = assign(x, number(1.0, Double));
  EXPECT_EQ(text(c.make<IfStmt>(test, StmtList{zero}, StmtList{})), "if (x < y)\n  x = 0.0;\n");
  EXPECT_EQ(text(c.make<IfStmt>(test, StmtList{zero}, StmtList{one})),
            "if (x < y) {\n  x = 0.0;\n} else {\n  x = 1.0;\n}\n");
  EXPECT_EQ(text(c.make<IfStmt>(test, StmtList{}, StmtList{one})), "if (!(x < y)) {\n  x = 1.0;\n}\n");
  const Stmt *inner = c.make<IfStmt>(value("b", Bool), StmtList{one}, StmtList{});
  EXPECT_EQ(text(c.make<IfStmt>(test, StmtList{zero}, StmtList{inner})),
            "if (x < y) {\n  x = 0.0;\n} else if (b) {\n  x = 1.0;\n}\n");
  EXPECT_EQ(text(c.make<IfStmt>(test, StmtList{inner}, StmtList{})), "if (x < y) {\n  if (b)\n    x = 1.0;\n}\n");
}

TEST_F(StatementsTest, countedLoop) {
  EXPECT_EQ(text(count(i, load(n), {update(BinaryOp::Add, x, load(y))})),
            "for (int i = 0; i < n; ++i) {\n  x += y;\n}\n");
}

TEST_F(StatementsTest, loopsWithoutHeader) {
  StmtList body{update(BinaryOp::Add, x, load(y))};
  const Expr *test = less(load(i), load(n));
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, test, StmtList{}, body, false)), "while (i < n) {\n  x += y;\n}\n");
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, nullptr, StmtList{}, body, false)), "while (true) {\n  x += y;\n}\n");
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, test, StmtList{}, body, true)), "do {\n  x += y;\n} while (i < n);\n");
}

TEST_F(StatementsTest, bodyThatEndsInTheStep) {
  const Stmt *step = update(BinaryOp::Add, i, c.intLiteral(1)), *back = update(BinaryOp::Sub, i, c.intLiteral(1));
  const Expr *test = less(load(i), load(n));
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, test, StmtList{step}, StmtList{step, step}, false)),
            "for (; i < n; ++i) {\n  ++i;\n  i += 1;\n}\n");
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, test, StmtList{step}, StmtList{back}, false)),
            "for (; i < n; ++i) {\n  --i;\n}\n");
}

TEST_F(StatementsTest, severalInitialisers) {
  const Variable *j = variable("j", Int);
  StmtList init{declare(i, c.intLiteral(0)), declare(j, load(n))};
  StmtList step{update(BinaryOp::Add, i, c.intLiteral(1)), update(BinaryOp::Sub, j, c.intLiteral(1))};
  EXPECT_EQ(text(c.make<LoopStmt>(init, less(load(i), load(j)), step, StmtList{}, false)),
            "for (int i = 0, j = n; i < j; ++i, --j) {\n}\n");
}

TEST_F(StatementsTest, initAndStepTooLargeForAHeader) {
  Function *f = function("f", Int, {}, {});
  StmtList init{call(f, {}, c.place(i), true)};
  StmtList step{call(f, {}, c.place(i))};
  const Stmt *work = update(BinaryOp::Add, x, load(y));
  EXPECT_EQ(text(c.make<LoopStmt>(init, less(load(i), load(n)), step, StmtList{work}, false)),
            "{\n  int i = f();\n  while (i < n) {\n    x += y;\n    i = f();\n  }\n}\n");
  const Stmt *skip = c.make<IfStmt>(value("b", Bool), StmtList{c.make<ContinueStmt>()}, StmtList{});
  EXPECT_EQ(text(c.make<LoopStmt>(StmtList{}, less(load(i), load(n)), step, StmtList{skip, work}, false)),
            "while (i < n) {\n  {\n    if (b)\n      goto next;\n    x += y;\n  }\n  next:;\n  i = f();\n}\n");
}

TEST_F(StatementsTest, switches) {
  std::vector<SwitchSection> sections(3);
  sections[0].labels = {c.intLiteral(1), c.intLiteral(2)};
  sections[0].body = {update(BinaryOp::Add, x, load(y))};
  sections[1].labels = {c.intLiteral(3)};
  sections[1].body = {declare(variable("t", Double)), c.make<BreakStmt>()};
  sections[2].isDefault = true;
  EXPECT_EQ(text(c.make<SwitchStmt>(load(i), sections)), "switch (i) {\n"
                                                         "case 1:\n"
                                                         "case 2:\n"
                                                         "  x += y;\n"
                                                         "  [[fallthrough]];\n"
                                                         "case 3: {\n"
                                                         "  double t;\n"
                                                         "  break;\n"
                                                         "}\n"
                                                         "default:\n"
                                                         "  break;\n"
                                                         "}\n");
}

TEST_F(StatementsTest, switchOverAnEnumerationHasADefault) {
  const Type *Color = c.enumeration("Color", 32, false);
  std::vector<SwitchSection> sections(1);
  sections[0].labels = {c.named("Red", Color)};
  sections[0].body = {update(BinaryOp::Add, x, load(y))};
  EXPECT_EQ(text(c.make<SwitchStmt>(implicit(value("e", Color), Int), sections)), "switch (e) {\n"
                                                                                  "case Red:\n"
                                                                                  "  x += y;\n"
                                                                                  "  break;\n"
                                                                                  "default:\n"
                                                                                  "  break;\n"
                                                                                  "}\n");
}

TEST_F(StatementsTest, copyOntoItself) { EXPECT_EQ(text(assign(x, load(x))), "static_cast<void>(x);\n"); }

TEST_F(StatementsTest, comments) {
  auto *stmt = c.make<AssignStmt>(c.place(x), c.load(y));
  stmt->comment = "// first\n  // second";
  EXPECT_EQ(text(c.make<BlockStmt>(StmtList{stmt})), "{\n  // first\n  // second\n  x = y;\n}\n");
}

TEST_F(StatementsTest, longLinesBreakAfterOperators) {
  const Expr *sum = c.load(variable("aRatherLongNameOfAVariable", Double));
  sum = add(mul(sum, sum), add(mul(sum, sum), c.intrinsic("pow", "std::pow", {sum, sum}, Double)));
  EXPECT_EQ(text(assign(x, sum)), "x = aRatherLongNameOfAVariable * aRatherLongNameOfAVariable +\n"
                                  "    (aRatherLongNameOfAVariable * aRatherLongNameOfAVariable +\n"
                                  "     std::pow(aRatherLongNameOfAVariable, aRatherLongNameOfAVariable));\n");
}

} // namespace
} // namespace adjoint::codegen
