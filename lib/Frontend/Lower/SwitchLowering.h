// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SwitchLowering: the statements of a switch, divided into sections at its labels. Labels
// inside nested blocks divide too; those blocks are dissolved. A variable that lives across
// sections is declared before the switch.
//
// A label inside an `if` or a loop becomes one before it, and a flag that leads there:
//
//     case 1: if (c) { a; case 2: b; }     bool entered = n == 2;
//                                          case 1: case 2: if (entered || c) {
//                                            if (!entered) { a; }
//                                            entered = false; b;
//                                          }

#ifndef ADJOINT_FRONTEND_LOWER_SWITCHLOWERING_H
#define ADJOINT_FRONTEND_LOWER_SWITCHLOWERING_H

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

  /// Labels directly inside an `if` or a loop, in their order, and the flags that lead there.
  struct Entry {
    std::vector<const clang::CaseStmt *> labels;
    std::vector<const ir::Variable *> flags;
  };
  using Entries = std::map<const clang::Stmt *, Entry>;

  void divide(const clang::Stmt *s, std::vector<Section> &sections, Entries &entries);
  void declareFlags(Entries &entries, const ir::Expr *condition);
  void declareShared(const std::vector<Section> &sections);
  ir::SwitchSection lowerSection(const Section &section, const Entries &entries, const ir::Type *type);
  void lowerEntered(const clang::Stmt *s, const Entry &entry);
  void lowerEnteredIf(const clang::IfStmt *s, const Entry &entry);
  const ir::Expr *conditionUnlessEntered(const clang::IfStmt *s, const Entry &entry);
  const ir::Expr *conditionWithEffects(const clang::IfStmt *s, const Entry &entry);
  void lowerEnteredBlock(const clang::Stmt *block, const Entry &entry);
  /// Is one of the flags set whose labels stand in the block?
  const ir::Expr *isEntered(const clang::Stmt *block, const Entry &entry, size_t from = 0);
  void addRange(const clang::CaseStmt *range, const ir::Type *type, std::vector<const ir::Expr *> &labels);
  const ir::Expr *label(const clang::CaseStmt *label, const ir::Type *type);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
