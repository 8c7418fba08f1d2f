// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/TapeBlocks.h"

#include "Analysis/Loops.h"

#include <algorithm>
#include <optional>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

/// Iterations in the counter's own terms: numbered `i - low`, or `high - i` where it counts down.
struct Range {
  const Variable *counter;
  bool isUp;
  const Expr *low, *high; ///< low <= i < high; counting down, low < i <= high
};

/// One record that goes to a block.
struct Record {
  const LoopStmt *forward;
  const StmtList *scope; ///< the list that the loop stands in
  const LoopStmt *reverse = nullptr;
  Range range;
  const Type *type; ///< of the value
  std::string name;
  bool isUnique = true;
  bool isVisible = false; ///< does the reverse loop stand in the scope of the block?
};

class TapeBlocks {
public:
  explicit TapeBlocks(Context &context) : context(context) {}

  void findPushes(const StmtList &list, const LoopStmt *loop, const StmtList *around);
  void findPops(const StmtList &list, const LoopStmt *loop);
  void choose();
  StmtList rebuilt(const StmtList &list);

private:
  void rebuild(const Stmt *stmt, StmtList &out);
  void reserve(const LoopStmt *loop, StmtList &out);
  void pushAddresses(const LoopStmt *loop, StmtList &out);
  StmtList find(const LoopStmt *loop, StmtList &out);
  const Stmt *inside(const Stmt *stmt);
  std::optional<Range> rangeOf(const LoopStmt *loop);
  const Expr *trips(const Range &range);
  const Place *element(unsigned record, const Variable *block);
  const Variable *makeBlock(const Record &record);

  Context &context;
  std::map<unsigned, Record> records;
  std::vector<const StmtList *> open; ///< the lists around the pop that is looked at
  std::map<const LoopStmt *, std::vector<unsigned>> pushedIn, poppedIn;
  std::map<unsigned, const Variable *> blocks; ///< that are visible where the rebuilding stands
};

/// The counter that a loop sets, whichever way it runs.
const Variable *counterOf(const LoopStmt *loop) {
  if (loop->init.size() != 1)
    return nullptr;
  if (const auto *declare = dyn_cast<DeclareStmt>(loop->init[0]))
    return declare->variable;
  const auto *assign = dyn_cast<AssignStmt>(loop->init[0]);
  return assign ? wholeVariable(assign->place) : nullptr;
}

std::string nameFor(const Expr *value) {
  std::string name = "value";
  forEachLoad(value, [&](const LoadExpr *load) { // the innermost name of a path: y of y[i]
    if (const Variable *variable = rootVariable(load->place); variable && (name == "value" || load->type->isPointer()))
      name = variable->name;
  });
  return name.substr(name.rfind(':') + 1) + "_tape";
}

} // namespace

std::optional<Range> TapeBlocks::rangeOf(const LoopStmt *loop) {
  std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
  if (!counted || (counted->step != 1 && counted->step != -1) || counted->test == BinaryOp::NotEqual)
    return std::nullopt;
  const Type *type = context.withoutConst(counted->counter->type);
  const Expr *first = context.cast(CastExpr::Form::Implicit, counted->first, type);
  const Expr *bound = context.cast(CastExpr::Form::Implicit, counted->bound, type);
  auto shifted = [&](BinaryOp op, const Expr *e) -> const Expr * {
    if (op == BinaryOp::Sub && isLiteral(e, "1"))
      return context.literal("0", type);
    return context.binary(op, e, context.literal("1", type));
  };
  if (counted->step > 0)
    return Range{counted->counter, true, first,
                 counted->test == BinaryOp::LessEq ? shifted(BinaryOp::Add, bound) : bound};
  return Range{counted->counter, false,
               counted->test == BinaryOp::GreaterEq ? shifted(BinaryOp::Sub, bound) : bound, first};
}

// --------------------------------------------------------------- finding

void TapeBlocks::findPushes(const StmtList &list, const LoopStmt *loop, const StmtList *around) {
  std::optional<Range> range = loop ? rangeOf(loop) : std::nullopt;
  for (const Stmt *stmt : list) {
    const auto *inner = dyn_cast<LoopStmt>(stmt);
    forEachList(stmt, [&](const StmtList &nested) {
      findPushes(nested, inner && &nested == &inner->body ? inner : nullptr, &list);
    });
    const auto *push = dyn_cast<PushStmt>(stmt);
    if (!push || push->record == 0)
      continue;
    bool isFirst = records.count(push->record) == 0;
    if (isFirst && range && push->value->type->isScalar())
      records[push->record] = {loop, around, nullptr, *range, context.withoutConst(push->value->type),
                               nameFor(push->value)};
    else
      records[push->record].isUnique = false;
  }
}

void TapeBlocks::findPops(const StmtList &list, const LoopStmt *loop) {
  open.push_back(&list);
  for (const Stmt *stmt : list) {
    const auto *inner = dyn_cast<LoopStmt>(stmt);
    forEachList(stmt, [&](const StmtList &nested) {
      findPops(nested, inner && &nested == &inner->body ? inner : nullptr);
    });
    const auto *pop = dyn_cast<PopStmt>(stmt);
    auto found = pop ? records.find(pop->record) : records.end();
    if (found == records.end())
      continue;
    Record &record = found->second;
    bool fits = loop && !record.reverse && counterOf(loop) == record.range.counter;
    bool isReference = pop->declares && wholeVariable(pop->place)->type->isReference();
    record.isUnique &= fits && !isReference;
    record.reverse = loop;
    record.isVisible = std::find(open.begin(), open.end(), record.scope) != open.end();
  }
  open.pop_back();
}

