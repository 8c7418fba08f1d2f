// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/FactorSums.h"

#include "Analysis/Loops/Bounds.h"
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

/// A product, and its sign.
struct Term {
  bool isNegative = false;
  std::vector<const Expr *> factors;

  std::vector<const Expr *>::iterator find(const Expr *factor) {
    return llvm::find_if(factors, [&](const Expr *other) { return isSameValue(other, factor); });
  }
};
using Terms = std::vector<Term>;

const size_t most = 24;       ///< terms
const unsigned longest = 2000; ///< steps of putting adjoints in

/// A sum as an expression with brackets.
class Brackets {
public:
  Brackets(Context &context, const Type *type) : context(context), type(type) {}

  const Expr *of(Terms terms) const;

private:
  struct Group {
    std::vector<const Expr *> common; ///< factors of all its terms
    Terms terms;                      ///< without these
    bool isNegative = false;
  };
  std::optional<Group> take(Terms &terms) const;
  const Expr *product(const std::vector<const Expr *> &factors) const;
  static const Expr *mostCommon(Terms &terms);

  Context &context;
  const Type *type;
};

/// The factor that most terms have, if two have it.
const Expr *Brackets::mostCommon(Terms &terms) {
  const Expr *best = nullptr;
  long long count = 1;
  for (Term &term : terms)
    for (const Expr *factor : term.factors) {
      const long long found = llvm::count_if(terms, [&](Term &other) { return other.find(factor) != other.factors.end(); });
      if (found > count) {
        best = factor;
        count = found;
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
    if (llvm::all_of(group.terms, [&](Term &term) { return term.find(factor) != term.factors.end(); })) {
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

const Expr *Brackets::product(const std::vector<const Expr *> &factors) const {
  const Expr *result = nullptr;
  for (const bool isNumber : {true, false}) // numbers first
    for (const Expr *factor : factors)
      if (isa<LiteralExpr>(factor) == isNumber)
        result = result ? context.binary(BinaryOp::Mul, result, factor) : factor;
  return result ? result : one(context, type);
}

const Expr *Brackets::of(Terms terms) const {
  std::vector<std::pair<bool, const Expr *>> parts; // negative?
  while (std::optional<Group> group = take(terms)) {
    const Expr *inner = of(group->terms);
    parts.push_back({group->isNegative, context.binary(BinaryOp::Mul, product(group->common), inner)});
  }
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

/// The body of a loop that gathers: declarations, sums that begin as zero, and what adds them to elements.
class GatheredBody {
public:
  GatheredBody(Context &context, const StmtList &body) : context(context), body(body) {}

  bool canFactor();
  StmtList factored() const;

private:
  void noteValue(const DeclareStmt *declare);
  bool collect(const Stmt *stmt);
  bool addTo(const Variable *sum, const Expr *value);
  std::optional<Terms> expanded(const Expr *expr);
  std::optional<Terms> multiplied(const Terms &left, const Terms &right, const BinaryExpr *whole) const;
  const Variable *sumIn(const Stmt *stmt) const;

  Context &context;
  const StmtList &body;
  std::map<const Variable *, Terms> sums;
  std::set<const Variable *> ended;                  ///< of these, those that an element has got
  std::map<const Variable *, const Expr *> adjoints; ///< that a declaration sets for good
  std::vector<const DeclareStmt *> values;           ///< other constants
  std::map<const Variable *, const Variable *> again; ///< of these, those that have the value of an earlier one
  unsigned steps = 0;
};

bool GatheredBody::canFactor() {
  std::map<const Variable *, unsigned> written;
  for (const Stmt *stmt : body) {
    if (!isa<DeclareStmt, AssignStmt>(stmt))
      return false;
    forEachOperand(stmt, [](const Expr *) {}, [&](const Place *place) { ++written[rootVariable(place)]; });
  }
  for (const Stmt *stmt : body)
    if (const auto *declare = dyn_cast<DeclareStmt>(stmt); declare && declare->variable->isAdjoint && declare->init && declare->variable->type->isFloating()) {
      if (declare->variable->isTemporary && isZero(declare->init) && written[declare->variable] != 0)
        sums[declare->variable];
      else if (written[declare->variable] == 0)
        adjoints[declare->variable] = declare->init;
    } else if (declare && declare->init && declare->variable->type->isConst && declare->variable->type->isFloating())
      noteValue(declare);
  return !sums.empty() && llvm::all_of(body, [&](const Stmt *stmt) { return collect(stmt); }) && ended.size() == sums.size() &&
         llvm::all_of(sums, [](const auto &sum) { return !sum.second.empty() && sum.second.size() <= most; });
}

void GatheredBody::noteValue(const DeclareStmt *declare) {
  const auto first = llvm::find_if(values, [&](const DeclareStmt *other) { return isSameValue(other->init, declare->init); });
  if (first == values.end())
    values.push_back(declare);
  else
    again[declare->variable] = (*first)->variable;
}

/// What the statement adds to one of the sums; false if it does something else with one. An element gets each sum once, and nothing
/// is read behind that: it may be what was added to.
bool GatheredBody::collect(const Stmt *stmt) {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const Variable *written = assign ? wholeVariable(assign->place) : nullptr;
  if (const Variable *sum = sumIn(stmt))
    return ended.insert(sum).second;
  if (!ended.empty())
    return false;
  if (written && sums.count(written))
    return addTo(written, assign->value);
  return !assign && llvm::none_of(sums, [&](const auto &sum) { return declaredBy(stmt) != sum.first && mentions(stmt, sum.first); });
}

bool GatheredBody::addTo(const Variable *sum, const Expr *value) {
  std::optional<Terms> terms = expanded(value);
  if (!terms)
    return false;
  auto isSum = [&](const Term &term) {
    const auto *load = term.factors.size() == 1 ? dyn_cast<LoadExpr>(term.factors.front()) : nullptr;
    return load && wholeVariable(load->place) == sum && !term.isNegative;
  };
  const auto own = llvm::find_if(*terms, isSum);
  if (own == terms->end())
    return false;
  terms->erase(own);
  sums[sum].insert(sums[sum].end(), terms->begin(), terms->end());
  return true;
}

/// The sum that `element = element + sum` adds.
const Variable *GatheredBody::sumIn(const Stmt *stmt) const {
  const auto *assign = dyn_cast<AssignStmt>(stmt);
  const auto *add = assign ? dyn_cast<BinaryExpr>(assign->value) : nullptr;
  const auto *load = add && add->op == BinaryOp::Add ? dyn_cast<LoadExpr>(add->right) : nullptr;
  const Variable *sum = load ? wholeVariable(load->place) : nullptr;
  return sum && sums.count(sum) && !mentions(add->left, sum) ? sum : nullptr;
}

/// A product with a sum of several terms has that sum as a factor.
std::optional<Terms> GatheredBody::multiplied(const Terms &left, const Terms &right, const BinaryExpr *whole) const {
  Term term;
  for (const auto &[terms, operand] : {std::pair(&left, whole->left), std::pair(&right, whole->right)}) {
    if (terms->size() == 1) {
      term.isNegative = term.isNegative != terms->front().isNegative;
      term.factors.insert(term.factors.end(), terms->front().factors.begin(), terms->front().factors.end());
    } else
      term.factors.push_back(operand);
  }
  return Terms{term};
}

std::optional<Terms> GatheredBody::expanded(const Expr *expr) {
  if (++steps > longest)
    return std::nullopt;
  if (const auto *load = dyn_cast<LoadExpr>(expr)) {
    const Variable *variable = wholeVariable(load->place);
    if (const auto found = adjoints.find(variable); found != adjoints.end())
      return expanded(found->second);
    if (const auto found = again.find(variable); found != again.end())
      return Terms{{false, {context.load(found->second)}}};
  }
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
    return Terms{{false, {expr}}};
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
StmtList GatheredBody::factored() const {
  StmtList all, ends;
  for (const Stmt *stmt : body) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const Variable *sum = sumIn(stmt);
    if (!assign && !sums.count(declaredBy(stmt)))
      all.push_back(stmt);
    if (!sum)
      continue;
    const Expr *value = Brackets(context, sum->type).of(sums.at(sum));
    if (sums.size() == 1)
      value = context.binary(BinaryOp::Add, cast<BinaryExpr>(assign->value)->left, value);
    else
      all.push_back(context.make<DeclareStmt>(sum, value));
    ends.push_back(sums.size() == 1 ? context.rebuilt(assign, assign->place, value) : stmt);
  }
  all.insert(all.end(), ends.begin(), ends.end());
  StmtList kept; // backwards
  std::for_each(all.rbegin(), all.rend(), [&](const Stmt *stmt) {
    const Variable *variable = declaredBy(stmt);
    if (!variable || !(variable->isAdjoint || again.count(variable)) || llvm::any_of(kept, [&](const Stmt *later) { return mentions(later, variable); }))
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
