// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exposed: which memory does an iteration of a loop read before it writes it?
//
// Forward over one iteration, with D the storage that it has certainly written so far:
//
//   D(v = e)                              = D ∪ {v}
//   D(for (i = a; i < b; ++i) p[i] = e)   = D ∪ {p[a .. b)}
//   exposed                               = all that is read and not in D
//
// Where paths join, D is what both have written. A read p[j] is in D if p[j] itself was written, or a
// section of p with bounds that j keeps: literals, the bounds of the loop whose counter j is, or those of a
// counter that bounds it in turn. Callees are followed as if they stood at the call. A sum `s = s + e`
// reads its old value only to pass it on, which is not counted (`accumulated`).
// Of work space that is written in this loop alone, and in a section alone that all iterations write, an
// element outside the section is never written: reading it hands nothing on either (x[0] where n may be 0).
// What is not exposed belongs to the iteration: no value flows through it from one to the next.

#ifndef ADJOINT_ANALYSIS_EXPOSED_H
#define ADJOINT_ANALYSIS_EXPOSED_H

#include "Analysis/Loops.h"
#include "Analysis/Program.h"

namespace adjoint::analysis {

class Exposed {
public:
  Exposed(ir::Context &context, const Program &program, const Unit &unit, const ir::LoopStmt *loop);

  /// False: something could not be followed, and the answers below mean nothing.
  bool isKnown() const { return known; }
  /// Keys of the unit's alias.
  const Set &exposed() const { return read; }
  const Set &written() const { return writes; }

private:
  /// base[low .. high), or with no `high` base[low].
  struct Section {
    const ir::Variable *base;
    const ir::Expr *low, *high;
  };
  /// What has certainly been written.
  struct Defined {
    std::set<const ir::Variable *> variables;
    std::vector<Section> sections;
  };
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

  void walk(const ir::StmtList &list, Defined &defined);
  void walk(const ir::Stmt *stmt, Defined &defined);
  void walkLoop(const ir::LoopStmt *loop, Defined &defined);
  void walkBranches(const std::vector<const ir::StmtList *> &branches, bool mayPassBy, Defined &defined);
  void declare(const ir::DeclareStmt *stmt, Defined &defined);
  void assign(const ir::AssignStmt *stmt, Defined &defined);
  void call(const ir::CallStmt *stmt, Defined &defined);
  bool follow(const ir::CallStmt *stmt, Defined &defined);

  void readExpr(const ir::Expr *expr, const Defined &defined);
  void readPath(const ir::Place *place, const Defined &defined);
  void readPlace(const ir::Place *place, const Defined &defined);
  void write(const ir::Place *place, Defined &defined);

  std::optional<Element> elementOf(const ir::Place *place) const;
  bool isCovered(const ir::Place *place, const Defined &defined) const;
  bool isStable(const ir::Expr *expr) const;
  void addSections(const CountedLoop &counted, const Defined &inside, Defined &defined) const;
  void noteDeclared(const ir::StmtList &body);
  void noteWritten(const ir::Place *place);
  bool waits(const ir::Place *place, const Defined &defined);
  bool isCarried(const Read &element, const ir::LoopStmt *loop) const;
  bool writesOutside(const ir::LoopStmt *loop, const Set &keys) const;
  unsigned timesWritten(const ir::Variable *variable) const;
  bool isExposed(const ir::Variable *variable) const;

  template <class T> const T *inCaller(const T *node) const;

  ir::Context &context;
  const Program &program;
  const Unit &unit;
  bool known = true;
  Set read, writes;
  std::map<const ir::Variable *, const ir::Expr *> bindings; ///< of parameters of callees, and pointers declared once
  std::vector<CountedLoop> loops;                            ///< around the present statement
  std::vector<const ir::Function *> callees;                 ///< being followed
  std::vector<Writes> bodies;                                ///< of all code that is followed
  std::set<const ir::Variable *> declared;                   ///< with a value, by the iteration itself
  const ir::Variable *counter = nullptr;                     ///< of the loop itself
  std::vector<Write> stores;
  std::vector<Read> pending;
};

} // namespace adjoint::analysis

#endif
