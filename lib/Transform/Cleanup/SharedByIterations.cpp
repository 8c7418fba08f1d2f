// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/SharedByIterations.h"

#include "Transform/Cleanup/Iteration.h"
#include "Transform/Cleanup/MovesBlock.h"
#include "Transform/Cleanup/SourceIndices.h"

namespace adjoint::transform {

using namespace ir;
using analysis::operandOfSum;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The variable that the path begins with, through all that it leads through.
const Variable *originOf(const Place *place) {
  const Variable *origin = rootVariable(place);
  forEachLoad(place, [&](const LoadExpr *load) {
    if (!origin && (load->type->isPointer() || load->type->isReference()))
      origin = rootVariable(load->place);
  });
  return origin;
}

/// A reference that the place is all of.
const Variable *wholeReference(const Place *place) {
  const auto *deref = dyn_cast<DerefPlace>(place);
  const auto *load = deref ? dyn_cast<LoadExpr>(deref->pointer) : nullptr;
  const Variable *variable = load ? wholeVariable(load->place) : nullptr;
  return variable && variable->type->isReference() ? variable : nullptr;
}

bool canBeReduced(const Type *type) { return type->isFloating() || type->isIntegral(); }
/// Machines have no operation for longer ones, and compilers a library that may be absent.
bool canBeAtomic(const Type *type) { return (type->isFloating() || type->isIntegral()) && type->bits <= 64; }

bool readsPlace(const Expr *expr, const Place *place) {
  bool reads = false;
  forEachLoad(expr, [&](const LoadExpr *load) { reads |= same(load->place, place); });
  return reads;
}

/// `place = float(place + e)`, in memory.
bool isConvertedSum(const AssignStmt *assign) {
  const auto *sum = dyn_cast<BinaryExpr>(withoutCasts(assign->value));
  return sum && sum != assign->value && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
         !rootVariable(assign->place) && analysis::isAdjointNumber(assign->place) && readsPlace(sum, assign->place);
}

/// The loop may have another counter than those of the source.
AreApart inLoops(const SourceLoops &source, const Variable *counter, const AreApart &areApart) {
  return [&source, counter, &areApart](const Variable *in, const Variable *a, const Variable *b) {
    if (in != counter || areApart(in, a, b))
      return areApart(in, a, b);
    return !source.loops.empty() && llvm::all_of(source.loops, [&](const LoopStmt *loop) {
      const Variable *own = loop->init.empty() ? nullptr : declaredBy(loop->init.front());
      return own && areApart(own, a, b);
    });
  };
}

/// Does a function that the statements call add to what iterations share, under a lock?
bool callSharedSums(const StmtList &list, std::set<const Function *> &seen) {
  bool found = false;
  forEachStmt(list, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    if (!call || !seen.insert(call->callee).second)
      return;
    forEachStmt(call->callee->body, [&](const Stmt *inner) { found |= inner->isShared; });
    found = found || callSharedSums(call->callee->body, seen);
  });
  return found;
}

bool leadsToBlockOfTape(const Expr *pointer) {
  const auto *load = dyn_cast<LoadExpr>(pointer);
  return load && transform::isBlockOfTape(wholeVariable(load->place));
}

/// Does it leave an address on the tape for the other sweep, itself or in what it calls?
bool leavesAddresses(const StmtList &list, std::set<const Function *> &seen) {
  std::set<unsigned> taken;
  forEachStmt(list, [&](const Stmt *stmt) {
    if (const auto *pop = dyn_cast<PopStmt>(stmt))
      taken.insert(pop->record);
  });
  bool leaves = false;
  forEachStmt(list, [&](const Stmt *stmt) {
    if (const auto *push = dyn_cast<PushStmt>(stmt))
      leaves |= push->value->type->isPointer() && !leadsToBlockOfTape(push->value) && !taken.count(push->record);
    if (const auto *assign = dyn_cast<AssignStmt>(stmt)) // in a block of the tape
      leaves |= assign->value->type->isPointer() && !rootVariable(assign->place);
    if (const auto *call = dyn_cast<CallStmt>(stmt); call && call->callee->tapeUse == TapeUse::Leaves && seen.insert(call->callee).second)
      leaves = leaves || leavesAddresses(call->callee->body, seen);
  });
  return leaves;
}

} // namespace

SharedByIterations::SharedByIterations(Context &context, const LoopStmt *loop, const analysis::CountedLoop &counted,
                                       const StmtList &work, const SourceLoops &source, const analysis::Alias &alias,
                                       const AreApart &areApart, const PrimalOf &primalOf)
    : context(context), loop(loop), counted(counted), work(work), source(source), alias(alias),
      areApart(inLoops(source, counted.counter, areApart)), primalOf(primalOf) {
  declared.insert(counted.counter);
  forEachStmt(work, [&](const Stmt *stmt) { declared.insert(declaredBy(stmt)); });
}

