"""How the programs of public collections lie in their folders, are built and are run."""

import functools
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
from collections import namedtuple

# `builds` are argument vectors that are run one after the other in `directory`; `runs` are those that the collection
# itself gives, as lists of words without the program; `sources` all that the program consists of.
Program = namedtuple("Program", "suite name directory builds binary runs sources")

SOURCE_SUFFIXES = (".cu", ".hip", ".cpp", ".cc", ".c", ".cxx")


def text_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def sources_below(directory):
    return sorted(path for path in glob.glob(os.path.join(glob.escape(directory), "**", "*"), recursive=True)
                  if path.endswith(SOURCE_SUFFIXES + (".cuh", ".h", ".hpp", ".inl")) and os.path.isfile(path))


def makefile_of(directory):
    for name in ("GNUmakefile", "makefile", "Makefile", "Makefile.nvcc"):
        if os.path.exists(os.path.join(directory, name)):
            return name
    return None


def commands_of_run(directory, makefile):
    """What `make run` would start: words behind the program, for each line that starts it. And the program."""
    shown = subprocess.run(["make", "-n", "-B", "-f", makefile, "run"], cwd=directory, capture_output=True, text=True,
                           errors="replace", check=False).stdout
    runs, binary = [], None
    for line in shown.replace("\\\n", " ").splitlines():
        if re.match(r"\s*cd \S+ && +\.{1,2}/", line):
            runs, binary = [*(runs if binary == "/bin/sh" else []), ["-c", line.strip()]], "/bin/sh"
        match = re.match(r"\s*(?:time\s+|(?:\S*/)?mpirun\s[^;|]*?\s)?(\./[^\s;|<>]+)(.*)", line)
        if not match or binary == "/bin/sh":
            continue
        try:
            words = shlex.split(re.split(r"[;|>]|<\s", match[2])[0], comments=True)
        except ValueError:
            continue
        binary = binary or match[1]
        runs.append(words)
    return runs, binary


@functools.cache
def mpi(what):
    """Of MPI, what mpicxx is asked to show: "incdirs", "libdirs", "libs". Nothing if there is none."""
    if not shutil.which("mpicxx"):
        return []
    return subprocess.run(["mpicxx", "--showme:" + what], capture_output=True, text=True, check=False).stdout.split()


def mpi_for(sources):
    """Options for a program of these sources."""
    if not any(re.search(r"#include\s*[<\"]mpi\.h", text_of(path)) for path in sources):
        return []
    return [f"{option}{word}" for option, what in (("-I", "incdirs"), ("-L", "libdirs"), ("-l", "libs")) for word in mpi(what)]


def hecbench(folder, suite="HeCBench", model="cuda", compiler="nvcc"):
    """src/NAME-cuda, each with a Makefile, at its top or below, whose target `run` shows the arguments."""
    for top in sorted(glob.glob(os.path.join(folder, "src", "*-" + model))):
        below = sorted(glob.glob(os.path.join(top, "**", "Makefile"), recursive=True), key=lambda path: (path.count("/"), path))
        directory = top if makefile_of(top) or not below else os.path.dirname(below[0])
        makefile = makefile_of(directory)
        runs, binary = commands_of_run(directory, makefile) if makefile else ([], None)
        program = re.search(r"^program\s*[:?]?=\s*(\S+)", text_of(os.path.join(directory, makefile or "-")), re.M)
        binary = binary or "./" + (program[1] if program else "main")
        # The names under which these Makefiles know the compiler, and the device.
        architecture = "90" if makefile and "compute_$(ARCH)" in text_of(os.path.join(directory, makefile)) else "sm_90"
        builds = [["make", "-B", "-f", makefile, f"CC={compiler}", f"NVCC={compiler}", f"ARCH={architecture}"]] if makefile else []
        if builds and mpi("libdirs"):
            builds[0].append("MPI_ROOT=" + os.path.dirname(mpi("libdirs")[0]))
        yield Program(suite, os.path.basename(top), directory, builds, binary, runs or [[]], sources_below(top))


def hecbench_hip(folder):
    """The same programs in HIP, src/NAME-hip: of a link to HeCBench with this name."""
    for program in hecbench(folder, "HeCBench-hip", "hip", "hipcc"):
        for build in program.builds:
            build += [name + "=" + os.environ["CUDA_PATH"] for name in ("ROCM_PATH", "HIPBLAS_ROOT", "HIPRT_ROOT")]
        yield program


def rocm_examples(folder):
    """HIP-Basic/NAME and Applications/NAME, and those of Libraries that are not AMD's alone, each with a Makefile that names EXAMPLE."""
    for group in ("HIP-Basic", "Applications", "Libraries/hipBLAS", "Libraries/hipCUB", "Libraries/hipFFT", "Libraries/rocThrust"):
        for makefile in sorted(glob.glob(os.path.join(folder, group, "*", "Makefile"))):
            directory = os.path.dirname(makefile)
            program = re.search(r"^EXAMPLE\s*:?=\s*(\S+)", text_of(makefile), re.M)
            if not program:
                continue
            build = ["make", "-B", "HIPCXX=hipcc", "ROCM_INSTALL_DIR=" + os.environ["CUDA_PATH"]]
            yield Program("rocm-examples", os.path.relpath(directory, folder), directory, [build], "./" + program[1], [[]],
                          sources_below(directory))


