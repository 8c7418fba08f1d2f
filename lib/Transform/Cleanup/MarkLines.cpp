// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/MarkLines.h"

#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Does it run nothing that is worth a mark?
bool isSilent(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
    return true;
  case Stmt::Kind::Declare:
    return !cast<DeclareStmt>(stmt)->init;
  case Stmt::Kind::Return:
    return !cast<ReturnStmt>(stmt)->value;
  case Stmt::Kind::Label:
  case Stmt::Kind::Heading:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    return false;
  }
  return false;
}

bool hasScopes(const Stmt *stmt) {
  return isa<BlockStmt>(stmt) || isa<IfStmt>(stmt) || isa<LoopStmt>(stmt) || isa<SwitchStmt>(stmt);
}

bool hasHeading(const Stmt *stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const Stmt *inner) { found |= isa<HeadingStmt>(inner); });
  return found;
}

/// Do compilers rely on what was found of its iterations, or do other threads run them?
bool hasFixedBody(const Stmt *stmt) {
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  return loop && (loop->sumsInAnyOrder || !loop->parallelSums.empty() || loop->isIndependent || loop->runsInParallel);
}

/// Lines are 0 where there is none.
class Marker {
public:
  Marker(Context &context, const Function &function, const analysis::LineOf &lineOf)
      : context(context), lineOf(lineOf) {
    forEachStmt(function.body, [&](const Stmt *stmt) { takeFirst(stmt->location); });
    takeFirst(function.location);
  }

  bool hasLines() const { return first != 0; }

  /// `around`: the line of the statement that the list is in.
  StmtList marked(const StmtList &list, unsigned around = 0) {
    StmtList out;
    for (const Stmt *stmt : list)
      mark(stmt, around, out);
    return out;
  }

private:
  void takeFirst(Location location) {
    if (first || !lineOf(location))
      return;
    first = lineOf(location);
    where = location;
  }

  unsigned lineIn(unsigned around, const Stmt *stmt) const {
    const unsigned own = lineOf(stmt->location);
    return own ? own : around;
  }

  void mark(const Stmt *stmt, unsigned around, StmtList &out) {
    if (const auto *heading = dyn_cast<HeadingStmt>(stmt))
      next = heading->sweep == Sweep::Forward ? "forward" : "reverse";
    else if (isa<LabelStmt>(stmt))
      current = 0;
    else if (hasScopes(stmt))
      return markInside(stmt, around, out);
    else if (!isSilent(stmt))
      enter(lineIn(around, stmt), stmt->location, out);
    out.push_back(stmt);
  }

  void markInside(const Stmt *stmt, unsigned around, StmtList &out) {
    const unsigned line = lineIn(around, stmt);
    const std::set<unsigned> lines = linesOf(stmt, around);
    const bool isOneLine = lines.size() <= 1 && !hasHeading(stmt);
    if (isOneLine || hasFixedBody(stmt)) {
      enter(isOneLine && !lines.empty() ? *lines.begin() : line, stmt->location, out);
      return out.push_back(stmt);
    }
    if (!isa<BlockStmt>(stmt) || next)
      enter(line, stmt->location, out);
    // What runs before one of several iterations or sections is not known.
    const bool isOnce = isa<BlockStmt>(stmt) || isa<IfStmt>(stmt);
    const unsigned atBegin = isOnce ? current : 0;
    std::set<unsigned> atEnds;
    out.push_back(context.withScopes(stmt, [&](const StmtList &scope) {
      current = atBegin;
      StmtList inner = marked(scope, line);
      atEnds.insert(current);
      return inner;
    }));
    current = isOnce && atEnds.size() == 1 ? *atEnds.begin() : 0;
  }

  /// The lines that time is spent in. The head of a loop counts only if there is nothing in the loop.
  std::set<unsigned> linesOf(const Stmt *stmt, unsigned around) const {
    const unsigned line = lineIn(around, stmt);
    const auto *loop = dyn_cast<LoopStmt>(stmt);
    std::set<unsigned> lines;
    forEachList(stmt, [&](const StmtList &list) {
      if (loop && &list != &loop->body)
        return;
      for (const Stmt *inner : list) {
        const std::set<unsigned> more = linesOf(inner, line);
        lines.insert(more.begin(), more.end());
      }
    });
    const bool isHead = isa<IfStmt>(stmt) || isa<SwitchStmt>(stmt) || (loop && lines.empty());
    const bool isWork = isHead || (!hasScopes(stmt) && !isSilent(stmt));
    if (isWork && line)
      lines.insert(line);
    return lines;
  }

  /// What follows is of this line. The first mark of a function and of a sweep is made wherever what follows comes from.
  void enter(unsigned line, Location location, StmtList &out) {
    if (!next && (!line || line == current))
      return;
    current = line ? line : first;
    Context::Origin here(context, lineOf(location) ? location : where);
    std::vector<const Expr *> args = {context.intLiteral(current)};
    out.push_back(context.make<CallStmt>(nullptr, false, markNamed(next ? next : "at"), args));
    next = nullptr;
  }

  const Function *markNamed(const std::string &name) {
    const Function *&made = marks[name];
    if (made)
      return made;
    auto *function = context.make<Function>();
    function->name = name;
    function->spelling = "adjoint::profile::" + name;
    function->returnType = context.voidType();
    function->params = {context.make<Variable>("line", context.intType(), Storage::Parameter)};
    return made = function;
  }

  Context &context;
  const analysis::LineOf &lineOf;
  unsigned first = 0; ///< that the function has
  Location where;     ///< of it
  unsigned current = 0;    ///< the line that has been entered; 0: not known
  const char *next = "at"; ///< a mark of this name must come before anything runs; null: none need to
  std::map<std::string, const Function *> marks;
};

} // namespace

StmtList markLines(Context &context, const Function &function, const StmtList &body, const analysis::LineOf &lineOf) {
  Marker marker(context, function, lineOf);
  return marker.hasLines() ? marker.marked(body) : body;
}

} // namespace adjoint::transform
