// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NUMERIC-STANDARD: c++20
// NUMERIC-FLAGS: -pthread
// RUN: %numeric
//
// Threads that are joined: their derivatives run one after the other. Locks, futures and atomics of the function's own.

#include "numeric.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#pragma adjoint reverse
double sumUnderLock(const double *x, int n) {
  std::mutex m;
  double total = 0;
  std::vector<std::thread> ts;
  for (int i = 0; i < n; ++i)
    ts.emplace_back([&, i] {
      double v = std::exp(-x[i]);
      std::lock_guard<std::mutex> g(m);
      total += v * x[i];
    });
  std::for_each(ts.begin(), ts.end(), [](std::thread &t) { t.join(); });
  return total * x[0];
}

// As many parts as the machine has processors.
#pragma adjoint reverse
double asManyAsThere(const double *x, int n) {
  const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::vector<double> sums(count);
  std::vector<std::thread> ts;
  for (int t = 0; t < count; ++t)
    ts.push_back(std::thread([&sums, x, n, t, count] {
      for (int i = t; i < n; i += count)
        sums[t] += x[i] * x[i];
    }));
  double s = x[0];
  for (int t = 0; t < count; ++t) {
    ts[t].join();
    s += sums[t] * s * (t + 1);
  }
  return s;
}

// Each thread writes a part of its own, which the next ones overwrite.
static void smooth(std::vector<double> &v, const std::vector<double> &u, std::size_t from, std::size_t to, double w) {
  for (std::size_t i = from; i < to; ++i)
    v[i] = w * u[i] * u[i == 0 ? 0 : i - 1];
}
#pragma adjoint reverse
double parts(const double *x, int n) {
  std::vector<double> u(x, x + n), v(n);
  const std::size_t half = u.size() / 2;
  for (int step = 0; step < 3; ++step) {
    std::thread low(smooth, std::ref(v), std::cref(u), 0, half, x[0]);
    std::thread high(smooth, std::ref(v), std::cref(u), half, u.size(), x[1]);
    low.join();
    high.join();
    for (int i = 0; i < n; ++i)
      u[i] = std::sin(v[i]) + u[i];
  }
  double s = 0;
  for (double d : u)
    s = 0.5 * s + d;
  return s;
}

struct Part {
  double sum = 0;
  void add(const double *x, int from, int to) {
    for (int i = from; i < to; ++i)
      sum += std::sin(x[i]) * x[i];
  }
};
#pragma adjoint reverse
double members(const double *x, int n) {
  Part parts[2];
  {
    std::jthread a(&Part::add, &parts[0], x, 0, n / 2);
    std::jthread b([&] { parts[1].add(x, n / 2, n); });
  }
  std::thread none, moved(&Part::add, std::ref(parts[0]), x, 0, 1);
  none = std::move(moved);
  if (none.joinable() && !moved.joinable())
    none.join();
  return parts[0].sum * parts[1].sum;
}

static double partOf(const double *x, int from, int to) {
  double s = 0;
  for (int i = from; i < to; ++i)
    s += std::sin(x[i]) * x[i];
  return s;
}
#pragma adjoint reverse
double futures(const double *x, int n) {
  auto lazy = std::async(std::launch::deferred, partOf, x, 0, n / 2);
  std::future<double> other = std::async([&] { return partOf(x, n / 2, n) * x[0]; });
  std::vector<std::future<double>> all;
  for (int i = 0; i < n; ++i)
    all.push_back(std::async(std::launch::async, [=](double d) { return d * x[i]; }, x[n - 1 - i]));
  double r = other.get();
  for (auto &f : all)
    r = 0.5 * r + f.get();
  double side = 1;
  std::future<void> effect = std::async([&side, r] { side *= r; });
  effect.wait();
  effect.get();
  return r * lazy.get() + side + (lazy.valid() ? r : 2 * r * side);
}

