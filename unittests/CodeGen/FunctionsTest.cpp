// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGenTest.h"

namespace adjoint::codegen {
namespace {

using namespace ir;

class FunctionsTest : public CodeGenTest {};

TEST_F(FunctionsTest, definition) {
  const Variable *x = parameter("x", Double);
  Function *f = function("f", Double, {x}, {ret(mul(c.load(x), c.load(x)))});
  f->specifiers = "static inline ";
  EXPECT_EQ(printFunction(*f), "static inline double f(double x) {\n  return x * x;\n}\n");
  EXPECT_EQ(printDeclaration(*f), "static inline double f(double x);\n");
}

TEST_F(FunctionsTest, unusedParameters) {
  const Variable *x = parameter("x", Double), *unnamed = parameter("", Int);
  const Variable *set = parameter("set", Double), *r = parameter("r", c.referenceTo(Double));
  Function *f = function("f", Void, {x, unnamed, set, r}, {assign(set, number(0.0, Double))});
  EXPECT_EQ(printFunction(*f), "void f(double /*x*/, int, [[maybe_unused]] double set, double & /*r*/) {\n"
                               "  set = 0.0;\n"
                               "}\n");
}

TEST_F(FunctionsTest, variablesThatAreOnlyWritten) {
  const Variable *x = parameter("x", Double), *s = variable("s", Double);
  Function *f = function("f", Void, {x}, {declare(s, c.load(x)), assign(s, add(c.load(s), c.load(x)))});
  EXPECT_EQ(printFunction(*f), "void f(double x) {\n"
                               "  [[maybe_unused]] double s = x;\n"
                               "  s += x;\n"
                               "}\n");
}

TEST_F(FunctionsTest, tapeAndComments) {
  const Variable *x = parameter("x", Double), *tape = parameter("tape", c.referenceTo(Double));
  Function *f = function("f_b", Void, {x, tape},
                         {c.make<HeadingStmt>(Sweep::Forward), c.make<PushStmt>(c.load(x)), assign(tape, c.load(x)),
                          c.make<HeadingStmt>(Sweep::Reverse), c.make<PopStmt>(c.place(x), false)});
  EXPECT_EQ(printFunction(*f), "void f_b(double x, double &tape) {\n"
                               "  adjoint::Tape &tape_2 = adjoint::Tape::local();\n"
                               "  // Forward sweep.\n"
                               "  tape_2.push(x);\n"
                               "  tape = x;\n"
                               "\n"
                               "  // Reverse sweep.\n"
                               "  tape_2.pop(x);\n"
                               "}\n");
}

TEST_F(FunctionsTest, restrict) {
  Variable *p = parameter("p", c.pointerTo(Double));
  p->isRestrict = true;
  Function *f = function("f", Void, {p}, {assign(c.deref(c.load(p)), number(0.0, Double))});
  EXPECT_EQ(printDeclaration(*f), "void f(double *__restrict p);\n");
}

TEST_F(FunctionsTest, prototypesForMutualRecursion) {
  Function *f = function("f", Void, {}, {}), *g = function("g", Void, {}, {});
  f->body = {call(g)};
  g->body = {call(f)};
  EXPECT_EQ(printFunctions({f, g}), "void g();\n\nvoid f() {\n  g();\n}\n\nvoid g() {\n  f();\n}\n");
}

TEST_F(FunctionsTest, longParameterLists) {
  std::vector<const Variable *> params;
  StmtList body;
  for (const char *name : {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}) {
    params.push_back(parameter(name, c.pointerTo(c.withConst(Double))));
    body.push_back(ret());
  }
  Function *f = function("f", Void, params, {ret()});
  EXPECT_EQ(printDeclaration(*f), "void f(const double *alpha, const double *beta, const double *gamma, "
                                  "const double *delta,\n"
                                  "       const double *epsilon, const double *zeta);\n");
}

TEST_F(FunctionsTest, labelsWithoutJump) {
  Function *f =
      function("f", Void, {}, {c.make<GotoStmt>("end"), c.make<LabelStmt>("other"), c.make<LabelStmt>("end")});
  EXPECT_EQ(printFunction(*f), "void f() {\n  goto end;\n  end:;\n}\n");
}

// ------------------------------------------------------------------- names

class NamesTest : public CodeGenTest {
protected:
  Variable *temporary(const std::string &name, const Type *type) {
    Variable *v = variable(name, type);
    v->isTemporary = true;
    return v;
  }
};

TEST_F(NamesTest, scopesBesideEachOtherShare) {
  const Variable *x = parameter("x", c.referenceTo(Double)), *n = parameter("n", Int);
  const Variable *i = variable("i", Int), *j = variable("i", Int);
  Function *f = function("f", Void, {x, n},
                         {count(i, c.load(n), {assign(x, implicit(c.load(i), Double))}),
                          count(j, c.load(n), {assign(x, implicit(c.load(j), Double))})});
  std::string loop = "  for (int i = 0; i < n; ++i) {\n    x = i;\n  }\n";
  EXPECT_EQ(printFunction(*f), "void f(double &x, int n) {\n" + loop + loop + "}\n");
}

TEST_F(NamesTest, nestedScopesDiffer) {
  const Variable *x = parameter("x", Double), *hidden = variable("x", Double);
  Function *f =
      function("f", Double, {x},
               {c.make<BlockStmt>(StmtList{declare(hidden, c.load(x)), assign(x, c.load(hidden))}), ret(c.load(x))});
  EXPECT_EQ(printFunction(*f), "double f(double x) {\n"
                               "  {\n"
                               "    double x_2 = x;\n"
                               "    x = x_2;\n"
                               "  }\n"
                               "  return x;\n"
                               "}\n");
}

TEST_F(NamesTest, theUsersComeFirst) {
  const Variable *x = parameter("x", Double), *mine = temporary("t", Double), *yours = variable("t", Double);
  const Variable *second = variable("t_2", Double);
  Function *f = function(
      "f", Double, {x},
      {declare(mine, c.load(x)), declare(yours, c.load(mine)), declare(second, c.load(yours)), ret(c.load(second))});
  EXPECT_EQ(printFunction(*f), "double f(double x) {\n"
                               "  double t_3 = x;\n"
                               "  double t = t_3;\n"
                               "  double t_2 = t;\n"
                               "  return t_2;\n"
                               "}\n");
}

TEST_F(NamesTest, calledFunctionsAndGlobalsKeepTheirs) {
  const Variable *g = variable("g", Double, Storage::Global), *exp = parameter("exp", Double);
  const Variable *local = variable("g", Double), *h = temporary("h", Double);
  Function *callee = function("h", Double, {}, {});
  Function *f = function("f", Double, {exp},
                         {declare(local, c.intrinsic("exp", "std::exp", {c.load(exp)}, Double)),
                          call(callee, {}, c.place(h), true), ret(add(add(c.load(g), c.load(local)), c.load(h)))});
  EXPECT_EQ(printFunction(*f), "double f(double exp) {\n"
                               "  double g_2 = std::exp(exp);\n"
                               "  double h_2 = h();\n"
                               "  return g + g_2 + h_2;\n"
                               "}\n");
}

TEST_F(NamesTest, unnamedParameterThatIsUsed) {
  const Variable *unnamed = parameter("", Double);
  Function *f = function("f", Double, {unnamed}, {ret(c.load(unnamed))});
  EXPECT_EQ(printFunction(*f), "double f(double unnamed) {\n  return unnamed;\n}\n");
}

} // namespace
} // namespace adjoint::codegen
