// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   T value;  value.x = ...;  T b = value;  ... b.x ...
// becomes
//   T b;  b.x = ...;  ... b.x ...
//
// An object that is made, copied, and not used again is its copy from the beginning: what a function returns, once it is inlined.
// One of the two is a temporary; the other keeps its name.
#include "Transform/Simplify/Simplify.h"

#include "Analysis/Memory/Writes.h"
#include "IR/Values.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

class ObjectForwarding : public Rewriter {
public:
  ObjectForwarding(Context &context, const StmtList &body) : Rewriter(context), writes(body) {
    forEachStmt(body, [&](const Stmt *stmt) { noteOpen(stmt); });
  }
  using Rewriter::rewrite;

  StmtList rewrite(const StmtList &list) override {
    if (!open.count(&list))
      for (auto at = list.begin(); at != list.end(); ++at)
        join(list.begin(), at, list.end());
    StmtList out;
    std::string comment; // of a copy that is gone, for what follows it
    for (const Stmt *stmt : list) {
      if (copies.count(stmt)) {
        comment = stmt->comment.empty() ? comment : stmt->comment;
        continue;
      }
      Rewriter::rewrite(stmt, out);
      if (!out.empty() && out.back()->comment.empty() && !comment.empty())
        out.back() = context.withComment(out.back(), comment);
      comment.clear();
    }
    return out;
  }

protected:
  using Rewriter::replace;
  const Variable *replace(const Variable *variable) override {
    const auto found = kept.find(variable);
    return found == kept.end() ? variable : found->second;
  }

private:
  using Iterator = StmtList::const_iterator;

  /// What the head of a loop declares is visible in its body, and what a section of a switch does in the next one.
  void noteOpen(const Stmt *stmt) {
    if (const auto *loop = dyn_cast<LoopStmt>(stmt))
      open.insert(&loop->init);
    if (const auto *choice = dyn_cast<SwitchStmt>(stmt))
      for (const SwitchSection &section : choice->sections)
        open.insert(&section.body);
    hasLabels = hasLabels || llvm::isa<LabelStmt>(stmt);
  }

  bool isOwnObject(const Variable *variable) const {
    const Type *type = variable->type;
    const bool isObject = type->isArray() || (type->isRecord() && !isOpaque(type));
    return variable->storage == Storage::Local && isObject && !kept.count(variable);
  }

  /// Is the statement at `at` such a copy, or the first of an array's? Both are declared in this list, so that they live and die
  /// together.
  void join(Iterator first, Iterator at, Iterator last) {
    const auto [copy, original] = copied(*at);
    const bool isTemporary = copy && (original->isTemporary || copy->isTemporary);
    if (!isTemporary || hasLabels || !isOwnObject(original) || !isOwnObject(copy)) // a jump back would copy once more
      return;
    const Type *type = context.withoutConst(original->type);
    const auto end = endOfCopy(at, last, copy, original);
    if (type != context.withoutConst(copy->type) || end == at || writes.isExposed(original))
      return;
    const bool isUsed = std::any_of(end, last, [&](const Stmt *stmt) { return mentions(stmt, original); });
    const auto declared = llvm::find_if(llvm::make_range(first, end), [&](const Stmt *stmt) { return declaredBy(stmt) == copy; });
    const bool isDeclaredHere = std::any_of(first, at, [&](const Stmt *stmt) { return declaredBy(stmt) == original; });
    if (isUsed || !isDeclaredHere || declared == end)
      return;
    if (declared < at && std::any_of(declared + 1, at, [&](const Stmt *stmt) { return mentions(stmt, copy); }))
      return;
    kept[original] = kept[copy] = survivor(original->isTemporary ? copy : original, type);
    copies.insert(*declared);
    copies.insert(at, end);
  }

  /// The `b` and `a` of `T b = a` and of `b[0] = a[0]`.
  static std::pair<const Variable *, const Variable *> copied(const Stmt *stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *load = llvm::dyn_cast_if_present<LoadExpr>(declare ? declare->init : assign ? assign->value : nullptr);
    if (!load)
      return {};
    const Variable *copy = declare ? declare->variable : arrayOf(assign->place, 0);
    const Variable *original = declare ? wholeVariable(load->place) : arrayOf(load->place, 0);
    return {original ? copy : nullptr, original};
  }

  /// Of the element with this number of an array.
  static const Variable *arrayOf(const Place *place, long long number) {
    const auto *element = dyn_cast<IndexPlace>(place);
    return element && isInteger(element->index, number) ? wholeVariable(element->array) : nullptr;
  }

  /// Behind the last statement of the copy; `at` if it leaves something out.
  static Iterator endOfCopy(Iterator at, Iterator last, const Variable *copy, const Variable *original) {
    if (llvm::isa<DeclareStmt>(*at))
      return at + 1;
    auto next = at;
    for (uint64_t k = 0; k < copy->type->count; ++k, ++next) {
      const auto *assign = next == last ? nullptr : dyn_cast<AssignStmt>(*next);
      const auto *load = assign ? dyn_cast<LoadExpr>(assign->value) : nullptr;
      if (!load || arrayOf(assign->place, k) != copy || arrayOf(load->place, k) != original)
        return at;
    }
    return next;
  }

  /// What is filled after it was declared is not const.
  const Variable *survivor(const Variable *variable, const Type *type) {
    if (!variable->type->isConst)
      return variable;
    auto *made = context.make<Variable>(*variable);
    made->type = type;
    return made;
  }

  const analysis::Writes writes;
  std::map<const Variable *, const Variable *> kept;
  std::set<const Stmt *> copies;
  std::set<const StmtList *> open; ///< lists whose variables others see
  bool hasLabels = false;
};

} // namespace

StmtList forwardObjects(Context &context, StmtList body) { return ObjectForwarding(context, body).rewrite(body); }

} // namespace adjoint::transform
