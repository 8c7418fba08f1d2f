// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Names.h"

#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Uses.h"
#include "IR/Identifiers.h"
#include "IR/Visit.h"

#include <algorithm>

namespace adjoint::codegen {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// What the function mentions beside its variables, and where its variables begin.
class NameCollector {
public:
  struct Entry {
    const Variable *variable;
    std::set<unsigned> scopes;
  };

  explicit NameCollector(const Function &function) {
    parents.push_back(0);
    for (const Variable *param : function.params)
      declare(param, 0);
    visitList(function.body, 0);
    lasts.resize(parents.size());
    for (unsigned scope = parents.size(); scope-- > 0;) {
      lasts[scope] = std::max(lasts[scope], scope);
      lasts[parents[scope]] = std::max(lasts[parents[scope]], lasts[scope]);
    }
  }

  std::vector<Entry> entries; ///< in order of appearance
  std::set<std::string> reserved;
  std::set<std::string> inLiterals; ///< may be names of the function's own variables
  std::set<std::string> labels;

  /// Is the scope one of these, inside one, or around one?
  bool isRelated(unsigned scope, const std::set<unsigned> &others) const {
    auto inside = others.lower_bound(scope);
    if (inside != others.end() && *inside <= lasts[scope])
      return true;
    for (; scope > 0; scope = parents[scope])
      if (others.count(parents[scope]))
        return true;
    return false;
  }

private:

  unsigned newScope(unsigned parent) {
    parents.push_back(parent);
    return static_cast<unsigned>(parents.size() - 1);
  }

  void declare(const Variable *variable, unsigned scope) {
    addIdentifiers(declarator(variable->type, ""), reserved);
    auto [it, isNew] = indices.insert({variable, entries.size()});
    if (isNew)
      entries.push_back({variable, {}});
    entries[it->second].scopes.insert(scope);
  }

  void visitList(const StmtList &list, unsigned parent) { visitIn(list, newScope(parent)); }

  void visitIn(const StmtList &list, unsigned scope) {
    for (const Stmt *stmt : list)
      visit(stmt, scope);
  }

  void visit(const Stmt *stmt, unsigned scope) {
    forEachOperand(
        stmt, [&](const Expr *e) { visitExpr(e); }, [&](const Place *p) { visitPlace(p); });
    if (const auto *loop = dyn_cast<LoopStmt>(stmt)) {
      // The step may be printed at the end of the body.
      unsigned init = newScope(scope);
      visitIn(loop->init, init);
      unsigned body = newScope(init);
      visitIn(loop->body, body);
      visitList(loop->step, body);
      return;
    }
    visitItself(stmt, scope);
    forEachList(stmt, [&](const StmtList &list) { visitList(list, scope); });
  }

  void visitItself(const Stmt *stmt, unsigned scope) {
    if (const auto *declaration = dyn_cast<DeclareStmt>(stmt)) {
      declare(declaration->variable, scope);
    } else if (const auto *call = dyn_cast<CallStmt>(stmt)) {
      addIdentifiers(call->callee->spelling, reserved);
      addIdentifiers(call->callee->pattern, reserved);
      if (call->callee->contextArgument)
        addIdentifiers(call->callee->contextArgument->type, reserved);
      if (call->declares)
        declareRoot(call->result, scope);
    } else if (const auto *allocation = dyn_cast<AllocateStmt>(stmt)) {
      addIdentifiers(declarator(allocation->element, ""), reserved);
      if (allocation->declares)
        declareRoot(allocation->place, scope);
    } else if (const auto *pop = dyn_cast<PopStmt>(stmt)) {
      if (pop->declares)
        declareRoot(pop->place, scope);
    } else if (const auto *block = dyn_cast<TapeBlockStmt>(stmt)) {
      if (block->declares())
        declare(block->block, scope);
    } else if (const auto *choice = dyn_cast<SwitchStmt>(stmt)) {
      for (const SwitchSection &section : choice->sections)
        for (const Expr *label : section.labels)
          visitExpr(label);
    } else if (const auto *label = dyn_cast<LabelStmt>(stmt)) {
      labels.insert(label->label);
    }
  }

  void declareRoot(const Place *place, unsigned scope) {
    if (const Variable *variable = rootVariable(place))
      declare(variable, scope);
  }

  void visitExpr(const Expr *expr) {
    forEachExpr(expr, [this](const Expr *e) {
      if (const auto *literal = dyn_cast<LiteralExpr>(e))
        addIdentifiers(literal->spelling, inLiterals);
      else if (const auto *intrinsic = dyn_cast<IntrinsicExpr>(e))
        addIdentifiers(intrinsic->spelling, reserved);
      else if (const auto *function = dyn_cast<FunctionRefExpr>(e))
        addIdentifiers(function->spelling, reserved);
      else if (const auto *conversion = dyn_cast<CastExpr>(e))
        addIdentifiers(declarator(conversion->type, ""), reserved);
      else if (const auto *load = dyn_cast<LoadExpr>(e))
        visitRoot(load->place);
      else if (const auto *address = dyn_cast<AddressExpr>(e))
        visitRoot(address->place);
    });
  }

