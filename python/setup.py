"""Builds the extension with the limited API: with libdetm of pkg-config, or of the build folder DETM_BUILD."""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup


HERE = Path(__file__).resolve().parent


def pkg_config(option):
    command = [os.environ.get("PKG_CONFIG", "pkg-config"), option, "detm"]
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit("libdetm was not found: install it (make install), or set DETM_BUILD to its build folder")


def from_build(folder):
    """Flags for the library of a build folder, which is copied into the package."""
    library = Path(folder) / ".libs" / "libdetm.so.0"
    if not library.exists():
        raise SystemExit(f"{library} is missing: run make in {folder}")
    copy = HERE / "detm" / "libdetm.so.0"
    shutil.copyfile(library, copy)
    return {
        "include_dirs": [str(HERE.parent / "include")],
        "extra_link_args": [str(copy), "-Wl,-rpath,$ORIGIN"],
    }


def from_pkg_config():
    (HERE / "detm" / "libdetm.so.0").unlink(missing_ok=True)
    return {"extra_compile_args": pkg_config("--cflags"), "extra_link_args": pkg_config("--libs")}


build = os.environ.get("DETM_BUILD")
flags = from_build(build) if build else from_pkg_config()
flags.setdefault("extra_compile_args", []).append("-std=c11")
module = Extension(
    "detm._detm",
    ["detm/_detm.c"],
    define_macros=[("Py_LIMITED_API", "0x03090000")],
    py_limited_api=True,
    **flags,
)
setup(ext_modules=[module], options={"bdist_wheel": {"py_limited_api": "cp39"}})
