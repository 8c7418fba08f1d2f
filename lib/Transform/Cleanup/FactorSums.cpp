// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/FactorSums.h"

#include "Analysis/Loops/Bounds.h"
#include "Analysis/Memory/Elements.h"
#include "Analysis/Memory/Substitution.h"
#include "IR/Algebra.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Equal but for the order of operands, and the way in which indices are written: 0.5 * (k[i] + k[i - 1]) and 0.5 * (k[i - 1] + k[i]).
bool isSameValue(const Expr *a, const Expr *b) {
  if (const auto *load = dyn_cast<LoadExpr>(a); load && isa<LoadExpr>(b)) {
    const auto *at = dyn_cast<DerefPlace>(load->place), *other = dyn_cast<DerefPlace>(cast<LoadExpr>(b)->place);
    const auto *left = at ? dyn_cast<BinaryExpr>(at->pointer) : nullptr, *right = other ? dyn_cast<BinaryExpr>(other->pointer) : nullptr;
    if (left && right && left->op == BinaryOp::Add && right->op == BinaryOp::Add && same(left->left, right->left))
      return analysis::distanceBetween(left->right, right->right) == 0;
  }
  const auto *left = dyn_cast<BinaryExpr>(a), *right = dyn_cast<BinaryExpr>(b);
  if (!left || !right || left->op != right->op)
    return same(a, b);
  const bool hasOrder = left->op != BinaryOp::Add && left->op != BinaryOp::Mul;
  return (isSameValue(left->left, right->left) && isSameValue(left->right, right->right)) ||
         (!hasOrder && isSameValue(left->left, right->right) && isSameValue(left->right, right->left));
}

/// What has to hold, or not to hold.
struct Guard {
  const Expr *condition;
  bool holds;
};

/// A product, its sign, and where it is added.
struct Term {
  bool isNegative = false;
  std::vector<const Expr *> factors;
  std::vector<Guard> guards = {};

  std::vector<const Expr *>::iterator find(const Expr *factor) {
    return llvm::find_if(factors, [&](const Expr *other) { return isSameValue(other, factor); });
  }
};
using Terms = std::vector<Term>;

bool isGuarded(const Term &term) { return !term.guards.empty(); }
auto guardBy(Term &term, const Expr *condition) {
  return llvm::find_if(term.guards, [&](const Guard &guard) { return same(guard.condition, condition); });
}
/// False: that never holds.
bool addGuards(Term &term, const std::vector<Guard> &guards) {
  for (const Guard &guard : guards) {
    const auto known = guardBy(term, guard.condition);
    if (known == term.guards.end())
      term.guards.push_back(guard);
    else if (known->holds != guard.holds)
      return false;
  }
  return true;
}

/// Adjoints that are read whatever holds: as factors of guarded terms, they may stand in front of the choice. What is not an adjoint may
/// not be a number where it is not used.
class AlwaysRead {
public:
  explicit AlwaysRead(const std::map<const Variable *, Terms> &sums) : sums(sums) {}
  bool operator()(const Expr *factor) const;

private:
  const std::map<const Variable *, Terms> &sums;
};

bool AlwaysRead::operator()(const Expr *factor) const {
  const auto *load = dyn_cast<LoadExpr>(factor);
  if (!load || !analysis::isAdjointNumber(load->place))
    return isa<LiteralExpr>(factor);
  std::vector<Guard> single; // of terms with the factor
  bool isRead = false;
  for (const auto &[sum, terms] : sums)
    for (Term term : terms) {
      if (term.find(factor) == term.factors.end())
        continue;
      isRead |= !isGuarded(term);
      if (term.guards.size() == 1)
        single.push_back(term.guards.front());
    }
  return isRead || llvm::any_of(single, [&](const Guard &a) {
           return llvm::any_of(single, [&](const Guard &b) { return a.holds && !b.holds && same(a.condition, b.condition); });
         });
}

const size_t most = 24;       ///< terms
const unsigned longest = 2000; ///< steps of putting adjoints in

