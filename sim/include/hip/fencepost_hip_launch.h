// hipLaunchKernelGGL: a macro, or a function where the program defines HIP_TEMPLATE_KERNEL_LAUNCH before it includes
// hip_runtime.h, so that `kernel<32, 64>` needs no parentheses. Included several times.
#if defined(__CUDACC__) && !defined(FENCEPOST_HIP_LAUNCH_FUNCTION)
#undef hipLaunchKernelGGL
#ifdef HIP_TEMPLATE_KERNEL_LAUNCH
#define FENCEPOST_HIP_LAUNCH_FUNCTION
/// The arguments choose among a template's kernels.
template <typename... Arguments, typename Kernel = void (*)(Arguments...)>
inline __attribute__((always_inline)) void hipLaunchKernelGGL(Kernel kernel, const dim3& blocks, const dim3& threads,
                                                              unsigned shared_bytes, hipStream_t stream,
                                                              Arguments... arguments) {
  kernel<<<blocks, threads, shared_bytes, stream>>>(arguments...);
}
#else
#define hipLaunchKernelGGL(kernel, blocks, threads, shared_bytes, stream, ...) \
  do {                                                                         \
    kernel<<<(blocks), (threads), (shared_bytes), (stream)>>>(__VA_ARGS__);    \
  } while (0)
#endif
#endif
