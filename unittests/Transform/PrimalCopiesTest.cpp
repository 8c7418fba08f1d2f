// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/PrimalCopies.h"

#include "IR/Context.h"

#include "gtest/gtest.h"

namespace adjoint::transform {
namespace {

using namespace ir;

class CountingSink : public DiagnosticSink {
  void emit(DiagId id, Severity, Location, const std::string &) override { ids.push_back(id); }

public:
  std::vector<DiagId> ids;
};

class PrimalCopiesTest : public ::testing::Test {
protected:
  Context c;
  CountingSink sink;

  /// `double name(double x) { double v_i = callee_i(x); ... return x; }`
  Function *function(const std::string &name, bool needsCopy) {
    auto *f = c.make<Function>();
    f->name = f->spelling = name;
    f->returnType = c.doubleType();
    f->params = {c.make<Variable>("x", c.doubleType(), Storage::Parameter)};
    f->hasBody = true;
    f->needsCopy = needsCopy;
    return f;
  }
  void calls(Function *caller, std::vector<const Function *> callees) {
    const Expr *x = c.load(caller->params[0]);
    for (const Function *callee : callees) {
      auto *v = c.make<Variable>("v", c.doubleType(), Storage::Local);
      caller->body.push_back(c.make<CallStmt>(c.place(v), true, callee, std::vector<const Expr *>{x}));
    }
    caller->body.push_back(c.make<ReturnStmt>(x));
  }
  static const Function *callee(const Function *caller, size_t index) {
    return llvm::cast<CallStmt>(caller->body[index])->callee;
  }
};

TEST_F(PrimalCopiesTest, nothingToCopy) {
  Function *f = function("f", false), *g = function("g", false);
  calls(g, {});
  calls(f, {g});
  EXPECT_EQ(withPrimalCopies(c, {f}, sink), std::vector<const Function *>{f});
}

TEST_F(PrimalCopiesTest, copiesOfCopiesComeFirst) {
  Function *f = function("f", false), *g = function("g", true), *h = function("h", true), *k = function("k", false);
  calls(k, {});
  calls(h, {k});
  calls(g, {h, h});
  calls(f, {g, k});
  std::vector<const Function *> all = withPrimalCopies(c, {f}, sink);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]->name, "h_primal");
  EXPECT_EQ(all[1]->name, "g_primal");
  EXPECT_EQ(all[2]->name, "f");
  EXPECT_EQ(callee(all[0], 0), k); // which can be called as it is
  EXPECT_EQ(callee(all[1], 0), all[0]);
  EXPECT_EQ(callee(all[1], 1), all[0]);
  EXPECT_EQ(callee(all[2], 0), all[1]);
  EXPECT_EQ(callee(all[2], 1), k);
  EXPECT_EQ(all[0]->specifiers, "static ");
  EXPECT_EQ(callee(f, 0), g); // the original stays as it was
}

TEST_F(PrimalCopiesTest, circles) {
  Function *f = function("f", false), *g = function("g", true), *h = function("h", true);
  calls(h, {g, h});
  calls(g, {h});
  calls(f, {g});
  std::vector<const Function *> all = withPrimalCopies(c, {f}, sink);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(callee(all[0], 0), all[1]);
  EXPECT_EQ(callee(all[0], 1), all[0]);
  EXPECT_EQ(callee(all[1], 0), all[0]);
}

TEST_F(PrimalCopiesTest, generatedFunctionsCallEachOtherStill) {
  Function *f = function("f_b", false), *g = function("g_b", false), *h = function("h", true);
  calls(h, {});
  calls(g, {h, g});
  calls(f, {g});
  std::vector<const Function *> all = withPrimalCopies(c, {g, f}, sink);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(callee(all[1], 0), all[0]);
  EXPECT_EQ(callee(all[1], 1), all[1]);
  EXPECT_EQ(callee(all[2], 0), all[1]);
}

TEST_F(PrimalCopiesTest, functionsUsedAsValues) {
  Function *f = function("f", false), *g = function("g", true);
  calls(g, {});
  const Type *pointer = c.pointerTo(c.functionType("double (double)"));
  auto *p = c.make<Variable>("p", pointer, Storage::Local);
  f->body = {c.make<DeclareStmt>(p, c.make<FunctionRefExpr>(g, "g", pointer))};
  std::vector<const Function *> all = withPrimalCopies(c, {f}, sink);
  ASSERT_EQ(all.size(), 2u);
  const auto *reference = llvm::cast<FunctionRefExpr>(llvm::cast<DeclareStmt>(all[1]->body[0])->init);
  EXPECT_EQ(reference->function, all[0]);
  EXPECT_EQ(reference->spelling, "g_primal");
}

TEST_F(PrimalCopiesTest, nothingToCopyFrom) {
  Function *f = function("f", false), *g = function("norm", true);
  g->hasBody = false;
  calls(f, {g, g});
  withPrimalCopies(c, {f}, sink);
  ASSERT_EQ(sink.ids, std::vector<DiagId>{DiagId::call_unknown});
}

} // namespace
} // namespace adjoint::transform
