// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Report/Report.h"

#include "Analysis/Activity/Activity.h"
#include "Analysis/Record/Tbr.h"

namespace adjoint::analysis {

using namespace ir;

namespace {

std::string heading(const Unit &unit) { return "function " + unit.function->name + "\n"; }

std::string names(const Alias &alias, const Set &regions) {
  std::set<std::string> sorted;
  for (unsigned r : regions.set_bits())
    sorted.insert(alias.nameOf(r));
  std::string out;
  for (const std::string &name : sorted)
    out += " " + name;
  return out;
}

std::string lineLabel(const Stmt *stmt, const LineOf &lineOf) {
  return "  line " + std::to_string(lineOf(stmt->location));
}

/// One line for each statement that the user wrote and that has no statements inside.
std::string perStatement(const Unit &unit, const LineOf &lineOf,
                         const std::function<std::string(const Stmt *)> &answer) {
  std::string out = heading(unit);
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    bool isLeaf = true;
    forEachList(stmt, [&](const StmtList &) { isLeaf = false; });
    std::string text = isLeaf && lineOf(stmt->location) ? answer(stmt) : "";
    if (!text.empty())
      out += lineLabel(stmt, lineOf) + ":" + text + "\n";
  });
  return out;
}

std::string orNothing(const std::string &text) { return text.empty() ? " nothing" : text; }

} // namespace

std::string reportAlias(const Unit &unit) {
  const Alias &alias = *unit.alias;
  std::string out = heading(unit);
  for (unsigned r = 0; r < alias.regionCount(); ++r) {
    Set others(alias.regionCount());
    for (unsigned s = 0; s < alias.regionCount(); ++s)
      if (s != r && alias.mayOverlap(r, s))
        others.set(s);
    if (others.any())
      out += "  " + alias.nameOf(r) + " overlaps" + names(alias, others) + "\n";
    if (alias.contentOf(r).any())
      out += "  " + alias.nameOf(r) + " points to" + names(alias, alias.contentOf(r)) + "\n";
  }
  return out;
}

std::string reportEffects(const Unit &unit) {
  const Alias &alias = *unit.alias;
  auto visible = [&](const Set &keys) {
    Set regions(alias.regionCount());
    for (unsigned r : elements(alias.regionsIn(keys)))
      if (!alias.isLocal(r))
        regions.set(r);
    return orNothing(names(alias, regions));
  };
  std::string out = heading(unit);
  out += "  reads" + visible(unit.reads) + "\n  writes" + visible(unit.writes) + "\n";
  if (unit.managesMemory)
    out += "  hands out or frees memory\n";
  if (unit.hasOutsideEffects)
    out += "  has effects outside\n";
  return out;
}

std::string reportVaried(const Unit &unit, const Activity &activity, const LineOf &lineOf) {
  return perStatement(unit, lineOf, [&](const Stmt *stmt) {
    return orNothing(names(*unit.alias, unit.alias->regionsIn(activity.variedFacts().after(stmt))));
  });
}

std::string reportUseful(const Unit &unit, const Activity &activity, const LineOf &lineOf) {
  return perStatement(unit, lineOf, [&](const Stmt *stmt) {
    return orNothing(names(*unit.alias, unit.alias->regionsIn(activity.usefulFacts().after(stmt))));
  });
}

std::string reportActivity(const Unit &unit, const Activity &activity, const LineOf &lineOf) {
  std::string out = perStatement(unit, lineOf, [&](const Stmt *stmt) {
    Set active = activity.variedFacts().after(stmt);
    active &= activity.usefulFacts().after(stmt);
    return orNothing(names(*unit.alias, unit.alias->regionsIn(active)));
  });
  Set adjoints(unit.alias->regionCount());
  for (unsigned r = 0; r < unit.alias->regionCount(); ++r)
    if (activity.hasAdjoint(r))
      adjoints.set(r);
  return out + "  adjoints of" + orNothing(names(*unit.alias, adjoints)) + "\n";
}

std::string reportTbr(const Unit &unit, const Tbr &tbr, const LineOf &lineOf) {
  std::string out = perStatement(unit, lineOf, [&](const Stmt *stmt) -> std::string {
    if (tbr.isInverted(stmt))
      return " inverted";
    if (tbr.isRecordedBefore(stmt))
      return " recorded before the loop";
    if (!tbr.mustRecord(stmt))
      return "";
    const Stmt *user = tbr.neededBy(stmt);
    unsigned line = user ? lineOf(user->location) : 0;
    return line ? " recorded, needed for line " + std::to_string(line) : " recorded";
  });
  forEachStmt(unit.function->body, [&](const Stmt *stmt) {
    forEachList(stmt, [&](const StmtList &list) {
      for (const Variable *variable : tbr.recordedAtExit(list))
        out += "  " + variable->name + " recorded at the end of its scope\n";
      for (const DeclareStmt *declare : tbr.recomputed(list))
        out += "  " + declare->variable->name + " recomputed\n";
    });
  });
  return out;
}

std::string reportLiveness(const Unit &unit, const std::set<const Stmt *> &executed, const LineOf &lineOf) {
  return perStatement(unit, lineOf, [&](const Stmt *stmt) -> std::string {
    bool isPrimal = stmt->kind != Stmt::Kind::Return && stmt->kind != Stmt::Kind::Free;
    return isPrimal && !executed.count(stmt) ? " not executed" : "";
  });
}

} // namespace adjoint::analysis
