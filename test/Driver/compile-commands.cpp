// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -p takes the flags of the source from compile_commands.json; without it they stand behind --. As with other
// tools of Clang, a source that is not listed there gets the flags of one beside it. Names of outputs are relative to
// where the tool is called, not to the folder that the flags are for.
//
// RUN: rm -rf %t && mkdir -p %t/build %t/include && cp %s %t/model.cpp
// RUN: echo 'inline double half(double x) { return 0.5 * x; }' > %t/include/half.h
// RUN: echo '[{"directory": "%t/build", "file": "../model.cpp",' > %t/build/compile_commands.json
// RUN: echo '  "command": "g++ -std=c++17 -I../include -DPOWER=3 -O2 -c ../model.cpp"}]' > %t/build/rest
// RUN: cat %t/build/rest >> %t/build/compile_commands.json
// RUN: %adjoint-gen -p %t/build %t/model.cpp -o - | FileCheck %s
// RUN: sh -c 'cd %t && %adjoint-gen -p build model.cpp -o out.cpp'
// RUN: FileCheck %s --input-file=%t/out.cpp
// RUN: cp %s %t/beside.cpp
// RUN: %adjoint-gen -p %t/build %t/beside.cpp -o - | FileCheck %s
// RUN: %adjoint-gen %t/model.cpp -o - -- -I%t/include -DPOWER=3 | FileCheck %s
//
// RUN: not %adjoint-gen %t/model.cpp -o %t/none.cpp 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: mkdir %t/empty && echo '[]' > %t/empty/compile_commands.json
// RUN: not %adjoint-gen -p %t/empty %t/model.cpp -o %t/none.cpp 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %adjoint-gen -p %t/include %t/model.cpp -o %t/none.cpp 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not ls %t/none.cpp
//
// CHECK: {{^}}void f_b(double x, double &x_b, double result_b) {
// CHECK: x_b +=
// FLAGS: error: 'half.h' file not found
// OTHER: error: '{{.*}}model.cpp' is not in the compilation database of '{{.*}}empty'
// OTHER-NOT: error:
// FOLDER: error: no compilation database in '{{.*}}include':
// FOLDER-NOT: error:

#include "half.h"

#pragma adjoint reverse
double f(double x) {
#if POWER == 3
  return half(x) * x * x;
#else
  return 1.0;
#endif
}
