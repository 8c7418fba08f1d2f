// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CarriedState: what has to be in a snapshot of a loop, for its iterations to be run again from there?
//
//   for (t = 0; t < steps; ++t) {                            u[1 .. n - 1), v
//     for (i = 1; i < n - 1; ++i) next[i] = u[i] + k[i] * ...;
//     for (i = 1; i < n - 1; ++i) u[i] = next[i];
//     v = v * decay;
//   }
//
// With written(L) and exposed(L) as for fusion (Exposed.h), the state is
//
//   state(L) = written(L) ∩ exposed(L)
//
// What is written and not in it, each iteration writes anew before it reads it (next); what is exposed and not in it never
// changes (k). Each statement that writes, callees included, gives a part: a variable, or elements of a block, with the range of
// all indices in the terms of what stands in front of the loop (IndexRanges.h), or all of a block whose length is known. Pointers
// that the loop only swaps among each other are a group: each leads to a block of which any of them may have written.
//
// A pointer that an iteration sets to a block that it allocates is an owner, as that of a vector that grows, or of one that gets the
// elements of another:
//
//   v = malloc(...); ...; free(u); u = v; v = nullptr; free(v);
//
// It is so by way of any pointers of the iteration's own (v), which are in the group, too. Where all that they ever lead to is
// allocated in this function, a snapshot holds the whole block, and its steps are given their blocks again (adjoint/blocks.h).
//
// Refused, with the reason: other memory that an iteration keeps, effects that cannot be repeated, ranges that are not known.
//
// The walk over an iteration is in CarriedState.cpp, the groups of pointers in CarriedPointers.cpp, the parts of the state that come of
// both in CarriedParts.cpp.

#ifndef ADJOINT_ANALYSIS_CHECKPOINTS_CARRIEDSTATE_H
#define ADJOINT_ANALYSIS_CHECKPOINTS_CARRIEDSTATE_H

#include "Analysis/Checkpoints/IndexRanges.h"
#include "Analysis/Loops/FusedLoops.h"
#include "Analysis/Memory/Program.h"
#include "Support/Diagnostics.h"

#include "llvm/ADT/MapVector.h"

namespace adjoint::analysis {

/// What the user calls a part of the state: the variable, or the pointer that leads to it.
std::string nameOfState(const ir::Place *place);

class CarriedState {
public:
  struct Refusal {
    DiagId why;
    Location where;
    std::vector<std::string> args;
  };

  CarriedState(ir::Context &context, const Program &program, const Unit &unit, const ir::LoopStmt *loop,
               const ir::Checkpoint &request);

  /// None: see `refusal`.
  std::optional<FusedLoop> find();
  /// Is every iteration the same function of numbers? If not, see `refusal`.
  bool isFixedPoint(const FusedLoop &found);
  /// Does an iteration write the same elements as all others, as a step in time does, and not some of its own?
  bool isOfSteps(const FusedLoop &found) const;
  const Refusal &refusal() const { return *refused; }

private:
  using Variables = std::set<const ir::Variable *>;
  /// A block, by the place of the pointer that leads to it, and an offset in it.
  struct Address {
    const ir::Place *pointer;
    const ir::Expr *offset; ///< a number or a range; null: unknown
    bool isExact = true;    ///< the range does not go beyond the block
  };
  struct Block {
    const ir::Place *pointer;
    const ir::Expr *range = nullptr; ///< null: unknown, all of it
    Set keys;
    Location where; ///< of the write for which it is not known
  };
  /// A write in a branch whose condition may be what keeps the index inside the block, or whose range is not exact.
  struct Doubtful {
    const ir::Place *pointer;
    const ir::Expr *range;
    Location where;
  };

  bool refuse(DiagId why, Location where, std::vector<std::string> args = {});
  bool refusePointer(const ir::Place *pointer, Location where);
  std::string sourceName(const ir::Place *place) const;

  // Pointers that the loop changes.
  bool findGroups();
  void join(const ir::Variable *to, const ir::Variable *from);
  bool flow(const ir::Variable *to, const ir::Expr *value, Location where);
  bool flowInto(const ir::Variable *pointer);
  const ir::Variable *copiedFrom(const ir::Expr *value) const;
  const ir::Variable *groupOf(const ir::Variable *pointer) const;
  std::vector<const ir::Variable *> membersOf(const ir::Variable *group) const;

