// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   Vec &value = p[c->i], &value_2 = p[c->i];                       const int i = c->i;
//   value_2.x = value.x + d;  value_2.y = value.y + d;      ->      Vec &value = p[i], &value_2 = p[i];
//                                                                   value_2.x = value.x + d;  value_2.y = value.y + d;
//
// An index that is read from memory, and that references of inlining begin with, has a name: the references become what they refer to
// then (BindReferences), which is one place, not two. Where the same index has a name already, and nothing has changed it since, that is
// taken.

#include "Transform/Simplify/Simplify.h"
#include "Transform/Simplify/Substitution.h"

#include "llvm/ADT/STLExtras.h"

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

/// The element that a reference of inlining refers to.
struct Element {
  const Expr *pointer = nullptr; ///< to the first one
  const Expr *index = nullptr;   ///< read from memory; null where it is not
};

Element elementOf(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const bool isReference = declare && declare->init && declare->variable->type->isReference() && declare->variable->isTemporary;
  const auto *sum = isReference ? dyn_cast<BinaryExpr>(withoutCasts(declare->init)) : nullptr;
  if (!sum || sum->op != BinaryOp::Add || !sum->left->type->isPointer())
    return {};
  const auto *load = dyn_cast<LoadExpr>(withoutCasts(sum->right));
  return load && !wholeVariable(load->place) && load->type->is(TypeKind::Integer) ? Element{sum->left, load} : Element{};
}

/// What a constant is read from; null if the statement declares none.
const LoadExpr *namedBy(const Stmt *stmt) {
  const auto *declare = dyn_cast<DeclareStmt>(stmt);
  const bool isConstant = declare && declare->init && declare->variable->type->is(TypeKind::Integer) && declare->variable->type->isConst &&
                          declare->variable->storage == Storage::Local;
  const auto *load = isConstant ? dyn_cast<LoadExpr>(declare->init) : nullptr;
  return load && !rootVariable(load->place) ? load : nullptr;
}

/// What the index is called where it is read.
std::string nameOf(const Place *place) {
  if (const auto *field = dyn_cast<FieldPlace>(place))
    return field->field->name;
  if (const auto *element = dyn_cast<IndexPlace>(place))
    return nameOf(element->array);
  const auto *deref = dyn_cast<DerefPlace>(place);
  const Expr *pointer = deref ? withoutCasts(deref->pointer) : nullptr;
  const auto *sum = pointer ? dyn_cast<BinaryExpr>(pointer) : nullptr;
  const Expr *first = sum ? withoutCasts(sum->left) : pointer;
  const auto *address = first ? dyn_cast<AddressExpr>(first) : nullptr;
  return address ? nameOf(address->place) : "index";
}

class IndexNaming : public Rewriter {
public:
  IndexNaming(Context &context, const StmtList &body)
      : Rewriter(context), positions(body), writes(body, positions), uses(body) {
    forEachStmt(body, [&](const Stmt *stmt) { collect(stmt); });
  }

  bool isNeeded() const { return !indices.empty() || mayMerge; }

  using Rewriter::rewrite;
  StmtList rewrite(const StmtList &list) override {
    const size_t visible = names.size();
    StmtList out;
    for (const Stmt *stmt : list) {
      enclosing.push_back(stmt);
      Rewriter::rewrite(stmt, out);
      enclosing.pop_back();
    }
    names.resize(visible);
    return out;
  }

private:
  using Rewriter::replace;

  /// Two names of what is read from one place.
  const Variable *replace(const Variable *variable) override {
    const auto found = merged.find(variable);
    return found == merged.end() ? variable : found->second;
  }

  /// An index has a name where a reference that begins with it stays one otherwise.
  void collect(const Stmt *stmt) {
    mayMerge |= namedBy(stmt) != nullptr;
    const Expr *index = elementOf(stmt).index;
    if (!index || isWanted(index))
      return;
    const VariableUses own = uses.of(llvm::cast<DeclareStmt>(stmt)->variable, positions.loopsAround(stmt).size());
    if (own.loads > 2 || own.isInLoop)
      indices.push_back(index);
  }

  bool isWanted(const Expr *index) const {
    return llvm::any_of(indices, [&](const Expr *wanted) { return same(wanted, index); });
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const LoadExpr *load = namedBy(stmt)) {
      const Expr *index = Rewriter::rewrite(load);
      const Variable *variable = llvm::cast<DeclareStmt>(stmt)->variable, *known = nameOf(index, stmt);
      if (known && stmt->comment.empty())
        merged[variable] = known;
      else
        names.push_back({index, variable, positions.numberOf(stmt), enclosing.size()});
      return known && stmt->comment.empty();
    }
    const Element element = elementOf(stmt);
    if (!element.index || !isWanted(element.index))
      return false;
    const Expr *index = context.load(nameOf(Rewriter::rewrite(element.index), stmt, out));
    const auto *declare = llvm::cast<DeclareStmt>(stmt);
    const Expr *pointer = context.binary(BinaryOp::Add, Rewriter::rewrite(element.pointer), index);
    out.push_back(context.rebuilt(declare, context.cast(CastExpr::Form::Implicit, pointer, declare->init->type)));
    return true;
  }

  /// Null if it has none.
  const Variable *nameOf(const Expr *index, const Stmt *stmt) const {
    for (const Name &name : names)
      if (same(name.index, index) && isUnchanged(name, stmt))
        return name.variable;
    return nullptr;
  }

  const Variable *nameOf(const Expr *index, const Stmt *stmt, StmtList &out) {
    if (const Variable *known = nameOf(index, stmt))
      return known;
    const auto *place = llvm::cast<LoadExpr>(index)->place;
    auto *variable = context.make<Variable>(transform::nameOf(place), context.withConst(index->type), Storage::Local);
    out.push_back(context.make<DeclareStmt>(variable, index));
    names.push_back({index, variable, positions.numberOf(stmt), enclosing.size()});
    return variable;
  }

  struct Name {
    const Expr *index;
    const Variable *variable;
    unsigned number; ///< of the statement in front of which it is declared
    size_t depth;    ///< so many statements are around that, itself counted
  };

  /// Since it got its name, in all iterations of the loops that have begun since.
  bool isUnchanged(const Name &name, const Stmt *stmt) const {
    const Stmt *outermost = enclosing[name.depth - 1];
    const unsigned last = outermost == stmt ? positions.numberOf(stmt) : positions.of(outermost).last;
    return !writes.mayChange(name.index, {name.number, last});
  }

  const analysis::Positions positions;
  const analysis::WritesInOrder writes;
  const UsesInOrder uses;
  std::vector<const Expr *> indices;
  bool mayMerge = false;
  std::map<const Variable *, const Variable *> merged;
  std::vector<Name> names;
  std::vector<const Stmt *> enclosing;
};

} // namespace

StmtList nameIndices(Context &context, StmtList body) {
  bool jumpsBack = false;
  forEachStmt(body, [&](const Stmt *stmt) { jumpsBack |= llvm::isa<LabelStmt>(stmt); });
  if (jumpsBack) // to where an index is another one by now
    return body;
  IndexNaming naming(context, body);
  return naming.isNeeded() ? naming.rewrite(body) : body;
}

} // namespace adjoint::transform
