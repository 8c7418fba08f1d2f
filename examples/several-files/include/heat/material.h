// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEAT_MATERIAL_H
#define HEAT_MATERIAL_H

#include <adjoint/adjoint.h>

namespace heat {

/// How well something conducts heat, at a temperature.
class Material {
public:
  virtual ~Material() = default;
  virtual double conductivity(double temperature) const = 0;
};

class Linear : public Material {
public:
  Linear(double base, double slope) : base(base), slope(slope) {}
  ADJOINT
  double conductivity(double temperature) const override;

  double base, slope;
};

class Exponential : public Material {
public:
  Exponential(double scale, double rate) : scale(scale), rate(rate) {}
  ADJOINT
  double conductivity(double temperature) const override;

  double scale, rate;
};

} // namespace heat

#endif
