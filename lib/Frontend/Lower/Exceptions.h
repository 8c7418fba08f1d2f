// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions: `try` as branches and forward jumps.
//
//     try { s = root(x) * root(y); } catch (const std::domain_error &) { s = 0; }
// becomes
//     int thrown = 0;
//     root_value = root(x, thrown); if (thrown != 0) goto caught; ...
//     caught: if (thrown == 1) s = 0;
//
// where this `root` is a version of the function that tells the number of what it throws and returns, so that
// objects end as they would. What is not caught stays a `throw` (ExprLowering). Where a handler asks for what(), the number
// of that text goes along (adjoint/text.h); where it looks at a number or at a class of the user's, the object itself.

#ifndef ADJOINT_FRONTEND_LOWER_EXCEPTIONS_H
#define ADJOINT_FRONTEND_LOWER_EXCEPTIONS_H

#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Lower/Lifetimes.h"
#include "Frontend/Lower/MadeObject.h"
#include "IR/Context.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <functional>
#include <map>
#include <string>

namespace adjoint::frontend {

class BodyLowering;

class Exceptions {
public:
  explicit Exceptions(BodyLowering &body) : body(body) {}

  /// The function being lowered is a version that reports to its last parameters.
  void reportIn(llvm::ArrayRef<const ir::Variable *> params, const Report &report);
  void lower(const clang::CXXTryStmt *s);

  /// Is what is thrown here caught by code that is lowered?
  bool areCaught() const { return status.type != nullptr; }
  /// `throw e;`, and `throw;` in a handler. The statements make `e`.
  void raise(const clang::CXXThrowExpr *e, MakingStatements statements = {});
  /// Where nobody looks at the object that is thrown, but perhaps asks for its text: is it made aside (MadeObject)?
  bool isMadeAside(const clang::CXXThrowExpr *e) const;
  void raise(const clang::Type *type, clang::SourceLocation where);
  /// Which version of a function a call here needs, by what it may throw. Refuses what there is no such version of.
  Report reportOf(llvm::function_ref<ThrownTypes::Set()> thrown, clang::SourceLocation where);
  /// The arguments of the parameters in which a callee reports.
  void addReport(std::vector<const ir::Expr *> &args, const Report &report);
  /// The number of the text, where the expression is `e.what()` of what a handler caught; null elsewhere.
  const ir::Expr *whatOf(const clang::Expr *e) const;
  /// Behind a call of such a version: leaves if something was thrown.
  void leaveIfThrown(clang::SourceLocation where);
  /// Lowers what constructs an object: the parts that are complete end if a later one throws.
  void constructing(const std::function<void()> &lower);
  /// A part is complete.
  void beginPart(const ir::Place *part, clang::QualType type, clang::SourceLocation where);

private:
  struct Caught {
    std::set<const clang::Type *> types;
    std::string label;         ///< empty: the function returns
    const clang::Stmt *around; ///< the `try`; null: the function
    std::vector<Lifetimes::Object> parts; ///< of objects whose construction has begun inside
  };

  void raiseAgain(clang::SourceLocation where);
  void keepObject(const clang::Expr *thrown, const clang::Type *type, clang::SourceLocation where);
  void keepText(const clang::Expr *thrown, MakingStatements statements, clang::SourceLocation where);
  const ir::Type *textNumber();
  void keepName(const clang::Type *type, clang::SourceLocation where);
  void leaveWith(const clang::Type *type, clang::SourceLocation where);
  void note(const ThrownTypes::Set &thrown, clang::SourceLocation where);
  void leave(clang::SourceLocation where);
  void returnNothing(clang::SourceLocation where);
  /// What is known of something that was thrown: its type's number; its text's, null if nobody asks for that; and objects of
  /// types that somebody looks at.
  struct Status {
    const ir::Variable *type = nullptr, *text = nullptr;
    std::map<const clang::Type *, const ir::Variable *> objects;

    const ir::Variable *objectOf(const clang::Type *type) const {
      auto found = objects.find(type);
      return found == objects.end() ? nullptr : found->second;
    }
  };
  ir::StmtList handlers(const clang::CXXTryStmt *s, const Status &thrown, const Caught &caught);
  bool needsText(const clang::CXXTryStmt *s) const;
  std::vector<const clang::Type *> keptIn(const clang::CXXTryStmt *s);
  void bind(const clang::CXXCatchStmt *handler, const Status &thrown, const std::set<const clang::Type *> &taken);
  ir::StmtList passOn(const std::set<const clang::Type *> &types, const Status &thrown, clang::SourceLocation where);
  void throwAnew(const clang::Type *type, const Status &thrown, clang::SourceLocation where);
  void setFrom(const Status &thrown, clang::SourceLocation where);
  std::set<unsigned> idsOf(const std::set<const clang::Type *> &types);
  std::vector<const clang::Type *> inOrder(const std::set<const clang::Type *> &types);
  const ir::Expr *isOneOf(const std::set<const clang::Type *> &types, const Status &thrown);

  struct Handled {
    Status thrown;
    std::set<const clang::Type *> types;
  };

  BodyLowering &body;
  Status status; ///< of what is thrown here; null: nobody here catches it
  Caught current;
  std::map<const clang::VarDecl *, const ir::Variable *> texts; ///< of what handlers name
  std::vector<Handled> handled; ///< by the handlers around what is being lowered, the innermost last
  unsigned count = 0;
};

} // namespace adjoint::frontend

#endif
