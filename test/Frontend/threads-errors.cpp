// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: python3 %S/../Support/check-refusals.py %s %t
//
// Threads whose derivatives cannot be had one after the other, and locks that others may hold.

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

//--- a thread that goes on alone
#pragma adjoint reverse
double f(double x) {
  double r = 0;
  std::thread t([&] { r = x * x; });
  t.detach(); // error: a thread that is detached cannot be differentiated; join it in the function that starts it
  return r;
}

//--- one that waits for a signal
#pragma adjoint reverse
double f(double x) {
  std::mutex m;
  std::condition_variable changed; // error: waiting by std::condition_variable cannot be differentiated: the threads of a...
  bool ready = false;
  double r = 0;
  std::thread t([&] {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [&] { return ready; });
    r = x * x;
  });
  {
    std::lock_guard<std::mutex> lock(m);
    ready = true;
  }
  changed.notify_one();
  t.join();
  return r;
}

//--- a value that one thread promises another
#pragma adjoint reverse
double f(double x) {
  std::promise<double> result; // error: waiting by std::promise cannot be differentiated: the threads of a derivative run one...
  auto found = result.get_future();
  std::thread t([&] { result.set_value(x * x); });
  const double r = found.get();
  t.join();
  return r;
}

//--- a signal that is a member
struct Gate {
  std::mutex m;
  std::condition_variable changed;
  bool isOpen = false;
  void pass() {
    std::unique_lock<std::mutex> lock(m);
    while (!isOpen)
      changed.wait(lock); // error: waiting by std::condition_variable cannot be differentiated: the threads of a derivative...
  }
};
#pragma adjoint reverse
double f(double x) {
  Gate gate;
  gate.isOpen = true;
  gate.pass();
  return x * x;
}

//--- a loop that waits for another thread
#pragma adjoint reverse
double f(double x) {
  std::atomic<bool> ready{false};
  double r = 0;
  std::thread t([&] {
    while (!ready) // error: waiting by a loop on a std::atomic cannot be differentiated: the threads of a...
      std::this_thread::yield();
    r = x * x;
  });
  ready = true;
  t.join();
  return r;
}

//--- the same, by its name
#pragma adjoint reverse
double f(double x) {
  std::atomic<int> done{0};
  double r = 0;
  std::thread t([&] {
    r = x * x;
    ++done;
  });
  for (; done.load(std::memory_order_acquire) < 1;) // error: waiting by a loop on a std::atomic cannot be...
    ;
  t.join();
  return r;
}

//--- a lock of the file
static std::mutex global;
#pragma adjoint reverse
double f(double x) {
  std::lock_guard<std::mutex> lock(global); // error: a lock on 'global', which others may hold, cannot be...
  return x * x;
}

//--- of the file, by its name, in a callee that is handed it
static std::mutex global;
double square(std::mutex &m, double x) {
  m.lock();
  x *= x;
  m.unlock();
  return x;
}
#pragma adjoint reverse
double f(double x) {
  return square(global, x); // error: a lock on 'global', which others may hold, cannot be differentiated; let the...
}

//--- a parameter
#pragma adjoint reverse
double f(double x, std::mutex &m) { // error: a lock on 'm', which others may hold, cannot be differentiated; let...
  std::scoped_lock lock(m);
  return x * x;
}

//--- of an object that the function is given
struct Account {
  std::mutex m;
  double balance = 1;
  double grow(double x) {
    std::scoped_lock lock(m); // error: a lock on 'm', which others may hold, cannot be differentiated; let the...
    return balance *= x;
  }
};
#pragma adjoint reverse
double f(const std::vector<Account *> &accounts, double x) {
  return accounts[0]->grow(x);
}

//--- of an object of the file
struct Table {
  std::mutex m;
  double scale = 2;
  double at(double x) {
    std::unique_lock<std::mutex> lock(m); // error: a lock on 'm', which others may hold, cannot be differentiated;...
    return scale * x;
  }
};
static Table table;
#pragma adjoint reverse
double f(double x) {
  return table.at(x);
}

//--- behind pointers, and given by a function of another file
std::mutex &theirs();
struct Log {
  std::mutex *m = nullptr;
  double add(double x) {
    std::lock_guard<std::mutex> lock(*m);
    return x * x;
  }
};
#pragma adjoint reverse
double f(double x) {
  Log log;
  log.m = &theirs(); // error: 'theirs' has no visible definition, and generated code needs it; define it in this...
  return log.add(x);
}

//--- a pointer as a parameter
#pragma adjoint reverse
double f(double x, std::mutex *m) { // error: a lock on 'm', which others may hold, cannot be differentiated; let...
  std::lock_guard<std::mutex> lock(*m);
  return x * x;
}

//--- a task that is a result
#pragma adjoint reverse
double f(double x) {
  auto found = std::async([x] { return x * x; });
  auto many = found.share(); // error: 'std::future<double>::share' with these arguments cannot be differentiated;...
  return many.get();
}

//--- an atomic parameter
#pragma adjoint reverse // error: 'sum' of class 'std::atomic<double>' cannot be handed to an adjoint: its contents...
double f(double x, std::atomic<double> &sum) {
  sum = sum + x;
  return sum * x;
}

//--- derivatives are sequential
#pragma adjoint reverse
double f(double x) {
  double r = 0, s = 0;
  std::thread a([&] { r = x * x; }); // warning: derivatives of what 'std::thread' does in threads are sequential;...
  std::vector<std::thread> more; // no other word of the same
  more.emplace_back([&] { s = 2 * x; });
  a.join();
  more[0].join();
  return r * s + std::async([x] { return x * x; }).get(); // warning: derivatives of what 'std::async' does in...
}

//--- the same with an execution policy
#include <execution>
#include <numeric>
#pragma adjoint reverse
double f(const double *x, int n) {
  return std::reduce(std::execution::par, x, x + n); // warning: derivatives of what 'std::execution::par' does in...
}

//--- the same, where it is forbidden
// flags: --strict
#pragma adjoint reverse
double f(double x) {
  double r = 0;
  std::thread a([&] { r = x * x; }); // error: derivatives of what 'std::thread' does in threads would be...
  a.join();
  return r;
}
