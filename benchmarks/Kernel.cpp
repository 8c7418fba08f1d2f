// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernel.h"
#include "Numbers.h"

#include <random>

namespace bench {

namespace {
std::vector<Registration> &mutableRegistrations() {
  static std::vector<Registration> all;
  return all;
}
} // namespace

void Registration::announce(const Registration &registration) { mutableRegistrations().push_back(registration); }

const std::vector<Registration> &registrations() { return mutableRegistrations(); }

std::vector<double> numbers(std::size_t n, double low, double high) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> distribution(low, high);
  std::vector<double> out(n);
  for (double &value : out)
    value = distribution(engine);
  return out;
}

} // namespace bench
