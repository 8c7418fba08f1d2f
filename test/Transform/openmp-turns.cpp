// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations that take turns, or ask which thread they run in, in the loop or in what it calls, run one after the other in
// derivatives: models leave nothing of a lock, and an element may be another iteration's, too.
//
// RUN: %adjoint-gen %s --dump=adjoint -- -fopenmp -std=c++20 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err
//
// CHECK-NOT: #pragma omp

#include <atomic>
#include <cmath>
#include <mutex>
#include <vector>

struct omp_lock_t {
  void *own;
};
extern "C" void omp_set_lock(omp_lock_t *);
extern "C" void omp_unset_lock(omp_lock_t *);
extern "C" int omp_get_thread_num();

#pragma adjoint reverse
void guarded(const double *__restrict x, const int *bin, double *__restrict h, int n) {
  std::mutex mutex;
// WARNING: [[#@LINE+1]]:1: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'guarded': it locks a mutex
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const std::lock_guard<std::mutex> guard(mutex);
    h[bin[i]] *= x[i];
  }
}

#pragma adjoint reverse
void locked(const double *__restrict x, const int *bin, double *__restrict h, int n, omp_lock_t *lock) {
// WARNING: [[#@LINE+1]]:1: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'locked': it takes a lock
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    omp_set_lock(lock);
    h[bin[i]] = std::fmax(h[bin[i]], x[i]);
    omp_unset_lock(lock);
  }
}

#pragma adjoint reverse
double atomics(const double *__restrict x, const int *bin, int n) {
  std::vector<std::atomic<double>> h(4);
// WARNING: [[#@LINE+1]]:1: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'atomics': it uses std::atomic
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    h[bin[i]] += x[i] * x[i];
  return h[0] * h[1] * h[2];
}

class Pool {
public:
  explicit Pool(int threads) : scratch(8 * threads) {}
  double *mine() { return &scratch[8 * omp_get_thread_num()]; }

private:
  std::vector<double> scratch;
};

#pragma adjoint reverse
double pooled(const double *__restrict x, int n) {
  Pool pool(64);
  double sum = 0.0;
// WARNING: [[#@LINE+1]]:1: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'pooled': it asks for the number of the thread, or of threads
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    double *own = pool.mine();
    own[0] = std::sin(x[i]);
    own[1] = own[0] * x[i];
    sum += own[1] * own[0];
  }
  return sum;
}

// An object that is called, and a function that a virtual one stands for.
struct Sum {
  std::mutex mutex;
  double *h;
  void operator()(int bin, double x) {
    mutex.lock();
    h[bin] = x - h[bin];
    mutex.unlock();
  }
};
struct Target {
  virtual ~Target() = default;
  virtual void add(int bin, double x) = 0;
};
struct Guarded : Target {
  Sum sum;
  void add(int bin, double x) override { sum(bin, x); }
};

#pragma adjoint reverse
void called(const double *__restrict x, const int *bin, double *__restrict h, int n) {
  Guarded target;
  target.sum.h = h;
  Target &any = target;
  auto add = [&any](int at, double value) { any.add(at, value); };
// WARNING: [[#@LINE+1]]:1: warning: the loop of '#pragma omp parallel for' is sequential in the adjoint of 'called': it locks a mutex
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    add(bin[i], x[i]);
}