// It begins where its result is asked for, and sees what has changed until then; or never.
#pragma adjoint reverse
double deferred(double x, double y) {
  double a = x;
  auto square = [&](double by) { return a *= a * by; };
  std::future<double> first = std::async(std::launch::deferred, square, y), moved;
  std::future<double> never = std::async(std::launch::deferred, square, y);
  std::future<void> change = std::async(std::launch::deferred, [&] { a += y; });
  a *= y;
  moved = std::move(first);
  const double b = a;
  change.wait();
  double s = moved.get() * b;
  change.get();
  return s * a;
}

// What a task throws is thrown where its result is asked for.
static double root(double a) {
  if (a < 0)
    throw a;
  return std::sqrt(a);
}
#pragma adjoint reverse
double thrown(double x, double y) {
  double s = x;
  try {
    auto a = std::async(root, x * x), b = std::async([y] { return root(y); });
    s *= y;
    s += a.get();
    s *= x;
    s += b.get() * s;
  } catch (double bad) {
    s = s * y + bad * bad;
  }
  double side = y;
  { auto unasked = std::async([&] { side *= s; }); }
  return s * side;
}

#pragma adjoint reverse
double atomics(const double *x, int n) {
  std::atomic<double> sum{0.0}, product = 1.0;
  std::atomic<int> next{0};
  auto work = [&] {
    for (int i = next.fetch_add(1); i < n; i = next.fetch_add(1, std::memory_order_relaxed)) {
      sum += x[i] * x[i];
      double seen = product.load();
      while (!product.compare_exchange_weak(seen, seen * x[i]))
        ;
    }
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  for (int i = 0; i + 2 < next; ++i) // which waits for nobody
    sum += 0.1 * x[i];
  double plain = x[0];
  std::atomic_ref<double> shared(plain);
  shared.fetch_add(sum.load() * x[1]);
  sum.store(product * 0.5);
  const double before = sum.exchange(plain * x[0]);
  sum.fetch_sub(x[1]);
  next++;
  return sum * before + plain * next;
}

// Locks of an object that nobody else knows.
class Cache {
public:
  explicit Cache(double a) : a(a) {}
  double get() const {
    std::lock_guard guard(m);
    if (!isFilled) {
      value = a * a;
      isFilled = true;
    }
    return value;
  }
  double scaled(double by) {
    std::unique_lock<std::shared_mutex> own(rw, std::defer_lock);
    own.lock();
    a *= by;
    own.unlock();
    std::shared_lock<std::shared_mutex> all(rw);
    std::scoped_lock both(m, other);
    return a * (all.owns_lock() ? by : 1.0);
  }

private:
  mutable std::mutex m, other;
  mutable std::shared_mutex rw;
  mutable double value = 0;
  mutable bool isFilled = false;
  double a;
};
static double underLock(std::mutex &m, double a) {
  const std::lock_guard<std::mutex> guard(m);
  return std::sin(a) * a;
}
#pragma adjoint reverse
double locks(double x, double y) {
  Cache c(x);
  double r = c.get() * y + c.get();
  r += c.scaled(y);
  std::mutex m;
  m.lock();
  r *= x;
  m.unlock();
  std::once_flag once;
  for (int i = 0; i < 3; ++i)
    std::call_once(once, [&] { r = r * y + underLock(m, r); });
  return r;
}

int main() {
  numeric::check("sumUnderLock", sumUnderLock, sumUnderLock_b, {{0.7, 1.3, -0.4}});
  numeric::check("asManyAsThere", asManyAsThere, asManyAsThere_b, {{0.7, 1.3, -0.4, 0.8, 0.3}});
  numeric::check("parts", parts, parts_b, {{0.7, 1.3, -0.4, 0.8, 0.3}});
  numeric::check("members", members, members_b, {{0.7, 1.3, -0.4, 0.8}});
  numeric::check("futures", futures, futures_b, {{0.7, 1.3, -0.4, 0.8}});
  numeric::check("deferred", deferred, deferred_b, {{0.7, 1.3}, {1.1, -0.6}});
  numeric::check("thrown", thrown, thrown_b, {{0.7, 1.3}, {1.1, -0.6}});
  numeric::check("atomics", atomics, atomics_b, {{0.7, 1.3, -0.4, 0.8}});
  numeric::check("locks", locks, locks_b, {{0.7, 1.3}, {1.1, -0.6}});
  return numeric::report();
}
