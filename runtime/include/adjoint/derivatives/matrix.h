// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix<T>: dense, row by row; of zeros when it is made.
#ifndef ADJOINT_DERIVATIVES_MATRIX_H
#define ADJOINT_DERIVATIVES_MATRIX_H

#include <cstddef>
#include <vector>

namespace adjoint {

/// rows times columns numbers, row by row.
template <class T> class Matrix {
public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : height(rows), width(columns), numbers(rows * columns) {}

  std::size_t rows() const { return height; }
  std::size_t columns() const { return width; }
  T &operator()(std::size_t row, std::size_t column) { return numbers[row * width + column]; }
  const T &operator()(std::size_t row, std::size_t column) const { return numbers[row * width + column]; }
  T *data() { return numbers.data(); }
  const T *data() const { return numbers.data(); }

private:
  std::size_t height = 0, width = 0;
  std::vector<T> numbers;
};

} // namespace adjoint

#endif // ADJOINT_DERIVATIVES_MATRIX_H
