// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals behind the models of MPI: see adjoint/mpi.h. The tool reads this header, too.

#ifndef ADJOINT_MPI_ELEMENTALS_H
#define ADJOINT_MPI_ELEMENTALS_H

#include "adjoint/mpi/collectives.h"
#include "adjoint/mpi/communicators.h"
#include "adjoint/mpi/messages.h"
#include "adjoint/mpi/others.h"
#include "adjoint/mpi/requests.h"

#endif
