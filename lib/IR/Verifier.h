// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifier: is a function well-formed? Every pass may rely on these rules, and must keep them.
//
// Types. "The value type" of a type is the type without const; of a reference, a pointer.
//
// Variables
//  V1  A local is used only after its declaration, in the same or an enclosed list of
//      statements. Parameters, globals and statics are visible everywhere.
//  V2  No declaration names a parameter, a global, or a variable that is visible already.
// Places
//  P1  The type of a VarPlace is its variable's, of an IndexPlace its array's element.
//  P2  A DerefPlace goes through a pointer, and has the type of what that points to.
//  P3  An IndexPlace has an array and an index of an integral type.
//  P4  A FieldPlace names a field of its object's record; it is const where the object is.
// Expressions
//  E1  An expression has a type without const, and not void. Function types stand behind pointers only.
//  E2  A LoadExpr has the value type of its place.
//  E3  An AddressExpr points to the type of its place, which is neither a DerefPlace nor a
//      reference itself.
//  E4  Operands of arithmetic, of bit operators and of comparisons have one type; the result
//      has it too, or is bool. Pointers may be compared with pointers, subtracted, and moved by integers.
//      `%`, shifts and bit operators take integral operands only.
//  E5  Conditions, operands of `!`, `&&` and `||` are bool, integral or pointers.
//  E6  A cast converts between scalars; a const cast, between pointers.
//  E7  Both branches of a SelectExpr have its type.
//  E8  A FunctionRefExpr is a pointer to a function type.
//  E9  An InitListExpr stands only as the initialiser of a DeclareStmt, or inside another one,
//      has no more elements than its type, and loads nothing.
// Statements
//  S1  An initialiser, an assigned value, a pushed or returned value has the value type of its target; a
//      reference may add const to what it is bound to. A const variable is initialised where it is declared.
//  S2  An array is only declared (uninitialised, by a list, or as a copy), never assigned.
//  S3  No place is written that is const or a reference itself, except where its variable is declared.
//  S4  A call has as many arguments as its callee has parameters (a variadic one, at least as
//      many), each of the parameter's value type; its result has the type that the callee returns.
//  S5  What `declares` has a VarPlace.
//  S6  Memory is allocated for a pointer to its elements; the number of elements is integral,
//      and there is none exactly for a single `new`. Only pointers are freed.
//  S7  `break` stands inside a loop or a switch, `continue` inside a loop; neither in a loop's init or step.
//  S8  Labels of a switch are constants of its condition's type; at most one section is the default.
//  S9  `return` has a value exactly where the function returns one.
//  S10 `goto` leads to a label later in the same or an enclosing list; no label stands twice.

#ifndef ADJOINT_IR_VERIFIER_H
#define ADJOINT_IR_VERIFIER_H

#include "IR/Function.h"

namespace adjoint::ir {

/// False where the function breaks a rule; `whatIsWrong` then says which one, and where.
bool verify(const Function &function, std::string &whatIsWrong);

} // namespace adjoint::ir

#endif
