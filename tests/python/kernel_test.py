"""fencepost.Kernel: one kernel with NumPy arrays."""
import functools
import os
import signal
import threading
import time
import unittest

import fencepost

try:
    import numpy
except ImportError:
    raise unittest.SkipTest("NumPy is not installed")

SOURCE = """#include <cstdio>
struct Pair { float x; int y; };
__device__ int calls;
__global__ void add(float* x, const float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}
// One kernel of many kinds: each is compiled for itself.
__global__ void act(int* a, int how, long long n) {
  if (how == 0) a[0] += 1;
  if (how == 1) a[threadIdx.x + n] = 1;
  if (how == 2) printf("n is %d, call %d\\n", int(n), ++calls);
  if (how == 3) *reinterpret_cast<volatile int*>(8) = a[0];
  for (long long i = 0; how == 4 && i < n; ++i) a[0] += 1;
}
__global__ void types(bool b, signed char c, unsigned short s, double d, Pair p, const Pair* pairs, double* out) {
  out[0] = b; out[1] = c; out[2] = s; out[3] = d; out[4] = p.x + p.y; out[5] = pairs ? pairs[1].y : -1;
}
template <typename T, int N> __global__ void fill(T* out) { out[threadIdx.x] = N; }
namespace inner { __global__ void shared(int* out) {
  extern __shared__ int part[];
  part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
} }
__global__ void pointers(int** lists) { lists[0] = nullptr; }
int main() { return 1; }
"""


RACE, BEYOND, SAY, CRASH, COUNT = range(5)
LONG = 1 << 50  # Rounds, which nobody waits for.


@functools.lru_cache(maxsize=None)
def kernel(name):
    """Compiled once for all tests."""
    return fencepost.Kernel(SOURCE, name)


