// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Cleanup/AllocateOnTape.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// The number of what the statement allocates or frees; 0: none, or unknown.
unsigned blockNumber(const Stmt *stmt) {
  const auto *allocation = dyn_cast<AllocateStmt>(stmt);
  const auto *release = dyn_cast<FreeStmt>(stmt);
  return allocation ? allocation->block : release ? release->block : 0;
}

/// May any bytes be an object of the type, zeros be an empty one, and nobody wait for its end?
bool isPlain(const Type *type) {
  if (type->isArray())
    return isPlain(type->element);
  if (!type->isRecord())
    return type->isScalar() || type->isPointer();
  return type->record->isMirror && llvm::all_of(type->record->fields, [](const Field &field) { return isPlain(field.type); });
}

/// What a statement does to the tape: nothing at all; it takes what it leaves; it leaves more; it takes what others have left; both.
enum class TapeEffect { None, Within, Leaves, Takes, Both };

/// Of two branches.
TapeEffect eitherEffect(TapeEffect a, TapeEffect b) {
  const bool isLess = a == b || a == TapeEffect::None || (a == TapeEffect::Within && b != TapeEffect::None);
  if (isLess)
    return b;
  return b == TapeEffect::None || b == TapeEffect::Within ? a : TapeEffect::Both;
}

class TapeOrder {
public:
  TapeOrder(const StmtList &forward, const StmtList &reverse) : forward(forward), reverse(reverse) { findBlocks(); }

  /// The blocks whose allocations and frees are brackets among the others.
  std::set<unsigned> inOrder() {
    for (size_t before = 0; !blocks.empty() && blocks.size() != before;) {
      before = blocks.size();
      areBrackets(forward, reverse);
    }
    return blocks;
  }

private:
  void findBlocks();
  void leaveOutAllIn(const StmtList &list);
  TapeEffect ownEffectOf(const Stmt *stmt) const;
  TapeEffect effectOf(const Stmt *stmt) const;
  TapeEffect effectOf(const StmtList &list) const;
  void flatten(const StmtList &list, StmtList &out) const;
  void areBrackets(const StmtList &first, const StmtList &second);
  void close(StmtList &open, const Stmt *stmt, const StmtList &first, const StmtList &second);
  void checkInside(const Stmt *stmt);
  bool isPair(const Stmt *left, const Stmt *taken);
  bool arePairs(const SwitchStmt *left, const SwitchStmt *taken);
  bool leaveOut(const Stmt *stmt) { return blocks.erase(blockNumber(stmt)) != 0; }

  const StmtList &forward, &reverse;
  std::set<unsigned> blocks;
};

/// Of plain objects.
void TapeOrder::findBlocks() {
  std::set<unsigned> freed;
  for (const StmtList *list : {&forward, &reverse})
    forEachStmt(*list, [&](const Stmt *stmt) {
      if (isa<FreeStmt>(stmt))
        freed.insert(blockNumber(stmt));
    });
  for (const StmtList *list : {&forward, &reverse})
    forEachStmt(*list, [&](const Stmt *stmt) {
      const auto *allocation = dyn_cast<AllocateStmt>(stmt);
      if (allocation && allocation->block != 0 && freed.count(allocation->block) && isPlain(allocation->element))
        blocks.insert(allocation->block);
    });
}

void TapeOrder::leaveOutAllIn(const StmtList &list) {
  forEachStmt(list, [this](const Stmt *stmt) { leaveOut(stmt); });
}

/// Of a statement without others in it.
TapeEffect TapeOrder::ownEffectOf(const Stmt *stmt) const {
  if (blocks.count(blockNumber(stmt)))
    return isa<AllocateStmt>(stmt) ? TapeEffect::Leaves : TapeEffect::Takes;
  if (const auto *block = dyn_cast<TapeBlockStmt>(stmt))
    return block->declares() ? TapeEffect::Leaves : TapeEffect::Takes;
  const auto *call = dyn_cast<CallStmt>(stmt);
  const TapeUse use = call ? call->callee->tapeUse : TapeUse::None;
  if (isa<PushStmt>(stmt) || use == TapeUse::Leaves)
    return TapeEffect::Leaves;
  return isa<PopStmt>(stmt) || use == TapeUse::Takes ? TapeEffect::Takes : TapeEffect::None;
}

TapeEffect TapeOrder::effectOf(const Stmt *stmt) const {
  TapeEffect effect = ownEffectOf(stmt);
  forEachList(stmt, [&](const StmtList &list) { effect = eitherEffect(effect, effectOf(list)); });
  return effect;
}

TapeEffect TapeOrder::effectOf(const StmtList &list) const {
  size_t left = 0;
  bool takes = false, isUnknown = false, isUsed = false;
  for (const Stmt *stmt : list) {
    const TapeEffect effect = effectOf(stmt);
    isUsed |= effect != TapeEffect::None;
    isUnknown |= effect == TapeEffect::Both;
    left += effect == TapeEffect::Leaves;
    if (effect != TapeEffect::Takes)
      continue;
    takes |= left == 0;
    left -= left != 0;
  }
  if (isUnknown || (takes && left != 0))
    return TapeEffect::Both;
  return takes ? TapeEffect::Takes : left != 0 ? TapeEffect::Leaves : isUsed ? TapeEffect::Within : TapeEffect::None;
}

