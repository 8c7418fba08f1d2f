# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps in time on arrays that are computed from their neighbours: fluxes, branches, temporaries, buffers that are swapped.

Class Stencils is a part of Generator. The arrays are the statement's own, of 6 to 9 elements by a number that no
compiler knows, begin below one, and stay there, for each step adds little to what it has.
"""

from tree import Block, Node

FEATURES = {
    # of programs that have such steps; name: chance
    "own-vectors": 0.8, "own-blocks": 0.7, "own-arrays": 0.5, "swapped-buffers": 0.8, "step-temporaries": 0.8,
    "branching-flux": 0.8, "in-place-step": 0.5, "rows-and-columns": 0.5, "scattered-step": 0.6, "periodic-step": 0.5,
    "swap-by-hand": 0.6, "buffers-that-meet": 0.4, "struct-elements": 0.5,
}


class Stencils:
    def st_stencil(self, budget):
        if not self.has("stencils") or self.loop >= 2:
            return None
        self.use("stencils")
        u, w, t, size, steps, i = (self.fresh(p) for p in ("now", "next", "made", "size", "step", "at"))
        kind = self.pick([k for k in ("own-vectors", "own-blocks", "own-arrays") if self.has(k)] or ["own-arrays"])
        self.use(kind)
        self.full()
        scale = self.fresh("scale")
        lines = [self.s(f"const double {scale} = 0.4 * std::sin(", self.double(1), ");")]
        lines.append(self.pinned(f"const int {size} = {self.own_size()};"))
        lines += [self.pinned(self.own_array(kind, name, size)) for name in (u, w)]
        lines.append(self.pinned(f"for (int {i} = 0; {i} < {size}; ++{i}) {{ {u}[{i}] = 0.3 * {scale} + 0.1 * {i}; "
                                 f"{w}[{i}] = 0.5 - 0.1 * {i} * {scale}; }}"))
        body = self.step(kind, u, w, t, size, scale, steps)
        lines.append(self.s(f"for (int {steps} = 0; {steps} < {self.r.randint(2, 3)}; ++{steps}) ", Block(body)))
        self.full()
        lines.append(self.s(*self.assign_from(f"0.2 * ({u}[{self.r.randint(0, 5)}] - {w}[{self.r.randint(0, 5)}] * {u}[2])")))
        if kind == "own-blocks":
            lines += [self.pinned(f"delete[] {name};") for name in self.shuffled([u, w])]
        return [Node("s", [Block(lines)])]

    def pinned(self, text):
        return Node("s", [text], pinned=True)

    def shuffled(self, items):
        self.r.shuffle(items)
        return items

    def own_size(self):
        return f"{self.four()} + {self.r.randint(2, 5)}"

    def own_array(self, kind, name, size):
        return {"own-vectors": f"std::vector<double> {name}({size});", "own-blocks": f"double *{name} = new double[{size}]();",
                "own-arrays": f"double {name}[9] = {{}};"}[kind]

    def step(self, kind, u, w, t, size, scale, step):
        """The statements of one step in time."""
        body, temporary = [], self.has("step-temporaries") and self.chance(0.6)
        is_block = temporary and self.chance(0.4)
        if temporary:
            self.use("step-temporaries")
            body.append(self.pinned(self.own_array("own-blocks" if is_block else "own-vectors", t, size)))
        to = t if temporary else w
        forms = [self.flux] + [form for feature, form in (
            ("in-place-step", self.in_place), ("scattered-step", self.scattered), ("periodic-step", self.periodic),
            ("rows-and-columns", self.rows_and_columns), ("struct-elements", self.with_structs)) if self.has(feature)]
        body.append(self.flux(to, u, size, scale))
        for _ in range(self.r.randint(0, 2)):
            body.append(self.pick(forms)(to if self.chance(0.5) else w, u, size, scale))
        body.append(self.update(u, to, size, scale))
        if is_block:
            body.append(self.pinned(f"delete[] {t};"))
        if self.has("swapped-buffers") and kind != "own-arrays" and self.chance(0.7):
            body += self.swap(kind, u, w, size, step)
        return body

    def neighbours(self, a, i):
        return self.pick([f"({a}[{i} + 1] - {a}[{i} - 1])", f"({a}[{i} - 1] + {a}[{i}])", f"{a}[{i}] * {a}[{i} + 1]",
                          f"({a}[{i} + 1] - 2.0 * {a}[{i}] + {a}[{i} - 1])", f"{a}[{i} - 1] / (1.5 + {a}[{i}] * {a}[{i}])", f"{a}[{i}]"])

    def inside(self, i, size):
        """A loop over what has two neighbours."""
        return self.pick([f"for (int {i} = 1; {i} + 1 < {size}; ++{i})", f"for (int {i} = 1; {i} < {size} - 1; ++{i})",
                          f"for (int {i} = {size} - 2; {i} > 0; --{i})", f"for (unsigned {i} = 1; {i} + 1 < unsigned({size}); ++{i})",
                          f"for (int {i} = 1; {i} + 1 < {size}; {i} += 2)"])

    def flux(self, to, u, size, scale):
        i, a = self.fresh("at"), self.fresh("mean")
        n = [self.neighbours(u, i) for _ in range(4)]
        value = f"0.3 * {a} * {n[1]} + 0.2 * {n[2]}"
        if self.has("branching-flux") and self.chance(0.6):
            self.use("branching-flux")
            limit = self.pick(["0.1", "0.25", scale])
            value = self.pick([f"{a} > {limit} ? 0.4 * {a} * {n[1]} : 0.3 * {n[2]}",
                               f"0.2 * ({a} > {limit} && {n[3]} < 0.4 ? {a} : {scale}) * {n[1]}"])
            if self.chance(0.4):
                return self.s(f"{self.inside(i, size)} {{ double {a} = 0.5 * {n[0]}; if ({a} > {limit}) {{ {a} *= 0.7; {to}[{i}] = {a} * {n[1]}; }} "
                              f"else {{ {to}[{i}] = 0.4 * {a} + 0.1 * {n[2]}; }} }}")
        return self.s(f"{self.inside(i, size)} {{ const double {a} = 0.5 * {n[0]}; {to}[{i}] = {value}; }}")

    def in_place(self, to, u, size, scale):
        self.use("in-place-step")
        i = self.fresh("at")
        return self.s(f"{self.inside(i, size)} {u}[{i}] = 0.5 * {u}[{i}] + 0.2 * {self.neighbours(u, i)} * {self.pick([scale, to + '[' + i + ']'])};")

    def scattered(self, to, u, size, scale):
        self.use("scattered-step")
        i = self.fresh("at")
        return self.s(f"{self.inside(i, size)} {{ const double f = 0.2 * {self.neighbours(u, i)} * {scale}; {to}[{i}] += f; {to}[{i} - 1] -= f; "
                      f"if (f > 0.05) {to}[{i} + 1] += 0.5 * f; }}")

    def periodic(self, to, u, size, scale):
        self.use("periodic-step")
        i = self.fresh("at")
        left = self.pick([f"({i} + {size} - 1) % {size}", f"({i} == 0 ? {size} - 1 : {i} - 1)"])
        return self.s(f"for (int {i} = 0; {i} < {size}; ++{i}) {{ const int l = {left}, r = ({i} + 1) % {size}; "
                      f"{to}[{i}] = 0.3 * {u}[l] * {u}[r] + 0.2 * {u}[{i}] * {scale}; }}")

    def rows_and_columns(self, to, u, size, scale):
        self.use("rows-and-columns")
        g, h, i, j = (self.fresh(p) for p in ("grid", "flow", "row", "column"))
        n = self.r.randint(3, 5)
        return self.s(f"{{ double {g}[{n * n}], {h}[{n * n}] = {{}}; for (int {i} = 0; {i} < {n * n}; ++{i}) {g}[{i}] = {u}[{i} % {size}] * {scale}; "
                      f"for (int {i} = 1; {i} < {n} - 1; ++{i}) for (int {j} = 1; {j} < {n} - 1; ++{j}) {{ const int here = {i} * {n} + {j}; const double c = {g}[here]; "
                      f"{h}[here] = c > {self.pick(['0.0', '0.1', scale])} ? c * ({g}[here] - {g}[here - {n}]) : c * ({g}[here + 1] - {g}[here]) + 0.2 * {g}[here + {n}]; }} "
                      f"{to}[1] += 0.3 * {h}[{n + 1}] + 0.2 * {h}[{2 * n - 2}] * {h}[{n + 1}]; }}")

    def with_structs(self, to, u, size, scale):
        self.use("struct-elements")
        p, i, j = (self.fresh(x) for x in ("body", "at", "other"))
        return self.s(f"{{ std::vector<S> {p}({size}); for (int {i} = 0; {i} < {size}; ++{i}) {{ {p}[{i}].a = {u}[{i}]; {p}[{i}].b = 0.5 * {u}[{i}] * {scale}; }} "
                      f"for (int {i} = 0; {i} < {size}; ++{i}) for (int {j} = 0; {j} < {i}; ++{j}) {{ const double d = {p}[{i}].a - {p}[{j}].a; "
                      f"{p}[{i}].b += 0.1 * d * d * {scale}; {p}[{j}].b -= 0.05 * d; }} for (int {i} = 0; {i} < {size}; ++{i}) {to}[{i}] += 0.2 * {p}[{i}].b; }}")

    def update(self, u, to, size, scale):
        i = self.fresh("at")
        return self.s(self.pick([
            f"for (int {i} = 1; {i} + 1 < {size}; ++{i}) {u}[{i}] = 0.6 * {u}[{i}] + 0.2 * ({to}[{i}] - {to}[{i} - 1]);",
            f"for (int {i} = 1; {i} < {size}; ++{i}) {u}[{i}] = 0.5 * {u}[{i}] - 0.2 * {to}[{i} - 1] * {u}[{i}];",
            f"for (int {i} = 0; {i} < {size}; ++{i}) {u}[{i}] = 0.4 * {to}[{i}] + 0.3 * {scale};",
            f"for (int {i} = 1; {i} + 1 < {size}; ++{i}) {u}[{i}] -= 0.2 * {to}[{i}] * {to}[{i} + 1];"]))

    def swap(self, kind, u, w, size, step):
        self.use("swapped-buffers")
        p, i = self.fresh("kept"), self.fresh("at")
        if kind == "own-vectors":
            swapped = self.pick([f"std::swap({u}, {w});", f"{u}.swap({w});", f"{{ std::vector<double> {p} = {u}; {u} = {w}; {w} = {p}; }}",
                                 f"{u} = {w};"])
        else:
            swapped = f"std::swap({u}, {w});"
            if self.has("swap-by-hand") and self.chance(0.5):
                self.use("swap-by-hand")
                swapped = f"{{ double *{p} = {u}; {u} = {w}; {w} = {p}; }}"
        found = [self.s(swapped if self.chance(0.6) else f"if ({step} != 1) {swapped}")]
        if kind == "own-blocks" and self.has("buffers-that-meet") and self.chance(0.4):
            self.use("buffers-that-meet")
            found.append(self.s(f"{{ double *{p} = {step} == 1 ? {w} : {u}; for (int {i} = 1; {i} + 1 < {size}; ++{i}) "
                                f"{p}[{i}] = 0.5 * {p}[{i}] + 0.2 * {w}[{i} - 1] * {u}[{i} + 1]; }}"))
        return found
