// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of a map has the keys of its primal, in the same order.
//
//   adjoint::same_keys(m, m_b);
//
// Keys that m_b lacks are added with the value zero, others are erased. Errors: std::bad_alloc; std::logic_error if copies of
// an unordered map do not keep its order.

#ifndef ADJOINT_KEYS_H
#define ADJOINT_KEYS_H

#include <stdexcept>
#include <utility>

namespace adjoint {

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
