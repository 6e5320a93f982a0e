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


def copy_stripped(file, copy):
    """Copies a program or library without its symbols, which are most of it; all of it if there is no strip."""
    shutil.copy(file, copy)
    try:
        subprocess.run([os.environ.get("STRIP", "strip"), "--strip-unneeded", str(copy)], check=True)
    except (OSError, subprocess.CalledProcessError):
        shutil.copy(file, copy)


def from_build(folder):
    """Flags for the library of a build folder, which is copied into the package with the command."""
    library = Path(folder) / ".libs" / "libdetm.so.0"
    # detm-network is the command with fetch and serve, and exists if either was built
    names = [Path(folder) / part / name for name in ("detm-network", "detm") for part in (".libs", "")]
    command = next((path for path in names if path.exists()), None)
    if not library.exists() or command is None:
        raise SystemExit(f"{library} or the command is missing: run make in {folder}")
    copy = HERE / "detm" / "libdetm.so.0"
    (HERE / "detm" / "bin").mkdir(exist_ok=True)
    copy_stripped(library, copy)
    copy_stripped(command, HERE / "detm" / "bin" / "detm")
    return {
        "include_dirs": [str(HERE.parent / "include")],
        "extra_link_args": [str(copy), "-Wl,-rpath,$ORIGIN"],
    }


def from_pkg_config():
    (HERE / "detm" / "libdetm.so.0").unlink(missing_ok=True)
    (HERE / "detm" / "bin" / "detm").unlink(missing_ok=True)
    return {"extra_compile_args": pkg_config("--cflags"), "extra_link_args": pkg_config("--libs")}


if not (HERE / "COPYING").exists() and (HERE.parent / "COPYING").exists():
    shutil.copyfile(HERE.parent / "COPYING", HERE / "COPYING")
build = os.environ.get("DETM_BUILD")
flags = from_build(build) if build else from_pkg_config()
flags.setdefault("extra_compile_args", []).append("-std=c11")
flags.setdefault("extra_link_args", []).append("-Wl,-s")
module = Extension(
    "detm._detm",
    ["detm/_detm.c"],
    define_macros=[("Py_LIMITED_API", "0x03090000")],
    py_limited_api=True,
    **flags,
)
setup(ext_modules=[module], options={"bdist_wheel": {"py_limited_api": "cp39"}})
