// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of the user's file come as without the plugin; refusals come at the user's line; and what is wrong with
// generated code is reported as a fault of the tool, with a file that shows it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: not %clangxx %plugin -DPARSER -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=PARSER
// RUN: not %clangxx %plugin -DREFUSED -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: env TMPDIR=%t not %clangxx %plugin -I %S/Inputs/broken -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=OURS
// RUN: env TMPDIR=%t not %clangxx %plugin -I %S/Inputs/broken -DMANY -ferror-limit=2 -c %s -o %t/a.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OURS
// RUN: env TMPDIR=%t not %clangxx %plugin -I %S/Inputs/broken -DTEMPLATE -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=OURS
// RUN: not ls %t/a.o
//
// PARSER: errors.cpp:[[# @LINE + 11]]:{{.*}}: error: expected expression
// PARSER-NOT: error:
// REFUSED: errors.cpp:[[# @LINE + 20]]:{{.*}}: error: 'unknown' has no visible definition
// REFUSED-NOT: error:
// OURS: errors.cpp:[[# @LINE + 15]]:{{.*}}: error: internal error in the generated code: {{.*}}; please report it
// OURS-NEXT: double f(
// OURS-NEXT: ^
// OURS-NEXT: note: the source with its adjoints, as far as it goes, is in '{{.*}}adjoint-reproducer{{.*}}.cpp'
// OURS-NEXT: 1 error generated

#ifdef PARSER
double wrong(double x) { return x +; }
#endif
double unknown(double x);
#ifdef TEMPLATE
template <class T> int ofUser() { return T::missing; }
#endif

#pragma adjoint reverse
double f(const double *x, int n) {
  double product = 1.0;
#ifdef REFUSED
  product = unknown(x[0]);
#endif
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}
