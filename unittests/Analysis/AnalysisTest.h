// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fixture that builds functions in normal form in few words.

#ifndef ADJOINT_UNITTESTS_ANALYSISTEST_H
#define ADJOINT_UNITTESTS_ANALYSISTEST_H

#include "Analysis/Memory/Program.h"
#include "IR/Context.h"
#include "IR/Verifier.h"

#include "gtest/gtest.h"

namespace adjoint::analysis {

class AnalysisTest : public ::testing::Test {
protected:
  ir::Context c;

  const ir::Type *Double = c.doubleType(), *Int = c.intType(), *Bool = c.boolType(), *Void = c.voidType();
  const ir::Type *DoublePointer = c.pointerTo(Double), *IntPointer = c.pointerTo(Int);

  ir::Variable *variable(const std::string &name, const ir::Type *type, ir::Storage storage) {
    return c.make<ir::Variable>(name, type, storage);
  }
  ir::Variable *parameter(const std::string &name, const ir::Type *type) {
    return variable(name, type, ir::Storage::Parameter);
  }
  ir::Variable *local(const std::string &name, const ir::Type *type) {
    return variable(name, type, ir::Storage::Local);
  }
  ir::Variable *global(const std::string &name, const ir::Type *type) {
    return variable(name, type, ir::Storage::Global);
  }

  // Expressions and places.
  const ir::Expr *load(const ir::Variable *v) { return c.load(v); }
  const ir::Expr *number(const std::string &text) {
    return c.numeral(ir::Floating{std::stod(text), false}, text, Double);
  }
  const ir::Expr *add(const ir::Expr *a, const ir::Expr *b) { return c.binary(ir::BinaryOp::Add, a, b); }
  const ir::Expr *mul(const ir::Expr *a, const ir::Expr *b) { return c.binary(ir::BinaryOp::Mul, a, b); }
  const ir::Expr *less(const ir::Expr *a, const ir::Expr *b) { return c.binary(ir::BinaryOp::Less, a, b); }
  const ir::Expr *call(const std::string &intrinsic, const ir::Expr *x) {
    return c.intrinsic(intrinsic, "std::" + intrinsic, {x}, x->type);
  }
  const ir::Expr *yes() { return c.truth(true); }
  const ir::Expr *addressOf(const ir::Variable *v) { return c.addressOf(c.place(v)); }
  const ir::Place *deref(const ir::Variable *pointer) { return c.deref(load(pointer)); }
  /// `pointer[index]`
  const ir::Place *element(const ir::Variable *pointer, const ir::Expr *index) {
    return c.deref(add(load(pointer), index));
  }

  // Statements.
  const ir::Stmt *declare(const ir::Variable *v, const ir::Expr *init = nullptr) {
    return c.make<ir::DeclareStmt>(v, init);
  }
  const ir::Stmt *assign(const ir::Place *place, const ir::Expr *e) { return c.make<ir::AssignStmt>(place, e); }
  const ir::Stmt *assign(const ir::Variable *v, const ir::Expr *e) { return assign(c.place(v), e); }
  const ir::Stmt *ret(const ir::Expr *e = nullptr) { return c.make<ir::ReturnStmt>(e); }
  const ir::CallStmt *callOf(const ir::Function *f, std::vector<const ir::Expr *> args,
                             const ir::Variable *result = nullptr) {
    return c.make<ir::CallStmt>(result ? c.make<ir::VarPlace>(result) : nullptr, result != nullptr, f, args);
  }
  const ir::Stmt *branch(ir::StmtList then, ir::StmtList otherwise = {}) {
    return c.make<ir::IfStmt>(yes(), then, otherwise);
  }
  const ir::LoopStmt *loop(ir::StmtList body, bool testAtEnd = false) {
    return c.make<ir::LoopStmt>(ir::StmtList{}, yes(), ir::StmtList{}, body, testAtEnd);
  }
  /// `for (int i = 0; i < n; i = i + 1)`
  const ir::LoopStmt *count(const ir::Variable *i, const ir::Expr *n, ir::StmtList body) {
    ir::StmtList init{declare(i, c.intLiteral(0))}, step{assign(i, add(load(i), c.intLiteral(1)))};
    return c.make<ir::LoopStmt>(init, less(load(i), n), step, body, false);
  }

  ir::Function *function(const std::string &name, const ir::Type *returnType, std::vector<const ir::Variable *> params,
                         ir::StmtList body) {
    ir::Function *f = declaration(name, returnType, std::move(params));
    f->body = std::move(body);
    f->hasBody = true;
    std::string whatIsWrong;
    EXPECT_TRUE(ir::verify(*f, whatIsWrong)) << whatIsWrong;
    return f;
  }
  ir::Function *declaration(const std::string &name, const ir::Type *returnType,
                            std::vector<const ir::Variable *> params) {
    auto *f = c.make<ir::Function>();
    f->name = f->spelling = name;
    f->returnType = returnType;
    f->params = std::move(params);
    return f;
  }
  ir::Function *function(std::vector<const ir::Variable *> params, ir::StmtList body) {
    return function("f", Void, std::move(params), std::move(body));
  }

  /// What is built here is in normal form already.
  Program program(const ir::Function *root) {
    return Program(*root, [](const ir::Function &f) { return &f; });
  }

  /// The names of regions, sorted, in one line.
  static std::string names(const Alias &alias, const Set &regions) {
    std::set<std::string> sorted;
    for (unsigned r : regions.set_bits())
      sorted.insert(alias.nameOf(r));
    std::string text;
    for (const std::string &name : sorted)
      text += (text.empty() ? "" : " ") + name;
    return text;
  }
  static std::string namesOfKeys(const Alias &alias, const Set &keys) { return names(alias, alias.regionsIn(keys)); }
  /// The keys of floating-point values in variables and in what they point to.
  static Set floatingKeys(const Alias &alias, const std::vector<const ir::Variable *> &variables) {
    Set regions(alias.regionCount());
    for (const ir::Variable *v : variables)
      for (int region : {alias.regionOf(v), alias.targetOf(v), alias.deepOf(v)})
        if (region >= 0)
          regions.set(region);
    return alias.floatingOnly(alias.keysOf(regions));
  }
};

} // namespace adjoint::analysis

#endif
