// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// <thread>, <future>, <mutex> and <atomic>: threads run where they are started, one after the other. That is what a program
// may do whose threads are joined and do not wait for each other. What only serves waiting has no model.

#ifndef ADJOINT_MODEL_THREADS_H
#define ADJOINT_MODEL_THREADS_H

#include "adjoint/model/functional.h"
#include "adjoint/model/memory.h"
#include "adjoint/model/vector.h"

namespace adjoint::model {

// ------------------------------------------------------------------- threads

template <class T, size_t n> struct decayed<T[n]> { using type = T *; };
template <class T> using decayed_t = typename decayed<remove_cvref_t<T>>::type;

/// An argument of a thread, of which it has a copy; what std::ref gives stands for what it leads to.
template <class T> decltype(auto) given(T &value) {
  if constexpr (isReferenceWrapper<T>)
    return value.get();
  else
    return static_cast<T &&>(value);
}
template <class F, class... Args> decltype(auto) run(F f, Args... args) { return invoke(f, model::given(args)...); }

class thread {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  thread() : runs(false) {}
  template <class F, class... Args, class = enable_if_t<!is_same<remove_cvref_t<F>, thread>>>
  explicit thread(F &&f, Args &&...args) : runs(true) {
    model::run<decayed_t<F>, decayed_t<Args>...>(model::forward<F>(f), model::forward<Args>(args)...);
  }
  thread(thread &&other) noexcept : runs(other.runs) { other.runs = false; }
  thread &operator=(thread &&other) noexcept {
    runs = other.runs;
    other.runs = false;
    return *this;
  }
  void join() { runs = false; }
  bool joinable() const { return runs; }
  static unsigned hardware_concurrency() { return hardware_threads(); }
  void swap(thread &other) { model::swap(runs, other.runs); }

private:
  bool runs;
};

class jthread {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  jthread() : runs(false) {}
  template <class F, class... Args, class = enable_if_t<!is_same<remove_cvref_t<F>, jthread>>>
  explicit jthread(F &&f, Args &&...args) : runs(true) {
    model::run<decayed_t<F>, decayed_t<Args>...>(model::forward<F>(f), model::forward<Args>(args)...);
  }
  jthread(jthread &&other) noexcept : runs(other.runs) { other.runs = false; }
  jthread &operator=(jthread &&other) noexcept {
    runs = other.runs;
    other.runs = false;
    return *this;
  }
  void join() { runs = false; }
  bool joinable() const { return runs; }
  static unsigned hardware_concurrency() { return hardware_threads(); }
  void swap(jthread &other) { model::swap(runs, other.runs); }

private:
  bool runs;
};

// Threads of a vector have run: one of them stands for all, and they are counted.
#define ADJOINT_MODEL_THREADS(Thread)                                                                                  \
  template <> class vector<Thread> {                                                                                   \
  public:                                                                                                              \
    using value_type = Thread;                                                                                         \
    using size_type = size_t;                                                                                          \
    using iterator = Thread *;                                                                                         \
                                                                                                                       \
    vector() : count(0) {}                                                                                             \
    explicit vector(size_t n) : count(n) {}                                                                            \
    template <class... Args> Thread &emplace_back(Args &&...args) {                                                    \
      Thread begun(model::forward<Args>(args)...);                                                                     \
      count += 1;                                                                                                      \
      return any;                                                                                                      \
    }                                                                                                                  \
    void push_back(Thread &&) { count += 1; }                                                                          \
    void pop_back() { count -= 1; }                                                                                    \
    void reserve(size_t) {}                                                                                            \
    void resize(size_t n) { count = n; }                                                                               \
    void clear() { count = 0; }                                                                                        \
    void swap(vector &other) { model::swap(count, other.count); }                                                      \
    size_t size() const { return count; }                                                                              \
    bool empty() const { return count == 0; }                                                                          \
    Thread &operator[](size_t) { return any; }                                                                         \
    Thread &at(size_t) { return any; }                                                                                 \
    Thread &front() { return any; }                                                                                    \
    Thread &back() { return any; }                                                                                     \
    iterator begin() { return &any; }                                                                                  \
    iterator end() { return count == 0 ? &any : &any + 1; }                                                            \
                                                                                                                       \
  private:                                                                                                             \
    Thread any;                                                                                                        \
    size_t count;                                                                                                      \
  };
ADJOINT_MODEL_THREADS(thread)
ADJOINT_MODEL_THREADS(jthread)
#undef ADJOINT_MODEL_THREADS

// ------------------------------------------------------------------- futures

// A task runs where its result is asked for, so that what it throws is thrown there; one that nobody asks for, at the end of
// its future, if it was begun.

template <class R> class task {
public:
  virtual ~task() {}
  virtual R run() = 0;
};
template <class R, class F> class task_of : public task<R> {
public:
  explicit task_of(F &&f) : f(model::move(f)) {}
  R run() override { return f(); }

private:
  F f;
};

template <class R> class future {
public:
  future() : left(nullptr), isBegun(false) {}
  future(task<R> *left, bool isBegun) : left(left), isBegun(isBegun) {}
  future(future &&other) noexcept : result(model::move(other.result)), left(other.left), isBegun(other.isBegun) {
    other.result.reset();
    other.left = nullptr;
  }
  ~future() { end(); }
  future &operator=(future &&other) noexcept {
    end();
    result = model::move(other.result);
    left = other.left;
    isBegun = other.isBegun;
    other.result.reset();
    other.left = nullptr;
    return *this;
  }
  bool valid() const { return result.has_value() || left; }
  void wait() {
    if (left) {
      unique_ptr<task<R>> now(left);
      left = nullptr;
      result = now->run();
    }
  }
  R get() {
    wait();
    R value(model::move(*result));
    result.reset();
    return value;
  }

private:
  void end() {
    if (isBegun)
      wait();
    delete left;
  }

  optional<R> result;
  task<R> *left;
  bool isBegun;
};
template <> class future<void> {
public:
  future() : left(nullptr), isBegun(false), isValid(false) {}
  future(task<void> *left, bool isBegun) : left(left), isBegun(isBegun), isValid(true) {}
  future(future &&other) noexcept : left(other.left), isBegun(other.isBegun), isValid(other.isValid) {
    other.left = nullptr;
    other.isValid = false;
  }
  ~future() { end(); }
  future &operator=(future &&other) noexcept {
    end();
    left = other.left;
    isBegun = other.isBegun;
    isValid = other.isValid;
    other.left = nullptr;
    other.isValid = false;
    return *this;
  }
  bool valid() const { return isValid; }
  void wait() {
    if (left) {
      unique_ptr<task<void>> now(left);
      left = nullptr;
      now->run();
    }
  }
  void get() {
    isValid = false;
    wait();
  }

private:
  void end() {
    if (isBegun)
      wait();
    delete left;
  }

  task<void> *left;
  bool isBegun;
  bool isValid;
};

template <class F, class... Args> auto launched(bool isBegun, F &&f, Args &&...args) {
  using R = decltype(model::run<decayed_t<F>, decayed_t<Args>...>(model::forward<F>(f), model::forward<Args>(args)...));
  if constexpr (sizeof...(Args) == 0) {
    return future<R>(new task_of<R, decayed_t<F>>(decayed_t<F>(model::forward<F>(f))), isBegun);
  } else {
    auto call = model::bind(model::forward<F>(f), model::forward<Args>(args)...);
    return future<R>(new task_of<R, decltype(call)>(model::move(call)), isBegun);
  }
}
/// With std::launch, whose second constant defers, and without.
template <class First, class... Args> auto async(First &&first, Args &&...args) {
  if constexpr (__is_enum(remove_cvref_t<First>))
    return model::launched(static_cast<int>(first) != 2, model::forward<Args>(args)...);
  else
    return model::launched(true, model::forward<First>(first), model::forward<Args>(args)...);
}

// --------------------------------------------------------------------- locks

// There is one thread to lock out: nobody.
#define ADJOINT_MODEL_MUTEX(Name)                                                                                      \
  class Name {                                                                                                         \
  public:                                                                                                              \
    void lock() {}                                                                                                     \
    void unlock() {}                                                                                                   \
    bool try_lock() { return true; }                                                                                   \
    void lock_shared() {}                                                                                              \
    void unlock_shared() {}                                                                                            \
  };
ADJOINT_MODEL_MUTEX(mutex)
ADJOINT_MODEL_MUTEX(recursive_mutex)
ADJOINT_MODEL_MUTEX(shared_mutex)
ADJOINT_MODEL_MUTEX(timed_mutex)
ADJOINT_MODEL_MUTEX(recursive_timed_mutex)
ADJOINT_MODEL_MUTEX(shared_timed_mutex)
#undef ADJOINT_MODEL_MUTEX

struct defer_lock_t {};
struct adopt_lock_t {};
struct try_to_lock_t {};

template <class M> class lock_guard {
public:
  explicit lock_guard(M &) {}
  lock_guard(M &, adopt_lock_t) {}
};
template <class... Ms> class scoped_lock {
public:
  explicit scoped_lock(Ms &...) {}
  scoped_lock(adopt_lock_t, Ms &...) {}
};
template <class... Ms> void lock(Ms &...) {}

#define ADJOINT_MODEL_LOCK(Name)                                                                                       \
  template <class M> class Name {                                                                                      \
  public:                                                                                                              \
    Name() : owns(false) {}                                                                                            \
    explicit Name(M &) : owns(true) {}                                                                                 \
    Name(M &, defer_lock_t) : owns(false) {}                                                                           \
    Name(M &, adopt_lock_t) : owns(true) {}                                                                            \
    Name(M &, try_to_lock_t) : owns(true) {}                                                                           \
    Name(Name &&other) noexcept : owns(other.owns) { other.owns = false; }                                             \
    Name &operator=(Name &&other) noexcept {                                                                           \
      owns = other.owns;                                                                                               \
      other.owns = false;                                                                                              \
      return *this;                                                                                                    \
    }                                                                                                                  \
    void lock() { owns = true; }                                                                                       \
    bool try_lock() {                                                                                                  \
      owns = true;                                                                                                     \
      return true;                                                                                                     \
    }                                                                                                                  \
    void unlock() { owns = false; }                                                                                    \
    bool owns_lock() const { return owns; }                                                                            \
    explicit operator bool() const { return owns; }                                                                    \
                                                                                                                       \
  private:                                                                                                             \
    bool owns;                                                                                                         \
  };
ADJOINT_MODEL_LOCK(unique_lock)
ADJOINT_MODEL_LOCK(shared_lock)
#undef ADJOINT_MODEL_LOCK

class once_flag {
public:
  bool isOver() const { return over; }
  void end() { over = true; }

private:
  bool over = false;
};
template <class F, class... Args> void call_once(once_flag &flag, F &&f, Args &&...args) {
  if (!flag.isOver())
    invoke(f, model::forward<Args>(args)...);
  flag.end();
}

// ------------------------------------------------------------------- atomics

// The order of memory that the last argument may name is no matter.
template <class T> class atomic {
public:
  using value_type = T;

  atomic() : value() {}
  atomic(T value) : value(value) {}
  T operator=(T other) {
    value = other;
    return other;
  }
  operator T() const { return value; }
  template <class... Order> T load(Order...) const { return value; }
  template <class... Order> void store(T other, Order...) { value = other; }
  template <class... Order> T exchange(T other, Order...) {
    T old = value;
    value = other;
    return old;
  }
  template <class U, class... Order> T fetch_add(U n, Order...) {
    T old = value;
    value = static_cast<T>(value + n);
    return old;
  }
  template <class U, class... Order> T fetch_sub(U n, Order...) {
    T old = value;
    value = static_cast<T>(value - n);
    return old;
  }
  template <class... Order> bool compare_exchange_weak(T &expected, T desired, Order...) {
    return replace(expected, desired);
  }
  template <class... Order> bool compare_exchange_strong(T &expected, T desired, Order...) {
    return replace(expected, desired);
  }
  template <class U> T operator+=(U n) {
    value = static_cast<T>(value + n);
    return value;
  }
  template <class U> T operator-=(U n) {
    value = static_cast<T>(value - n);
    return value;
  }
  T operator++() { return ++value; }
  T operator--() { return --value; }
  T operator++(int) { return value++; }
  T operator--(int) { return value--; }
  bool is_lock_free() const { return true; }

private:
  bool replace(T &expected, T desired) {
    if (value == expected) {
      value = desired;
      return true;
    }
    expected = value;
    return false;
  }

  T value;
};

template <class T> class atomic_ref {
public:
  using value_type = T;

  explicit atomic_ref(T &object) : target(&object) {}
  T operator=(T other) const {
    *target = other;
    return other;
  }
  operator T() const { return *target; }
  template <class... Order> T load(Order...) const { return *target; }
  template <class... Order> void store(T other, Order...) const { *target = other; }
  template <class... Order> T exchange(T other, Order...) const {
    T old = *target;
    *target = other;
    return old;
  }
  template <class U, class... Order> T fetch_add(U n, Order...) const {
    T old = *target;
    *target = static_cast<T>(*target + n);
    return old;
  }
  template <class U, class... Order> T fetch_sub(U n, Order...) const {
    T old = *target;
    *target = static_cast<T>(*target - n);
    return old;
  }
  template <class U> T operator+=(U n) const {
    *target = static_cast<T>(*target + n);
    return *target;
  }
  template <class U> T operator-=(U n) const {
    *target = static_cast<T>(*target - n);
    return *target;
  }

private:
  T *target;
};

} // namespace adjoint::model

#endif
