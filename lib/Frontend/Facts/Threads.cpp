// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/Threads.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Facts/ThreadLoops.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::dyn_cast_or_null;

namespace {

/// The name of the library's class; empty: it is none.
llvm::StringRef libraryClass(const clang::CXXRecordDecl *record) {
  return record && record->getIdentifier() && isOfLibrary(record) ? record->getName() : "";
}
llvm::StringRef libraryClass(clang::QualType type) {
  return libraryClass(type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool isThread(llvm::StringRef name) { return name == "thread" || name == "jthread"; }

bool isLock(llvm::StringRef name) { return name == "lock_guard" || name == "scoped_lock" || name == "unique_lock"; }

bool isMutex(llvm::StringRef name) {
  static const char *const names[] = {"mutex",       "recursive_mutex",       "shared_mutex",
                                      "timed_mutex", "recursive_timed_mutex", "shared_timed_mutex"};
  return llvm::is_contained(names, name);
}

/// Does it serve nothing but waiting for others?
bool isForWaiting(llvm::StringRef name) {
  static const char *const names[] = {"condition_variable", "condition_variable_any", "promise", "packaged_task",
                                      "latch",              "barrier",                "counting_semaphore"};
  return llvm::is_contained(names, name);
}

bool isAtomic(llvm::StringRef name) { return name.starts_with("atomic") || name.starts_with("__atomic"); }

/// What the call is made on; null: it is no call of a member.
const clang::CXXMethodDecl *calledMember(const clang::CallExpr *call) {
  return dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
}

/// Which atomics does the code write?
struct AtomicUse : AstVisitor {
  bool reads = false, writes = false;

  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::CXXMethodDecl *method = calledMember(call);
    if (method && isAtomic(libraryClass(method->getParent())))
      (method->isConst() && !isReference(method->getParent()) ? reads : writes) = true;
    return true;
  }
  /// All that a std::atomic_ref does is const.
  static bool isReference(const clang::CXXRecordDecl *record) { return record->getName().contains("_ref"); }
};

AtomicUse atomicsIn(clang::Stmt *stmt) {
  AtomicUse use;
  if (stmt)
    use.TraverseStmt(stmt);
  return use;
}

struct Named : AstVisitor {
  std::set<const clang::ValueDecl *> found;
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    found.insert(name->getDecl());
    return true;
  }
};

/// Does the loop itself change a variable that the condition names?
struct OwnChange : AstVisitor {
  explicit OwnChange(clang::Expr *condition) { inCondition.TraverseStmt(condition); }
  bool found = false;

  bool VisitUnaryOperator(clang::UnaryOperator *e) override { return note(e->isIncrementDecrementOp() ? e->getSubExpr() : nullptr); }
  bool VisitBinaryOperator(clang::BinaryOperator *e) override { return note(e->isAssignmentOp() ? e->getLHS() : nullptr); }

private:
  bool note(const clang::Expr *changed) {
    const auto *name = changed ? dyn_cast<clang::DeclRefExpr>(changed->IgnoreParens()) : nullptr;
    found = found || (name && inCondition.found.count(name->getDecl()));
    return !found;
  }
  Named inCondition;
};

struct Waiting : AstVisitor {
  void require(bool isFine, clang::SourceLocation where, const std::string &what) {
    if (!isFine)
      refuse(DiagId::thread_waits, where, {what});
  }
  void requireNoWait(const clang::Stmt *loop, clang::Expr *condition) {
    OwnChange own(condition);
    own.TraverseStmt(const_cast<clang::Stmt *>(loop));
    const bool isLeftByOthers = atomicsIn(condition).reads && !atomicsIn(const_cast<clang::Stmt *>(loop)).writes && !own.found;
    require(!isLeftByOthers, loop->getBeginLoc(), "a loop on a std::atomic");
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    const llvm::StringRef name = libraryClass(variable->getType());
    require(!isForWaiting(name), variable->getLocation(), "std::" + name.str());
    return true;
  }
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *call) override {
    const clang::CXXMethodDecl *method = calledMember(call);
    const llvm::StringRef name = method ? libraryClass(method->getParent()) : "";
    const bool isLeftAlone = isThread(name) && method->getDeclName().isIdentifier() && method->getName() == "detach";
    if (isLeftAlone)
      refuse(DiagId::thread_detached, call->getExprLoc());
    require(!isForWaiting(name), call->getExprLoc(), "std::" + name.str());
    return true;
  }
  bool VisitWhileStmt(clang::WhileStmt *loop) override {
    requireNoWait(loop, loop->getCond());
    return true;
  }
  bool VisitDoStmt(clang::DoStmt *loop) override {
    requireNoWait(loop, loop->getCond());
    return true;
  }
  bool VisitForStmt(clang::ForStmt *loop) override {
    if (loop->getCond())
      requireNoWait(loop, loop->getCond());
    return true;
  }
};

