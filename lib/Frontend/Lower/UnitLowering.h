// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UnitLowering: what the functions of one translation unit share when they are lowered.
//
// A function is lowered on demand, once for each set of known functions that its parameters
// of pointer-to-function type are bound to: `integrate(sq, 0, 1)` calls an `integrate` of its
// own in which calls of the parameter are calls of `sq`. The same goes for what pointers to void
// lead to, see UntypedPointers. Signatures are lowered
// at once and bodies later, so that recursion needs no thought.

#ifndef ADJOINT_FRONTEND_LOWER_UNITLOWERING_H
#define ADJOINT_FRONTEND_LOWER_UNITLOWERING_H

#include "Frontend/Clang/Comments.h"
#include "Frontend/Clang/Diagnostics.h"
#include "Frontend/Facts/ReachableCode.h"
#include "Frontend/Facts/StatefulCalls.h"
#include "Frontend/Facts/ThrownTypes.h"
#include "Frontend/Lower/TypeLowering.h"
#include "Frontend/Models/ModelTranslation.h"
#include "Frontend/Names/Names.h"
#include "Frontend/Requests/OpenMpPragmas.h"
#include "Frontend/Requests/Pragmas.h"

#include "clang/Lex/Preprocessor.h"

#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace adjoint::frontend {

/// What pointers to void lead to, by the index of the parameter.
using UntypedTargets = std::map<unsigned, const clang::Type *>;

/// What a call says of parameters, by index.
struct Bindings {
  std::map<unsigned, const clang::FunctionDecl *> functions; ///< known functions
  UntypedTargets targets;
  std::set<unsigned> nulls; ///< pointers to functions that are null

  bool operator<(const Bindings &other) const {
    return std::tie(functions, targets, nulls) < std::tie(other.functions, other.targets, other.nulls);
  }
};

/// A function that has an object: a member function that is not static, a constructor, a destructor.
/// Its image takes the object as its first parameter. Null for any other.
const clang::CXXMethodDecl *memberFunction(const clang::FunctionDecl *decl);

/// Can generated code, outside any class and function, name the function?
bool isCallable(const clang::FunctionDecl *decl);
/// Can it call the member function on an object, without knowing the definition? No virtual function: which one is called
/// has been decided before.
bool isCalledOnObject(const clang::FunctionDecl *decl);

/// The plain struct that a value of the type is, or leads to through pointers; null for none.
const ir::Record *mirrorIn(const ir::Type *type);

enum class LoweringResult {
  Done,
  Refused,        ///< errors are reported: the first of each function that has one
  ClassesAppeared ///< in a hierarchy that was taken for complete: nothing lowered is of use, to begin again is
};

class UnitLowering {
public:
  UnitLowering(clang::Sema &sema, ir::Context &ir, const PragmaTable &pragmas, DiagnosticSink &sink);

