// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpaquePattern: an operation on objects of library classes (OpaqueLowering) as generated code writes it: as the user wrote it, with
// `$0` where the first operand stands that is no such object.

#ifndef ADJOINT_FRONTEND_LOWER_OPAQUEPATTERN_H
#define ADJOINT_FRONTEND_LOWER_OPAQUEPATTERN_H

#include "Frontend/Models/Models.h"
#include "IR/Context.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

/// Without what leaves the value and its class as they are.
const clang::Expr *withoutConversions(const clang::Expr *e);
const clang::FunctionDecl *calleeOf(const clang::Expr *e);
llvm::ArrayRef<const clang::Expr *> operandsOf(const clang::Expr *e);
/// The variable or element that an assignment changes; null for any other expression.
const clang::Expr *assigned(const clang::Expr *e);
/// Streams and texts: what is put into them ends there.
bool holdsText(clang::QualType type);
/// What c_str() gives: to be read at once.
bool isCharacters(clang::QualType type);
/// {1.0, 2.0}, which the library takes as a list.
bool isListOfNumbers(const clang::Expr *operand);
/// The call of a std::function that the caller has made: no number comes back that depends on one.
bool isHandedInFunction(const clang::FunctionDecl *callee);
/// A text that is moved is copied, and keeps what the library leaves open.
bool isMoveOfText(const clang::Expr *e, Models &models);

/// Prints an operation, with operands left out.
class OpaquePattern : public clang::PrinterHelper {
public:
  OpaquePattern(BodyLowering &body, ir::Function &function, std::vector<const ir::Expr *> &args)
      : body(body), function(function), args(args) {}

  std::string of(const clang::Expr *e);
  /// Those of an object that is made, of whatever class.
  std::string ofArguments(const clang::CXXConstructExpr *e);
  /// An exception of the user's that is made to be thrown by another function, or inside another one.
  const clang::CXXConstructExpr *madeException(const clang::Expr *e) const;

  bool takesFloating = false, changesText = false;
  bool extractsFloating = false; ///< it leaves numbers in variables
  bool isOfHandedIn = false; ///< it calls a function of the caller's
  bool readsAlone = true; ///< texts and numbers; nothing else is used, and nothing changed
  bool usesValuesAlone = true; ///< and objects that their bytes are all of

protected:
  /// What a derived class knows better: true if it has printed the expression, false if its parts are to be printed; none: it
  /// knows nothing.
  virtual std::optional<bool> printsFirst(const clang::Expr *, llvm::raw_ostream &) { return std::nullopt; }
  /// A number, or an object that is handed in.
  virtual bool hole(const ir::Expr *arg, llvm::raw_ostream &os, bool isObject);
  bool elements(const clang::InitListExpr *list, llvm::raw_ostream &os);
  /// Operands that are taken by value or by a reference to a constant.
  void noteReadOnly(const clang::Expr *e);
  bool isReadOnly(const clang::Expr *e) const { return readOnly.count(e) != 0; }
  void use(bool isRead);

  BodyLowering &body;
  ir::Function &function;
  std::vector<const ir::Expr *> &args;

private:
  bool handledStmt(clang::Stmt *stmt, llvm::raw_ostream &os) override;
  /// `std::random_device()`: what it holds is not all in its bytes, nor in a text.
  bool makesOther(const clang::Expr *e) const;
  /// `a`, `a.b`, `this->b`, `a[2].b`
  static bool hasFixedPlace(const clang::Expr *e);
  /// A number that is read from a stream.
  bool extracted(const clang::Expr *e, llvm::raw_ostream &os);
  /// `(char *)&x`, for a stream to write or read the bytes.
  bool bytes(const clang::Expr *e, llvm::raw_ostream &os);
  bool leadsToOpaque(clang::QualType type) const;
  /// What an installed library throws is not known, nor what a function of the caller's does.
  void requireNothingCaught(const clang::Expr *e) const;
  /// A std::string, or the Text that stands for one in another object.
  bool text(const clang::Expr *e, llvm::raw_ostream &os);
  /// A string for as long as the operation takes: see withChange().
  bool changedText(const clang::Expr *e, const ir::Place *place, llvm::raw_ostream &os);
  void addReadOnly(const clang::Expr *operand);
  /// Is it const, or has it a const twin (`text[i]`)? What that returns is not written: see assigned().
  static bool isReadingMember(const clang::CXXMethodDecl *method);
  /// What the library makes to be taken at once (std::setprecision).
  bool isManipulator(const clang::Expr *e) const;
  bool isPrinted(const clang::Expr *e) const;
  static bool areCharacters(clang::QualType type);
  /// Between characters that are there already: nothing happens for either side before the choice.
  bool choiceOfCharacters(const clang::ConditionalOperator *choice, llvm::raw_ostream &os);
  /// Of functions, manipulators and streams: what no name of the generated function can be.
  bool printsName(const clang::DeclRefExpr *e, llvm::raw_ostream &os);
  /// Such as std::to_string.
  bool makesTextOfNumbers(const clang::FunctionDecl *function) const;
  /// Types by names that mean the same where the generated function stands.
  void printArguments(llvm::ArrayRef<clang::TemplateArgumentLoc> arguments, llvm::raw_ostream &os);

  std::set<const clang::Expr *> readOnly, written;
  std::set<const clang::Expr *> into; ///< what `>>` reads into
  unsigned extractions = 0;
  const clang::FunctionDecl *ofBytes = nullptr; ///< such as read and write: the last that was begun
};

} // namespace adjoint::frontend

#endif
