// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DividedLoop: a parallel loop in which a variable goes from iteration to iteration, as far as OpenMP lets each thread begin anew.
//
//   #pragma omp parallel for reduction(max : m)        double m_parts[64];
//   for (int i = 0; i < n; ++i)                        #pragma omp parallel for
//     m = std::max(m, x[i]);                    ->     for (int part = 0; part < 64; ++part) {
//                                                        double m_part = m;
//                                                        const int first = adjoint::part_first(part, 0, n), end = ...;
//                                                        for (int i = first; i < end; ++i)
//                                                          m_part = std::max(m_part, x[i]);
//                                                        m_parts[part] = m_part;
//                                                      }
//                                                      for (int part = 0; part < 64; ++part)
//                                                        if (m < m_parts[part])
//                                                          m = m_parts[part];
//
// So a reduction is a program like any other, whatever its operator. Of a `lastprivate` variable the value of the last part that
// has iterations is taken.

#ifndef ADJOINT_FRONTEND_LOWER_DIVIDEDLOOP_H
#define ADJOINT_FRONTEND_LOWER_DIVIDEDLOOP_H

#include "Frontend/Lower/LoopLowering.h"
#include "Frontend/Lower/OpenMpClauses.h"

namespace adjoint::frontend {

class BodyLowering;

class DividedLoop {
public:
  /// None unless these are numbers that the function names itself, and the loop counts up by one to a bound.
  static std::optional<DividedLoop> of(BodyLowering &body, const clang::Stmt *loop, const std::vector<CarriedVariable> &carried);

  /// `lowerInner` emits the loop with another head; the names mean the variables of a part there.
  void emit(const ir::ParallelLoop *note, const std::function<void(const LoopLowering::Head &)> &lowerInner);

private:
  struct Image {
    CarriedVariable carried;
    const ir::Place *outer;      ///< the variable
    const ir::Variable *ofPart;  ///< its copy
    const ir::Variable *ofParts; ///< an array of what the parts have left
  };
  /// `for (counter = first; counter < bound; ++counter)`, or `counter <= bound`
  struct Counted {
    const clang::VarDecl *counter;
    const clang::Expr *first, *bound;
    bool isInclusive;
  };

  DividedLoop(BodyLowering &body, const Counted &counted, const std::vector<CarriedVariable> &carried, clang::SourceLocation where);
  static std::optional<Counted> countedBy(const clang::ForStmt *loop);
  void emitBounds();
  void renamed(const std::function<void()> &lowerInner);
  ir::LoopStmt *emitOverParts(const std::function<void(const ir::Expr *part)> &lowerBody);
  void begin(const Image &image);
  void join(const Image &image, const ir::Expr *part);
  const ir::Expr *bound(const char *name, const ir::Expr *part) const;

  BodyLowering &body;
  ir::Context &ir;
  const Counted counted;
  const clang::SourceLocation where;
  std::vector<Image> images;
  const ir::Expr *low = nullptr, *high = nullptr; ///< of the iterations
};

} // namespace adjoint::frontend

#endif
