// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that throw exceptions of the C++ library. Generated code calls them where the primal throws.
//
// Three are for adjoints only:
//
//   throw_unknown_class      std::bad_cast: an object is of a derived class that the file does not show, or its adjoint
//                            is of another class
//   throw_owners_not_known   std::logic_error: the function asks for the number of owners of a std::shared_ptr that the
//                            caller shares
//   throw_opposite           std::domain_error: the rotation between opposite directions has no derivative

#ifndef ADJOINT_THROW_H
#define ADJOINT_THROW_H

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <typeinfo>
#include <variant>

namespace adjoint {

[[noreturn]] inline void throw_out_of_range() { throw std::out_of_range("adjoint: an index is out of range"); }
[[noreturn]] inline void throw_bad_optional_access() { throw std::bad_optional_access(); }
[[noreturn]] inline void throw_bad_variant_access() { throw std::bad_variant_access(); }
[[noreturn]] inline void throw_bad_any_cast() { throw std::bad_any_cast(); }
[[noreturn]] inline void throw_bad_function_call() { throw std::bad_function_call(); }
[[noreturn]] inline void throw_bad_weak_ptr() { throw std::bad_weak_ptr(); }
[[noreturn]] inline void throw_unknown_class() { throw std::bad_cast(); }
[[noreturn]] inline void throw_owners_not_known() {
  throw std::logic_error("adjoint: the owners of a std::shared_ptr of the caller's are not known");
}

[[noreturn]] inline void throw_opposite() {
  throw std::domain_error("adjoint: the rotation between opposite directions has no derivative");
}

} // namespace adjoint

#endif
