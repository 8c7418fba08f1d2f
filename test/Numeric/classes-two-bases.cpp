// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %numeric
// NUMERIC-TANGENTS: none (objects would have to cross the boundary)
//
// Classes with two bases that have virtual functions, whatever the pointer is of through which they are used.

#include "numeric.h"

#include <cmath>
#include <memory>
#include <vector>

using Vector = numeric::Vector;

class Observer {
public:
  virtual ~Observer() = default;
  virtual void update(double change) = 0;
};

class Observable {
public:
  void attach(Observer *observer) { observers.push_back(observer); }
  void notify(double change) {
    for (Observer *observer : observers)
      observer->update(change);
  }

private:
  std::vector<Observer *> observers;
};

class Quote : public Observable {
public:
  explicit Quote(double value) : value_(value) {}
  double value() const { return value_; }
  void set(double value) {
    const double change = value - value_;
    value_ = value;
    notify(change);
  }

private:
  double value_;
};

class Engine {
public:
  virtual ~Engine() = default;
  virtual double calculate(double x) const = 0;
  virtual double shift() const { return offset; }

protected:
  double offset = 0.25;
};

class Black : public Engine, public Observer {
public:
  explicit Black(double vol) : vol(vol) { offset = vol * vol; }
  double calculate(double x) const override { return vol * std::sin(x) + shift() * updates; }
  void update(double change) override {
    vol += change * change;
    ++updates;
  }

private:
  double vol;
  int updates = 0;
};

// The second base first.
class Recorder : public Observer, public Engine {
public:
  void update(double change) override { seen = seen * change + 1.0; }
  double calculate(double x) const override { return seen * x; }
  double shift() const override { return Engine::shift() * seen; }

private:
  double seen = 0.5;
};

// Neither overrides what the other declares.
struct Named {
  virtual ~Named() = default;
  virtual double value() const { return weight; }
  double weight = 2.0;
};
struct Weighted {
  virtual ~Weighted() = default;
  virtual double value() const { return 3.0 * mass; }
  double mass = 1.5;
};
struct Both : Named, Weighted {
  explicit Both(double x) { weight = x * x, mass = std::exp(x); }
};
struct Third final : Both {
  explicit Third(double x) : Both(x) {}
  double value() const override { return weight * mass; }
};

static double engineOf(const Engine &engine, double x) { return engine.calculate(x) + engine.shift(); }

#pragma adjoint reverse
double oneObject(double vol, double x) {
  Black black(vol);
  Observer &observer = black;
  observer.update(x);
  const Engine &engine = black;
  return engineOf(engine, x) * engine.calculate(vol);
}

// Objects on the heap, by both bases, and a state that is overwritten in each pass.
#pragma adjoint reverse
double observed(const double *x, int n) {
  Quote quote(x[0]);
  std::vector<std::unique_ptr<Engine>> engines;
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 0) {
      auto made = std::make_unique<Black>(x[i]);
      quote.attach(made.get());
      engines.push_back(std::move(made));
    } else {
      auto made = std::make_unique<Recorder>();
      quote.attach(made.get());
      engines.push_back(std::move(made));
    }
  }
  double sum = 0.0;
  for (int i = 1; i < n; ++i) {
    quote.set(x[i] * quote.value());
    for (const auto &engine : engines)
      sum += engineOf(*engine, x[i] + 0.1 * sum);
  }
  return sum;
}

// From one base to the other.
#pragma adjoint reverse
double sideways(double a, double b) {
  Black black(a);
  Recorder recorder;
  Observer *observers[2] = {&black, &recorder};
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
    for (Observer *observer : observers) {
      observer->update(b * (k + 1));
      if (auto *engine = dynamic_cast<Engine *>(observer))
        sum += engine->calculate(sum * a + b);
      if (const auto *one = dynamic_cast<const Black *>(observer))
        sum *= 1.0 + 0.1 * one->shift();
    }
  return sum + static_cast<Engine *>(static_cast<Black *>(observers[0]))->calculate(a);
}

#pragma adjoint reverse
double neither(double x) {
  const Both both(x);
  const Third third(x * 0.5);
  const Named *named[2] = {&both, &third};
  const Weighted *weighted[2] = {&both, &third};
  double product = 1.0;
  for (int i = 0; i < 2; ++i)
    product *= named[i]->value() + weighted[i]->value() * named[i]->weight;
  return product;
}

// Copies: what is sliced has the class of the base.
#pragma adjoint reverse
double copies(double x) {
  Third third(x);
  Both both = third;
  Named named = both;
  Weighted weighted = third;
  both = third;
  weighted.mass *= x;
  named = third;
  return both.Named::value() + named.value() * weighted.value() + static_cast<const Weighted &>(third).value();
}

