// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CodeGen/Functions/Statements.h"

#include "CodeGen/Cpp/Assignments.h"
#include "CodeGen/Cpp/Declarators.h"
#include "CodeGen/Cpp/Layout.h"
#include "CodeGen/Cpp/Patterns.h"
#include "IR/Visit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace adjoint::codegen {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

void Statements::write(const std::string &text) {
  out << text;
  if (origins)
    origins->insert(origins->end(), llvm::count(text, '\n'), origin);
}

void Statements::line(const std::string &text) { write(layout(text, indent)); }

void Statements::printList(const StmtList &list) {
  bool before = atListBegin;
  atListBegin = true;
  ++listDepth;
  for (size_t i = 0; i < list.size(); atListBegin = false) {
    const size_t records = recordsFrom(list, i);
    if (records > 1)
      printRecords(list, i, records);
    else
      print(list[i]);
    i += std::max<size_t>(records, 1);
  }
  --listDepth;
  atListBegin = before;
}

void Statements::print(const Stmt *stmt) {
  const Location around = std::exchange(origin, stmt->location.isValid() ? stmt->location : origin);
  printFromHere(stmt);
  origin = around;
}

void Statements::printFromHere(const Stmt *stmt) {
  if (!stmt->comment.empty())
    printComment(stmt->comment);
  switch (stmt->kind) {
  case Stmt::Kind::Declare:
    return printDeclare(cast<DeclareStmt>(stmt));
  case Stmt::Kind::Assign:
    if (stmt->isAtomic)
      line("#pragma omp atomic");
    return line(assignment(cast<AssignStmt>(stmt), expressions) + ";");
  case Stmt::Kind::Call:
    return printCall(cast<CallStmt>(stmt));
  case Stmt::Kind::Allocate:
    return printAllocate(cast<AllocateStmt>(stmt));
  case Stmt::Kind::Free:
    return printFree(cast<FreeStmt>(stmt));
  case Stmt::Kind::Block:
    return printBlock(cast<BlockStmt>(stmt));
  case Stmt::Kind::If:
    return printIf(cast<IfStmt>(stmt));
  case Stmt::Kind::Loop:
    return printLoop(cast<LoopStmt>(stmt));
  case Stmt::Kind::Switch:
    return printSwitch(cast<SwitchStmt>(stmt));
  case Stmt::Kind::Break:
    return line("break;");
  case Stmt::Kind::Continue:
    return line(continueLabel.empty() ? "continue;" : "goto " + continueLabel + ";");
  case Stmt::Kind::Return:
    return printReturn(cast<ReturnStmt>(stmt));
  case Stmt::Kind::Goto:
    return line("goto " + cast<GotoStmt>(stmt)->label + ";");
  case Stmt::Kind::Label:
    if (!uses || uses->jumpsTo(cast<LabelStmt>(stmt)->label))
      line(cast<LabelStmt>(stmt)->label + ":;");
    return;
  case Stmt::Kind::Push:
    return printPush(cast<PushStmt>(stmt));
  case Stmt::Kind::Pop:
    return printPop(cast<PopStmt>(stmt));
  case Stmt::Kind::TapeBlock:
    return printTapeBlock(cast<TapeBlockStmt>(stmt));
  case Stmt::Kind::Heading:
    if (listDepth == 1 && !atListBegin)
      write("\n");
    return printComment(cast<HeadingStmt>(stmt)->sweep == Sweep::Forward ? "// Forward sweep." : "// Reverse sweep.");
  }
}

/// A comment with its slashes; further lines get them if they have none.
void Statements::printComment(const std::string &text) {
  bool isBlock = text.compare(0, 2, "/*") == 0;
  size_t begin = 0;
  while (begin <= text.size()) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string one = text.substr(begin, end - begin);
    one.erase(0, std::min(one.find_first_not_of(" \t"), one.size()));
    bool hasMark = one.compare(0, 2, "//") == 0 || one.compare(0, 2, "/*") == 0;
    const char *prefix = isBlock ? (begin == 0 ? "" : " ") : (hasMark ? "" : "// ");
    write(std::string(indent, ' ') + prefix + one + "\n");
    begin = end + 1;
  }
}

// ------------------------------------------------------------- declarations

std::string Statements::declaration(const Variable *variable, bool isStatic) const {
  if (variable->isOwnSums)
    return "auto " + names.of(variable);
  std::string prefix = isStatic || variable->storage == Storage::StaticLocal ? "static " : "";
  return (isNeverRead(variable) ? "[[maybe_unused]] " : "") + prefix + declarator(variable->type, names.of(variable));
}

bool Statements::isNeverRead(const Variable *variable) const {
  return uses && !uses->reads(variable) && !variable->isGlobal();
}

