// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Cpp/Assignments.h"
#include "CodeGen/Cpp/Casts.h"
#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Functions/Statements.h"
#include "IR/Visit.h"

#include <algorithm>
#include <functional>

namespace adjoint::codegen {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void Statements::printBlock(const BlockStmt *block) {
  line("{");
  indented([&] {
    if (block->sumsInAnyOrder)
      line("ADJOINT_ANY_ORDER");
    printList(block->body);
  });
  line("}");
}

void Statements::printBraced(const std::string &head, const StmtList &body, const std::string &tail) {
  line(head.empty() ? "{" : head + " {");
  indented([&] { printList(body); });
  line(tail);
}

// ----------------------------------------------------------------------- if

namespace {

/// Prints as one line, or at least as one statement that needs no braces around it.
bool isSimple(const Stmt *stmt) {
  if (!stmt->comment.empty() || stmt->isAtomic)
    return false;
  switch (stmt->kind) {
  case Stmt::Kind::Assign:
  case Stmt::Kind::Free:
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
  case Stmt::Kind::Push:
    return true;
  case Stmt::Kind::Call:
    return !cast<CallStmt>(stmt)->declares;
  case Stmt::Kind::Allocate:
    return !cast<AllocateStmt>(stmt)->declares;
  case Stmt::Kind::Pop:
    return !cast<PopStmt>(stmt)->declares;
  case Stmt::Kind::TapeBlock:
    return !cast<TapeBlockStmt>(stmt)->declares();
  case Stmt::Kind::Declare:
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Switch:
  case Stmt::Kind::Label:
  case Stmt::Kind::Heading:
    return false;
  }
  return false;
}

/// The `if` of an `else if`.
const IfStmt *chained(const StmtList &no) {
  const auto *next = no.size() == 1 ? dyn_cast<IfStmt>(no[0]) : nullptr;
  return next && next->comment.empty() && (!next->yes.empty() || next->no.empty()) ? next : nullptr;
}

} // namespace

void Statements::printIf(const IfStmt *branch, const std::string &before) {
  Printed condition = expressions.condition(branch->condition);
  if (branch->yes.empty() && !branch->no.empty() && before.empty()) {
    const auto *negation = dyn_cast<UnaryExpr>(branch->condition);
    bool isNegation = negation && negation->op == UnaryOp::Not;
    std::string text =
        isNegation ? expressions.condition(negation->operand).text : "!" + atLevel(condition, Level::Unary);
    return printBraced("if (" + text + ")", branch->no);
  }
  std::string head = before + "if (" + condition.text + ")";
  if (before.empty() && branch->no.empty() && branch->yes.size() == 1 && isSimple(branch->yes[0])) {
    line(head);
    indented([&] { printList(branch->yes); });
    return;
  }
  line(head + " {");
  indented([&] { printList(branch->yes); });
  if (branch->no.empty())
    return line("}");
  if (const IfStmt *next = chained(branch->no))
    return printIf(next, "} else ");
  printBraced("} else", branch->no);
}

// -------------------------------------------------------------------- loops

std::string Statements::conditionText(const Expr *condition) const {
  return condition ? expressions.condition(condition).text : "";
}

namespace {

/// May declarations of these two variables stand in one, `int i = 0, j = n`?
bool canShareDeclaration(const Type *a, const Type *b) {
  return a == b && !a->isPointer() && !a->isReference() && !a->isArray();
}

bool isPlain(const Stmt *stmt) { return stmt->comment.empty(); }

} // namespace

/// The first part of a `for`, if the statements fit there.
std::optional<std::string> Statements::forInit(const StmtList &init) const {
  std::string text;
  const Variable *first = nullptr;
  bool isOneUnread = false; // behind the first, whose declaration would say it
  for (const Stmt *stmt : init) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    const auto *declare = dyn_cast<DeclareStmt>(stmt);
    if (!isPlain(stmt) || (!assign && !declare))
      return std::nullopt;
    bool isFirst = text.empty();
    if (!isFirst)
      text += std::string(",") + commaMark();
    if (assign) {
      if (first)
        return std::nullopt;
      text += assignment(assign, expressions);
      continue;
    }
    bool fits = isFirst || (first && canShareDeclaration(first->type, declare->variable->type));
    if (!fits || (declare->init && isa<LoadExpr>(declare->init) && declare->variable->type->isArray()))
      return std::nullopt;
    text += isFirst ? declaration(declare->variable) : names.of(declare->variable);
    text += initialiser(declare);
    isOneUnread |= !isFirst && !isNeverRead(first) && isNeverRead(declare->variable);
    first = isFirst ? declare->variable : first;
  }
  return (isOneUnread ? "[[maybe_unused]] " : "") + text;
}

