"""Which packages the program contains, read from the lock files: for its notices and its bill of materials."""

import base64
import functools
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINUX = "x86_64-unknown-linux-gnu"

# Packages for development whose code is in the build all the same; True: with what they depend on.
BUILT_IN = {"rapidoc": True, "rolldown": False, "tailwindcss": False}


@dataclass(frozen=True)
class Package:
    """One that is linked or built in."""

    kind: str
    name: str
    version: str
    licence: str
    repository: str
    authors: tuple
    folder: Path
    # Algorithm as CycloneDX names it, and the sum of the package's archive in hexadecimal digits.
    sum: tuple

    @property
    def title(self):
        return f"{self.name} {self.version} ({self.licence})"


def output_of(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def home(repository):
    """An address that is alike for all packages of a repository."""
    address = repository.get("url", "") if isinstance(repository, dict) else repository or ""
    return re.sub(r"^git\+|\.git$|/tree/.*$|/$", "", address).lower()


@functools.cache
def metadata(target):
    """What cargo tells of all packages that may be linked on `target`, a platform as rustc names it."""
    options = ["--format-version", "1", "--locked", "--filter-platform", target]
    return json.loads(output_of("cargo", "metadata", *options))


def crates(target):
    """Each crate that is linked into the program on `target`."""
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(package["name"], package["version"]): package.get("checksum") for package in locked}
    options = ["--locked", "--target", target, "--package", "mwanga", "--edges", "normal,no-proc-macro"]
    tree = output_of("cargo", "tree", *options, "--prefix", "none", "--format", "{p}")
    linked = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    for package in metadata(target)["packages"]:
        if package["source"] is not None and (package["name"], "v" + package["version"]) in linked:
            licence = package["license"] or "see its file"
            folder = Path(package["manifest_path"]).parent
            yield Package(
                "crate",
                package["name"],
                package["version"],
                licence,
                home(package["repository"]),
                tuple(package["authors"]),
                folder,
                ("SHA-256", sums[package["name"], package["version"]]),
            )


def npm_packages():
    """Each package that the frontend's build takes in; one that is tied to a platform is a tool."""
    locked = json.loads((ROOT / "frontend/package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = {path for path, package in locked.items() if path and not package.get("dev")}
    paths = {path for path in shipped if "os" not in locked[path] and "cpu" not in locked[path]}
    waiting = [f"node_modules/{name}" for name in BUILT_IN]
    while waiting:
        path = waiting.pop()
        paths.add(path)
        if BUILT_IN.get(path.removeprefix("node_modules/"), True):
            needed = (installed(locked, path, name) for name in locked[path].get("dependencies", {}))
            waiting += [other for other in needed if other not in paths]
    for path in sorted(paths):
        folder = ROOT / "frontend" / path
        if not folder.is_dir():
            sys.exit(f"the sources of {path} are not there: run make build first")
        manifest = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        author = manifest.get("author", "")
        author = author.get("name", "") if isinstance(author, dict) else author
        digest = base64.b64decode(locked[path]["integrity"].removeprefix("sha512-")).hex()
        yield Package(
            "npm",
            path.rpartition("node_modules/")[2],
            locked[path]["version"],
            locked[path].get("license", "see its file"),
            home(manifest.get("repository")),
            (author,) if author else (),
            folder,
            ("SHA-512", digest),
        )


def installed(locked, path, name):
    """Where npm put the package that the one at `path` calls `name`."""
    while f"{path}/node_modules/{name}" not in locked and path:
        path = path.rpartition("/node_modules/")[0] if "/node_modules/" in path else ""
    return f"{path}/node_modules/{name}" if path else f"node_modules/{name}"
