#!/usr/bin/env python3
"""What CUDA's functions and PTX instructions compute here, against what an NVIDIA H200 has computed (h200.json): bit for
bit, but for which NaN it is. The cases are those of functions_cases.py to which CUDA leaves no freedom, and products of
matrices, whose freedom is used as that GPU uses it; each of 2,048 random and special operands.

On a machine with a GPU, which needs this folder and nvcc only:
    functions.py --nvcc nvcc --flags=-gencode=arch=compute_90a,code=sm_90a --record h200.json [--dump FILE]
--dump keeps the results themselves, 8 bytes each, also of the cases of which only the distance matters; their names, in
the same order, lie beside it."""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "programs"), HERE]
from functions_cases import CASES, PRELUDE  # noqa: E402
from harness import Tally, Tools, argument_parser  # noqa: E402

OPERANDS = 2048
BATCH = 64  # Cases of a source.
ANSWERS = os.path.join(HERE, "h200.json")
MAIN = """
typedef void (*Kernel)(unsigned long long*);
int main(int, char** argv) {
  const Kernel kernels[] = {%s};
  FILE* file = fopen(argv[1], "wb");
  if (file == nullptr) return 1;
  static unsigned long long host[%d];
  unsigned long long* results;
  if (cudaMalloc(&results, sizeof host) != cudaSuccess) return 1;
  for (Kernel kernel : kernels) {
    cudaMemset(results, 0x5a, sizeof host);
    kernel<<<%d / 128, 128>>>(results);
    const cudaError_t error = cudaMemcpy(host, results, sizeof host, cudaMemcpyDefault);
    if (error != cudaSuccess) {
      fprintf(stderr, "%%s\\n", cudaGetErrorString(error));
      return 1;
    }
    fwrite(host, sizeof host, 1, file);
  }
  return fclose(file) == 0 ? 0 : 1;
}
"""


def source(cases):
    kernels = [f"__global__ void k{number}(unsigned long long* results) {{  // {case.name}\n"
               f"  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;\n{case.body}\n}}\n"
               for number, case in enumerate(cases)]
    names = ", ".join(f"k{number}" for number in range(len(cases)))
    return PRELUDE + "".join(kernels) + MAIN % (names, OPERANDS, OPERANDS)


def computed(nvcc, flags, environment, cases, folder):
    """By case: its results, OPERANDS times 8 bytes."""
    text, program, data = (os.path.join(folder, name) for name in ("functions.cu", "functions", "results"))
    with open(text, "w", encoding="utf-8") as file:
        file.write(source(cases))
    for words in ([nvcc, *flags, "-std=c++17", "-w", text, "-o", program], [program, data]):
        result = subprocess.run(words, capture_output=True, text=True, errors="replace", env=environment, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"{os.path.basename(words[0])} ended with {result.returncode}:\n{(result.stderr or result.stdout)[:2000]}")
    with open(data, "rb") as file:
        whole = file.read()
    size = 8 * OPERANDS
    return {case.name: whole[number * size:(number + 1) * size] for number, case in enumerate(cases)}


def all_computed(nvcc, flags_of, environment, cases, workers):
    """The results, and by case why there are none: the cases of a source that fails are tried by halves."""
    failed, results = {}, {}

    def one(batch, flags):
        with tempfile.TemporaryDirectory() as folder:
            try:
                return computed(nvcc, flags, environment, batch, folder)
            except RuntimeError as error:
                if len(batch) == 1:
                    failed[batch[0].name] = str(error)
                    return {}
        middle = len(batch) // 2
        return {**one(batch[:middle], flags), **one(batch[middle:], flags)}

    batches = [(cases[first:first + BATCH], flags_of(first // BATCH)) for first in range(0, len(cases), BATCH)]
    with ThreadPoolExecutor(workers) as executor:
        for part in executor.map(lambda batch: one(*batch), batches):
            results.update(part)
    return results, failed


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def record(options, cases):
    results, failed = all_computed(options.nvcc, lambda _: options.flags.split(), dict(os.environ), cases, options.parallel)
    with open(options.record, "w", encoding="utf-8") as file:
        json.dump({case.name: digest(results[case.name]) for case in cases if case.exact and case.name in results}, file, indent=0)
    if options.dump:
        with open(options.dump, "wb") as file:
            file.write(b"".join(results[case.name] for case in cases if case.name in results))
        with open(options.dump + ".json", "w", encoding="utf-8") as file:
            json.dump([case.name for case in cases if case.name in results], file, indent=0)
    print("\n".join([*(f"{name}: {why}" for name, why in failed.items()), f"{len(results)} of {len(cases)} computed"]))
    return 1 if failed else 0


def main():
    parser = argument_parser(__doc__)
    parser.add_argument("--nvcc", help="another compiler, whose results --record keeps")
    parser.add_argument("--flags", default="", help="of the compiler")
    parser.add_argument("--record", metavar="FILE", help="keep the results instead of comparing them")
    parser.add_argument("--dump", metavar="FILE", help="with --record: the results themselves")
    parser.add_argument("--optimised", action="store_true", help="all cases, not only every fourth source")
    options = parser.parse_args()
    cases = [case for case in CASES if re.search(options.filter, case.name)]
    if options.record:
        return record(options, cases)
    tools, tally = Tools(options.build_dir, options.compiler), Tally()
    with open(ANSWERS, encoding="utf-8") as file:
        answers = json.load(file)
    cases = [case for case in cases if case.exact]
    flags_of = lambda number: [] if options.optimised or number % 4 == 0 else ["-G"]  # noqa: E731
    results, failed = all_computed(tools.nvcc, flags_of, tools.environment(), cases, options.parallel)
    for case in cases:
        if case.name in failed:
            tally.add(case.name, [failed[case.name]])
        else:
            right = answers.get(case.name) == digest(results[case.name])
            tally.add(case.name, [] if right else [f"not what the GPU computed: {digest(results[case.name])}, not {answers.get(case.name)}"])
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
