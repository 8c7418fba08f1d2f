// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RecursiveMemo: the answers of an interprocedural analysis, one for each key, where solving
// one key may ask for others, itself included.
//
// A key that is met while it is being solved answers with what is known so far, bottom at
// first; the outermost request then solves all keys that it has asked for again until no answer
// grows. With monotone `solve` this is the least fixed point over the call graph. Answers of
// earlier requests are final.

#ifndef ADJOINT_ANALYSIS_SOLVER_RECURSIVEMEMO_H
#define ADJOINT_ANALYSIS_SOLVER_RECURSIVEMEMO_H

#include <functional>
#include <map>
#include <vector>

namespace adjoint::analysis {

template <class Key, class Value> class RecursiveMemo {
public:
  using Solve = std::function<Value(const Key &)>;

  const Value &get(const Key &key, const Value &bottom, const Solve &solve) {
    auto [slot, isNew] = answers.insert({key, Answer{bottom}});
    if (!isNew) {
      isRecursive |= slot->second.isOpen;
      return slot->second.value;
    }
    const bool isOutermost = asked.empty();
    asked.push_back(&*slot); // nodes of a map stay where they are
    slot->second.isOpen = true;
    slot->second.value = solve(key);
    slot->second.isOpen = false;
    if (!isOutermost)
      return slot->second.value;
    for (bool grown = isRecursive; grown;) {
      grown = false;
      for (size_t i = 0; i < asked.size(); ++i) { // which may ask for more
        Value again = solve(asked[i]->first);
        grown |= !(again == asked[i]->second.value);
        asked[i]->second.value = again;
      }
    }
    asked.clear();
    isRecursive = false;
    return slot->second.value;
  }

private:
  struct Answer {
    Value value;
    bool isOpen = false; ///< being solved for the first time
  };
  std::map<Key, Answer> answers;
  std::vector<typename std::map<Key, Answer>::value_type *> asked; ///< since the outermost request
  bool isRecursive = false;                                        ///< has a key been met while it was open?
};

} // namespace adjoint::analysis

#endif
