// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Lower/OpenMpLowering.h"

#include "Analysis/Memory/Elements.h"
#include "Frontend/Clang/ClangVersion.h"
#include "Frontend/Facts/ThreadLoops.h"
#include "Frontend/Facts/Turns.h"
#include "Frontend/Lower/BodyLowering.h"
#include "Frontend/Lower/DividedLoop.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::frontend {

using clang::dyn_cast;
namespace omp = llvm::omp;

void OpenMpLowering::lower(const clang::OMPExecutableDirective *s) {
  switch (s->getDirectiveKind()) {
  case omp::OMPD_parallel:
    return region(s);
  case omp::OMPD_parallel_for:
  case omp::OMPD_parallel_for_simd:
    return sharedLoop(clang::cast<clang::OMPLoopDirective>(s));
  case omp::OMPD_for:
  case omp::OMPD_for_simd:
    requireConstruct(s);
    return sharedLoop(clang::cast<clang::OMPLoopDirective>(s));
  case omp::OMPD_simd:
    around.emplace_back();
    plainLoop(clang::cast<clang::OMPLoopDirective>(s));
    return around.pop_back();
  case omp::OMPD_single:
  case omp::OMPD_master:
  case omp::OMPD_masked:
    requireConstruct(s);
    return block(s);
  case omp::OMPD_barrier:
    return requireConstruct(s);
  case omp::OMPD_ordered:
    requireConstruct(s);
    keepInOrder("its 'ordered' parts run one after the other");
    return block(s);
  case omp::OMPD_parallel_sections:
    return sections(s);
  case omp::OMPD_sections:
    requireConstruct(s);
    return sections(s);
  case omp::OMPD_section:
    return block(s);
  case omp::OMPD_task:
  case omp::OMPD_taskgroup:
    return task(s);
  case omp::OMPD_taskloop:
  case omp::OMPD_taskloop_simd:
    noteSequential(s);
    return inPlace([&] { plainLoop(clang::cast<clang::OMPLoopDirective>(s)); });
  case omp::OMPD_taskwait:
  case omp::OMPD_taskyield:
    return; // tasks are done where they are met
  case omp::OMPD_atomic:
    requireConstruct(s);
    return atomic(s);
  case omp::OMPD_critical:
    requireConstruct(s);
    return critical(s);
  default:
    refuse(DiagId::openmp, s->getBeginLoc(), {directiveName(s->getDirectiveKind())});
  }
}

/// What iterations of other functions' loops do to each other is not known here.
void OpenMpLowering::requireConstruct(const clang::OMPExecutableDirective *s) const {
  if (around.empty())
    refuse(DiagId::openmp_outside, s->getBeginLoc(), {directiveName(s->getDirectiveKind())});
}

void OpenMpLowering::keepInOrder(const std::string &why) {
  Construct &innermost = around.back();
  if (innermost.inOrder.empty())
    innermost.inOrder = why;
  if (innermost.loop && innermost.loop->inOrder.empty())
    innermost.loop->inOrder = why;
}

void OpenMpLowering::noteOwnOfThread() {
  for (Construct &construct : around) {
    construct.inOrder = "each thread has variables of its own that outlive it";
    if (construct.loop)
      construct.loop->inOrder = construct.inOrder;
  }
}

/// Of the innermost construct, which runs the statement.
void OpenMpLowering::keepTurns(const clang::Stmt *s) {
  if (const std::string why = whyInTurns(s, body.unit.types.classes()); !why.empty())
    keepInOrder(why);
}

void OpenMpLowering::noteSequential(const clang::OMPExecutableDirective *s) {
  body.unit.inOneThread.push_back({s->getBeginLoc(), directiveName(s->getDirectiveKind())});
}

void OpenMpLowering::block(const clang::OMPExecutableDirective *s) {
  const DataClauses data = dataClauses(s, body.ast);
  ir::StmtList inner = body.collect([&] {
    inPrivate(data, [&] {
      declarePrivate(data);
      body.stmts.lower(blockOf(s));
    });
  });
  body.emit<ir::BlockStmt>(s->getBeginLoc(), std::move(inner));
}

