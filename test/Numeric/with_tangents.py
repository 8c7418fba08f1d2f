# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source of a test, with a tangent asked for beside each adjoint, and compared with it.

    #pragma adjoint reverse wrt(x) value          #pragma adjoint tangent wrt(x)
                                            ->    #pragma adjoint reverse wrt(x) value
    numeric::check("f", f, f_b, ...)              numeric::check("f", f, numeric::both(f_b, f_d), ...)

A request with name(...) gets no tangent: several may stand before one function. Nor does any request of a source
with the line

    // NUMERIC-TANGENTS: none
"""

import re


def tangent_pragma(clauses):
    return "#pragma adjoint tangent" + re.sub(r"\bvalue\b", "", clauses).rstrip()


def with_tangents(text):
    if "\n// NUMERIC-TANGENTS: none" in text:
        return text
    lines = []
    for line in text.split("\n"):
        pragma = re.match(r"#pragma adjoint reverse(.*)$", line)
        if pragma and "name(" not in line and not line.endswith("\\"):
            lines.append(tangent_pragma(pragma.group(1)))
        elif line.strip() == "ADJOINT":
            lines.append(tangent_pragma(""))
        lines.append(line)
    return re.sub(r'(numeric::check\(\s*"[^"]*",\s*)([\w:]+)(,\s*)\2_b,', r"\1\2\3numeric::both(\2_b, \2_d),", "\n".join(lines))