/// The last part of a `for`, if the statements fit there.
std::optional<std::string> Statements::forStep(const StmtList &step) const {
  std::string text;
  for (const Stmt *stmt : step) {
    const auto *assign = dyn_cast<AssignStmt>(stmt);
    if (!assign || !isPlain(stmt))
      return std::nullopt;
    if (!text.empty())
      text += std::string(",") + commaMark();
    text += assignment(assign, expressions);
  }
  return text;
}

namespace {
/// The last statement of the body, if it is the loop's step once more.
const AssignStmt *repeatedStep(const LoopStmt *loop) {
  if (loop->step.size() != 1 || loop->body.empty())
    return nullptr;
  const auto *step = dyn_cast<AssignStmt>(loop->step[0]), *last = dyn_cast<AssignStmt>(loop->body.back());
  bool isSame = step && last && same(step->place, last->place) && same(step->value, last->value);
  return isSame && isPlain(last) ? last : nullptr;
}
} // namespace

/// In `for (...; ++i) { ...; ++i; }` compilers suspect that one `++i` is too many: it is `i += 1` in the body.
void Statements::printForBody(const LoopStmt *loop) {
  const AssignStmt *repeated = repeatedStep(loop);
  if (!repeated)
    return printList(loop->body);
  StmtList rest = loop->body;
  rest.pop_back();
  printList(rest);
  line(assignment(repeated, expressions, StepForm::Compound) + ";");
}

std::string Statements::sumsText(const LoopStmt *loop) const {
  std::string text;
  for (const Variable *sum : loop->parallelSums)
    text += (text.empty() ? "" : ", ") + names.of(sum);
  return text;
}

namespace {
/// How parts of a loop are given to threads, where iterations have these clauses: one by one, or as many to each.
std::string clausesForParts(llvm::StringRef clauses) {
  const size_t comma = clauses.find(','), end = clauses.find(')', comma);
  if (!clauses.starts_with("schedule(") || comma > clauses.find(')'))
    return clauses.str();
  const bool isStatic = clauses.starts_with("schedule(static");
  return clauses.take_front(comma).str() + (isStatic ? ", 1" : "") + clauses.drop_front(end).str();
}
} // namespace

/// `x_b`, or `bins_b[ : 3][ : 32]` of an array.
static std::string reducedText(const std::string &name, const Type *type) {
  std::string text = name;
  for (; type->isArray(); type = type->element)
    text += "[ : " + std::to_string(type->count) + "]";
  return text;
}

/// `#pragma omp parallel for schedule(static) reduction(+ : x_b, y_b)`
void Statements::printParallel(const LoopStmt *loop) {
  std::vector<std::string> parts = {loop->runsInVectors ? "#pragma omp parallel for ADJOINT_SIMD" : "#pragma omp parallel for"};
  const std::string &clauses = loop->parallel->clauses;
  if (!clauses.empty())
    parts.push_back(loop->parts == LoopStmt::Parts::None ? clauses : clausesForParts(clauses));
  for (const Variable *sum : loop->reductions)
    parts.push_back((sum == loop->reductions.front() ? "reduction(+ : " : "") + reducedText(names.of(sum), sum->type) +
                    (sum == loop->reductions.back() ? ")" : ","));
  for (const Variable *sum : loop->ownSums)
    parts.push_back((sum == loop->ownSums.front() ? "firstprivate(" : "") + names.of(sum) +
                    (sum == loop->ownSums.back() ? ")" : ","));
  std::string text(indent, ' ');
  size_t column = 0;
  for (const std::string &part : parts) {
    const bool isFull = column != 0 && column + part.size() > 95;
    text += column == 0 ? "" : isFull ? " \\\n" + std::string(indent + 4, ' ') : " ";
    column = isFull ? indent + 4 + part.size() : column + 1 + part.size();
    text += part;
  }
  write(text + "\n");
}

