// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several sources: each gets its output, with its own flags; one that asks for nothing is left alone; errors of all are
// reported, and the status tells.
//
// RUN: rm -rf %t && mkdir -p %t/build %t/a %t/b && cp %s %t/a/model.cpp && cp %s %t/b/model.cpp
// RUN: echo 'int none;' > %t/none.cpp
// RUN: echo '[{"directory": "%t/build", "file": "../a/model.cpp", "command": "g++ -DNAME=first ../a/model.cpp"},' > %t/build/compile_commands.json
// RUN: echo ' {"directory": "%t/build", "file": "../b/model.cpp", "command": "g++ -DNAME=second ../b/model.cpp"},' >> %t/build/compile_commands.json
// RUN: echo ' {"directory": "%t/build", "file": "../none.cpp", "command": "g++ ../none.cpp"}]' >> %t/build/compile_commands.json
// RUN: sh -c 'cd %t && %adjoint-gen -p build a/model.cpp b/model.cpp none.cpp' 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t/a/model.adj.cpp
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t/b/model.adj.cpp
// RUN: not ls %t/none.adj.cpp
// RUN: cmp %t/a/model.adj.cpp %t/a/model.adj.cpp
// FIRST: void first_b(
// SECOND: void second_b(
//
// RUN: sh -c 'cd %t && %adjoint-gen a/model.cpp b/model.cpp none.cpp --no-tbr -- -DNAME=other'
// RUN: FileCheck %s --check-prefix=OTHER --input-file=%t/a/model.adj.cpp
// OTHER: void other_b(
//
// On a terminal, how far it is.
// RUN: python3 %S/Inputs/on-terminal.py %adjoint-gen %t/a/model.cpp %t/b/model.cpp -- -DNAME=f < /dev/null | FileCheck %s --check-prefix=PROGRESS
// PROGRESS: [1/2] {{.*}}model.cpp
// PROGRESS: [2/2] {{.*}}model.cpp
//
// RUN: not %adjoint-gen %t/a/model.cpp %t/b/model.cpp -- -DNAME=f -DWRONG > %t/errors.txt 2>&1
// RUN: FileCheck %s --check-prefix=ERRORS --input-file=%t/errors.txt
// ERRORS-DAG: a/model.cpp:{{.*}} error: 'unknown' has no visible definition
// ERRORS-DAG: b/model.cpp:{{.*}} error: 'unknown' has no visible definition
//
// RUN: not %adjoint-gen %t/a/model.cpp %t/b/model.cpp -o %t/c.cpp 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: env TMPDIR=%t/no-such-folder not %adjoint-gen %t/a/model.cpp %t/b/model.cpp -- -DNAME=f 2>&1 | FileCheck %s --check-prefix=LOG
// LOG-DAG: error: cannot run for '{{.*}}a/model.cpp':
// LOG-DAG: error: cannot run for '{{.*}}b/model.cpp':
// ONE: error: -o, --header, --depfile, --report, --function, --dump, --dump-after, --explain and --time-passes take one SOURCE

#define EXPANDED(name) name
double unknown(double x);

#pragma adjoint reverse
double EXPANDED(NAME)(double x) {
#ifdef WRONG
  return unknown(x);
#endif
  return x * x;
}
