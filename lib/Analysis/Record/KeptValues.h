// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KeptValues: which numbers does the reverse sweep find as they were, whoever asks for them?
//
//   for (s = 0; s < steps; ++s) {
//     for (i = 0; i < n; ++i) {
//       const double a = 0.5 * (u[i] + u[i + 1]);      u is restored for this product,
//       f[i] = a * u[i];                               so a is made of it again
//     }
//     for (i = 1; i < n; ++i) u[i] -= f[i] - f[i - 1];
//   }
//
// What is overwritten later, but
//   - needed by the reverse of another statement of the same scope: TBR has it recorded for that one; or
//   - overwritten by one statement or two, in loops that are nested less deeply: they make fewer records. A matrix of
//     distances is made of positions again, n records instead of n * n.
// Recomputation from such numbers costs no record, or fewer than what it saves; TBR counts it as a use, so a wrong guess
// here costs time, never a value.

#ifndef ADJOINT_ANALYSIS_RECORD_KEPTVALUES_H
#define ADJOINT_ANALYSIS_RECORD_KEPTVALUES_H

#include "Analysis/Memory/Positions.h"
#include "Analysis/Memory/Program.h"
#include "Analysis/Memory/ReverseUse.h"

namespace adjoint::analysis {

class KeptValues {
public:
  KeptValues(const Program &program, const Unit &unit, const UseOf &useOf, const Positions &positions);

  /// Of a statement that writes them.
  using IsElsewhere = llvm::function_ref<bool(const ir::Stmt *)>;

  /// Does a statement of the interval write any of the keys, but those that write elsewhere? What it frees, the reverse
  /// sweep frees instead.
  bool areWritten(const Set &keys, Interval where, IsElsewhere isElsewhere) const;
  /// Keys that a declaration reads which stands in the scope, in so many loops, and behind which the scope does not
  /// write them.
  bool areKept(const Set &keys, const ir::StmtList &scope, unsigned depth) const;
  /// Does a call write any of them?
  bool areCalled(const Set &keys) const;
  /// The statements that write the key, but for declarations, in their order.
  const std::vector<const ir::Stmt *> &writersOf(unsigned key) const { return writes[key].statements; }
  /// The statements whose reverse needs the key, in their order.
  const std::vector<const ir::Stmt *> &usersOf(unsigned key) const { return users[key]; }
  /// Does the reverse of any statement need one of the keys?
  bool areNeeded(const Set &keys) const;

private:
  /// Of one key.
  struct Writes {
    std::vector<const ir::Stmt *> statements; ///< but for declarations, in their order
    std::vector<unsigned> inLoops; ///< as many of those in loops, declarations included, as matter
    unsigned depth = 0;            ///< loops around, at the most
    bool any = false, isCalled = false; ///< does anything, a call write it?
  };

  Set collect(const ir::StmtList &list, const UseOf &useOf, unsigned depth);
  Set writesOf(const ir::Stmt *leaf) const;
  Set usesOf(const ir::Stmt *stmt, const UseOf &useOf) const;
  void noteWrites(const ir::Stmt *leaf, unsigned depth);
  bool areWrittenLessOften(const Set &keys, unsigned depth) const;

  const Program &program;
  const Unit &unit;
  const Positions &positions;
  std::map<const ir::StmtList *, Set> needed; ///< by the reverse of what stands in the list
  std::vector<Writes> writes;                 ///< by key
  std::vector<std::vector<const ir::Stmt *>> users; ///< by key
};

} // namespace adjoint::analysis

#endif
