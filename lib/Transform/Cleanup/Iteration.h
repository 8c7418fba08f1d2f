// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iteration: what one iteration of a loop does with memory, and whether iterations may change places.
//
// They may where
//   - an array that is added to at several indices is not read or set otherwise, or
//   - all accesses to an array have one and the same index, which grows with the counter.
// Sums of adjoints have no order to keep. An index is the counter and terms that the loop does not change; what is added
// to may also be one element in all iterations.
//
// A pointer to a row that the iteration declares, `row = a + i * n`, stands for the array: row[j] is a[i * n + j].
//
// If there are loops in the iteration, two accesses to an array are those of different iterations where their indices
// are in different rows, `i * n + j` with j < n (analysis::differ). What the iteration puts on the tape it has to take off again.

#ifndef ADJOINT_TRANSFORM_CLEANUP_ITERATION_H
#define ADJOINT_TRANSFORM_CLEANUP_ITERATION_H

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Alias.h"
#include "Analysis/Memory/Elements.h"

#include <functional>

namespace adjoint::transform {

/// Do two pointers lead to different blocks of memory in the loop with this counter?
using AreApart =
    std::function<bool(const ir::Variable *counter, const ir::Variable *a, const ir::Variable *b)>;

/// Does it hold the address of a block for records, which nothing else leads to?
bool isBlockOfTape(const ir::Variable *pointer);

/// An access of memory in the body of a loop.
struct Access {
  enum class Kind { Read, Set, Sum };

  const ir::Stmt *stmt;
  const ir::Place *place;
  Kind kind;
  bool isConditional; ///< in a branch
  const ir::Variable *base = nullptr; ///< of an element, else null
  const ir::Expr *index = nullptr;    ///< with the constants of the body replaced by what they are set to
  std::optional<analysis::Element> within = {};  ///< the element that it is, or a member of
  std::vector<analysis::CountedLoop> loops = {}; ///< around it, in the iteration
};

/// The arrays of a loop. Compilers do not take it for granted that they are apart: they compare those that are written
/// with all others before they vectorise a loop, as long as these are a few comparisons.
class Arrays {
public:
  void add(const Access &access);
  unsigned comparisons() const;

private:
  std::set<const ir::Variable *> read, written;
};

class Iteration {
public:
  /// `takesRecords`: what the iteration takes off the tape, another loop has left there for it. `around`: loops that the loop stands
  /// in, the outermost first.
  Iteration(ir::Context &context, const ir::StmtList &work, const analysis::CountedLoop &counted,
            const analysis::Alias &alias, const AreApart &areApart, bool takesRecords = false,
            std::vector<analysis::CountedLoop> around = {});

  /// May the iterations be executed in any order, and each in parts? For innermost loops.
  bool hasNoOrder() const;
  /// May the iterations be executed in any order, each as a whole?
  bool isIndependent() const;
  /// Variables that the iterations add to, if that is all that any two of them have to do with each other, and they may
  /// run side by side. For innermost loops.
  std::optional<std::vector<const ir::Variable *>> sumsOfParallel() const;
  /// The same, without any sums.
  bool isParallel() const;
  /// Sums to places that no other iteration adds to, side by side with it, or none that is farther away than `reach`. `alsoDiffer`: are
  /// the two, for another reason, the same place only in one iteration?
  std::set<const ir::Stmt *> sumsOfOneIteration(const std::function<bool(const Access &, const Access &)> &alsoDiffer,
                                                unsigned reach = 0) const;
  Arrays arrays() const;
  const std::vector<Access> &accesses() const { return found; }
  /// Does it have pointers to rows of its own?
  bool declaresRows() const { return !rows.empty(); }
  /// May the two be in one array?
  bool meet(const ir::Place *a, const ir::Place *b) const;
  /// The same element, with nothing in its index but the counter and what the loop does not change.
  const ir::Place *expanded(const Access &access) const;
  /// Is it another element in each iteration, the next one in the next?
  bool isMoving(const Access &access) const;
  /// Is it the same in all iterations?
  bool isSteady(const Access &access) const;

private:
  void add(const ir::Stmt *stmt, bool isConditional);
  void addAssignment(const ir::AssignStmt *assign, bool isConditional);
  void addLoop(const ir::LoopStmt *loop);
  void addReads(const ir::Stmt *stmt, const ir::Expr *expr, bool isConditional);
  void addAccess(const ir::Stmt *stmt, const ir::Place *place, Access::Kind kind, bool isConditional);
  void noteConstant(const ir::Stmt *stmt);
  bool noteRow(const ir::DeclareStmt *declare);
  bool isMadeOfCounters(const ir::Expr *expr) const;
  std::optional<analysis::Element> elementOf(const ir::Place *place) const;
  std::optional<analysis::Element> rowAt(const ir::Expr *pointer) const;
  const ir::Expr *plus(const ir::Expr *a, const ir::Expr *b) const;
  bool isOwn(const ir::Variable *variable) const;
  bool isOwnArray(const ir::Variable *variable) const;
  bool isAlone(const ir::Variable *variable) const;
  bool isUnchanged(const ir::Variable *variable) const;
  bool isUnchanged(const ir::LoadExpr *load) const;
  bool isCounter(const ir::Variable *variable) const;
  bool isFixed(const ir::Expr *expr, const std::vector<analysis::CountedLoop> &around) const;
  bool areIndependent(const Access &a, const Access &b) const;
  bool areCompatible(const Access &a, const Access &b, bool sideBySide, unsigned reach = 0) const;
  bool areCompatible(bool sideBySide) const;
  bool areApartThroughout(const Access &a, const Access &b) const;
  bool areOfDifferentIterations(const Access &a, const Access &b, unsigned reach) const;
  bool neverMeet(const analysis::IndexIn &a, const analysis::IndexIn &b) const;

  ir::Context &context;
  const analysis::CountedLoop counted;
  const analysis::Alias &alias;
  const AreApart &areApart;
  const bool takesRecords;
  const std::vector<analysis::CountedLoop> around;
  const analysis::Changes written;
  bool isKnown = true;
  bool isInnermost = true;                ///< nothing but declarations, assignments and branches
  std::vector<const ir::Variable *> sums; ///< variables of all iterations that are added to
  std::set<const ir::Variable *> declared;
  std::map<const ir::Variable *, const ir::Expr *> constants; ///< integers, at the top of the body
  std::map<const ir::Variable *, analysis::Element> rows;    ///< pointers of the iteration; null: of the first element
  std::vector<Access> found;
  std::vector<analysis::CountedLoop> loops;  ///< around the present statement
  std::set<const ir::Variable *> blocks;     ///< of the tape, of the iteration itself
  std::set<unsigned> pushed, popped;         ///< records
};

} // namespace adjoint::transform

#endif