def libraries_of(said):
    """Options of the linker for what a CMakeLists.txt links."""
    names = {"cuda_driver": "cuda", "cudart": None, "cudart_static": None}
    words = [names.get(word, word.removesuffix("_static")) for word in re.findall(r"\bCUDA::(\w+)", said)]
    if re.search(r"GLUT_LIBRAR", said):
        words += ["GL", "GLU", "glut"]
    return [f"-l{word}" for word in dict.fromkeys(words) if word]


def cuda_samples(folder):
    """Samples/N_TOPIC/NAME with a CMakeLists.txt. Compiled as it says, without CMake, which takes longer than that."""
    said = json.loads(text_of(os.path.join(folder, "test_args.json")) or "{}")
    arguments = {name: test.get("args") or (test.get("runs") or [{}])[0].get("args") or [] for name, test in said.items()}
    for path in sorted(glob.glob(os.path.join(folder, "Samples", "*", "*", "CMakeLists.txt"))):
        directory = os.path.dirname(path)
        said = text_of(path)
        target = re.search(r"add_executable\(\s*(\S+)\s+([^)]*)\)", said)
        if not target:
            continue
        files = [word for word in target[2].split() if word.endswith(SOURCE_SUFFIXES)]
        includes = re.findall(r"include_directories\(([^)]*)\)", said)
        folders = [word for text in includes for word in text.split() if "$" not in word]
        command = ["nvcc", "-std=c++17", "--extended-lambda", *(f"-I{word}" for word in folders),
                   "-I", os.path.join(folder, "Common")]
        builds = [[*command, "-rdc=true", *files, "-o", target[1], *libraries_of(said),
                   *mpi_for(sources_below(directory))]]
        if re.search(r"OpenMP", said):
            builds[0] += ["-Xcompiler", "-fopenmp"]
        kind = re.search(r"\s-(fatbin|ptx)\s", said)
        if kind:  # Code that the program loads.
            name = re.search(r"set\(CUDA_(?:FATBIN|PTX)_FILE \"\S*/(\S+)\"\)", said)
            source = re.search(r"set\(CUDA_KERNEL_SOURCE \"\S*/(\S+)\"\)", said)
            builds.insert(0, [*command, "-" + kind[1], source[1], "-o", name[1]])
        yield Program("cuda-samples", os.path.basename(directory), directory, builds, "./" + target[1],
                      [arguments.get(target[1], [])], sources_below(directory))


def rodinia(folder):
    """cuda/NAME with a Makefile that includes common/make.config, and a file `run`; or several of them in subfolders."""
    for directory in sorted(glob.glob(os.path.join(folder, "cuda", "*"))):
        subfolders = [os.path.dirname(path) for path in sorted(glob.glob(os.path.join(directory, "*", "run")))]
        for place in [directory] if os.path.exists(os.path.join(directory, "run")) else subfolders or [directory]:
            inner = os.path.join(place, "CUDA")
            run = re.search(r"^\s*((?:\./|cuda/)\S+)(.*)$", text_of(os.path.join(place, "run")), re.M)
            name = os.path.relpath(place, os.path.join(folder, "cuda"))
            if makefile_of(inner) and not makefile_of(place):
                place = inner
            if not makefile_of(place):
                continue
            builds = [["make", "-B", "-f", makefile_of(place), "CUDA_DIR=" + os.environ["CUDA_PATH"]]]
            yield Program("Rodinia", name, place, builds, "./" + os.path.normpath(run[1] if run else os.path.basename(name)),
                          [shlex.split(re.split(r"[;|>]", run[2])[0]) if run else []], sources_below(place))


def single_files(suite, folder, flags=()):
    """Each source with a main() is a program."""
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.cu"), recursive=True)):
        if re.search(r"\bmain\s*\(", text_of(path)):
            binary = os.path.basename(path)[:-3] + ".out"
            yield Program(suite, os.path.relpath(path, folder), os.path.dirname(path),
                          [["nvcc", *flags, os.path.basename(path), "-o", binary, *mpi_for([path])]], "./" + binary, [[]], [path])


def scor(folder):
    """microbenchmarks/src/*.cu, and benchmarks/NAME with a Makefile."""
    yield from single_files("ScoR", os.path.join(folder, "microbenchmarks"), ["-arch=compute_60"])
    for makefile in sorted(glob.glob(os.path.join(folder, "benchmarks", "*", "Makefile"))):
        directory = os.path.dirname(makefile)
        name = os.path.basename(directory)
        yield Program("ScoR", name, directory, [["make", "-B", "ARCH=-arch=compute_60"]], "./" + name, [[]],
                      sources_below(directory))


def polybench(folder):
    """CUDA/NAME with one source; the sizes are macros."""
    return single_files("PolyBench-GPU", os.path.join(folder, "CUDA"))


LAYOUTS = {
    "HeCBench": hecbench,
    "HeCBench-hip": hecbench_hip,
    "rocm-examples": rocm_examples,
    "cuda-samples": cuda_samples,
    "gpu-rodinia": rodinia,
    "polybenchGpu": polybench,
    "ScoR": scor,
}


def programs_of(folder):
    """The programs of `folder`, whose name says the layout; else each .cu with a main() is one."""
    name = os.path.basename(folder.rstrip("/"))
    if name in LAYOUTS:
        return list(LAYOUTS[name](folder))
    return list(single_files(name, folder))