ParallelPlan SharedByIterations::plan(Records records) {
  mayRecord = loop->isSelfContained || records == Records::InParts;
  keepInOrder(loop->parallel->inOrder);
  std::set<const Function *> seen;
  for (const LoopStmt *primal : source.loops)
    if (callSharedSums(primal->body, seen))
      keepInOrder("it calls a function that adds under a lock");
  forEachStmt(work, [&](const Stmt *stmt) { visit(stmt); });
  keepAddresses();
  decideVariables();
  decideSharedSums();
  decideMemory();
  return std::move(found);
}

/// A variable of the iteration's own has another address in the other sweep.
void SharedByIterations::keepAddresses() {
  std::set<const Function *> seen;
  if (found.own.empty() || !leavesAddresses(work, seen))
    return;
  const auto look = [&](const Expr *e) {
    forEachExpr(e, [&](const Expr *inner) {
      const auto *address = dyn_cast<AddressExpr>(inner);
      const Variable *root = address ? rootVariable(address->place) : nullptr;
      if (root && llvm::is_contained(found.own, root))
        keepInOrder("the address of '" + root->name + "' of an iteration is kept for the reverse sweep");
    });
  };
  forEachStmt(work, [&](const Stmt *stmt) {
    forEachOperand(stmt, look, [&](const Place *place) { forEachExpr(place, look); });
  });
}

void SharedByIterations::keepInOrder(const std::string &why) {
  if (found.inOrder.empty())
    found.inOrder = why;
}

// --------------------------------------------------------------- what is done

void SharedByIterations::visit(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
    if (!mayRecord || movesBlock(stmt))
      keepInOrder("its records wait on the tape, which is in order");
    break;
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
    return keepInOrder("an iteration may end it");
  case Stmt::Kind::Call:
    return visitCall(cast<CallStmt>(stmt));
  case Stmt::Kind::Assign:
    if (const Expr *operand = stmt->isShared ? analysis::operandOfAnySum(cast<AssignStmt>(stmt)) : operandOfSum(cast<AssignStmt>(stmt)))
      return visitSum(cast<AssignStmt>(stmt), operand);
    if (stmt->isShared || isConvertedSum(cast<AssignStmt>(stmt)))
      keepInOrder("a shared sum is converted");
    break;
  case Stmt::Kind::Declare:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Heading:
    break;
  }
  forEachOperand(stmt, [&](const Expr *e) { visitReads(e); }, [&](const Place *place) { visitWrite(place); });
}

/// Of the tape, for this iteration alone.
bool SharedByIterations::isRecordOfIteration(const Place *place) const {
  return transform::isBlockOfTape(analysis::pointerTo(place));
}

void SharedByIterations::visitRead(const Expr *e) {
  const auto *load = dyn_cast<LoadExpr>(e);
  const auto *address = dyn_cast<AddressExpr>(e);
  const Place *place = load ? load->place : address ? address->place : nullptr;
  const Variable *root = place ? rootVariable(place) : nullptr;
  if (!place || (root && takes(root)))
    return;
  if (root)
    read.insert(root);
  if (root ? !wholeVariable(place) : load && !isRecordOfIteration(place))
    accesses.push_back(place);
}

void SharedByIterations::visitReads(const Expr *expr) {
  forEachExpr(expr, [&](const Expr *e) { visitRead(e); });
}

void SharedByIterations::visitReads(const Place *path) {
  forEachExpr(path, [&](const Expr *e) { visitRead(e); });
}

/// Is it the iteration's, or may it become that?
bool SharedByIterations::takes(const Variable *variable) {
  if (declared.count(variable))
    return true;
  if (!variable->isOfIteration)
    return false;
  if ((!mayRecord && !source.ownAlone.count(variable)) || variable->type->isPointer())
    keepInOrder("'" + variable->name + "' of an iteration is kept for the reverse sweep");
  declared.insert(variable);
  found.own.push_back(variable);
  return true;
}

void SharedByIterations::visitWrite(const Place *place) {
  visitReads(place);
  const Variable *root = rootVariable(place);
  if (root && takes(root))
    return;
  if (!root && isRecordOfIteration(place))
    return;
  const bool isWhole = root && wholeVariable(place) && !root->isGlobal();
  const Variable *pointer = root ? nullptr : analysis::pointerTo(place);
  if (isWhole || (pointer && pointer->isMovedLocal))
    keepInOrder("iterations share '" + (root ? root : pointer)->name + "'");
  else
    accesses.push_back(place);
}