  /// The function's signature; its body follows with `lowerBodies`.
  const ir::Function *function(const clang::FunctionDecl *decl, const Bindings &bindings = {},
                               const Report &report = {});
  /// The same, with what the casts in it say of its pointers to void.
  const ir::Function *requestedFunction(const clang::FunctionDecl *decl);
  /// What it tells in its last parameters of what it throws.
  Report reportOf(const ir::Function *function) const {
    auto found = reporting.find(function);
    return found == reporting.end() ? Report() : found->second;
  }
  /// What a virtual call calls: the one function that it can be, or one that asks the object for its class.
  const ir::Function *dispatcher(const clang::CXXMethodDecl *method, const Report &report = {});
  /// What a call through a pointer calls, if all that the pointer can be is known; null otherwise. The pointer is its
  /// first parameter.
  const ir::Function *dispatcher(clang::QualType functionType, const Report &report, const UntypedTargets &untyped = {});
  bool knowsTargets(clang::QualType functionType) { return !pointees(functionType).empty(); }
  /// Gives a function the last parameters of a version that reports.
  void addReport(ir::Function &function, const Report &report, clang::SourceLocation where);
  /// A pointer to a function whose definition does not matter.
  const ir::Expr *functionReference(const clang::FunctionDecl *target, const ir::Type *pointer);
  /// The lambda as a function without an object, and a pointer to it; null where that takes or returns what generated
  /// code has as plain structs.
  const ir::Function *lambdaFunction(const clang::CXXMethodDecl *callOperator, const Report &report = {});
  const ir::Expr *lambdaReference(const clang::CXXMethodDecl *callOperator, const ir::Type *pointer);
  /// What stands for a pointer to the member; a null pointer is 0.
  const ir::Expr *memberNumber(const clang::ValueDecl *member);
  /// What `object.*pointer` calls, if generated code can call all that the pointer can be; null otherwise. The number is
  /// its first parameter, the object its second.
  const ir::Function *dispatcher(const clang::MemberPointerType *type, bool isConstObject);
  /// A static array that becomes one of each call: refused unless each call sets what it reads.
  void requireSetFirst(const ir::Function &function, const ir::Variable *array, const clang::VarDecl *decl) {
    scratch.push_back({&function, array, decl});
  }
  const StatefulCalls &statefulCalls();
  /// What is called at once, as one function of the arguments.
  const ir::Function *function(const CalledAtOnce &call);
  /// `assert`, as a function of the condition.
  const ir::Function *assertion();
  /// Does the boundary of a requested function ask how many numbers there are in an array that is made?
  bool notesArrays() const { return asksForSizes; }
  /// adjoint::note_array(address, size) of the runtime.
  const ir::Function *arrayNote();
  const ir::Variable *global(const clang::VarDecl *decl);
  /// Can generated code use the variable of the file, or of a class, by name?
  bool canName(const clang::VarDecl *decl);
  bool canReadObject(const clang::VarDecl *decl);
  bool canReachStatic(const clang::VarDecl *decl);
  const ir::HiddenStatic *reachedStatic(const clang::VarDecl *decl);

  /// What is lowered in the place of an expression: itself, or the same said of a model.
  const clang::Expr *modelled(const clang::Expr *e) {
    const clang::Expr *model = translation.of(e);
    return model ? model : e;
  }
  /// The same, where nothing is done with its value.
  const clang::Expr *modelledEffect(const clang::Expr *e) {
    const clang::Expr *model = translation.ofEffect(e);
    return model ? model : e;
  }

  /// The functions with a request: all other code that is lowered, they reach.
  void setRequested(std::vector<const clang::FunctionDecl *> functions);
  bool isRequested(const clang::FunctionDecl *function) const;
  /// The requests whose adjoints and tangents are called, by what is called.
  const std::map<const clang::FunctionDecl *, const PragmaTable::Annotated *> &calledDerivatives() const { return derived; }
  /// Lowers every body that is still missing.
  LoweringResult lowerBodies();
  /// A declaration of the function alone; null after an error was reported.
  /// An image that is only called, whatever its body is: a new one each time.
  ir::Function *calledAsItIs(const clang::FunctionDecl *decl);
  /// Gives back its argument, as `adjoint::hook(x, f)` does; null where f is no function of a reference to a number.
  const ir::Function *hook(const clang::FunctionDecl *of, const clang::FunctionDecl *changes);
  /// The place of the slope of an objective by one of its parameters; null until it is made.
  ir::Function *&slopeOf(const ir::Function *objective, unsigned unknown) { return slopes[{objective, unknown}]; }
  /// `leftOut`: so many of the last parameters are not part of it.
  const ir::Function *lowerSignature(const clang::FunctionDecl *decl, unsigned leftOut = 0);

  /// Is it, or does it lead to, a function that was refused?
  bool leadsToRefused(const ir::Function *function) const;

  /// The definitions that have been lowered.
  const std::map<const ir::Function *, const clang::FunctionDecl *> &definitions() const { return lowered; }
  /// Functions whose adjoints other files define.
  const std::map<const ir::Function *, const clang::FunctionDecl *> &declarations() const { return declaredOnly; }

