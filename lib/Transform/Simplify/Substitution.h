// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Substitution: variables that are set once, where they are declared, and replaced by what they
// are set to.
//
//   T v = e;  ... v ...       becomes       ... e ...
//
// Sound where, from the declaration to the last use of v, nothing changes what `e` reads. This
// is decided syntactically (WritesInOrder), over the statements between the two in the list of
// the declaration, those nested in them included. Which variables are worth it, the two passes
// that are made from this say: BindReferences and ForwardValues.

#ifndef ADJOINT_TRANSFORM_SIMPLIFY_SUBSTITUTION_H
#define ADJOINT_TRANSFORM_SIMPLIFY_SUBSTITUTION_H

#include "Analysis/Memory/WritesInOrder.h"

namespace adjoint::transform {

/// How the statements behind a declaration use its variable.
struct VariableUses {
  unsigned loads = 0;        ///< of the whole variable: for a reference or pointer, of the address
  unsigned dereferences = 0; ///< loads that are dereferenced at once
  unsigned indexings = 0;    ///< loads that are moved by an offset and then dereferenced
  unsigned indices = 0;      ///< loads that are all of such an offset
  unsigned parts = 0;        ///< a part is read or written, or an address taken
  bool isInLoop = false;     ///< used in a loop behind the declaration

  /// Of a pointer: nothing sees it but by what it leads to.
  bool isOnlyFollowed() const { return dereferences + indexings == loads; }
};

/// Of a pointer to const that is a pointer to what is not.
const ir::Expr *withoutAddedConst(ir::Context &context, const ir::Expr *pointer);

/// The uses of all variables, and where the last of each stands.
class UsesInOrder {
public:
  explicit UsesInOrder(const ir::StmtList &body);

  /// Of a variable that is declared in so many loops.
  VariableUses of(const ir::Variable *variable, unsigned depth) const;
  /// The statement in `list` behind `first` in which the last use stands; null if there is none.
  const ir::Stmt *last(const ir::Variable *variable, ir::StmtList::const_iterator first,
                       ir::StmtList::const_iterator last, const analysis::Positions &positions) const;

private:
  struct Found {
    VariableUses uses;
    const ir::Stmt *last = nullptr; ///< the innermost statement
    unsigned depth = 0;             ///< loops around a use, at the most
  };
  void visit(const ir::StmtList &list, unsigned depth);
  void visit(const ir::Stmt *stmt, const ir::Expr *expr, unsigned depth);
  void note(const ir::Stmt *stmt, const ir::Expr *node, unsigned depth);
  void note(const ir::Stmt *stmt, const ir::Place *place, unsigned depth);
  Found &use(const ir::Stmt *stmt, const ir::Variable *variable, unsigned depth);

  llvm::DenseMap<const ir::Variable *, Found> found;
};

class Substitution : public ir::Rewriter {
public:
  using Rewriter::rewrite;
  ir::StmtList rewrite(const ir::StmtList &list) override;

protected:
  /// `body` is what will be rewritten.
  Substitution(ir::Context &context, const ir::StmtList &body)
      : Rewriter(context), whole(body), positions(body), writes(body, positions), uses(body) {}

  /// Is the variable worth replacing by its initialiser?
  virtual bool isCandidate(const ir::DeclareStmt *declaration, const VariableUses &uses) const = 0;

  const analysis::Writes whole;

private:
  using Rewriter::replace;
  const ir::Expr *replace(const ir::Expr *expr) override;
  const ir::Place *replace(const ir::Place *place) override;
  bool replace(const ir::Stmt *stmt, ir::StmtList &out) override;
  bool tryReplace(const ir::DeclareStmt *declaration, ir::StmtList::const_iterator first,
                  ir::StmtList::const_iterator last);

  const analysis::Positions positions;
  const analysis::WritesInOrder writes;
  const UsesInOrder uses;
  std::map<const ir::Variable *, const ir::Expr *> values;
};

} // namespace adjoint::transform

#endif
