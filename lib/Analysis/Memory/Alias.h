// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias: may two places overlap, and what may a pointer point to?
//
// Memory is divided into regions: each variable; what each allocation makes; what a pointer
// parameter points to (its target) and all that is reached from there (deep). A key is a
// region and a leaf (Leaves.h), a kind of storage that is not accessed as another.
// Sets of keys are the lattice of every analysis here, ordered by inclusion.
//
// Points-to is flow-insensitive and inclusion-based (Andersen 1994): the content of a region
// is the set of regions that pointers in it may lead to; the smallest solution of
//   content(p) ⊇ pointees(e)     for each p = e
// Targets of different parameters may overlap where they hold a type in common, unless one
// parameter is __restrict; adjoint memory never overlaps primal memory. What a global pointer leads to
// on entry counts only where the function may use it (EntryPointers.h).
//
// A call stores and returns what the callee's own solution says, seen through the arguments;
// where that is not known (no body, or a recursion), any pointer that the callee can reach may
// be stored anywhere that it can reach, and the address of any global that it takes; of a function of another file,
// types say less (PassedPointers.h).

#ifndef ADJOINT_ANALYSIS_MEMORY_ALIAS_H
#define ADJOINT_ANALYSIS_MEMORY_ALIAS_H

#include "Analysis/Memory/Leaves.h"
#include "IR/Visit.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace adjoint::analysis {

/// A set of regions, or of keys.
using Set = llvm::BitVector;

/// What is in the set, for loops over a set that a call returns: `set_bits()` of it would outlive it.
std::vector<unsigned> elements(const Set &set);
bool intersects(const Set &a, const Set &b);
bool contains(const Set &whole, const Set &part);

struct Region {
  enum class Kind { Variable, Target, Deep, Heap };
  Kind kind;
  const ir::Variable *variable = nullptr; ///< of Heap: null
  const ir::Stmt *site = nullptr;         ///< of Heap
  std::set<Leaf> leaves;
};

/// Does the region lie behind pointers of the object that a parameter is, or leads to?
bool isBehindObject(const Region &region);

/// Which parameters come with an adjoint, and of which of these also what the pointers of the object lead to; empty: it is not known.
/// Memory that has an adjoint is then not reached where none is said to be, nor the other way round (docs/contract.md).
struct WithAdjoints {
  std::vector<bool> objects, behind;
};

class Alias {
public:
  /// The solution for a callee; null where there is none.
  using Callees = std::function<const Alias *(const ir::Function *)>;

  /// `globals`: those that the function or its callees mention. `itself`: how its own calls of it name it.
  Alias(const ir::Function &function, const std::set<const ir::Variable *> &globals, Callees callees = {},
        const WithAdjoints &withAdjoints = {}, const ir::Function *itself = nullptr);

  // Regions.
  unsigned regionCount() const { return regions.size(); }
  const Region &region(unsigned index) const { return regions[index]; }
  int regionOf(const ir::Variable *variable) const { return find(Region::Kind::Variable, variable); }
  int targetOf(const ir::Variable *variable) const { return find(Region::Kind::Target, variable); }
  int deepOf(const ir::Variable *variable) const { return find(Region::Kind::Deep, variable); }
  /// Memory that a callee may allocate and hand out at a call.
  int handedOutBy(const ir::CallStmt *call) const;
  /// The regions that a visible region of the callee stands for at a call.
  Set seenAt(const ir::CallStmt *call, const Alias &callee, unsigned region) const;
  bool mayOverlap(unsigned a, unsigned b) const;
  /// Local to one activation: no caller can see it.
  bool isLocal(unsigned region) const;

  /// Does it hold floating-point numbers, or pointers that may lead to some?
  bool mayLeadToFloating(unsigned region) const;

  Set regionsOf(const ir::Place *place) const;
  /// What a pointer value may point to; for a record, what the pointers in it may.
  Set pointees(const ir::Expr *value) const;
  const Set &contentOf(unsigned region) const { return content[region].empty() ? noRegions : content[region]; }
  /// The regions and all that pointers in them lead to.
  Set reachable(Set from) const;

