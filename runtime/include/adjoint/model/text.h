// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text: a text as a part of other objects, which generated code copies, compares and passes on as the number that it is.
//
// Wherever a std::string is an element of a container, a member of a class or a capture of a lambda, adjoints hold a
// Text instead. It never changes; a text that is assigned is another one. See adjoint/text.h for what gives the numbers.

#ifndef ADJOINT_MODEL_TEXT_H
#define ADJOINT_MODEL_TEXT_H

namespace adjoint {

/// The same number for the same characters, for as long as the thread lives; zero for no characters. `length` counts them.
[[gnu::pure]] unsigned long text_id(const char *characters, unsigned long length);
[[gnu::pure]] unsigned long text_id(const char *characters);
/// Does one text come before the other in the order of std::string?
[[gnu::pure]] bool text_before(unsigned long a, unsigned long b) noexcept;
[[gnu::pure]] unsigned long text_length(unsigned long id) noexcept;

#ifdef ADJOINT_MODEL_IS_ITS_ORIGINAL // in the models: a function of the user's takes it for a std::string
#define ADJOINT_TEXT_IS_STRING                                                                                         \
  template <class T_, class = model::enable_if_t<model::is_of_library<T_>>> ADJOINT_SAME operator T_ &() const;
#else
#define ADJOINT_TEXT_IS_STRING
#endif

struct Text {
  unsigned long id;

  Text() = default;
  Text(const char *characters) : id(text_id(characters)) {}
  /// Of a std::string.
  template <class S, class = decltype(static_cast<const S *>(nullptr)->c_str())>
  Text(const S &string) : id(text_id(string.data(), string.size())) {}

  unsigned long size() const { return text_length(id); }
  unsigned long length() const { return text_length(id); }
  bool empty() const { return id == 0; }
  ADJOINT_TEXT_IS_STRING
};
#undef ADJOINT_TEXT_IS_STRING

inline bool operator==(const Text &a, const Text &b) { return a.id == b.id; }
inline bool operator!=(const Text &a, const Text &b) { return a.id != b.id; }
inline bool operator<(const Text &a, const Text &b) { return text_before(a.id, b.id); }
inline bool operator>(const Text &a, const Text &b) { return text_before(b.id, a.id); }
inline bool operator<=(const Text &a, const Text &b) { return !text_before(b.id, a.id); }
inline bool operator>=(const Text &a, const Text &b) { return !text_before(a.id, b.id); }

} // namespace adjoint

#endif
