"""One kernel, called with NumPy arrays."""
from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import weakref
from pathlib import Path
from typing import Any, Optional, Union

from fencepost._arrays import NULL, OWN, PLACE, SAME, Parameter
from fencepost._process import BAD_USAGE, Pathlike, Words, environment, without, words
from fencepost._report import CompileError, Finding, Report, UsageError, finding_of
from fencepost._tools import program
from fencepost._worker import HEAD, LENGTH, LaunchError, Worker

Size = Union[int, "tuple[int, ...]"]
_ALIGNMENT = 64


def _three(size: Size, name: str) -> "tuple[int, int, int]":
    numbers = tuple(size) if isinstance(size, (tuple, list)) else (size,)
    if not 1 <= len(numbers) <= 3:
        raise ValueError(f"{name} has one to three sizes, not {size!r}")
    whole = [int(number) for number in numbers]
    if any(given != number or not 0 < number < 2**31 for given, number in zip(numbers, whole)):
        raise ValueError(f"{name} has sizes from 1 on, not {size!r}")
    return (*whole, 1, 1)[:3]  # type: ignore[return-value]


@functools.lru_cache(maxsize=256)
def _head(grid: Size, block: Size, shared: int) -> "tuple[int, ...]":
    """The sizes of a launch as a HEAD ends."""
    if not 0 <= shared < 2**31:
        raise ValueError(f"dynamic shared memory is a number of bytes, not {shared!r}")
    return (shared, *_three(grid, "the grid"), *_three(block, "the block"))


def _hashable(size: Any) -> Any:
    return tuple(size) if isinstance(size, list) else size


