// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Pipeline/Includes.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace adjoint::driver {

namespace {

/// What in generated code asks for which header.
struct Need {
  const char *text, *header;
};
const Need needs[] = {
    {"adjoint::Tape", "adjoint/tape.h"},
    {"adjoint::gmres_", "adjoint/gmres.h"},
    {"adjoint::implicit_", "adjoint/implicit.h"},
    {"adjoint::solved", "adjoint/implicit.h"},
    {"adjoint::Directions", "adjoint/directions.h"},
    {"adjoint::Taylor", "adjoint/taylor.h"},
    {"adjoint::Nesting", "adjoint/hooks.h"},
    {"adjoint::central_difference", "adjoint/differences.h"},
    {"adjoint::extrapolated_difference", "adjoint/differences.h"},
    {"adjoint::trips", "adjoint/tape.h"},
    {"adjoint::TapeParts", "adjoint/parts.h"},
    {"adjoint::part_", "adjoint/parts.h"},
    {"adjoint::own_", "adjoint/own-sums.h"},
    {"adjoint::malloc<", "adjoint/memory.h"},
    {"adjoint::calloc<", "adjoint/memory.h"},
    {"adjoint::copy_around", "adjoint/memory.h"},
    {"adjoint::goes_on", "adjoint/checkpoints.h"},
    {"adjoint::next_snapshot", "adjoint/checkpoints.h"},
    {"adjoint::begin_blocks", "adjoint/blocks.h"},
    {"adjoint::elements_of", "adjoint/blocks.h"},
    {"adjoint::mark_with_disk", "adjoint/disk.h"},
    {"adjoint::profile::", "adjoint/profile.h"},
    {"ADJOINT_ANY_ORDER", "adjoint/loops.h"},
    {"ADJOINT_INDEPENDENT", "adjoint/loops.h"},
    {"ADJOINT_SUMS", "adjoint/loops.h"},
    {"ADJOINT_SIMD", "adjoint/loops.h"},
    {"adjoint::lapack::", "adjoint/lapack.h"},
    {"adjoint::linear::cholesky", "adjoint/linear/cholesky.h"},
    {"adjoint::linear::determinant", "adjoint/linear/determinant.h"},
    {"adjoint::linear::rank(", "adjoint/linear/determinant.h"},
    {"adjoint::linear::rank_of_floats", "adjoint/linear/floats.h"},
    {"adjoint::linear::factorise_floats", "adjoint/linear/floats.h"},
    {"adjoint::linear::eigen", "adjoint/linear/eigenvalues.h"},
    {"adjoint::linear::factor_words", "adjoint/linear/factors.h"},
    {"adjoint::linear::has_succeeded", "adjoint/linear/factors.h"},
    {"adjoint::linear::inverse", "adjoint/linear/inverse.h"},
    {"adjoint::linear::ldlt_", "adjoint/linear/ldlt.h"},
    {"adjoint::linear::lu_factors", "adjoint/linear/lu.h"},
    {"adjoint::linear::permuted_", "adjoint/linear/factors.h"},
    {"adjoint::linear::multiply", "adjoint/linear/multiply.h"},
    {"adjoint::linear::singular_values", "adjoint/linear/singular-values.h"},
    {"adjoint::linear::square_root", "adjoint/linear/square-root.h"},
    {"adjoint::linear::sylvester", "adjoint/linear/square-root.h"},
    {"adjoint::linear::svd", "adjoint/linear/svd.h"},
    {"adjoint::linear::refuse_further_vectors", "adjoint/linear/svd.h"},
    {"adjoint::linear::factorise(", "adjoint/linear/solve.h"},
    {"adjoint::linear::solve", "adjoint/linear/solve.h"},
    {"adjoint::mpi::", "adjoint/mpi.h"},
    {"adjoint::linear_sparse::", "adjoint/linear-sparse.h"},
    {"adjoint::smooth::", "adjoint/smooth.h"},
    {"adjoint::special::", "adjoint/special.h"},
    {"adjoint::Mirrors", "adjoint/mirrors.h"},
    {"adjoint::keep(", "adjoint/bridges.h"},
    {"adjoint::take_kept", "adjoint/bridges.h"},
    {"adjoint::take_numbers", "adjoint/bridges.h"},
    {"adjoint::give_numbers", "adjoint/bridges.h"},
    {"adjoint::add_numbers", "adjoint/bridges.h"},
    {"adjoint::seeds_of", "adjoint/bridges.h"},
    {"adjoint::record_numbers", "adjoint/tape.h"},
    {"adjoint::writable", "adjoint/mirrors.h"},
    {"adjoint::as_class", "adjoint/mirrors.h"},
    {"adjoint::require_", "adjoint/mirrors.h"},
    {"adjoint::have_value", "adjoint/mirrors.h"},
    {"adjoint::own_", "adjoint/mirrors.h"},
    {"std::min<", "algorithm"},
    {"std::min(", "algorithm"},
    {"std::max(", "algorithm"},
    {"std::memcpy", "cstring"},
    {"adjoint::zero", "adjoint/zero.h"},
    {"adjoint::set_zero", "adjoint/zero.h"},
    {"adjoint::real", "adjoint/complex.h"},
    {"adjoint::imag", "adjoint/complex.h"},
    {"adjoint::throw_", "adjoint/throw.h"},
    {"adjoint::same_keys", "adjoint/keys.h"},
    {"adjoint::same_alternative", "adjoint/alternatives.h"},
    {"adjoint::shuffled", "adjoint/shuffle.h"},
    {"adjoint::hardware_threads", "adjoint/threads.h"},
    {"adjoint::note_array", "adjoint/arrays.h"},
    {"adjoint::array_size", "adjoint/arrays.h"},
    {"adjoint::NotedArrays", "adjoint/arrays.h"},
    {"std::uintptr_t", "cstdint"},
    {"adjoint::Text", "adjoint/text.h"},
    {"adjoint::text", "adjoint/text.h"},
    {"typeid(", "typeinfo"},
    {"adjoint::strong::", "adjoint/strong.h"},
    {"adjoint::digamma", "adjoint/math.h"},
    {"adjoint::frexp_exponent", "adjoint/math.h"},
    {"adjoint::remquo_quotient", "adjoint/math.h"},
    {"std::ptrdiff_t", "cstddef"},
    {"std::size_t", "cstddef"},
    {"std::malloc", "cstdlib"},
    {"std::free", "cstdlib"},
};
const char *const mathFunctions[] = {"abs",   "acos",    "asin",      "atan",  "cbrt", "ceil",      "copysign",
                                     "cos",   "erf",     "exp",       "fabs",  "fdim", "floor",     "fma",
                                     "fmax",  "fmin",    "fmod",      "hypot", "is",   "ldexp",     "lgamma",
                                     "log",   "nan",     "nearbyint", "next",  "pow",  "remainder", "rint",
                                     "round", "signbit", "sin",       "sqrt",  "tan",  "tgamma",    "trunc"};

bool needsMath(llvm::StringRef generated) {
  return std::any_of(std::begin(mathFunctions), std::end(mathFunctions),
                     [&](const char *function) { return generated.contains("std::" + std::string(function)); });
}

} // namespace