  // Memory that the loop allocates and keeps.
  bool keep(const ir::AllocateStmt *stmt, const ir::Variable *block);
  bool isOwner(const ir::Variable *pointer) const;
  bool areOwnersKnown();
  bool isAllocatedHere(const ir::Variable *pointer, Variables &seen) const;
  bool isAllocatedHere(const ir::Expr *value, Variables &seen) const;

  // A walk over all that an iteration runs.
  void walk(const ir::StmtList &list);
  void walk(const ir::Stmt *stmt);
  void branch(const ir::Expr *condition, bool holds, const ir::StmtList &list);
  void declare(const ir::DeclareStmt *stmt);
  void call(const ir::CallStmt *stmt);
  bool enter(const ir::CallStmt *stmt, const ir::Expr *&returned);
  void changeObjects(const ir::CallStmt *stmt);
  void callUnknown(const ir::CallStmt *stmt, const Set &written);
  void allocate(const ir::AllocateStmt *stmt);
  void release(const ir::FreeStmt *stmt);
  void bind(const ir::Variable *variable, const ir::Expr *value);
  bool isBoundOnce(const ir::Variable *variable) const;
  template <class T> const T *inFront(const T *node) const;

  // Places.
  void read(const ir::Expr *expr);
  void write(const ir::Place *place, Location where);
  void writeVariable(const ir::Variable *variable, Location where, const Set &keys);
  void writeBlock(const Address &address, const Set &keys);
  std::optional<Address> movedBy(const Address &base, const ir::BinaryExpr *sum, const ir::Expr *by) const;
  std::optional<Address> addressOf(const ir::Place *place) const;
  std::optional<Address> addressIn(const ir::Expr *pointer) const;
  bool isFresh(const ir::Place *place) const;
  bool leadsToFresh(const ir::Variable *pointer) const;
  bool isSure(const Doubtful &write) const;

  // Answers.
  Set exposedKeys();
  void addReads(const ir::Stmt *stmt, Set &keys) const;
  bool addParts(FusedLoop &found);
  bool areWhole(const ir::Variable *group) const;
  bool haveOneLength(const Variables &sources) const;
  bool mayAllBeRead(const ir::Variable *group) const;
  bool addGroup(const ir::Variable *group, FusedLoop &found);
  std::optional<Location> unknownIn(const Block &block) const;
  bool addBlock(const Block &block, FusedLoop &found);
  const ir::Expr *wholeRange(const ir::Place *pointer) const;
  const ir::Expr *lengthOfMember(const ir::Place *pointer) const;
  const ir::Expr *lengthOf(const ir::Variable *pointer) const;

  ir::Context &context;
  const Program &program;
  const Unit &unit;
  const ir::LoopStmt *loop;
  const ir::Checkpoint &request;
  IndexRanges ranges;
  std::optional<Refusal> refused;
  Location present; ///< the loop's own statement that is looked at
  // In the order in which they are met: so are the parts of a snapshot.
  llvm::MapVector<const ir::Variable *, const ir::Variable *> groups; ///< each pointer of one, and a member that stands for it
  std::map<const ir::Variable *, const ir::Expr *> bindings;      ///< in the terms of what stands in front of the loop
  std::vector<std::unique_ptr<Writes>> code;                      ///< of the functions around the present statement
  std::vector<const ir::Function *> callees;
  Variables own;                                                  ///< declared by an iteration
  Variables kept, owners;                                         ///< see FusedLoop
  Variables unset;                                                ///< those of a group that the loop sets to null
  Variables fresh;                                                ///< lead to memory that an iteration allocates
  unsigned doubts = 0;                                            ///< branches around
  llvm::MapVector<const ir::Variable *, Set> variables;           ///< written, with their keys
  std::vector<Block> blocks;                                      ///< written
  std::vector<Doubtful> doubtful;
  std::vector<std::pair<const ir::Place *, const ir::Expr *>> sure; ///< accessed, whatever the branch
  Set written, sums;
  Set moving; ///< written at an index that follows the loop's own counter
};

} // namespace adjoint::analysis

#endif
