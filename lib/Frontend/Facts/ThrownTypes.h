// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThrownTypes: what a function may throw, read off its source and that of what it calls.

#ifndef ADJOINT_FRONTEND_FACTS_THROWNTYPES_H
#define ADJOINT_FRONTEND_FACTS_THROWNTYPES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace adjoint::frontend {

/// What a version of a function tells in its last parameters of what it throws (see Exceptions).
struct Report {
  bool type = false, text = false;
  std::vector<const clang::Type *> objects; ///< the types of which it gives the object itself

  bool isNothing() const { return !type; }
  size_t paramCount() const { return type + text + objects.size(); }
  bool operator<(const Report &o) const {
    return std::tie(type, text, objects) < std::tie(o.type, o.text, o.objects);
  }
};

/// What is called in the end, which the syntax alone does not say.
struct PossibleCallees {
  using Functions = std::vector<const clang::FunctionDecl *>;

  /// What is lowered in the place of an expression.
  std::function<const clang::Expr *(const clang::Expr *)> modelled;
  /// The functions that a virtual call can end in, and those that a pointer to functions of a type can lead to. None: they
  /// are not known.
  std::function<Functions(const clang::CXXMethodDecl *)> overriders;
  std::function<Functions(clang::QualType functionType)> pointees;
};

class ThrownTypes {
public:
  struct Set {
    std::set<const clang::Type *> types; ///< canonical, without const
    bool others = false;                 ///< something of an unknown type, too
    bool empty() const { return types.empty() && !others; }
    void add(const Set &more) {
      types.insert(more.types.begin(), more.types.end());
      others = others || more.others;
    }
    bool operator==(const Set &o) const { return types == o.types && others == o.others; }
  };

  explicit ThrownTypes(PossibleCallees callees) : callees(std::move(callees)) {}

  Set by(const clang::FunctionDecl *function) const;
  /// By a virtual call.
  Set byAnyOf(const clang::CXXMethodDecl *method) const;
  /// By a call through a pointer to functions of the type.
  Set throughPointer(clang::QualType functionType) const;
  Set in(const clang::Stmt *code) const;
  /// A number for the type; not 0.
  unsigned idOf(const clang::Type *type);
  const clang::Type *typeOf(unsigned id) const { return order[id - 1]; }

private:
  PossibleCallees callees;
  std::map<const clang::Type *, unsigned> ids;
  std::vector<const clang::Type *> order; ///< by number
};

const clang::Type *thrownType(clang::QualType type);

/// What a function of the models throws (ADJOINT_THROWS); null: it is no such function, or the class is not defined.
const clang::Type *thrownByModel(const clang::FunctionDecl *function);

/// Does `catch (caught)` take it?
bool catches(clang::QualType caught, const clang::Type *thrown);

/// The constructor's call that makes what is thrown; null for a value.
const clang::CXXConstructExpr *constructionIn(const clang::Expr *thrown);
/// The arguments of what is thrown: of the constructor, or the value itself.
std::vector<const clang::Expr *> thrownFrom(const clang::Expr *thrown);
/// Is there more than texts to be made, for an object that is thrown, from its arguments?
bool areMadeWithEffects(llvm::ArrayRef<const clang::Expr *> thrownFrom);

/// Is it derived from std::exception, with a text to be asked for?
bool hasText(const clang::Type *thrown);
/// One of the library's that are made from a text.
bool isMadeFromText(const clang::Type *thrown);
/// One without data, or of the library's that say the same always.
bool isMadeOfNothing(const clang::Type *thrown);

} // namespace adjoint::frontend

#endif
