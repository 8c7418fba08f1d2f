// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, and what the user asked to be done with them.

#ifndef ADJOINT_IR_FUNCTION_H
#define ADJOINT_IR_FUNCTION_H

#include "IR/Stmt.h"

#include <optional>

namespace adjoint::ir {

/// Inside the namespace of a function: where the halves of its adjoint are that other files call.
inline constexpr const char *namespaceOfHalves = "adjoint_halves";

/// How calls of a function are differentiated.
enum class CallRule {
  Derive,      ///< from its body
  HandWritten, ///< `#pragma adjoint derivative_of`, `tangent_of`, or `forward_of` and `reverse_of`: by calling the functions so announced
  Opaque,      ///< passive, and may give back what it is given: it is an error to hand it an active value
  Passive,     ///< `#pragma adjoint passive`, or known to carry no derivative: called, never differentiated
};

/// Does no derivative come out of calls under the rule?
inline bool givesConstants(CallRule rule) { return rule == CallRule::Passive || rule == CallRule::Opaque; }

/// What a function without a body does between numbers and text, through which no derivative passes.
enum class TextUse {
  None,
  Writes, ///< makes text of the numbers that it is given (snprintf)
  Reads,  ///< gives the number that a text says (strtod)
  Both,   ///< the one and then the other, in one expression
};

/// What the tape is when a call of generated code, or of the runtime, is done.
enum class TapeUse {
  None,   ///< the tape as it was
  Within, ///< the tape as it was, if no exception leaves
  Leaves, ///< more: a forward half
  Takes   ///< less: the reverse half
};

/// The object in which the forward half of a hand-written adjoint hands over what the reverse half needs. It is the last
/// argument of both, and lies on the tape in between.
struct ContextArgument {
  enum class Half {
    Forward, ///< it is made
    Reverse  ///< it is taken away
  };
  std::string type; ///< as C++ names it
  Half half = Half::Forward;
};

/// `#pragma adjoint forward_of` and `reverse_of`.
struct HandWrittenHalves {
  std::string forward, reverse; ///< as a call writes them
  std::string context;          ///< the type of the context
  bool restores = false; ///< the reverse half leaves memory as it was before the forward half, else as it finds it
  bool communicates = false; ///< what it reads matters to other processes, and what it writes depends on them
};

/// `#pragma adjoint differences`: how the derivatives of a function of numbers are estimated.
struct Differences {
  bool isExtrapolated = false; ///< by Ridders' method
  std::string step;            ///< as the pragma gives it; empty: chosen by what it is added to
};

/// A function that is called as it is, with objects which generated code has as plain structs: each call makes the user's objects of
/// them. It changes no more of them than the numbers in those that are sequences (see sequenceIn).
///
/// A sequence that it returns comes in two calls, for its memory is that of generated code:
///
///     n = solve_made(a, b)           // keeps the user's object
///     x.elements = ...               // of n numbers
///     take_kept(a, b, n, x.elements) // of which the derivative is that of `solve`
///
/// Take is also the statement behind a call that finds unknowns (ImplicitFunction), and leaves them where they are.
struct Bridge {
  enum class Part { Call, Make, Take, Adjoint, Tangent };
  Part part = Part::Call;
  std::string call; ///< how C++ writes a call, with the arguments by number: "pick($0, $1)"
  const Record *returned = nullptr; ///< Make, Take and their derivatives: the sequence
  unsigned left = 0;                ///< Take: the parameter that leads to what it leaves
};

/// `#pragma adjoint implicit`: a call finds where a residual is zero. Its arguments go on behind those of the function: the
/// residual, the arguments of this one, and how many unknowns there are.
///
/// `#pragma adjoint argmin`: a call finds where an objective is least. Its slope takes the place of the residual,
///
///     double slope(x, x_d, p)     // the derivative of objective(x, p) along x_d
///
/// for it is zero in all directions.
struct ImplicitFunction {
  const Function *residual = nullptr;
  const Function *objective = nullptr; ///< null: none
  Function *slope = nullptr;           ///< its body is made when it is needed first
  bool isMatrixFree = false;           ///< linear systems are solved by products alone
  unsigned first = 0;   ///< of the arguments: the residual
  unsigned unknown = 0; ///< of the residual's parameters
  std::optional<unsigned> output; ///< the parameter that the residual is left in; none: it is returned

