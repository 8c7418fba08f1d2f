// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The normal form of exits: code after a conditional exit moves into the other branch, and
// what must be skipped further out tests a flag.
//
//   for (...) { if (c) break; work; }
// becomes
//   bool stop = false;
//   for (...; !stop && ...) { if (c) { stop = true; } else { work; step; } }
//
// An exit that leaves several levels sets one flag, which each level tests. Flags that
// nothing tests are left out again.

#include "Analysis/Memory/Writes.h"
#include "Transform/Contract/Signature.h"
#include "Transform/NormalForm/NormalForm.h"

#include <algorithm>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Where an exit leads; its flag says that control is on the way there.
struct Target {
  const Variable *flag;
};
using Targets = std::set<const Target *>;

class ExitStructure {
public:
  ExitStructure(Context &context, const Function &function) : context(context), function(function) {}

  StmtList run(const StmtList &body) {
    if (returnsOnceAtEnd(body) || !containsReturn(body))
      return scoped(body);
    toReturn = target("returned");
    if (!function.returnType->isVoid())
      result = variable("result", context.withoutConst(byPointer(context, function.returnType)));
    StmtList out;
    if (result)
      out.push_back(context.make<DeclareStmt>(result, nullptr));
    append(out, declaration(toReturn));
    append(out, scoped(body));
    if (result)
      out.push_back(context.make<ReturnStmt>(context.load(result)));
    return out;
  }

private:
  // ------------------------------------------------------------- targets

  const Variable *variable(const std::string &name, const Type *type) {
    auto *made = context.make<Variable>(name, type, Storage::Local);
    made->isTemporary = true;
    return made;
  }
  Target *target(const std::string &name) {
    targets.push_back(std::make_unique<Target>(Target{variable(name, context.boolType())}));
    return targets.back().get();
  }
  StmtList declaration(const Target *t) { return {context.make<DeclareStmt>(t->flag, context.truth(false))}; }
  const Stmt *take(const Target *t, const Stmt *original) {
    const Place *flag = context.place(t->flag);
    return annotatedAs(original, context.make<AssignStmt>(flag, context.truth(true)));
  }
  /// `!flag1 && !flag2`
  const Expr *noneTaken(const Targets &exits) {
    const Expr *condition = nullptr;
    for (const std::unique_ptr<Target> &t : targets) {
      if (!exits.count(t.get()))
        continue;
      const Expr *untaken = context.unary(UnaryOp::Not, context.load(t->flag));
      condition = condition ? context.binary(BinaryOp::And, condition, untaken) : untaken;
    }
    return condition;
  }

  static void append(StmtList &list, const StmtList &more) { list.insert(list.end(), more.begin(), more.end()); }

  static bool containsReturn(const StmtList &body) {
    bool found = false;
    forEachStmt(body, [&](const Stmt *s) { found |= isa<ReturnStmt>(s); });
    return found;
  }
  static bool returnsOnceAtEnd(const StmtList &body) {
    unsigned returns = 0;
    forEachStmt(body, [&](const Stmt *s) { returns += isa<ReturnStmt>(s); });
    return returns == 1 && isa<ReturnStmt>(body.back());
  }

  // ------------------------------------------- which exits leave a statement

  /// Syntactic: what a statement may leave to, given the targets in scope.
  struct Exits {
    bool breaks = false, continues = false, returns = false;
    std::set<std::string> labels;
    bool any() const { return breaks || continues || returns || !labels.empty(); }
    void merge(const Exits &o) {
      breaks |= o.breaks, continues |= o.continues, returns |= o.returns;
      labels.insert(o.labels.begin(), o.labels.end());
    }
  };
  Exits exitsOf(const StmtList &list) const {
    Exits all;
    for (const Stmt *s : list)
      all.merge(exitsOf(s));
    for (const Stmt *s : list)
      if (const auto *label = dyn_cast<LabelStmt>(s))
        all.labels.erase(label->label);
    return all;
  }
  Exits exitsOf(const Stmt *stmt) const {
    Exits all;
    all.breaks = isa<BreakStmt>(stmt);
    all.continues = isa<ContinueStmt>(stmt);
    all.returns = isa<ReturnStmt>(stmt) && toReturn;
    if (const auto *jump = dyn_cast<GotoStmt>(stmt))
      all.labels.insert(jump->label);
    forEachList(stmt, [&](const StmtList &list) { all.merge(exitsOf(list)); });
    if (isa<LoopStmt>(stmt))
      all.breaks = all.continues = false;
    if (isa<SwitchStmt>(stmt))
      all.breaks = false;
    return all;
  }
  Targets targetsOf(const Exits &exits) const {
    Targets found;
    if (exits.breaks)
      found.insert(toBreak);
    if (exits.continues)
      found.insert(toContinue);
    if (exits.returns)
      found.insert(toReturn);
    for (const std::string &label : exits.labels)
      found.insert(toLabel.at(label));
    return found;
  }

