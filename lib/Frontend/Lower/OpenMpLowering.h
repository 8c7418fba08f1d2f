// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMpLowering: OpenMP, which the compiler has to be given -fopenmp for. A directive becomes what it stands in front of,
// as one thread runs it, which OpenMP allows everywhere:
//
//   #pragma omp parallel for private(t)        for (i = 0; i < n; ++i) {
//   for (i = 0; i < n; ++i) {                    double t;
//     t = x[i];                           ->     t = x[i];
//     s += t * t;                                s += t * t;
//   }                                          }
//
// That the iterations may run in parallel is noted of the loop (ir::ParallelLoop). They may in derivatives, too, if all that they
// have in common is adding to it: sums that are said to be atomic or reduced, or stand in a critical section, are
// marked (StmtNotes::isShared). Whatever else iterations do to each other keeps derivatives in order; `inOrder` says what.

#ifndef ADJOINT_FRONTEND_LOWER_OPENMPLOWERING_H
#define ADJOINT_FRONTEND_LOWER_OPENMPLOWERING_H

#include "Frontend/Lower/LoopLowering.h"
#include "Frontend/Lower/OpenMpClauses.h"
#include "IR/Context.h"

#include "clang/AST/StmtOpenMP.h"

#include <functional>
#include <set>
#include <vector>

namespace adjoint::frontend {

class BodyLowering;

class OpenMpLowering {
public:
  explicit OpenMpLowering(BodyLowering &body) : body(body) {}

  void lower(const clang::OMPExecutableDirective *s);
  /// What is lowered names a variable of which each thread has its own (threadprivate).
  void noteOwnOfThread();
  /// A loop that starts threads.
  void lowerThreads(const clang::ForStmt *s);
  /// What is only added up under a lock.
  void lowerUnderLock(const std::function<void()> &lower);
  /// Is it a sum that other iterations may add to at the same time?
  bool isShared(const ir::Stmt *stmt) const;
  /// What a function answers that asks for the thread, where there is one thread; null for any other function.
  const ir::Expr *answerOf(const clang::CallExpr *call);

private:
  /// A loop or a region around what is being lowered.
  struct Construct {
    ir::ParallelLoop *loop = nullptr;      ///< null: a region
    std::vector<const clang::VarDecl *> ofIterations; ///< of the region: see setFirstByIterations
    std::vector<CarriedVariable> carried;                    ///< by the region: its loops do so
    std::vector<ir::ParallelLoop *> loops; ///< in the region
    std::string inOrder;
  };

  void region(const clang::OMPExecutableDirective *s);
  void sharedLoop(const clang::OMPLoopDirective *s);
  void plainLoop(const clang::OMPLoopDirective *s);
  std::vector<CarriedVariable> emitLoop(const clang::OMPLoopDirective *s, DataClauses data, const ir::ParallelLoop *note,
                                        const LoopLowering::Head *head = nullptr);
  std::vector<CarriedVariable> emitDivided(const clang::OMPLoopDirective *s, const DataClauses &data, ir::ParallelLoop *note);
  void emitShared(const clang::OMPLoopDirective *s, DataClauses data, ir::ParallelLoop *note);
  void block(const clang::OMPExecutableDirective *s);
  void inPlace(const std::function<void()> &lower);
  void task(const clang::OMPExecutableDirective *s);
  void sections(const clang::OMPExecutableDirective *s);
  void atomic(const clang::OMPExecutableDirective *s);
  void critical(const clang::OMPExecutableDirective *s);
  ir::StmtList inOneStep(const clang::OMPExecutableDirective *s);
  void requireConstruct(const clang::OMPExecutableDirective *s) const;
  void keepInOrder(const std::string &why);
  void keepTurns(const clang::Stmt *s);
  void noteSequential(const clang::OMPExecutableDirective *s);
  void declarePrivate(const DataClauses &data);
  void countPrivately(const clang::OMPLoopDirective *s, DataClauses &data) const;
  void addOfRegion(const clang::Stmt *loop, DataClauses &data) const;
  void inPrivate(const DataClauses &data, const std::function<void()> &lower);
  std::vector<CarriedVariable> reduce(const DataClauses &data, const std::function<ir::StmtList()> &lower);

  BodyLowering &body;
  std::vector<Construct> around;
  std::set<const ir::Variable *> reduced;
  bool isInOneStep = false; ///< in an atomic or critical section
};

} // namespace adjoint::frontend

#endif
