// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The views of <ranges>, and what puts them behind one another. Views have the names of the standard; their iterators, and
// the objects behind `std::views::take(3)`, have those that libstdc++ gives to them. As there, a view is what it was made of
// and its own parameters, and its iterators lead to the functions in it. Of a constant view the iterators are the same.

#ifndef ADJOINT_MODEL_VIEWS_H
#define ADJOINT_MODEL_VIEWS_H

#if __cplusplus >= 202002L

#include "adjoint/model/functional.h"
#include "adjoint/model/iterator.h"
#include "adjoint/model/ranges.h"
#include "adjoint/model/span.h"
#include "adjoint/model/utility.h"

namespace adjoint::model {

struct default_sentinel_t {};
inline constexpr default_sentinel_t default_sentinel{};
struct unreachable_sentinel_t {};
inline constexpr unreachable_sentinel_t unreachable_sentinel{};
template <class It> bool operator==(const It &, unreachable_sentinel_t) { return false; }
template <class It> bool operator!=(const It &, unreachable_sentinel_t) { return true; }

template <class It>
concept random_iterator = requires(It it) { it += 1; };
template <class It>
concept backward_iterator = requires(It it) { --it; };

/// The moves of an iterator that stands where `current`, an It, stands.
#define ADJOINT_MODEL_MOVES(Iterator)                                                                                  \
  using difference_type = ptrdiff_t;                                                                                   \
  Iterator &operator--() requires backward_iterator<It> {                                                              \
    --current;                                                                                                         \
    return *this;                                                                                                      \
  }                                                                                                                    \
  Iterator &operator+=(ptrdiff_t n) requires random_iterator<It> {                                                     \
    current += n;                                                                                                      \
    return *this;                                                                                                      \
  }                                                                                                                    \
  Iterator &operator-=(ptrdiff_t n) requires random_iterator<It> {                                                     \
    current -= n;                                                                                                      \
    return *this;                                                                                                      \
  }                                                                                                                    \
  decltype(auto) operator[](ptrdiff_t n) const requires random_iterator<It> { return *(*this + n); }                   \
  ptrdiff_t operator-(const Iterator &other) const requires random_iterator<It> { return current - other.current; }    \
  bool operator<(const Iterator &other) const requires random_iterator<It> { return current < other.current; }         \
  bool operator>(const Iterator &other) const requires random_iterator<It> { return other.current < current; }         \
  bool operator<=(const Iterator &other) const requires random_iterator<It> { return !(other.current < current); }     \
  bool operator>=(const Iterator &other) const requires random_iterator<It> { return !(current < other.current); }     \
  ADJOINT_MODEL_MOVES_OF_ALL(Iterator)

/// What follows from the other moves of an iterator.
#define ADJOINT_MODEL_MOVES_OF_ALL(Iterator)                                                                           \
  Iterator operator++(int) {                                                                                           \
    Iterator old = *this;                                                                                              \
    ++*this;                                                                                                           \
    return old;                                                                                                        \
  }                                                                                                                    \
  Iterator operator--(int) requires requires(Iterator it) { --it; } {                                                  \
    Iterator old = *this;                                                                                              \
    --*this;                                                                                                           \
    return old;                                                                                                        \
  }                                                                                                                    \
  Iterator operator+(ptrdiff_t n) const requires random_iterator<Iterator> {                                           \
    Iterator moved = *this;                                                                                            \
    moved += n;                                                                                                        \
    return moved;                                                                                                      \
  }                                                                                                                    \
  Iterator operator-(ptrdiff_t n) const requires random_iterator<Iterator> {                                           \
    Iterator moved = *this;                                                                                            \
    moved -= n;                                                                                                        \
    return moved;                                                                                                      \
  }

/// An iterator, and how many elements it may still pass.
template <class It> class counted_iterator {
public:
  counted_iterator(It it, ptrdiff_t n) : current(it), left(n) {}
  It base() const { return current; }
  ptrdiff_t count() const { return left; }
  decltype(auto) operator*() const { return *current; }
  counted_iterator &operator++() {
    ++current;
    --left;
    return *this;
  }
  counted_iterator &operator--() requires backward_iterator<It> {
    --current;
    ++left;
    return *this;
  }
  counted_iterator &operator+=(ptrdiff_t n) requires random_iterator<It> {
    current += n;
    left -= n;
    return *this;
  }
  counted_iterator &operator-=(ptrdiff_t n) requires random_iterator<It> {
    current -= n;
    left += n;
    return *this;
  }
  ADJOINT_MODEL_MOVES_OF_ALL(counted_iterator)
  decltype(auto) operator[](ptrdiff_t n) const requires random_iterator<It> { return current[n]; }
  ptrdiff_t operator-(const counted_iterator &other) const { return other.left - left; }
  bool operator==(const counted_iterator &other) const { return left == other.left; }
  bool operator!=(const counted_iterator &other) const { return left != other.left; }
  bool operator<(const counted_iterator &other) const { return other.left < left; }
  bool operator==(default_sentinel_t) const { return left == 0; }
  bool operator!=(default_sentinel_t) const { return left != 0; }

private:
  It current;
  ptrdiff_t left;
};

} // namespace adjoint::model