  static bool alwaysExits(const StmtList &list) {
    return std::any_of(list.begin(), list.end(), [](const Stmt *s) { return alwaysExits(s); });
  }
  static bool alwaysExits(const Stmt *stmt) {
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      return alwaysExits(branch->yes) && alwaysExits(branch->no);
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      return alwaysExits(block->body) && !containsLabel(block->body);
    return isa<BreakStmt>(stmt) || isa<ContinueStmt>(stmt) || isa<ReturnStmt>(stmt) || isa<GotoStmt>(stmt);
  }
  static bool containsLabel(const StmtList &list) {
    return std::any_of(list.begin(), list.end(), [](const Stmt *s) { return isa<LabelStmt>(s); });
  }

  // ---------------------------------------------------------------- lists

  /// A list that is a scope: introduces the labels that stand in it.
  StmtList scoped(const StmtList &list) {
    StmtList out;
    StmtList open = containsLabel(list) ? hoistDeclarations(list, out) : list;
    for (const Stmt *s : list)
      if (const auto *label = dyn_cast<LabelStmt>(s)) {
        toLabel[label->label] = target("to_" + label->label);
        append(out, declaration(toLabel[label->label]));
      }
    append(out, structured(open.begin(), open.end()));
    return out;
  }

  /// A jump may pass a declaration: declare first, assign where the declaration stood.
  StmtList hoistDeclarations(const StmtList &list, StmtList &declarations) {
    StmtList rest;
    for (const Stmt *s : list) {
      const auto *declare = dyn_cast<DeclareStmt>(s);
      bool movable = declare && !declare->variable->type->isReference() && !declare->variable->type->isConst &&
                     !(declare->init && isa<InitListExpr>(declare->init));
      if (!movable) {
        rest.push_back(s);
        continue;
      }
      declarations.push_back(context.make<DeclareStmt>(declare->variable, nullptr));
      if (declare->init)
        rest.push_back(annotatedAs(
            s, context.make<AssignStmt>(context.place(declare->variable), declare->init)));
    }
    return rest;
  }

  using Iterator = StmtList::const_iterator;

  StmtList structured(Iterator first, Iterator last) {
    StmtList out;
    for (Iterator it = first; it != last; ++it) {
      const Stmt *stmt = *it;
      if (isa<LabelStmt>(stmt))
        continue;
      Exits exits = exitsOf(stmt);
      if (!exits.any()) {
        append(out, inner(stmt));
        continue;
      }
      append(out, leaving(stmt, exits, it + 1, last));
      return out;
    }
    return out;
  }

  /// `stmt` may exit; [rest, last) follows it.
  StmtList leaving(const Stmt *stmt, const Exits &exits, Iterator rest, Iterator last) {
    Iterator label = nextLabel(exits, rest, last);
    if (const auto *branch = dyn_cast<IfStmt>(stmt))
      if (label == last && (alwaysExits(branch->yes) || alwaysExits(branch->no)))
        return {absorbed(branch, rest, last)};
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      if (label == last && rest == last)
        return {context.rebuilt(block, scoped(block->body))};
    StmtList out = inner(stmt);
    if (alwaysExits(stmt)) {
      // What follows is reached through a label only.
      if (label != last)
        append(out, guarded(exits, label, last));
      return out;
    }
    append(out, guarded(exits, rest, last));
    return out;
  }

  /// The first label in the rest that one of the exits leads to, else last.
  static Iterator nextLabel(const Exits &exits, Iterator rest, Iterator last) {
    return std::find_if(rest, last, [&](const Stmt *s) {
      const auto *label = dyn_cast<LabelStmt>(s);
      return label && exits.labels.count(label->label);
    });
  }

  const Stmt *absorbed(const IfStmt *branch, Iterator rest, Iterator last) {
    StmtList yes = branch->yes, no = branch->no;
    if (alwaysExits(yes) && !alwaysExits(no))
      no.insert(no.end(), rest, last);
    else if (!alwaysExits(yes))
      yes.insert(yes.end(), rest, last);
    yes = scoped(yes);
    return context.rebuilt(branch, branch->condition, yes, scoped(no));
  }

