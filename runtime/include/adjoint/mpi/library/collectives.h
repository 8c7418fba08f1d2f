// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of adjoint/mpi/collectives.h.

#ifndef ADJOINT_MPI_LIBRARY_COLLECTIVES_H
#define ADJOINT_MPI_LIBRARY_COLLECTIVES_H

#include "adjoint/mpi/library/parts.h"
#include "adjoint/mpi/library/reductions.h"

#endif