/// A sum as an expression with brackets.
class Brackets {
public:
  Brackets(Context &context, const Type *type, const AlwaysRead &isAlwaysRead) : context(context), type(type), isAlwaysRead(isAlwaysRead) {}

  const Expr *of(Terms terms) const;

private:
  struct Group {
    std::vector<const Expr *> common; ///< factors of all its terms
    Terms terms;                      ///< without these
    bool isNegative = false;
  };
  std::optional<Group> take(Terms &terms) const;
  const Expr *takeChoice(Terms &terms) const;
  const Expr *product(const std::vector<const Expr *> &factors) const;
  const Expr *mostCommon(Terms &terms) const;
  bool canStandInFront(const Expr *factor, Terms &terms) const;

  Context &context;
  const Type *type;
  const AlwaysRead &isAlwaysRead;
};

/// Of those terms that have the factor.
bool Brackets::canStandInFront(const Expr *factor, Terms &terms) const {
  return isAlwaysRead(factor) ||
         llvm::none_of(terms, [&](Term &term) { return isGuarded(term) && term.find(factor) != term.factors.end(); });
}

/// The factor that most terms have, if two have it; rather one that stands in front of a choice.
const Expr *Brackets::mostCommon(Terms &terms) const {
  const Expr *best = nullptr;
  long long most = 0;
  for (Term &term : terms)
    for (const Expr *factor : term.factors) {
      auto has = [&](Term &other) { return other.find(factor) != other.factors.end(); };
      const long long found = llvm::count_if(terms, has);
      const bool isBeforeChoice = !isa<LiteralExpr>(factor) && llvm::any_of(terms, [&](Term &other) { return isGuarded(other) && has(other); });
      const long long value = found + (isBeforeChoice ? 2 : 0);
      if (found > 1 && value > most && canStandInFront(factor, terms)) {
        best = factor;
        most = value;
      }
    }
  return best;
}

std::optional<Brackets::Group> Brackets::take(Terms &terms) const {
  const Expr *best = mostCommon(terms);
  if (!best)
    return std::nullopt;
  Group group;
  Terms rest;
  for (Term &term : terms)
    (term.find(best) != term.factors.end() ? group.terms : rest).push_back(term);
  const Term first = group.terms.front();
  for (const Expr *factor : first.factors)
    if (canStandInFront(factor, group.terms) &&
        llvm::all_of(group.terms, [&](Term &term) { return term.find(factor) != term.factors.end(); })) {
      group.common.push_back(factor);
      for (Term &term : group.terms)
        term.factors.erase(term.find(factor));
    }
  group.isNegative = llvm::all_of(group.terms, [](const Term &term) { return term.isNegative; });
  for (Term &term : group.terms)
    term.isNegative = term.isNegative != group.isNegative;
  terms = rest;
  return group;
}

/// The choice between the terms that one condition guards; null: there is none.
const Expr *Brackets::takeChoice(Terms &terms) const {
  const auto guarded = llvm::find_if(terms, isGuarded);
  if (guarded == terms.end())
    return nullptr;
  const Expr *condition = guarded->guards.front().condition;
  Terms yes, no, rest;
  for (Term &term : terms) {
    const auto guard = guardBy(term, condition);
    if (guard == term.guards.end()) {
      rest.push_back(term);
      continue;
    }
    Terms &chosen = guard->holds ? yes : no;
    term.guards.erase(guard);
    chosen.push_back(term);
  }
  terms = rest;
  return choice(context, condition, of(yes), of(no));
}

const Expr *Brackets::product(const std::vector<const Expr *> &factors) const {
  const Expr *result = nullptr;
  for (const bool isNumber : {true, false}) // numbers first
    for (const Expr *factor : factors)
      if (isa<LiteralExpr>(factor) == isNumber)
        result = result ? context.binary(BinaryOp::Mul, result, factor) : factor;
  return result ? result : one(context, type);
}

