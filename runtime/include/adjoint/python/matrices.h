// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole Jacobians and Hessians, as nested arrays: for each dependent (a tuple, if there are several), for each
// independent (the same), an array of the shape of the one, followed by that of the other, as JAX has them.
//
//     f.jacobian(x, k)      by tangents, one for each number of the independents, if f has them, and they are at most
//                           twice as many as the numbers of the dependents; else by adjoints, one for each of those
//     f.hessian(x, k)       by Hessian-vector products; for each independent, for each independent
//
// Independents and dependents are numbers and arrays; of an object, TypeError.
#ifndef ADJOINT_PYTHON_MATRICES_H
#define ADJOINT_PYTHON_MATRICES_H

#include <adjoint/python/methods.h>

namespace adjoint::python {

/// Numbers in Python, as units and blocks of matrices have their shapes.
class Shape {
public:
  explicit Shape(py::handle numbers) : shape(py::module_::import("numpy").attr("shape")(numbers)) {
    for (py::handle extent : shape)
      count *= extent.cast<py::ssize_t>();
  }
  py::ssize_t size() const { return count; }
  py::object zeros() const { return reshaped(row()); }
  py::object unit(py::ssize_t i) const {
    Array<double> one = row();
    one.mutable_data()[i] = 1;
    return reshaped(one);
  }
  /// With the shape of the other behind it.
  py::object reshaped(const Array<double> &numbers, const Shape &behind) const {
    return scalarOr(numbers.attr("reshape")(shape + behind.shape));
  }

private:
  Array<double> row() const {
    Array<double> numbers(count);
    std::fill(numbers.mutable_data(), numbers.mutable_data() + count, 0.0);
    return numbers;
  }
  py::object reshaped(const Array<double> &numbers) const { return scalarOr(numbers.attr("reshape")(shape)); }
  static py::object scalarOr(py::object numbers) {
    return numbers.attr("ndim").cast<int>() == 0 ? py::object(numbers.attr("item")()) : numbers;
  }

  py::tuple shape;
  py::ssize_t count = 1;
};

using Shapes = std::vector<Shape>;

inline py::ssize_t countNumbers(const Shapes &shapes) {
  py::ssize_t count = 0;
  for (const Shape &shape : shapes)
    count += shape.size();
  return count;
}

/// Zeros, but for one number of one of them.
inline std::vector<py::object> unitAmong(const Shapes &shapes, std::size_t which, py::ssize_t i) {
  std::vector<py::object> all;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    all.push_back(k == which ? shapes[k].unit(i) : shapes[k].zeros());
  return all;
}

template <class F, std::size_t I, class P>
void addShape(Shapes &shapes, const Given<F> &given, bool isWanted, const char *method) {
  if (!isWanted)
    return;
  if constexpr (kindOf<typename P::Type>() == Kind::Object)
    throw py::type_error(std::string(F::name) + "." + method + ": " + F::names[I] +
                         " is an object; leave it out of wrt(...) and of(...)");
  else if constexpr (!P::isLength)
    shapes.emplace_back(given[givenIndex<F>(I)]);
}
template <class F, class IsWanted, class... P, std::size_t... I>
Shapes shapesOf(const Given<F> &given, IsWanted isWanted, const char *method, List<P...>, std::index_sequence<I...>) {
  Shapes shapes;
  (addShape<F, I, P>(shapes, given, isWanted(P()), method), ...);
  return shapes;
}
template <class F, class IsWanted> Shapes shapesOf(const Given<F> &given, IsWanted isWanted, const char *method) {
  return shapesOf<F>(given, isWanted, method, typename F::Parameters(), typename F::Parameters::Indices());
}

/// Runs f for the size of a container that it returns.
template <class F> void addShapeOfResult(Shapes &shapes, const Given<F> &given) {
  using Result = Value<typename F::Returns>;
  if constexpr (isObject<typename F::Returns>) {
    throw py::type_error(std::string(F::name) + ".jacobian: the result is an object; leave it out of of(...)");
  } else if constexpr (Result::hasSize()) {
    Arguments<F> arguments(given, Access::Copied);
    shapes.emplace_back(Result::shown(callPrimal<F>(arguments)));
  } else {
    shapes.emplace_back(Result::shown(typename F::Returns{}));
  }
}
template <class F> Shapes shapesOfDependents(const Given<F> &given) {
  Shapes shapes;
  if constexpr (F::isSeeded)
    addShapeOfResult<F>(shapes, given);
  for (Shape &shape : shapesOf<F>(given, dependents, "jacobian"))
    shapes.push_back(std::move(shape));
  return shapes;
}

/// Rows by columns, in blocks.
class Blocks {
public:
  Blocks(const Shapes &rows, const Shapes &columns) : rows(rows), columns(columns) {
    for (const Shape &row : rows)
      for (const Shape &column : columns)
        blocks.emplace_back(std::vector<py::ssize_t>{row.size(), column.size()});
  }
  /// `parts`: one for each of the rows.
  void setColumn(std::size_t column, py::ssize_t j, const std::vector<py::object> &parts) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto numbers = ravelled(parts[row], rows[row]);
      for (py::ssize_t i = 0; i < rows[row].size(); ++i)
        *at(row, column).mutable_data(i, j) = numbers.data()[i];
    }
  }
  void setRow(std::size_t row, py::ssize_t i, const std::vector<py::object> &parts) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const auto numbers = ravelled(parts[column], columns[column]);
      std::copy(numbers.data(), numbers.data() + numbers.size(), at(row, column).mutable_data(i, 0));
    }
  }
  py::object shown() {
    std::vector<py::object> all;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      std::vector<py::object> parts;
      for (std::size_t column = 0; column < columns.size(); ++column)
        parts.push_back(rows[row].reshaped(at(row, column), columns[column]));
      all.push_back(packed(parts));
    }
    return packed(all);
  }

