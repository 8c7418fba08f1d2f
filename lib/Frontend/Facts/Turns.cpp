// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Facts/Turns.h"

#include "Frontend/Clang/AstVisitor.h"
#include "Frontend/Facts/ClassHierarchy.h"
#include "Frontend/Facts/ThreadLoops.h"
#include "Frontend/Models/StandardLibrary.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::frontend {

using clang::dyn_cast;
using clang::dyn_cast_or_null;

namespace {

/// Of a class of the library; null: none.
const char *reasonOf(const clang::CXXRecordDecl *record) {
  const llvm::StringRef name = record && record->getIdentifier() && isOfLibrary(record) ? record->getName() : "";
  const bool isLock = name.ends_with("mutex") || name == "lock_guard" || name == "scoped_lock" || name == "unique_lock" || name == "shared_lock";
  if (isLock)
    return "it locks a mutex";
  return name.starts_with("atomic") || name.starts_with("__atomic") ? "it uses std::atomic" : nullptr;
}

constexpr char asksForThread[] = "it asks for the number of the thread, or of threads";

/// Of a function of C; null: none.
const char *reasonOf(llvm::StringRef function) {
  static const char *const locks[] = {"omp_set_lock",       "omp_test_lock",         "omp_set_nest_lock", "omp_test_nest_lock",
                                      "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_spin_lock", "mtx_lock"};
  static const char *const numbers[] = {"omp_get_thread_num", "omp_get_num_threads", "pthread_self", "thrd_current"};
  if (function.starts_with("__sync_") || function.starts_with("__atomic_"))
    return "it uses atomic operations of the compiler";
  return llvm::is_contained(locks, function) ? "it takes a lock" : llvm::is_contained(numbers, function) ? asksForThread : nullptr;
}

class Turns : public AstVisitor {
public:
  explicit Turns(ClassHierarchy &classes) : classes(classes) {}
  const char *why = nullptr;

  /// Behind a lock, nothing but sums: threads need no turns for them.
  bool VisitCompoundStmt(clang::CompoundStmt *block) override {
    if (const std::optional<unsigned> first = firstUnderLock(block)) {
      const auto *declaration = clang::cast<clang::DeclStmt>(block->body_begin()[*first - 1]);
      locks.insert(clang::cast<clang::VarDecl>(declaration->getSingleDecl())->getInit()->IgnoreUnlessSpelledInSource());
    }
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *made) override {
    if (locks.count(made))
      return true;
    note(reasonOf(made->getConstructor()->getParent()));
    return enter(made->getConstructor());
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (method)
      note(reasonOf(method->getParent()));
    else if (callee && callee->getIdentifier())
      note(isOfThisThread(callee) ? asksForThread : reasonOf(callee->getName()));
    for (const clang::CXXRecordDecl *one : method && method->isVirtual() ? classes.classesOf(method->getParent()) : none)
      enter(method->getCorrespondingMethodInClass(one, /*MayBeBase=*/true));
    return enter(callee);
  }
  bool VisitAtomicExpr(clang::AtomicExpr *) override { return note("it uses atomic operations of the compiler"); }
  /// A function, or an object, that is passed on to be called.
  bool VisitDeclRefExpr(clang::DeclRefExpr *name) override {
    if (name->getDecl()->hasAttr<clang::OMPThreadPrivateDeclAttr>())
      note("each thread has variables of its own that outlive it");
    const clang::CXXRecordDecl *record = name->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record && record->hasDefinition() && !isOfLibrary(record))
      for (const clang::CXXMethodDecl *method : record->methods())
        if (method->getOverloadedOperator() == clang::OO_Call)
          enter(method);
    return enter(dyn_cast<clang::FunctionDecl>(name->getDecl()));
  }

private:
  bool note(const char *reason) {
    why = why ? why : reason;
    return !why;
  }

  static bool isOfThisThread(const clang::FunctionDecl *callee) {
    const auto *space = dyn_cast<clang::NamespaceDecl>(callee->getDeclContext());
    return space && space->getName() == "this_thread" && isOfLibrary(callee) && callee->getName() == "get_id";
  }

  /// Through the body, once; of the library's functions, names and classes tell.
  bool enter(const clang::FunctionDecl *callee) {
    const clang::FunctionDecl *definition = callee && !isOfLibrary(callee) ? callee->getDefinition() : nullptr;
    if (!why && definition && seen.insert(definition).second)
      TraverseStmt(definition->getBody());
    return !why;
  }

  ClassHierarchy &classes;
  std::set<const clang::FunctionDecl *> seen;
  std::set<const clang::Expr *> locks; ///< behind which threads only add
  const std::vector<const clang::CXXRecordDecl *> none;
};

} // namespace

std::string whyInTurns(const clang::Stmt *stmt, ClassHierarchy &classes) {
  Turns turns(classes);
  turns.TraverseStmt(const_cast<clang::Stmt *>(stmt));
  return turns.why ? turns.why : "";
}

} // namespace adjoint::frontend