const Expr *Brackets::of(Terms terms) const {
  if (terms.empty())
    return context.zero(type);
  if (isGuarded(terms.front()) && llvm::all_of(terms, [&](Term &term) {
        return guardBy(term, terms.front().guards.front().condition) != term.guards.end();
      }))
    return takeChoice(terms);
  if (llvm::all_of(terms, [](const Term &term) { return term.factors.empty() && !isGuarded(term); })) // of what is equal
    return context.literal(llvm::count_if(terms, [](const Term &term) { return !term.isNegative; }) * 2 - (long long)terms.size(), type);
  std::vector<std::pair<bool, const Expr *>> parts; // negative?
  while (std::optional<Group> group = take(terms)) {
    const Expr *common = product(group->common), *inner = of(group->terms);
    const bool isNumber = isa<LiteralExpr>(inner);
    parts.push_back({group->isNegative, context.binary(BinaryOp::Mul, isNumber ? inner : common, isNumber ? common : inner)});
  }
  while (const Expr *chosen = takeChoice(terms))
    parts.push_back({false, chosen});
  for (const Term &term : terms)
    parts.push_back({term.isNegative, product(term.factors)});
  const auto first = llvm::find_if(parts, [](const auto &part) { return !part.first; });
  if (first != parts.end())
    std::rotate(parts.begin(), first, first + 1);
  const Expr *result = nullptr;
  for (const auto &[isNegative, part] : parts)
    result = result        ? context.binary(isNegative ? BinaryOp::Sub : BinaryOp::Add, result, part)
             : isNegative ? negated(context, part)
                          : part;
  return result;
}

/// The body of a loop that gathers: declarations, branches that add to adjoints, and what adds sums to elements.
class GatheredBody {
public:
  GatheredBody(Context &context, const StmtList &body) : context(context), body(body), names(context, again) {}

  bool canFactor();
  StmtList factored();

private:
  using Guards = std::vector<Guard>;

  bool findSums();
  bool collect(const StmtList &list, const Guards &guards);
  bool collect(const DeclareStmt *declare, const Guards &guards);
  bool collect(const AssignStmt *assign, const Guards &guards);
  bool collect(const IfStmt *branch, Guards guards);
  std::optional<Terms> expanded(const Expr *expr);
  std::optional<Terms> multiplied(const Terms &left, const Terms &right, const BinaryExpr *whole) const;
  bool isPlain(const Terms &terms, const Expr *expr) const;
  bool mentionsAdjoint(const Expr *expr) const;
  bool mentionsChanging(const Expr *expr) const;
  const Variable *sumIn(const AssignStmt *assign) const;

  Context &context;
  const StmtList &body;
  std::set<const Variable *> sums;
  std::set<const Variable *> ended;              ///< of these, those that an element has got
  std::set<const Variable *> changing;           ///< adjoints that are added to, what is made of them, and those of branches
  std::map<const Variable *, Terms> adjoints;    ///< what they are now
  std::vector<const DeclareStmt *> values;       ///< constants
  analysis::Substitution::Values again;          ///< constants that have the value of an earlier one
  analysis::Substitution names;
  unsigned steps = 0;
};

/// Temporaries that begin as zero, and end in an element.
bool GatheredBody::findSums() {
  forEachStmt(body, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (const Variable *variable = assign ? rootVariable(assign->place) : nullptr)
      changing.insert(variable);
  });
  for (const Stmt *stmt : body)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt);
        declare && declare->variable->isAdjoint && declare->variable->isTemporary && declare->init && isZero(declare->init) &&
        declare->variable->type->isFloating() && changing.count(declare->variable))
      sums.insert(declare->variable);
  return !sums.empty() && llvm::none_of(body, [](const Stmt *stmt) { return isa<LoopStmt>(stmt); });
}

bool GatheredBody::canFactor() {
  return findSums() && collect(body, {}) && ended.size() == sums.size() && llvm::all_of(sums, [&](const Variable *sum) {
           return !adjoints.at(sum).empty() && adjoints.at(sum).size() <= most;
         });
}

/// An element gets each sum once, and nothing is read behind that: it may be what was added to.
bool GatheredBody::collect(const StmtList &list, const Guards &guards) {
  return llvm::all_of(list, [&](const Stmt *stmt) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (const Variable *sum = assign && guards.empty() ? sumIn(assign) : nullptr)
      return ended.insert(sum).second;
    if (!ended.empty())
      return false;
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt))
      return collect(declare, guards);
    const auto *branch = dyn_cast<IfStmt>(stmt);
    return assign ? collect(assign, guards) : branch && collect(branch, guards);
  });
}