  /// The parameter of the slope that is the direction.
  std::optional<unsigned> direction() const { return slope ? std::optional(unknown + 1) : std::nullopt; }
  bool isOfNumber() const; ///< one unknown
  const Function *source() const { return objective ? objective : residual; }
  unsigned argument(unsigned param) const { return first + 1 + param; }
  unsigned count() const; ///< of the arguments: the number of unknowns
};

class Function : public Node {
public:
  std::string name;     ///< last part ("f"), from which names of adjoints are made
  std::string spelling; ///< as a call writes it where the adjoint stands ("ns::f", "f<double>")
  /// How a call is written where it is no name before a list: "$0 << $1", with the arguments by number. Else empty.
  std::string pattern;
  Location location;
  const Type *returnType = nullptr;
  std::vector<const Variable *> params; ///< unnamed ones have an empty name
  /// A definition's body; `hasBody` is false for a declaration.
  StmtList body;
  bool hasBody = false;
  bool isVariadic = false;
  /// What is a pointer here is an iterator of the library's to the user.
  bool returnsIterator = false;
  /// Others have its name: conversions of arguments are written, for it to be the one that is chosen.
  bool isOverloaded = false;
  /// Generated code cannot call it by name (a constructor, the body of a lambda, whatever takes a
  /// mirror): where its value is needed, a copy of it is generated and called.
  bool needsCopy = false;
  /// Generated: both sweeps are here, so that the tape is as on entry when an exception leaves.
  bool guardsTape = false;
  /// Generated: it says in which line of this file it is, for the profile. Empty: it does not.
  std::string profiledFile;
  /// Generated: it does nothing but add multiples of this parameter to adjoints, so nothing where that is zero. Null: it is not known.
  const Variable *linearIn = nullptr;
  /// Without a body: called a second time, it does what it did the first time (it throws, or reads a text).
  bool isRepeatable = false;
  /// Without a body: it stores no pointers that it is given (one of the C library).
  bool storesNoPointers = false;
  /// Without a body: it changes nothing but what its arguments that are no pointers to constants lead to (an elemental of matrices).
  bool writesOnlyArguments = false;
  /// Without a body: it throws, unless its two arguments are one number, the first of which is a variable.
  bool statesSize = false;
  /// No statement runs behind a call of it: it throws, or ends the program.
  bool neverReturns = false;
  /// Without a body: the same where the objects of the library that it is given are in the state again in which they were.
  bool isRepeatableWithObjects = false;
  CallRule rule = CallRule::Derive;
  TextUse textUse = TextUse::None;
  std::string handWrittenAdjoint, handWrittenTangent; ///< as a call writes them; empty: none
  /// The derivative by hand takes null for the adjoint (tangent) of a pointer to constants that have none.
  bool takesNullAdjoints = false;
  std::optional<HandWrittenHalves> handWrittenHalves;
  bool communicates() const { return handWrittenHalves && handWrittenHalves->communicates; }
  /// The hand-written tangent as a function that can be differentiated: null where its derivative is not known, or not asked.
  const Function *tangentSource = nullptr;
  std::optional<Differences> differences;
  /// It gives back what it is given, and the reverse sweep has this function change or look at the adjoint. Null: it does not.
  const Function *hook = nullptr;
  /// Does it tell the order of the derivative that it is called in?
  bool asksNesting = false;
  /// Generated: the order of the derivative, where what it calls asks. 0: nothing does.
  unsigned nesting = 0;
  std::optional<ImplicitFunction> implicit;
  std::optional<Bridge> bridge;
  /// An adjoint or tangent that is generated, and may be called: of this function.
  const Function *derivativeOf = nullptr;
  /// A derivative that is generated from the same file, of which there is no derivative.
  bool isLastDerivative = false;
  TapeUse tapeUse = TapeUse::None;
  /// Of one of the hand-written halves, as it is called.
  std::optional<ContextArgument> contextArgument;
  /// What a call writes before `_fwd` and `_rev` to name the halves of the adjoint that another file defines; empty: none.
  std::string halves;
  /// One of these halves: of this function. Null for any other.
  const Function *halfOf = nullptr;
  /// Written before the adjoint's declaration, e.g. "static inline "; may be empty.
  std::string specifiers;
};

inline bool ImplicitFunction::isOfNumber() const { return !residual->params[unknown]->type->isPointer(); }
inline unsigned ImplicitFunction::count() const { return argument(residual->params.size()); }

enum class Mode {
  Reverse, ///< the adjoint, `f_b`
  Tangent, ///< the tangent, `f_d`
  HessianVector, ///< the tangent of the adjoint, `f_bd`
  AdjointOfAdjoint, ///< `f_bb`, for functions that call `f_b`
  AdjointOfTangent, ///< `f_db`, for functions that call `f_d`
  TangentOfTangent, ///< `f_dd`
  Taylor, ///< Taylor coefficients, `f_t`
};

/// Of the name of what is asked for.
inline const char *suffixOf(Mode mode) {
  switch (mode) {
  case Mode::Reverse:
    return "_b";
  case Mode::Tangent:
    return "_d";
  case Mode::HessianVector:
    return "_bd";
  case Mode::AdjointOfAdjoint:
    return "_bb";
  case Mode::AdjointOfTangent:
    return "_db";
  case Mode::TangentOfTangent:
    return "_dd";
  case Mode::Taylor:
    return "_t";
  }
  return "";
}

/// One adjoint or tangent that the user asked for: a pragma, the macro, or --function.
struct Request {
  Mode mode = Mode::Reverse;
  const Function *function = nullptr;
  std::optional<std::vector<unsigned>> wrt; ///< indices of parameters; none: all that reach floating point
  /// Indices of parameters that are dependents; none: all writable ones that reach floating
  /// point, and the result.
  std::optional<std::vector<unsigned>> of;
  bool ofResult = true; ///< is the return value a dependent?
  bool value = false;   ///< return the value and leave every output as the primal does
  unsigned order = 0;   ///< of Taylor coefficients
  unsigned width = 0;   ///< how many directions at once; 0: one, whose adjoints are numbers
  bool isForMatrix = false; ///< for <adjoint/derivatives.h> alone, which can do without
  std::string name;     ///< of the adjoint or tangent; empty: the function's with `_b`, `_d` or `_bd`
  /// Of the adjoint of a tangent: the last parameter takes the tangent of a number that is returned, and gets its adjoint by
  /// value, as a seed.
  bool lastIsResult = false;
  std::string seed = "result_b"; ///< what the adjoint of the result is called
  Location location;
};

/// That of the name that a request without one asks for: `_b`, and `_b4` for four directions of a Jacobian.
inline std::string suffixOf(const Request &request) {
  return suffixOf(request.mode) + (request.isForMatrix ? std::to_string(request.width) : "");
}

} // namespace adjoint::ir

#endif
