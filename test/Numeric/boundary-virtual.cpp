// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Objects of polymorphic classes among the parameters of the function itself: which class they are of is found out when
// they are read.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

using Vector = numeric::Vector;

class Model {
public:
  virtual ~Model() = default;
  virtual double vol(double t) const = 0;
  double scaled(double t) const { return scale * vol(t); }
  double ownScale() const { return scale; }
  virtual void clear() { scale = 0.0; }

protected:
  double scale = 1.5;
};

class Flat : public Model {
public:
  explicit Flat(double level) : level(level) { scale = level * 0.5 + 1.0; }
  double vol(double) const override { return level; }
  double ownLevel() const { return level; }
  void clear() override { scale = level = 0.0; }

private:
  double level;
};

// The model is a constant.
#pragma adjoint reverse wrt(x)
double price(const Model &m, double x) {
  double sum = m.scaled(x) * x;
  for (int i = 0; i < 3; ++i)
    sum += m.vol(x * i) * x;
  return sum;
}

// It has an adjoint, also because of what is derived further down.
#pragma adjoint reverse
double priced(const Model &m, double x) { return m.scaled(x) * x + m.vol(x * x); }

// By the derived class, whose name the adjoint takes.
#pragma adjoint reverse
double flat(const Flat &m, double x) { return m.scaled(x) * x; }

// Of each element of a container; what two of them share they share in the adjoint, too.
#pragma adjoint reverse
double book(const std::vector<std::shared_ptr<Model>> &models, double x) {
  double sum = 0.0;
  for (const auto &m : models)
    sum += m->vol(x) * m->scaled(x * sum + 1.0);
  return sum;
}

class Engine {
public:
  explicit Engine(const Model &model, double rate) : model(model), rate(rate) {}
  double rated() const { return rate; }
  const Model &model;

#pragma adjoint reverse
  double value(double x) const { return std::exp(-rate * x) * model.scaled(x); }

private:
  double rate;
};

class Polynomial : public Model {
public:
  explicit Polynomial(std::vector<double> c) : level(std::move(c)) {}
  double vol(double t) const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < level.size(); ++i)
      sum += level[i] * std::pow(t, double(i));
    return sum;
  }
  const std::vector<double> &coefficients() const { return level; }

private:
  std::vector<double> level; // the name of another class's member
};

struct Steep : Model {
  double slope = 2.0;
  double vol(double t) const override { return slope * t; }
};

struct Steeper final : Steep {
  double more = 0.25;
  double vol(double t) const override { return slope * t + more * t * t; }
  void clear() override { scale = slope = more = 0.0; }
};

// Elements that only the caller can make, which share what they refer to.
class Position {
public:
  Position(std::shared_ptr<const Flat> model, double size) : model(std::move(model)), size(size) {}
  double value(double x) const { return size * model->scaled(x); }
  double ownSize() const { return size; }

private:
  std::shared_ptr<const Flat> model;
  double size;
};

#pragma adjoint reverse of(return)
double positions(const std::vector<Position> &all, double x) {
  double sum = 0.0;
  for (const Position &p : all)
    sum = sum * x + p.value(x + sum);
  return sum;
}

template <class M> M cleared(M m) {
  m.clear();
  return m;
}