namespace {
bool hasOwnTape(const LoopStmt *loop) {
  bool has = false;
  forEachStmt(loop->body, [&](const Stmt *stmt) { has |= namesTape(stmt); });
  return loop->runsInParallel && has;
}
} // namespace

bool Statements::printAsFor(const LoopStmt *loop) {
  std::optional<std::string> init = forInit(loop->init), step = forStep(loop->step);
  if (loop->testAtEnd || !init || !step)
    return false;
  std::string condition = conditionText(loop->condition);
  std::string head;
  if (loop->init.empty() && loop->step.empty()) {
    head = "while (" + (loop->condition ? condition : "true") + ")";
  } else {
    head = "for (" + *init + ";" + (condition.empty() ? "" : commaMark() + condition) + ";" +
           (step->empty() ? "" : commaMark() + *step) + ")";
  }
  if (!loop->parallelSums.empty())
    line("ADJOINT_SUMS(" + sumsText(loop) + ")");
  if (loop->isIndependent)
    line("ADJOINT_INDEPENDENT");
  if (loop->parts == LoopStmt::Parts::Leave)
    line(names.parts() + ".begin();");
  if (loop->runsInParallel)
    printParallel(loop);
  line(head + " {");
  indented([&] {
    if (loop->sumsInAnyOrder)
      line("ADJOINT_ANY_ORDER");
    if (loop->parts != LoopStmt::Parts::None && loop->parts != LoopStmt::Parts::Around)
      line("const adjoint::TapeParts::Turn " + names.turn() + "(" + names.parts() + ", " + names.of(declaredBy(loop->init.front())) + ");");
    if (hasOwnTape(loop))
      line("adjoint::Tape &" + names.tape() + " = adjoint::Tape::local();");
    printForBody(loop);
  });
  line("}");
  for (const Variable *sum : loop->ownSums)
    line(names.of(sum) + ".add();");
  if (loop->parts == LoopStmt::Parts::Take || loop->parts == LoopStmt::Parts::Around)
    line(names.parts() + ".end();");
  return true;
}

void Statements::printLoop(const LoopStmt *loop) {
  std::string outer = std::move(continueLabel);
  continueLabel.clear();
  if (!printAsFor(loop)) {
    if (loop->init.empty()) {
      printLoopWithoutInit(loop);
    } else {
      line("{");
      indented([&] {
        printList(loop->init);
        printLoopWithoutInit(loop);
      });
      line("}");
    }
  }
  continueLabel = std::move(outer);
}

void Statements::printLoopWithoutInit(const LoopStmt *loop) {
  if (!loop->testAtEnd && forStep(loop->step)) {
    LoopStmt rest({}, loop->condition, loop->step, loop->body, false);
    printAsFor(&rest);
    return;
  }
  std::string condition = loop->condition ? conditionText(loop->condition) : "true";
  line(loop->testAtEnd ? "do {" : "while (" + condition + ") {");
  indented([&] { printLoopBody(loop); });
  line(loop->testAtEnd ? "} while (" + condition + ");" : "}");
}

namespace {

/// Is there a `continue` of the loop that the list is the body of?
bool hasContinue(const StmtList &list) {
  bool found = false;
  for (const Stmt *stmt : list) {
    found |= isa<ContinueStmt>(stmt);
    if (!isa<LoopStmt>(stmt))
      forEachList(stmt, [&](const StmtList &inner) { found |= hasContinue(inner); });
  }
  return found;
}

} // namespace

