// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Requests/Requests.h"

#include "Frontend/Clang/Diagnostics.h"

#include <algorithm>

namespace adjoint::frontend {

namespace {

/// Resolves the names of one clause. In of(...), the return value may be named as well.
class ClauseResolver {
public:
  ClauseResolver(const Pragma &pragma, const ir::Function *function, DiagnosticSink &sink)
      : pragma(pragma), function(function), sink(sink) {}

  bool failed = false;
  bool namesResult = false;

  std::optional<std::vector<unsigned>> resolve(const std::optional<std::vector<std::string>> &names,
                                               const std::string &clause) {
    if (!names)
      return std::nullopt;
    std::vector<unsigned> indices;
    for (const std::string &name : *names)
      if (std::optional<unsigned> index = parameter(name, clause))
        indices.push_back(*index);
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
  }

private:
  std::optional<unsigned> parameter(const std::string &written, const std::string &clause) {
    if (const size_t part = written.find_first_of("[.-"); part != std::string::npos) {
      fail(DiagId::clause_part, {written, clause, written.substr(0, part)});
      return std::nullopt;
    }
    const std::string name = written == "this" ? "self" : written;
    for (unsigned i = 0; i < function->params.size(); ++i) {
      if (function->params[i]->name != name)
        continue;
      if (!ir::reachesFloating(function->params[i]->type))
        fail(DiagId::clause_not_differentiable, {name, clause});
      return i;
    }
    bool isResult = clause == "of" && (name == "return" || name == "result");
    if (isResult && ir::reachesFloating(function->returnType))
      namesResult = true;
    else if (isResult)
      fail(DiagId::clause_no_result, {name, function->name});
    else
      fail(DiagId::clause_no_parameter, {name, clause, function->name});
    return std::nullopt;
  }

  void fail(DiagId id, std::vector<std::string> args) {
    sink.report(id, locationOf(pragma.where), std::move(args));
    failed = true;
  }

  const Pragma &pragma;
  const ir::Function *function;
  DiagnosticSink &sink;
};

} // namespace

ir::Mode modeOf(PragmaKind kind) {
  return kind == PragmaKind::Tangent         ? ir::Mode::Tangent
         : kind == PragmaKind::HessianVector ? ir::Mode::HessianVector
                                             : ir::Mode::Reverse;
}

ir::Request plainRequest(const ir::Function *function) {
  ir::Request request;
  request.function = function;
  request.ofResult = ir::reachesFloating(function->returnType);
  request.location = function->location;
  return request;
}

std::optional<ir::Request> makeRequest(const Pragma &pragma, const ir::Function *function, DiagnosticSink &sink) {
  ir::Request request = plainRequest(function);
  request.mode = pragma.order != 0 ? ir::Mode::Taylor : modeOf(pragma.kind);
  request.value = pragma.value;
  request.width = pragma.width;
  request.isForMatrix = pragma.isForMatrix;
  request.order = pragma.order;
  request.name = pragma.name;
  request.location = locationOf(pragma.where);
  ClauseResolver clauses(pragma, function, sink);
  request.wrt = clauses.resolve(pragma.wrt, "wrt");
  request.of = clauses.resolve(pragma.of, "of");
  if (pragma.of)
    request.ofResult = clauses.namesResult;
  return clauses.failed ? std::nullopt : std::optional<ir::Request>(std::move(request));
}

} // namespace adjoint::frontend
