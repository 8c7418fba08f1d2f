// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements: structured, each with at most one effect, immutable once built.
//
// A transformation builds new statements; analyses key their facts by statement.
// The statements of the last group appear in adjoints only.

#ifndef ADJOINT_IR_STMT_H
#define ADJOINT_IR_STMT_H

#include "IR/Expr.h"

#include <optional>

namespace adjoint::ir {

/// `#pragma adjoint checkpoint` and `fixed_point`: how many states of a loop are kept while it runs.
struct Checkpoint {
  enum class Scheme {
    Snapshots, ///< `number` at a time, which recompute as few steps as so many can
    Memory,    ///< as many as `number` bytes hold
    Every,     ///< one in `number` steps, and all between two of them when these are reversed
    Recursive, ///< in the middle, and so on in both halves
    Once,      ///< of what runs once: a statement, as a loop with one iteration
    FixedPoint ///< the last one alone, which the loop converges to (`#pragma adjoint fixed_point`)
  };
  Scheme scheme = Scheme::Snapshots;
  uint64_t number = 0;
  /// How many elements a pointer leads to, as the user says it: `extent(u, n * n)`.
  struct Extent {
    const Expr *pointer, *count;
  };
  std::vector<Extent> extents;
  double tolerance = 0.0; ///< FixedPoint: of the adjoint of the state, as a part of what it was at first
  std::string directory;  ///< for snapshots on disk, as the source writes it, with quotation marks; empty: none
};

/// How the reverse sweep gets a value that it needs: as is chosen, or as `#pragma adjoint record` and `recompute` say.
enum class Keeping { Chosen, Record, Recompute };

/// What a statement has besides its parts: it stays when the statement is rebuilt (see Context::rebuilt).
struct StmtNotes {
  Location location;
  /// The user's comment that stands before the statement, with its `//`; may have several lines.
  std::string comment;
  bool noPrimal = false; ///< `#pragma adjoint noprimal`
  bool noTbr = false;    ///< `#pragma adjoint notbr`
  Keeping keeping = Keeping::Chosen; ///< of a declaration
  std::optional<Checkpoint> checkpoint; ///< of a loop
  /// A sum to a place that other iterations of a parallel loop may add to at the same time: `#pragma omp atomic`, or a reduction.
  bool isShared = false;
  /// Derivatives only, of a sum in a loop whose iterations run in parallel: written with `#pragma omp atomic`.
  bool isAtomic = false;
};

class Stmt : public Node, public StmtNotes {
public:
  enum class Kind {
    Declare, Assign, Call, Allocate, Free,
    Block, If, Loop, Switch, Break, Continue, Return, Goto, Label,
    Push, Pop, TapeBlock, Heading,
  };
  const Kind kind;

protected:
  Stmt(Kind kind) : kind(kind) {}
};

using StmtList = std::vector<const Stmt *>;

/// `T v = init;` or `T v;`. For a reference, `init` is the address it is bound to.
/// A record or array may be initialised by an InitListExpr of constants or copied (LoadExpr).
class DeclareStmt : public Stmt {
public:
  DeclareStmt(const Variable *variable, const Expr *init) : Stmt(Kind::Declare), variable(variable), init(init) {}
  const Variable *const variable;
  const Expr *const init; ///< null: uninitialised
  static bool classof(const Stmt *s) { return s->kind == Kind::Declare; }
};

/// `place = value;`. The place is a scalar or a record (copied as a whole), never an
/// array. `x += e` is `x = x + e`: the printer finds the shorter form.
class AssignStmt : public Stmt {
public:
  AssignStmt(const Place *place, const Expr *value) : Stmt(Kind::Assign), place(place), value(value) {}
  const Place *const place;
  const Expr *const value;
  static bool classof(const Stmt *s) { return s->kind == Kind::Assign; }
};

/// `result = callee(args);`. An argument for a reference parameter is the address of what
/// is passed. With `declares`, `result` is a VarPlace whose variable begins here
/// (`const double c = f(x);`).
class CallStmt : public Stmt {
public:
  CallStmt(const Place *result, bool declares, const Function *callee, std::vector<const Expr *> args)
      : Stmt(Kind::Call), result(result), declares(declares), callee(callee), args(std::move(args)) {}
  const Place *const result; ///< null: none, or ignored
  const bool declares;
  const Function *const callee;
  const std::vector<const Expr *> args;
  static bool classof(const Stmt *s) { return s->kind == Kind::Call; }
};

enum class AllocationForm {
  New,
  NewArray,
  Malloc,
  Tape ///< generated: a block of the tape, which takes less than memory of the heap
};

/// `place = new T[count];` and its kin (calloc is Malloc, zeroed). Objects are trivial.
/// `new T(e)` is Allocate and then Assign.
class AllocateStmt : public Stmt {
public:
  AllocateStmt(const Place *place, bool declares, const Type *element, const Expr *count, AllocationForm form,
               bool zeroed)
      : Stmt(Kind::Allocate), place(place), declares(declares), element(element), count(count), form(form),
        zeroed(zeroed) {}
  const Place *const place; ///< of type `element *`
  const bool declares;
  const Type *const element;
  const Expr *const count; ///< elements, of an integer type; null for New
  const AllocationForm form;
  const bool zeroed;
  /// Generated: it and the statement that frees what it has allocated have the same number; 0: unknown.
  unsigned block = 0;
  static bool classof(const Stmt *s) { return s->kind == Kind::Allocate; }
};

/// `delete p;`, `delete[] p;`, `free(p);`, `tape.release(p);`
class FreeStmt : public Stmt {
public:
  FreeStmt(const Expr *pointer, AllocationForm form) : Stmt(Kind::Free), pointer(pointer), form(form) {}
  const Expr *const pointer;
  const AllocationForm form;
  unsigned block = 0; ///< see AllocateStmt
  static bool classof(const Stmt *s) { return s->kind == Kind::Free; }
};

// ---------------------------------------------------------- control flow

/// `{ ... }`, a scope.
class BlockStmt : public Stmt {
public:
  BlockStmt(StmtList body) : Stmt(Kind::Block), body(std::move(body)) {}
  const StmtList body;
  /// Adjoints only: what it adds up may be added in any order.
  bool sumsInAnyOrder = false;
  static bool classof(const Stmt *s) { return s->kind == Kind::Block; }
};

/// Both branches are scopes.
class IfStmt : public Stmt {
public:
  IfStmt(const Expr *condition, StmtList yes, StmtList no)
      : Stmt(Kind::If), condition(condition), yes(std::move(yes)), no(std::move(no)) {}
  const Expr *const condition;
  const StmtList yes, no;
  static bool classof(const Stmt *s) { return s->kind == Kind::If; }
};

/// What the source says of a loop whose iterations may run in parallel: they have to do with each other through shared sums
/// alone (StmtNotes::isShared).
class ParallelLoop : public Node {
public:
  std::string directive; ///< "parallel for"
  std::string clauses;   ///< those that say how to run it, as text: "schedule(dynamic, 4)"
  std::string inOrder;   ///< not empty: why the iterations of its derivatives cannot run in parallel
  Location location;     ///< of the directive
  /// How iterations add to elements of adjoints that they may share: as is found, or as a pragma says.
  enum class Sums { Found, Atomic, Disjoint } sums = Sums::Found;
};

/// What passes find out about a loop, to be kept when it is rebuilt.
struct LoopNotes {
  /// Normal form only, where the trip count is not known on entry: counts the iterations.
  const Variable *trips = nullptr;
  /// Adjoints only: what the body adds up may be added in any order.
  bool sumsInAnyOrder = false;
  /// Adjoints only: where iterations have to do with each other through these variables alone, which they add to.
  std::vector<const Variable *> parallelSums;
  /// Derivatives only: there are a few iterations, as at the ends of a stencil.
  bool isShort = false;
  /// Derivatives only: compilers are told that iterations have nothing to do with each other.
  bool isIndependent = false;
  /// Null: nothing is said.
  const ParallelLoop *parallel = nullptr;
  /// Adjoints only, of a parallel loop: an iteration leaves nothing in the variables of its own that the other sweep reads.
  bool isSelfContained = false;
  /// Derivatives only: written as a parallel loop, with these variables as sums.
  bool runsInParallel = false;
  bool runsInVectors = false; ///< besides
  std::vector<const Variable *> reductions;
  std::vector<const Variable *> ownSums; ///< declared in front of it (see OwnSums)
  /// Derivatives only: iterations are parts of the loop that stands in it, each of which has a tape of its own (adjoint/parts.h).
  enum class Parts {
    None,
    Leave,    ///< it records there
    Take,     ///< it takes that away
    Around,   ///< of two loops, one after the other, each over every other part, which take that away
    EveryOther
  } parts = Parts::None;
};

/// `for (init; condition; step) body`, and `while` as one without init and step; with
/// `testAtEnd`, `do body while (condition)`. init, body and step are one scope of init with
/// an inner one of the body. `continue` goes to `step` (to the test in a do loop).
class LoopStmt : public Stmt, public LoopNotes {
public:
  LoopStmt(StmtList init, const Expr *condition, StmtList step, StmtList body, bool testAtEnd)
      : Stmt(Kind::Loop), init(std::move(init)), condition(condition), step(std::move(step)), body(std::move(body)),
        testAtEnd(testAtEnd) {}
  const StmtList init;
  const Expr *const condition; ///< null: true
  const StmtList step;
  const StmtList body;
  const bool testAtEnd;
  static bool classof(const Stmt *s) { return s->kind == Kind::Loop; }
};

/// The labels that stand together before `body`; control falls from one section to the next.
struct SwitchSection {
  std::vector<const Expr *> labels; ///< constants, of the type of the condition
  bool isDefault = false;
  StmtList body;
};

class SwitchStmt : public Stmt {
public:
  SwitchStmt(const Expr *condition, std::vector<SwitchSection> sections)
      : Stmt(Kind::Switch), condition(condition), sections(std::move(sections)) {}
  const Expr *const condition;
  const std::vector<SwitchSection> sections;
  /// Normal form only: each section ends the switch, without a `break`.
  bool isSeparate = false;
  static bool classof(const Stmt *s) { return s->kind == Kind::Switch; }
};

class BreakStmt : public Stmt {
public:
  BreakStmt() : Stmt(Kind::Break) {}
  static bool classof(const Stmt *s) { return s->kind == Kind::Break; }
};

class ContinueStmt : public Stmt {
public:
  ContinueStmt() : Stmt(Kind::Continue) {}
  static bool classof(const Stmt *s) { return s->kind == Kind::Continue; }
};

class ReturnStmt : public Stmt {
public:
  ReturnStmt(const Expr *value) : Stmt(Kind::Return), value(value) {}
  const Expr *const value; ///< null in a void function; of exactly the return type
  static bool classof(const Stmt *s) { return s->kind == Kind::Return; }
};

/// A jump forward to a label that stands later in the same or an enclosing statement list.
class GotoStmt : public Stmt {
public:
  GotoStmt(std::string label) : Stmt(Kind::Goto), label(std::move(label)) {}
  const std::string label;
  static bool classof(const Stmt *s) { return s->kind == Kind::Goto; }
};

class LabelStmt : public Stmt {
public:
  LabelStmt(std::string label) : Stmt(Kind::Label), label(std::move(label)) {}
  const std::string label;
  static bool classof(const Stmt *s) { return s->kind == Kind::Label; }
};

// --------------------------------------------------------- adjoints only

/// `tape.push(value);`, or with a range `tape.push(p, range);`, where `value` is `*p`.
class PushStmt : public Stmt {
public:
  PushStmt(const Expr *value, const Expr *range = nullptr) : Stmt(Kind::Push), value(value), range(range) {}
  const Expr *const value;
  const Expr *const range; ///< which elements of the block (adjoint::Range); null: one value
  /// A push and the pop of what it pushed have the same record; 0: unknown. Of a snapshot, which is taken in either sweep,
  /// two pushes have it.
  unsigned record = 0;
  static bool classof(const Stmt *s) { return s->kind == Kind::Push; }
};

/// `tape.pop(place);`, or with `declares` `T v = tape.pop<T>();`. For a reference, its address. With a range
/// `tape.pop(p, range);`, where `place` is `*p`.
class PopStmt : public Stmt {
public:
  PopStmt(const Place *place, bool declares, const Expr *range = nullptr)
      : Stmt(Kind::Pop), place(place), declares(declares), range(range) {}
  const Place *const place;
  const bool declares;
  const Expr *const range;
  unsigned record = 0;
  static bool classof(const Stmt *s) { return s->kind == Kind::Pop; }
};

/// A block of the tape, of `count` elements that `block` points to:
///   Reserve   T *block = tape.reserve<T>(count);
///   Release   tape.release(block, count);
class TapeBlockStmt : public Stmt {
public:
  enum class Action { Reserve, Zeros, Release };
  TapeBlockStmt(Action action, const Variable *block, const Expr *count)
      : Stmt(Kind::TapeBlock), action(action), block(block), count(count) {}
  const Action action;
  const Variable *const block; ///< a pointer
  const Expr *const count;     ///< of type std::size_t
  bool declares() const { return action != Action::Release; }
  static bool classof(const Stmt *s) { return s->kind == Kind::TapeBlock; }
};

enum class Sweep { Forward, Reverse };

/// Stands in front of a sweep, where one body has both; written as a comment.
class HeadingStmt : public Stmt {
public:
  HeadingStmt(Sweep sweep) : Stmt(Kind::Heading), sweep(sweep) {}
  const Sweep sweep;
  static bool classof(const Stmt *s) { return s->kind == Kind::Heading; }
};

} // namespace adjoint::ir

#endif
