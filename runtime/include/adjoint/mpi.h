// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementals of MPI, by the library that the program is linked to. Generated code includes this header where the
// differentiated program sends or receives numbers. docs/mpi.md shows what is supported.
//
// Each is what the function of MPI with the same name does to MPI_DOUBLEs, or to datatypes made of them. What it reads and what it
// writes do not overlap. A pointer may be null where MPI ignores it.
//
// A reverse half communicates in the opposite direction. It adds to the adjoints of what was sent, and leaves zero in
// those of what was received; what was overwritten is then as it was before. It allocates what it needs on the heap. All
// processes of a communication are in the reverse sweep of the same call of it, or none is.
//
// A tangent sends values and tangents, in one message if there is a receiver of its own. It has no derivative.
//
// Errors: std::invalid_argument if the numbers are no MPI_DOUBLEs, or for an operation or tag without derivative;
// std::runtime_error for an error of MPI, where its handler does not end the program; std::logic_error as
// adjoint/mpi/requests.h says. The other processes wait for one that throws: where nothing catches, the program ends, and
// mpirun ends the others.

#ifndef ADJOINT_MPI_H
#define ADJOINT_MPI_H

#include "adjoint/mpi/elementals.h"
#include "adjoint/mpi/library/collectives.h"
#include "adjoint/mpi/library/communicators.h"
#include "adjoint/mpi/library/messages.h"
#include "adjoint/mpi/library/others.h"
#include "adjoint/mpi/library/requests.h"

#endif
