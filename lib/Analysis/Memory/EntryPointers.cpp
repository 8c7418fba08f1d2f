// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/EntryPointers.h"

#include "Analysis/Solver/Certain.h"

#include <optional>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Members, from the outermost object to a pointer (or to an array of what holds pointers).
using Path = std::vector<unsigned>;
using Paths = std::vector<Path>;
/// The pointers that are set.
using PointersSet = Certain<Path>;

void collectPaths(const Type *type, const Path &path, Paths &out) {
  if (!holdsPointer(type))
    return;
  if (!type->isRecord()) {
    out.push_back(path);
    return;
  }
  for (const Field &field : type->record->fields) {
    Path inner = path;
    inner.push_back(field.index);
    collectPaths(field.type, inner, out);
  }
}

/// What all functions have in common that are followed.
class EntrySearch {
public:
  explicit EntrySearch(const Variable *global) : global(global) {}

  bool usesEntry = false;

  /// The state at the end of the function.
  PointersSet endOf(const Function &function, const PointersSet &entry);

  void set(const Place *place, PointersSet &state) const {
    if (std::optional<Path> path = pathOf(place))
      for (const Path &pointer : pathsIn(place->type, *path))
        state.add(pointer);
  }

  void use(const Place *place, const PointersSet &state) {
    if (rootVariable(place) != global || !holdsPointer(place->type))
      return;
    std::optional<Path> path = pathOf(place);
    const Paths used = path ? pathsIn(place->type, *path) : pathsIn(global->type, {});
    usesEntry |= !llvm::all_of(used, [&](const Path &pointer) { return state.contains(pointer); });
  }

private:
  static Paths pathsIn(const Type *type, const Path &path) {
    Paths found;
    collectPaths(type, path, found);
    return found;
  }

  /// None for an element of an array, and for what is no part of the variable.
  std::optional<Path> pathOf(const Place *place) const {
    Path path;
    while (const auto *member = dyn_cast<FieldPlace>(place)) {
      path.insert(path.begin(), member->field->index);
      place = member->object;
    }
    bool isPart = isa<VarPlace>(place) && cast<VarPlace>(place)->variable == global;
    return isPart ? std::optional<Path>(path) : std::nullopt;
  }

  const Variable *global;
  std::map<std::pair<const Function *, PointersSet>, PointersSet> ends;
};

/// Of one function.
class EntryPointers : public ForwardOver<PointersSet> {
public:
  explicit EntryPointers(EntrySearch &search) : search(search) {}

protected:
  void transfer(const Stmt *stmt, PointersSet &state) override {
    forEachOperand(
        stmt, [&](const Expr *e) { use(e, state); },
        [&](const Place *place) { forEachExpr(place, [&](const Expr *e) { use(e, state); }); });
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      state = search.endOf(*call->callee, state);
    forEachOperand(
        stmt, [](const Expr *) {}, [&](const Place *place) { search.set(place, state); });
  }
  bool keeps(const Stmt *) const override { return false; }
  void evaluate(const Stmt *, const Expr *condition, PointersSet &state) override { use(condition, state); }

private:
  void use(const Expr *expr, const PointersSet &state) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *load = dyn_cast<LoadExpr>(part))
        search.use(load->place, state);
      else if (const auto *address = dyn_cast<AddressExpr>(part))
        search.use(address->place, state);
    });
  }

  EntrySearch &search;
};

PointersSet EntrySearch::endOf(const Function &function, const PointersSet &entry) {
  auto [slot, isNew] = ends.insert({{&function, entry}, entry}); // a recursion, met again, sets nothing
  if (!isNew || !function.hasBody)
    return slot->second;
  return slot->second = EntryPointers(*this).solve(function.body, entry);
}

} // namespace

bool mayUseEntryPointers(const Function &function, const Variable *global) {
  EntrySearch search(global);
  search.endOf(function, PointersSet());
  return search.usesEntry;
}

} // namespace adjoint::analysis
