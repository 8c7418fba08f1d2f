// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/SinkStorage.h"

#include "IR/Visit.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// An array or object that begins with nothing but zeros, if with anything.
bool isStorage(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const Variable *variable = declare ? declare->variable : nullptr;
  if (!variable || variable->storage != Storage::Local || !(variable->type->isArray() || variable->type->isRecord()) || !declare->comment.empty())
    return false;
  const auto *list = declare->init ? dyn_cast<InitListExpr>(declare->init) : nullptr;
  return !declare->init || (list && list->elements.empty());
}

class Sinking {
public:
  explicit Sinking(Context &context) : context(context) {}

  StmtList sunk(const StmtList &list) const {
    std::vector<StmtList> arriving(list.size()); // at the statement that alone uses them
    std::vector<bool> leaves(list.size(), false);
    const Users users = usersIn(list);
    for (size_t i = 0; i < list.size(); ++i) {
      const auto user = isStorage(list[i]) ? users.find(llvm::cast<DeclareStmt>(list[i])->variable) : users.end();
      if (user == users.end() || !user->second || !hasOneBranchFor(list[*user->second], user->first))
        continue;
      leaves[i] = true;
      arriving[*user->second].push_back(list[i]);
    }
    StmtList out;
    for (size_t i = 0; i < list.size(); ++i)
      if (!leaves[i])
        out.push_back(arriving[i].empty() ? list[i] : with(arriving[i], list[i]));
    return out;
  }

private:
  /// The one statement that uses a variable, besides its declaration; none where there are several.
  using Users = llvm::DenseMap<const Variable *, std::optional<size_t>>;
  static Users usersIn(const StmtList &list) {
    Users users;
    for (size_t i = 0; i < list.size(); ++i) {
      auto use = [&](const Variable *variable) {
        auto [found, isNew] = users.insert({variable, i});
        if (!isNew && found->second != i)
          found->second = std::nullopt;
      };
      auto places = [&](const Place *place) { use(rootVariable(place)); };
      forEachStmt(list[i], [&](const Stmt *stmt) {
        forEachOperand(
            stmt, [&](const Expr *e) { forEachPlace(e, places); },
            [&](const Place *place) {
              places(place);
              forEachExpr(place, [&](const Expr *e) { forEachPlace(e, places); });
            });
      });
    }
    return users;
  }

  static bool uses(const StmtList &list, const Variable *variable) {
    for (const Stmt *stmt : list)
      if (mentions(stmt, variable))
        return true;
    return false;
  }

  static bool hasOneBranchFor(const Stmt *stmt, const Variable *variable) {
    const auto *branch = dyn_cast<IfStmt>(stmt);
    const auto *choice = dyn_cast<SwitchStmt>(stmt);
    const Expr *condition = branch ? branch->condition : choice ? choice->condition : nullptr;
    if (!condition || mentions(condition, variable))
      return false;
    unsigned count = 0;
    forEachList(stmt, [&](const StmtList &list) { count += uses(list, variable); });
    return count == 1;
  }

  StmtList with(const StmtList &declarations, const StmtList &list) const {
    StmtList all;
    for (const Stmt *declaration : declarations)
      if (uses(list, llvm::cast<DeclareStmt>(declaration)->variable))
        all.push_back(declaration);
    if (all.empty())
      return list;
    all.insert(all.end(), list.begin(), list.end());
    return sunk(all);
  }

  const Stmt *with(const StmtList &declarations, const Stmt *stmt) const {
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      return context.rebuilt(branch, branch->condition, with(declarations, branch->yes), with(declarations, branch->no));
    const auto *choice = llvm::cast<SwitchStmt>(stmt);
    std::vector<SwitchSection> sections = choice->sections;
    for (SwitchSection &section : sections)
      section.body = with(declarations, section.body);
    return context.rebuilt(choice, choice->condition, std::move(sections));
  }

  Context &context;
};

} // namespace

StmtList sinkStorage(Context &context, const StmtList &body) { return Sinking(context).sunk(body); }

} // namespace adjoint::transform
