// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/RowPointers.h"

#include "Analysis/Loops/Bounds.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

std::optional<analysis::RowElement> rowOf(const Expr *pointer) {
  const auto *load = dyn_cast<LoadExpr>(pointer);
  const auto *member = load && load->type->isPointer() ? dyn_cast<FieldPlace>(load->place) : nullptr;
  std::optional<analysis::Element> row = member ? analysis::elementOf(member->object) : std::nullopt;
  if (!row)
    return std::nullopt;
  return analysis::RowElement{row->base, member->field, row->index, nullptr};
}

RowPointers::RowPointers(const StmtList &body, AreApart bases, HasOwnRows hasOwnRows)
    : bases(std::move(bases)), hasOwnRows(std::move(hasOwnRows)) {
  visit(body);
}

void RowPointers::visit(const StmtList &list) {
  const Stmt *next = nullptr;
  for (auto stmt = list.rbegin(); stmt != list.rend(); ++stmt) {
    const auto *declare = dyn_cast<DeclareStmt>(*stmt);
    std::optional<analysis::RowElement> row =
        declare && declare->init && declare->variable->type->isConst ? rowOf(declare->init) : std::nullopt;
    if (row && next)
      rows.insert({declare->variable, Row{*row, next}});
    else
      next = *stmt;
    forEachList(*stmt, [&](const StmtList &nested) { visit(nested); });
  }
}

namespace {
bool countsIn(const Stmt *stmt, const Variable *counter) {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  std::optional<analysis::CountedLoop> counted = loop ? analysis::countedLoop(loop) : std::nullopt;
  if (loop && !counted)
    counted = analysis::runUpwards(loop);
  return counted && counted->counter == counter;
}
} // namespace

bool RowPointers::areApart(const Variable *counter, const Variable *a, const Variable *b) const {
  auto first = rows.find(a), second = rows.find(b);
  if (first == rows.end() || second == rows.end() || first->second.next != second->second.next)
    return false;
  const analysis::RowElement &one = first->second.element, &other = second->second.element;
  if (one.member != other.member || !hasOwnRows(one.base, one.member) || !hasOwnRows(other.base, other.member))
    return false;
  if (one.base != other.base)
    return countsIn(first->second.next, counter) && bases(counter, one.base, other.base);
  return analysis::distanceBetween(one.row, other.row).value_or(0) != 0;
}

} // namespace adjoint::transform