void TapeBlocks::choose() {
  for (const auto &[number, record] : records) {
    if (!record.isUnique || !record.reverse)
      continue;
    pushedIn[record.forward].push_back(number);
    poppedIn[record.reverse].push_back(number);
  }
}

// ------------------------------------------------------------ rebuilding

const Expr *TapeBlocks::trips(const Range &range) {
  const Type *size = context.integer("std::size_t", 64, false);
  return context.intrinsic("trips", "adjoint::trips", {range.low, range.high}, size);
}

const Variable *TapeBlocks::makeBlock(const Record &record) {
  auto *block = context.make<Variable>(record.name, context.pointerTo(record.type), Storage::Local);
  block->isTemporary = true;
  return block;
}

/// The block's element for the present iteration.
const Place *TapeBlocks::element(unsigned number, const Variable *block) {
  const Range &range = records.at(number).range;
  const Expr *i = context.load(range.counter);
  const Expr *index = range.isUp ? context.binary(BinaryOp::Sub, i, range.low)
                                 : context.binary(BinaryOp::Sub, range.high, i);
  if (range.isUp && isLiteral(range.low, "0"))
    index = i;
  return context.deref(context.binary(BinaryOp::Add, context.load(block), index));
}

const Stmt *TapeBlocks::inside(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    return annotatedAs(stmt, context.make<BlockStmt>(rebuilt(cast<BlockStmt>(stmt)->body)));
  case Stmt::Kind::If: {
    const auto *s = cast<IfStmt>(stmt);
    StmtList yes = rebuilt(s->yes), no = rebuilt(s->no);
    return annotatedAs(s, context.make<IfStmt>(s->condition, yes, no));
  }
  case Stmt::Kind::Loop: {
    const auto *s = cast<LoopStmt>(stmt);
    auto *loop = context.make<LoopStmt>(s->init, s->condition, s->step, rebuilt(s->body), s->testAtEnd);
    loop->trips = s->trips;
    loop->sumsInAnyOrder = s->sumsInAnyOrder;
    return annotatedAs(s, loop);
  }
  case Stmt::Kind::Switch: {
    const auto *s = cast<SwitchStmt>(stmt);
    std::vector<SwitchSection> sections;
    for (const SwitchSection &section : s->sections)
      sections.push_back({section.labels, section.isDefault, rebuilt(section.body)});
    return annotatedAs(s, context.make<SwitchStmt>(s->condition, sections));
  }
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Comment:
    return stmt;
  }
  return stmt;
}

void TapeBlocks::reserve(const LoopStmt *loop, StmtList &out) {
  for (unsigned number : pushedIn[loop]) {
    const Record &record = records.at(number);
    blocks[number] = makeBlock(record);
    out.push_back(
        context.make<TapeBlockStmt>(TapeBlockStmt::Action::Reserve, blocks[number], trips(record.range)));
  }
}

/// Returns what releases the blocks after the loop.
/// Their addresses, where the reverse sweep stands in another scope.
void TapeBlocks::pushAddresses(const LoopStmt *loop, StmtList &out) {
  for (unsigned number : pushedIn[loop])
    if (!records.at(number).isVisible)
      out.push_back(context.make<PushStmt>(context.load(blocks.at(number))));
}

StmtList TapeBlocks::find(const LoopStmt *loop, StmtList &out) {
  StmtList releases;
  const std::vector<unsigned> &numbers = poppedIn[loop];
  for (auto it = numbers.rbegin(); it != numbers.rend(); ++it) { // the last block first
    const Variable *&block = blocks[*it];
    const Expr *count = trips(records.at(*it).range);
    if (!block) {
      block = makeBlock(records.at(*it));
      out.push_back(context.make<PopStmt>(context.place(block), true));
    }
    releases.push_back(context.make<TapeBlockStmt>(TapeBlockStmt::Action::Release, block, count));
  }
  return releases;
}

void TapeBlocks::rebuild(const Stmt *stmt, StmtList &out) {
  if (const auto *push = dyn_cast<PushStmt>(stmt); push && blocks.count(push->record)) {
    out.push_back(context.make<AssignStmt>(element(push->record, blocks.at(push->record)), push->value));
    return;
  }
  if (const auto *pop = dyn_cast<PopStmt>(stmt); pop && blocks.count(pop->record)) {
    const Expr *value = context.load(element(pop->record, blocks.at(pop->record)));
    out.push_back(pop->declares
                      ? static_cast<const Stmt *>(context.make<DeclareStmt>(wholeVariable(pop->place), value))
                      : context.make<AssignStmt>(pop->place, value));
    return;
  }
  const auto *loop = dyn_cast<LoopStmt>(stmt);
  if (!loop) {
    out.push_back(inside(stmt));
    return;
  }
  reserve(loop, out);
  StmtList releases = find(loop, out);
  out.push_back(inside(loop));
  pushAddresses(loop, out);
  out.insert(out.end(), releases.begin(), releases.end());
}

StmtList TapeBlocks::rebuilt(const StmtList &list) {
  std::map<unsigned, const Variable *> outer = blocks;
  StmtList out;
  for (const Stmt *stmt : list)
    rebuild(stmt, out);
  blocks = std::move(outer); // what began here is no longer visible
  return out;
}

void useTapeBlocks(Context &context, Function &forward, Function &reverse) {
  TapeBlocks blocks(context);
  blocks.findPushes(forward.body, nullptr, nullptr);
  blocks.findPops(reverse.body, nullptr);
  blocks.choose();
  forward.body = blocks.rebuilt(forward.body);
  if (&reverse != &forward)
    reverse.body = blocks.rebuilt(reverse.body);
}

} // namespace adjoint::transform
