// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Record/FewerRecords.h"

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Elements.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace adjoint::analysis {

using namespace ir;

namespace {
constexpr long long fewTrips = 8;

bool hasFewTrips(const LoopStmt *loop) {
  std::optional<CountedLoop> counted = countedLoop(loop);
  if (!counted)
    return false;
  const std::optional<long long> first = integerValue(counted->first), bound = integerValue(counted->bound);
  return first && bound && std::abs(*bound - *first) <= fewTrips;
}

/// Values that share memory, and that memory.
struct Group {
  Set keys;
  std::vector<const ValueOnTrust *> values;
};

std::vector<Group> groupsOf(const std::vector<ValueOnTrust> &values) {
  std::vector<Group> groups;
  for (const ValueOnTrust &value : values) {
    Group own{value.keys, {&value}};
    auto isShared = [&](const Group &other) { return other.keys.anyCommon(value.keys); }; // groups share nothing
    for (const Group &other : llvm::make_filter_range(groups, isShared)) {
      own.keys |= other.keys;
      own.values.insert(own.values.end(), other.values.begin(), other.values.end());
    }
    llvm::erase_if(groups, isShared);
    groups.push_back(std::move(own));
  }
  return groups;
}

class Scales {
public:
  Scales(const KeptValues &kept, const Positions &positions) : kept(kept), positions(positions) {}

  bool favour(const Group &group) const {
    unsigned depth = 0;
    for (const ValueOnTrust *value : group.values)
      depth = std::max(depth, depthOf(value->declare));
    const std::optional<unsigned> cost = recordsOf(group, depth);
    const auto isSaved = [&](const ValueOnTrust *value) { return value->isNeeded && depthOf(value->declare) == depth; };
    return cost && unsigned(llvm::count_if(group.values, isSaved)) > *cost;
  }

private:
  /// Loops around it, but for short ones.
  unsigned depthOf(const Stmt *stmt) const {
    return llvm::count_if(positions.loopsAround(stmt), [](const LoopStmt *loop) { return !hasFewTrips(loop); });
  }

  /// In an iteration of so many loops. None: more.
  std::optional<unsigned> recordsOf(const Group &group, unsigned depth) const {
    std::set<const Stmt *> writers;
    for (unsigned k : elements(group.keys))
      for (const Stmt *writer : kept.writersOf(k)) {
        if (depthOf(writer) < depth || !costs(writer, k, group))
          continue;
        if (depthOf(writer) > depth)
          return std::nullopt;
        writers.insert(writer);
      }
    return writers.size();
  }

  /// Does it overwrite what one of the values is made of, and nobody else needs?
  bool costs(const Stmt *writer, unsigned key, const Group &group) const {
    const auto overwrites = [&](const Stmt *reader) { return mayFollow(writer, reader); };
    const auto isMadeOf = [&](const ValueOnTrust *value) { return value->keys.test(key) && overwrites(value->declare); };
    return llvm::any_of(group.values, isMadeOf) && llvm::none_of(kept.usersOf(key), overwrites);
  }

  /// Behind it, or in the next iteration.
  bool mayFollow(const Stmt *stmt, const Stmt *other) const {
    return positions.numberOf(stmt) >= positions.numberOf(other) ||
           llvm::any_of(positions.loopsAround(other),
                        [&](const LoopStmt *loop) { return positions.isInside(stmt, loop); });
  }

  const KeptValues &kept;
  const Positions &positions;
};
} // namespace

Set keysOfFewerRecords(const std::vector<ValueOnTrust> &values, const KeptValues &kept, const Positions &positions,
                       const Set &none) {
  Set found = none;
  const Scales scales(kept, positions);
  for (const Group &group : groupsOf(values))
    if (scales.favour(group))
      found |= group.keys;
  return found;
}

} // namespace adjoint::analysis