bool GatheredBody::collect(const DeclareStmt *declare, const Guards &guards) {
  const Variable *variable = declare->variable;
  if (!declare->init || !(variable->type->isFloating() || variable->type->isIntegral()))
    return false;
  if (variable->isAdjoint && variable->type->isFloating()) {
    std::optional<Terms> terms = expanded(names.rewrite(declare->init));
    if (terms)
      adjoints[variable] = *terms;
    if (!guards.empty() || mentionsChanging(declare->init)) // its name is not there any more
      changing.insert(variable);
    return terms.has_value();
  }
  if (!guards.empty() || changing.count(variable) || mentionsAdjoint(declare->init))
    return false;
  const Expr *value = names.rewrite(declare->init);
  const auto first = llvm::find_if(values, [&](const DeclareStmt *other) {
    return other->variable->type == variable->type && isSameValue(names.rewrite(other->init), value);
  });
  if (first == values.end())
    values.push_back(declare);
  else
    again[variable] = context.load((*first)->variable);
  return true;
}

/// A sum, or, not in a branch, what an adjoint is set to.
bool GatheredBody::collect(const AssignStmt *assign, const Guards &guards) {
  const Variable *variable = wholeVariable(assign->place);
  const auto known = adjoints.find(variable);
  if (!variable || known == adjoints.end())
    return false;
  const Expr *operand = analysis::operandOfSum(assign);
  std::optional<Terms> terms = expanded(names.rewrite(operand ? operand : assign->value));
  if (!terms || (!operand && !guards.empty()))
    return false;
  Terms &own = adjoints[variable];
  if (!operand)
    own.clear();
  for (Term &term : *terms) {
    if (operand && cast<BinaryExpr>(assign->value)->op == BinaryOp::Sub)
      term.isNegative = !term.isNegative;
    if (addGuards(term, guards))
      own.push_back(term);
  }
  return own.size() <= most;
}

bool GatheredBody::collect(const IfStmt *branch, Guards guards) {
  const unsigned deepest = 2;
  if (guards.size() >= deepest || mentionsAdjoint(branch->condition))
    return false;
  Guard guard{names.rewrite(branch->condition), true};
  while (const auto *opposite = dyn_cast<UnaryExpr>(guard.condition)) {
    if (opposite->op != UnaryOp::Not)
      break;
    guard = {opposite->operand, !guard.holds};
  }
  guards.push_back(guard);
  if (!collect(branch->yes, guards))
    return false;
  guards.back().holds = !guard.holds;
  return collect(branch->no, guards);
}

bool GatheredBody::mentionsAdjoint(const Expr *expr) const {
  bool does = false;
  forEachLoad(expr, [&](const LoadExpr *load) { does |= adjoints.count(wholeVariable(load->place)) != 0; });
  return does;
}

bool GatheredBody::mentionsChanging(const Expr *expr) const {
  bool does = false;
  forEachLoad(expr, [&](const LoadExpr *load) { does |= changing.count(wholeVariable(load->place)) != 0; });
  return does;
}

/// The sum that `element = element + sum` adds.
const Variable *GatheredBody::sumIn(const AssignStmt *assign) const {
  const auto *add = dyn_cast<BinaryExpr>(assign->value);
  const auto *load = add && add->op == BinaryOp::Add ? dyn_cast<LoadExpr>(add->right) : nullptr;
  const Variable *sum = load ? wholeVariable(load->place) : nullptr;
  return sum && sums.count(sum) && !mentions(add->left, sum) && !wholeVariable(assign->place) ? sum : nullptr;
}

/// May it stay as it is, as one factor?
bool GatheredBody::isPlain(const Terms &terms, const Expr *expr) const {
  return llvm::none_of(terms, isGuarded) && !mentionsChanging(expr);
}

