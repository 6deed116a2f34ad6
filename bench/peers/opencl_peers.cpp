// Runs the cases of peers.cl on the first OpenCL device: PoCL, or Oclgrind where the program runs under it.
// Usage: opencl_peers FILE.cl CASE WARM-UPS RUNS; prints the median time of a launch. Not part of the build: peers.py
// compiles it where OpenCL is installed.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <fstream>
#include <iterator>

#include "cases.h"

namespace {

void expect(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: OpenCL error %d\n", what, status);
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: opencl_peers FILE.cl CASE WARM-UPS RUNS\n");
    return 2;
  }
  const Case& c = case_named(argv[2]);
  std::ifstream file(argv[1]);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  if (source.empty()) {
    std::fprintf(stderr, "cannot read %s\n", argv[1]);
    return 2;
  }

  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  expect(clGetPlatformIDs(1, &platform, nullptr), "platform");
  expect(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  expect(status, "context");
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  expect(status, "queue");
  const char* text = source.c_str();
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &status);
  expect(status, "program");
  expect(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "compilation");
  const bool tiles = !std::strcmp(c.name, "kogge_stone_tiles");
  const cl_kernel kernel = clCreateKernel(program, tiles ? "kogge_stone" : c.name, &status);
  expect(status, "kernel");

  std::vector<std::int32_t> a = input_of(c, 1), b = input_of(c, 2), result(c.words_out);
  const std::vector<std::int32_t> zeros(c.words_out);
  const auto buffer = [&](std::vector<std::int32_t>& words) {
    const cl_mem memory =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4 * words.size(), words.data(), &status);
    expect(status, "buffer");
    return memory;
  };
  const cl_mem in_a = buffer(a), in_b = buffer(b), out = buffer(result);
  const cl_int n = c.n;
  expect(clSetKernelArg(kernel, 0, sizeof in_a, &in_a), "argument");
  expect(clSetKernelArg(kernel, 1, sizeof in_b, &in_b), "argument");
  expect(clSetKernelArg(kernel, 2, sizeof out, &out), "argument");
  expect(clSetKernelArg(kernel, 3, 4 * std::max(c.dynamic_words, 1), nullptr), "argument");
  expect(clSetKernelArg(kernel, 4, sizeof n, &n), "argument");

  const std::size_t global[2] = {static_cast<std::size_t>(c.global[0]), static_cast<std::size_t>(c.global[1])};
  const std::size_t local[2] = {static_cast<std::size_t>(c.block[0]), static_cast<std::size_t>(c.block[1])};
  const double ms = median_ms(
      std::atoi(argv[3]), std::atoi(argv[4]),
      [&] {
        expect(clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, 4 * zeros.size(), zeros.data(), 0, nullptr, nullptr),
               "copy");
      },
      [&] {
        expect(
            clEnqueueNDRangeKernel(queue, kernel, c.global[1] > 1 ? 2 : 1, nullptr, global, local, 0, nullptr, nullptr),
            "launch");
        expect(clFinish(queue), "launch");
      });
  expect(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4 * result.size(), result.data(), 0, nullptr, nullptr), "copy");
  std::printf("ms %.6f %s\n", ms, is_right(c, a, b, result) ? "right" : "WRONG");
}
