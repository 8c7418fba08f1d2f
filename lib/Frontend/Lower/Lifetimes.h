// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lifetimes: where objects with a destructor end, and storage that is allocated for a scope.
//
//     { Buffer b(n); if (c) return x; use(b); }
//     { Buffer b; Buffer_init(b, n); if (c) { Buffer_destroy(b); return x; } use(b); Buffer_destroy(b); }
//
// Scopes are those of the source. Temporaries end with the full expression that makes them,
// see BodyLowering::fullExpression.

#ifndef ADJOINT_FRONTEND_LOWER_LIFETIMES_H
#define ADJOINT_FRONTEND_LOWER_LIFETIMES_H

#include "IR/Context.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <functional>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

class Lifetimes {
public:
  enum class ScopeKind { Block, Loop, Switch };

  struct Object {
    const ir::Place *place;
    clang::QualType type; ///< null: storage, that the place points to
    clang::SourceLocation where;
    const clang::VarDecl *variable; ///< null: none of the user's
  };

  explicit Lifetimes(BodyLowering &body) : body(body) {}

  /// Lowers within a scope, and ends what began in it. `block`: the compound statement, if it is one.
  void inScope(ScopeKind kind, const clang::Stmt *block, const std::function<void()> &lower);
  /// The object lives from here on to the end of the scope; nothing is noted of one without destructor.
  void begin(const Object &object);
  /// An array, allocated with new[], that the scope frees.
  void beginStorage(const ir::Place *pointer, clang::SourceLocation where);
  /// One that the function frees.
  void beginStorageOfFunction(const ir::Place *pointer, clang::SourceLocation where);
  /// Ends objects in reverse order.
  void end(const std::vector<Object> &objects);

  // Ends what a jump leaves behind.
  void leaveByBreak() {
    leave([](const Scope &scope) { return scope.kind != ScopeKind::Block; });
  }
  void leaveByContinue() {
    leave([](const Scope &scope) { return scope.kind == ScopeKind::Loop; });
  }
  /// `result`: the local variable that is returned, and lives on in the caller.
  void leaveByReturn(const clang::VarDecl *result);
  /// To a label in the block.
  void leaveTo(const clang::Stmt *block);

  /// Would `return` end anything?
  bool isAnyAlive() const;
  bool isAnyAliveHere() const { return !scopes.empty() && !scopes.back().objects.empty(); }

private:
  struct Scope {
    ScopeKind kind;
    const clang::Stmt *block;
    std::vector<Object> objects;
  };

  void leave(const std::function<bool(const Scope &)> &isLast);
  void end(const Object &object);

  BodyLowering &body;
  std::vector<Scope> scopes;
};

} // namespace adjoint::frontend

#endif
