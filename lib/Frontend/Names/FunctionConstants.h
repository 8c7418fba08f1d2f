// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FunctionConstants: functions as constants, for arguments of templates.
//
//     double f(double)             f
//     double Line::at(double)      &Line::at
//     one of several called f      static_cast<double (*)(double)>(f)

#ifndef ADJOINT_FRONTEND_NAMES_FUNCTIONCONSTANTS_H
#define ADJOINT_FRONTEND_NAMES_FUNCTIONCONSTANTS_H

#include "Frontend/Names/Names.h"

#include <optional>

namespace adjoint::frontend {

/// In the function's namespace. None for a lambda, a private member, and what lookup does not find there.
std::optional<std::string> constantOf(const Names &names, const clang::FunctionDecl *function);

} // namespace adjoint::frontend

#endif