  // Keys.
  unsigned keyCount() const { return keys.size(); }
  Set noKeys() const { return Set(keyCount()); }
  Set allKeys() const;
  Set keysOf(const ir::Place *place) const;
  Set keysOf(const Set &regionSet) const;
  Set keysOf(const ir::Variable *variable) const;
  /// All that may overlap the keys, themselves included.
  Set overlapping(const Set &keys) const;
  /// The same, where `isolated` keys overlap nothing but themselves.
  Set overlapping(const Set &keys, const Set &isolated) const;
  /// The keys of floating-point storage among these.
  Set floatingOnly(const Set &keys) const;
  Set regionsIn(const Set &keys) const;
  /// The keys of the region that an access of the leaf there means; none if it holds nothing of the type.
  Set keysOf(unsigned region, const Leaf &leaf) const;
  unsigned regionOfKey(unsigned key) const { return keys[key].region; }
  const Leaf &leafOfKey(unsigned key) const { return *keys[key].leaf; }

  /// "x", "*p", "**p", "new@3"
  std::string nameOf(unsigned region) const;

private:
  void addVariable(const ir::Variable *variable);
  void addTargets(const ir::Variable *variable);
  void addSites(const ir::Function &function);
  void addHandedOut(const ir::CallStmt *call);
  unsigned add(Region region);
  int find(Region::Kind kind, const ir::Variable *variable) const;
  void mixMembers(const ir::Function &function);
  void numberKeys();
  bool addKeys(unsigned region, const Leaf &leaf, Set &out) const;
  void computeOverlaps();
  bool areKeptApart(const ir::Variable *a, const ir::Variable *b) const;
  bool haveNumbersApart(const Region &a, const Region &b) const;
  bool computeOverlap(const Region &a, const Region &b) const;
  void solve(const ir::Function &function);
  bool transfer(const ir::Stmt *stmt);
  const Alias *solutionFor(const ir::Function *callee) const;
  bool transferCall(const ir::CallStmt *call);
  bool transferKnown(const ir::CallStmt *call, const Alias &callee);
  bool transferUnknown(const ir::CallStmt *call);
  bool transferOwned(const ir::CallStmt *call);
  Set seenAt(const ir::CallStmt *call, const Alias &callee, const Set &regionSet) const;
  Set seenBehind(const Set &targets, Region::Kind kind) const;
  bool store(const ir::Place *place, const Set &pointers) { return store(regionsOf(place), pointers); }
  bool store(const Set &where, const Set &pointers);
  Set widened(const Set &regionSet) const;
  Set fitting(unsigned region, const Set &pointers) const;

  const std::vector<const ir::Variable *> params;
  const Callees callees;
  const ir::Function *const itself;
  std::set<const ir::Variable *> active, passive; ///< parameters with and without adjoint that lead to numbers
  std::set<const ir::Variable *> activeBehind;    ///< of the active ones, those with adjoints behind the object
  std::vector<Region> regions;
  llvm::DenseMap<std::pair<const ir::Node *, int>, unsigned> index; ///< by the variable or site, and the kind
  std::vector<std::vector<unsigned>> overlaps; ///< other regions, ascending
  std::vector<Set> content; ///< without a size: nothing
  std::vector<Set> stored;  ///< of `content`: what the function itself has put there
  Set noRegions;
  Set returned;            ///< what the pointers in its result may point to
  struct Key {
    unsigned region;
    const Leaf *leaf;                ///< of the region
    std::vector<unsigned> overlaps; ///< keys of other regions
  };
  std::vector<Key> keys;
  std::vector<unsigned> firstKey; ///< of each region, and one more
  bool pushesHere = false;
  /// Callees in a recursion that have been asked for: do they store pointers, and to which globals (none: to any)?
  struct Unsolved {
    bool storesPointers;
    std::optional<std::set<const ir::Variable *>> globals;
  };
  const Unsolved &unsolved(const ir::Function *callee);
  std::map<const ir::Function *, Unsolved> unsolvedCallees;
};

} // namespace adjoint::analysis

#endif