/// A thread may run the task at once. So dependences hold.
void OpenMpLowering::task(const clang::OMPExecutableDirective *s) {
  if (s->getDirectiveKind() == omp::OMPD_task)
    noteSequential(s);
  inPlace([&] { block(s); });
}

/// What stands in a construct that runs where it is met: what keeps it in order keeps what is around it.
void OpenMpLowering::inPlace(const std::function<void()> &lower) {
  around.emplace_back();
  lower();
  const std::string why = around.back().inOrder;
  around.pop_back();
  if (!why.empty() && !around.empty())
    keepInOrder(why);
}

void OpenMpLowering::sections(const clang::OMPExecutableDirective *s) {
  noteSequential(s);
  inPlace([&] { block(s); });
}

// --------------------------------------------------------------- variables

/// At the beginning of what has them.
void OpenMpLowering::declarePrivate(const DataClauses &data) {
  auto declare = [&](const clang::VarDecl *decl) {
    const ir::Type *type = body.ir.withoutConst(body.unit.types.lower(decl->getType()));
    const ir::Variable *own = body.declare(decl, type);
    body.emit<ir::DeclareStmt>(decl->getLocation(), own, nullptr);
    return own;
  };
  for (const clang::VarDecl *decl : data.fresh)
    declare(decl);
  for (const clang::VarDecl *decl : data.copied) {
    const ir::Place *outer = body.ir.place(body.variable(decl));
    body.memory.copyElement(body.ir.place(declare(decl)), outer, decl->getLocation());
  }
}

/// The names mean what they meant before when it is done.
void OpenMpLowering::inPrivate(const DataClauses &data, const std::function<void()> &lower) {
  std::vector<std::pair<const clang::VarDecl *, const ir::Variable *>> before;
  for (const auto *list : {&data.fresh, &data.copied})
    for (const clang::VarDecl *decl : *list)
      before.push_back({decl, body.variable(decl)});
  lower();
  for (auto [decl, image] : before)
    body.rename(decl, image);
}

namespace {
bool isSum(const ir::Stmt *stmt) {
  const auto *assign = llvm::dyn_cast<ir::AssignStmt>(stmt);
  return assign && analysis::operandOfAnySum(assign);
}

/// Is the variable named by sums alone that are marked, and by each as what is added to?
bool isOnlyAddedTo(const ir::Variable *variable, const ir::StmtList &list) {
  bool isOnly = true;
  auto inside = [&](const ir::Expr *e) { isOnly &= !ir::mentions(e, variable); };
  ir::forEachStmt(list, [&](const ir::Stmt *stmt) {
    if (!isSum(stmt) || !stmt->isShared)
      return ir::forEachOperand(stmt, inside, [&](const ir::Place *place) {
        isOnly &= ir::rootVariable(place) != variable;
        ir::forEachExpr(place, inside);
      });
    const auto *assign = llvm::cast<ir::AssignStmt>(stmt);
    inside(analysis::operandOfAnySum(assign));
    unsigned mentions = 0;
    ir::forEachPlace(assign->place, [&](const ir::Place *place) { mentions += ir::wholeVariable(place) == variable; });
    isOnly &= mentions <= 1;
  });
  return isOnly;
}
} // namespace

bool OpenMpLowering::isShared(const ir::Stmt *stmt) const {
  if (!isSum(stmt))
    return false;
  return isInOneStep || reduced.count(analysis::startOf(llvm::cast<ir::AssignStmt>(stmt)->place)) != 0;
}

/// While it lowers, sums to the reduced variables are marked. Returned are those with which anything else is done.
std::vector<CarriedVariable> OpenMpLowering::reduce(const DataClauses &data, const std::function<ir::StmtList()> &lower) {
  const std::set<const ir::Variable *> outer = reduced;
  for (const clang::VarDecl *decl : data.added)
    if (!body.captured(decl))
      reduced.insert(body.variable(decl));
  const ir::StmtList list = lower();
  reduced = outer;
  std::vector<CarriedVariable> otherwise;
  for (const clang::VarDecl *decl : data.added)
    if (body.captured(decl) || !isOnlyAddedTo(body.variable(decl), list))
      otherwise.push_back({decl, "+", !decl->getType().getNonReferenceType()->isArrayType()});
  return otherwise;
}

