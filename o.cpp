#include "numeric.h"
#include <functional>
#include <adjoint/tape.h>
#include <adjoint/sums.h>
#include <adjoint/throw.h>
static double table[3];
struct Op {
  std::function<double(double)> of;
  double weight;
  double value(double s) const { return weight * of(s); }
};
// #pragma adjoint reverse
double f(double *x, int n) {
  Op op{[](double t) { return t > -1.4 ? 0.7 * t : t * 0.7 * t; }, -0.9};
  for (int i = 0; i < n; ++i)
    x[i] += 0.5 * op.value(x[0]);
  return x[0];
}

void f_b(double *x, double *x_b, int n, double result_b);
// #pragma adjoint reverse
double g(const double *x, int n) {
  for (int i = 0; i < 3; ++i)
    table[i] = x[0] * i;
  const double *z = x;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Op op{[=](double t) { return 0.6 * t * (i > 0 ? table : z)[1] ; }, x[0]};
    s += op.value(x[i]);
  }
  return s;
}

// What adjoints see of (lambda).
struct f_lambda {
};

// What adjoints see of (lambda).
struct g_lambda {
  int i;
  const double *z;
};

// What adjoints see of std::callable<double (double)>.
struct callable_double_double {
  int class_id;
  f_lambda f;
  g_lambda f2;
};

void f_b(double *x, double *x_b, int n, double result_b) {
  adjoint::Tape &tape = adjoint::Tape::local();
  const adjoint::Tape::Frame frame(tape);
  // Forward sweep.
  callable_double_double *const memory = new callable_double_double;
  memory->class_id = 0;
  memory->class_id = 1;
  callable_double_double *op_of_target = memory;
  double op_weight = -0.9;
  double *x_tape = tape.reserve<double>(adjoint::trips(0, n));
  double *s_tape = tape.reserve<double>(adjoint::trips(0, n));
  int *chosen_tape = tape.reserve<int>(adjoint::trips(0, n));
  for (int i = 0; i < n; ++i) {
    double s = x[0];
    if (!op_of_target)
      adjoint::throw_bad_function_call();
    double function_operatorCall_value = 0.0;
    const int chosen = op_of_target->class_id;
    switch (chosen) {
    case 1:
      function_operatorCall_value = s > -1.4 ? 0.7 * s : s * 0.7 * s;
      break;
    case 2:
    default:
      function_operatorCall_value = 0.6 * s *
          (op_of_target->f2.i > 0 ? table : op_of_target->f2.z)[1];
      break;
    }
    x_tape[i] = x[i];
    x[i] += 0.5 * (op_weight * function_operatorCall_value);
    s_tape[i] = s;
    chosen_tape[i] = chosen;
  }

  // Reverse sweep.
  x_b[0] += result_b;
  for (int i = n - 1; i >= 0; --i) {
    const int chosen = chosen_tape[i];
    double s = s_tape[i];
    x[i] = x_tape[i];
    double function_operatorCall_value_b = op_weight * (0.5 * x_b[i]);
    double s_b = 0.0;
    switch (chosen) {
    case 1:
      if (s > -1.4) {
        s_b += 0.7 * function_operatorCall_value_b;
      } else {
        s_b += 0.7 * (s * function_operatorCall_value_b) + s * 0.7 * function_operatorCall_value_b;
      }
      break;
    case 2:
    default:
      s_b += 0.6 * ((op_of_target->f2.i > 0 ? table : op_of_target->f2.z)[1] *
                    function_operatorCall_value_b);
      break;
    }
    x_b[0] += s_b;
  }
  tape.release(chosen_tape, adjoint::trips(0, n));
  tape.release(s_tape, adjoint::trips(0, n));
  tape.release(x_tape, adjoint::trips(0, n));
  delete memory;
}

