// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SwitchLowering: the statements of a switch, divided into sections at its labels. Labels
// inside nested blocks divide too; those blocks are dissolved. A variable that lives across
// sections is declared before the switch.

#ifndef ADJOINT_FRONTEND_SWITCHLOWERING_H
#define ADJOINT_FRONTEND_SWITCHLOWERING_H

#include "IR/Context.h"

#include "clang/AST/Stmt.h"

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

  void divide(const clang::Stmt *s, std::vector<Section> &sections);
  void declareShared(const std::vector<Section> &sections);
  ir::SwitchSection lowerSection(const Section &section, const ir::Type *type);
  const ir::Expr *label(const clang::CaseStmt *label, const ir::Type *type);

  BodyLowering &body;
};

} // namespace adjoint::frontend

#endif
