// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopsAround: the counted loops that a rewriter is in, whose counters have the same value throughout what stands in them.
//
//   for (i = n - 1; i > k; --i)         a_b[i * n + j] and a_b[k * n + j] are not the same element, since k < i < n
//     for (j = n - 1; j > k; --j)

#ifndef ADJOINT_TRANSFORM_CLEANUP_LOOPSAROUND_H
#define ADJOINT_TRANSFORM_CLEANUP_LOOPSAROUND_H

#include "Analysis/Loops/Loops.h"
#include "Analysis/Memory/Writes.h"

#include <vector>

namespace adjoint::transform {

class LoopsAround {
public:
  /// The outermost first; their bounds do not change in them.
  const std::vector<analysis::CountedLoop> &loops() const { return found; }

  /// As long as the object lives, what is asked for stands in the loop, too.
  class In {
  public:
    In(LoopsAround &around, const ir::LoopStmt *loop) : around(around), before(around.found.size()) { around.enter(loop); }
    ~In() { around.found.erase(around.found.begin() + static_cast<std::ptrdiff_t>(before), around.found.end()); }
    In(const In &) = delete;
    In &operator=(const In &) = delete;

  private:
    LoopsAround &around;
    const size_t before;
  };

private:
  void enter(const ir::LoopStmt *loop) {
    std::optional<analysis::CountedLoop> counted = analysis::countedLoop(loop);
    if (!counted)
      counted = analysis::runUpwards(loop);
    const bool isKnown = counted && counted->declares && !analysis::mayChange(loop->body, counted->first) &&
                         !analysis::mayChange(loop->body, counted->bound);
    if (isKnown)
      found.push_back(*counted);
  }

  std::vector<analysis::CountedLoop> found;
};

} // namespace adjoint::transform

#endif