int main() {
  const Flat level(0.3);
  const Polynomial polynomial({0.2, 0.4, 0.1});
  const Steeper steeper;
  for (const Model *m : std::initializer_list<const Model *>{&level, &polynomial, &steeper})
    numeric::check(
        "price", {0.7}, [&](const Vector &v) { return Vector{price(*m, v[0])}; },
        [&](const Vector &v, const Vector &y_b) {
          double x_b = 0.0;
          price_b(*m, v[0], x_b, y_b[0]);
          return Vector{x_b};
        });
  auto ofFlat = [](const Flat &b) { return b.ownLevel() + 0.5 * b.ownScale(); };
  numeric::check(
      "flat", {0.3, 0.7}, [](const Vector &v) { return Vector{flat(Flat(v[0]), v[1])}; },
      [&](const Vector &v, const Vector &y_b) {
        Flat b = cleared(Flat(0.0));
        double x_b = 0.0;
        flat_b(Flat(v[0]), b, v[1], x_b, y_b[0]);
        return Vector{ofFlat(b), x_b};
      });
  numeric::check(
      "priced", {0.3, 0.7}, [](const Vector &v) { return Vector{priced(Flat(v[0]), v[1])}; },
      [&](const Vector &v, const Vector &y_b) {
        Flat b = cleared(Flat(0.0));
        double x_b = 0.0;
        priced_b(Flat(v[0]), b, v[1], x_b, y_b[0]);
        return Vector{ofFlat(b), x_b};
      });
  numeric::check(
      "priced", {0.3, -0.2, 0.7},
      [](const Vector &v) {
        return Vector{priced(Polynomial({v[0], v[1]}), v[2])};
      },
      [](const Vector &v, const Vector &y_b) {
        Polynomial b({}); // is made as long as its primal
        double x_b = 0.0;
        priced_b(Polynomial({v[0], v[1]}), b, v[2], x_b, y_b[0]);
        return Vector{b.coefficients()[0], b.coefficients()[1], x_b};
      });
  numeric::check(
      "priced", {1.2, 0.4, 0.7},
      [](const Vector &v) {
        Steeper m;
        m.slope = v[0];
        m.more = v[1];
        return Vector{priced(m, v[2])};
      },
      [](const Vector &v, const Vector &y_b) {
        Steeper m, b = cleared(Steeper());
        m.slope = v[0];
        m.more = v[1];
        double x_b = 0.0;
        priced_b(m, b, v[2], x_b, y_b[0]);
        return Vector{b.slope, b.more, x_b};
      });
  numeric::check(
      "book", {0.3, 1.2, 0.7},
      [](const Vector &v) {
        auto first = std::make_shared<Flat>(v[0]);
        auto second = std::make_shared<Steep>();
        second->slope = v[1];
        return Vector{book({first, second, first, second}, v[2])};
      },
      [&](const Vector &v, const Vector &y_b) {
        auto first = std::make_shared<Flat>(v[0]), first_b = std::make_shared<Flat>(cleared(Flat(0.0)));
        auto second = std::make_shared<Steep>(), second_b = std::make_shared<Steep>();
        second->slope = v[1];
        second_b->slope = 0.0;
        std::vector<std::shared_ptr<Model>> models_b{first_b, second_b, first_b, second_b};
        double x_b = 0.0;
        book_b({first, second, first, second}, models_b, v[2], x_b, y_b[0]);
        return Vector{ofFlat(*first_b), second_b->slope, x_b};
      });
  numeric::check(
      "value", {0.3, 0.2, 0.7}, [](const Vector &v) { return Vector{Engine(Flat(v[0]), v[1]).value(v[2])}; },
      [&](const Vector &v, const Vector &y_b) {
        const Flat m(v[0]);
        Flat m_b = cleared(Flat(0.0));
        Engine b(m_b, 0.0);
        double x_b = 0.0;
        value_b(Engine(m, v[1]), b, v[2], x_b, y_b[0]);
        return Vector{ofFlat(m_b), b.rated(), x_b};
      });

  numeric::check(
      "positions", {0.3, 1.2, -0.6, 0.7},
      [](const Vector &v) {
        auto m = std::make_shared<Flat>(v[0]);
        return Vector{positions({{m, v[1]}, {m, v[2]}}, v[3])};
      },
      [&](const Vector &v, const Vector &y_b) {
        auto m = std::make_shared<Flat>(v[0]), m_b = std::make_shared<Flat>(cleared(Flat(0.0)));
        std::vector<Position> all_b{{m_b, 0.0}, {m_b, 0.0}};
        double x_b = 0.0;
        positions_b({{m, v[1]}, {m, v[2]}}, all_b, v[3], x_b, y_b[0]);
        return Vector{ofFlat(*m_b), all_b[0].ownSize(), all_b[1].ownSize(), x_b};
      });

  // An adjoint of another class is none.
  double x_b = 0.0, isCaught = 0.0;
  try {
    Steep b;
    priced_b(level, b, 0.7, x_b, 1.0);
  } catch (const std::bad_cast &) {
    isCaught = 1.0;
  }
  numeric::expect("another class", 1.0, isCaught);
  return numeric::report();
}