namespace {
/// Members of other classes than its own would stay without values.
bool holdsOtherMembers(const Type *type) { return type->isRecord() && type->record->isHierarchy; }
} // namespace

std::string Statements::initialiser(const DeclareStmt *declaration) const {
  const Type *type = declaration->variable->type;
  if (!declaration->init && type->isRecord() && (emptyBraces(type) == EmptyBraces::Nothing || holdsOtherMembers(type)))
    return std::string(" =") + assignMark() + zeroObject(type);
  if (!declaration->init)
    return "";
  const Expr *init = declaration->init;
  bool isReference = declaration->variable->type->isReference();
  return std::string(" =") + assignMark() +
         (isReference ? expressions.pointee(init) : expressions.converted(init)).text;
}

/// `{adjoint::zero<S>(), ...}`
static std::string zeroElements(const Type *type) {
  if (!type->isArray())
    return zeroObject(type);
  std::string text = "{";
  for (uint64_t i = 0; i < type->count; ++i)
    text += (i ? std::string(",") + commaMark() : "") + zeroElements(type->element);
  return text + "}";
}

namespace {
/// Pointers into it outlive the sweep that they are made in.
bool isConstantTable(const DeclareStmt *statement) {
  const Type *element = statement->variable->type;
  while (element->isArray())
    element = element->element;
  bool isOwn = statement->variable->storage != Storage::StaticLocal; // which says it itself
  return isOwn && statement->variable->type->isArray() && element->isConst && statement->init &&
         isa<InitListExpr>(statement->init);
}
} // namespace

void Statements::printDeclare(const DeclareStmt *statement) {
  const auto *load = statement->init ? dyn_cast<LoadExpr>(statement->init) : nullptr;
  if (load && statement->variable->type->isArray())
    return printArrayCopy(statement, load);
  if (statement->variable->type->isArray() && printZeroArray(statement))
    return;
  line(declaration(statement->variable, isConstantTable(statement)) + initialiser(statement) + ";");
}

/// An array of objects that `{}` does not make zero, or not at all. False where it is none.
bool Statements::printZeroArray(const DeclareStmt *statement) {
  const Type *type = statement->variable->type;
  const auto *list = statement->init ? dyn_cast<InitListExpr>(statement->init) : nullptr;
  const EmptyBraces made = emptyBraces(type);
  const bool isZeroed = list && list->elements.empty();
  if (made == EmptyBraces::AllZero || (statement->init && !isZeroed))
    return false;
  if (made == EmptyBraces::OtherThan) {
    line(declaration(statement->variable) + ";");
    if (isZeroed)
      line("adjoint::set_zero(" + names.of(statement->variable) + ");");
    return true;
  }
  line(declaration(statement->variable) + " =" + assignMark() + zeroElements(type) + ";");
  return true;
}

/// Arrays have no copy initialisation.
void Statements::printArrayCopy(const DeclareStmt *declaration, const LoadExpr *source) {
  const std::string &name = names.of(declaration->variable);
  line(mutableDeclarator(declaration->variable->type, name) + ";");
  line("std::memcpy(" + name + "," + commaMark() + expressions.place(source->place).text + "," + commaMark() +
       "sizeof(" + name + "));");
}

// -------------------------------------------------------------------- calls

std::string Statements::argument(const CallStmt *call, size_t i) const {
  bool isDeclared = i < call->callee->params.size();
  bool converts = isDeclared && !call->callee->isOverloaded;
  const Expr *arg = call->args[i];
  if (isDeclared && call->callee->params[i]->type->isReference())
    return expressions.pointee(arg).text;
  return (converts ? expressions.converted(arg) : expressions.exact(arg)).text;
}

std::string Statements::arguments(const CallStmt *call) const {
  std::string text = "(";
  for (size_t i = 0; i < call->args.size(); ++i)
    text += (i == 0 ? "" : std::string(",") + commaMark()) + argument(call, i);
  if (const std::optional<ContextArgument> &context = call->callee->contextArgument)
    text += (call->args.empty() ? "" : std::string(",") + commaMark()) + contextArgument(*context);
  return text + ")";
}

std::string Statements::contextArgument(const ContextArgument &argument) const {
  switch (argument.half) {
  case ContextArgument::Half::Forward:
    return names.tape() + ".make<" + argument.type + ">()";
  case ContextArgument::Half::Reverse:
    return names.tape() + ".take<" + argument.type + ">()";
  }
  return "";
}