/// The body and then the step. A `continue` in front of a step goes to where the step begins.
void Statements::printLoopBody(const LoopStmt *loop) {
  if (loop->step.empty() || !hasContinue(loop->body)) {
    printList(loop->body);
    return printList(loop->step);
  }
  continueLabel = names.label(++continueLabels);
  printBraced("", loop->body);
  line(continueLabel + ":;");
  continueLabel.clear();
  printList(loop->step);
}

// ------------------------------------------------------------------- switch

namespace {

/// Does control leave a switch to what follows it?
bool leavesSwitch(const SwitchStmt *choice) {
  bool hasDefault = false, hasBreak = false;
  std::function<void(const StmtList &)> findBreak = [&](const StmtList &list) {
    for (const Stmt *stmt : list) {
      hasBreak |= isa<BreakStmt>(stmt);
      if (!isa<LoopStmt>(stmt) && !isa<SwitchStmt>(stmt))
        forEachList(stmt, findBreak);
    }
  };
  for (const SwitchSection &section : choice->sections) {
    hasDefault |= section.isDefault;
    findBreak(section.body);
  }
  return !hasDefault || hasBreak || fallsThrough(choice->sections.back().body);
}

} // namespace

bool fallsThrough(const StmtList &list) {
  if (list.empty())
    return true;
  const Stmt *last = list.back();
  switch (last->kind) {
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
  case Stmt::Kind::Return:
  case Stmt::Kind::Goto:
    return false;
  case Stmt::Kind::Block:
    return fallsThrough(cast<BlockStmt>(last)->body);
  case Stmt::Kind::If:
    return fallsThrough(cast<IfStmt>(last)->yes) || fallsThrough(cast<IfStmt>(last)->no);
  case Stmt::Kind::Switch:
    return leavesSwitch(cast<SwitchStmt>(last));
  case Stmt::Kind::Declare:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Call:
  case Stmt::Kind::Allocate:
  case Stmt::Kind::Free:
  case Stmt::Kind::Loop:
  case Stmt::Kind::Label:
  case Stmt::Kind::Push:
  case Stmt::Kind::Pop:
  case Stmt::Kind::TapeBlock:
  case Stmt::Kind::Heading:
    return true;
  }
  return true;
}

namespace {

bool declares(const StmtList &list) {
  return std::any_of(list.begin(), list.end(), [](const Stmt *stmt) {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      return call->declares;
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      return allocation->declares;
    if (const auto *pop = dyn_cast<PopStmt>(stmt))
      return pop->declares;
    if (const auto *block = dyn_cast<TapeBlockStmt>(stmt))
      return block->declares();
    return isa<DeclareStmt>(stmt);
  });
}

} // namespace

void Statements::printSection(const SwitchSection &section, bool endsSwitch) {
  bool needsBraces = declares(section.body);
  std::vector<std::string> labels;
  for (const Expr *label : section.labels)
    labels.push_back("case " + expressions.converted(label).text + ":");
  if (section.isDefault)
    labels.push_back("default:");
  for (const std::string &label : labels)
    line(needsBraces && label == labels.back() ? label + " {" : label);
  indented([&] {
    printList(section.body);
    if (fallsThrough(section.body))
      line(endsSwitch ? "break;" : "[[fallthrough]];");
  });
  if (needsBraces)
    line("}");
}

void Statements::printSwitch(const SwitchStmt *choice) {
  line("switch (" + expressions.converted(choice->condition).text + ") {");
  bool hasDefault = false;
  for (size_t i = 0; i < choice->sections.size(); ++i) {
    const SwitchSection &section = choice->sections[i];
    hasDefault |= section.isDefault;
    printSection(section, choice->isSeparate || i + 1 == choice->sections.size());
  }
  // Compilers warn where some of an enumeration's values are not named.
  bool isEnumeration = kindOf(withoutImplicitCasts(choice->condition)->type).which == ScalarKind::Enumeration;
  if (!hasDefault && isEnumeration)
    printSection({{}, true, {}}, true);
  line("}");
}

} // namespace adjoint::codegen