/// A reference that leads to the same in all iterations.
const Variable *SharedByIterations::fixedReference(const Place *place) const {
  const Variable *reference = wholeReference(place);
  return declared.count(reference) ? nullptr : reference;
}

void SharedByIterations::visitSum(const AssignStmt *assign, const Expr *operand) {
  visitReads(operand);
  visitReads(assign->place);
  const Variable *root = rootVariable(assign->place);
  if (root && takes(root))
    return;
  const Variable *whole = root && !root->isGlobal() ? wholeVariable(assign->place) : nullptr;
  const Variable *origin = originOf(assign->place);
  const bool isPrimal = origin && !origin->isAdjoint;
  const Variable *reference = whole ? nullptr : fixedReference(assign->place);
  if (whole) {
    sums[whole].push_back(assign);
  } else if (readsPlace(operand, assign->place)) {
    visitWrite(assign->place);
    if (assign->isShared)
      keepInOrder("a shared sum adds what it has been added to");
  } else if (assign->isShared) {
    sharedSums.push_back(assign);
  } else if (isPrimal || source.isTangent || !assign->place->type->isFloating()) {
    visitWrite(assign->place);
  } else if (reference) {
    sums[reference].push_back(assign);
  } else {
    memorySums.push_back(assign);
  }
}

/// What a function of the source writes, the source answers for. One that adds to adjoints may do so to those that an
/// iteration has for itself.
void SharedByIterations::visitCall(const CallStmt *call) {
  for (const Expr *arg : call->args)
    visitReads(arg);
  if (call->result)
    visitWrite(call->result);
  if (source.isTangent || source.called.count(call->callee))
    return;
  const bool leaves = call->callee->tapeUse == TapeUse::Leaves;
  if (!mayRecord && (leaves || call->callee->tapeUse == TapeUse::Takes))
    return keepInOrder("'" + call->callee->name + "' records, which is done in order");
  if (leaves) // and adds to nothing
    return;
  for (const Expr *arg : call->args) {
    if (!arg->type->isPointer())
      continue;
    const auto *address = dyn_cast<AddressExpr>(arg);
    const Variable *object = address ? rootVariable(address->place) : nullptr;
    if (object && declared.count(object))
      continue;
    bool isPrimal = true;
    forEachPlace(arg, [&](const Place *place) {
      const Variable *origin = originOf(place);
      isPrimal &= origin && !origin->isAdjoint;
    });
    if (!isPrimal)
      return keepInOrder("'" + call->callee->name + "' adds to adjoints that iterations share");
  }
}

// ------------------------------------------------------------------ decisions

void SharedByIterations::say(const Variable *added, const char *how) {
  const std::string way = (added ? added->name : "an adjoint") + std::string(" ") + how;
  if ((", " + found.ways + ",").find(", " + way + ",") == std::string::npos)
    found.ways += (found.ways.empty() ? "" : ", ") + way;
}

/// By an address, a function could come to a variable.
bool SharedByIterations::callsAny() const {
  bool calls = false;
  forEachStmt(work, [&](const Stmt *stmt) { calls |= isa<CallStmt>(stmt); });
  return calls;
}

void SharedByIterations::decideVariables() {
  for (const auto &[variable, stmts] : sums) {
    const Place *place = cast<AssignStmt>(stmts.front())->place;
    const bool isOnlyAddedTo = !read.count(variable) && !(variable->isAddressTaken() && callsAny()) && canBeReduced(place->type);
    bool isMet = false;
    if (variable->type->isReference() || variable->isAddressTaken())
      for (const Place *access : accesses)
        isMet |= analysis::intersects(alias.overlapping(alias.keysOf(place)), alias.keysOf(access)) || alias.keysOf(access).none();
    if (isOnlyAddedTo && !isMet)
      found.reductions.push_back(variable);
    else if (!variable->type->isReference())
      keepInOrder("iterations share '" + variable->name + "'");
    else
      for (const Stmt *stmt : stmts)
        memorySums.push_back(cast<AssignStmt>(stmt));
  }
}