/// An argument that is more than a name stands in parentheses, unless a list has it between its own.
std::string Statements::byPattern(const CallStmt *call) const {
  return filled(call->callee->pattern, [&](unsigned index, llvm::StringRef before, llvm::StringRef behind) {
    const std::string arg = argument(call, index);
    const bool isName = llvm::all_of(arg, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == ':'; });
    const bool isInList = (before.ends_with("(") || before.ends_with(", ")) && (behind.starts_with(")") || behind.starts_with(","));
    return isName || isInList ? arg : "(" + arg + ")";
  });
}

void Statements::printCall(const CallStmt *call) {
  bool hasPattern = !call->callee->pattern.empty();
  std::string text = hasPattern ? byPattern(call) : call->callee->spelling + arguments(call);
  const bool unused = call->callee->isRepeatable && !call->callee->returnType->isVoid();
  if (!call->result)
    return line((unused ? "static_cast<void>(" + text + ")" : text) + ";");
  const Type *type = call->result->type;
  bool takesAddress =
      call->callee->returnType->isReference() && type->isPointer() && !call->callee->returnType->element->isPointer();
  const Variable *variable = call->declares ? rootVariable(call->result) : nullptr;
  std::string target = variable ? declaration(variable) : expressions.place(call->result).text;
  line(target + " =" + assignMark() + (takesAddress ? "&" : "") + text + ";");
}

// ------------------------------------------------------------------- memory

namespace {
/// What `new` only reads in parentheses, where an array has a constant bound.
bool pointsToFunction(const std::string &type) { return type.find('(') != std::string::npos; }

std::string parenthesised(const std::string &type) { return pointsToFunction(type) ? "(" + type + ")" : type; }
} // namespace

std::string Statements::allocationText(const AllocateStmt *allocation) const {
  std::string element = declarator(allocation->element, "");
  const Expr *count = allocation->count;
  if (allocation->form == AllocationForm::Tape)
    return names.tape() + (allocation->zeroed ? ".zeros<" : ".reserve<") + element + ">(" +
           (count ? expressions.converted(count).text : "1") + ")";
  const EmptyBraces made = emptyBraces(allocation->element);
  const bool byBraces = made == EmptyBraces::AllZero || (made == EmptyBraces::OtherThan && !allocation->zeroed);
  if (!byBraces && allocation->form == AllocationForm::New)
    return "new " + parenthesised(element) + "(" + zeroObject(allocation->element) + ")";
  if (allocation->form == AllocationForm::NewArray && (!byBraces || pointsToFunction(element)))
    return "adjoint::zeros<" + element + ">(" + expressions.converted(count).text + ")";
  switch (allocation->form) {
  case AllocationForm::New:
    return "new " + parenthesised(element) + (allocation->zeroed ? "()" : "");
  case AllocationForm::NewArray: {
    std::string bound = "[" + expressions.converted(count).text + "]";
    return "new " + declarator(allocation->element, bound) + (allocation->zeroed ? "()" : "");
  }
  case AllocationForm::Malloc:
  case AllocationForm::Tape:
    break;
  }
  const std::string function = allocation->zeroed ? "adjoint::calloc<" : "adjoint::malloc<";
  return function + element + ">(" + (count ? expressions.converted(count).text : "1") + ")";
}

void Statements::printAllocate(const AllocateStmt *allocation) {
  const Variable *variable = allocation->declares ? rootVariable(allocation->place) : nullptr;
  std::string target = variable ? declaration(variable) : expressions.place(allocation->place).text;
  line(target + " =" + assignMark() + allocationText(allocation) + ";");
}

void Statements::printFree(const FreeStmt *release) {
  Printed pointer = expressions.converted(release->pointer);
  switch (release->form) {
  case AllocationForm::New:
    return line("delete " + atLevel(pointer, Level::Unary) + ";");
  case AllocationForm::NewArray:
    return line("delete[] " + atLevel(pointer, Level::Unary) + ";");
  case AllocationForm::Malloc:
    return line("std::free(" + pointer.text + ");");
  case AllocationForm::Tape:
    return line(names.tape() + ".release(" + pointer.text + ");");
  }
}

// --------------------------------------------------------------- return, tape

void Statements::printReturn(const ReturnStmt *ret) {
  if (!ret->value)
    return line("return;");
  bool isReference = returnType && returnType->isReference(); // to what the value, an address, points to
  line("return " + (isReference ? expressions.pointee(ret->value) : expressions.converted(ret->value)).text + ";");
}

/// `p` of `*p`, and the range: which elements of its block.
std::string Statements::elements(const Place *first, const Expr *range) {
  return expressions.converted(cast<DerefPlace>(first)->pointer).text + ", " + expressions.converted(range).text;
}

