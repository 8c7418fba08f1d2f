// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of statistics and finance, as they are written with Eigen.

#include "Measure.h"
#include "eigen-by-hand.h"

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd covarianceOf(const MatrixXd &x, double length, double sigma, double noise) {
  const Index n = x.cols();
  MatrixXd k(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) {
      k(i, j) = sigma * sigma * std::exp(-0.5 * (x.col(i) - x.col(j)).squaredNorm() / (length * length));
      k(j, i) = k(i, j);
    }
  k.diagonal().array() += noise * noise;
  return k;
}

#pragma adjoint reverse wrt(length, sigma, noise)
double gaussianProcess(const MatrixXd &x, const VectorXd &y, double length, double sigma, double noise) {
  const Eigen::LLT<MatrixXd> llt(covarianceOf(x, length, sigma, noise));
  const VectorXd weights = llt.solve(y);
  const MatrixXd l = llt.matrixL();
  return 0.5 * y.dot(weights) + l.diagonal().array().log().sum();
}

/// The norm of a function that kernels at points make.
#pragma adjoint reverse wrt(x, weights, length)
double kernelNorm(const MatrixXd &x, const VectorXd &weights, double length) {
  const MatrixXd k = covarianceOf(x, length, 1.0, 0.1);
  return weights.dot(k * weights);
}

#pragma adjoint reverse wrt(x, mean, covariance)
double normalLogDensity(const VectorXd &x, const VectorXd &mean, const MatrixXd &covariance) {
  const Eigen::LLT<MatrixXd> llt(covariance);
  const VectorXd d = x - mean;
  const MatrixXd l = llt.matrixL();
  return -0.5 * d.dot(llt.solve(d)) - l.diagonal().array().log().sum() - 0.5 * static_cast<double>(x.size()) * std::log(2.0 * M_PI);
}

#pragma adjoint reverse wrt(means, logWeights, logScales)
double mixture(const MatrixXd &points, const MatrixXd &means, const VectorXd &logWeights, const MatrixXd &logScales) {
  double likelihood = 0.0;
  VectorXd terms(means.cols());
  for (Index i = 0; i < points.cols(); ++i) {
    for (Index k = 0; k < means.cols(); ++k) {
      const VectorXd d = (points.col(i) - means.col(k)).array() * (-logScales.col(k)).array().exp();
      terms(k) = logWeights(k) - 0.5 * d.squaredNorm() - logScales.col(k).sum();
    }
    const double top = terms.maxCoeff();
    likelihood += top + std::log((terms.array() - top).exp().sum());
  }
  return likelihood;
}

#pragma adjoint reverse
double logDeterminant(const MatrixXd &m) {
  const Index n = m.rows();
  const Eigen::LLT<MatrixXd> llt(m * m.transpose() + MatrixXd::Identity(n, n));
  const MatrixXd l = llt.matrixL();
  return 2.0 * l.diagonal().array().log().sum();
}

#pragma adjoint reverse
double leastSquares(const MatrixXd &a, const VectorXd &b) {
  const VectorXd x = a.householderQr().solve(b);
  return (a * x - b).squaredNorm() + 0.1 * x.squaredNorm();
}

#pragma adjoint reverse wrt(x, y, lambda)
double ridgeRegression(const MatrixXd &x, const VectorXd &y, double lambda, const MatrixXd &test, const VectorXd &expected) {
  const MatrixXd gram = x.transpose() * x + lambda * MatrixXd::Identity(x.cols(), x.cols());
  const VectorXd w = gram.ldlt().solve(x.transpose() * y);
  return (test * w - expected).squaredNorm();
}

#pragma adjoint reverse
double portfolio(const MatrixXd &returns, const VectorXd &weights, double aversion) {
  const Eigen::RowVectorXd mean = returns.colwise().mean();
  const MatrixXd centred = returns.rowwise() - mean;
  const MatrixXd covariance = centred.transpose() * centred / static_cast<double>(returns.rows() - 1);
  return mean.dot(weights) - 0.5 * aversion * weights.dot(covariance * weights);
}

int main(int count, char **names) {
  using namespace bench;
  chosen().assign(names + 1, names + count);
  for (int n : {3, 30, 300}) {
    const double scale = 1.0 / std::sqrt(n);
    measure("gaussianProcess", n, gaussianProcess, gaussianProcess_b, byHand::gaussianProcess, fixed(someMatrix(2, n)),
            fixed(someVector(n, 1)), 0.7, 1.3, 0.4);
    measure("kernelNorm", n, kernelNorm, kernelNorm_b, byHand::kernelNorm, someMatrix(3, n), someVector(n, 1), 0.7);
    measure("normalLogDensity", n, normalLogDensity, normalLogDensity_b, NotByHand(), someVector(n), someVector(n, 1), someDefinite(n));
    measure("mixture", n, mixture, mixture_b, NotByHand(), fixed(someMatrix(n, 20)), MatrixXd(scale * someMatrix(n, 5, 1)),
            someVector(5, 2), MatrixXd(0.1 * someMatrix(n, 5, 3)));
    measure("logDeterminant", n, logDeterminant, logDeterminant_b, NotByHand(), MatrixXd(scale * someMatrix(n, n)));
    measure("leastSquares", n, leastSquares, leastSquares_b, byHand::leastSquares, someMatrix(2 * n, n), someVector(2 * n, 1));
    measure("ridgeRegression", n, ridgeRegression, ridgeRegression_b, NotByHand(), MatrixXd(scale * someMatrix(2 * n, n)),
            someVector(2 * n, 1), 0.3, fixed(MatrixXd(scale * someMatrix(n, n, 2))), fixed(someVector(n, 3)));
    measure("portfolio", n, portfolio, portfolio_b, NotByHand(), someMatrix(2 * n, n), VectorXd(scale * someVector(n, 1)), 2.0);
  }
}