// ------------------------------------------------------------------- loops

namespace {
bool isDeclaredIn(const clang::Stmt *s, const clang::VarDecl *variable) {
  if (const auto *declarations = llvm::dyn_cast_or_null<clang::DeclStmt>(s))
    return llvm::is_contained(declarations->decls(), variable);
  return s && llvm::any_of(s->children(), [&](const clang::Stmt *child) { return isDeclaredIn(child, variable); });
}
} // namespace

void OpenMpLowering::countPrivately(const clang::OMPLoopDirective *s, DataClauses &data) const {
  for (const clang::Expr *counter : s->counters()) {
    const auto *name = dyn_cast<clang::DeclRefExpr>(counter->IgnoreParenImpCasts());
    const auto *decl = name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const bool isOwn = decl && isDeclaredIn(blockOf(s), decl);
    if (isOwn || (decl && (llvm::is_contained(data.fresh, decl) || isCarried(data, decl))))
      continue;
    if (!decl || !decl->hasLocalStorage() || !(decl->getType()->isIntegerType() || decl->getType()->isPointerType()))
      refuse(DiagId::openmp_loop, s->getBeginLoc(), {directiveName(s->getDirectiveKind())});
    data.fresh.push_back(decl);
  }
}

namespace {
const clang::VarDecl *assignedCounter(const clang::Stmt *loop) {
  const auto *head = dyn_cast<clang::ForStmt>(loop);
  const auto *init = head ? llvm::dyn_cast_or_null<clang::BinaryOperator>(head->getInit()) : nullptr;
  const auto *name = init && init->isAssignmentOp() ? dyn_cast<clang::DeclRefExpr>(init->getLHS()->IgnoreParens()) : nullptr;
  return name ? dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}
} // namespace

/// Of the region around the loop.
void OpenMpLowering::addOfRegion(const clang::Stmt *loop, DataClauses &data) const {
  if (around.empty())
    return;
  for (const clang::VarDecl *decl : around.back().ofIterations)
    if (names(loop, decl) && !llvm::is_contained(data.fresh, decl))
      data.fresh.push_back(decl);
  for (const CarriedVariable &carried : around.back().carried)
    if (names(loop, carried.decl) && !isCarried(data, carried.decl))
      data.carried.push_back(carried);
}

/// Returned are the variables that are reduced by `+`, but with which more is done than adding. `head`: another one than its own.
std::vector<CarriedVariable> OpenMpLowering::emitLoop(const clang::OMPLoopDirective *s, DataClauses data, const ir::ParallelLoop *note,
                                                      const LoopLowering::Head *head) {
  const clang::Stmt *loop = blockOf(s);
  const auto *plain = dyn_cast<clang::ForStmt>(loop);
  if (!plain && !clang::isa<clang::CXXForRangeStmt>(loop))
    refuse(DiagId::openmp_loop, s->getBeginLoc(), {directiveName(s->getDirectiveKind())});
  const bool isSimd = s->getDirectiveKind() == omp::OMPD_simd; // whose counter has its last value behind the loop
  if (!isSimd)
    countPrivately(s, data);
  return reduce(data, [&] {
    const ir::StmtList list = body.collect([&] {
      inPrivate(data, [&] {
        LoopLowering::Directed directed;
        directed.parallel = note;
        const clang::VarDecl *counter = isSimd ? nullptr : assignedCounter(loop);
        if (counter && llvm::is_contained(data.fresh, counter))
          directed.ownCounter = counter;
        DataClauses inside = data;
        llvm::erase_if(inside.fresh, [&](const clang::VarDecl *decl) { return decl == directed.ownCounter; });
        directed.atBegin = [&] { declarePrivate(inside); };
        if (head)
          body.loops.lower(plain, directed, *head);
        else if (plain)
          body.loops.lower(plain, directed);
        else
          body.loops.lower(clang::cast<clang::CXXForRangeStmt>(loop), directed);
      });
    });
    body.splice(list);
    return list;
  });
}

