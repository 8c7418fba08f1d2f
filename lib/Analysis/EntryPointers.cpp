// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/EntryPointers.h"

#include "IR/Visit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace adjoint::analysis {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Members, from the outermost object to a pointer (or to an array of what holds pointers).
using Path = std::vector<unsigned>;
/// The pointers that are set. Where execution does not come, all are.
using State = std::set<Path>;

void collectPaths(const Type *type, const Path &path, State &out) {
  if (!holdsPointer(type))
    return;
  if (!type->isRecord()) {
    out.insert(path);
    return;
  }
  for (const Field &field : type->record->fields) {
    Path inner = path;
    inner.push_back(field.index);
    collectPaths(field.type, inner, out);
  }
}

State both(const State &a, const State &b) {
  State out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

/// What is set wherever a function returns, and wherever it goes to a label: all labels come later.
struct Jumps {
  State toEnd;
  std::map<std::string, State> toLabels;
};

class EntryWalk {
public:
  explicit EntryWalk(const Variable *global) : global(global) { collectPaths(global->type, {}, all); }

  bool usesEntry = false;

  /// The state at the end of the function.
  State function(const Function &function, const State &entry) {
    auto [slot, isNew] = ends.insert({{&function, entry}, entry}); // a recursion, met again, sets nothing
    if (!isNew || !function.hasBody)
      return slot->second;
    Jumps outer = std::exchange(jumps, {all, {}});
    State end = list(function.body, entry);
    end = both(end, std::exchange(jumps, outer).toEnd);
    return ends[{&function, entry}] = end;
  }

private:
  State list(const StmtList &statements, State state) {
    for (const Stmt *stmt : statements)
      state = after(stmt, state);
    return state;
  }

  State after(const Stmt *stmt, const State &before) {
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      return list(block->body, before);
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      return afterLoop(loop, before);
    forEachOperand(stmt, [&](const Expr *e) { use(e, before); }, [&](const Place *place) { forEachExpr(place, [&](const Expr *e) { use(e, before); }); });
    switch (stmt->kind) {
    case Stmt::Kind::If:
      return both(list(cast<IfStmt>(stmt)->yes, before), list(cast<IfStmt>(stmt)->no, before));
    case Stmt::Kind::Switch:
      forEachList(stmt, [&](const StmtList &section) { list(section, before); });
      return before;
    case Stmt::Kind::Return:
      jumps.toEnd = both(jumps.toEnd, before);
      return all;
    case Stmt::Kind::Break:
    case Stmt::Kind::Continue:
      return all;
    case Stmt::Kind::Goto: {
      State &there = jumps.toLabels.insert({cast<GotoStmt>(stmt)->label, all}).first->second;
      there = both(there, before);
      return all;
    }
    case Stmt::Kind::Label: {
      auto there = jumps.toLabels.find(cast<LabelStmt>(stmt)->label);
      return there == jumps.toLabels.end() ? before : both(before, there->second);
    }
    case Stmt::Kind::Call:
      return written(stmt, function(*cast<CallStmt>(stmt)->callee, before));
    case Stmt::Kind::Declare:
    case Stmt::Kind::Assign:
    case Stmt::Kind::Allocate:
    case Stmt::Kind::Free:
    case Stmt::Kind::Block:
    case Stmt::Kind::Loop:
    case Stmt::Kind::Push:
    case Stmt::Kind::Pop:
    case Stmt::Kind::TapeBlock:
    case Stmt::Kind::Heading:
      return written(stmt, before);
    }
    return before;
  }

  State afterLoop(const LoopStmt *loop, const State &before) {
    State begun = list(loop->init, before);
    if (loop->condition)
      use(loop->condition, begun);
    list(loop->step, list(loop->body, begun));
    return begun;
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

  State written(const Stmt *stmt, State state) const {
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) {
      if (std::optional<Path> path = pathOf(place))
        collectPaths(place->type, *path, state);
    });
    return state;
  }

  void use(const Expr *expr, const State &state) {
    forEachExpr(expr, [&](const Expr *part) {
      if (const auto *load = dyn_cast<LoadExpr>(part))
        usePlace(load->place, state);
      else if (const auto *address = dyn_cast<AddressExpr>(part))
        usePlace(address->place, state);
    });
  }

  void usePlace(const Place *place, const State &state) {
    if (rootVariable(place) != global || !holdsPointer(place->type))
      return;
    State used;
    if (std::optional<Path> path = pathOf(place))
      collectPaths(place->type, *path, used);
    else
      used = all;
    usesEntry |= !std::includes(state.begin(), state.end(), used.begin(), used.end());
  }

  const Variable *global;
  State all;
  Jumps jumps; ///< of the function that is being walked
  std::map<std::pair<const Function *, State>, State> ends;
};

} // namespace

bool mayUseEntryPointers(const Function &function, const Variable *global) {
  EntryWalk walk(global);
  walk.function(function, {});
  return walk.usesEntry;
}

} // namespace adjoint::analysis
