// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DefinedStorage: what has certainly been written, where a walk over code stands?
//
// Variables, and sections of arrays. It is a stack: what was added behind a mark is taken away again where paths join,
// in as many steps as there were additions, so that no set is ever copied. Two states of the stack are compared, as far
// as one variable goes, in constant time: by the number of the last section that either holds.

#ifndef ADJOINT_ANALYSIS_MEMORY_DEFINEDSTORAGE_H
#define ADJOINT_ANALYSIS_MEMORY_DEFINEDSTORAGE_H

#include "IR/Visit.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace adjoint::analysis {

class DefinedStorage {
public:
  /// low <= counter < high
  struct Row {
    const ir::Variable *counter;
    const ir::Expr *low, *high;
  };
  /// base[low .. high), or with no `high` base[low]; for all values of the counters of `rows`, the outermost first.
  struct Section {
    const ir::Variable *base;
    const ir::Expr *low, *high;
    std::vector<Row> rows = {};
  };
  struct Mark {
    size_t variables, sections;
  };
  /// What is defined of one variable, or by pointers from there.
  struct Part {
    bool isWhole;
    size_t count; ///< of sections
    unsigned last; ///< its number
  };

  void add(const ir::Variable *variable);
  void add(const Section &section);
  bool contains(const ir::Variable *variable) const { return known.count(variable) != 0; }
  /// Those of the variables.
  const std::vector<const ir::Variable *> &globals() const { return globalVariables; }
  /// Is it true of a section of the array, or by the pointer? They are asked in the order in which they were added.
  bool anyOf(const ir::Variable *base, llvm::function_ref<bool(const Section &)> holds) const;

  Mark mark() const { return {variables.size(), sections.size()}; }
  std::vector<const ir::Variable *> variablesSince(Mark mark) const;
  std::vector<Section> sectionsSince(Mark mark) const;
  void undo(Mark mark);

  Part partOf(const ir::Variable *variable) const;
  /// Is all of an earlier state's part defined now?
  bool holds(const ir::Variable *variable, const Part &earlier) const;

private:
  struct Numbered {
    Section section;
    unsigned number; ///< no other section has it, not even in the same place of the stack
  };
  llvm::DenseSet<const ir::Variable *> known;
  std::vector<const ir::Variable *> variables, globalVariables;
  std::vector<Numbered> sections;
  llvm::DenseMap<const ir::Variable *, std::vector<size_t>> byBase; ///< places in the stack
  unsigned count = 0;
};

} // namespace adjoint::analysis

#endif
