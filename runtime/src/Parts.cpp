// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adjoint/parts.h"

#include <memory>

namespace adjoint {

// An object on the tape. Whatever takes it away takes away what the parts have recorded since.
struct TapeParts::Begun {
  TapeParts *parts = nullptr;
  std::size_t bytes[count];

  ~Begun() {
    for (int k = 0; parts && k < count; ++k)
      parts->tapes_[k].rewind({bytes[k]});
  }
};

void TapeParts::begin() {
  Begun &begun = Tape::local().make<Begun>();
  for (int k = 0; k < count; ++k)
    begun.bytes[k] = tapes_[k].bytes();
  begun.parts = this;
}

void TapeParts::end() { Tape::local().take<Begun>(); }

TapeParts::~TapeParts() {
  for (Tape &tape : tapes_)
    tape.clear();
}

} // namespace adjoint
