// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shared_ptr and weak_ptr: memory.h includes this once for the standard ones, and once in namespace boost for Boost's.

template <class T> class weak_ptr;

/// An object, and how many own and watch it: the owners together are one of those who watch. Of an object of the
/// caller's, none are known.
template <class T> class shared_ptr {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using element_type = T;

  shared_ptr() : target(nullptr), shared(nullptr) {}
  shared_ptr(nullptr_t) : target(nullptr), shared(nullptr) {}
  explicit shared_ptr(T *target) : target(target), shared(new long[2]{1, 1}) {}
  shared_ptr(const shared_ptr &other) : target(other.target), shared(other.shared) { join(); }
  shared_ptr(shared_ptr &&other) noexcept : target(other.target), shared(other.shared) { other.forget(); }
  template <class U> shared_ptr(const shared_ptr<U> &other) : target(other.target), shared(other.shared) { join(); }
  /// Another view of what `other` owns a share of.
  template <class U> shared_ptr(const shared_ptr<U> &other, T *target) : target(target), shared(other.shared) { join(); }
  template <class U>
  shared_ptr(unique_ptr<U> &&other) : target(other.release()), shared(target ? new long[2]{1, 1} : nullptr) {}
  template <class U> explicit shared_ptr(const weak_ptr<U> &other) : target(other.target), shared(other.shared) {
    if (other.expired())
      throw_bad_weak_ptr();
    join();
  }
  ~shared_ptr() { leave(); }
  shared_ptr &operator=(const shared_ptr &other) {
    shared_ptr copy(other);
    swap(copy);
    return *this;
  }
  shared_ptr &operator=(shared_ptr &&other) {
    shared_ptr taken(model::move(other));
    swap(taken);
    return *this;
  }
  T *get() const { return target; }
  T &operator*() const { return *target; }
  T *operator->() const { return target; }
  explicit operator bool() const { return target != nullptr; }
  long use_count() const {
    if (target && !shared)
      throw_owners_not_known();
    return shared ? shared[0] : 0;
  }
  void reset() {
    leave();
    forget();
  }
  void reset(T *other) {
    leave();
    target = other;
    shared = new long[2]{1, 1};
  }
  void swap(shared_ptr &other) {
    model::swap(target, other.target);
    model::swap(shared, other.shared);
  }

private:
  template <class U> friend class shared_ptr;
  template <class U> friend class weak_ptr;
  void join() {
    if (shared)
      ++shared[0];
  }
  void leave() {
    if (shared) {
      --shared[0];
      if (shared[0] == 0) {
        delete target;
        --shared[1];
        if (shared[1] == 0)
          delete[] shared;
      }
    }
  }
  void forget() {
    target = nullptr;
    shared = nullptr;
  }

  ADJOINT_VIEW("$.get()", "($ ? 1 : 0)", "shared") T *target;
  ADJOINT_VIEW("nullptr") long *shared;
};

/// An array. Of one of the caller's, the length would not be known.
template <class T> class shared_ptr<T[]> {
public:
  using element_type = T;

  shared_ptr() : elements(nullptr), owners(nullptr) {}
  shared_ptr(nullptr_t) : elements(nullptr), owners(nullptr) {}
  explicit shared_ptr(T *elements) : elements(elements), owners(new long(1)) {}
  shared_ptr(const shared_ptr &other) : elements(other.elements), owners(other.owners) {
    if (owners)
      ++*owners;
  }
  shared_ptr(shared_ptr &&other) noexcept : elements(other.elements), owners(other.owners) { other.forget(); }
  ~shared_ptr() { leave(); }
  shared_ptr &operator=(const shared_ptr &other) {
    shared_ptr copy(other);
    swap(copy);
    return *this;
  }
  shared_ptr &operator=(shared_ptr &&other) {
    shared_ptr taken(model::move(other));
    swap(taken);
    return *this;
  }
  T *get() const { return elements; }
  T &operator[](ptrdiff_t i) const { return elements[i]; }
  explicit operator bool() const { return elements != nullptr; }
  long use_count() const { return owners ? *owners : 0; }
  void reset() {
    leave();
    forget();
  }
  void reset(T *other) {
    leave();
    elements = other;
    owners = new long(1);
  }
  void swap(shared_ptr &other) {
    model::swap(elements, other.elements);
    model::swap(owners, other.owners);
  }

private:
  void leave() {
    if (owners) {
      --*owners;
      if (*owners == 0) {
        delete[] elements;
        delete owners;
      }
    }
  }
  void forget() {
    elements = nullptr;
    owners = nullptr;
  }

  T *elements;
  long *owners;
};