  void visitPlace(const Place *place) {
    visitRoot(place);
    forEachExpr(place, [this](const Expr *e) { visitExpr(e); });
  }

  void visitRoot(const Place *place) {
    const Variable *variable = rootVariable(place);
    if (variable && variable->isGlobal())
      addIdentifiers(variable->name, reserved);
  }

  /// Of each scope; a scope's number is greater than its parent's, and those inside it follow its own.
  std::vector<unsigned> parents, lasts;
  std::map<const Variable *, size_t> indices;
};

/// Gives out names, the first come first.
class Assigner {
public:
  explicit Assigner(const NameCollector &collected) : collected(collected) {}

  bool tryAssign(const NameCollector::Entry &entry, const std::string &name) {
    if (collected.reserved.count(name) || (entry.variable->isTemporary && collected.inLiterals.count(name)))
      return false;
    std::set<unsigned> &taken = scopesOf[name];
    for (unsigned scope : entry.scopes)
      if (collected.isRelated(scope, taken))
        return false;
    taken.insert(entry.scopes.begin(), entry.scopes.end());
    return true;
  }

  bool isFree(const std::string &name) const {
    auto it = scopesOf.find(name);
    return !collected.reserved.count(name) && !collected.inLiterals.count(name) &&
           (it == scopesOf.end() || it->second.empty());
  }

private:
  const NameCollector &collected;
  std::map<std::string, std::set<unsigned>> scopesOf;
};

enum class Rank { Parameter, User, Tool };

Rank rankOf(const Variable *variable) {
  if (variable->isTemporary)
    return Rank::Tool;
  return variable->storage == Storage::Parameter ? Rank::Parameter : Rank::User;
}

std::string numbered(const std::string &name, unsigned number) {
  return number > 1 ? name + "_" + std::to_string(number) : name;
}

} // namespace

Names::Names(const Function &function) {
  NameCollector collected(function);
  Assigner assigner(collected);
  labels = collected.labels;

  std::vector<const NameCollector::Entry *> inOrder;
  for (Rank rank : {Rank::Parameter, Rank::User, Rank::Tool})
    for (const NameCollector::Entry &entry : collected.entries)
      if (rankOf(entry.variable) == rank && !entry.variable->isGlobal())
        inOrder.push_back(&entry);

  std::vector<const NameCollector::Entry *> clashing;
  Uses uses(function);
  for (const NameCollector::Entry *entry : inOrder) {
    const std::string &own = entry->variable->name;
    bool staysUnnamed = own.empty() && !uses.mentions(entry->variable);
    if (staysUnnamed || (!own.empty() && assigner.tryAssign(*entry, own)))
      names[entry->variable] = own;
    else
      clashing.push_back(entry);
  }
  std::map<std::pair<std::string, std::set<unsigned>>, unsigned> numbers; ///< all smaller ones are taken
  for (const NameCollector::Entry *entry : clashing) {
    std::string own = entry->variable->name.empty() ? "unnamed" : entry->variable->name;
    unsigned &number = numbers.insert({{own, entry->scopes}, 1}).first->second;
    while (!assigner.tryAssign(*entry, numbered(own, number)))
      ++number;
    names[entry->variable] = numbered(own, number);
  }
  for (unsigned n = 2; !assigner.isFree(tapeName) && uses.usesTape(); ++n)
    tapeName = "tape_" + std::to_string(n);
  for (unsigned n = 2; !assigner.isFree(partsName) && uses.usesParts(); ++n)
    partsName = "parts_" + std::to_string(n);
  for (unsigned n = 2; !assigner.isFree(turnName) && uses.usesParts(); ++n)
    turnName = "turn_" + std::to_string(n);
  for (unsigned n = 2; !assigner.isFree(frameName) && function.guardsTape; ++n)
    frameName = "frame_" + std::to_string(n);
  for (unsigned n = 2; !assigner.isFree(nestingName) && function.nesting; ++n)
    nestingName = "nesting_" + std::to_string(n);
  for (unsigned n = 2; !assigner.isFree(callName) && !function.profiledFile.empty(); ++n)
    callName = "call_" + std::to_string(n);
}

const std::string &Names::of(const Variable *variable) const {
  auto it = names.find(variable);
  return it == names.end() ? variable->name : it->second;
}

std::string Names::label(unsigned n) const {
  std::string name = "next" + (n > 1 ? "_" + std::to_string(n) : std::string());
  while (labels.count(name))
    name += "_";
  return name;
}

} // namespace adjoint::codegen