  /// The rest up to the next label that ends some exit runs if no exit was taken; from there
  /// on, fewer exits skip.
  StmtList guarded(Exits exits, Iterator rest, Iterator last) {
    StmtList out;
    while (rest != last) {
      if (const auto *label = dyn_cast<LabelStmt>(*rest))
        exits.labels.erase(label->label);
      Iterator until = nextLabel(exits, rest + 1, last);
      if (!exits.any()) {
        append(out, structured(rest, last));
        return out;
      }
      StmtList part = structured(rest, until);
      Exits more = exitsOf(StmtList(rest, until));
      if (!part.empty())
        out.push_back(context.make<IfStmt>(noneTaken(targetsOf(exits)), part, StmtList()));
      exits.merge(more);
      rest = until;
    }
    return out;
  }

  // ----------------------------------------------------------- statements

  /// The statement itself, structured inside.
  StmtList inner(const Stmt *stmt) {
    switch (stmt->kind) {
    case Stmt::Kind::Break:
      return {take(toBreak, stmt)};
    case Stmt::Kind::Continue:
      return {take(toContinue, stmt)};
    case Stmt::Kind::Goto:
      return {take(toLabel.at(cast<GotoStmt>(stmt)->label), stmt)};
    case Stmt::Kind::Return:
      return returned(cast<ReturnStmt>(stmt));
    case Stmt::Kind::Block:
      return {context.rebuilt(cast<BlockStmt>(stmt), scoped(cast<BlockStmt>(stmt)->body))};
    case Stmt::Kind::If: {
      const auto *branch = cast<IfStmt>(stmt);
      StmtList yes = scoped(branch->yes), no = scoped(branch->no);
      return {context.rebuilt(branch, branch->condition, yes, no)};
    }
    case Stmt::Kind::Loop:
      return loop(cast<LoopStmt>(stmt));
    case Stmt::Kind::Switch:
      return switched(cast<SwitchStmt>(stmt));
    case Stmt::Kind::Declare:
    case Stmt::Kind::Assign:
    case Stmt::Kind::Call:
    case Stmt::Kind::Allocate:
    case Stmt::Kind::Free:
    case Stmt::Kind::Label:
    case Stmt::Kind::Push:
    case Stmt::Kind::Pop:
    case Stmt::Kind::TapeBlock:
    case Stmt::Kind::Heading:
      return {stmt};
    }
    return {stmt};
  }

  StmtList returned(const ReturnStmt *stmt) {
    if (!toReturn)
      return {stmt};
    StmtList out;
    if (result)
      out.push_back(annotatedAs(stmt, context.make<AssignStmt>(context.place(result), stmt->value)));
    out.push_back(take(toReturn, context.make<ReturnStmt>(nullptr)));
    return out;
  }

  StmtList loop(const LoopStmt *stmt) {
    Exits exits = exitsOf(stmt->body);
    bool leaves = exits.breaks || exits.returns || !exits.labels.empty();
    Target *outerBreak = toBreak, *outerContinue = toContinue;
    toBreak = target("stop");
    toContinue = target("skip");
    StmtList out, body, step = stmt->step;
    if (exits.continues)
      append(body, declaration(toContinue));
    if (leaves && !step.empty()) {
      append(body, bodyWithStep(stmt, exits));
      step.clear();
    } else {
      append(body, scoped(stmt->body));
    }
    Exits onlyOut = exits;
    onlyOut.continues = false;
    const Expr *condition = stmt->condition;
    if (leaves) {
      const Expr *goesOn = noneTaken(targetsOf(onlyOut));
      condition = condition ? context.binary(BinaryOp::And, goesOn, condition) : goesOn;
    }
    if (exits.breaks)
      append(out, declaration(toBreak));
    out.push_back(context.rebuilt(stmt, stmt->init, condition, step, body));
    toBreak = outerBreak;
    toContinue = outerContinue;
    return out;
  }

  /// The step becomes the end of the body, to be skipped by what leaves the loop.
  StmtList bodyWithStep(const LoopStmt *stmt, const Exits &exits) {
    StmtList whole = stmt->body;
    if (!exits.continues) {
      append(whole, stmt->step);
      return scoped(whole);
    }
    StmtList out = {context.make<BlockStmt>(scoped(stmt->body))};
    Exits leaving = exits;
    leaving.continues = false;
    out.push_back(context.make<IfStmt>(noneTaken(targetsOf(leaving)), stmt->step, StmtList()));
    return out;
  }

