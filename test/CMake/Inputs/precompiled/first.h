// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <adjoint/adjoint.h>
#include <cmath>
#include <cstdio>
