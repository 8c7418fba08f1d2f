// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs use of the C++ library, in namespace ref: containers and algorithms are the library's own, on Dual.
// Complex numbers are written down here, by the formulas.

#pragma once

#include "dual.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace ref {

using std::accumulate;
using std::adjacent_difference;
using std::apply;
using std::array;
using std::copy;
using std::deque;
using std::domain_error;
using std::exception;
using std::fill;
using std::for_each;
using std::function;
using std::get;
using std::get_if;
using std::holds_alternative;
using std::inner_product;
using std::iota;
using std::list;
using std::make_optional;
using std::make_pair;
using std::make_shared;
using std::make_tuple;
using std::make_unique;
using std::map;
using std::max_element;
using std::min_element;
using std::move;
using std::multiplies;
using std::next;
using std::nullopt;
using std::optional;
using std::pair;
using std::partial_sum;
using std::plus;
using std::reverse;
using std::rotate;
using std::runtime_error;
using std::shared_ptr;
using std::sort;
using std::string;
using std::swap;
using std::swap_ranges;
using std::tie;
using std::to_string;
using std::transform;
using std::tuple;
using std::unique_ptr;
using std::unordered_map;
using std::variant;
using std::vector;
using std::visit;

template <class T> struct complex;
template <> struct complex<Dual> {
  Dual re, im;
  complex(Dual re = 0.0, Dual im = 0.0) : re(re), im(im) {}
  complex(double re) : re(re), im(0.0) {}
  Dual real() const { return re; }
  Dual imag() const { return im; }
  void real(Dual x) { re = x; }
  void imag(Dual y) { im = y; }
  friend complex operator+(complex a, complex b) { return {a.re + b.re, a.im + b.im}; }
  friend complex operator-(complex a, complex b) { return {a.re - b.re, a.im - b.im}; }
  friend complex operator-(complex a) { return {-a.re, -a.im}; }
  friend complex operator*(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
  friend complex operator/(complex a, complex b) {
    Dual n = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / n, (a.im * b.re - a.re * b.im) / n};
  }
  complex &operator+=(complex o) { return *this = *this + o; }
  complex &operator-=(complex o) { return *this = *this - o; }
  complex &operator*=(complex o) { return *this = *this * o; }
  complex &operator/=(complex o) { return *this = *this / o; }
};
inline Dual real(complex<Dual> z) { return z.re; }
inline Dual imag(complex<Dual> z) { return z.im; }
inline complex<Dual> conj(complex<Dual> z) { return {z.re, -z.im}; }
inline Dual norm(complex<Dual> z) { return z.re * z.re + z.im * z.im; }
inline Dual abs(complex<Dual> z) { return sqrt(norm(z)); }
inline complex<Dual> exp(complex<Dual> z) { return {exp(z.re) * cos(z.im), exp(z.re) * sin(z.im)}; }
inline complex<Dual> polar(Dual r, Dual angle) { return {r * cos(angle), r * sin(angle)}; }

} // namespace ref
