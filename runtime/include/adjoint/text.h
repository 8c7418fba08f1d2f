// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings as numbers: how generated code holds a std::string that is a part of another object.
//
//     adjoint::Text key = {adjoint::text_id(name)};    the number of a string
//     adjoint::text(key.id)                            the std::string with this number
//     adjoint::text_after(key.id, change)              the number of the string after change(std::string &)
//
// Equal strings have equal numbers; the empty string has the number 0.
// Threads: each has its own table, and a number is valid in the thread that made it.
// Memory: a string stays in the table until its thread ends.
// Errors: std::bad_alloc. A number that text_id did not return is undefined behaviour.

#ifndef ADJOINT_TEXT_H
#define ADJOINT_TEXT_H

#include "adjoint/model/text.h"

#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace adjoint {

class Texts {
public:
  static Texts &local() {
    static thread_local Texts texts;
    return texts;
  }
  unsigned long id(const std::string &text) {
    const auto [known, isNew] = ids.emplace(text, texts.size());
    if (isNew)
      texts.push_back(&known->first);
    return known->second;
  }
  const std::string &text(unsigned long id) const { return *texts[id]; }

private:
  Texts() { id(""); }
  std::unordered_map<std::string, unsigned long> ids; ///< keys of this map never move
  std::vector<const std::string *> texts;
};

inline unsigned long text_id(const std::string &text) { return Texts::local().id(text); }
inline unsigned long text_id(const char *characters, unsigned long length) {
  return text_id(std::string(characters, length));
}
inline unsigned long text_id(std::string_view text) { return text_id(std::string(text)); }
inline unsigned long text_id(const char *characters) { return text_id(std::string(characters)); }
inline const std::string &text(unsigned long id) { return Texts::local().text(id); }
/// The number of the string after `change`; the string with the number `id` stays as it is.
template <class Change> unsigned long text_after(unsigned long id, Change change) {
  std::string changed = text(id);
  change(changed);
  return text_id(changed);
}
/// Is string a less than string b?
inline bool text_before(unsigned long a, unsigned long b) noexcept { return a != b && text(a) < text(b); }
inline unsigned long text_length(unsigned long id) noexcept { return text(id).size(); }

} // namespace adjoint

#endif