// The end of an object through its second base.
class Tally {
public:
  explicit Tally(double &sum, double x) : sum(sum), x(x) {}
  virtual ~Tally() { sum += x; }

protected:
  double &sum;
  double x;
};
struct Scaled {
  virtual double scaled(double y) const = 0;
};
class Doubled : public Scaled, public Tally {
public:
  Doubled(double &sum, double x) : Tally(sum, x * x) {}
  ~Doubled() override { sum *= x; }
  double scaled(double y) const override { return x * y; }
};
#pragma adjoint reverse
double ends(double a, double b) {
  double sum = a * b;
  {
    std::unique_ptr<Tally> tally = std::make_unique<Doubled>(sum, b);
    sum += a;
    tally = std::make_unique<Tally>(sum, a);
  }
  return sum * sum;
}

// As parameters: as one base or the other, and one object as both.
#pragma adjoint reverse
double priced(const Engine &engine, double x) { return engineOf(engine, x) * x; }

class Payoff {
public:
  virtual ~Payoff() = default;
  virtual double pay(double s) const = 0;
};
class Described {
public:
  virtual ~Described() = default;
  virtual double size() const { return scale; }
  double scale = 1.25;
};
class Call : public Payoff, public Described {
public:
  Call(double strike, double s) : strike(strike) { scale = s; }
  double pay(double s) const override { return s * s - strike * s; }
  double ownStrike() const { return strike; }

private:
  double strike;
};
class Plain : public Payoff {
public:
  explicit Plain(double factor) : factor(factor) {}
  double pay(double s) const override { return factor * s; }
  double factor;
};

#pragma adjoint reverse
double described(const Described &one, double x) { return one.size() * x; }

#pragma adjoint reverse
double book(const std::vector<std::shared_ptr<Payoff>> &payoffs, const std::vector<std::shared_ptr<Described>> &sizes, double s) {
  double sum = 0.0;
  for (const auto &payoff : payoffs)
    sum += payoff->pay(s + 0.1 * sum);
  for (const auto &described : sizes)
    sum *= described->size();
  return sum;
}

int main() {
  const numeric::Points points = {{0.7, 1.3}, {1.1, 0.4}, {-0.6, 0.8}};
  numeric::check("oneObject", oneObject, oneObject_b, points);
  numeric::check("observed", observed, observed_b, {{0.4, 0.9, 1.2, 0.7}, {1.1, 0.3}});
  numeric::check("sideways", sideways, sideways_b, points);
  numeric::check("neither", neither, neither_b, {{0.6}, {-0.3}});
  numeric::check("copies", copies, copies_b, {{0.6}, {-0.3}});
  numeric::check("ends", ends, ends_b, points);
  numeric::check(
      "priced", {0.3, 0.7}, [](const Vector &v) { return Vector{priced(Black(v[0]), v[1])}; },
      [](const Vector &v, const Vector &y_b) {
        Black b(0.0);
        double x_b = 0.0;
        priced_b(Black(v[0]), b, v[1], x_b, y_b[0]);
        return Vector{b.calculate(std::asin(1.0)) + b.shift() * 2.0 * v[0], x_b};
      });
  // By the second base.
  numeric::check(
      "described", {0.3, 0.7}, [](const Vector &v) { return Vector{described(Call(2.0, v[0]), v[1])}; },
      [](const Vector &v, const Vector &y_b) {
        Call b(0.0, 0.0);
        double x_b = 0.0;
        described_b(Call(2.0, v[0]), b, v[1], x_b, y_b[0]);
        return Vector{b.scale, x_b};
      });
  numeric::check(
      "described", {0.3, 0.7},
      [](const Vector &v) {
        Described one;
        one.scale = v[0];
        return Vector{described(one, v[1])};
      },
      [](const Vector &v, const Vector &y_b) {
        Described one, b;
        one.scale = v[0], b.scale = 0.0;
        double x_b = 0.0;
        described_b(one, b, v[1], x_b, y_b[0]);
        return Vector{b.scale, x_b};
      });
  // One object as both.
  numeric::check(
      "book", {0.3, 1.2, 0.8, 0.7},
      [](const Vector &v) {
        auto call = std::make_shared<Call>(v[0], v[1]);
        auto plain = std::make_shared<Plain>(v[2]);
        return Vector{book({call, plain, call}, {call, call}, v[3])};
      },
      [](const Vector &v, const Vector &y_b) {
        auto call = std::make_shared<Call>(v[0], v[1]), call_b = std::make_shared<Call>(0.0, 0.0);
        auto plain = std::make_shared<Plain>(v[2]), plain_b = std::make_shared<Plain>(0.0);
        std::vector<std::shared_ptr<Payoff>> payoffs_b = {call_b, plain_b, call_b};
        std::vector<std::shared_ptr<Described>> sizes_b = {call_b, call_b};
        double s_b = 0.0;
        book_b({call, plain, call}, payoffs_b, {call, call}, sizes_b, v[3], s_b, y_b[0]);
        return Vector{call_b->ownStrike(), call_b->scale, plain_b->factor, s_b};
      });
  return numeric::report();
}
