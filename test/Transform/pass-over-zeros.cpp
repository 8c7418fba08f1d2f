// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reversed loop whose adjoint comes from a branch alone is passed over where that adjoint is zero. Not where it may get
// another adjoint, or sets what others read.
//
// RUN: %adjoint-gen %s --dump=adjoint | FileCheck %s --match-full-lines
// RUN: %adjoint-gen %s --dump=adjoint --no-pass-over-zeros | FileCheck %s --check-prefix=OFF
// RUN: %adjoint-gen %s --dump=adjoint --no-inline | FileCheck %s --check-prefix=CALLED
// RUN: %adjoint-gen %s -o %t.cpp
// RUN: %gxx -c %t.cpp -o %t.gxx.o %runtime-flags
// RUN: %clangxx -c %t.cpp -o %t.clangxx.o %runtime-flags

// OFF-NOT: _b != 0.0

// CALLED-LABEL: void shortest_b
// CALLED: if (own_b != 0.0)
// CALLED-NEXT: length_b(x + 3 * i, x_b + 3 * i, own_b);

#include <algorithm>
#include <cmath>

#pragma adjoint reverse
void rectified(int n, int m, const double *w, const double *x, double *y) {
  for (int j = 0; j < m; ++j) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
      sum += w[j * n + i] * x[i];
    y[j] = sum > 0.0 ? sum : 0.0;
  }
}

#pragma adjoint reverse
double knockedOut(int n, const double *x, double limit) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i)
    sum *= x[i];
  double paid = 0.0;
  if (sum < limit)
    paid = sum * sum;
  return paid;
}

#pragma adjoint reverse
double paidOut(int n, const double *x, double strike) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  sum /= n;
  return std::max(sum - strike, 0.0);
}

#pragma adjoint reverse
double always(int n, const double *x, double limit) {
  double sum = 1.0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  double paid = sum;
  if (sum < limit)
    paid = sum * sum;
  return paid;
}

// The loop sets the adjoints of y.
#pragma adjoint reverse
double sets(int n, const double *x, double *y, double limit) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    y[i] = x[i] * x[i];
    sum += y[i];
  }
  double paid = 0.0;
  if (sum < limit)
    paid = sum * sum;
  return paid;
}

// Where the adjoint of the mean is not zero, no branch has made a zero of what is made of it; ...
#pragma adjoint reverse wrt(rate)
double simulated(int n, const double *z, double rate, double limit) {
  double price = 1.0, mean = 0.0;
  for (int i = 0; i < n; ++i) {
    price *= std::exp(rate * z[i]);
    mean += price;
  }
  double paid = 0.0;
  if (mean > limit)
    paid = mean - limit;
  return paid;
}

// ... but nothing is made of the last price, whose factor may be infinite.
#pragma adjoint reverse wrt(rate)
double late(int n, const double *z, double rate, double limit) {
  double price = 1.0, mean = 0.0;
  for (int i = 0; i < n; ++i) {
    mean += price;
    price *= std::exp(rate * z[i]);
  }
  double paid = 0.0;
  if (mean > limit)
    paid = mean - limit;
  return paid;
}

// The adjoint of a function without effects is called where the nearest point is; what is made of it in place is computed there.
namespace {
double length(const double *x) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k)
    sum += x[k] * x[k];
  return std::sqrt(sum);
}
} // namespace

#pragma adjoint reverse
double shortest(int n, const double *x) {
  double best = 1e30;
  for (int i = 0; i < n; ++i) {
    const double own = length(x + 3 * i);
    if (own < best)
      best = own;
  }
  return best;
}

