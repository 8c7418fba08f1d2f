// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "polynomial.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace poly {

void multiply(const double *a, int m, const double *b, int n, double *c) {
  std::fill(c, c + m + n - 1, 0.0);
  for (int i = 0; i < m; ++i)
    std::transform(b, b + n, c + i, c + i, [factor = a[i]](double x, double sum) { return sum + factor * x; });
}

void correlate(const double *c, const double *b, int n, double *a, int m) {
  for (int i = 0; i < m; ++i)
    a[i] = std::inner_product(b, b + n, c + i, a[i]);
}

double evaluate(const double *a, int n, double t) {
  return std::accumulate(std::make_reverse_iterator(a + n), std::make_reverse_iterator(a), 0.0,
                         [t](double sum, double next) { return sum * t + next; });
}

struct Polynomial::Storage {
  std::vector<double> numbers;
};

Polynomial::Polynomial(int degree) : storage(new Storage{std::vector<double>(static_cast<std::size_t>(degree) + 1)}) {}
Polynomial::Polynomial(std::initializer_list<double> coefficients) : storage(new Storage{coefficients}) {}
Polynomial::Polynomial(const Polynomial &other) : storage(new Storage(*other.storage)) {}
Polynomial &Polynomial::operator=(const Polynomial &other) {
  *storage = *other.storage;
  return *this;
}
Polynomial::~Polynomial() = default;

int Polynomial::degree() const { return static_cast<int>(storage->numbers.size()) - 1; }
double *Polynomial::data() { return storage->numbers.data(); }
const double *Polynomial::data() const { return storage->numbers.data(); }
double &Polynomial::operator[](int k) { return data()[k]; }
double Polynomial::operator[](int k) const { return data()[k]; }
double Polynomial::operator()(double t) const { return evaluate(data(), degree() + 1, t); }

Polynomial operator+(const Polynomial &a, const Polynomial &b) {
  Polynomial sum = a.degree() < b.degree() ? b : a;
  const Polynomial &shorter = a.degree() < b.degree() ? a : b;
  for (int k = 0; k <= shorter.degree(); ++k)
    sum[k] += shorter[k];
  return sum;
}

Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  Polynomial product(a.degree() + b.degree());
  multiply(a.data(), a.degree() + 1, b.data(), b.degree() + 1, product.data());
  return product;
}

Polynomial derivative(const Polynomial &a) {
  Polynomial slope(std::max(a.degree() - 1, 0));
  for (int k = 1; k <= a.degree(); ++k)
    slope[k - 1] = k * a[k];
  return slope;
}

Polynomial compose(const Polynomial &a, const Polynomial &b) {
  Polynomial made = {a[a.degree()]};
  for (int k = a.degree() - 1; k >= 0; --k) {
    made = made * b;
    made[0] += a[k];
  }
  return made;
}

} // namespace poly
