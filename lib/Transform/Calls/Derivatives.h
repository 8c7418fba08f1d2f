// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives: the adjoints of callees, one for each callee, demand and way of calling. Whoever asks for one gets its
// declaration; it is made once the plan of what calls it is fixed.
//
// A call is joint or split. Joint: the primal runs in the forward sweep, and the callee's
// adjoint (both its sweeps) in the reverse sweep; for callees that overwrite nothing needed.
// Split: a first half runs the callee's forward sweep and leaves its records on the tape, a
// second half its reverse sweep.

#ifndef ADJOINT_TRANSFORM_CALLS_DERIVATIVES_H
#define ADJOINT_TRANSFORM_CALLS_DERIVATIVES_H

#include "Analysis/Activity/Liveness.h"
#include "Analysis/Pointers/ApartParameters.h"
#include "Transform/Function/AnalysedFunction.h"

#include <set>

namespace adjoint::transform {

/// How the adjoint of a callee is generated: as one function; as two, a forward and a reverse sweep; or as two of which the
/// second leaves the memory that the caller can see as it was before the first, because the caller needs it.
/// OneSweep: as one that also gives the value (see OneSweep.h).
enum class HelperForm { Joint, OneSweep, Split, Restoring };

struct Helper {
  analysis::Demand demand;
  const ir::Function *joint = nullptr;                    ///< either this, which gives the value in the form OneSweep
  const ir::Function *forward = nullptr, *reverse = nullptr; ///< or these
  /// Globals whose adjoints are passed after the parameters.
  std::vector<const ir::Variable *> globals;
};

class Derivatives : public Derivation {
public:
  Derivatives(ir::Context &context, const analysis::Program &program, const PassRunner &passes,
              const Options &options, DiagnosticSink &diagnostics, const DumpSink *dump)
      : Derivation(context, program, passes, options, diagnostics, dump), apartParameters(program) {}

  /// Declares it, if it is new.
  const Helper &helper(const ir::Function *callee, const analysis::Demand &demand, HelperForm form);
  /// Can a recursion be generated in the form OneSweep?
  bool hasOneSweep(const ir::Function *callee, const analysis::Demand &demand);
  /// A global of several files that what is differentiated may store active numbers in; null: none. What another file does
  /// with it is not known here.
  const ir::Variable *globalOfFiles();
  /// The halves that another file defines. The callee has some.
  const Helper &halvesElsewhere(const ir::Function *callee);
  /// Has it any? (Halves.h)
  bool hasHalvesElsewhere(const ir::Function *callee);
  /// What has been made becomes what is declared for other files.
  void share(const ir::Function *made, const ir::Function &declared);
  /// The declaration of a hand-written adjoint, by the contract.
  const ir::Function *handWritten(const ir::Function *callee);
  /// Those of the halves of one that hands over a context.
  const Helper &handWrittenHalves(const ir::Function *callee);

  /// What a call in generated code reads and writes.
  analysis::CallEffects effectsOf(const ir::CallStmt *call, const analysis::Alias &caller) const;
  /// Makes what is called there, and what that calls. To be asked before passes look at the calls, since they look into
  /// the callees.
  void makeCalledIn(const ir::StmtList &code);
  /// They are finished, to be printed behind what they call.
  void finish(const std::vector<ir::Function *> &made) { functions.insert(functions.end(), made.begin(), made.end()); }
  /// The last one and what it calls, each with a name of its own.
  std::vector<const ir::Function *> finished();

  const analysis::ApartParameters apartParameters;
  const unsigned errorsBefore = diagnostics.errorCount(); ///< of other requests

private:
  const Helper *findElsewhere(const ir::Function *callee);
  std::unique_ptr<Helper> helperOf(const ir::Function *callee, const ir::Request &request, const ir::Function *forward,
                                   const ir::Function *reverse);

  /// Which part of `original` a generated function is; says which memory of the primal it reads.
  enum class Part { Joint, Forward, Reverse };
  struct Key {
    const ir::Function *callee;
    HelperForm form;
    analysis::Demand demand;
    bool operator<(const Key &o) const { return std::tie(callee, form, demand) < std::tie(o.callee, o.form, o.demand); }
  };

  /// A helper that has been declared.
  struct Declared {
    std::unique_ptr<AnalysedFunction> primal; ///< null: it is made already, or just being made
    std::vector<ir::Function *> functions;    ///< one, or the forward and the reverse half
    HelperForm form;
  };
  void announce(const ir::Function *adjoint, const ir::Function *original, Part part);
  void make(Declared helper);

  std::map<Key, std::unique_ptr<Helper>> helpers;
  std::map<const ir::Function *, std::unique_ptr<Helper>> elsewhere; ///< null: none
  std::map<const ir::Function *, std::unique_ptr<Helper>> withContext;
  std::optional<const ir::Variable *> foundGlobal;
  std::vector<Declared> declared;
  std::map<const ir::Function *, size_t> numbers; ///< of declared helpers, by their functions
  /// Can it be done? What is assumed of a recursion holds for sure once nothing that it leads to is still asked about.
  struct OneSweepAnswer {
    bool holds, isCertain;
  };
  std::map<Key, OneSweepAnswer> oneSweeps;
  std::map<const ir::Function *, unsigned> openQuestions; ///< about one sweeps, by the callee
  std::map<const ir::Function *, const ir::Function *> announced;
  struct Origin {
    const ir::Function *original;
    Part part;
  };
  std::map<const ir::Function *, Origin> origins;
  std::vector<ir::Function *> functions;
};

} // namespace adjoint::transform

#endif