/// Watches an object that others own.
template <class T> class weak_ptr {
public:
  ADJOINT_MODEL_IS_ITS_ORIGINAL
  using element_type = T;

  weak_ptr() : target(nullptr), shared(nullptr) {}
  weak_ptr(const weak_ptr &other) : target(other.target), shared(other.shared) { join(); }
  weak_ptr(weak_ptr &&other) noexcept : target(other.target), shared(other.shared) { other.forget(); }
  template <class U> weak_ptr(const weak_ptr<U> &other) : target(other.target), shared(other.shared) { join(); }
  template <class U> weak_ptr(const shared_ptr<U> &other) : target(other.target), shared(other.shared) {
    if (target && !shared)
      throw_owners_not_known();
    join();
  }
  ~weak_ptr() { leave(); }
  weak_ptr &operator=(const weak_ptr &other) {
    weak_ptr copy(other);
    swap(copy);
    return *this;
  }
  weak_ptr &operator=(weak_ptr &&other) {
    weak_ptr taken(model::move(other));
    swap(taken);
    return *this;
  }
  template <class U> weak_ptr &operator=(const shared_ptr<U> &other) {
    weak_ptr made(other);
    swap(made);
    return *this;
  }
  long use_count() const { return shared ? shared[0] : 0; }
  bool expired() const { return use_count() == 0; }
  shared_ptr<T> lock() const {
    shared_ptr<T> owner;
    if (!expired()) {
      owner.target = target;
      owner.shared = shared;
      owner.join();
    }
    return owner;
  }
  void reset() {
    leave();
    forget();
  }
  void swap(weak_ptr &other) {
    model::swap(target, other.target);
    model::swap(shared, other.shared);
  }

private:
  template <class U> friend class shared_ptr;
  template <class U> friend class weak_ptr;
  void join() {
    if (shared)
      ++shared[1];
  }
  void leave() {
    if (shared) {
      --shared[1];
      if (shared[1] == 0)
        delete[] shared;
    }
  }
  void forget() {
    target = nullptr;
    shared = nullptr;
  }

  T *target;
  long *shared;
};

template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &p) {
  return shared_ptr<T>(p, static_cast<T *>(p.get()));
}
template <class T, class U> shared_ptr<T> const_pointer_cast(const shared_ptr<U> &p) {
  return shared_ptr<T>(p, const_cast<T *>(p.get()));
}
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &p) {
  T *target = dynamic_cast<T *>(p.get());
  return target ? shared_ptr<T>(p, target) : shared_ptr<T>();
}

template <class T, class... Args> enable_if_t<!made<T>::isArray, shared_ptr<T>> make_shared(Args &&...args) {
  return shared_ptr<T>(new T(model::forward<Args>(args)...));
}
template <class T> enable_if_t<made<T>::isArray, shared_ptr<T>> make_shared(size_t n) {
  return shared_ptr<T>(new typename made<T>::element[n]());
}

template <class T> bool operator==(const shared_ptr<T> &p, nullptr_t) { return p.get() == nullptr; }
template <class T> bool operator==(nullptr_t, const shared_ptr<T> &p) { return p.get() == nullptr; }
template <class T, class U> bool operator==(const shared_ptr<T> &p, const shared_ptr<U> &q) {
  return p.get() == q.get();
}
template <class T> bool operator!=(const shared_ptr<T> &p, nullptr_t) { return p.get() != nullptr; }
template <class T> bool operator!=(nullptr_t, const shared_ptr<T> &p) { return p.get() != nullptr; }
template <class T, class U> bool operator!=(const shared_ptr<T> &p, const shared_ptr<U> &q) {
  return p.get() != q.get();
}