void g_b(const double *x, double *x_b, int n, double result_b) {
  adjoint::Tape &tape = adjoint::Tape::local();
  const adjoint::Tape::Frame frame(tape);
  double table_b[3] = {};

  // Forward sweep.
  for (int i = 0; i < 3; ++i) {
    table[i] = x[0] * i;
  }
  double *z_b = x_b;
  const double *z = x;
  int *memory_tape = tape.reserve<int>(adjoint::trips(0, n));
  const double **memory_tape_2 = tape.reserve<const double *>(adjoint::trips(0, n));
  const double **memory_b_tape = tape.reserve<const double *>(adjoint::trips(0, n));
  callable_double_double **memory_tape_3 = tape.reserve<callable_double_double *>(adjoint::trips(0,
      n));
  callable_double_double **memory_b_tape_2 =
      tape.reserve<callable_double_double *>(adjoint::trips(0, n));
  callable_double_double **op_of_target_tape =
      tape.reserve<callable_double_double *>(adjoint::trips(0, n));
  callable_double_double **op_of_target_b_tape =
      tape.reserve<callable_double_double *>(adjoint::trips(0, n));
  double *function_operatorCall_value_tape = tape.reserve<double>(adjoint::trips(0, n));
  int *chosen_tape = tape.reserve<int>(adjoint::trips(0, n));
  for (int i = 0; i < n; ++i) {
    callable_double_double *memory_b = new callable_double_double();
    callable_double_double *const memory = new callable_double_double();
    memory->class_id = 0;
    memory->class_id = 2;
    memory_tape[i] = memory->f2.i;
    memory->f2.i = i;
    memory_tape_2[i] = memory->f2.z;
    memory_b_tape[i] = memory_b->f2.z;
    memory_b->f2.z = z_b;
    memory->f2.z = z;
    callable_double_double *op_of_target_b = memory_b;
    callable_double_double *op_of_target = memory;
    double s = x[i];
    const bool taken = !op_of_target;
    if (taken)
      adjoint::throw_bad_function_call();
    double function_operatorCall_value = 0.0;
    const int chosen = op_of_target->class_id;
    switch (chosen) {
    case 1:
      function_operatorCall_value = s > -1.4 ? 0.7 * s : s * 0.7 * s;
      break;
    case 2:
    default:
      function_operatorCall_value = 0.6 * s *
          (op_of_target->f2.i > 0 ? table : op_of_target->f2.z)[1];
      break;
    }
    const bool taken_2 = op_of_target;
    if (taken_2) {
      const int chosen_2 = op_of_target->class_id;
      switch (chosen_2) {
      case 0:
        op_of_target->class_id = 0;
        break;
      case 1:
        op_of_target->class_id = 0;
        break;
      case 2:
        op_of_target->class_id = 0;
        break;
      }
    }
    memory_tape_3[i] = memory;
    memory_b_tape_2[i] = memory_b;
    op_of_target_tape[i] = op_of_target;
    op_of_target_b_tape[i] = op_of_target_b;
    function_operatorCall_value_tape[i] = function_operatorCall_value;
    chosen_tape[i] = chosen;
  }

  // Reverse sweep.
  double s_b = result_b;
  for (int i = n - 1; i >= 0; --i) {
    const int chosen = chosen_tape[i];
    double function_operatorCall_value = function_operatorCall_value_tape[i];
    callable_double_double *op_of_target_b = op_of_target_b_tape[i];
    callable_double_double *op_of_target = op_of_target_tape[i];
    callable_double_double *memory_b = memory_b_tape_2[i];
    callable_double_double *const memory = memory_tape_3[i];
    double op_weight = x[0];
    double s = x[i];
    double op_weight_b = function_operatorCall_value * s_b;
    double function_operatorCall_value_b = op_weight * s_b;
    double s_b_2 = 0.0;
    switch (chosen) {
    case 1:
      if (s > -1.4) {
        s_b_2 += 0.7 * function_operatorCall_value_b;
      } else {
        s_b_2 += 0.7 * (s * function_operatorCall_value_b) +
            s * 0.7 * function_operatorCall_value_b;
      }
      break;
    case 2:
    default:
      s_b_2 += 0.6 * ((op_of_target->f2.i > 0 ? table : op_of_target->f2.z)[1] *
                      function_operatorCall_value_b);
      (op_of_target->f2.i > 0 ? table_b : const_cast<double *>(op_of_target_b->f2.z))[1] += 0.6 *
          s * function_operatorCall_value_b;
      break;
    }
    x_b[i] += s_b_2;
    x_b[0] += op_weight_b;
    memory_b->f2.z = memory_b_tape[i];
    memory->f2.z = memory_tape_2[i];
    memory->f2.i = memory_tape[i];
    delete memory_b;
    delete memory;
  }
  tape.release(chosen_tape, adjoint::trips(0, n));
  tape.release(function_operatorCall_value_tape, adjoint::trips(0, n));
  tape.release(op_of_target_b_tape, adjoint::trips(0, n));
  tape.release(op_of_target_tape, adjoint::trips(0, n));
  tape.release(memory_b_tape_2, adjoint::trips(0, n));
  tape.release(memory_tape_3, adjoint::trips(0, n));
  tape.release(memory_b_tape, adjoint::trips(0, n));
  tape.release(memory_tape_2, adjoint::trips(0, n));
  tape.release(memory_tape, adjoint::trips(0, n));
  double x_b_sum = 0.0;
  for (int i = 2; i >= 0; --i) {
    ADJOINT_ANY_ORDER
    const double seed = table_b[i];
    table_b[i] = 0.0;
    x_b_sum += i * seed;
  }
  if (x_b_sum != 0.0)
    x_b[0] += x_b_sum;
}
int main() {
  const numeric::Points points = {{0.7, 1.3}, {-0.4, 0.9, 0.3}};
  numeric::check("f", f, f_b, points);
  numeric::check("g", g, g_b, points);
  return numeric::report();
}