/// A product with a sum of several terms has that sum as a factor, unless it is one of adjoints that change.
std::optional<Terms> GatheredBody::multiplied(const Terms &left, const Terms &right, const BinaryExpr *whole) const {
  const Terms first = left.size() > 1 && isPlain(left, whole->left) ? Terms{{false, {whole->left}}} : left;
  const Terms second = right.size() > 1 && isPlain(right, whole->right) ? Terms{{false, {whole->right}}} : right;
  if (first.size() > 1 && second.size() > 1)
    return std::nullopt;
  Terms terms;
  for (const Term &a : first)
    for (const Term &b : second) {
      Term term = a;
      term.isNegative = a.isNegative != b.isNegative;
      term.factors.insert(term.factors.end(), b.factors.begin(), b.factors.end());
      if (addGuards(term, b.guards))
        terms.push_back(term);
    }
  return terms;
}

std::optional<Terms> GatheredBody::expanded(const Expr *expr) {
  if (++steps > longest)
    return std::nullopt;
  if (isZero(expr))
    return Terms{};
  if (const auto *load = dyn_cast<LoadExpr>(expr))
    if (const auto found = adjoints.find(wholeVariable(load->place)); found != adjoints.end())
      return found->second;
  const auto *unary = dyn_cast<UnaryExpr>(expr);
  const auto *binary = dyn_cast<BinaryExpr>(expr);
  if (unary && unary->op == UnaryOp::Minus) {
    std::optional<Terms> terms = expanded(unary->operand);
    if (terms)
      for (Term &term : *terms)
        term.isNegative = !term.isNegative;
    return terms;
  }
  const bool isSum = binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub);
  if (!isSum && !(binary && binary->op == BinaryOp::Mul))
    return mentionsAdjoint(expr) ? std::nullopt : std::optional<Terms>(Terms{{false, {expr}}});
  std::optional<Terms> left = expanded(binary->left), right = expanded(binary->right);
  if (!left || !right || left->size() + right->size() > most)
    return std::nullopt;
  if (!isSum)
    return multiplied(*left, *right, binary);
  for (Term &term : *right)
    term.isNegative = term.isNegative != (binary->op == BinaryOp::Sub);
  left->insert(left->end(), right->begin(), right->end());
  return left;
}

/// Several sums are computed before the first is added to an element, which may be what another one reads.
StmtList GatheredBody::factored() {
  std::map<const Variable *, Terms> terms;
  for (const Variable *sum : sums)
    terms[sum] = adjoints.at(sum);
  const AlwaysRead isAlwaysRead(terms);
  StmtList all, ends;
  for (const Stmt *stmt : body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *sum = assign ? sumIn(assign) : nullptr;
    if (isa<DeclareStmt>(stmt) && !sums.count(declaredBy(stmt)))
      names.rewrite(stmt, all);
    if (!sum)
      continue;
    const Expr *value = Brackets(context, sum->type, isAlwaysRead).of(terms.at(sum));
    if (sums.size() == 1)
      value = context.binary(BinaryOp::Add, cast<BinaryExpr>(assign->value)->left, value);
    else
      all.push_back(context.make<DeclareStmt>(sum, value));
    names.rewrite(sums.size() == 1 ? context.rebuilt(assign, assign->place, value) : stmt, ends);
  }
  all.insert(all.end(), ends.begin(), ends.end());
  StmtList kept; // backwards
  std::for_each(all.rbegin(), all.rend(), [&](const Stmt *stmt) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || llvm::any_of(kept, [&](const Stmt *later) { return mentions(later, variable); }))
      kept.push_back(stmt);
  });
  return StmtList(kept.rbegin(), kept.rend());
}

class SumFactoring : public Rewriter {
public:
  using Rewriter::Rewriter;

  StmtList rewrite(const StmtList &list) override {
    GatheredBody gathered(context, list);
    return gathered.canFactor() ? gathered.factored() : Rewriter::rewrite(list);
  }
};

} // namespace

StmtList factorSums(Context &context, const StmtList &body) { return SumFactoring(context).rewrite(body); }

} // namespace adjoint::transform
