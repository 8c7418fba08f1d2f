// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SharedStructs: plain structs that generated code of several files hands to each other.
//
//   namespace adjoint_plain {
//   struct std_vector_double_5f3a9c21 { double *elements; ... };
//   } // namespace adjoint_plain
//   using vector_double = ::adjoint_plain::std_vector_double_5f3a9c21;      // where the file's own code stands
//
// Each file defines them anew, the same. The number is made of all that the struct holds and leads to: where two files see a
// class differently (another class derived from one with virtual functions, say), the linker finds no function for the one.

#ifndef ADJOINT_CODEGEN_FUNCTIONS_SHAREDSTRUCTS_H
#define ADJOINT_CODEGEN_FUNCTIONS_SHAREDSTRUCTS_H

#include "IR/Type.h"

#include <map>
#include <string>
#include <vector>

namespace adjoint::codegen {

class SharedStructs {
public:
  /// All plain structs that a value of the type holds or leads to are shared.
  void add(const ir::Type *type);
  bool contains(const ir::Record *record) const { return names.count(record) != 0; }

  /// The definitions, at file scope.
  std::string definitions(const std::vector<const ir::Record *> &records) const;
  /// The name that the file's own code uses.
  std::string alias(const ir::Record &record) const;
  /// The text with the names that all files use.
  std::string withSharedNames(const std::string &text) const;

private:
  std::string replaced(const std::string &text, const std::string &scope) const;

  std::map<const ir::Record *, std::string> names;
  std::map<std::string, const ir::Record *> bySpelling;
};

} // namespace adjoint::codegen

#endif
