// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifiers: the names in a piece of C++ text (a literal, a type, the name of a function)
// that are looked up in the scope where the text stands: none after `::` or `.`, and none
// before `::`, where variables are not looked at.

#ifndef ADJOINT_IR_IDENTIFIERS_H
#define ADJOINT_IR_IDENTIFIERS_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace adjoint::ir {

class Variable;

void addIdentifiers(const std::string &text, std::set<std::string> &into);

/// What names are made of that say of which variable they are: without its scope; of a static member that is reached through a
/// function, what that is called.
std::string stemOf(const Variable *variable);

/// What a variable is called that stands for a member of an object: "x_a", for `x.a` and for `x.a_`.
std::string memberName(const std::string &object, llvm::StringRef member);

/// Is the qualified name one of the runtime's?
bool isOfRuntime(llvm::StringRef name);
/// One of the runtime's or of the standard library's?
bool isOfLibrary(llvm::StringRef name);

} // namespace adjoint::ir

#endif