namespace {

/// One of several values that go to the tape at once?
bool isPlainPush(const Stmt *stmt) {
  const auto *push = dyn_cast<PushStmt>(stmt);
  return push && !push->range && push->comment.empty();
}

/// Can it be declared without a value? A class may have no such constructor.
bool needsNoValue(const Type *type) {
  while (type->isArray())
    type = type->element;
  return type->isFloating() || type->isIntegral() || type->isPointer();
}

/// A variable that comes from the tape: where it is depends on no other one.
bool isPlainPop(const Stmt *stmt) {
  const auto *pop = dyn_cast<PopStmt>(stmt);
  const Variable *variable = pop && !pop->range && pop->comment.empty() ? wholeVariable(pop->place) : nullptr;
  return variable && (!pop->declares || needsNoValue(variable->type));
}

} // namespace

/// How many statements from there on go to the tape at once, or come from it.
size_t Statements::recordsFrom(const StmtList &list, size_t from) {
  const bool isPush = isPlainPush(list[from]);
  if (!isPush && !isPlainPop(list[from]))
    return 0;
  size_t end = from;
  while (end < list.size() && (isPush ? isPlainPush(list[end]) : isPlainPop(list[end])))
    ++end;
  return end - from;
}

/// `tape.push_all(a, b);`, and `double a, b;  tape.pop_all(b, a);`
void Statements::printRecords(const StmtList &list, size_t from, size_t count) {
  const Location around = std::exchange(origin, list[from]->location.isValid() ? list[from]->location : origin);
  std::string all;
  std::map<std::string, std::string> declared; // by type, numbers in one line
  for (size_t i = from; i < from + count; ++i) {
    all += i == from ? "" : ", ";
    if (const auto *push = dyn_cast<PushStmt>(list[i])) {
      all += expressions.exact(push->value).text;
      continue;
    }
    const auto *pop = cast<PopStmt>(list[i]);
    all += expressions.place(pop->place).text;
    const Variable *variable = pop->declares ? wholeVariable(pop->place) : nullptr;
    if (!variable)
      continue;
    const std::string name = names.of(variable);
    const bool isNumber = variable->type->isFloating() || variable->type->isIntegral();
    const std::string whole = mutableDeclarator(variable->type, name);
    std::string &line = declared[isNumber ? mutableDeclarator(variable->type, "") : whole];
    line += line.empty() ? whole : ", " + name;
  }
  for (const auto &[type, declaration] : declared)
    line(declaration + ";");
  line(names.tape() + (isa<PushStmt>(list[from]) ? ".push_all(" : ".pop_all(") + all + ");");
  origin = around;
}

void Statements::printPush(const PushStmt *push) {
  if (push->range)
    return line(names.tape() + ".push(" + elements(cast<LoadExpr>(push->value)->place, push->range) + ");");
  line(names.tape() + ".push(" + expressions.exact(push->value).text + ");");
}

namespace {
/// No reference binds to it.
bool isBitField(const Place *place) {
  const auto *field = dyn_cast<FieldPlace>(place);
  return field && field->field->bits;
}
} // namespace

void Statements::printPop(const PopStmt *pop) {
  if (pop->range)
    return line(names.tape() + ".pop(" + elements(pop->place, pop->range) + ");");
  if (isBitField(pop->place))
    return line(expressions.place(pop->place).text + " = " + names.tape() + ".pop<" +
                mutableDeclarator(pop->place->type, "") + ">();");
  const Variable *variable = pop->declares ? rootVariable(pop->place) : nullptr;
  if (!variable || variable->type->isArray()) {
    if (variable)
      line(mutableDeclarator(variable->type, names.of(variable)) + ";");
    return line(names.tape() + ".pop(" + expressions.place(pop->place).text + ");");
  }
  const Type *type = variable->type;
  bool isReference = type->isReference();
  std::string popped =
      isReference ? declarator(type->element, type->element->isArray() ? "(*)" : "*") : mutableDeclarator(type, "");
  line(declaration(variable) + " =" + assignMark() + (isReference ? "*" : "") + names.tape() + ".pop<" + popped +
       ">();");
}

void Statements::printTapeBlock(const TapeBlockStmt *stmt) {
  const std::string name = names.of(stmt->block), count = expressions.converted(stmt->count).text;
  const std::string element = mutableDeclarator(stmt->block->type->element, "");
  const std::string declared = declaration(stmt->block) + " =" + assignMark();
  switch (stmt->action) {
  case TapeBlockStmt::Action::Reserve:
    return line(declared + names.tape() + ".reserve<" + element + ">(" + count + ");");
  case TapeBlockStmt::Action::Zeros:
    return line(declared + names.tape() + ".zeros<" + element + ">(" + count + ");");
  case TapeBlockStmt::Action::Release:
    return line(names.tape() + ".release(" + name + ", " + count + ");");
  }
}

} // namespace adjoint::codegen
