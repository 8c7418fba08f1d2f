// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StageTimes: where the time of a run went. Stages may contain others; a stage's time is its own, without theirs, so
// that all of them add up to the run.

#ifndef ADJOINT_SUPPORT_STAGETIMES_H
#define ADJOINT_SUPPORT_STAGETIMES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Timer.h"

#include <vector>

namespace adjoint {

class StageTimes {
public:
  /// Counts from here on. The rest of the run is the stage `name`.
  void start(llvm::StringRef name) { enter(name); }
  /// Ends the run, and prints a line for each stage, the longest first.
  void print(llvm::raw_ostream &out);

  /// A stage, while it lives. Costs nothing before `start`.
  class Stage {
  public:
    Stage(StageTimes &times, llvm::StringRef name) : times(times.open.empty() ? nullptr : &times) {
      if (this->times)
        times.enter(name);
    }
    ~Stage() {
      if (times)
        times->leave();
    }
    Stage(const Stage &) = delete;
    Stage &operator=(const Stage &) = delete;

  private:
    StageTimes *times;
  };

private:
  void enter(llvm::StringRef name);
  void leave();
  void addToOpen();

  std::vector<llvm::StringRef> open; ///< the innermost last
  llvm::TimeRecord since;            ///< the last time that a stage began or ended
  llvm::MapVector<llvm::StringRef, llvm::TimeRecord> spent;
};

/// Of this process.
StageTimes &stageTimes();

} // namespace adjoint

#endif