private:
  Array<double> &at(std::size_t row, std::size_t column) { return blocks[row * columns.size() + column]; }
  static Array<double> ravelled(const py::object &part, const Shape &shape) {
    const auto numbers = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(part);
    if (!numbers || numbers.size() != shape.size())
      throw py::value_error("a derivative has another size than what it belongs to");
    return numbers;
  }

  const Shapes &rows, &columns;
  std::vector<Array<double>> blocks;
};

template <class F> py::object jacobian(const Given<F> &given) {
  const Shapes columns = shapesOf<F>(given, independents, "jacobian"), rows = shapesOfDependents<F>(given);
  Blocks blocks(rows, columns);
  const bool isByColumns = F::hasTangent && (!F::hasAdjoint || countNumbers(columns) <= 2 * countNumbers(rows));
  if constexpr (F::hasTangent)
    for (std::size_t column = 0; isByColumns && column < columns.size(); ++column)
      for (py::ssize_t j = 0; j < columns[column].size(); ++j) {
        const py::tuple both = jvp<F>(given, unitAmong(columns, column, j));
        blocks.setColumn(column, j, unpacked(both[1], rows.size(), F::name, "the derivatives"));
      }
  if constexpr (F::hasAdjoint)
    for (std::size_t row = 0; !isByColumns && row < rows.size(); ++row)
      for (py::ssize_t i = 0; i < rows[row].size(); ++i)
        blocks.setRow(row, i,
                      unpacked(vjp<F>(given, unitAmong(rows, row, i)), columns.size(), F::name, "the derivatives"));
  return blocks.shown();
}

template <class F> py::object hessian(const Given<F> &given) {
  const Shapes shapes = shapesOf<F>(given, independents, "hessian");
  Blocks blocks(shapes, shapes);
  for (std::size_t row = 0; row < shapes.size(); ++row)
    for (py::ssize_t i = 0; i < shapes[row].size(); ++i)
      blocks.setRow(row, i,
                    unpacked(hvp<F>(given, unitAmong(shapes, row, i)), shapes.size(), F::name, "the derivatives"));
  return blocks.shown();
}

struct Jacobian {
  static constexpr const char *name = "jacobian",
                              *text = "The derivatives of each dependent by each independent, as arrays.";
  template <class F> static constexpr bool exists = F::hasAdjoint || F::hasTangent;
  template <class F> static py::object run(const Given<F> &given) { return jacobian<F>(given); }
};

struct Hessian {
  static constexpr const char *name = "hessian",
                              *text = "The second derivatives of the result by each two independents, as arrays.";
  template <class F> static constexpr bool exists = Hvp::exists<F>;
  template <class F> static py::object run(const Given<F> &given) { return hessian<F>(given); }
};

using MethodsOfArguments = List<Gradient, ValueAndGradient, Jacobian, Hessian>;

} // namespace adjoint::python

#endif // ADJOINT_PYTHON_MATRICES_H