// CHECK: void rectified_b(int n, int m, const double *w, double *w_b, const double *x, double *x_b,
// CHECK-NEXT:                  double *y, double *y_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(0, m));
// CHECK-NEXT:   double *sum_tape = tape.reserve<double>(adjoint::trips(0, m));
// CHECK-NEXT:   for (int j = 0; j < m; ++j) {
// CHECK-NEXT:     double sum = 0.0;
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       sum += w[j * n + i] * x[i];
// CHECK-NEXT:     }
// CHECK-NEXT:     y_tape[j] = y[j];
// CHECK-NEXT:     y[j] = sum > 0.0 ? sum : 0.0;
// CHECK-NEXT:     sum_tape[j] = sum;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   for (int j = m - 1; j >= 0; --j) {
// CHECK-NEXT:     double sum = sum_tape[j];
// CHECK-NEXT:     y[j] = y_tape[j];
// CHECK-NEXT:     double sum_b = 0.0;
// CHECK-NEXT:     if (sum > 0.0)
// CHECK-NEXT:       sum_b += y_b[j];
// CHECK-NEXT:     y_b[j] = 0.0;
// CHECK-NEXT:     if (sum_b != 0.0) {
// CHECK-NEXT:       for (int i = 0; i < n; ++i) {
// CHECK-NEXT:         w_b[j * n + i] += x[i] * sum_b;
// CHECK-NEXT:       }
// CHECK-NEXT:       for (int i = 0; i < n; ++i) {
// CHECK-NEXT:         x_b[i] += w[j * n + i] * sum_b;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(sum_tape, adjoint::trips(0, m));
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(0, m));
// CHECK-NEXT: }
// CHECK-NEXT: void knockedOut_b(int n, const double *x, double *x_b, double limit, double & /*limit_b*/,
// CHECK-NEXT:                   double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double sum = 1.0;
// CHECK-NEXT:   double *sum_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     sum_tape[i] = sum;
// CHECK-NEXT:     sum *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken = sum < limit;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double paid_b = result_b;
// CHECK-NEXT:   double sum_b = 0.0;
// CHECK-NEXT:   if (taken)
// CHECK-NEXT:     sum_b += 2.0 * sum * paid_b;
// CHECK-NEXT:   if (sum_b != 0.0) {
// CHECK-NEXT:     for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:       sum = sum_tape[i];
// CHECK-NEXT:       x_b[i] += sum * sum_b;
// CHECK-NEXT:       sum_b = x[i] * sum_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(sum_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void paidOut_b(int n, const double *x, double *x_b, double strike, double &strike_b,
// CHECK-NEXT:                double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double sum = 0.0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     sum += x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   sum /= n;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   const double w_b = sum - strike < 0.0 ? 0.0 : result_b;
// CHECK-NEXT:   double sum_b = w_b;
// CHECK-NEXT:   strike_b -= w_b;
// CHECK-NEXT:   sum_b /= n;
// CHECK-NEXT:   if (sum_b != 0.0) {
// CHECK-NEXT:     for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:       x_b[i] += 2.0 * x[i] * sum_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void always_b(int n, const double *x, double *x_b, double limit, double & /*limit_b*/,
// CHECK-NEXT:               double result_b) {
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double sum = 1.0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     sum += x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken = sum < limit;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double paid_b = result_b;
// CHECK-NEXT:   double sum_b = 0.0;
// CHECK-NEXT:   if (taken) {
// CHECK-NEXT:     sum_b += 2.0 * sum * paid_b;
// CHECK-NEXT:     paid_b = 0.0;
// CHECK-NEXT:   }
// CHECK-NEXT:   sum_b += paid_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * sum_b;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: void sets_b(int n, const double *x, double *x_b, double *y, double *y_b, double limit,
// CHECK-NEXT:             double & /*limit_b*/, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double sum = 0.0;
// CHECK-NEXT:   double *y_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     y_tape[i] = y[i];
// CHECK-NEXT:     y[i] = x[i] * x[i];
// CHECK-NEXT:     sum += y[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken = sum < limit;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double paid_b = result_b;
// CHECK-NEXT:   double sum_b = 0.0;
// CHECK-NEXT:   if (taken)
// CHECK-NEXT:     sum_b += 2.0 * sum * paid_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     y_b[i] += sum_b;
// CHECK-NEXT:     y[i] = y_tape[i];
// CHECK-NEXT:     const double seed = y_b[i];
// CHECK-NEXT:     y_b[i] = 0.0;
// CHECK-NEXT:     x_b[i] += 2.0 * x[i] * seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(y_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void simulated_b(int n, const double *z, double rate, double &rate_b, double limit,
// CHECK-NEXT:                  double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double price = 1.0;
// CHECK-NEXT:   double mean = 0.0;
// CHECK-NEXT:   double *price_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   double *exp_1_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double exp_1 = std::exp(rate * z[i]);
// CHECK-NEXT:     price_tape[i] = price;
// CHECK-NEXT:     price *= exp_1;
// CHECK-NEXT:     mean += price;
// CHECK-NEXT:     exp_1_tape[i] = exp_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken = mean > limit;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double paid_b = result_b;
// CHECK-NEXT:   double mean_b = 0.0;
// CHECK-NEXT:   if (taken)
// CHECK-NEXT:     mean_b += paid_b;
// CHECK-NEXT:   double price_b = 0.0;
// CHECK-NEXT:   double rate_b_sum = 0.0;
// CHECK-NEXT:   if (mean_b != 0.0) {
// CHECK-NEXT:     for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:       const double exp_1 = exp_1_tape[i];
// CHECK-NEXT:       price_b += mean_b;
// CHECK-NEXT:       price = price_tape[i];
// CHECK-NEXT:       double exp_1_b = price * price_b;
// CHECK-NEXT:       price_b = exp_1 * price_b;
// CHECK-NEXT:       rate_b_sum += z[i] * (exp_1 * exp_1_b);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (rate_b_sum != 0.0)
// CHECK-NEXT:     rate_b += rate_b_sum;
// CHECK-NEXT:   tape.release(exp_1_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(price_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void late_b(int n, const double *z, double rate, double &rate_b, double limit, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double price = 1.0;
// CHECK-NEXT:   double mean = 0.0;
// CHECK-NEXT:   double *price_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   double *exp_1_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     mean += price;
// CHECK-NEXT:     const double exp_1 = std::exp(rate * z[i]);
// CHECK-NEXT:     price_tape[i] = price;
// CHECK-NEXT:     price *= exp_1;
// CHECK-NEXT:     exp_1_tape[i] = exp_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   const bool taken = mean > limit;
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double paid_b = result_b;
// CHECK-NEXT:   double mean_b = 0.0;
// CHECK-NEXT:   if (taken)
// CHECK-NEXT:     mean_b += paid_b;
// CHECK-NEXT:   double price_b = 0.0;
// CHECK-NEXT:   double rate_b_sum = 0.0;
// CHECK-NEXT:   if (mean_b != 0.0) {
// CHECK-NEXT:     for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:       const double exp_1 = exp_1_tape[i];
// CHECK-NEXT:       price = price_tape[i];
// CHECK-NEXT:       double exp_1_b = price * price_b;
// CHECK-NEXT:       price_b = adjoint::strong::product(exp_1, price_b);
// CHECK-NEXT:       rate_b_sum += z[i] * adjoint::strong::product(exp_1, exp_1_b);
// CHECK-NEXT:       price_b += mean_b;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if (rate_b_sum != 0.0)
// CHECK-NEXT:     rate_b += rate_b_sum;
// CHECK-NEXT:   tape.release(exp_1_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(price_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
// CHECK-NEXT: void shortest_b(int n, const double *x, double *x_b, double result_b) {
// CHECK-NEXT:   adjoint::Tape &tape = adjoint::Tape::local();
// CHECK-NEXT:   const adjoint::Tape::Frame frame(tape);
// CHECK-NEXT:   // Forward sweep.
// CHECK-NEXT:   double best = 1e30;
// CHECK-NEXT:   double *own_tape = tape.reserve<double>(adjoint::trips(0, n));
// CHECK-NEXT:   bool *taken_tape = tape.reserve<bool>(adjoint::trips(0, n));
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     const double *x_2 = x + 3 * i;
// CHECK-NEXT:     double sum = 0.0;
// CHECK-NEXT:     for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:       sum += x_2[k] * x_2[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     const double own = std::sqrt(sum);
// CHECK-NEXT:     const bool taken = own < best;
// CHECK-NEXT:     if (taken)
// CHECK-NEXT:       best = own;
// CHECK-NEXT:     own_tape[i] = own;
// CHECK-NEXT:     taken_tape[i] = taken;
// CHECK-NEXT:   }
// CHECK-EMPTY:
// CHECK-NEXT:   // Reverse sweep.
// CHECK-NEXT:   double best_b = result_b;
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     const bool taken = taken_tape[i];
// CHECK-NEXT:     const double own = own_tape[i];
// CHECK-NEXT:     double *x_b_2 = x_b + 3 * i;
// CHECK-NEXT:     const double *x_2 = x + 3 * i;
// CHECK-NEXT:     double own_b = 0.0;
// CHECK-NEXT:     if (taken) {
// CHECK-NEXT:       own_b += best_b;
// CHECK-NEXT:       best_b = 0.0;
// CHECK-NEXT:     }
// CHECK-NEXT:     double sum_b = adjoint::strong::product(0.5 / own, own_b);
// CHECK-NEXT:     if (sum_b != 0.0) {
// CHECK-NEXT:       for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:         x_b_2[k] += 2.0 * x_2[k] * sum_b;
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.release(taken_tape, adjoint::trips(0, n));
// CHECK-NEXT:   tape.release(own_tape, adjoint::trips(0, n));
// CHECK-NEXT: }
