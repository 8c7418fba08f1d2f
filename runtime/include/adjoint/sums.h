// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADJOINT_ANY_ORDER begins the body of a loop whose sums have no order to keep, so that a compiler may vectorise them.
// Clang alone is told; other compilers keep the order.
#ifndef ADJOINT_SUMS_H
#define ADJOINT_SUMS_H

#ifdef __clang__
#define ADJOINT_ANY_ORDER _Pragma("clang fp reassociate(on)")
#else
#define ADJOINT_ANY_ORDER
#endif

#endif
