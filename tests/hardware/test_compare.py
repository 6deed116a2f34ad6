#!/usr/bin/env python3
"""compare.py itself, with compilers in place of nvcc whose programs answer as a GPU might."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

from harness import run_tests  # noqa: E402

FILTER = "^(kernels/rotate.cu|examples/missing_barrier/fix.cu)$"


def compare(tools, folder, after="", arguments=("--assume-gpu",), nvcc=None):
    """Exit status and output of compare.py. Its nvcc is fencepost-nvcc, and its programs end with the shell's `after`."""
    if nvcc is None:
        nvcc = os.path.join(folder, "nvcc")
        with open(nvcc, "w", encoding="utf-8") as file:
            file.write(f"""#!/bin/bash
set -e
{tools.nvcc} "$@"
program=${{@: -1}}
mv "$program" "$program.real"
cat > "$program" <<'END'
#!/bin/bash
"$0.real" "$@"
status=$?
{after}
exit $status
END
chmod +x "$program"
""")
        os.chmod(nvcc, 0o755)
    command = [sys.executable, os.path.join(HERE, "compare.py"), "--build-dir", tools.build_dir, "--compiler",
               tools.compiler, "--nvcc", nvcc, "--filter", FILTER, *arguments]
    # Programs named nvidia-smi, if any, say nothing of the machine here.
    path = os.pathsep.join([folder, os.environ["PATH"]])
    result = subprocess.run(command, env=dict(os.environ, PATH=path), capture_output=True, text=True, check=False)
    return result.returncode, result.stdout + result.stderr


def expected(result, status, *texts):
    if result[0] == status and all(text in result[1] for text in texts):
        return []
    return [f"exit status {result[0]}, not {status} with {texts}:\n{result[1]}"]


def equal_answers_pass(tools, folder):
    return expected(compare(tools, folder), 0, "2 passed, 0 failed")


def one_bit_of_a_copy_is_told(tools, folder):
    return expected(compare(tools, folder, after="""sed -i '$s/00$/01/' "$COMPARE_COPIES" """), 1, "FAIL kernels/rotate.cu",
                    "00 00 01", "1 passed, 1 failed")


def another_output_is_told(tools, folder):
    return expected(compare(tools, folder, after="echo surprise"), 1, "FAIL examples/missing_barrier/fix.cu", "-surprise",
                    "0 passed, 2 failed")


def another_exit_status_is_told(tools, folder):
    return expected(compare(tools, folder, after="status=3"), 1, "-exit status 3", "+exit status 0")


def a_program_that_does_not_compile_is_told(tools, folder):
    return expected(compare(tools, folder, nvcc="/bin/false"), 1, "nvcc: /bin/false exited with 1")


def without_gpu_or_nvcc_kept_answers_are_taken(tools, folder):
    with open(os.path.join(folder, "nvidia-smi"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexit 9\n")
    os.chmod(os.path.join(folder, "nvidia-smi"), 0o755)
    return (expected(compare(tools, folder, arguments=()), 0, "no GPU, or no nvcc", "2 passed, 0 failed") +
            expected(compare(tools, folder, nvcc="/no/nvcc"), 0, "no GPU, or no nvcc", "2 passed, 0 failed"))


def answers_may_come_from_another_machine(tools, folder):
    answers = os.path.join(folder, "answers.json")
    recorded = compare(tools, folder, arguments=("--assume-gpu", "--record", answers))
    mistakes = expected(recorded, 0, "2 of 2 answers recorded")
    # Here there need be no GPU and no nvcc.
    mistakes += expected(compare(tools, folder, nvcc="/no/nvcc", arguments=("--against", answers)), 0, "2 passed, 0 failed")
    with open(answers, encoding="utf-8") as file:
        text = file.read()
    with open(answers, "w", encoding="utf-8") as file:
        file.write(text.replace("exit status 0", "exit status 3", 1))
    return mistakes + expected(compare(tools, folder, nvcc="/no/nvcc", arguments=("--against", answers)), 1,
                               "-exit status 3", "1 passed, 1 failed")


TESTS = [equal_answers_pass, one_bit_of_a_copy_is_told, another_output_is_told, another_exit_status_is_told,
         a_program_that_does_not_compile_is_told, without_gpu_or_nvcc_kept_answers_are_taken,
         answers_may_come_from_another_machine]

if __name__ == "__main__":
    sys.exit(run_tests(TESTS, __doc__))
