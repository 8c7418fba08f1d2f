// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An epidemic (the SIR model of Kermack and McKendrick, 1927) in which the rate of contacts falls from one level to another,
// as after measures are taken. Python fits its parameters to counts.

#include <adjoint/adjoint.h>

#include <cmath>

struct Epidemic {
  double contacts = 0.4;  ///< infections a day by one who is infected, at first
  double lasting = 0.1;   ///< and at last
  double turn = 30.0;     ///< the day in the middle of the change
  double recovery = 0.1;  ///< of those infected, a day
  double first = 1e-3;    ///< share of those infected on the first day
};

static double rate(const Epidemic &e, double t) {
  return e.lasting + (e.contacts - e.lasting) / (1.0 + std::exp((t - e.turn) / 3.0));
}

/// The share of people who are infected, day by day. A day has four steps of the method of Heun.
#pragma adjoint reverse wrt(e) of(infected)
void simulate(const Epidemic &e, double *infected, int days) {
  const double h = 0.25;
  double s = 1.0 - e.first, i = e.first;
  for (int day = 0; day < days; ++day) {
    infected[day] = i;
    for (int step = 0; step < 4; ++step) {
      const double t = day + step * h;
      const double new1 = rate(e, t) * s * i, ds1 = -new1, di1 = new1 - e.recovery * i;
      const double s2 = s + h * ds1, i2 = i + h * di1;
      const double new2 = rate(e, t + h) * s2 * i2, ds2 = -new2, di2 = new2 - e.recovery * i2;
      s += 0.5 * h * (ds1 + ds2);
      i += 0.5 * h * (di1 + di2);
    }
  }
}

/// How far the epidemic is from counts: the sum of squares, of logarithms.
#pragma adjoint reverse wrt(e)
double misfit(const Epidemic &e, const double *observed, int days) {
  double *infected = new double[days];
  simulate(e, infected, days);
  double sum = 0.0;
  for (int day = 0; day < days; ++day) {
    const double difference = std::log(infected[day] / observed[day]);
    sum += difference * difference;
  }
  delete[] infected;
  return sum;
}
