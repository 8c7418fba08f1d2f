// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Colours: which columns of a matrix are computed together, in one sweep along the sum of their unit vectors. A colour
// is a number from 0 on. Both are computed by ColPack, in libadjoint-sparse.
//
// Source: A. Gebremedhin, F. Manne and A. Pothen, What color is your Jacobian? Graph coloring for computing
// derivatives, SIAM Review 47 (2005), sections 3 and 5.
#ifndef ADJOINT_SPARSE_COLOURS_H
#define ADJOINT_SPARSE_COLOURS_H

#include <adjoint/sparse/pattern.h>

namespace adjoint {

/// A colour for each column; no row has two columns of one colour.
std::vector<int> colourColumns(const Pattern &pattern);

/// A colour for each column of a symmetric matrix: a star colouring, in which each place (i, j) or its mirror image can
/// be read from one product. The diagonal counts as part of the pattern.
std::vector<int> colourSymmetric(const Pattern &pattern);

} // namespace adjoint

#endif // ADJOINT_SPARSE_COLOURS_H
