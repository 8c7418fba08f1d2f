# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How lit runs the tests in this folder. What a RUN line may use:
#
#   %adjoint-gen        the tool
#   %plugin             the flag that loads the plugin, after %clangxx
#   %gxx, %clangxx      the two compilers, with the flags that generated code has to compile under
#   %uncached-clangxx   the same, where the plugin writes files that a cache of compilers' results would not
#   %runtime-flags      include, library and run path of the runtime
#   %numeric            runs the tool on this file, compiles the result, and runs it
#   %random-programs    how many to try; more in scripts/check --all
#   %build, %source     the folders
#   FileCheck           from LLVM, on its input without the directives of the test itself
#   not                 from LLVM
#
#   %other-clangxx      clang++ of another version
#
#   %python3            an interpreter with NumPy and SciPy
#   %python-flags       what compiles a module for it
#   %python-path        where programs are found, among them this interpreter as python3
#
# and after REQUIRES: llvm-22 or llvm-19, gdb, other-clang, pybind11, colpack, ipopt, eigen, lapacke, mpi, xsimd, vc, avx2, all (scripts/check --all).
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import zlib

import lit.formats

source = config.adjoint_source_dir
binary = config.adjoint_binary_dir
plugin = os.path.join(binary, "lib", "adjoint-plugin.so")
tool = os.path.join(binary, "bin", "adjoint-gen")
flags = "-std=c++17 -Wall -Wextra -Werror -O1"
runtime = "-I{0}/runtime/include -L{1}/lib -Wl,-rpath,{1}/lib -ladjoint-runtime".format(source, binary)
run_numeric = os.path.join(source, "test", "Numeric", "run-numeric")

config.name = "adjoint-gen"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".c", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.join(source, "test")
config.test_exec_root = os.path.join(binary, "test")
config.available_features.add("llvm-" + config.llvm_version)

is_full = "ADJOINT_TEST_ALL" in os.environ  # scripts/check --all
if is_full:
    config.available_features.add("all")

# Of the second LLVM's numeric tests, the half that the names say.
if "NUMERIC_OTHER_LLVM" in os.environ and not is_full:
    numeric = os.listdir(os.path.join(source, "test", "Numeric"))
    config.excludes += [name for name in numeric if zlib.crc32(name.encode()) & 4]

# OpenMP's headers are those of the first LLVM: of several, they cannot be installed together.
if "NUMERIC_OTHER_LLVM" in os.environ:
    config.excludes += [name for name in os.listdir(os.path.join(source, "test", "Numeric")) if name.startswith("openmp-")]

for program in ("chromium", "gdb"):
    if shutil.which(program):
        config.available_features.add(program)

others = [path for path in sorted(glob.glob("/usr/lib/llvm-*/bin/clang++"))
          if os.path.realpath(path) != os.path.realpath(os.path.join(config.llvm_tools_dir, "clang++"))]
if others:
    config.available_features.add("other-clang")
    config.substitutions.append(("%other-clangxx", others[0]))


def python_with_modules():
    """An interpreter that has NumPy and SciPy, and for whose modules there are headers; and the flags that compile them."""
    script = "import numpy, scipy, sysconfig; print(sysconfig.get_paths()['include'])"
    for interpreter in (sys.executable, "/usr/bin/python3"):
        found = subprocess.run([interpreter, "-c", script], capture_output=True, text=True)
        include = found.stdout.strip()
        if found.returncode == 0 and os.path.exists(os.path.join(include, "Python.h")) and os.path.exists("/usr/include/pybind11"):
            return interpreter, "-shared -fPIC -fvisibility=hidden -isystem " + include
    return None


modules = python_with_modules()
if modules:
    config.available_features.add("pybind11")
    config.substitutions += [("%python3", modules[0]), ("%python-flags", modules[1]),
                             ("%python-path", os.pathsep.join([config.llvm_tools_dir, os.path.dirname(tool), os.path.dirname(modules[0]),
                                                               os.environ["PATH"]]))]

