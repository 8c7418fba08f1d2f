// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/Stencils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace adjoint::transform {

using namespace ir;

namespace {

const long long farthest = 4; ///< neighbours

/// The element in the middle has offset 0.
void centre(Stencil &stencil) {
  const long long low = stencil.least(), high = stencil.greatest();
  auto distance = [&](const Stencil::Member &member) { return std::max(member.offset - low, high - member.offset); };
  const long long middle = std::min_element(stencil.members.begin(), stencil.members.end(), [&](auto &a, auto &b) {
                             return distance(a) < distance(b);
                           })->offset;
  for (Stencil::Member &member : stencil.members)
    member.offset -= middle;
}

void add(const Access &access, std::vector<Stencil> &stencils) {
  Stencil *found = nullptr;
  long long offset = 0;
  for (Stencil &stencil : stencils) {
    const Access &first = stencil.members.front().access;
    std::optional<long long> distance =
        first.base == access.base ? analysis::distanceBetween(first.index, access.index) : std::nullopt;
    if (distance && std::abs(*distance) <= farthest) {
      found = &stencil;
      offset = *distance;
    }
  }
  if (!found)
    found = &stencils.emplace_back();
  auto member = llvm::find_if(found->members, [&](auto &m) { return m.offset == offset; });
  if (member == found->members.end())
    member = found->members.insert(found->members.end(), {access, offset, {}});
  member->sums.insert(access.stmt);
}

} // namespace

long long Stencil::least() const {
  return std::min_element(members.begin(), members.end(), [](auto &a, auto &b) { return a.offset < b.offset; })->offset;
}

long long Stencil::greatest() const {
  return std::max_element(members.begin(), members.end(), [](auto &a, auto &b) { return a.offset < b.offset; })->offset;
}

std::set<const Stmt *> Stencil::sums() const {
  std::set<const Stmt *> all;
  for (const Member &member : members)
    all.insert(member.sums.begin(), member.sums.end());
  return all;
}

const Access &Stencil::middle() const {
  return llvm::find_if(members, [](auto &member) { return member.offset == 0; })->access;
}

std::vector<Stencil> stencilsOf(const Iteration &iteration) {
  std::vector<Stencil> stencils;
  for (const Access &access : iteration.accesses())
    if (access.kind == Access::Kind::Sum && iteration.isMoving(access))
      add(access, stencils);
  for (Stencil &stencil : stencils) {
    centre(stencil);
    stencil.hasRows = llvm::count_if(stencils, [&](const Stencil &other) { return other.base() == stencil.base(); }) > 1;
  }
  return stencils;
}

} // namespace adjoint::transform
