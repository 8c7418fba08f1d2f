// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Transform/Function/GlobalObjects.h"

#include "Analysis/Memory/EntryPointers.h"
#include "IR/Callees.h"
#include "IR/ClassView.h"
#include "IR/Identifiers.h"
#include "IR/Mentions.h"
#include "IR/Visit.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::dyn_cast;

namespace {

using Objects = llvm::SetVector<const Variable *>;

bool isObject(const Variable *variable) {
  return variable->isGlobal() && variable->type->isRecord() && variable->type->record->isMirror;
}

/// A pointer that may lead into an object's memory.
bool isPointer(const Variable *variable) { return variable->isGlobal() && variable->type->isPointer() && pointsToFloating(variable->type); }

Objects namedIn(const Function &function, bool (*isOne)(const Variable *)) {
  Objects named;
  auto look = [&](const Place *place) {
    if (const Variable *root = rootVariable(place); root && isOne(root))
      named.insert(root);
  };
  forEachPlaceIn(function.body, look);
  return named;
}

/// Functions, with the objects that they and their callees name.
class Naming {
public:
  explicit Naming(const Function &function) {
    collect(&function);
    for (bool isGrown = true; isGrown;) {
      isGrown = false;
      for (auto &[caller, objects] : named)
        isGrown = addFromCallees(*caller, objects) || isGrown;
    }
    named.remove_if([](const auto &entry) { return entry.second.empty(); });
  }

  llvm::MapVector<const Function *, Objects> named;

private:
  void collect(const Function *function) {
    if (!function->hasBody || !named.insert({function, namedIn(*function, isObject)}).second)
      return;
    forEachCallee(function->body, [&](const Function *callee, const Stmt *) { collect(callee); });
  }

  bool addFromCallees(const Function &caller, Objects &objects) {
    const size_t before = objects.size();
    forEachCallee(caller.body, [&](const Function *callee, const Stmt *) {
      if (auto found = named.find(callee); found != named.end())
        for (const Variable *object : Objects(found->second))
          objects.insert(object);
    });
    return objects.size() != before;
  }
};

struct Passed {
  Function *function;
  std::map<const Variable *, const Variable *> params; ///< by object
};

class ObjectRewriter : public Rewriter {
public:
  ObjectRewriter(Context &context, const std::map<const Function *, Passed> &passed, const Passed &own,
                 const llvm::MapVector<const Function *, Objects> &named)
      : Rewriter(context), passed(passed), own(own), named(named) {}

protected:
  using Rewriter::replace;

  const Place *replace(const Place *place) override {
    const auto *whole = dyn_cast<VarPlace>(place);
    const bool isPassed = whole && own.params.count(whole->variable);
    return isPassed ? context.place(own.params.at(whole->variable)) : nullptr;
  }

  bool replace(const Stmt *stmt, StmtList &out) override {
    const auto *call = dyn_cast<CallStmt>(stmt);
    auto callee = call ? passed.find(call->callee) : passed.end();
    if (callee == passed.end())
      return false;
    const auto *inside = llvm::cast<CallStmt>(rebuild(call));
    std::vector<const Expr *> args = inside->args;
    for (const Variable *object : named.find(call->callee)->second)
      args.push_back(context.addressOf(context.place(own.params.at(object))));
    out.push_back(context.rebuilt(inside, callee->second.function, std::move(args)));
    return true;
  }

private:
  const std::map<const Function *, Passed> &passed;
  const Passed &own;
  const llvm::MapVector<const Function *, Objects> &named;
};

/// The last part of a qualified name, as no parameter is called.
std::string nameFor(const Variable *object, const Function &function) {
  const std::string stem = object->name.substr(object->name.rfind(':') + 1) + "_object";
  std::string name = stem;
  auto isTaken = [&] {
    return llvm::any_of(function.params, [&](const Variable *param) { return param->name == name; });
  };
  for (unsigned number = 2; isTaken(); ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

Passed passedTo(Context &context, const Function &function, const Objects &objects) {
  Passed made{context.make<Function>(function), {}};
  made.function->needsCopy = true;
  for (const Variable *object : objects) {
    auto *param = context.make<Variable>(nameFor(object, *made.function), context.referenceTo(object->type),
                                         Storage::Parameter, object->location);
    param->globalObject = object->name;
    made.function->params.push_back(param);
    made.params[object] = param;
  }
  return made;
}

/// What keeps the object from being read once; empty: nothing.
std::string obstacle(const Function &requested, const Variable *object, llvm::ArrayRef<const Function *> called) {
  if (object->name.find('<') != std::string::npos)
    return format(DiagId::object_arguments);
  for (const Variable *param : requested.params)
    if (param->name == object->name)
      return format(DiagId::object_shadowed);
  for (const Function *function : called) {
    const bool isKnown = function->hasBody || !function->pattern.empty() || function->isRepeatable ||
                         isOfLibrary(function->spelling);
    for (const Variable *pointer : namedIn(*function, isPointer))
      if (!pointer->isUnsetOnEntry && analysis::mayUseEntryPointers(requested, pointer))
        return format(DiagId::object_pointer, {pointer->name});
    if (!isKnown)
      return format(DiagId::object_unseen_change, {function->spelling});
  }
  return "";
}

/// A pointer to a function says nothing of objects.
const Variable *objectBehindPointers(const Naming &naming) {
  const Variable *found = nullptr;
  for (const auto &entry : naming.named)
    forEachStmt(entry.first->body, [&](const Stmt *stmt) {
      auto inExpr = [&](const Expr *expr) {
        forEachExpr(expr, [&](const Expr *e) {
          const auto *reference = dyn_cast<FunctionRefExpr>(e);
          auto named = reference ? naming.named.find(reference->function) : naming.named.end();
          if (named != naming.named.end())
            found = named->second.front();
        });
      };
      forEachOperand(stmt, inExpr, [&](const Place *place) { forEachExpr(place, inExpr); });
    });
  return found;
}

} // namespace

std::optional<Request> withObjectsPassed(Context &context, const Request &request, DiagnosticSink &diagnostics) {
  const Naming naming(*request.function);
  if (naming.named.empty())
    return request;
  if (const Variable *object = objectBehindPointers(naming)) {
    diagnostics.report(DiagId::internal, request.location,
                       {"the objects of the file", "'" + object->name + "' is named by what is called through a pointer"});
    return std::nullopt;
  }
  const std::vector<const Function *> called = reachedFrom(request.function);
  for (const Variable *object : naming.named.find(request.function)->second)
    if (std::string reason = obstacle(*request.function, object, called); !reason.empty()) {
      diagnostics.report(DiagId::boundary, request.location, {object->name, object->type->record->view->spelling, reason});
      return std::nullopt;
    }
  std::map<const Function *, Passed> passed;
  for (const auto &[function, objects] : naming.named)
    passed.emplace(function, passedTo(context, *function, objects));
  for (auto &[function, made] : passed)
    made.function->body = ObjectRewriter(context, passed, made, naming.named).rewrite(function->body);
  Request withObjects = request;
  withObjects.function = passed.at(request.function).function;
  return withObjects;
}

} // namespace adjoint::transform
