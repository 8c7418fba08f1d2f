// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
//
// Private static members that count objects: how many there are decides and scales, but carries no derivative.

#include "numeric.h"

#include <vector>

namespace counting {

template <class T> class Counted {
  static long live_;

protected:
  Counted() { ++live_; }
  Counted(const Counted &) { ++live_; }
  ~Counted() { --live_; }

public:
  static long live() { return live_; }
};
template <class T> long Counted<T>::live_ = 0;

enum class Mode { Even, Odd };

class Cell : Counted<Cell> {
  static int created_;
  static Mode mode_;
  double value_;
  int id_;

public:
  explicit Cell(double value) : value_(value), id_(created_++) { mode_ = mode_ == Mode::Even ? Mode::Odd : Mode::Even; }
  Cell(const Cell &other) : Counted<Cell>(other), value_(other.value_), id_(created_++) {}
  double value() const { return value_; }
  static long live() { return Counted<Cell>::live(); }
  int id() const { return id_; }
  static bool isOdd() { return mode_ == Mode::Odd; }
  static void restart() {
    created_ = 0;
    mode_ = Mode::Even;
  }
};
int Cell::created_ = 0;
Mode Cell::mode_ = Mode::Even;

#pragma adjoint reverse
double sum(const double *x, int n) {
  Cell::restart();
  std::vector<Cell> cells;
  cells.reserve(8);
  for (int i = 0; i < n; ++i)
    cells.emplace_back(x[i] * (i + 1));
  double s = 0;
  for (const Cell &cell : cells)
    s += cell.value() * cell.value() * (1 + cell.id());
  {
    Cell last(cells[0]);
    s += last.value() * static_cast<double>(Cell::live()) * last.id();
  }
  if (Cell::isOdd())
    s *= x[1];
  return s * static_cast<double>(1 + Cell::live());
}

} // namespace counting

int main() {
  numeric::check("counters", counting::sum, counting::sum_b, {{1.0, 2.0, 0.5}, {0.3, -1.2, 2.0, 1.5}});
  return numeric::report();
}