class Kernels(unittest.TestCase):
    def test_arrays_are_changed_in_place(self):
        add = kernel("add")
        x, y = numpy.arange(100, dtype="f4"), numpy.full(100, 0.5, dtype="f4")
        report = add[4, 32](x, y, 100)
        self.assertTrue(report, report.text)
        numpy.testing.assert_array_equal(x, numpy.arange(100) + 0.5)
        self.assertEqual((report.summary["launches"], report.summary["threads"]), (1, 128))
        self.assertEqual(report.summary["accesses"], 300)
        self.assertIn("1 launch, 4 blocks, 128 threads, 300 accesses checked: no findings", str(report))
        small_x, small_y = numpy.ones((2, 3), "f4"), numpy.ones((2, 3), "f4")
        self.assertTrue(add[1, 6](small_x, small_y, 6))
        numpy.testing.assert_array_equal(small_x, 2)
        self.assertTrue(add[4, 32](x, x, 100))  # One array for both.
        numpy.testing.assert_array_equal(x, 2 * numpy.arange(100) + 1)

    def test_each_launch_tells_its_own_findings(self):
        act, total = kernel("act"), numpy.zeros(1, "i4")
        for _ in range(2):
            finding, = act[1, 32](total, RACE, 0).findings
            self.assertEqual((finding.kind, str(finding.accesses[0].location)), ("race", "source.cu:10"))
        report = act[1, 1](total, RACE, 0)
        self.assertEqual(report.findings, ())

    def test_bounds_are_those_of_the_array(self):
        act, a = kernel("act"), numpy.zeros(8, "i4")
        finding, = act[1, 8](a, BEYOND, 1).findings
        self.assertEqual((finding.kind, finding.json["object"]["name"]), ("out-of-bounds", "a"))
        self.assertIn("declared at source.cu:9\n", act[1, 8](a, BEYOND, 1).text)
        self.assertTrue(act[1, 8](numpy.zeros(9, "i4"), BEYOND, 1))

    def test_numbers_of_all_types_arrive(self):
        out = numpy.zeros(6)
        pairs = numpy.array([(1.5, 2), (0, 9)], dtype=[("x", "f4"), ("y", "i4")])
        types = kernel("types")
        self.assertTrue(types[1, 1](True, -3, 65535, 0.1, pairs[0], pairs, out))
        numpy.testing.assert_array_equal(out, [1, -3, 65535, 0.1, 3.5, 9])
        self.assertTrue(types[1, 1](numpy.bool_(False), numpy.int64(4), 0, 7, pairs[0], None, out))
        numpy.testing.assert_array_equal(out, [0, 4, 0, 7, 3.5, -1])

    def test_templates_namespaces_and_shared_memory(self):
        out = numpy.zeros(4, "f8")
        self.assertTrue(kernel("fill<double, 7>")[1, 4](out))
        numpy.testing.assert_array_equal(out, 7)
        with self.assertRaisesRegex(fencepost.UsageError, "is a template"):
            kernel("fill")
        numbers = numpy.zeros(8, "i4")
        self.assertTrue(kernel("inner::shared")[1, (8, 1), 32](numbers))
        numpy.testing.assert_array_equal(numbers, numpy.arange(8)[::-1])

    def test_what_is_printed_is_the_reports(self):
        act = kernel("act")
        act.close()  # A new process, with its own variables.
        self.assertEqual(act[1, 1](None, SAY, 4).stdout, "n is 4, call 1\n")
        self.assertEqual(act[1, 1](None, SAY, 5).stdout, "n is 5, call 2\n")

    def test_a_crash_is_a_finding_and_the_next_launch_works(self):
        act, a = kernel("act"), numpy.zeros(4, "i4")
        report = act[1, 1](a, CRASH, 0)
        self.assertEqual(len(report.errors), 1, report.text)
        self.assertIn(report.errors[0].kind, ("crash", "invalid-address"))
        self.assertEqual(act[1, 1](a, COUNT, 2).errors, ())
        self.assertEqual(a[0], 2)

    def test_a_timeout_and_an_interrupt_end_the_launch(self):
        act, a = kernel("act"), numpy.zeros(1, "i4")
        self.addCleanup(setattr, act, "timeout", None)
        act.timeout = 0.5
        with self.assertRaisesRegex(fencepost.LaunchError, "has not ended after 0.5 s"):
            act[1, 1](a, COUNT, LONG)
        act.timeout = None
        self.assertTrue(act[1, 1](a, COUNT, 3))
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            act[1, 1](a, COUNT, LONG)
        timer.join()
        self.assertTrue(act[1, 1](a, COUNT, 4))
        self.assertEqual(a[0], 7)

    def test_a_killed_process_is_told(self):
        act, a = kernel("act"), numpy.zeros(1, "i4")
        self.assertTrue(act[1, 1](a, COUNT, 1))
        threading.Timer(0.2, act._worker._process.kill).start()
        with self.assertRaisesRegex(fencepost.LaunchError, "ended with signal 9"):
            act[1, 1](a, COUNT, LONG)
        self.assertEqual(a[0], 1)

    def test_wrong_arguments_are_refused_by_name(self):
        add = kernel("add")
        x, y = numpy.zeros(8, "f4"), numpy.zeros(8, "f4")
        frozen = numpy.zeros(8, "f4")
        frozen.flags.writeable = False
        for arguments, error, text in (
                ((x, y), TypeError, "takes 3 arguments, not 2: void add"),
                ((x.astype("f8"), y, 8), TypeError, r"add: x \(float \*\) takes an array of float32, not of float64"),
                ((x, list(y), 8), TypeError, r"add: y .* takes a NumPy array of float32, or None .* not list"),
                ((x[::2], y, 4), ValueError, "x .* not C-contiguous"),
                ((frozen, y, 8), ValueError, "x .* read-only"),
                ((x[:6], x[2:], 6), ValueError, "y .* overlaps that of x"),
                ((x, y, 1.5), TypeError, r"n \(int\) takes a whole number, not 1.5"),
                ((x, y, 2**31), OverflowError, r"n \(int\) does not hold 2147483648"),
                ((x, y, float("nan")), (TypeError, ValueError), "n"),
                ((x, y, x), TypeError, "n .* takes a number, not ndarray")):
            with self.subTest(text):
                with self.assertRaisesRegex(error, text):
                    add[1, 8](*arguments)
        self.assertTrue(add[1, 8](x, frozen, 8))
        for sizes in ((1,), (1, 0), (1, -1), (1, 2.5), (1, 2, -4), ((1, 1, 1, 1), 1)):
            with self.subTest(sizes), self.assertRaises(ValueError):
                add[sizes](x, y, 8)

    def test_wrong_sources_and_names_are_refused(self):
        with self.assertRaisesRegex(fencepost.CompileError, "error: use of undeclared identifier 'z'"):
            fencepost.Kernel("__global__ void f(int* a) { a[0] = z; }\n", "f")
        with self.assertRaisesRegex(fencepost.UsageError, "has no kernel g; it has:\n  f "):
            fencepost.Kernel("__global__ void f(int* a) { a[0] = 1; }\n", "g")
        with self.assertRaisesRegex(fencepost.UsageError, "does not come from NumPy|do not come from NumPy"):
            kernel("pointers")
        with self.assertRaisesRegex(fencepost.UsageError, "no name of a kernel"):
            kernel("add; system")
        with self.assertRaisesRegex(FileNotFoundError, "nowhere.cu: no such file"):
            fencepost.Kernel("nowhere.cu", "f")

    def test_threads_may_launch_the_same_kernel(self):
        add = kernel("add")
        results = []

        def work(number):
            x = numpy.zeros(64, "f4")
            for _ in range(50):
                add[2, 32](x, numpy.full(64, number, "f4"), 64)
            results.append((x == 50 * number).all())

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [True] * 4)

    def test_a_forked_child_launches_for_itself(self):
        act, a = kernel("act"), numpy.zeros(1, "i4")
        self.assertTrue(act[1, 1](a, COUNT, 1))
        process = act._worker._process
        child = os.fork()
        if child == 0:
            status = 1
            try:
                right = act[1, 1](a, COUNT, 2) and a[0] == 3 and act._worker._process.pid != process.pid
                act.close()
                status = 0 if right else 1
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertIsNone(process.poll())
        self.assertTrue(act[1, 1](a, COUNT, 1))
        self.assertEqual((a[0], act._worker._process), (2, process))

    def test_wrong_options_are_told(self):
        bad = fencepost.Kernel("__global__ void fill(int* a) { a[0] = 1; }\n", "fill", options=["--no-such-option"])
        with self.assertRaisesRegex(fencepost.LaunchError, "--no-such-option"):
            bad[1, 1](numpy.zeros(1, "i4"))

    def test_its_process_ends_with_it(self):
        fill = fencepost.Kernel("__global__ void fill(int* a) { a[0] = 1; }\n", "fill")
        fill[1, 1](numpy.zeros(1, "i4"))
        process, folder = fill._worker._process, fill._folder
        del fill
        for _ in range(100):
            if process.poll() is not None and not os.path.exists(folder):
                break
            time.sleep(0.02)
        self.assertIsNotNone(process.poll())
        self.assertFalse(os.path.exists(folder))
