// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/OpenMpClauses.h"

#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Clang/Diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::frontend {

using clang::dyn_cast;

namespace {

/// The variable that an item of a list names, alone or as `array[first : count]`.
const clang::VarDecl *variableOf(const clang::Expr *item) {
  for (const clang::Expr *inner = nullptr; item != inner;) {
    inner = item;
    item = item->IgnoreParenImpCasts();
    if (const auto *section = dyn_cast<clang::ArraySectionExpr>(item))
      item = section->getBase();
    else if (const auto *element = dyn_cast<clang::ArraySubscriptExpr>(item))
      item = element->getBase();
  }
  const auto *name = dyn_cast<clang::DeclRefExpr>(item);
  const auto *variable = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && !clang::isa<clang::OMPCapturedExprDecl>(variable) ? variable : nullptr;
}

[[noreturn]] void refuseClause(const clang::OMPClause *clause, const char *advice, const clang::Expr *item = nullptr) {
  const clang::VarDecl *variable = item ? variableOf(item) : nullptr;
  const std::string of = variable ? "(" + variable->getNameAsString() + ")" : "";
  const bool isWritten = clause->getBeginLoc().isValid();
  refuse(DiagId::openmp_clause, isWritten || !item ? clause->getBeginLoc() : item->getBeginLoc(), {clauseName(clause->getClauseKind()) + of, advice});
}

template <class List> void addVariables(const List *list, std::vector<const clang::VarDecl *> &found) {
  for (const clang::Expr *item : itemsOf(list)) {
    const clang::VarDecl *variable = variableOf(item);
    if (!variable)
      refuseClause(list, "name a variable of the function", item);
    found.push_back(variable);
  }
}

/// Is a copy made, and one without values, by nobody's constructor?
bool isTrivial(const clang::CXXRecordDecl *record) {
  record = record ? record->getDefinition() : nullptr;
  return record && record->isTriviallyCopyable() && record->hasTrivialDefaultConstructor() && record->hasTrivialDestructor();
}

bool isPlain(clang::QualType type) {
  while (const auto *array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe()))
    type = array->getElementType();
  return type->isArithmeticType() || type->isPointerType() || type->isEnumeralType() || isTrivial(type->getAsCXXRecordDecl());
}

/// Of variables that an iteration has for itself: numbers, pointers, plain structs, and arrays of them.
template <class List> void addCopies(const List *list, std::vector<const clang::VarDecl *> &found) {
  addVariables(list, found);
  for (const clang::Expr *item : itemsOf(list)) {
    const clang::VarDecl *variable = variableOf(item);
    if (!isPlain(variable->getType()) || !variable->hasLocalStorage())
      refuseClause(list, list->isImplicit() ? "say shared, if it is" : "declare a variable of each iteration's own in the loop", item);
  }
}

std::string reductionName(const clang::OMPReductionClause *clause) {
  const clang::DeclarationName name = clause->getNameInfo().getName();
  if (name.getNameKind() == clang::DeclarationName::CXXOperatorName)
    return clang::getOperatorSpelling(name.getCXXOverloadedOperator());
  return name.getAsString();
}

void addReduction(const clang::OMPReductionClause *clause, DataClauses &data) {
  const std::string op = reductionName(clause);
  std::vector<const clang::VarDecl *> variables;
  addVariables(clause, variables);
  for (const clang::Expr *item : itemsOf(clause)) {
    const clang::VarDecl *variable = variableOf(item);
    const clang::Type *type = variable->getType().getNonReferenceType().getTypePtr();
    while (type->isArrayType() || type->isPointerType())
      type = type->getPointeeOrArrayElementType();
    if (clause->getModifier() != clang::OMPC_REDUCTION_unknown)
      refuseClause(clause, "leave out its modifier, and write scans as loops");
    if (!type->isArithmeticType())
      refuseClause(clause, "reduce numbers, with an operator of the language", item);
  }
  if (op == "+" || op == "-") {
    data.added.insert(data.added.end(), variables.begin(), variables.end());
  } else if (llvm::is_contained({"*", "min", "max", "&", "|", "^", "&&", "||"}, op)) {
    for (const clang::Expr *item : itemsOf(clause))
      data.carried.push_back({variableOf(item), op, clang::isa<clang::DeclRefExpr>(item->IgnoreParenImpCasts())});
  } else {
    refuseClause(clause, "reduce numbers, with an operator of the language");
  }
}

void addLast(const clang::OMPLastprivateClause *clause, DataClauses &data) {
  std::vector<const clang::VarDecl *> variables;
  addVariables(clause, variables);
  for (const clang::VarDecl *variable : variables)
    data.carried.push_back({variable, ""});
}