  /// Directives of OpenMP that leave nothing parallel.
  std::vector<OpenMpPragmas::Pragma> inOneThread;

  clang::ASTContext &ast;
  clang::Preprocessor &preprocessor;
  ir::Context &ir;
  const PragmaTable &pragmas;
  std::map<const clang::FunctionDecl *, const PragmaTable::Annotated *> derived;
  DiagnosticSink &sink;
  Models models;
  ModelTranslation translation;
  TypeLowering types;
  Names names;
  Comments comments;
  ThrownTypes thrown;

private:
  ir::UserParameter userParameter(clang::QualType type);
  std::string viewOfVariables(clang::QualType type);
  using Key = std::tuple<const clang::FunctionDecl *, Bindings, Report>;
  struct Pending {
    const clang::FunctionDecl *definition;
    ir::Function *function;
    Bindings bindings;
  };

  /// The first that was met.
  struct Call {
    const ir::Function *caller;
    Location where;
  };

  struct Scratch {
    const ir::Function *function;
    const ir::Variable *array;
    const clang::VarDecl *decl;
  };

  clang::QualType returnTypeOf(const clang::FunctionDecl *decl);
  ir::Function *signature(const clang::FunctionDecl *decl, const Bindings &bindings = {}, unsigned leftOut = 0);
  void checkSetFirst();
  bool addTangentSources();
  void findAddresses();
  const ReachableCode &reachableCode();
  void giveZero(ir::Function &function);
  PossibleCallees::Functions overriders(const clang::CXXMethodDecl *method);
  PossibleCallees::Functions pointees(clang::QualType functionType);
  ir::StmtList callOverrider(const ir::Function &dispatcher, const ir::Function *overrider);
  std::string derivedClassIn(clang::QualType type);
  const ir::Variable *selfOf(const clang::CXXMethodDecl *method);
  void chooseRule(const clang::FunctionDecl *decl, ir::Function &function);
  void chooseGenerated(const PragmaTable::Annotated &request, const clang::FunctionDecl *decl, ir::Function &function);
  void report(const Refusal &refusal);
  void noteCaller(const ir::Function *function);
  bool isHandedIn(const clang::CXXRecordDecl *record) const;

  std::map<Key, ir::Function *> functions;
  std::map<const ir::Function *, Report> reporting;
  std::map<std::pair<const clang::CXXMethodDecl *, Report>, const ir::Function *> dispatchers;
  std::map<std::tuple<const ir::Type *, Report, UntypedTargets>, const ir::Function *> pointerDispatchers; ///< by the type of the pointer
  std::map<std::pair<const clang::CXXMethodDecl *, Report>, const ir::Function *> lambdaFunctions;
  std::map<std::pair<const clang::FunctionDecl *, const clang::FunctionDecl *>, const ir::Function *> hooks;
  std::map<std::pair<const ir::Function *, unsigned>, ir::Function *> slopes;
  std::vector<std::pair<ir::Function *, const clang::FunctionDecl *>> tangentsByHand; ///< of what is called; those that are new
  std::map<std::pair<const clang::Type *, bool>, const ir::Function *> memberDispatchers;
  std::vector<const clang::ValueDecl *> numberedMembers;
  std::vector<const clang::FunctionDecl *> requested;
  std::optional<ReachableCode> reachable;
  std::optional<StatefulCalls> stateful;
  bool asksForSizes = false;
  std::map<CalledAtOnce, const ir::Function *> calledAtOnce;
  ir::Function *assertFunction = nullptr;
  const ir::Function *arrayNoteFunction = nullptr;
  std::map<const clang::VarDecl *, ir::Variable *> globals;
  std::deque<Pending> pending;
  const ir::Function *current = nullptr; ///< being lowered
  std::map<const ir::Function *, Call> calls;
  std::vector<Scratch> scratch;
  std::set<const ir::Function *> refused;
  std::map<const ir::Function *, const clang::FunctionDecl *> lowered, declaredOnly;
};

} // namespace adjoint::frontend

#endif