/// Sums that the source says to be shared. No iteration may look at what others add to.
void SharedByIterations::decideSharedSums() {
  std::vector<const Place *> places;
  for (const AssignStmt *sum : sharedSums) {
    const Variable *reference = fixedReference(sum->place);
    if (reference && !read.count(reference) && canBeReduced(sum->place->type)) {
      if (!llvm::is_contained(found.reductions, reference))
        found.reductions.push_back(reference);
    } else if (!reducesArray(sum)) {
      found.atomic.insert(sum);
    }
    places.push_back(sum->place);
  }
  for (const LoopStmt *primal : source.loops)
    forEachStmt(primal->body, [&](const Stmt *stmt) {
      if (const auto *assign = dyn_cast<AssignStmt>(stmt); assign && stmt->isShared && !wholeVariable(assign->place))
        places.push_back(assign->place);
    });
  for (const Place *place : places) {
    const analysis::Set keys = alias.overlapping(alias.keysOf(place));
    for (const Place *access : accesses)
      if (keys.none() || alias.keysOf(access).none() || analysis::intersects(keys, alias.keysOf(access)))
        return keepInOrder("what iterations add to is read or restored");
  }
}

void SharedByIterations::decideMemory() {
  if (!found.inOrder.empty())
    return;
  for (const Variable *variable : found.reductions)
    say(variable, "by a reduction");
  decideMemorySums();
  for (const Stmt *sum : found.atomic)
    if (!canBeAtomic(cast<AssignStmt>(sum)->place->type))
      keepInOrder("a sum has a type without atomic additions");
}

namespace {
/// How many numbers it has; 0 if its elements are no numbers.
uint64_t numbersOf(const Type *type) {
  return type->isArray() ? type->count * numbersOf(type->element) : canBeReduced(type) ? 1 : 0;
}
} // namespace

/// Each thread may have the whole array for itself, on its stack.
bool SharedByIterations::reducesArray(const AssignStmt *sum) {
  const Variable *array = rootVariable(sum->place);
  const uint64_t numbers = array && array->type->isArray() ? numbersOf(array->type) : 0;
  if (numbers == 0 || numbers > 1024 || array->isGlobal() || array->isAddressTaken() || read.count(array) ||
      llvm::any_of(accesses, [&](const Place *access) { return rootVariable(access) == array; }))
    return false;
  if (!llvm::is_contained(found.reductions, array))
    found.reductions.push_back(array);
  return true;
}

void SharedByIterations::decideMemorySums() {
  const std::set<const Stmt *> ofOne = sumsOfOneIteration();
  std::vector<const AssignStmt *> ofMany;
  for (const AssignStmt *sum : sharedSums)
    if (found.atomic.count(sum) && callsAny()) // of what may read what this iteration has added
      say(originOf(sum->place), "atomically");
    else if (found.atomic.count(sum))
      ofMany.push_back(sum);
  using Sums = ParallelLoop::Sums;
  const Sums said = loop->parallel->sums;
  for (const AssignStmt *sum : memorySums)
    if (ofOne.count(sum))
      say(originOf(sum->place), found.reach != 0 ? "in two turns" : "as it is");
    else if (said == Sums::Disjoint)
      say(originOf(sum->place), "as it is, as is said");
    else if (reducesArray(sum))
      say(rootVariable(sum->place), "by a reduction");
    else
      ofMany.push_back(sum);
  if (said != Sums::Atomic)
    found.ownSums = OwnSums(context, counted, work, alias, areApart).of(ofMany, accesses);
  for (const AssignStmt *sum : ofMany) {
    const bool isOwn = llvm::any_of(found.ownSums, [&](const OwnSum &own) { return own.indices.count(sum) != 0; });
    if (isOwn)
      found.atomic.erase(sum);
    else
      found.atomic.insert(sum);
    say(originOf(sum->place), isOwn ? "by sums of each thread's own" : "atomically");
  }
}

std::set<const Stmt *> SharedByIterations::sumsOfOneIteration() {
  const Iteration iteration(context, work, counted, alias, areApart, areInParts());
  const SourceIndices indices(context, source.loops, counted, work);
  auto isWritten = [&](const Access &access) {
    const Variable *primal = access.base ? primalOf(access.base) : nullptr;
    return primal && indices.isWritten(primal, access.index);
  };
  auto alsoDiffer = [&](const Access &a, const Access &b) {
    const bool haveOneIndex = a.base && a.base == b.base && indices.isOfOneIteration(a.index) && indices.areSame(a.index, b.index);
    return haveOneIndex || isWritten(a) || isWritten(b);
  };
  std::set<const Stmt *> own = iteration.sumsOfOneIteration(alsoDiffer);
  for (unsigned reach : {1, 2, 4, 8})
    if (areInParts() && own.size() < memorySums.size()) {
      std::set<const Stmt *> near = iteration.sumsOfOneIteration(alsoDiffer, reach);
      if (near.size() > own.size()) {
        own = std::move(near);
        found.reach = reach;
      }
    }
  return own;
}

} // namespace adjoint::transform
