// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RecursiveMemo: the answers of an interprocedural analysis, one for each key, where solving
// one key may ask for others, itself included.
//
// A key that is met while it is being solved answers with what is known so far, bottom at
// first; the outermost request solves all keys again until no answer grows. With monotone
// `solve` this is the least fixed point over the call graph.

#ifndef ADJOINT_ANALYSIS_RECURSIVEMEMO_H
#define ADJOINT_ANALYSIS_RECURSIVEMEMO_H

#include <functional>
#include <map>

namespace adjoint::analysis {

template <class Key, class Value> class RecursiveMemo {
public:
  using Solve = std::function<Value(const Key &)>;

  const Value &get(const Key &key, const Value &bottom, const Solve &solve) {
    auto [slot, isNew] = answers.insert({key, bottom});
    if (!isNew)
      return slot->second;
    ++depth;
    slot->second = solve(key); // nodes of a map stay where they are
    for (bool grown = depth == 1; grown;) {
      grown = false;
      for (auto &[other, known] : answers) {
        Value again = solve(other);
        grown |= !(again == known);
        known = again;
      }
    }
    --depth;
    return slot->second;
  }

private:
  std::map<Key, Value> answers;
  unsigned depth = 0;
};

} // namespace adjoint::analysis

#endif
