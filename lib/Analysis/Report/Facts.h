// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts: what the analyses found of one function, as data: for --explain and --report. Lines are those of the user's
// source, 0 where there is none.

#ifndef ADJOINT_ANALYSIS_REPORT_FACTS_H
#define ADJOINT_ANALYSIS_REPORT_FACTS_H

#include "Analysis/Report/Report.h"

#include <string>
#include <vector>

namespace adjoint::analysis {

/// Something that the forward sweep keeps of a variable, each time that it passes the line.
struct RecordFacts {
  enum class Kind {
    Recorded,     ///< before the line overwrites it
    BeforeLoop,   ///< once, before the loop in which the line overwrites it
    AtScopeEnd,   ///< where its scope ends
    Recomputed,   ///< nothing: the reverse sweep computes it again
    Undone        ///< nothing: the reverse sweep takes the line back
  };
  Kind kind;
  unsigned line;      ///< 0: at the end of the scope
  uint64_t bytes;     ///< that one execution puts on the tape
  unsigned neededFor; ///< the line whose adjoint needs it; 0: not known
  unsigned operations = 0; ///< on numbers, of which a recomputed one is made
};

/// A variable, or what it points to ("*x").
struct VariableFacts {
  std::string name;
  bool isActive = false;
  std::string activity; ///< "active, varied on entry, useful up to line 7"
  std::vector<RecordFacts> records;
};

/// A call or a loop, and how it is reversed.
struct RegionFacts {
  unsigned line;
  std::string what;   ///< "call of g", "loop"
  std::string form;   ///< "split"
  std::string detail; ///< "it allocates or frees memory"
};

struct FunctionFacts {
  std::string name;
  unsigned line = 0, lastLine = 0;
  std::vector<VariableFacts> variables; ///< by name
  std::vector<RegionFacts> regions;     ///< in the order of the source
};

/// All but the regions.
FunctionFacts factsOf(const Unit &unit, const Activity &activity, const Tbr &tbr, const LineOf &lineOf);

/// "recorded before line 7 overwrites it (8 bytes), needed for the adjoint of line 9"
std::string textOf(const RecordFacts &record);
/// "  line 7: call of g: split, it allocates or frees memory"
std::string textOf(const RegionFacts &region);
/// All of it. Begins with "function f".
std::string textOf(const FunctionFacts &facts);

} // namespace adjoint::analysis

#endif
