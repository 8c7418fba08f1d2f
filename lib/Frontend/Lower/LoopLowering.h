// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopLowering: the four loops as one. A condition with effects moves into the body:
//
//     while (*p++ = *q++) ...        for (;;) { effects; if (!condition) break; ... }
//     do ... while (f(&x) > 0);      for (;;) { ...; effects; if (!condition) break; }
//
// where a `do` with `continue`, which has to reach the effects, puts them first and passes
// over them once:
//
//     bool again = false;
//     for (;;) { if (again) { effects; if (!condition) break; } again = true; ... }
//
// A loop that is entered in the middle, at a label of a switch, skips init and condition:
//
//     if (!entered) init;
//     for (; entered || condition; step) { if (!entered) { ... } entered = false; ... }

#ifndef ADJOINT_FRONTEND_LOWER_LOOPLOWERING_H
#define ADJOINT_FRONTEND_LOWER_LOOPLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

#include <functional>

namespace adjoint::frontend {

class BodyLowering;

class LoopLowering {
public:
  explicit LoopLowering(BodyLowering &body) : body(body) {}

  /// What a directive of OpenMP adds to the loop behind it.
  struct Directed {
    const ir::ParallelLoop *parallel = nullptr;
    std::function<void()> atBegin = [] {}; ///< of each iteration
    const clang::VarDecl *ownCounter = nullptr; ///< of the function, but the loop has one of its own
  };
  void lower(const clang::ForStmt *s, const Directed &directed);
  /// A loop with another head: `for (counter = first; counter < end; ++counter)`.
  struct Head {
    const clang::VarDecl *counter;
    const ir::Expr *first, *end;
  };
  void lower(const clang::ForStmt *s, const Directed &directed, const Head &head);
  void lower(const clang::CXXForRangeStmt *s, const Directed &directed);

  void lower(const clang::ForStmt *s);
  void lower(const clang::WhileStmt *s);
  void lower(const clang::DoStmt *s);
  /// Loops that may begin in the middle, where `entered` is set; `lowerBody` clears it.
  void lowerEntered(const clang::ForStmt *s, const ir::Expr *entered, const std::function<void()> &lowerBody);
  void lowerEntered(const clang::WhileStmt *s, const ir::Expr *entered, const std::function<void()> &lowerBody);
  void lowerEntered(const clang::DoStmt *s, const std::function<void()> &lowerBody);
  void lower(const clang::CXXForRangeStmt *s);

private:
  /// What lowers the body, which `break` and `continue` in it leave.
  std::function<void()> inLoop(std::function<void()> lowerBody);
  std::function<void()> inLoop(const clang::Stmt *s);
  void lower(const clang::DoStmt *s, const std::function<void()> &lowerBody);
  /// `for (int k = 0; k < n; k = k + 1) { T &x = array[k]; ... }`
  void copyElement(const clang::CXXForRangeStmt *s, const ir::Place *element);
  void overArray(const clang::CXXForRangeStmt *s, uint64_t count, const Directed &directed);
  /// With the range's begin() and end(), as the language defines the loop.
  void overIterators(const clang::CXXForRangeStmt *s, const Directed &directed);
  void element(const clang::CXXForRangeStmt *s, const Directed &directed, const std::function<void()> &declareElement);
  bool beginsOwnCounter(const clang::ForStmt *s, const clang::VarDecl *counter);

  struct Test {
    const ir::Expr *condition = nullptr; ///< null: true
    ir::StmtList effects;                ///< before the condition can be read
  };

  Test test(const clang::Expr *condition, const clang::DeclStmt *variable);
  /// The test that lets pass who enters in the middle.
  Test unlessEntered(Test test, const ir::Expr *entered, clang::SourceLocation where);
  /// The statements of a test in the body: effects; if (!condition) break;
  void emitTest(Test test, clang::SourceLocation where);
  ir::LoopStmt *emitLoop(clang::SourceLocation where, ir::StmtList init, Test test, ir::StmtList step,
                         const std::function<void()> &lowerBody);
  /// A `do` loop, or a step that is no plain assignment: `last` runs between two iterations.
  void emitWithLast(clang::SourceLocation where, ir::StmtList init, const std::function<void()> &first,
                    const std::function<void()> &last, const std::function<void()> &lowerBody);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
