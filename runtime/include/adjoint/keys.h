// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives the adjoint of a map the keys of its primal, in the same order of iteration.
//
//     adjoint::same_keys(m, m_b);
//
// Missing keys are added to m_b with the value zero. Keys that m lacks are erased. The values of all other keys are
// kept. Iterators and references into m_b are invalid afterwards if its keys have changed.
//
// Errors: std::bad_alloc; std::logic_error if a copy of an unordered map does not iterate in the order of the original.

#ifndef ADJOINT_KEYS_H
#define ADJOINT_KEYS_H

#include <stdexcept>
#include <utility>

namespace adjoint {

/// Do both maps have the same keys in the same order of iteration?
template <class Map> bool has_same_keys(const Map &primal, const Map &adjoint) {
  if (primal.size() != adjoint.size())
    return false;
  auto other = adjoint.begin();
  for (const auto &entry : primal) {
    if (!(entry.first == other->first))
      return false;
    ++other;
  }
  return true;
}

template <class Map> void same_keys(const Map &primal, Map &adjoint) {
  if (has_same_keys(primal, adjoint))
    return;
  Map ordered(primal);
  for (auto &entry : ordered) {
    const auto known = adjoint.find(entry.first);
    entry.second = known == adjoint.end() ? typename Map::mapped_type() : std::move(known->second);
  }
  if (!has_same_keys(primal, ordered))
    throw std::logic_error("adjoint: the keys of an unordered map have changed their order in a copy");
  adjoint = std::move(ordered);
}

} // namespace adjoint

#endif // ADJOINT_KEYS_H
