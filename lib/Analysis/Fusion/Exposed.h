// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exposed: which memory does an iteration of a loop read before it writes it?
//
// Forward over one iteration, with D the storage that it has certainly written so far:
//
//   D(v = e)                              = D ∪ {v}
//   D(for (i = a; i < b; ++i) p[i] = e)   = D ∪ {p[a .. b)}
//   D(for (i = a; i < b; ++i) for (j = c; j < d; ++j) p[i * m + j] = e)   = D ∪ {p[i * m + c .. i * m + d) for a <= i < b}
//   exposed                               = all that is read and not in D
//
// Where paths join, D is what both have written. A read p[j] is in D if p[j] itself was written, or a
// section of p with bounds that j keeps: literals, the bounds of the loop whose counter j is, or those of a
// counter that bounds it in turn. Callees are followed as if they stood at the call, in a recursion not at all (and once
// for all calls to the same effect: FollowedCalls.h). A sum `s = s + e` reads its old value only to pass it on, which is
// not counted (`accumulated`).
// Of work space that is written in this loop alone, and in a section alone that all iterations write, an
// element outside the section is never written: reading it hands nothing on either (x[0] where n may be 0).
// An array of which all elements have been written is in D as a whole, whatever an index into it is. A record that holds an array and
// nothing else, such as a vector register, is that array, and an array of these is one of rows.
// Storage that was declared in the iteration, before it was moved to the top (Variable::unsetInLoops), is in D from the beginning: what it
// holds is nobody's.
// What is not exposed belongs to the iteration: no value flows through it from one to the next.

#ifndef ADJOINT_ANALYSIS_FUSION_EXPOSED_H
#define ADJOINT_ANALYSIS_FUSION_EXPOSED_H

#include "Analysis/Loops/FollowedCalls.h"
#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Program.h"

namespace adjoint::analysis {

class Exposed {
public:
  /// `around`: loops that the loop stands in.
  Exposed(ir::Context &context, const Program &program, const Unit &unit, const ir::LoopStmt *loop, size_t around);

  /// False: something could not be followed, and the answers below mean nothing.
  bool isKnown() const { return known; }
  /// Keys of the unit's alias.
  const Set &exposed() const { return read; }
  const Set &written() const { return writes; }
  /// Of sums, which an iteration adds to and does not read.
  const Set &accumulated() const { return added; }

private:
  using Section = DefinedStorage::Section;
  struct Element {
    const ir::Variable *base;
    const ir::Expr *index;
  };
  struct Write {
    Set keys;
    std::optional<Element> element;
    std::vector<CountedLoop> loops; ///< around it
  };
  /// Of an element that may lie outside the section.
  struct Read {
    Set keys;
    Section section;
  };
  /// What a name stands for, in the terms of the loop's own function, and how large that is.
  struct Binding {
    const ir::Expr *value;
    unsigned size;
  };
  using Bindings = std::map<const ir::Variable *, Binding>;

  void walk(const ir::StmtList &list);
  void walk(const ir::Stmt *stmt);
  void walkLoop(const ir::LoopStmt *loop);
  void walkBranches(const std::vector<const ir::StmtList *> &branches, bool mayPassBy);
  void declare(const ir::DeclareStmt *stmt);
  void assign(const ir::AssignStmt *stmt);
  void call(const ir::CallStmt *stmt);
  bool follow(const ir::CallStmt *stmt);
  void enter(const ir::CallStmt *stmt, const FollowedCalls::Entry &entry);
  std::vector<const ir::Expr *> argumentsOf(const ir::CallStmt *stmt) const;
  void addWritten(const FollowedCalls::Written &written);

  void readExpr(const ir::Expr *expr);
  void readPath(const ir::Place *place);
  void readPlace(const ir::Place *place);
  void write(const ir::Place *place);
  void writeElement(const Element &element);
  void writeRecord(const ir::IndexPlace *place);
  void addSection(const Section &added);
  Section withSectionInFront(const Section &section) const;
  bool isWhole(const Section &section) const;

  std::optional<Element> elementOf(const ir::Place *place) const;
  std::optional<Element> elementOfArray(const ir::IndexPlace *place) const;
  bool isCovered(const ir::Place *place) const;
  bool isCovered(const Element &element, const Section &section) const;
  bool isInRows(const Element &element, Section section) const;
  bool isStable(const ir::Expr *expr) const;
  std::vector<Section> sectionsOf(const CountedLoop &counted, const std::vector<Section> &inside) const;
  void noteDeclared(const ir::StmtList &body);
  void noteUnset(const ir::StmtList &body, size_t around);
  void noteWritten(const ir::Place *place);
  bool waits(const ir::Place *place);
  bool isCarried(const Read &element, const ir::LoopStmt *loop) const;
  bool writesOutside(const ir::LoopStmt *loop, const Set &keys) const;

  /// What the function that the variable belongs to, or the loop, writes by name.
  const Writes &codeOf(const ir::Variable *variable) const;
  unsigned timesWritten(const ir::Variable *variable) const { return codeOf(variable).count(variable); }
  bool isExposed(const ir::Variable *variable) const { return codeOf(variable).isExposed(variable); }
  void learn(const ir::Function *callee, const ir::Function *body);

  unsigned sizeOf(const ir::Expr *expr) const;
  template <class T> const T *inCaller(const T *node) const;

  ir::Context &context;
  const Program &program;
  const Unit &unit;
  bool known = true;
  Set read, writes, added;
  DefinedStorage defined;
  FollowedCalls followed;
  Bindings bindings;                           ///< of parameters of callees, and pointers declared once
  std::vector<CountedLoop> loops;              ///< around the present statement
  std::vector<const ir::Function *> callees;   ///< being followed
  const Writes ownCode;                        ///< the loop's
  std::map<const ir::Function *, Writes> bodies; ///< of all functions that have been followed
  std::map<const ir::Variable *, const Writes *> owners; ///< of the parameters and variables of these
  std::set<const ir::Variable *> declared;     ///< with a value, by the iteration itself
  const ir::Variable *counter = nullptr;       ///< of the loop itself
  std::vector<Write> stores;
  std::vector<Read> pending;
};

} // namespace adjoint::analysis

#endif
