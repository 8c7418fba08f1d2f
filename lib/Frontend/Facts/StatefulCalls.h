// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StatefulCalls: calls that generated code leaves to the user's own functions, because these keep a state to themselves.
//
//     static double logFactorial(int n) { static std::vector<double> table; ...; return table[n]; }
//     s += x[i] * logFactorial(i);                        is left alone
//
//     static Config &get() { static Config config; return config; }
//     s *= Config::get().scale();                         is left alone as one call
//
// Such a call takes no number that could carry a derivative. The variables that it uses, which keep their values from call to
// call, are used by nothing else that the requested functions run. So what it gives is a constant of the differentiation.

#ifndef ADJOINT_FRONTEND_FACTS_STATEFULCALLS_H
#define ADJOINT_FRONTEND_FACTS_STATEFULCALLS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace adjoint::frontend {

/// `get` alone, or `get().member`: what is called at once.
struct CalledAtOnce {
  const clang::FunctionDecl *function;
  const clang::CXXMethodDecl *member = nullptr;

  bool operator<(const CalledAtOnce &o) const { return std::tie(function, member) < std::tie(o.function, o.member); }
};

class StatefulCalls {
public:
  struct Questions {
    /// Can generated code call the function by its name?
    std::function<bool(const clang::FunctionDecl *)> isCallable;
    /// Is the initialiser made of constants, so that the variable can be made anew?
    std::function<bool(const clang::Expr *)> isMadeOfConstants;
    /// The functions that a virtual call can end in.
    std::function<std::vector<const clang::FunctionDecl *>(const clang::CXXMethodDecl *)> overriders;
  };

  StatefulCalls(const clang::ASTContext &ast, Questions questions, const std::vector<const clang::FunctionDecl *> &requested);

  bool isLeftAlone(const clang::FunctionDecl *function) const;
  /// `Config::get().scale()`, and `config.scale()` of a reference that Config::get() gives; no member: it is not left alone.
  CalledAtOnce leftAlone(const clang::CXXMemberCallExpr *e) const;
  /// A reference that is used in such calls alone, which name what it leads to.
  bool isNamedInstead(const clang::VarDecl *reference) const;

private:
  friend class UseVisitor;

  /// What the body of a function names.
  struct Use {
    std::set<CalledAtOnce> calls;
    std::set<const clang::VarDecl *> variables; ///< that keep their values from call to call
    bool isOpen = false;                        ///< it may run something that nobody sees
  };

  const Use &useOf(const clang::FunctionDecl *function);
  Use reachedFrom(std::vector<CalledAtOnce> pending, const std::set<CalledAtOnce> &passedOver);
  Use closureOf(const CalledAtOnce &call);
  Use restOf(const std::vector<const clang::FunctionDecl *> &requested);
  bool isCandidate(const CalledAtOnce &call);
  bool keepsState(const clang::VarDecl *variable) const;
  bool isHidden(const clang::VarDecl *variable) const;
  bool changesObject(const Use &closure, const clang::VarDecl *variable) const;

  const clang::ASTContext &ast;
  const Questions questions;
  std::map<const clang::FunctionDecl *, Use> uses;
  std::set<CalledAtOnce> left;
};

} // namespace adjoint::frontend

#endif
