// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IR/Verifier.h"

#include "IR/Context.h"

#include "gtest/gtest.h"

namespace adjoint::ir {
namespace {

/// Each rule of Verifier.h has a function that keeps it and one that breaks it.
class VerifierTest : public ::testing::Test {
protected:
  Context c;
  const Type *Double = c.doubleType(), *Int = c.intType(), *Bool = c.boolType(), *Void = c.voidType();
  const Variable *x = c.make<Variable>("x", Double, Storage::Parameter);
  const Variable *n = c.make<Variable>("n", Int, Storage::Parameter);
  const Variable *p = c.make<Variable>("p", c.pointerTo(Double), Storage::Parameter);
  const Variable *t = local("t", Double), *i = local("i", Int);

  const Variable *local(const std::string &name, const Type *type) {
    return c.make<Variable>(name, type, Storage::Local);
  }
  const Function *function(StmtList body, const Type *returnType = nullptr) {
    auto *f = c.make<Function>();
    f->name = f->spelling = "f";
    f->returnType = returnType ? returnType : Void;
    f->params = {x, n, p};
    f->body = std::move(body);
    f->hasBody = true;
    return f;
  }
  const Stmt *declare(const Variable *v, const Expr *init = nullptr) { return c.make<DeclareStmt>(v, init); }
  const Stmt *assign(const Place *place, const Expr *e) { return c.make<AssignStmt>(place, e); }
  const Stmt *assign(const Variable *v, const Expr *e) { return assign(c.place(v), e); }
  const Stmt *loop(StmtList init, StmtList step, StmtList body) {
    return c.make<LoopStmt>(init, c.truth(true), step, body, false);
  }
  const Stmt *ifTrue(StmtList body) { return c.make<IfStmt>(c.truth(true), body, StmtList{}); }

