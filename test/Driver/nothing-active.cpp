// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative that is zero: a warning, unless it is switched off; an error with --strict. The adjoint adds nothing.
//
// RUN: %adjoint-gen %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t.cpp
// RUN: %adjoint-gen %s -o %t.again.cpp -Wnothing-active 2>&1 | FileCheck %s
// RUN: cmp %t.cpp %t.again.cpp
// RUN: %adjoint-gen %s -o %t.again.cpp -Wno-nothing-active 2>&1 | count 0
// RUN: rm -f %t.none.cpp
// RUN: not %adjoint-gen %s -o %t.none.cpp --strict 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: not ls %t.none.cpp
// RUN: %uncached-clangxx %plugin -fsyntax-only %s -fplugin-arg-adjoint-Wno-nothing-active 2>&1 | count 0

// CHECK: nothing-active.cpp:[[# @LINE + 2]]:{{[0-9]+}}: warning: the derivative of 'f' is zero: no output depends on an
// STRICT: nothing-active.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the derivative of 'f' is zero, which --strict forbids:
#pragma adjoint reverse
double f(double x) { return 0.5 * static_cast<int>(x); }
// TEXT: void f_b(double /*x*/, double & /*x_b*/, double /*result_b*/) {
// TEXT-NEXT: }

// CHECK: nothing-active.cpp:[[# @LINE + 2]]:{{[0-9]+}}: warning: the derivative of 'g' is zero:
// STRICT: nothing-active.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: the derivative of 'g' is zero,
#pragma adjoint tangent
double g(double x) { return x > 0.0; }
// CHECK: 2 warnings generated.
