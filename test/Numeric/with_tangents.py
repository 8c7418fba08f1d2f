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


def request(mode, clauses):
    return f"#pragma adjoint {mode}" + re.sub(r"\bvalue\b", "", clauses).rstrip()


def with_requests(text, modes, derivatives):
    """Each of the modes is asked for beside each adjoint; a check gets the derivatives, in which {0} stands for f."""
    if "\n// NUMERIC-TANGENTS: none" in text:
        return text
    lines = []
    for line in text.split("\n"):
        pragma = re.match(r"#pragma adjoint reverse(?!_)(.*)$", line)
        if pragma and "name(" not in line and not line.endswith("\\"):
            lines += [request(mode, pragma.group(1)) for mode in modes]
        elif line.strip() == "ADJOINT":
            lines += [request(mode, "") for mode in modes]
        lines.append(line)
    check = re.compile(r'(numeric::check\(\s*"[^"]*",\s*)([\w:]+)(,\s*)\2_b,')
    return check.sub(lambda found: "".join(found.groups()) + derivatives.format(found[2]) + ",", "\n".join(lines))


def with_tangents(text):
    return with_requests(text, ["tangent"], "numeric::both({0}_b, {0}_d)")


def with_second_order(text):
    """The tangents of the adjoints, too."""
    modes = ["tangent", "hessian_vector"]
    return with_requests(text, modes, "numeric::withSecond({0}_b, {0}_d, {0}_bd)")
