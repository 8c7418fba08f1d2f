// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements: bodies of functions, line by line.

#ifndef ADJOINT_CODEGEN_FUNCTIONS_STATEMENTS_H
#define ADJOINT_CODEGEN_FUNCTIONS_STATEMENTS_H

#include "CodeGen/Cpp/Expressions.h"
#include "CodeGen/Cpp/Uses.h"
#include "CodeGen/Functions/Printer.h"

#include "llvm/Support/raw_ostream.h"

namespace adjoint::codegen {

class Statements {
public:
  /// Without `uses` every variable counts as read. `returnType`: of the function whose body this is; null where there
  /// is none.
  Statements(const Names &names, const Uses *uses, llvm::raw_ostream &out, const ir::Type *returnType = nullptr)
      : names(names), uses(uses), expressions(names, made), out(out), returnType(returnType) {}

  /// From now on, where in the user's source each line that is printed comes from is appended here.
  void noteOrigins(LineOrigins *lines) { origins = lines; }

  void printList(const ir::StmtList &list);
  void print(const ir::Stmt *stmt);
  /// One line, broken where it is too long.
  void line(const std::string &text);
  /// Everything that `inner` prints stands one step further in.
  template <class F> void indented(F inner) {
    indent += 2;
    inner();
    indent -= 2;
  }

private:
  void write(const std::string &text);
  void printFromHere(const ir::Stmt *stmt);

  // Simple statements.
  void printDeclare(const ir::DeclareStmt *declaration);
  void printArrayCopy(const ir::DeclareStmt *declaration, const ir::LoadExpr *source);
  bool printZeroArray(const ir::DeclareStmt *declaration);
  void printCall(const ir::CallStmt *call);
  void printAllocate(const ir::AllocateStmt *allocation);
  void printFree(const ir::FreeStmt *release);
  void printReturn(const ir::ReturnStmt *ret);
  std::string elements(const ir::Place *first, const ir::Expr *range);
  static size_t recordsFrom(const ir::StmtList &list, size_t from);
  void printRecords(const ir::StmtList &list, size_t from, size_t count);
  void printPush(const ir::PushStmt *push);
  void printPop(const ir::PopStmt *pop);
  void printTapeBlock(const ir::TapeBlockStmt *block);
  void printComment(const std::string &text);

  std::string declaration(const ir::Variable *variable, bool isStatic = false) const;
  bool isNeverRead(const ir::Variable *variable) const;
  std::string initialiser(const ir::DeclareStmt *declaration) const;
  std::string allocationText(const ir::AllocateStmt *allocation) const;
  std::string argument(const ir::CallStmt *call, size_t i) const;
  std::string arguments(const ir::CallStmt *call) const;
  std::string contextArgument(const ir::ContextArgument &argument) const;
  std::string byPattern(const ir::CallStmt *call) const;

  // Control flow (ControlFlow.cpp).
  void printBlock(const ir::BlockStmt *block);
  void printBraced(const std::string &head, const ir::StmtList &body, const std::string &tail = "}");
  void printIf(const ir::IfStmt *branch, const std::string &before = "");
  void printLoop(const ir::LoopStmt *loop);
  void printLoopWithoutInit(const ir::LoopStmt *loop);
  void printLoopBody(const ir::LoopStmt *loop);
  std::string sumsText(const ir::LoopStmt *loop) const;
  bool printAsFor(const ir::LoopStmt *loop);
  void printParallel(const ir::LoopStmt *loop);
  void printForBody(const ir::LoopStmt *loop);
  void printSwitch(const ir::SwitchStmt *choice);
  void printSection(const ir::SwitchSection &section, bool endsSwitch);
  std::optional<std::string> forInit(const ir::StmtList &init) const;
  std::optional<std::string> forStep(const ir::StmtList &step) const;
  std::string conditionText(const ir::Expr *condition) const;

  const Names &names;
  const Uses *uses;
  ir::Context made; ///< expressions that printing needs
  const Expressions expressions;
  llvm::raw_ostream &out;
  const ir::Type *returnType;
  LineOrigins *origins = nullptr;
  Location origin; ///< of what is being printed
  unsigned indent = 0;
  bool atListBegin = true;
  unsigned listDepth = 0;
  /// Where `continue` of the innermost loop jumps to, if the loop has no header to print its step in.
  std::string continueLabel;
  unsigned continueLabels = 0;
};

/// Does control reach what follows the list?
bool fallsThrough(const ir::StmtList &list);

} // namespace adjoint::codegen

#endif
