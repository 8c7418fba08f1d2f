// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/ThrownTypes.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/Repeatable.h"
#include "Frontend/Models/Intrinsics.h"
#include "Frontend/Models/Models.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <utility>

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

class ThrowCollector {
public:
  explicit ThrowCollector(const PossibleCallees &callees) : callees(callees) {}

  /// What comes of the visits; those of recursions are repeated until nothing is added.
  ThrownTypes::Set all(const std::function<void(ThrowCollector &)> &visits) {
    do {
      isComplete = true;
      found = {};
      visited.clear();
      visits(*this);
    } while (!isComplete);
    return found;
  }

  void visit(const clang::FunctionDecl *function) {
    if (isLibraryFunction(function) || isNothrow(function))
      return;
    const clang::FunctionDecl *definition = nullptr;
    if (const clang::Type *type = thrownByModel(function)) {
      found.types.insert(type);
      return;
    }
    if (!function->hasBody(definition)) {
      found.others = found.others || function->isNoReturn() || !(isOfModels(function) || isElemental(function));
      return;
    }
    if (visited.insert(definition).second)
      visitBody(definition);
    found.add(known[definition]);
  }

  void visitAnyOf(const PossibleCallees::Functions &called) {
    found.others = found.others || called.empty();
    for (const clang::FunctionDecl *function : called)
      visit(function);
  }

  void visit(const clang::Stmt *s) {
    if (!s || clang::isa<clang::LambdaExpr>(s)) // its body runs where it is called
      return;
    if (const auto *guarded = dyn_cast<clang::CXXTryStmt>(s))
      return visitTry(guarded);
    if (const auto *exit = dyn_cast<clang::CXXThrowExpr>(s))
      note(exit);
    if (const auto *e = dyn_cast<clang::Expr>(s))
      visitCallee(callees.modelled(e));
    for (const clang::Stmt *child : s->children())
      visit(child);
  }

private:
  void visitBody(const clang::FunctionDecl *definition) {
    ThrownTypes::Set outer = std::exchange(found, {});
    std::vector<ThrownTypes::Set> around = std::exchange(handled, {});
    if (const auto *constructor = dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer *init : constructor->inits())
        visit(init->getInit());
    visit(definition->getBody());
    handled = std::move(around);
    ThrownTypes::Set mine = std::exchange(found, std::move(outer));
    mine.add(known[definition]);
    isComplete = isComplete && mine == known[definition];
    known[definition] = std::move(mine);
  }

  static bool isNothrow(const clang::FunctionDecl *function) {
    const auto *type = function->getType()->getAs<clang::FunctionProtoType>();
    return type && type->isNothrow();
  }

  void visitTry(const clang::CXXTryStmt *s) {
    ThrownTypes::Set outer = std::move(found);
    found = {};
    visit(s->getTryBlock());
    std::vector<ThrownTypes::Set> taken(s->getNumHandlers());
    for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
      clang::QualType caught = s->getHandler(i)->getCaughtType();
      for (auto type = found.types.begin(); type != found.types.end();) {
        bool isTaken = caught.isNull() || catches(caught, *type);
        if (isTaken)
          taken[i].types.insert(*type);
        type = isTaken ? found.types.erase(type) : std::next(type);
      }
      taken[i].others = found.others && caught.isNull();
      found.others = found.others && !caught.isNull();
    }
    for (unsigned i = 0; i < s->getNumHandlers(); ++i) {
      handled.push_back(std::move(taken[i]));
      visit(s->getHandler(i)->getHandlerBlock());
      handled.pop_back();
    }
    found.add(outer);
  }

  void note(const clang::CXXThrowExpr *exit) {
    if (exit->getSubExpr()) {
      found.types.insert(thrownType(exit->getSubExpr()->getType()));
    } else if (handled.empty()) {
      found.others = true;
    } else {
      found.add(handled.back());
    }
  }

  void visitCallee(const clang::Expr *e) {
    if (const auto *construct = dyn_cast<clang::CXXConstructExpr>(e))
      return visit(construct->getConstructor());
    const auto *call = dyn_cast<clang::CallExpr>(e);
    if (!call || clang::isa<clang::CXXPseudoDestructorExpr>(call->getCallee()->IgnoreParens()))
      return;
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const auto *method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (method && method->isVirtual() && !isNothrow(method)) // overriders throw nothing, either
      visitAnyOf(callees.overriders(method));
    else if (callee)
      visit(callee);
    else if (const clang::QualType type = call->getCallee()->getType(); type->isFunctionPointerType())
      visitAnyOf(callees.pointees(type->getPointeeType()));
    else
      found.others = true;
  }

  const PossibleCallees &callees;
  ThrownTypes::Set found;
  std::vector<ThrownTypes::Set> handled; ///< what the handlers around have caught, the innermost last
  std::set<const clang::FunctionDecl *> visited;
  std::map<const clang::FunctionDecl *, ThrownTypes::Set> known;
  bool isComplete = true;
};

} // namespace