void TapeOrder::flatten(const StmtList &list, StmtList &out) const {
  for (const Stmt *stmt : list)
    if (const auto *block = dyn_cast<BlockStmt>(stmt))
      flatten(block->body, out);
    else
      out.push_back(stmt);
}

/// Leaves out blocks until the two lists, one behind the other, take what they leave.
void TapeOrder::areBrackets(const StmtList &first, const StmtList &second) {
  StmtList all, open;
  flatten(first, all);
  if (&first != &second)
    flatten(second, all);
  for (const Stmt *stmt : all)
    switch (effectOf(stmt)) {
    case TapeEffect::None:
      break;
    case TapeEffect::Leaves:
      open.push_back(stmt);
      break;
    case TapeEffect::Takes:
      close(open, stmt, first, second);
      break;
    case TapeEffect::Within:
      checkInside(stmt);
      break;
    case TapeEffect::Both: // of things below what is open, perhaps
      leaveOutAllIn(first);
      leaveOutAllIn(second);
      break;
    }
  for (const Stmt *stmt : open)
    leaveOutAllIn({stmt});
}

/// What is taken was left last.
void TapeOrder::close(StmtList &open, const Stmt *stmt, const StmtList &first, const StmtList &second) {
  for (; !open.empty(); open.pop_back()) {
    if (isPair(open.back(), stmt)) {
      open.pop_back();
      return;
    }
    if (leaveOut(stmt)) // another look will be taken
      return;
    if (!leaveOut(open.back()) && effectOf(open.back()) != TapeEffect::None)
      break;
  }
  leaveOutAllIn(first);
  leaveOutAllIn(second);
  open.clear();
}

void TapeOrder::checkInside(const Stmt *stmt) {
  forEachList(stmt, [this](const StmtList &list) { areBrackets(list, list); });
}

bool TapeOrder::isPair(const Stmt *left, const Stmt *taken) {
  if (isa<CallStmt>(left) || isa<TapeBlockStmt>(left))
    return left->kind == taken->kind;
  switch (left->kind) {
  case Stmt::Kind::Push:
    return isa<PopStmt>(taken) && cast<PushStmt>(left)->record == cast<PopStmt>(taken)->record;
  case Stmt::Kind::Allocate:
    return isa<FreeStmt>(taken) && blockNumber(left) == blockNumber(taken);
  case Stmt::Kind::Loop: {
    const auto *loop = dyn_cast<LoopStmt>(taken);
    if (!loop)
      return false;
    areBrackets(cast<LoopStmt>(left)->body, loop->body);
    if (cast<LoopStmt>(left)->runsInParallel || loop->runsInParallel) {
      leaveOutAllIn({left});
      leaveOutAllIn({taken});
    }
    return true;
  }
  case Stmt::Kind::If: {
    const auto *branch = dyn_cast<IfStmt>(taken);
    if (!branch)
      return false;
    areBrackets(cast<IfStmt>(left)->yes, branch->yes);
    areBrackets(cast<IfStmt>(left)->no, branch->no);
    return true;
  }
  case Stmt::Kind::Switch:
    return isa<SwitchStmt>(taken) && arePairs(cast<SwitchStmt>(left), cast<SwitchStmt>(taken));
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Free:
  case Stmt::Kind::Block:
  case Stmt::Kind::Return:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return false;
  }
  return false;
}

bool TapeOrder::arePairs(const SwitchStmt *left, const SwitchStmt *taken) {
  if (left->sections.size() != taken->sections.size())
    return false;
  for (size_t i = 0; i < left->sections.size(); ++i)
    areBrackets(left->sections[i].body, taken->sections[i].body);
  return true;
}

/// Else it stays a function that needs no tape.
bool needsTape(const StmtList &list) {
  bool found = false;
  forEachStmt(list, [&](const Stmt *stmt) {
    const auto *call = dyn_cast<CallStmt>(stmt);
    found |= movesTape(stmt) || (call && call->callee->tapeUse != TapeUse::None);
  });
  return found;
}

class ToTape : public Rewriter {
public:
  ToTape(Context &context, const std::set<unsigned> &blocks) : Rewriter(context), blocks(blocks) {}
  using Rewriter::rewrite;

protected:
  using Rewriter::replace;
  bool replace(const Stmt *stmt, StmtList &out) override {
    if (!blocks.count(blockNumber(stmt)))
      return false;
    if (const auto *old = dyn_cast<AllocateStmt>(stmt))
      out.push_back(annotatedAs(old, context.make<AllocateStmt>(rewrite(old->place), old->declares, old->element,
                                                                old->count ? rewrite(old->count) : nullptr,
                                                                AllocationForm::Tape, old->zeroed)));
    else
      out.push_back(annotatedAs(stmt, context.make<FreeStmt>(rewrite(cast<FreeStmt>(stmt)->pointer), AllocationForm::Tape)));
    return true;
  }

private:
  const std::set<unsigned> &blocks;
};

} // namespace

void allocateOnTape(Context &context, Function &forward, Function &reverse) {
  if (!needsTape(forward.body) && !needsTape(reverse.body))
    return;
  static const StmtList none;
  const bool isOne = &forward == &reverse;
  const std::set<unsigned> blocks = TapeOrder(forward.body, isOne ? none : reverse.body).inOrder();
  if (blocks.empty())
    return;
  forward.body = ToTape(context, blocks).rewrite(forward.body);
  if (!isOne)
    reverse.body = ToTape(context, blocks).rewrite(reverse.body);
}

} // namespace adjoint::transform