namespace adjoint::model::ranges {

template <class V> using begin_of = decltype(model::begin(*static_cast<V *>(nullptr)));
template <class V> using end_of = decltype(model::end(*static_cast<V *>(nullptr)));
template <class V>
concept common = is_same<begin_of<V>, end_of<V>>;
template <class V>
concept sized = requires(const V &view) { model::size(view); };
template <class V>
concept random_access = random_iterator<begin_of<V>>;

/// What is copied where a view is made of it.
template <class T> inline constexpr bool is_view = requires { typename T::view_of_models; };
template <class T, size_t n> inline constexpr bool is_view<span<T, n>> = true;

/// What follows from the ends of a view.
template <class Self> class view_interface {
public:
  using view_of_models = Self;

  bool empty() const { return self().begin() == self().end(); }
  explicit operator bool() const { return !empty(); }
  decltype(auto) front() const { return *self().begin(); }
  decltype(auto) back() const {
    auto it = self().end();
    --it;
    return *it;
  }
  decltype(auto) operator[](ptrdiff_t n) const { return self().begin()[n]; }

private:
  const Self &self() const { return static_cast<const Self &>(*this); }
};

template <class R> class ref_view : public view_interface<ref_view<R>> {
public:
  ref_view(R &range) : range(&range) {}
  R &base() const { return *range; }
  auto begin() const { return model::begin(*range); }
  auto end() const { return model::end(*range); }
  auto size() const requires sized<R> { return model::size(*range); }

private:
  R *range;
};

template <class R> class owning_view : public view_interface<owning_view<R>> {
public:
  owning_view(R &&range) : range(model::move(range)) {}
  R &base() const { return *const_cast<R *>(&range); }
  auto begin() const { return model::begin(base()); }
  auto end() const { return model::end(base()); }
  auto size() const requires sized<R> { return model::size(range); }

private:
  R range;
};

template <class It, class S = It> class subrange : public view_interface<subrange<It, S>> {
public:
  subrange(It first, S last) : first(first), last(last) {}
  subrange(It first, S last, size_t) : first(first), last(last) {}
  It begin() const { return first; }
  S end() const { return last; }
  auto size() const requires random_iterator<It> { return static_cast<size_t>(last - first); }

private:
  It first;
  S last;
};

template <class T> inline constexpr bool is_lvalue = false;
template <class T> inline constexpr bool is_lvalue<T &> = true;

namespace views {
template <class R> auto all(R &&range) {
  using T = remove_cvref_t<R>;
  if constexpr (is_view<T>)
    return T(model::forward<R>(range));
  else if constexpr (is_lvalue<R>)
    return ref_view<typename remove_reference<R>::type>(range);
  else
    return owning_view<T>(model::forward<R>(range));
}
} // namespace views
template <class R> using all_t = decltype(views::all(*static_cast<typename remove_reference<R>::type *>(nullptr)));
template <class R> struct all_of_value { using type = owning_view<R>; };
template <class R> requires is_view<R> struct all_of_value<R> { using type = R; };
template <class R> struct all_of_value<R &> { using type = all_t<R &>; };
template <class R> using view_of = typename all_of_value<R>::type;

// ------------------------------------------------------------------ elements

template <class V, class F> class transform_view : public view_interface<transform_view<V, F>> {
public:
  class iterator {
  public:
    using It = begin_of<V>;
    iterator(It it, F *f) : current(it), f(f) {}
    It base() const { return current; }
    decltype(auto) operator*() const { return invoke(*f, *current); }
    iterator &operator++() {
      ++current;
      return *this;
    }
    ADJOINT_MODEL_MOVES(iterator)
    bool operator==(const iterator &other) const { return current == other.current; }
    bool operator!=(const iterator &other) const { return current != other.current; }

  private:
    template <class, class> friend class transform_view;
    It current;
    F *f;
  };
  template <bool isConstant> using _Iterator = iterator;
  class sentinel {
  public:
    explicit sentinel(end_of<V> end) : end(end) {}
    end_of<V> base() const { return end; }

  private:
    end_of<V> end;
  };
  template <bool isConstant> using _Sentinel = sentinel;
  friend bool operator==(const iterator &it, const sentinel &s) { return it.base() == s.base(); }
  friend bool operator!=(const iterator &it, const sentinel &s) { return it.base() != s.base(); }

  transform_view(V base, F f) : range(model::move(base)), f(model::move(f)) {}
  V base() const { return range; }
  iterator begin() const { return iterator(range.begin(), const_cast<F *>(&f)); }
  auto end() const {
    if constexpr (common<V>)
      return iterator(range.end(), const_cast<F *>(&f));
    else
      return sentinel(range.end());
  }
  auto size() const requires sized<V> { return range.size(); }

private:
  V range;
  F f;
};

template <class V, size_t i> class elements_view : public view_interface<elements_view<V, i>> {
public:
  class iterator {
  public:
    using It = begin_of<V>;
    explicit iterator(It it) : current(it) {}
    It base() const { return current; }
    decltype(auto) operator*() const {
      if constexpr (is_lvalue<decltype(*current)>) {
        return (model::get<i>(*current));
      } else {
        auto element = *current;
        return remove_cvref_t<decltype(model::get<i>(element))>(model::get<i>(element));
      }
    }
    iterator &operator++() {
      ++current;
      return *this;
    }
    ADJOINT_MODEL_MOVES(iterator)
    bool operator==(const iterator &other) const { return current == other.current; }
    bool operator!=(const iterator &other) const { return current != other.current; }

  private:
    It current;
  };
  template <bool isConstant> using _Iterator = iterator;

  elements_view(V base) : range(model::move(base)) {}
  V base() const { return range; }
  iterator begin() const { return iterator(range.begin()); }
  iterator end() const { return iterator(range.end()); }
  auto size() const requires sized<V> { return range.size(); }

private:
  V range;
};

// --------------------------------------------------------- some of the elements

template <class V, class P> class filter_view : public view_interface<filter_view<V, P>> {
public:
  class _Iterator {
  public:
    using It = begin_of<V>;
    _Iterator(It it, end_of<V> end, P *holds) : current(it), end(end), holds(holds) {}
    It base() const { return current; }
    decltype(auto) operator*() const { return *current; }
    _Iterator &operator++() {
      ++current;
      skip();
      return *this;
    }
    _Iterator &operator--() requires backward_iterator<It> {
      --current;
      while (!invoke(*holds, *current))
        --current;
      return *this;
    }
    ADJOINT_MODEL_MOVES_OF_ALL(_Iterator)
    bool operator==(const _Iterator &other) const { return current == other.current; }
    bool operator!=(const _Iterator &other) const { return current != other.current; }
    void skip() {
      while (current != end && !invoke(*holds, *current))
        ++current;
    }

  private:
    It current;
    end_of<V> end;
    P *holds;
  };
  class _Sentinel {
  public:
    explicit _Sentinel(end_of<V> end) : end(end) {}
    end_of<V> base() const { return end; }

  private:
    end_of<V> end;
  };
  friend bool operator==(const _Iterator &it, const _Sentinel &s) { return it.base() == s.base(); }
  friend bool operator!=(const _Iterator &it, const _Sentinel &s) { return it.base() != s.base(); }

  filter_view(V base, P holds) : range(model::move(base)), holds(model::move(holds)) {}
  V base() const { return range; }
  _Iterator begin() const {
    _Iterator first(range.begin(), range.end(), const_cast<P *>(&holds));
    first.skip();
    return first;
  }
  auto end() const {
    if constexpr (common<V>)
      return _Iterator(range.end(), range.end(), const_cast<P *>(&holds));
    else
      return _Sentinel(range.end());
  }

private:
  V range;
  P holds;
};

template <class V> class take_view : public view_interface<take_view<V>> {
public:
  using It = begin_of<V>;
  class sentinel {
  public:
    explicit sentinel(end_of<V> end) : end(end) {}
    end_of<V> base() const { return end; }

  private:
    end_of<V> end;
  };
  template <bool isConstant> using _Sentinel = sentinel;
  friend bool operator==(const counted_iterator<It> &it, const sentinel &s) { return it.count() == 0 || it.base() == s.base(); }
  friend bool operator!=(const counted_iterator<It> &it, const sentinel &s) { return it.count() != 0 && it.base() != s.base(); }

  take_view(V base, ptrdiff_t n) : range(model::move(base)), count(n) {}
  V base() const { return range; }
  auto begin() const {
    if constexpr (sized<V> && random_access<V>)
      return range.begin();
    else if constexpr (sized<V>)
      return counted_iterator<It>(range.begin(), static_cast<ptrdiff_t>(size()));
    else
      return counted_iterator<It>(range.begin(), count);
  }
  auto end() const {
    if constexpr (sized<V> && random_access<V>)
      return range.begin() + static_cast<ptrdiff_t>(size());
    else if constexpr (sized<V>)
      return default_sentinel_t();
    else
      return sentinel(range.end());
  }
  size_t size() const requires sized<V> {
    const size_t n = range.size();
    return n < static_cast<size_t>(count) ? n : static_cast<size_t>(count);
  }

private:
  V range;
  ptrdiff_t count;
};

template <class V> class drop_view : public view_interface<drop_view<V>> {
public:
  drop_view(V base, ptrdiff_t n) : range(model::move(base)), count(n) {}
  V base() const { return range; }
  auto begin() const {
    if constexpr (sized<V> && random_access<V>) {
      return range.begin() + static_cast<ptrdiff_t>(dropped());
    } else {
      auto first = range.begin();
      auto last = range.end();
      for (ptrdiff_t n = count; n > 0 && first != last; --n)
        ++first;
      return first;
    }
  }
  auto end() const { return range.end(); }
  size_t size() const requires sized<V> { return range.size() - dropped(); }

private:
  size_t dropped() const requires sized<V> {
    const size_t n = range.size();
    return n < static_cast<size_t>(count) ? n : static_cast<size_t>(count);
  }

  V range;
  ptrdiff_t count;
};

template <class V, class P> class take_while_view : public view_interface<take_while_view<V, P>> {
public:
  class sentinel {
  public:
    sentinel(end_of<V> end, P *holds) : end(end), holds(holds) {}
    bool isAt(const begin_of<V> &it) const { return it == end || !invoke(*holds, *it); }

  private:
    end_of<V> end;
    P *holds;
  };
  template <bool isConstant> using _Sentinel = sentinel;
  friend bool operator==(const begin_of<V> &it, const sentinel &s) { return s.isAt(it); }
  friend bool operator!=(const begin_of<V> &it, const sentinel &s) { return !s.isAt(it); }

  take_while_view(V base, P holds) : range(model::move(base)), holds(model::move(holds)) {}
  V base() const { return range; }
  auto begin() const { return range.begin(); }
  sentinel end() const { return sentinel(range.end(), const_cast<P *>(&holds)); }

private:
  V range;
  P holds;
};

template <class V, class P> class drop_while_view : public view_interface<drop_while_view<V, P>> {
public:
  drop_while_view(V base, P holds) : range(model::move(base)), holds(model::move(holds)) {}
  V base() const { return range; }
  auto begin() const {
    auto first = range.begin();
    auto last = range.end();
    while (first != last && invoke(*const_cast<P *>(&holds), *first))
      ++first;
    return first;
  }
  auto end() const { return range.end(); }

private:
  V range;
  P holds;
};

// ------------------------------------------------------------------ the order

template <class V> class reverse_view : public view_interface<reverse_view<V>> {
public:
  explicit reverse_view(V base) : range(model::move(base)) {}
  V base() const { return range; }
  auto begin() const {
    if constexpr (common<V>) {
      return make_reverse_iterator(range.end());
    } else {
      auto it = range.begin();
      auto last = range.end();
      while (it != last)
        ++it;
      return make_reverse_iterator(it);
    }
  }
  auto end() const { return make_reverse_iterator(range.begin()); }
  auto size() const requires sized<V> { return range.size(); }

private:
  V range;
};
template <class V> inline constexpr bool is_reverse_view = false;
template <class V> inline constexpr bool is_reverse_view<reverse_view<V>> = true;

// -------------------------------------------------------------------- numbers

/// Numbers one after another.
template <class W, class B> class iota_view : public view_interface<iota_view<W, B>> {
public:
  class _Iterator {
  public:
    using value_type = W;
    using It = W;
    explicit _Iterator(W value) : current(value) {}
    W operator*() const { return current; }
    _Iterator &operator++() {
      ++current;
      return *this;
    }
    _Iterator &operator--() {
      --current;
      return *this;
    }
    _Iterator &operator+=(ptrdiff_t n) {
      current = static_cast<W>(current + static_cast<W>(n));
      return *this;
    }
    _Iterator &operator-=(ptrdiff_t n) {
      current = static_cast<W>(current - static_cast<W>(n));
      return *this;
    }
    ADJOINT_MODEL_MOVES_OF_ALL(_Iterator)
    W operator[](ptrdiff_t n) const { return static_cast<W>(current + static_cast<W>(n)); }
    ptrdiff_t operator-(const _Iterator &other) const {
      return static_cast<ptrdiff_t>(current) - static_cast<ptrdiff_t>(other.current);
    }
    bool operator==(const _Iterator &other) const { return current == other.current; }
    bool operator!=(const _Iterator &other) const { return current != other.current; }
    bool operator<(const _Iterator &other) const { return current < other.current; }

  private:
    W current;
  };
  class _Sentinel {
  public:
    explicit _Sentinel(B bound) : bound(bound) {}
    friend bool operator==(const _Iterator &it, const _Sentinel &s) { return *it == s.bound; }
    friend bool operator!=(const _Iterator &it, const _Sentinel &s) { return *it != s.bound; }

  private:
    B bound;
  };

  explicit iota_view(W first) : first(first), last() {}
  iota_view(W first, B last) : first(first), last(last) {}
  _Iterator begin() const { return _Iterator(first); }
  auto end() const {
    if constexpr (is_same<W, B>)
      return _Iterator(last);
    else if constexpr (is_number<B>)
      return _Sentinel(last);
    else
      return unreachable_sentinel_t();
  }
  size_t size() const requires is_number<B> { return static_cast<size_t>(last - first); }

private:
  W first;
  B last;
};
template <class V> inline constexpr bool is_iota_view = false;
template <class W, class B> inline constexpr bool is_iota_view<iota_view<W, B>> = true;
template <class V> inline constexpr bool is_subrange = false;
template <class It, class S> inline constexpr bool is_subrange<subrange<It, S>> = random_iterator<It>;
template <class T> inline constexpr bool is_span = false;
template <class T, size_t n> inline constexpr bool is_span<span<T, n>> = true;

// ----------------------------------------------------- what makes views of ranges

template <class R> inline constexpr bool is_borrowed<ref_view<R>> = true;
template <class It, class S> inline constexpr bool is_borrowed<subrange<It, S>> = true;
template <class W, class B> inline constexpr bool is_borrowed<iota_view<W, B>> = true;
template <class V> inline constexpr bool is_borrowed<take_view<V>> = is_borrowed<V>;
template <class V> inline constexpr bool is_borrowed<drop_view<V>> = is_borrowed<V>;
template <class V, class P> inline constexpr bool is_borrowed<drop_while_view<V, P>> = is_borrowed<V>;
template <class V> inline constexpr bool is_borrowed<reverse_view<V>> = is_borrowed<V>;
template <class V, size_t i> inline constexpr bool is_borrowed<elements_view<V, i>> = is_borrowed<V>;

namespace views {

template <class W> iota_view<W, unreachable_sentinel_t> iota(W first) {
  return iota_view<W, unreachable_sentinel_t>(first);
}
template <class W, class B> iota_view<W, B> iota(W first, B last) { return iota_view<W, B>(first, last); }

namespace __adaptor {

/// What makes a view of a range that is written in front of it.
struct closure {};
template <class C>
concept adaptor = __is_base_of(closure, C);

/// What an adaptor is given beside the range.
template <class A, class... Ts> struct _Partial : closure {
  _Partial(Ts... given) : given(model::move(given)...) {}
  template <class R> auto operator()(R &&range) const {
    return A()(model::forward<R>(range), get<0>(given));
  }
  tuple<Ts...> given;
};
/// One behind the other.
template <class C, class D> struct _Pipe : closure {
  _Pipe(C first, D second) : first(model::move(first)), second(model::move(second)) {}
  template <class R> auto operator()(R &&range) const { return second(first(model::forward<R>(range))); }
  C first;
  D second;
};

template <class R, class C>
  requires(adaptor<remove_cvref_t<C>> && !adaptor<remove_cvref_t<R>>)
auto operator|(R &&range, C &&makes) {
  return makes(model::forward<R>(range));
}
template <class C, class D>
  requires(adaptor<C> && adaptor<D>)
auto operator|(C first, D second) {
  return _Pipe<C, D>(model::move(first), model::move(second));
}

} // namespace __adaptor

struct _All : __adaptor::closure {
  template <class R> auto operator()(R &&range) const { return views::all(model::forward<R>(range)); }
};
/// Of ranges whose ends are of one type already.
struct _Common : __adaptor::closure {
  template <class R>
    requires common<typename remove_reference<R>::type>
  auto operator()(R &&range) const {
    return views::all(model::forward<R>(range));
  }
};
struct _Counted {
  template <class T> span<T> operator()(T *first, ptrdiff_t n) const { return span<T>(first, static_cast<size_t>(n)); }
};
template <size_t i> struct _Elements : __adaptor::closure {
  template <class R> auto operator()(R &&range) const {
    return elements_view<view_of<R>, i>(views::all(model::forward<R>(range)));
  }
};
struct _Reverse : __adaptor::closure {
  template <class R> auto operator()(R &&range) const {
    if constexpr (is_reverse_view<remove_cvref_t<R>>)
      return range.base();
    else
      return reverse_view<view_of<R>>(views::all(model::forward<R>(range)));
  }
};

#define ADJOINT_MODEL_ADAPTOR(Name, view)                                                                              \
  struct Name {                                                                                                        \
    template <class F> auto operator()(F f) const { return __adaptor::_Partial<Name, F>(model::move(f)); }             \
    template <class R, class F> auto operator()(R &&range, F f) const {                                                \
      return view<view_of<R>, F>(views::all(model::forward<R>(range)), model::move(f));                                \
    }                                                                                                                  \
  };
ADJOINT_MODEL_ADAPTOR(_Transform, transform_view)
ADJOINT_MODEL_ADAPTOR(_Filter, filter_view)
ADJOINT_MODEL_ADAPTOR(_TakeWhile, take_while_view)
ADJOINT_MODEL_ADAPTOR(_DropWhile, drop_while_view)
#undef ADJOINT_MODEL_ADAPTOR

struct _Take {
  template <class N> auto operator()(N n) const { return __adaptor::_Partial<_Take, N>(n); }
  template <class R, class N> auto operator()(R &&range, N n) const {
    using T = remove_cvref_t<R>;
    if constexpr (is_span<T>)
      return range.first(upTo(range.size(), n));
    else if constexpr (is_iota_view<T> && sized<T>)
      return iota(*range.begin(), *(range.begin() + static_cast<ptrdiff_t>(upTo(range.size(), n))));
    else if constexpr (is_subrange<T>)
      return T(range.begin(), range.begin() + static_cast<ptrdiff_t>(upTo(range.size(), n)));
    else
      return take_view<view_of<R>>(views::all(model::forward<R>(range)), static_cast<ptrdiff_t>(n));
  }
  template <class N> static size_t upTo(size_t size, N n) {
    return size < static_cast<size_t>(n) ? size : static_cast<size_t>(n);
  }
};
struct _Drop {
  template <class N> auto operator()(N n) const { return __adaptor::_Partial<_Drop, N>(n); }
  template <class R, class N> auto operator()(R &&range, N n) const {
    using T = remove_cvref_t<R>;
    if constexpr (is_span<T>)
      return range.subspan(_Take::upTo(range.size(), n));
    else if constexpr (is_iota_view<T> && sized<T>)
      return T(*(range.begin() + static_cast<ptrdiff_t>(_Take::upTo(range.size(), n))), *range.end());
    else if constexpr (is_subrange<T>)
      return T(range.begin() + static_cast<ptrdiff_t>(_Take::upTo(range.size(), n)), range.end());
    else
      return drop_view<view_of<R>>(views::all(model::forward<R>(range)), static_cast<ptrdiff_t>(n));
  }
};

} // namespace views

} // namespace adjoint::model::ranges

#endif

#endif