  /// The rule that the body breaks, "" if none.
  std::string broken(StmtList body, const Type *returnType = nullptr) {
    std::string what;
    bool isFine = verify(*function(std::move(body), returnType), what);
    EXPECT_EQ(isFine, what.empty());
    size_t begin = what.find("', ");
    return isFine ? "" : what.substr(begin + 3, what.find(':') - begin - 3);
  }
  /// The rule that an expression breaks.
  std::string brokenBy(const Expr *e) { return broken({c.make<PushStmt>(e)}); }
};

TEST_F(VerifierTest, wellFormed) {
  EXPECT_EQ(broken({}), "");
  EXPECT_EQ(
      broken({declare(t, c.load(x)), assign(t, c.load(c.deref(c.load(p)))), assign(c.deref(c.load(p)), c.load(t))}),
      "");
  const Expr *one = c.intLiteral(1);
  const Stmt *step = assign(i, c.binary(BinaryOp::Add, c.load(i), one));
  EXPECT_EQ(broken({loop({declare(i, one)}, {step}, {c.make<BreakStmt>(), c.make<ContinueStmt>()}),
                    loop({declare(i, one)}, {step}, {})}),
            "");
}

TEST_F(VerifierTest, visibility) {
  EXPECT_EQ(broken({assign(t, c.load(x))}), "V1");
  EXPECT_EQ(broken({declare(t, c.load(t))}), "V1");
  EXPECT_EQ(broken({ifTrue({declare(t)}), assign(t, c.load(x))}), "V1");
  EXPECT_EQ(broken({assign(c.make<Variable>("g", Double, Storage::Global), c.load(x))}), "");
  EXPECT_EQ(broken({declare(t), ifTrue({declare(t)})}), "V2");
  EXPECT_EQ(broken({declare(x)}), "V2");
  EXPECT_EQ(broken({ifTrue({declare(t)}), ifTrue({declare(t)})}), "");
}

TEST_F(VerifierTest, places) {
  EXPECT_EQ(broken({assign(c.make<DerefPlace>(c.load(p), Int), c.load(n))}), "P2");
  EXPECT_EQ(broken({declare(local("a", c.arrayOf(Double, 2))),
                    assign(c.make<IndexPlace>(c.place(local("b", c.arrayOf(Double, 2))), c.load(x)), c.load(x))}),
            "P3");
  Record *record = c.record("S"), *other = c.record("T");
  record->fields.push_back({"v", Double, 0});
  other->fields.push_back({"v", Double, 0});
  const Variable *s = local("s", c.recordType(record));
  EXPECT_EQ(broken({declare(s), assign(c.field(c.place(s), 0), c.load(x))}), "");
  EXPECT_EQ(broken({declare(s), assign(c.make<FieldPlace>(c.place(s), &other->fields[0], Double), c.load(x))}), "P4");
}

TEST_F(VerifierTest, expressions) {
  EXPECT_EQ(brokenBy(c.named("", Double)), "E1");
  EXPECT_EQ(brokenBy(c.numeral(Unknown(), "", Double)), "E1");
  EXPECT_EQ(brokenBy(c.named("one", Double, integerOf(1))), "E1");
  EXPECT_EQ(brokenBy(c.numeral(integerOf(300), "", c.integer("char", 8, true))), "E1");
  EXPECT_EQ(brokenBy(c.numeral(integerOf(-128), "", c.integer("char", 8, true))), "");
  EXPECT_EQ(brokenBy(c.literal(1, c.withConst(Double))), "E1");
  EXPECT_EQ(brokenBy(c.make<LoadExpr>(c.place(x), Int)), "E2");
  EXPECT_EQ(brokenBy(c.make<AddressExpr>(c.place(x), c.pointerTo(Int))), "E3");
  EXPECT_EQ(brokenBy(c.make<AddressExpr>(c.deref(c.load(p)), c.pointerTo(Double))), "E3");
  EXPECT_EQ(brokenBy(c.binary(BinaryOp::Add, c.load(x), c.load(n))), "E4");
  EXPECT_EQ(brokenBy(c.binary(BinaryOp::Rem, c.load(x), c.load(x))), "E4");
  EXPECT_EQ(brokenBy(c.binary(BinaryOp::Add, c.load(p), c.load(n))), "");
  EXPECT_EQ(brokenBy(c.binary(BinaryOp::Mul, c.load(p), c.load(n))), "E4");
  EXPECT_EQ(brokenBy(c.binary(BinaryOp::And, c.load(x), c.load(n))), "E5");
  EXPECT_EQ(brokenBy(c.unary(UnaryOp::Not, c.load(x))), "E5");
  EXPECT_EQ(brokenBy(c.make<CastExpr>(CastExpr::Form::Explicit, c.load(p), Int)), "E6");
  EXPECT_EQ(brokenBy(c.make<CastExpr>(CastExpr::Form::Const, c.load(x), Double)), "E6");
  EXPECT_EQ(brokenBy(c.select(c.truth(true), c.load(x), c.load(n))), "E7");
  EXPECT_EQ(brokenBy(c.make<FunctionRefExpr>(nullptr, "f", Int)), "E8");
  EXPECT_EQ(brokenBy(c.make<InitListExpr>(std::vector<const Expr *>(), c.arrayOf(Double, 2))), "E9");
}

TEST_F(VerifierTest, lists) {
  const Type *array = c.arrayOf(Double, 1);
  auto list = [&](std::vector<const Expr *> elements) { return c.make<InitListExpr>(elements, array); };
  EXPECT_EQ(broken({declare(local("a", array), list({c.zero(Double)}))}), "");
  EXPECT_EQ(broken({declare(local("a", array), list({c.zero(Double), c.zero(Double)}))}), "E9");
  EXPECT_EQ(broken({declare(local("a", array), list({c.load(x)}))}), "E9");
}

TEST_F(VerifierTest, types) {
  EXPECT_EQ(broken({declare(t, c.load(n))}), "S1");
  EXPECT_EQ(broken({declare(local("k", c.withConst(Double)))}), "S1");
  EXPECT_EQ(broken({declare(local("r", c.referenceTo(Double)))}), "S1");
  EXPECT_EQ(broken({declare(local("r", c.referenceTo(c.withConst(Double))), c.load(p))}), "");
  EXPECT_EQ(broken({declare(local("r", c.referenceTo(Int)), c.load(p))}), "S1");
  EXPECT_EQ(broken({assign(x, c.load(n))}), "S1");
  const Variable *a = local("a", c.arrayOf(Double, 2));
  EXPECT_EQ(broken({declare(a), assign(a, c.load(a))}), "S2");
  const Variable *k = local("k", c.withConst(Double)), *r = local("r", c.referenceTo(Double));
  EXPECT_EQ(broken({declare(k, c.load(x)), assign(k, c.load(x))}), "S3");
  EXPECT_EQ(broken({declare(r, c.load(p)), c.make<AssignStmt>(c.make<VarPlace>(r), c.load(p))}), "S3");
}

TEST_F(VerifierTest, calls) {
  auto *g = c.make<Function>();
  g->name = g->spelling = "g";
  g->returnType = Double;
  g->params = {c.make<Variable>("a", c.referenceTo(c.withConst(Double)), Storage::Parameter)};
  auto call = [&](std::vector<const Expr *> args, const Place *result, bool declares) {
    return c.make<CallStmt>(result, declares, g, args);
  };
  EXPECT_EQ(broken({call({c.addressOf(c.place(x))}, c.place(t), true)}), "");
  EXPECT_EQ(broken({call({}, nullptr, false)}), "S4");
  EXPECT_EQ(broken({call({c.load(x)}, nullptr, false)}), "S4");
  EXPECT_EQ(broken({call({c.load(p)}, c.place(n), false)}), "S4");
  EXPECT_EQ(broken({call({c.load(p)}, c.deref(c.load(p)), true)}), "S5");
}

TEST_F(VerifierTest, memory) {
  auto allocate = [&](const Type *element, const Expr *count, AllocationForm form) {
    return broken({c.make<AllocateStmt>(c.place(p), false, element, count, form, false)});
  };
  EXPECT_EQ(allocate(Double, c.load(n), AllocationForm::NewArray), "");
  EXPECT_EQ(allocate(Int, c.load(n), AllocationForm::NewArray), "S6");
  EXPECT_EQ(allocate(Double, c.load(x), AllocationForm::NewArray), "S6");
  EXPECT_EQ(allocate(Double, nullptr, AllocationForm::Malloc), "S6");
  EXPECT_EQ(broken({c.make<FreeStmt>(c.load(x), AllocationForm::New)}), "S6");
}

TEST_F(VerifierTest, jumps) {
  EXPECT_EQ(broken({c.make<BreakStmt>()}), "S7");
  EXPECT_EQ(broken({c.make<ContinueStmt>()}), "S7");
  EXPECT_EQ(broken({loop({}, {c.make<BreakStmt>()}, {})}), "S7");
  EXPECT_EQ(broken({c.make<ReturnStmt>(c.load(x))}), "S9");
  EXPECT_EQ(broken({c.make<ReturnStmt>(nullptr)}, Double), "S9");
  EXPECT_EQ(broken({c.make<ReturnStmt>(c.load(n))}, Double), "S1");
  EXPECT_EQ(broken({ifTrue({c.make<GotoStmt>("end")}), c.make<LabelStmt>("end")}), "");
  const Variable *block = local("block", c.pointerTo(Double));
  const Expr *count = c.literal(8, c.integer("std::size_t", 64, false));
  auto *reserve = c.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, block, count);
  auto *release = c.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, block, count);
  EXPECT_EQ(broken({reserve, release}), "");
  EXPECT_EQ(broken({release}), "S11");
  EXPECT_EQ(broken({c.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, t, count)}), "S11");
  EXPECT_EQ(broken({c.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, block, c.zero(Double))}), "S11");

  EXPECT_EQ(broken({c.make<LabelStmt>("again"), c.make<GotoStmt>("again")}), "S10");
  EXPECT_EQ(broken({c.make<LabelStmt>("end"), c.make<LabelStmt>("end")}), "S10");
}

TEST_F(VerifierTest, switches) {
  auto choice = [&](const Expr *condition, const Expr *label, unsigned defaults) {
    std::vector<SwitchSection> sections(1 + defaults);
    sections[0].labels = {label};
    sections[0].body = {c.make<BreakStmt>()};
    for (unsigned k = 1; k <= defaults; ++k)
      sections[k].isDefault = true;
    return broken({c.make<SwitchStmt>(condition, sections)});
  };
  EXPECT_EQ(choice(c.load(n), c.intLiteral(1), 1), "");
  EXPECT_EQ(choice(c.load(x), c.zero(Double), 0), "S8");
  EXPECT_EQ(choice(c.load(n), c.literal(1, c.integer("long", 64, true)), 0), "S8");
  EXPECT_EQ(choice(c.load(n), c.load(n), 0), "S8");
  EXPECT_EQ(choice(c.load(n), c.intLiteral(1), 2), "S8");
}

} // namespace
} // namespace adjoint::ir
