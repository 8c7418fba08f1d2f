// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SwitchLowering: the statements of a switch, divided into sections at its labels. Labels
// inside nested blocks divide too; those blocks are dissolved. A variable that lives across
// sections is declared before the switch. A label inside a branch of an `if` becomes one
// before it, and a flag that leads there:
//
//     case 1: if (c) { a; case 2: b; }     const bool entered = n == 2;
//                                          case 1: case 2: if (entered || c) { if (!entered) { a; } b; }

#ifndef ADJOINT_FRONTEND_SWITCHLOWERING_H
#define ADJOINT_FRONTEND_SWITCHLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Stmt.h"

#include <map>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

class SwitchLowering {
public:
  explicit SwitchLowering(BodyLowering &body) : body(body) {}

  void lower(const clang::SwitchStmt *s);

private:
  struct Section {
    std::vector<const clang::SwitchCase *> labels;
    std::vector<const clang::Stmt *> stmts;
  };

  /// Where an `if` is entered by a label inside, and the flag that says so.
  struct Entry {
    const clang::CaseStmt *label;
    const ir::Variable *flag;
  };
  using Entries = std::map<const clang::Stmt *, Entry>;

  void divide(const clang::Stmt *s, std::vector<Section> &sections, Entries &entries);
  void declareFlags(Entries &entries, const ir::Expr *condition);
  void declareShared(const std::vector<Section> &sections);
  ir::SwitchSection lowerSection(const Section &section, const Entries &entries, const ir::Type *type);
  void lowerEntered(const clang::IfStmt *s, const Entry &entry);
  void lowerEnteredBranch(const clang::CompoundStmt *branch, const Entry &entry);
  const ir::Expr *label(const clang::CaseStmt *label, const ir::Type *type);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