/// The class of threads that are the elements of a container; empty: it is none.
llvm::StringRef threadOf(clang::QualType container) {
  const auto *record = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(container.getNonReferenceType()->getAsCXXRecordDecl());
  if (record && isOfLibrary(record))
    for (const clang::TemplateArgument &argument : record->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Type && isThread(libraryClass(argument.getAsType())))
        return libraryClass(argument.getAsType());
  return "";
}

struct Started : AstVisitor {
  explicit Started(bool isOpenMp) : isOpenMp(isOpenMp) {}
  const bool isOpenMp;
  std::vector<ThreadUse> found;
  std::vector<clang::SourceRange> sideBySide; ///< loops

  bool runsSideBySide(clang::SourceLocation where) const {
    return llvm::any_of(sideBySide, [&](clang::SourceRange range) { return range.fullyContains(where); });
  }
  void add(clang::SourceLocation where, const std::string &name) {
    if (!runsSideBySide(where) && llvm::none_of(found, [&](const ThreadUse &use) { return use.name == name; }))
      found.push_back({where, name});
  }

  bool VisitForStmt(clang::ForStmt *loop) override {
    if (isOpenMp && startsThreads(loop))
      sideBySide.push_back(loop->getSourceRange());
    return true;
  }
  /// `pool.emplace_back(f)`
  bool VisitCXXMemberCallExpr(clang::CXXMemberCallExpr *call) override {
    const clang::CXXMethodDecl *method = calledMember(call);
    const bool isMade = method && method->getIdentifier() && method->getName().starts_with("emplace");
    if (isMade && !threadOf(call->getObjectType()).empty())
      add(call->getExprLoc(), "std::" + threadOf(call->getObjectType()).str());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *made) override {
    const llvm::StringRef name = libraryClass(made->getType());
    if (isThread(name) && made->getNumArgs() != 0 && !made->getConstructor()->isCopyOrMoveConstructor())
      add(made->getExprLoc(), "std::" + name.str());
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getIdentifier() && callee->getName() == "async" && isOfLibrary(callee))
      add(call->getExprLoc(), "std::async");
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const llvm::StringRef policy = libraryClass(name->getType());
    const bool isParallel = policy == "parallel_policy" || policy == "parallel_unsequenced_policy";
    const bool isConstant = isParallel && isOfLibrary(name->getDecl());
    if (isConstant && !name->getDecl()->getASTContext().getLangOpts().OpenMP)
      add(name->getExprLoc(), "std::execution::" + name->getDecl()->getNameAsString());
    return true;
  }
};

/// Does an object of the type hold or lead to one of the class?
bool leadsTo(clang::QualType type, const clang::CXXRecordDecl *target, std::set<const clang::Type *> &seen) {
  type = type.getNonReferenceType().getCanonicalType();
  while (type->isPointerType() || type->isArrayType())
    type = type->isPointerType() ? type->getPointeeType() : clang::QualType(type->getArrayElementTypeNoTypeQual(), 0);
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !seen.insert(type.getTypePtr()).second || !record->hasDefinition())
    return false;
  record = record->getDefinition();
  auto isOnTheWay = [&](clang::QualType part) { return leadsTo(part, target, seen); };
  if (record->getCanonicalDecl() == target->getCanonicalDecl() || record->isDerivedFrom(target))
    return true;
  if (const auto *instance = dyn_cast<clang::ClassTemplateSpecializationDecl>(record); instance && isOfLibrary(record))
    return llvm::any_of(instance->getTemplateArgs().asArray(), [&](const clang::TemplateArgument &argument) {
      return argument.getKind() == clang::TemplateArgument::Type && isOnTheWay(argument.getAsType());
    });
  return llvm::any_of(record->fields(), [&](const clang::FieldDecl *field) { return isOnTheWay(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const clang::CXXBaseSpecifier &base) { return isOnTheWay(base.getType()); });
}

