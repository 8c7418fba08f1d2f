// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An external simulation, compiled by itself: adjoint-gen never sees how it works.

#pragma once

/// s[I] becomes the value after one year, on path I, of an asset with spot x[0], drift x[1] and volatility x[2].
void mc(const double *x, double *s, int M);

/// Its adjoint, written by hand: adds to x_b, consumes s_b.
void mc_b(const double *x, double *x_b, double *s, double *s_b, int M);

/// Which paths: each batch has its own random numbers, always the same ones.
void selectBatch(unsigned batch);
