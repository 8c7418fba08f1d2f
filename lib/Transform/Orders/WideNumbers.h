// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WideNumbers: functions in which some numbers become objects of a class of the library's, such as derivatives for several
// directions (ManyDirections.h) or Taylor coefficients (TaylorCoefficients.h).
//
//   double g(double x, int n) { double s = n * x; return s; }
// with x wide becomes
//   adjoint::Taylor<double, 3> g(adjoint::Taylor<double, 3> x, int n) { adjoint::Taylor<double, 3> s = n * x; return s; }
//
// What is computed from wide numbers is wide; what may lead to them leads to wide numbers alone. The operations of the classes
// do the rest.

#ifndef ADJOINT_TRANSFORM_ORDERS_WIDENUMBERS_H
#define ADJOINT_TRANSFORM_ORDERS_WIDENUMBERS_H

#include "IR/ClassView.h"
#include "IR/Context.h"
#include "IR/Visit.h"

#include <functional>
#include <map>
#include <set>

namespace adjoint::transform {

/// The class that stands for a number: `adjoint::Taylor<double, 3>` for a double.
struct WideClass {
  std::string name; ///< "adjoint::Taylor"
  unsigned count;
  std::string clause; ///< of the pragma that asks for it
};

/// The types of wide numbers, of what holds them and of what leads to them, for those of numbers.
class WideTypes {
public:
  WideTypes(ir::Context &context, const WideClass &wide) : context(context), wide(wide) {}

  const ir::Type *of(const ir::Type *type);
  const ir::Record *record(const ir::Record *narrow);
  /// A new one.
  ir::Variable *variable(const ir::Variable *narrow);
  /// Of a class of the library's that holds numbers, as C++ names it; empty stays empty.
  std::string className(const std::string &narrow) const;

private:
  const ir::Type *withoutQualifier(const ir::Type *type);
  const ir::ClassView *viewOf(const ir::ClassView &narrow);

  ir::Context &context;
  const WideClass &wide;
  std::map<const ir::Record *, const ir::Record *> records;
};

/// Numbers, arrays of them, and containers of the library's that hold them: what a caller can have of wide numbers, too.
bool canBeWide(const ir::Type *type);

/// The variables of all functions that hold or lead to wide numbers.
class WideVariables {
public:
  /// Has the function of the library's a wide value, if it has a wide argument?
  using IntrinsicTest = std::function<bool(const ir::IntrinsicExpr *)>;

  WideVariables(const std::vector<const ir::Function *> &functions, const std::vector<const ir::Variable *> &first,
                IntrinsicTest isWideIntrinsic);

  bool contains(const ir::Variable *variable) const { return found.count(variable) != 0; }
  bool isReturnedBy(const ir::Function *function) const { return results.count(function) != 0; }
  bool isWide(const ir::Expr *expr) const;
  bool isWide(const ir::Place *place) const;

private:
  void add(const ir::Variable *variable);
  void follow(const ir::Function &function, const ir::Stmt *stmt);
  void followCall(const ir::CallStmt *call);
  void give(const ir::Variable *holder, const ir::Expr *value);
  void takeFromTape(const ir::Variable *holder, const ir::Expr *value);
  void followRecord(unsigned record, const ir::Place *place);
  void addBases(const ir::Expr *expr);
  bool passesOn(const ir::IntrinsicExpr *intrinsic) const;

  const IntrinsicTest isWideIntrinsic;
  std::set<const ir::Variable *> found;
  std::set<const ir::Function *> results;
  std::set<const ir::Variable *> tapeBlocks;
  std::set<unsigned> records; ///< of wide values
};

/// What stands in one function, with its wide variables. Loops run in order: OpenMP knows no sums of wide numbers.
class Widening : public ir::Rewriter {
public:
  Widening(ir::Context &context, WideTypes &types, const WideVariables &wide) : Rewriter(context), wide(wide), types(types) {}
  using Rewriter::rewrite;

  const ir::Variable *of(const ir::Variable *variable);
  ir::StmtList bodyOf(const ir::Function &function);

protected:
  using Rewriter::replace;
  const ir::Variable *replace(const ir::Variable *variable) override { return of(variable); }
  const ir::Expr *replace(const ir::Expr *expr) override;
  bool replace(const ir::Stmt *stmt, ir::StmtList &out) override;
  /// How it is written, of wide arguments.
  virtual std::string spellingOf(const ir::IntrinsicExpr *intrinsic) { return intrinsic->spelling; }
  /// What gives a number, of wide arguments: of the numbers that these have in them.
  virtual const ir::Expr *numberOf(const ir::IntrinsicExpr *intrinsic);

  const WideVariables &wide;

private:
  const ir::Expr *valueOf(const ir::Expr *value, const ir::Type *type);
  const ir::Expr *replaceIntrinsic(const ir::IntrinsicExpr *intrinsic);
  const ir::Stmt *rewrittenCall(const ir::CallStmt *call);
  const ir::Stmt *inOrder(const ir::LoopStmt *loop);

  WideTypes &types;
  const ir::Function *current = nullptr;
  std::map<const ir::Variable *, const ir::Variable *> made;
};

/// The functions, the last of which is asked for, by `widen`, which makes the rewriter of one. Each is a new one.
std::vector<const ir::Function *> widened(ir::Context &context, const std::vector<const ir::Function *> &functions,
                                          WideTypes &types, const WideVariables &wide,
                                          const std::function<std::unique_ptr<Widening>()> &widen);

/// Reports what is wide and cannot be: variables of the file, arguments of functions that are not among those that are made.
/// True: there is nothing.
bool checkWide(const std::vector<const ir::Function *> &functions, const WideVariables &wide, const WideClass &what,
               Location where, DiagnosticSink &diagnostics);

} // namespace adjoint::transform

#endif
