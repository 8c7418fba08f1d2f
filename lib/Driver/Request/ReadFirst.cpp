// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver/Request/ReadFirst.h"

#include "Driver/Request/Mentions.h"

#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

#include <set>

namespace adjoint::driver {

namespace {

/// With the user's macros put aside while the models are read; names of the library's own stay.
std::string including(const std::vector<std::string> &headers, const clang::PreprocessorOptions &options) {
  std::set<std::string> names;
  for (const auto &[definition, isUndefined] : options.Macros) {
    llvm::StringRef name = llvm::StringRef(definition).take_until([](char c) { return c == '=' || c == '('; });
    if (!isUndefined && !name.starts_with("_") && name != "ADJOINT_GEN")
      names.insert(name.str());
  }
  std::string before, behind;
  for (const std::string &name : names) {
    before += "#pragma push_macro(\"" + name + "\")\n#undef " + name + "\n";
    behind += "#pragma pop_macro(\"" + name + "\")\n";
  }
  for (const std::string &header : headers)
    before += "#include <" + header + ">\n";
  return before + behind;
}

} // namespace

void readModelsFirst(clang::CompilerInstance &compiler) {
  std::vector<std::string> headers = {"adjoint/model.h"};
  if (mentionsBlas(compiler))
    headers.push_back("adjoint/model/blas.h");
  if (mentionsMpi(compiler))
    headers.push_back("adjoint/model/mpi.h");
  clang::Preprocessor &preprocessor = compiler.getPreprocessor();
  clang::PreprocessorOptions &options = compiler.getPreprocessorOpts();
  preprocessor.setPredefines(preprocessor.getPredefines() + including(headers, options));
  if (!options.ImplicitPCHInclude.empty())
    options.Includes.insert(options.Includes.end(), headers.begin(),
                            headers.end()); // the reader of a precompiled header makes the predefines anew
}

} // namespace adjoint::driver
