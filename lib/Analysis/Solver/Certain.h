// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Certain: the facts that hold for sure, as a state of the solver. Where paths meet, those that hold on all of them do;
// where execution does not come, every fact holds.
//
//   if (c) { p = x; q = x; } else { p = y; }     p is set
//   if (c) return; else p = x;                   p is set
//
// Copies share their facts, so that a statement which adds none costs no more for there being many.

#ifndef ADJOINT_ANALYSIS_SOLVER_CERTAIN_H
#define ADJOINT_ANALYSIS_SOLVER_CERTAIN_H

#include "Analysis/Solver/Solver.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace adjoint::analysis {

template <class Fact> class Certain {
  using Facts = std::shared_ptr<const std::vector<Fact>>; ///< null: all

public:
  /// Where execution does not come.
  static Certain everything() { return Certain(nullptr); }
  /// Where it comes, and nothing is known yet.
  Certain() {
    static const Facts none = std::make_shared<const std::vector<Fact>>();
    facts = none;
  }

  bool isReached() const { return facts != nullptr; }
  /// Sorted; none where all hold.
  const std::vector<Fact> &listed() const {
    static const std::vector<Fact> none;
    return facts ? *facts : none;
  }
  bool contains(const Fact &fact) const { return !facts || std::binary_search(facts->begin(), facts->end(), fact); }

  void add(const Fact &fact) {
    if (contains(fact))
      return;
    std::vector<Fact> more = *facts;
    more.insert(std::lower_bound(more.begin(), more.end(), fact), fact);
    *this = Certain(std::make_shared<const std::vector<Fact>>(std::move(more)));
  }
  /// What this is true of is not certain any more.
  template <class Predicate> void dropIf(Predicate isLost) {
    if (llvm::none_of(listed(), isLost))
      return;
    std::vector<Fact> fewer;
    std::remove_copy_if(facts->begin(), facts->end(), std::back_inserter(fewer), isLost);
    *this = Certain(std::make_shared<const std::vector<Fact>>(std::move(fewer)));
  }
  void meet(const Certain &other) {
    if (!other.facts || facts == other.facts)
      return;
    if (!facts)
      *this = other;
    else
      dropIf([&](const Fact &fact) { return !other.contains(fact); });
  }

  friend bool operator==(const Certain &a, const Certain &b) {
    return a.facts == b.facts || (a.facts && b.facts && *a.facts == *b.facts);
  }
  friend bool operator!=(const Certain &a, const Certain &b) { return !(a == b); }
  friend bool operator<(const Certain &a, const Certain &b) {
    return a.facts && b.facts ? *a.facts < *b.facts : b.facts && !a.facts;
  }

private:
  explicit Certain(Facts facts) : facts(std::move(facts)) {}

  Facts facts;
};

template <class Fact> struct Lattice<Certain<Fact>> {
  static Certain<Fact> bottom(const Certain<Fact> &) { return Certain<Fact>::everything(); }
  static void join(Certain<Fact> &state, const Certain<Fact> &other) { state.meet(other); }
};

} // namespace adjoint::analysis

#endif
