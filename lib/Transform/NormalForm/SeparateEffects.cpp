// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   y[i] = g(x);          double g_1 = g(x);  y[i] = g_1;
//   g(v[0], v);           double arg = v[0];  g(arg, v);
//   g(p->next, p);        N *at = p->next;    g(at, p);         (where g stores pointers)
//   idx[idx[0]] = 3;      const int k = idx[0];  idx[k] = 3;
//   s = c ? t : u;        if (c) { s = t; } else { s = u; }     (records)
//
// so that undoing the write of a statement needs nothing but the place it names.

#include "Analysis/Memory/StoredPointers.h"
#include "Analysis/Memory/Writes.h"
#include "Transform/Contract/Signature.h"
#include "Transform/NormalForm/NormalForm.h"

#include <map>
#include <set>

namespace adjoint::transform {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

class EffectSeparation : public Rewriter {
public:
  EffectSeparation(Context &context, const analysis::Writes &writes) : Rewriter(context), writes(writes) {}

protected:
  using Rewriter::replace;

  bool replace(const Stmt *stmt, StmtList &out) override {
    if (const auto *call = dyn_cast<CallStmt>(stmt))
      return separateCall(call, out);
    if (const auto *allocation = dyn_cast<AllocateStmt>(stmt))
      return separateAllocation(allocation, out);
    if (const auto *assign = dyn_cast<AssignStmt>(stmt))
      return separateAssign(assign, out);
    return false;
  }

private:
  const Variable *temporary(const std::string &name, const Type *type) {
    auto *variable = context.make<Variable>(name, type, Storage::Local);
    variable->isTemporary = true;
    return variable;
  }

  /// Can the callee write what the argument reads?
  bool mayBeOverwritten(const Expr *arg, const CallStmt *call) {
    bool isWritten = false;
    forEachLoad(arg, [&](const LoadExpr *load) {
      const Variable *variable = rootVariable(load->place);
      const bool isShared = !variable || writes.isExposed(variable) || (variable->isGlobal() && !variable->type->isConst);
      isWritten = isWritten || (isShared && writtenBy(call->callee).mayMeet(analysis::leavesOf(load->place)));
    });
    return isWritten;
  }
  const analysis::MemoryWritten &writtenBy(const Function *callee) {
    const auto [slot, isNew] = written.insert({callee, {}});
    std::set<const Function *> seen;
    if (isNew)
      analysis::addMemoryWritten(callee, seen, slot->second);
    return slot->second;
  }

  /// An address whose indices and pointers the callee cannot change: g(v, a[int(v[0])]), g(p, p) with `double *&` second.
  const Expr *stableAddress(const Expr *arg, const CallStmt *call, StmtList &out) {
    class Indices : public Rewriter {
    public:
      Indices(EffectSeparation &owner, const CallStmt *call, StmtList &out)
          : Rewriter(owner.context), owner(owner), call(call), out(out) {}

    protected:
      using Rewriter::replace;
      const Expr *replace(const Expr *expr) override {
        const auto *load = dyn_cast<LoadExpr>(expr);
        bool isChanged = load && load->type->isScalar() &&
                         (!load->type->isPointer() || analysis::mayStorePointers(*call->callee));
        if (!isChanged || !owner.mayBeOverwritten(load, call))
          return nullptr;
        const Variable *value = owner.temporary("at", load->type);
        out.push_back(owner.context.make<DeclareStmt>(value, load));
        return owner.context.load(value);
      }

    private:
      EffectSeparation &owner;
      const CallStmt *call;
      StmtList &out;
    };
    return Indices(*this, call, out).rewrite(arg);
  }

  bool separateArguments(const CallStmt *call, StmtList &out) {
    std::vector<const Expr *> args;
    for (const Expr *arg : call->args) {
      bool isValue = !arg->type->isPointer() && !llvm::isa<FunctionRefExpr>(arg);
      if (arg->type->isPointer()) {
        args.push_back(stableAddress(arg, call, out));
        continue;
      }
      if (!isValue || !mayBeOverwritten(arg, call)) {
        args.push_back(arg);
        continue;
      }
      const Variable *value = temporary("arg", arg->type);
      out.push_back(context.make<DeclareStmt>(value, arg));
      args.push_back(context.load(value));
    }
    if (args == call->args)
      return false;
    rewrite(context.rebuilt(call, call->callee, args), out);
    return true;
  }

  bool separateCall(const CallStmt *call, StmtList &out) {
    if (separateArguments(call, out))
      return true;
    if (!call->result || call->declares)
      return false;
    const Variable *result = temporary(call->callee->name + "_value", context.withoutConst(call->callee->returnType));
    out.push_back(context.rebuilt(call, context.make<VarPlace>(result), true, call->callee, call->args));
    rewrite(context.make<AssignStmt>(call->result, context.load(result)), out);
    return true;
  }

  bool separateAllocation(const AllocateStmt *stmt, StmtList &out) {
    if (stmt->declares)
      return false;
    const Variable *fresh = temporary("fresh", context.pointerTo(stmt->element));
    out.push_back(context.rebuilt(stmt, context.make<VarPlace>(fresh), true, stmt->count));
    rewrite(context.make<AssignStmt>(stmt->place, context.load(fresh)), out);
    return true;
  }

  bool separateAssign(const AssignStmt *assign, StmtList &out) {
    const auto *select = dyn_cast<SelectExpr>(assign->value);
    if (select && assign->place->type->isRecord()) {
      StmtList yes, no;
      rewrite(context.make<AssignStmt>(assign->place, select->yes), yes);
      rewrite(context.make<AssignStmt>(assign->place, select->no), no);
      out.push_back(annotatedAs(assign, context.make<IfStmt>(select->condition, yes, no)));
      return true;
    }
    const Place *place = stablePath(assign->place, context.withoutConst(assign->place->type), out);
    if (place == assign->place)
      return false;
    out.push_back(context.rebuilt(assign, place, assign->value));
    return true;
  }

  /// The place with every value in its path that has the written type, and may be what is
  /// written, in a variable of its own.
  const Place *stablePath(const Place *place, const Type *written, StmtList &out) {
    class PathValues : public Rewriter {
    public:
      PathValues(EffectSeparation &owner, const Type *written, StmtList &out)
          : Rewriter(owner.context), owner(owner), written(written), out(out) {}

    protected:
      using Rewriter::replace;
      const Expr *replace(const Expr *expr) override {
        const auto *load = dyn_cast<LoadExpr>(expr);
        if (!load || !owner.mayBeWritten(load->place, written))
          return nullptr;
        const Variable *value = owner.temporary("at", load->type);
        out.push_back(owner.context.make<DeclareStmt>(value, load));
        return owner.context.load(value);
      }

    private:
      EffectSeparation &owner;
      const Type *written;
      StmtList &out;
    };
    return PathValues(*this, written, out).rewrite(place);
  }

  bool mayBeWritten(const Place *read, const Type *written) const {
    bool sameKind = context.withoutConst(read->type) == written || written->isRecord();
    const Variable *variable = rootVariable(read);
    bool isPlain = wholeVariable(read) && !writes.isExposed(variable) && !variable->isGlobal();
    return sameKind && !isPlain;
  }

  const analysis::Writes &writes;
  std::map<const Function *, analysis::MemoryWritten> written; ///< by callees that have been asked for
};

} // namespace

StmtList separateEffects(Context &context, StmtList body) {
  analysis::Writes writes(body);
  return EffectSeparation(context, writes).rewrite(body);
}

} // namespace adjoint::transform
