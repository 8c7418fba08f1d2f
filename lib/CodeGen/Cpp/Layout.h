// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layout: breaks long lines.
//
// The printers write a mark wherever a line may be broken, in the place of the space that
// stands there otherwise. A line that does not fit is broken at the mark that is nested
// least and whose operator binds least, and as late as fits; it continues under the
// parenthesis that is still open, or four columns in.

#ifndef ADJOINT_CODEGEN_CPP_LAYOUT_H
#define ADJOINT_CODEGEN_CPP_LAYOUT_H

#include "CodeGen/Cpp/Precedence.h"

namespace adjoint::codegen {

/// A break after an operator of the given level.
char breakMark(Level level);
/// A break after a comma.
char commaMark();
/// A break after `=`: the last resort.
char assignMark();

/// The text on one line, marks replaced by spaces.
std::string flat(std::string marked);
/// The text, first line and all, indented by `indent` columns; ends in a newline.
std::string layout(const std::string &marked, unsigned indent);

} // namespace adjoint::codegen

#endif