bool saysNothingOfValues(clang::OpenMPClauseKind kind) {
  switch (kind) {
  case llvm::omp::OMPC_shared:
  case llvm::omp::OMPC_default:
  case llvm::omp::OMPC_schedule:
  case llvm::omp::OMPC_nowait:
  case llvm::omp::OMPC_num_threads:
  case llvm::omp::OMPC_proc_bind:
  case llvm::omp::OMPC_order:
  case llvm::omp::OMPC_collapse:
  case llvm::omp::OMPC_safelen:
  case llvm::omp::OMPC_simdlen:
  case llvm::omp::OMPC_aligned:
  case llvm::omp::OMPC_nontemporal:
  case llvm::omp::OMPC_hint:
  case llvm::omp::OMPC_update:
  case llvm::omp::OMPC_capture:
  case llvm::omp::OMPC_read:
  case llvm::omp::OMPC_write:
  case llvm::omp::OMPC_compare:
  case llvm::omp::OMPC_seq_cst:
  case llvm::omp::OMPC_acq_rel:
  case llvm::omp::OMPC_acquire:
  case llvm::omp::OMPC_release:
  case llvm::omp::OMPC_relaxed:
  case llvm::omp::OMPC_depend:
  case llvm::omp::OMPC_untied:
  case llvm::omp::OMPC_mergeable:
  case llvm::omp::OMPC_final:
  case llvm::omp::OMPC_priority:
  case llvm::omp::OMPC_affinity:
  case llvm::omp::OMPC_grainsize:
  case llvm::omp::OMPC_num_tasks:
  case llvm::omp::OMPC_nogroup:
  case llvm::omp::OMPC_copyin:
    return true;
  default:
    return false;
  }
}

void addClause(const clang::OMPClause *clause, bool isSimd, const clang::ASTContext &ast, DataClauses &data) {
  if (const auto *list = dyn_cast<clang::OMPPrivateClause>(clause))
    return addCopies(list, data.fresh);
  if (const auto *list = dyn_cast<clang::OMPFirstprivateClause>(clause))
    return addCopies(list, data.copied);
  if (const auto *list = dyn_cast<clang::OMPLastprivateClause>(clause))
    return addLast(list, data);
  if (const auto *reduction = dyn_cast<clang::OMPReductionClause>(clause))
    return addReduction(reduction, data);
  if (const auto *condition = dyn_cast<clang::OMPIfClause>(clause)) {
    bool isTrue = true;
    data.isOff |= condition->getCondition()->EvaluateAsBooleanCondition(isTrue, ast) && !isTrue;
    return;
  }
  data.isOrdered |= clause->getClauseKind() == llvm::omp::OMPC_ordered;
  const bool isLinear = clause->getClauseKind() == llvm::omp::OMPC_linear && isSimd;
  if (!saysNothingOfValues(clause->getClauseKind()) && !isLinear && !clang::isa<clang::OMPOrderedClause>(clause))
    refuseClause(clause, "say it with private, firstprivate, lastprivate, shared and reduction, or leave it out");
}

/// Local variables that a task is not told to share, are copied for it.
bool isOwnOfTask(const clang::OMPExecutableDirective *s, const clang::OMPClause *clause) {
  return clang::isOpenMPTaskingDirective(s->getDirectiveKind()) && clang::isa<clang::OMPFirstprivateClause>(clause);
}

} // namespace

const clang::Stmt *blockOf(const clang::OMPExecutableDirective *s) {
  const clang::Stmt *block = s->hasAssociatedStmt() ? s->getAssociatedStmt() : nullptr;
  while (const auto *captured = llvm::dyn_cast_or_null<clang::CapturedStmt>(block))
    block = captured->getCapturedStmt();
  return block;
}

DataClauses dataClauses(const clang::OMPExecutableDirective *s, const clang::ASTContext &ast) {
  DataClauses data;
  for (const clang::OMPClause *clause : s->clauses())
    if (!clause->isImplicit() || isOwnOfTask(s, clause))
      addClause(clause, clang::isOpenMPSimdDirective(s->getDirectiveKind()), ast, data);
  for (CarriedVariable &carried : data.carried)
    carried.isCopied = llvm::is_contained(data.copied, carried.decl);
  llvm::erase_if(data.copied, [&](const clang::VarDecl *variable) { return isCarried(data, variable); });
  return data;
}

bool isCarried(const DataClauses &data, const clang::VarDecl *variable) {
  return llvm::any_of(data.carried, [&](const CarriedVariable &carried) { return carried.decl == variable; });
}

std::string nameOf(const CarriedVariable &carried) {
  const std::string name = carried.decl->getNameAsString();
  return carried.op.empty() ? "lastprivate(" + name + ")" : "reduction(" + carried.op + " : " + name + ")";
}

namespace {
/// Empty if it is no constant.
std::string constantText(const clang::Expr *e, const clang::ASTContext &ast) {
  clang::Expr::EvalResult result;
  return e && e->EvaluateAsInt(result, ast) ? llvm::toString(result.Val.getInt(), 10) : "";
}
} // namespace

