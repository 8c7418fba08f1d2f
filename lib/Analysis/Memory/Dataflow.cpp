// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Analysis/Memory/Dataflow.h"

namespace adjoint::analysis {

template class DataflowOver<Set>;
template class ForwardOver<Set>;
template class BackwardOver<Set>;

} // namespace adjoint::analysis
