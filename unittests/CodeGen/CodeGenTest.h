// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fixture that builds IR in few words.

#ifndef ADJOINT_UNITTESTS_CODEGENTEST_H
#define ADJOINT_UNITTESTS_CODEGENTEST_H

#include "CodeGen/Functions/Printer.h"
#include "IR/Context.h"

#include "gtest/gtest.h"

namespace adjoint::codegen {

class CodeGenTest : public ::testing::Test {
protected:
  ir::Context c;

  const ir::Type *Double = c.doubleType(), *Float = c.floating("float", 32), *Int = c.intType();
  const ir::Type *Bool = c.boolType(), *Void = c.voidType(), *Short = c.integer("short", 16, true);
  const ir::Type *Long = c.integer("long", 64, true), *ULong = c.integer("unsigned long", 64, false);
  const ir::Type *LongDouble = c.floating("long double", 128);

  ir::Variable *variable(const std::string &name, const ir::Type *type, ir::Storage storage = ir::Storage::Local) {
    return c.make<ir::Variable>(name, type, storage);
  }
  ir::Variable *parameter(const std::string &name, const ir::Type *type) {
    return variable(name, type, ir::Storage::Parameter);
  }
  const ir::Expr *value(const std::string &name, const ir::Type *type) { return c.load(variable(name, type)); }
  /// As a pass makes it.
  const ir::Expr *number(double value, const ir::Type *type) {
    return type->isFloating() ? c.numeral(ir::Floating{value, true}, "", type)
                              : c.literal(static_cast<long long>(value), type);
  }

  const ir::Expr *implicit(const ir::Expr *e, const ir::Type *type) {
    return c.cast(ir::CastExpr::Form::Implicit, e, type);
  }
  const ir::Expr *explicitly(const ir::Expr *e, const ir::Type *type) {
    return c.cast(ir::CastExpr::Form::Explicit, e, type);
  }
  const ir::Expr *add(const ir::Expr *l, const ir::Expr *r) { return c.binary(ir::BinaryOp::Add, l, r); }
  const ir::Expr *sub(const ir::Expr *l, const ir::Expr *r) { return c.binary(ir::BinaryOp::Sub, l, r); }
  const ir::Expr *mul(const ir::Expr *l, const ir::Expr *r) { return c.binary(ir::BinaryOp::Mul, l, r); }
  const ir::Expr *div(const ir::Expr *l, const ir::Expr *r) { return c.binary(ir::BinaryOp::Div, l, r); }
  const ir::Expr *less(const ir::Expr *l, const ir::Expr *r) { return c.binary(ir::BinaryOp::Less, l, r); }
  const ir::Expr *minus(const ir::Expr *e) { return c.unary(ir::UnaryOp::Minus, e); }
  const ir::Expr *negation(const ir::Expr *e) { return c.unary(ir::UnaryOp::Not, e); }

  const ir::Stmt *assign(const ir::Place *place, const ir::Expr *e) { return c.make<ir::AssignStmt>(place, e); }
  const ir::Stmt *assign(const ir::Variable *v, const ir::Expr *e) { return assign(c.place(v), e); }
  const ir::Stmt *declare(const ir::Variable *v, const ir::Expr *init = nullptr) {
    return c.make<ir::DeclareStmt>(v, init);
  }
  const ir::Stmt *ret(const ir::Expr *e = nullptr) { return c.make<ir::ReturnStmt>(e); }
  const ir::Stmt *call(const ir::Function *f, std::vector<const ir::Expr *> args = {},
                       const ir::Place *result = nullptr, bool declares = false) {
    return c.make<ir::CallStmt>(result, declares, f, args);
  }
  /// `for (int i = 0; i < n; ++i)`
  const ir::Stmt *count(const ir::Variable *i, const ir::Expr *n, ir::StmtList body) {
    ir::StmtList init{declare(i, c.intLiteral(0))};
    ir::StmtList step{assign(i, add(c.load(i), c.intLiteral(1)))};
    return c.make<ir::LoopStmt>(init, less(c.load(i), n), step, body, false);
  }
  ir::Function *function(const std::string &name, const ir::Type *returnType, std::vector<const ir::Variable *> params,
                         ir::StmtList body) {
    auto *f = c.make<ir::Function>();
    f->name = f->spelling = name;
    f->returnType = returnType;
    f->params = params;
    f->body = body;
    f->hasBody = true;
    return f;
  }

  std::string text(const ir::Expr *e) { return print(*e); }
  std::string text(const ir::Stmt *s) { return print(*s); }
};

} // namespace adjoint::codegen

#endif
