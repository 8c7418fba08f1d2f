// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects by value whose copies may have numbers of their own, as many as nobody knows. The caller's adjoint is added to,
// so the function must not overwrite what the copy leads to.
//
// RUN: python3 %S/../Support/check-refusals.py %s %t

//--- a class that owns numbers by a pointer
class Buffer {
public:
  double *data;
  int n;
  explicit Buffer(int n) : data(new double[n]()), n(n) {}
  Buffer(const Buffer &other) : data(new double[other.n]), n(other.n) {
    for (int i = 0; i < n; ++i)
      data[i] = other.data[i];
  }
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { delete[] data; }
};

#pragma adjoint reverse // error: 'b' of class 'Buffer' cannot be handed to an adjoint: how many numbers its copies have for themselves is not known; pass it by reference, or let the function change a copy that it makes
double squares(Buffer b) {
  double sum = 0;
  for (int i = 0; i < b.n; ++i) {
    b.data[i] *= b.data[i];
    sum += b.data[i];
  }
  return sum;
}

//--- in a member
class Buffer {
public:
  double *data;
  int n;
  explicit Buffer(int n) : data(new double[n]()), n(n) {}
  Buffer(const Buffer &other) : data(new double[other.n]), n(other.n) {
    for (int i = 0; i < n; ++i)
      data[i] = other.data[i];
  }
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() { delete[] data; }
};

struct Named {
  Buffer buffer;
  int id;
};

#pragma adjoint reverse // error: 'b' of class 'Named' cannot be handed to an adjoint: how many numbers its copies have for themselves is not known; pass it by reference, or let the function change a copy that it makes
double first(Named b) {
  b.buffer.data[0] *= b.buffer.data[0];
  return b.buffer.data[0];
}

//--- behind a plain struct
struct View {
  double *data;
  int n;
};

class Window {
public:
  View view;
  explicit Window(int n) : view{new double[n](), n} {}
  Window(const Window &other) : view{new double[other.view.n], other.view.n} {
    for (int i = 0; i < view.n; ++i)
      view.data[i] = other.view.data[i];
  }
  Window &operator=(const Window &) = delete;
  ~Window() { delete[] view.data; }
};

#pragma adjoint reverse // error: 'w' of class 'Window' cannot be handed to an adjoint: how many numbers its copies have for themselves is not known; pass it by reference, or let the function change a copy that it makes
double last(Window w) {
  w.view.data[w.view.n - 1] *= 2;
  return w.view.data[w.view.n - 1];
}

//--- the memory of a plain struct, replaced
struct View {
  double *data;
  int n;
};

class Window {
public:
  View view;
  explicit Window(int n) : view{new double[n](), n} {}
  Window(const Window &) = delete;
  Window &operator=(const Window &) = delete;
  ~Window() { delete[] view.data; }
};

#pragma adjoint reverse // error: 'w' of class 'Window' cannot be handed to an adjoint: how many numbers 'view' leads to is not known; hold them in a std::vector
void grow(Window &w, double x) {
  delete[] w.view.data;
  w.view = View{new double[5](), 5};
  for (int i = 0; i < 5; ++i)
    w.view.data[i] = x * i;
}