/// Is it a mutex, or of a type of the library or a pointer that leads to one?
bool isOrLeadsToMutex(clang::QualType type) {
  type = type.getNonReferenceType();
  while (type->isPointerType())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (isMutex(libraryClass(record)))
    return true;
  const auto *instance = dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return instance && isOfLibrary(instance) &&
         llvm::any_of(instance->getTemplateArgs().asArray(), [](const clang::TemplateArgument &argument) {
           return argument.getKind() == clang::TemplateArgument::Type && isOrLeadsToMutex(argument.getAsType());
         });
}

/// The mutexes that are named, and the objects of the file.
struct Mutexes : AstVisitor {
  std::vector<const clang::DeclRefExpr *> ofFile;
  std::vector<const clang::MemberExpr *> members;
  std::vector<const clang::CallExpr *> given; ///< by functions that nobody sees
  std::vector<clang::QualType> objectsOfFile;

  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    const auto *variable = dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable && variable->hasGlobalStorage()) {
      if (isOrLeadsToMutex(variable->getType()))
        ofFile.push_back(name);
      objectsOfFile.push_back(variable->getType());
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    if (clang::isa<clang::FieldDecl>(member->getMemberDecl()) && isOrLeadsToMutex(member->getType()))
      members.push_back(member);
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const bool isSeen = callee && (callee->hasBody() || isOfLibrary(callee));
    if (!isSeen && isOrLeadsToMutex(call->getType()))
      given.push_back(call);
    return true;
  }
};

} // namespace

bool isThreadClass(clang::QualType type) { return isThread(libraryClass(type)); }
bool isVectorOfThreads(clang::QualType type) { return libraryClass(type) == "vector" && !threadOf(type).empty(); }
bool takesLock(const clang::VarDecl *variable) {
  const auto *made = variable->getInit() ? dyn_cast<clang::CXXConstructExpr>(variable->getInit()->IgnoreUnlessSpelledInSource()) : nullptr;
  return made && isLock(libraryClass(variable->getType())) &&
         llvm::all_of(made->arguments(), [](const clang::Expr *e) { return isMutex(libraryClass(e->getType())); });
}

std::vector<ThreadUse> threadsStartedIn(const clang::FunctionDecl *definition) {
  Started started(definition->getASTContext().getLangOpts().OpenMP);
  started.TraverseStmt(definition->getBody());
  return started.found;
}

void refuseWaiting(const clang::FunctionDecl *definition) {
  if (!definition->getBody() || isOfLibrary(definition))
    return;
  Waiting().TraverseStmt(definition->getBody());
}

std::vector<ThreadUse> locksOfOthers(const std::vector<const clang::FunctionDecl *> &definitions,
                                     const clang::FunctionDecl *requested) {
  Mutexes named;
  for (const clang::FunctionDecl *definition : definitions)
    named.TraverseStmt(definition->getBody());

  std::vector<clang::QualType> outside = named.objectsOfFile;
  for (const clang::ParmVarDecl *param : requested->parameters())
    outside.push_back(param->getType());
  if (const auto *method = dyn_cast<clang::CXXMethodDecl>(requested))
    outside.push_back(typeOf(requested->getASTContext(), method->getParent()));

  std::vector<ThreadUse> found;
  for (const clang::DeclRefExpr *name : named.ofFile)
    found.push_back({name->getExprLoc(), name->getDecl()->getNameAsString()});
  for (const clang::CallExpr *call : named.given) {
    const auto *callee = dyn_cast_or_null<clang::NamedDecl>(call->getCalleeDecl());
    found.push_back({call->getExprLoc(), callee ? callee->getNameAsString() : "mutex"});
  }
  for (const clang::ParmVarDecl *param : requested->parameters())
    if (isOrLeadsToMutex(param->getType()))
      found.push_back({param->getLocation(), param->getNameAsString()});
  for (const clang::MemberExpr *member : named.members) {
    const auto *owner = dyn_cast<clang::CXXRecordDecl>(member->getMemberDecl()->getDeclContext());
    const clang::QualType type = member->getMemberDecl()->getType();
    const bool refers = type->isReferenceType() || !isMutex(libraryClass(type));
    const bool isOutside = refers || llvm::any_of(outside, [&](clang::QualType given) {
                             std::set<const clang::Type *> seen;
                             return owner && leadsTo(given, owner, seen);
                           });
    if (isOutside)
      found.push_back({member->getExprLoc(), member->getMemberDecl()->getNameAsString()});
  }
  return found;
}

} // namespace adjoint::frontend
