// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/Lifetimes.h"

#include "Frontend/Facts/ClassFacts.h"
#include "Frontend/Lower/BodyLowering.h"

namespace adjoint::frontend {

void Lifetimes::inScope(ScopeKind kind, const clang::Stmt *block, const std::function<void()> &lower) {
  scopes.push_back({kind, block, {}});
  lower();
  std::vector<Object> objects = std::move(scopes.back().objects);
  scopes.pop_back();
  if (!body.endsInJump())
    end(objects);
}

void Lifetimes::begin(const Object &object) {
  if (needsDestruction(object.type, body.unit.models))
    scopes.back().objects.push_back(object);
}

void Lifetimes::beginStorage(const ir::Place *pointer, clang::SourceLocation where) {
  scopes.back().objects.push_back({pointer, clang::QualType(), where, nullptr});
}

void Lifetimes::beginStorageOfFunction(const ir::Place *pointer, clang::SourceLocation where) {
  scopes.front().objects.push_back({pointer, clang::QualType(), where, nullptr});
}

void Lifetimes::end(const Object &object) {
  if (object.type.isNull())
    body.emit<ir::FreeStmt>(object.where, body.ir.load(object.place), ir::AllocationForm::NewArray);
  else
    body.objects.destroy(object.place, object.type, object.where);
}

void Lifetimes::end(const std::vector<Object> &objects) {
  for (auto object = objects.rbegin(); object != objects.rend(); ++object)
    end(*object);
}

void Lifetimes::leave(const std::function<bool(const Scope &)> &isLast) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    end(scope->objects);
    if (isLast(*scope))
      return;
  }
}

void Lifetimes::leaveByReturn(const clang::VarDecl *result) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
    for (auto object = scope->objects.rbegin(); object != scope->objects.rend(); ++object)
      if (!result || object->variable != result)
        end(*object);
}

void Lifetimes::leaveTo(const clang::Stmt *block) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend() && scope->block != block; ++scope)
    end(scope->objects);
}

bool Lifetimes::isAnyAlive() const {
  for (const Scope &scope : scopes)
    if (!scope.objects.empty())
      return true;
  return false;
}

} // namespace adjoint::frontend
