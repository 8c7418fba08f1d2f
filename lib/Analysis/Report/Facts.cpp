// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Report/Facts.h"

#include "Analysis/Activity/Activity.h"
#include "Analysis/Record/Tbr.h"

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

/// Of numbers: additions and their kin, and calls of functions. None of a table, which has no value of its own.
unsigned operationsIn(const Expr *value) {
  unsigned operations = 0;
  if (value)
    forEachExpr(value, [&](const Expr *e) {
      const bool isOperation = e->kind == Expr::Kind::Binary || e->kind == Expr::Kind::Unary || e->kind == Expr::Kind::Intrinsic;
      operations += isOperation && e->type->isFloating();
    });
  return operations;
}

/// What a statement without statements inside writes; null for none.
const Place *writtenBy(const Stmt *stmt) {
  if (const auto *assign = llvm::dyn_cast<AssignStmt>(stmt))
    return assign->place;
  const auto *call = llvm::dyn_cast<CallStmt>(stmt);
  return call ? call->result : nullptr;
}

class FactFinder {
public:
  FactFinder(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf)
      : unit(unit), alias(*unit.alias), activity(activity), tbr(tbr), lineOf(lineOf) {
    unsigned line = 0; // of what has none, as it is in the code of a library: that of the statement before
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

  FunctionFacts facts() const {
    FunctionFacts facts;
    facts.name = unit.function->name;
    facts.line = lineOf(unit.function->location);
    for (const auto &[stmt, line] : lines)
      facts.lastLine = std::max(facts.lastLine, line);
    std::map<std::string, VariableFacts> sorted;
    for (unsigned r = 0; r < alias.regionCount(); ++r) {
      VariableFacts variable = factsOfRegion(r);
      if (isTheUsers(r) || !variable.records.empty())
        sorted[variable.name] = variable;
    }
    for (const auto &[name, variable] : sorted)
      facts.variables.push_back(variable);
    return facts;
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

  VariableFacts factsOfRegion(unsigned region) const {
    VariableFacts facts;
    facts.name = alias.nameOf(region);
    facts.activity = isTheUsers(region) ? activeness(region, facts.isActive) : "named by the tool";
    addRecords(region, facts.records);
    return facts;
  }

  std::string activeness(unsigned region, bool &isActive) const {
    if (!holdsFloatingPoint(region))
      return "passive, holds no floating-point value";
    const Varied &varied = activity.variedFacts();
    const Useful &useful = activity.usefulFacts();
    unsigned from = 0, to = 0;
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

  void addRecords(unsigned region, std::vector<RecordFacts> &out) const {
    using Kind = RecordFacts::Kind;
    for (const Stmt *stmt : leaves) {
      const Place *place = writtenBy(stmt);
      if (!place || !alias.regionsOf(place).test(region))
        continue;
      const unsigned line = lines.at(stmt);
      if (tbr.isInverted(stmt))
        out.push_back({Kind::Undone, line, 0, 0});
      if (tbr.isRecordedBefore(stmt))
        out.push_back({Kind::BeforeLoop, line, bytesOf(place->type), 0});
      if (tbr.mustRecord(stmt))
        out.push_back({Kind::Recorded, line, bytesOf(place->type), neededFor(stmt)});
    }
    const Variable *variable = alias.region(region).variable;
    if (alias.regionOf(variable) != int(region))
      return;
    forEachStmt(unit.function->body, [&](const Stmt *stmt) {
      forEachList(stmt, [&](const StmtList &list) { addAtExit(list, variable, out); });
    });
  }

  void addAtExit(const StmtList &list, const Variable *variable, std::vector<RecordFacts> &out) const {
    for (const Variable *recorded : tbr.recordedAtExit(list))
      if (recorded == variable)
        out.push_back({RecordFacts::Kind::AtScopeEnd, lineOfVariable(variable), bytesOf(variable->type), 0});
    for (const DeclareStmt *declare : tbr.recomputed(list))
      if (declare->variable == variable)
        out.push_back({RecordFacts::Kind::Recomputed, lineOf(declare->location), 0, 0, operationsIn(declare->init)});
  }

  /// Where the user, or the tool for the user, declares it.
  unsigned lineOfVariable(const Variable *variable) const {
    if (unsigned line = lineOf(variable->location))
      return line;
    for (const Stmt *stmt : leaves)
      if (declaredBy(stmt) == variable)
        return lines.at(stmt);
    return 0;
  }

  unsigned neededFor(const Stmt *stmt) const {
    const Stmt *user = tbr.neededBy(stmt);
    auto found = lines.find(user);
    return found == lines.end() ? 0 : found->second;
  }

  const Unit &unit;
  const Alias &alias;
  const Activity &activity;
  const Tbr &tbr;
  const LineOf &lineOf;
  std::vector<const Stmt *> leaves;
  std::map<const Stmt *, unsigned> lines; ///< of the leaves, too
};

} // namespace

FunctionFacts factsOf(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf) {
  return FactFinder(unit, activity, tbr, lineOf).facts();
}

std::string textOf(const RecordFacts &record) {
  const std::string line = std::to_string(record.line), bytes = " (" + std::to_string(record.bytes) + " bytes)";
  switch (record.kind) {
  case RecordFacts::Kind::Undone:
    return "undone for line " + line;
  case RecordFacts::Kind::BeforeLoop:
    return "recorded before the loop in which line " + line + " overwrites it" + bytes;
  case RecordFacts::Kind::Recorded:
    return "recorded before line " + line + " overwrites it" + bytes +
           (record.neededFor ? ", needed for the adjoint of line " + std::to_string(record.neededFor) : "");
  case RecordFacts::Kind::AtScopeEnd:
    return "recorded at the end of its scope" + bytes;
  case RecordFacts::Kind::Recomputed:
    return "recomputed in the reverse sweep (operations: " + std::to_string(record.operations) + ")";
  }
  return "";
}

std::string textOf(const RegionFacts &region) {
  return "  line " + std::to_string(region.line) + ": " + region.what + ": " + region.form +
         (region.detail.empty() ? "" : ", " + region.detail) + "\n";
}

std::string textOf(const FunctionFacts &facts) {
  std::string out = "function " + facts.name + "\n";
  for (const VariableFacts &variable : facts.variables) {
    out += "  " + variable.name + ": " + variable.activity;
    for (const RecordFacts &record : variable.records)
      out += "; " + textOf(record);
    out += "\n";
  }
  for (const RegionFacts &region : facts.regions)
    out += textOf(region);
  return out;
}

} // namespace adjoint::analysis