IncludeLines includeLines(const std::string &text, size_t limit) {
  IncludeLines result;
  clang::LangOptions language;
  language.CPlusPlus = true;
  clang::SourceLocation start = clang::SourceLocation::getFromRawEncoding(1);
  clang::Lexer lexer(start, language, text.data(), text.data(), text.data() + text.size());
  clang::Token token;
  unsigned depth = 0, braces = 0; // an include in `extern "C" {` is no place for one of C++
  bool sawCode = false;
  while (!lexer.LexFromRawLexer(token)) {
    size_t offset = token.getLocation().getRawEncoding() - 1;
    if (offset >= limit)
      break;
    if (!sawCode && !result.found)
      result.end = offset;
    sawCode = true;
    braces += token.is(clang::tok::l_brace);
    braces -= braces && token.is(clang::tok::r_brace);
    if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine())
      continue;
    lexer.LexFromRawLexer(token);
    llvm::StringRef directive = token.is(clang::tok::raw_identifier) ? token.getRawIdentifier() : "";
    if (directive.starts_with("if"))
      ++depth;
    else if (directive == "endif" && depth)
      --depth;
    if (directive != "include" || depth)
      continue;
    size_t lineEnd = std::min(text.find('\n', offset), text.size());
    result.lines.push_back(text.substr(offset, lineEnd - offset));
    if (braces)
      continue;
    result.end = lineEnd;
    result.found = true;
  }
  return result;
}

std::string missingIncludes(const std::string &generated, const IncludeLines &present) {
  std::vector<std::string> headers;
  auto need = [&](const std::string &header) {
    bool isThere = std::any_of(present.lines.begin(), present.lines.end(), [&](const std::string &line) {
      return line.find("<" + header + ">") != std::string::npos || line.find("\"" + header + "\"") != std::string::npos;
    });
    if (!isThere && std::find(headers.begin(), headers.end(), header) == headers.end())
      headers.push_back(header);
  };
  for (const Need &entry : needs)
    if (generated.find(entry.text) != std::string::npos)
      need(entry.header);
  if (needsMath(generated))
    need("cmath");
  std::string lines;
  for (const std::string &header : headers)
    lines += "#include <" + header + ">\n";
  return lines;
}

} // namespace adjoint::driver