  // --------------------------------------------------------------- switch

  static bool endsInBreak(const StmtList &body) { return !body.empty() && isa<BreakStmt>(body.back()); }

  static bool fallsThrough(const SwitchStmt *stmt) {
    if (stmt->isSeparate) // in a callee's body, which has been structured before it was inlined
      return false;
    for (size_t i = 0; i + 1 < stmt->sections.size(); ++i)
      if (!alwaysExits(stmt->sections[i].body))
        return true;
    return false;
  }

  StmtList switched(const SwitchStmt *stmt) {
    Target *outerBreak = toBreak;
    toBreak = target("done");
    StmtList out = declaration(toBreak);
    if (fallsThrough(stmt))
      append(out, entered(stmt));
    else
      out.push_back(separate(stmt));
    toBreak = outerBreak;
    return out;
  }

  const Stmt *separateSwitch(const SwitchStmt *original, std::vector<SwitchSection> sections) {
    SwitchStmt *made = context.rebuilt(original, original->condition, std::move(sections));
    made->isSeparate = true;
    return made;
  }

  const Stmt *separate(const SwitchStmt *stmt) {
    std::vector<SwitchSection> sections;
    for (const SwitchSection &section : stmt->sections) {
      StmtList body = section.body;
      if (endsInBreak(body))
        body.pop_back();
      sections.push_back({section.labels, section.isDefault, scoped(body)});
    }
    return separateSwitch(stmt, sections);
  }

  /// With fall-through: `entry` is the section to begin with, and each runs if it is reached.
  StmtList entered(const SwitchStmt *stmt) {
    const Variable *entry = variable("entry", context.intType());
    StmtList out;
    int count = static_cast<int>(stmt->sections.size());
    out.push_back(context.make<DeclareStmt>(entry, context.intLiteral(count)));
    std::vector<SwitchSection> selection;
    StmtList chain;
    for (int i = 0; i < count; ++i) {
      const SwitchSection &section = stmt->sections[i];
      StmtList choose = {context.make<AssignStmt>(context.place(entry), context.intLiteral(i))};
      selection.push_back({section.labels, section.isDefault, choose});
      const Expr *reached = context.binary(BinaryOp::LessEq, context.load(entry), context.intLiteral(i));
      chain.push_back(context.make<IfStmt>(reached, section.body, StmtList()));
    }
    out.push_back(separateSwitch(stmt, selection));
    append(out, scoped(withLastBreakDropped(chain)));
    return out;
  }

  StmtList withLastBreakDropped(StmtList chain) {
    const auto *last = cast<IfStmt>(chain.back());
    StmtList body = last->yes;
    if (endsInBreak(body))
      body.pop_back();
    chain.back() = context.make<IfStmt>(last->condition, body, StmtList());
    return chain;
  }

  Context &context;
  const Function &function;
  std::vector<std::unique_ptr<Target>> targets;
  Target *toReturn = nullptr, *toBreak = nullptr, *toContinue = nullptr;
  std::map<std::string, Target *> toLabel;
  const Variable *result = nullptr;
};

/// Leaves out flags that are set and never tested.
class UntestedFlags : public Rewriter {
public:
  UntestedFlags(Context &context, const StmtList &body) : Rewriter(context) {
    auto noteIn = [&](const Expr *e) { forEachPlace(e, [&](const Place *place) { note(place); }); };
    forEachStmt(body, [&](const Stmt *s) {
      forEachOperand(s, noteIn, [&](const Place *written) { forEachExpr(written, noteIn); });
    });
  }

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &) override {
    if (const auto *assign = dyn_cast<AssignStmt>(stmt))
      return isUntested(wholeVariable(assign->place));
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return isUntested(declare->variable);
    return false;
  }

private:
  void note(const Place *place) {
    if (const Variable *variable = rootVariable(place))
      tested.insert(variable);
  }
  bool isUntested(const Variable *variable) const {
    return variable && variable->isTemporary && variable->type->is(TypeKind::Bool) && !tested.count(variable);
  }
  std::set<const Variable *> tested;
};

} // namespace

StmtList structureExits(Context &context, const Function &function, StmtList body) {
  StmtList structured = ExitStructure(context, function).run(body);
  return UntestedFlags(context, structured).rewrite(structured);
}

} // namespace adjoint::transform
