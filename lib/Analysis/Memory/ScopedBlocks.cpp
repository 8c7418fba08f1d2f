// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/ScopedBlocks.h"

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

ScopedBlocks::ScopedBlocks(const StmtList &body) : writes(body) {
  countUses(body);
  walk(body);
}

namespace {
/// `p` of `p[i]`, `*p` and `p[i].x`, null for any other place.
const Variable *dereferenced(const Place *place) {
  while (place->kind == Place::Kind::Field || place->kind == Place::Kind::Index)
    place = place->kind == Place::Kind::Field ? cast<FieldPlace>(place)->object : cast<IndexPlace>(place)->array;
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *sum = deref ? dyn_cast<BinaryExpr>(deref->pointer) : nullptr;
  const auto *load = deref ? dyn_cast<LoadExpr>(sum ? sum->left : deref->pointer) : nullptr;
  return load ? wholeVariable(load->place) : nullptr;
}
} // namespace

void ScopedBlocks::countUses(const StmtList &body) {
  auto count = [&](const Expr *e) {
    if (const auto *load = dyn_cast<LoadExpr>(e)) {
      ++loads[wholeVariable(load->place)];
      ++dereferences[dereferenced(load->place)];
    }
  };
  forEachStmt(body, [&](const Stmt *stmt) {
    forEachOperand(
        stmt, [&](const Expr *e) { forEachExpr(e, count); },
        [&](const Place *place) {
          ++dereferences[dereferenced(place)];
          forEachExpr(place, count);
        });
  });
}

void ScopedBlocks::walk(const StmtList &list) {
  std::map<const Variable *, size_t> allocated;
  for (size_t i = 0; i < list.size(); ++i) {
    const auto *allocation = dyn_cast<AllocateStmt>(list[i]);
    if (allocation && allocation->declares)
      allocated[wholeVariable(allocation->place)] = i;
    const auto *release = dyn_cast<FreeStmt>(list[i]);
    const auto *load = release ? dyn_cast<LoadExpr>(release->pointer) : nullptr;
    auto begin = load ? allocated.find(wholeVariable(load->place)) : allocated.end();
    if (begin != allocated.end())
      consider(list, begin->second, i);
    forEachList(list[i], [&](const StmtList &nested) { walk(nested); });
  }
}

void ScopedBlocks::consider(const StmtList &list, size_t allocated, size_t freed) {
  const auto *allocation = cast<AllocateStmt>(list[allocated]);
  const Variable *pointer = wholeVariable(allocation->place);
  bool isAlone = pointer->storage == Storage::Local && !writes.isExposed(pointer) && writes.count(pointer) == 1 &&
                 loads[pointer] == dereferences[pointer] + 1;
  const StmtList between(list.begin() + allocated, list.begin() + freed);
  if (!isAlone || holdsPointer(allocation->element) || (allocation->count && mayChange(between, allocation->count)))
    return;
  allocations[pointer] = allocation;
  frees[allocation] = cast<FreeStmt>(list[freed]);
}

const FreeStmt *ScopedBlocks::freeOf(const AllocateStmt *allocation) const {
  auto found = frees.find(allocation);
  return found == frees.end() ? nullptr : found->second;
}

const AllocateStmt *ScopedBlocks::allocationOf(const Variable *pointer) const {
  auto found = allocations.find(pointer);
  return found == allocations.end() ? nullptr : found->second;
}

const AllocateStmt *ScopedBlocks::allocationOf(const Stmt *stmt) const {
  const auto *release = dyn_cast<FreeStmt>(stmt);
  const auto *load = release ? dyn_cast<LoadExpr>(release->pointer) : nullptr;
  const AllocateStmt *allocation = load ? allocationOf(wholeVariable(load->place)) : nullptr;
  return allocation && freeOf(allocation) == stmt ? allocation : nullptr;
}

} // namespace adjoint::analysis
