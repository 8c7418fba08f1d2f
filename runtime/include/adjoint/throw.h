// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exceptions of the C++ library that generated code throws where the primal does, and two of its own: an object is
// of a derived class that the file does not show, or its adjoint is of another class; and the owners of an object that
// the caller shares are asked for.

#ifndef ADJOINT_THROW_H
#define ADJOINT_THROW_H

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
[[noreturn]] inline void throw_bad_function_call() { throw std::bad_function_call(); }
[[noreturn]] inline void throw_bad_weak_ptr() { throw std::bad_weak_ptr(); }
[[noreturn]] inline void throw_unknown_class() { throw std::bad_cast(); }
[[noreturn]] inline void throw_owners_not_known() {
  throw std::logic_error("adjoint: the owners of a std::shared_ptr of the caller's are not known");
}

} // namespace adjoint

#endif