const clang::Type *thrownType(clang::QualType type) {
  return type.getCanonicalType().getUnqualifiedType().getTypePtr();
}

const clang::Type *thrownByModel(const clang::FunctionDecl *function) {
  clang::ASTContext &ast = function->getASTContext();
  for (const auto *note : function->specific_attrs<clang::AnnotateAttr>()) {
    const bool says = note->getAnnotation() == "adjoint::throws" && note->args_size() != 0;
    const auto *name = says ? dyn_cast<clang::StringLiteral>((*note->args_begin())->IgnoreParenImpCasts()) : nullptr;
    const clang::NamespaceDecl *library = name ? namespaceIn(ast.getTranslationUnitDecl(), ast, "std") : nullptr;
    if (!library)
      continue;
    for (const clang::NamedDecl *found : library->lookup(&ast.Idents.get(name->getString())))
      if (const auto *record = dyn_cast<clang::CXXRecordDecl>(found); record && record->hasDefinition())
        return thrownType(typeOf(ast, record));
  }
  return nullptr;
}

const clang::CXXConstructExpr *constructionIn(const clang::Expr *thrown) {
  const clang::Expr *e = thrown->IgnoreUnlessSpelledInSource()->IgnoreParens();
  if (const auto *conversion = dyn_cast<clang::CXXFunctionalCastExpr>(e))
    e = conversion->getSubExpr()->IgnoreUnlessSpelledInSource();
  return dyn_cast<clang::CXXConstructExpr>(e);
}

std::vector<const clang::Expr *> thrownFrom(const clang::Expr *thrown) {
  const clang::CXXConstructExpr *construct = constructionIn(thrown);
  if (!construct)
    return {thrown->IgnoreUnlessSpelledInSource()->IgnoreParens()};
  return {construct->arg_begin(), construct->arg_end()};
}

bool areMadeWithEffects(llvm::ArrayRef<const clang::Expr *> thrownFrom) {
  return !llvm::all_of(thrownFrom, [](const clang::Expr *argument) { return isRepeatable(argument); });
}

bool catches(clang::QualType caught, const clang::Type *thrown) {
  const clang::Type *type = thrownType(caught.getNonReferenceType());
  const clang::CXXRecordDecl *base = type->getAsCXXRecordDecl(), *derived = thrown->getAsCXXRecordDecl();
  return type == thrown || (base && derived && derived->hasDefinition() && derived->isDerivedFrom(base));
}

bool hasText(const clang::Type *thrown) {
  const clang::CXXRecordDecl *record = thrown->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  auto isRoot = [](const clang::CXXRecordDecl *r) { return isOfLibrary(r) && r->getName() == "exception"; };
  bool has = isRoot(record);
  record->forallBases([&](const clang::CXXRecordDecl *base) {
    has = has || isRoot(base);
    return true;
  });
  return has;
}

bool isMadeFromText(const clang::Type *thrown) {
  const clang::CXXRecordDecl *record = thrown->getAsCXXRecordDecl();
  return record && isOfLibrary(record) && hasText(thrown) &&
         llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *constructor) {
           return constructor->getNumParams() == 1 &&
                  constructor->getParamDecl(0)->getType()->isPointerType();
         });
}

bool isMadeOfNothing(const clang::Type *thrown) {
  const clang::CXXRecordDecl *record = thrown->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  record = record->getDefinition();
  if (isOfLibrary(record) && hasText(thrown))
    return record->hasDefaultConstructor();
  const bool isMadeByCompiler = record->hasDefaultConstructor() && !record->hasUserProvidedDefaultConstructor();
  return isMadeByCompiler && record->field_empty() && llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
           return isMadeOfNothing(thrownType(base.getType()));
         });
}

ThrownTypes::Set ThrownTypes::by(const clang::FunctionDecl *function) const {
  return ThrowCollector(callees).all([&](ThrowCollector &collector) { collector.visit(function); });
}

ThrownTypes::Set ThrownTypes::byAnyOf(const clang::CXXMethodDecl *method) const {
  return ThrowCollector(callees).all([&](ThrowCollector &collector) { collector.visitAnyOf(callees.overriders(method)); });
}

ThrownTypes::Set ThrownTypes::throughPointer(clang::QualType functionType) const {
  return ThrowCollector(callees).all([&](ThrowCollector &collector) { collector.visitAnyOf(callees.pointees(functionType)); });
}

ThrownTypes::Set ThrownTypes::in(const clang::Stmt *code) const {
  return ThrowCollector(callees).all([&](ThrowCollector &collector) { collector.visit(code); });
}

unsigned ThrownTypes::idOf(const clang::Type *type) {
  auto [slot, isNew] = ids.emplace(type, static_cast<unsigned>(ids.size()) + 1);
  if (isNew)
    order.push_back(type);
  return slot->second;
}

} // namespace adjoint::frontend
