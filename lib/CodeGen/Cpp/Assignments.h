// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments: the shortest form of a write.
//
//   x = x + e       ->  x += e
//   x = x + (-e)    ->  x -= e
//   i = i + 1       ->  ++i          (integers and pointers)
//
// only where the place stands alone on the left: `x = x + a + b` adds `a` first. The
// conversions in the tree must be those that C++ makes in the shorter form.

#ifndef ADJOINT_CODEGEN_CPP_ASSIGNMENTS_H
#define ADJOINT_CODEGEN_CPP_ASSIGNMENTS_H

#include "CodeGen/Cpp/Expressions.h"
#include "IR/Stmt.h"

namespace adjoint::codegen {

/// How `i = i + 1` is written: `++i` or `i += 1`.
enum class StepForm { Increment, Compound };

/// The assignment as an expression, without its semicolon.
std::string assignment(const ir::AssignStmt *assign, const Expressions &expressions,
                       StepForm stepForm = StepForm::Increment);

} // namespace adjoint::codegen

#endif