void OpenMpLowering::plainLoop(const clang::OMPLoopDirective *s) { emitLoop(s, dataClauses(s, body.ast), nullptr); }

/// Where iterations need what others left, as a loop over parts of them. Returns as emitLoop does.
std::vector<CarriedVariable> OpenMpLowering::emitDivided(const clang::OMPLoopDirective *s, const DataClauses &data,
                                                         ir::ParallelLoop *note) {
  auto divided = note->inOrder.empty() ? DividedLoop::of(body, blockOf(s), data.carried) : std::nullopt;
  if (!divided) {
    keepInOrder("each iteration of '" + nameOf(data.carried.front()) + "' needs what the one before it left");
    return emitLoop(s, data, note);
  }
  std::vector<CarriedVariable> otherwise;
  note->clauses = repeatedClauses(s, body.ast, Iterations::InParts);
  divided->emit(note, [&](const LoopLowering::Head &head) { otherwise = emitLoop(s, data, nullptr, &head); });
  return otherwise;
}

/// What is reduced by `+` is known to be only added to, or not, when it is lowered.
void OpenMpLowering::emitShared(const clang::OMPLoopDirective *s, DataClauses data, ir::ParallelLoop *note) {
  const size_t reported = body.unit.inOneThread.size();
  for (bool isFirst : {true, false}) {
    std::vector<CarriedVariable> otherwise;
    const ir::StmtList list = body.collect([&] { otherwise = data.carried.empty() ? emitLoop(s, data, note) : emitDivided(s, data, note); });
    if (!otherwise.empty() && !isFirst)
      keepInOrder("what is reduced is not only added to");
    if (otherwise.empty() || !isFirst)
      return body.splice(list);
    body.unit.inOneThread.resize(reported);
    data.carried.insert(data.carried.end(), otherwise.begin(), otherwise.end());
    llvm::erase_if(data.added, [&](const clang::VarDecl *decl) { return isCarried(data, decl); });
  }
}

void OpenMpLowering::sharedLoop(const clang::OMPLoopDirective *s) {
  DataClauses data = dataClauses(s, body.ast);
  auto *note = body.ir.make<ir::ParallelLoop>();
  note->directive = "#pragma omp " + directiveName(s->getDirectiveKind());
  note->clauses = repeatedClauses(s, body.ast);
  note->location = locationOf(s->getBeginLoc());
  note->sums = body.unit.pragmas.flagsOf(blockOf(s)).sums; // its pragma stands before the directive
  if (!around.empty())
    around.back().loops.push_back(note);
  if (!data.isOff)
    addOfRegion(blockOf(s), data);
  Construct construct;
  construct.loop = note;
  around.push_back(construct);
  if (data.isOrdered)
    keepInOrder("its 'ordered' parts run one after the other");
  keepTurns(blockOf(s));
  if (data.isOff)
    emitLoop(s, data, nullptr);
  else
    emitShared(s, data, note);
  around.pop_back();
}

void OpenMpLowering::lowerThreads(const clang::ForStmt *s) {
  auto *note = body.ir.make<ir::ParallelLoop>();
  note->directive = "std::thread";
  note->location = locationOf(s->getBeginLoc());
  Construct construct;
  construct.loop = note;
  around.push_back(construct);
  keepTurns(s->getBody());
  LoopLowering::Directed directed;
  directed.parallel = note;
  body.loops.lower(s, directed);
  around.pop_back();
}

// ----------------------------------------------------------------- regions

