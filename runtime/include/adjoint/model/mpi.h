// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MPI, by the names of its functions in C. Only the tool includes this header, before a source that speaks of MPI. Where
// arguments are no numbers of double precision, and for all other functions, the program's call stays as it is: data without
// numbers go through, and numbers are refused.
//
// The header of MPI is read here first, without its old bindings for C++.

#ifndef ADJOINT_MODEL_MPI_H
#define ADJOINT_MODEL_MPI_H

#pragma GCC system_header
#if defined(__cplusplus) && __cplusplus >= 201703L && __has_include(<mpi.h>)

#pragma push_macro("OMPI_SKIP_MPICXX")
#pragma push_macro("MPICH_SKIP_MPICXX")
#undef OMPI_SKIP_MPICXX
#undef MPICH_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#pragma pop_macro("MPICH_SKIP_MPICXX")
#pragma pop_macro("OMPI_SKIP_MPICXX")

#include "adjoint/mpi/elementals.h"

#include "adjoint/model/mpi/arrays.h"
#include "adjoint/model/mpi/collectives.h"
#include "adjoint/model/mpi/communicators.h"
#include "adjoint/model/mpi/messages.h"
#include "adjoint/model/mpi/others.h"
#include "adjoint/model/mpi/refused.h"
#include "adjoint/model/mpi/requests.h"

#endif

#endif