# What colours sparse matrices is built where there is ColPack.
if os.path.exists(os.path.join(binary, "lib", "libadjoint-sparse.so")):
    config.available_features.add("colpack")
    config.substitutions.append(("%sparse-flags", "-ladjoint-sparse"))

# Debian's coinor-libipopt-dev.
if os.path.exists("/usr/include/coin/IpTNLP.hpp"):
    config.available_features.add("ipopt")

# Debian's libeigen3-dev.
if os.path.exists("/usr/include/eigen3/Eigen/Core"):
    config.available_features.add("eigen")

# Debian's libxsimd-dev.
if os.path.exists("/usr/include/xsimd/xsimd.hpp"):
    config.available_features.add("xsimd")

# Instructions of the processor that runs the tests.
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo") as info:
        if " avx2 " in info.read():
            config.available_features.add("avx2")

# Debian's vc-dev.
if os.path.exists("/usr/include/Vc/Vc"):
    config.available_features.add("vc")

# Debian's liblapacke-dev, and with it some BLAS.
if os.path.exists("/usr/include/lapacke.h"):
    config.available_features.add("lapacke")

def starts_processes():
    """Does mpirun start two processes here? In some containers it cannot."""
    command = ["mpirun", "-n", "2", "--mca", "plm", "isolated", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "true"]
    try:
        return subprocess.run(command, capture_output=True, timeout=30).returncode == 0
    except subprocess.TimeoutExpired:
        return False


# Debian's libopenmpi-dev and openmpi-bin.
if shutil.which("mpicxx") and shutil.which("mpirun") and starts_processes():
    config.available_features.add("mpi")

# python3 is the interpreter that runs lit, not a script that looks for one.
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, os.path.dirname(tool), os.path.dirname(sys.executable), os.environ["PATH"]])
config.environment["ADJOINT_GEN"] = tool
config.environment["ADJOINT_PLUGIN"] = plugin
config.environment["CLANGXX"] = config.clangxx
config.environment["GXX"] = config.gxx
config.environment["RUNTIME_FLAGS"] = runtime
for name in ("CCACHE_DIR", "HOME", "ADJOINT_TEST_ALL", "NUMERIC_OTHER_LLVM", "TMPDIR", "XDG_CACHE_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def numeric_environment():
    """A digest of all that decides what a generated text does when it is compiled and run, but for the text."""
    digest = hashlib.sha256()
    files = [run_numeric] + [path for pattern in ("runtime/include/**/*.h", "runtime/src/*", "test/Numeric/*.h")
                             for path in sorted(glob.glob(os.path.join(source, pattern), recursive=True))]
    for path in files:
        with open(path, "rb") as file:
            digest.update(path.encode() + file.read())
    for compiler in [config.real_gxx] + sorted(glob.glob("/usr/lib/llvm-*/bin/clang++")):
        digest.update(str(os.stat(compiler).st_mtime).encode())
    return digest.hexdigest()[:16]


def tool_digest():
    """Of the executables that write texts."""
    digest = hashlib.sha256()
    for path in (tool, plugin):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


config.environment["NUMERIC_TOOL"] = tool_digest()
config.environment["NUMERIC_PASSED"] = os.path.join(os.environ.get("NUMERIC_FIRST_BUILD", binary), "test", "passed",
                                                    numeric_environment())

config.substitutions += [
    (r"\bFileCheck\b", " ".join([sys.executable, os.path.join(source, "test", "Support", "file-check.py"),
                                 os.path.join(config.llvm_tools_dir, "FileCheck")])),
    ("%adjoint-gen", tool),
    ("%build", binary),
    ("%source", source),
    ("%llvm-version", config.llvm_version),
    ("%plugin", "-fplugin=" + plugin),
    ("%gxx", config.gxx + " " + flags),
    ("%clangxx-alone", os.path.join(config.llvm_tools_dir, "clang++")),
    ("%uncached-clangxx", "env CCACHE_DISABLE=1 " + config.clangxx + " " + flags),
    ("%clangxx", config.clangxx + " " + flags + " -Wno-unused-command-line-argument"),
    ("%runtime-flags", runtime),
    ("%numeric", run_numeric + " %s %t"),
    ("%random-programs", "200" if is_full else "50"),
]
