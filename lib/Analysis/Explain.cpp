// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Explain.h"

#include "Analysis/Activity.h"
#include "Analysis/Tbr.h"

#include <algorithm>
#include <map>

namespace adjoint::analysis {

using namespace ir;

namespace {

uint64_t bytesOf(const Type *type) {
  if (type->isArray())
    return type->count * bytesOf(type->element);
  uint64_t bytes = type->isPointer() || type->isReference() ? sizeof(void *) : (type->bits + 7) / 8;
  if (type->isRecord())
    for (const Field &field : type->record->fields)
      bytes += bytesOf(field.type);
  return bytes;
}

/// What a statement without statements inside writes; null for none.
const Place *writtenBy(const Stmt *stmt) {
  if (const auto *assign = llvm::dyn_cast<AssignStmt>(stmt))
    return assign->place;
  const auto *call = llvm::dyn_cast<CallStmt>(stmt);
  return call ? call->result : nullptr;
}

class Explanation {
public:
  Explanation(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf)
      : unit(unit), alias(*unit.alias), activity(activity), tbr(tbr), lineOf(lineOf) {
    unsigned line = 0;
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      bool isLeaf = true;
      forEachList(stmt, [&](const StmtList &) { isLeaf = false; });
      line = lineOf(stmt->location) ? lineOf(stmt->location) : line;
      if (!line || !activity.variedFacts().hasVisited(stmt))
        return;
      lines[stmt] = line;
      if (isLeaf)
        leaves.push_back(stmt);
    });
  }

  std::string text() const {
    std::string out = "function " + unit.function->name + "\n";
    std::map<std::string, std::string> sorted;
    for (unsigned r = 0; r < alias.regionCount(); ++r)
      if (isTheUsers(r))
        sorted[alias.nameOf(r)] = activeness(r) + records(r);
    for (const auto &[name, what] : sorted)
      out += "  " + name + ": " + what + "\n";
    return out;
  }

private:
  bool isTheUsers(unsigned region) const {
    const Variable *variable = alias.region(region).variable;
    return variable && lineOf(variable->location) && !variable->name.empty();
  }
  bool holdsFloatingPoint(unsigned region) const {
    Set only(alias.regionCount());
    only.set(region);
    return alias.floatingOnly(alias.keysOf(only)).any();
  }
  bool isIn(unsigned region, const Set &keys) const { return alias.regionsIn(alias.floatingOnly(keys)).test(region); }

  std::string activeness(unsigned region) const {
    if (!holdsFloatingPoint(region))
      return "passive, holds no floating-point value";
    const Varied &varied = activity.variedFacts();
    const Useful &useful = activity.usefulFacts();
    unsigned from = 0, to = 0;
    bool isActive = false;
    for (const Stmt *stmt : leaves) {
      bool isVaried = isIn(region, varied.after(stmt)), isUseful = isIn(region, useful.after(stmt));
      isActive |= (isVaried && isUseful) || (isIn(region, varied.before(stmt)) && isIn(region, useful.before(stmt)));
      if (isVaried && !from)
        from = lines.at(stmt);
      if (isIn(region, useful.before(stmt)))
        to = std::max(to, lines.at(stmt));
    }
    bool onEntry = !leaves.empty() && isIn(region, varied.before(leaves.front()));
    bool onExit = !leaves.empty() && isIn(region, useful.after(leaves.back()));
    if (!from && !onEntry)
      return "passive, depends on no independent";
    std::string start = onEntry ? "varied on entry" : "varied from line " + std::to_string(from);
    if (!to && !onExit)
      return "passive, " + start + ", but no dependent depends on it";
    std::string end = onExit ? "useful up to the end" : "useful up to line " + std::to_string(to);
    return (isActive ? "active, " : "passive, ") + start + ", " + end +
           (activity.hasAdjoint(region) ? "" : ", without an adjoint");
  }

  std::string records(unsigned region) const {
    std::string out;
    for (const Stmt *stmt : leaves) {
      const Place *place = writtenBy(stmt);
      if (!place || !alias.regionsOf(place).test(region))
        continue;
      if (tbr.isInverted(stmt))
        out += "; undone for line " + std::to_string(lines.at(stmt));
      if (tbr.isRecordedBefore(stmt))
        out += "; recorded before the loop in which line " + std::to_string(lines.at(stmt)) +
               " overwrites it (" + std::to_string(bytesOf(place->type)) + " bytes)";
      if (tbr.mustRecord(stmt))
        out += "; recorded before line " + std::to_string(lines.at(stmt)) + " overwrites it (" +
               std::to_string(bytesOf(place->type)) + " bytes)" + neededFor(stmt);
    }
    const Variable *variable = alias.region(region).variable;
    if (alias.regionOf(variable) != int(region))
      return out;
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      forEachList(stmt, [&](const StmtList &list) { out += atExit(list, variable); });
    });
    return out;
  }

  std::string atExit(const StmtList &list, const Variable *variable) const {
    std::string out;
    for (const Variable *recorded : tbr.recordedAtExit(list))
      if (recorded == variable)
        out += "; recorded at the end of its scope (" + std::to_string(bytesOf(variable->type)) + " bytes)";
    for (const DeclareStmt *declare : tbr.recomputed(list))
      if (declare->variable == variable)
        out += "; recomputed in the reverse sweep";
    return out;
  }

  std::string neededFor(const Stmt *stmt) const {
    const Stmt *user = tbr.neededBy(stmt);
    auto found = lines.find(user);
    const unsigned line = found == lines.end() ? 0 : found->second;
    return line ? ", needed for the adjoint of line " + std::to_string(line) : "";
  }

  const Unit &unit;
  const Alias &alias;
  const Activity &activity;
  const Tbr &tbr;
  const LineOf &lineOf;
  std::vector<const Stmt *> leaves;
  std::map<const Stmt *, unsigned> lines; ///< of what is in no line of the file, that of the statement before
};

} // namespace

std::string explain(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf) {
  return Explanation(unit, activity, tbr, lineOf).text();
}

} // namespace adjoint::analysis