def _compile(arguments: "list[str]", folder: str) -> None:
    result = subprocess.run([program("fencepost-nvcc"), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace", env=environment(), check=False)
    if result.returncode == BAD_USAGE:
        raise UsageError(without(result.stdout, folder).strip())
    if result.returncode != 0:
        raise CompileError(without(result.stdout, folder).strip())


def _remove(folder: str, owner: int) -> None:
    """Not in a child that fork() has made."""
    if owner == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _Launch:
    """`kernel[grid, block]`: to be called."""

    __slots__ = ("_kernel", "_head")

    def __init__(self, kernel: "Kernel", head: "tuple[int, ...]") -> None:
        self._kernel = kernel
        self._head = head

    def __call__(self, *arguments: Any) -> Report:
        return self._kernel._launch(self._head, arguments)


class Kernel:
    """A kernel of a CUDA source, compiled once, launched with NumPy arrays that it changes in place.

        scale = fencepost.Kernel("scale.cu", "scale")
        report = scale[4, 256](x, 2.0, x.size)           # grid, block; a third: bytes of dynamic shared memory

    source: a .cu file or a header, or the text of one. name: the kernel's, with its namespaces if it has any; of a template
    with arguments, "scan<float, 256>". options: those of checked programs, ["--check", "race"]. compiler_options:
    ["-I", "include", "-DN=64"]. timeout: seconds after which a launch is given up; an attribute, too.

    A parameter that is a pointer takes an array of its type (or None), C-contiguous, and bounds are those of the array. The
    same array may be given for several parameters, but no two that overlap otherwise. Other parameters take numbers; a struct
    takes an element of a structured array.

    Kernels run in a process of their own, which lasts until the object goes or `close` is called. There each array has a copy,
    which is made before the launch, and copied back if the parameter is not const. What happens in a kernel, a crash included,
    happens there; after one the arrays are as before the launch, `__device__` variables as in the beginning, and
    Ctrl-C and a timeout (LaunchError) leave it so, too.

    Raises CompileError, UsageError if there is no such kernel or a parameter cannot be given, FileNotFoundError.
    Thread safety: any thread; launches wait for each other. A process that fork() has made launches in a process of its own.
    """

    def __init__(self, source: Pathlike, name: str, *, options: Words = (), compiler_options: Words = (),
                 timeout: Optional[float] = None) -> None:
        self._worker: Optional[Worker] = None
        self._lock = threading.Lock()
        self.timeout = timeout
        self._folder = tempfile.mkdtemp(prefix="fencepost-")
        weakref.finalize(self, _remove, self._folder, os.getpid())
        self._options = words(options, "options")
        self.name = name
        if isinstance(source, str) and ("\n" in source or "{" in source):
            self._source = Path(self._folder, "source.cu")
            self._source.write_text(source, encoding="utf-8")
        else:
            self._source = Path(os.fspath(source)).absolute()
            if not self._source.is_file():
                raise FileNotFoundError(f"{source}: {'is a folder' if self._source.is_dir() else 'no such file'}; "
                                        "give a .cu file, or the text of one")
        if not re.fullmatch(r"[\w:<>,\s*&()+-]+", name):
            raise UsageError(f"{name!r} is no name of a kernel")
        self._build(words(compiler_options, "compiler_options"))
        self._views: "dict[int, Any]" = {}
        self._layout: "tuple[Any, ...]" = ()
        self._offsets: "list[int]" = []

    # ---- compiling ---------------------------------------------------------------------------------------------------

    def _list(self, source: Path, options: "list[str]", how: str) -> "dict[str, Any]":
        output = Path(self._folder, "kernels")
        _compile([f"--kernel-list={how}", "-x", "cu", str(source), "-o", str(output), *options], self._folder)
        kernels: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return kernels

    def _include(self, has_main: bool) -> str:
        text = f"#include {_quoted(str(self._source))}\n"
        if not has_main:
            return text
        return ('#pragma GCC diagnostic ignored "-Wreturn-type"\n'
                f"#define main main_of_the_file\n{text}#undef main\n")

    def _choose(self, options: "list[str]") -> "tuple[dict[str, Any], bool]":
        """The kernel, with its parameters, and whether the source has a main function."""
        listed = self._list(self._source, options, "told")
        name = re.sub(r"\s", "", self.name.split("<")[0].split("(")[0]).removeprefix("::")
        found = [each for each in listed["kernels"] if each["name"] == name]
        found = found or [each for each in listed["kernels"] if each["name"].endswith("::" + name)]
        known = "".join(f"\n  {each['name']}   {each['head']} {each['signature']}" for each in listed["kernels"])
        if not found:
            raise UsageError(f"{self._source} has no kernel {name}" + (f"; it has:{known}" if known else ""))
        if len(found) > 1:
            raise UsageError(f"several kernels of {self._source} are called {name}:{known}\n"
                             "call the one that you mean from a kernel with a name of its own")
        kernel = found[0]
        if kernel["head"]:
            if "<" not in self.name:
                raise UsageError(f"{kernel['name']} is a template; give its arguments, "
                                 f"{kernel['name']}<{(kernel['instances'] or ['…'])[0]}>")
            instance = kernel["name"] + self.name[self.name.index("<"):]
            file = Path(self._folder, "instance.cu")
            file.write_text(self._include(listed["has_main"]) +
                            f"static auto* const fencepost_kernel = &::{instance};\n", encoding="utf-8")
            chosen = self._list(file, options, "quiet")
            if not chosen["chosen"]:
                raise UsageError(f"{instance} does not fit {kernel['head']} {kernel['signature']}"
                                 + (f"\n  the compiler says: {chosen['error']}" if chosen["error"] else ""))
            kernel = {**chosen["chosen"][0], "name": instance, "file": kernel["file"], "line": kernel["line"]}
        elif "<" in self.name:
            raise UsageError(f"{kernel['name']} is no template; leave the <…> out")
        return kernel, listed["has_main"]

    def _build(self, options: "list[str]") -> None:
        kernel, has_main = self._choose(options)
        self.signature: str = kernel["signature"]
        self._parameters = [Parameter(number, each, kernel["name"]) for number, each in enumerate(kernel["parameters"])]
        place = f"#line {kernel['line']} {_quoted(str(Path(kernel['file']).absolute()))}\n"
        lines = []
        for parameter in self._parameters:
            i = parameter.number
            kind = f"Parameter{i}"
            lines.append(f"    using {kind} = {kernel['parameters'][i]['type']['name']};\n" if "(*)" not in parameter.type else "")
            if parameter.is_array:
                lines.append(f"    if (call.place({i}))\n{place}      call.check(cudaMalloc(call.device({i}), call.bytes({i})));\n")
                lines.append(f"    const {kind} argument{i} = static_cast<{kind}>(call.array({i}));\n")
            else:
                lines.append(f"    const auto argument{i} = call.number<{kind}>();\n")
        arguments = ", ".join(f"argument{parameter.number}" for parameter in self._parameters)
        back = "".join(f"    call.take_back({each.number});\n" for each in self._parameters if each.is_written)
        text = (f"#include {_quoted(str(Path(__file__).with_name('worker.h')))}\n{self._include(has_main)}"
                f"int main(int, char** words) {{\n  fencepost_worker::Call call(words, {len(self._parameters)});\n"
                "  for (;;) {\n    call.begin();\n" + "".join(lines) +
                f"{place}    ::{kernel['name']}<<<call.grid(), call.block(), call.shared()>>>({arguments});\n"
                "    call.check(cudaGetLastError());\n    call.check(cudaDeviceSynchronize());\n" + back +
                "    call.end();\n  }\n}\n")
        file = Path(self._folder, "worker.cu")
        file.write_text(text, encoding="utf-8")
        self._program = str(Path(self._folder, "worker"))
        _compile([str(file), "-o", self._program, *options], self._folder)

    # ---- launching ---------------------------------------------------------------------------------------------------

    def __getitem__(self, sizes: "tuple[Any, ...]") -> _Launch:
        """`kernel[grid, block]` or `kernel[grid, block, shared]`; grid and block are numbers or tuples of up to three."""
        if not isinstance(sizes, tuple) or not 2 <= len(sizes) <= 3:
            raise ValueError("give grid and block, and perhaps the bytes of dynamic shared memory: kernel[4, 256](…)")
        return _Launch(self, _head(_hashable(sizes[0]), _hashable(sizes[1]), sizes[2] if len(sizes) == 3 else 0))

    def _start(self) -> Worker:
        variables = environment()
        variables["FENCEPOST_OPTIONS"] = " ".join(
            "'" + word.replace("'", "'\\''") + "'" for word in ["--quiet", "--max-findings", "1000000", *self._options])
        variables.setdefault("FENCEPOST_RED_ZONE", "1048576")  # As of `fencepost kernel`: cli/kernel/host_program.h.
        self._views.clear()
        self._layout = ()
        worker = Worker(self._program, variables)
        self._worker = worker
        weakref.finalize(self, worker.close)
        return worker

    def _lay_out(self, worker: Worker, sizes: "tuple[Any, ...]") -> None:
        """Where each array is in the shared memory."""
        end = 0
        self._offsets = []
        for size in sizes:
            self._offsets.append(end)
            end += -(-(size or 0) // _ALIGNMENT) * _ALIGNMENT
        worker.reserve(end)
        self._views.clear()

    def _launch(self, sizes: "tuple[int, ...]", arguments: "tuple[Any, ...]") -> Report:
        parameters = self._parameters
        if len(arguments) != len(parameters):
            raise TypeError(f"{self.name} takes {len(parameters)} argument{'' if len(parameters) == 1 else 's'}, "
                            f"not {len(arguments)}: {self.signature}")
        parts: "list[Any]" = []
        arrays: "list[tuple[Parameter, Any]]" = []
        for parameter, value in zip(parameters, arguments):
            if not parameter.is_array:
                parts.append(parameter.number_bytes(value))
            elif value is None:
                parts.append(PLACE.pack(NULL, 0, 0))
            else:
                parameter.check_array(value)
                same = next((other for other, array in arrays if array is value), None)
                if same is not None:
                    parts.append(PLACE.pack(SAME, value.nbytes, same.number))
                    if parameter.is_written and not same.is_written:
                        raise ValueError(f"{parameter.label}: the array is also that of {same.name}, which is const; "
                                         "copy it for one of the two")
                    continue
                for other, array in arrays:
                    if parameter._numpy.may_share_memory(array, value):
                        raise ValueError(f"{parameter.label}: the array overlaps that of {other.name}")
                parts.append(None)
                arrays.append((parameter, value))
        with self._lock:
            return self._call(sizes, parts, arrays)

    def _call(self, sizes: "tuple[int, ...]", parts: "list[Any]", arrays: "list[tuple[Parameter, Any]]") -> Report:
        worker = self._worker
        if worker is None or worker.owner != os.getpid():
            worker = self._start()
        layout = tuple((parameter.number, array.shape, array.dtype) for parameter, array in arrays)
        if layout != self._layout:
            self._lay_out(worker, tuple(array.nbytes for _, array in arrays))
            self._layout = layout
            for (parameter, array), offset in zip(arrays, self._offsets):
                self._views[parameter.number] = parameter._numpy.frombuffer(
                    worker.memory, dtype=array.dtype, count=array.size, offset=offset).reshape(array.shape)
        for (parameter, array), offset in zip(arrays, self._offsets):
            self._views[parameter.number][...] = array
            parts[parameter.number] = PLACE.pack(OWN, array.nbytes, offset)
        body = b"".join(parts)
        try:
            answer, rest = worker.call(HEAD.pack(len(body), worker.memory_bytes, *sizes) + body, self.timeout)
        except BaseException:
            self._worker = None
            raise
        _, launches, blocks, threads, accesses, error, count, printed = answer
        if error == 0:
            for parameter, array in arrays:
                if parameter.is_written:
                    array[...] = self._views[parameter.number]
        output = worker.new_output(printed)
        if error != 0:
            worker.close()
            self._worker = None
        findings, texts = _findings(rest, count, self._folder)
        errors = sum(finding.is_error for finding in findings) if findings else 0
        summary = {"launches": launches, "blocks": blocks, "threads": threads, "accesses": accesses, "errors": errors,
                   "warnings": count - errors}
        texts.append(_summary_line(launches, blocks, threads, accesses, errors, count - errors))
        return Report(findings=findings, text="\n".join(texts), exit_status=66 if errors else 0, stdout=output, stderr="",
                      summary=summary, json={})

    def close(self) -> None:
        """Ends the kernel's process. The next launch begins another."""
        with self._lock:
            if self._worker is not None:
                self._worker.close()
                self._worker = None

    def __repr__(self) -> str:
        return f"<fencepost.Kernel {self.signature}>"


def _findings(data: bytes, count: int, folder: str) -> "tuple[tuple[Finding, ...], list[str]]":
    found, texts, place = [], [], 0
    for _ in range(count):
        pair = []
        for _ in range(2):
            size, = LENGTH.unpack_from(data, place)
            place += LENGTH.size
            pair.append(without(data[place:place + size].decode(errors="replace"), folder))
            place += size
        texts.append(pair[0])
        found.append(finding_of(json.loads(pair[1])))
    return tuple(found), texts


def _summary_line(launches: int, blocks: int, threads: int, accesses: int, errors: int, warnings: int) -> str:
    """As the last line of a text report."""
    found = "no findings"
    if errors or warnings:
        found = f"{errors:,} error{'s'[errors == 1:]}, {warnings:,} warning{'s'[warnings == 1:]}"
    return (f"fencepost: {launches} launch{'es' * (launches != 1)}, {blocks:,} block{'s'[blocks == 1:]}, "
            f"{threads:,} thread{'s'[threads == 1:]}, {accesses:,} accesses checked: {found}")