std::string repeatedClauses(const clang::OMPExecutableDirective *s, const clang::ASTContext &ast, Iterations iterations) {
  std::string text;
  for (const clang::OMPClause *clause : s->clauses()) {
    if (const auto *schedule = dyn_cast<clang::OMPScheduleClause>(clause)) {
      const std::string chunk = iterations == Iterations::InParts ? "" : constantText(schedule->getChunkSize(), ast);
      text += std::string(" schedule(") +
              clang::getOpenMPSimpleClauseTypeName(llvm::omp::OMPC_schedule, schedule->getScheduleKind()) +
              (chunk.empty() ? ")" : ", " + chunk + ")");
    }
    if (const auto *threads = dyn_cast<clang::OMPNumThreadsClause>(clause))
      if (const std::string count = constantText(threads->getNumThreads(), ast); !count.empty())
        text += " num_threads(" + count + ")";
  }
  return text.empty() ? text : text.substr(1);
}

bool names(const clang::Stmt *s, const clang::VarDecl *variable) {
  const auto *name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(s);
  if (name && name->getDecl() == variable)
    return true;
  const auto *directive = llvm::dyn_cast_or_null<clang::OMPExecutableDirective>(s);
  if (directive) // whose clauses say nothing of what is done
    return names(blockOf(directive), variable);
  return s && llvm::any_of(s->children(), [&](const clang::Stmt *child) { return names(child, variable); });
}

namespace {

/// `variable = e`, where `e` does not name it.
bool isSetting(const clang::Stmt *s, const clang::VarDecl *variable) {
  const auto *assign = llvm::dyn_cast_or_null<clang::BinaryOperator>(s);
  const auto *name = assign && assign->getOpcode() == clang::BO_Assign ? dyn_cast<clang::DeclRefExpr>(assign->getLHS()->IgnoreParens()) : nullptr;
  return name && name->getDecl() == variable && !names(assign->getRHS(), variable);
}

bool isSetFirst(const clang::Stmt *s, const clang::VarDecl *variable);

/// In each of its iterations, if there are any?
bool isSetFirstInside(const clang::ForStmt *loop, const clang::VarDecl *variable) {
  return !names(loop->getInit(), variable) && !names(loop->getCond(), variable) && !names(loop->getInc(), variable) &&
         isSetFirst(loop->getBody(), variable);
}

/// Is the first thing that is done with it, on every path, to set it?
bool isSetFirst(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (const auto *cleaned = dyn_cast<clang::ExprWithCleanups>(s))
    s = cleaned->getSubExpr();
  if (isSetting(s, variable))
    return true;
  if (const auto *loop = dyn_cast<clang::ForStmt>(s)) // and nothing is done with it elsewhere
    return isSetting(loop->getInit(), variable) || isSetFirstInside(loop, variable);
  const auto *block = dyn_cast<clang::CompoundStmt>(s);
  if (!block)
    return false;
  const auto isNamed = [&](const clang::Stmt *child) { return names(child, variable); };
  const auto first = llvm::find_if(block->body(), isNamed);
  if (first == block->body_end())
    return true;
  const auto *loop = dyn_cast<clang::ForStmt>(*first);
  const bool isLeftUnset = loop && !isSetting(loop->getInit(), variable) && std::any_of(first + 1, block->body_end(), isNamed);
  return !isLeftUnset && isSetFirst(*first, variable);
}

/// In all loops that the threads of a region share, and nowhere else?
bool isSetFirstInLoops(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (!s || !names(s, variable))
    return true;
  if (const auto *loop = dyn_cast<clang::OMPLoopDirective>(s)) {
    const auto *plain = dyn_cast<clang::ForStmt>(blockOf(loop));
    return plain && isSetFirst(plain->getBody(), variable) && !names(plain->getInc(), variable) && !names(plain->getCond(), variable);
  }
  if (const auto *block = dyn_cast<clang::CompoundStmt>(s))
    return llvm::all_of(block->body(), [&](const clang::Stmt *child) { return isSetFirstInLoops(child, variable); });
  return false;
}

bool isNumber(const clang::VarDecl *variable) { return variable->getType()->isArithmeticType() && variable->hasLocalStorage(); }

} // namespace

std::vector<const clang::VarDecl *> setFirstByIterations(const clang::OMPExecutableDirective *region, const DataClauses &data) {
  std::vector<const clang::VarDecl *> found;
  const clang::Stmt *block = blockOf(region);
  auto consider = [&](const clang::VarDecl *variable) {
    if (variable && isNumber(variable) && isSetFirstInLoops(block, variable))
      found.push_back(variable);
  };
  for (const clang::VarDecl *variable : data.fresh)
    consider(variable);
  if (const auto *list = dyn_cast<clang::CompoundStmt>(block))
    for (const clang::Stmt *s : list->body())
      if (const auto *declarations = dyn_cast<clang::DeclStmt>(s))
        for (const clang::Decl *decl : declarations->decls())
          consider(dyn_cast<clang::VarDecl>(decl));
  return found;
}

} // namespace adjoint::frontend