namespace {

/// Is there, outside of loops that the threads share, memory of each thread's own?
bool hasOwnMemory(const clang::Stmt *s) {
  if (!s || clang::isa<clang::OMPLoopDirective>(s))
    return false;
  if (const auto *declarations = dyn_cast<clang::DeclStmt>(s))
    return llvm::any_of(declarations->decls(), [](const clang::Decl *decl) {
      const auto *variable = dyn_cast<clang::VarDecl>(decl);
      return variable && !variable->getType()->isArithmeticType() && !variable->getType().isConstQualified();
    });
  if (const auto *directive = dyn_cast<clang::OMPExecutableDirective>(s))
    return hasOwnMemory(blockOf(directive));
  return llvm::any_of(s->children(), hasOwnMemory);
}

bool areNumbers(const std::vector<const clang::VarDecl *> &variables) {
  return llvm::all_of(variables, [](const clang::VarDecl *variable) { return variable->getType()->isArithmeticType(); });
}

} // namespace

void OpenMpLowering::region(const clang::OMPExecutableDirective *s) {
  const DataClauses data = dataClauses(s, body.ast);
  around.emplace_back();
  around.back().ofIterations = setFirstByIterations(s, data);
  around.back().carried = data.carried;
  if (hasOwnMemory(blockOf(s)) || !areNumbers(data.fresh) || !areNumbers(data.copied))
    keepInOrder("each thread of the region has memory of its own");
  keepTurns(blockOf(s));
  const std::vector<CarriedVariable> otherwise = reduce(data, [&] {
    ir::StmtList list = body.collect([&] { block(s); });
    body.splice(list);
    return list;
  });
  if (!otherwise.empty())
    keepInOrder("what is reduced is not only added to");
  const Construct done = around.back();
  around.pop_back();
  if (done.loops.empty())
    noteSequential(s);
  const std::string threads = repeatedClauses(s, body.ast);
  for (ir::ParallelLoop *loop : done.loops) {
    loop->inOrder = loop->inOrder.empty() ? done.inOrder : loop->inOrder;
    loop->clauses += (loop->clauses.empty() || threads.empty() ? "" : " ") + threads;
  }
}

const ir::Expr *OpenMpLowering::answerOf(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::IdentifierInfo *name = callee ? callee->getIdentifier() : nullptr;
  if (around.empty() || !name || !callee->isExternC())
    return nullptr;
  const bool asksHowMany = name->isStr("omp_get_num_threads");
  if (!asksHowMany && !name->isStr("omp_get_thread_num"))
    return nullptr;
  for (Construct &construct : around) {
    construct.inOrder = "it asks for the number of the thread, or of threads";
    if (construct.loop)
      construct.loop->inOrder = construct.inOrder;
  }
  return body.ir.intLiteral(asksHowMany ? 1 : 0);
}

// --------------------------------------------------- one thread at a time

void OpenMpLowering::lowerUnderLock(const std::function<void()> &lower) {
  const bool outer = std::exchange(isInOneStep, true);
  lower();
  isInOneStep = outer;
}

ir::StmtList OpenMpLowering::inOneStep(const clang::OMPExecutableDirective *s) {
  ir::StmtList list;
  lowerUnderLock([&] { list = body.collect([&] { body.stmts.inScope(blockOf(s)); }); });
  return list;
}

void OpenMpLowering::atomic(const clang::OMPExecutableDirective *s) {
  dataClauses(s, body.ast);
  const ir::StmtList list = inOneStep(s);
  const bool isUpdate = llvm::all_of(list, [](const ir::Stmt *stmt) { // which may call what finds the place
    return isSum(stmt) || llvm::isa<ir::DeclareStmt>(stmt) || llvm::isa<ir::CallStmt>(stmt);
  });
  if (!isUpdate || s->hasClausesOfKind<clang::OMPCaptureClause>())
    keepInOrder("an 'atomic' in it is no sum");
  body.splice(list);
}

void OpenMpLowering::critical(const clang::OMPExecutableDirective *s) {
  dataClauses(s, body.ast);
  ir::StmtList list = inOneStep(s);
  if (llvm::all_of(list, isSum) || onlyAdds(blockOf(s)))
    return body.splice(list);
  keepInOrder("a 'critical' section of its region does more than add, or calls functions");
  body.emit<ir::BlockStmt>(s->getBeginLoc(), std::move(list));
}

} // namespace adjoint::frontend
