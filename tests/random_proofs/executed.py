"""Random kernels, launched at all small sizes in one checked process, and what that found."""

import collections
import itertools
import json
import os
import pathlib
import random
import re
import subprocess

MOST_ENDS = 2  # Of the process, by a kernel.
MOST_LAUNCHES = 2000  # Of a kernel, but for those that a proof proposes.
BLOCKS = (1, 2, 3, 4, 5, 8)
BLOCKS_OF_WARPS = (1, 4, 8, 32, 33, 64)
BLOCKS_OF_ROWS = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (4, 4))
GRIDS = (1, 2, 3)
GRIDS_OF_ROWS = ((1, 1), (2, 1), (1, 2), (2, 2))
PARAMETERS = {"n": (-1, 0, 1, 2, 3, 4, 5, 8), "s": (-1, 0, 1, 2, 3), "m": (0, 1, 2, 3, 7)}
ALIASES = (0, 1, 2, 3)
FIELDS = ("gridDim.x", "gridDim.y", "gridDim.z", "blockDim.x", "blockDim.y", "blockDim.z", "n", "s", "m", "contents", "alias")

# Contents 0 are all 0. Alias 1: B is A, 2: B begins 16 bytes behind A, 3: I is A.
MAIN = """
int main(int, char** argv) {
  const void* const kernels[] = {%s};
  const size_t bytes = 1 << 16, middle = 1 << 15;
  char *a, *b;
  int* contents[2];
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  int values[64];
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 64; ++i) values[i] = k * (i * 7 + i / 5 + 3) %% 16;
    cudaMalloc(&contents[k], sizeof values);
    cudaMemcpy(contents[k], values, sizeof values, cudaMemcpyDefault);
  }
  FILE* const file = fopen(argv[1], "r");
  int kernel, g[3], t[3], n, s, m, which, alias, done = 0;
  while (fscanf(file, "%%d %%d %%d %%d %%d %%d %%d %%d %%d %%d %%d %%d", &kernel, &g[0], &g[1], &g[2], &t[0], &t[1], &t[2], &n, &s, &m, &which, &alias) == 12) {
    char* first = a + middle;
    char* second = alias == 1 ? first : alias == 2 ? first + 16 : b + middle;
    int* third = alias == 3 ? (int*)first : contents[which];
    void* arguments[] = {&first, &second, &third, &n, &s, &m};
    cudaLaunchKernel(kernels[kernel], dim3(g[0], g[1], g[2]), dim3(t[0], t[1], t[2]), arguments, 0, 0);
    ++done;
    if (cudaDeviceSynchronize() != cudaSuccess) break;
  }
  puts(std::to_string(done).c_str());
}
"""


def program_end(names):
    return MAIN % ", ".join(f"(const void*){name}" for name in names)


def launch(**values):
    return {field: values.get(field.replace(".", "_"), 1 if "Dim" in field else 0) for field in FIELDS}


def is_negative(each):
    return each["n"] < 0 or each["s"] < 0


def small_launches(kernel, condition, may_alias, seed):
    """Those that the kernel can tell apart, and whether these are all."""
    text = kernel.text
    grids = GRIDS_OF_ROWS if "blockIdx.y" in text else [(size, 1) for size in (GRIDS if re.search(r"blockIdx|gridDim", text) else (1,))]
    if re.search(r"threadIdx\.y|blockDim\.y", text):
        # A dimension that the kernel never reads is 1.
        blocks = [(bx, by) for bx, by in BLOCKS_OF_ROWS if bx == 1 or re.search(r"(threadIdx|blockDim)\.x|sync", text)]
    elif re.search(r"threadIdx|blockDim|sync", text):
        blocks = [(size, 1) for size in (BLOCKS_OF_WARPS if kernel.warps else BLOCKS)]
    else:
        blocks = ((1, 1),)
    body = text.split("\n", 1)[1]
    choices = [values if re.search(rf"\b{name}\b", body) else values[2:3] for name, values in PARAMETERS.items()]
    contents = (0, 1) if "I[" in text else (0,)
    all_launches = [launch(gridDim_x=gx, gridDim_y=gy, blockDim_x=bx, blockDim_y=by, n=n, s=s, m=m, contents=which, alias=alias)
                    for (gx, gy), (bx, by), n, s, m, which, alias in
                    itertools.product(grids, blocks, *choices, contents, ALIASES if may_alias else (0,))]
    # A sum wraps around where something is negative: what happens without that is seen first.
    all_launches = sorted((l for l in all_launches if condition(l)), key=is_negative)
    if len(all_launches) <= MOST_LAUNCHES:
        return all_launches, True
    return sorted(random.Random(seed).sample(all_launches, MOST_LAUNCHES), key=is_negative), False


def proposed_launches(told, condition):
    """What a proof found that might contradict."""
    found = []
    for verdict in told.get("verdicts", []):
        for values in verdict.get("candidates", []):
            made = {field: values.get(field if "Dim" in field else f"parameter {field}", 1) for field in FIELDS[:9]}
            made["m"] %= 1 << 32
            threads = made["blockDim.x"] * made["blockDim.y"] * made["blockDim.z"]
            blocks = made["gridDim.x"] * made["gridDim.y"] * made["gridDim.z"]
            if threads > 128 or threads * blocks > 4096 or any(abs(made[name]) > 1000 for name in "nsm") or not condition(made):
                continue
            found += [{**made, "contents": which, "alias": 0} for which in (0, 1)]
    return [dict(pairs) for pairs in sorted({tuple(each.items()) for each in found})]


def compiled(fencepost, source, program):
    words = [str(pathlib.Path(fencepost).with_name("fencepost-nvcc")), "-w", str(source), "-o", str(program)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError("does not compile: " + result.stderr[:3000])


def findings(program, jobs):
    """`jobs`: (number of a kernel, launch). Each finding with its `job`, the first one that had it. And how many jobs were
    done: after some that end the process, by an index that wraps around, say, a kernel is not launched again."""
    folder = pathlib.Path(program).parent
    found, ended, all_done = [], collections.Counter(), 0
    while jobs:
        lines = [" ".join(str(each[field]) for field in FIELDS) for _, each in jobs]
        (folder / "launches").write_text("".join(f"{number} {line}\n" for (number, _), line in zip(jobs, lines)))
        options = f"--report {folder}/report.json --max-findings 1000000 --quiet --jobs 1 --error-exitcode 0"
        result = subprocess.run([program, folder / "launches"], capture_output=True, text=True, check=False, timeout=300,
                                env={**os.environ, "FENCEPOST_OPTIONS": options})
        kernels = sorted({number for number, _ in jobs})
        if result.returncode < 0 and len(kernels) > 1:  # Which one?
            for part in (kernels[: len(kernels) // 2], kernels[len(kernels) // 2 :]):
                of_part, done = findings(program, [job for job in jobs if job[0] in part])
                found, all_done = found + of_part, all_done + done
            return found, all_done
        if result.returncode != 0:
            raise RuntimeError(f"kernel {jobs[0][0]}: the program's status is {result.returncode}: {result.stdout[:500]} {result.stderr[-2000:]}")
        done = int(result.stdout.split()[-1])
        told = json.loads((folder / "report.json").read_text())
        if told["summary"]["launches"] != done:
            raise RuntimeError(f"{told['summary']['launches']} launches, not {done}")
        found += [{**finding, "job": jobs[finding["launch"] - 1]} for finding in told["findings"]]
        all_done += done
        last, jobs = jobs[done - 1][0], jobs[done:]
        ended[last] += 1
        if ended[last] > MOST_ENDS:
            jobs = [job for job in jobs if job[0] != last]
    return found, all_done
