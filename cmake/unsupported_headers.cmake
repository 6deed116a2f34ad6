# CUDA headers that Fencepost does not provide. Without a refusal of their own they would resolve to NVIDIA's, where a
# toolkit is installed, and fail far from the user's line; elsewhere the compiler would only say "no such file".

# fencepost_refuse(DIRECTORY REASON HEADER...): writes each header to DIRECTORY, as a file that stops the compiler.
function(fencepost_refuse directory reason)
  foreach(header IN LISTS ARGN)
    file(CONFIGURE OUTPUT ${directory}/${header}
         CONTENT "#error \"${header} is not supported by Fencepost yet: ${reason}\"\n")
  endforeach()
endfunction()

# fencepost_unsupported_headers(DIRECTORY): fills DIRECTORY, which goes on the include path behind our own headers.
function(fencepost_unsupported_headers directory)
  fencepost_refuse(${directory} "use half or bfloat16 instead of smaller types"
    cuda_fp8.h cuda_fp8.hpp cuda_fp6.h cuda_fp6.hpp cuda_fp4.h cuda_fp4.hpp)
  fencepost_refuse(${directory} "it is a library of GPU code; write the kernels out, or check those that call it apart"
    cublas.h cublas_v2.h cublasLt.h cublasXt.h cudnn.h cufft.h cufftXt.h cufftw.h curand.h curand_kernel.h
    curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h cusolverDn.h cusolverMg.h cusolverRf.h cusolverSp.h
    cusparse.h cusparse_v2.h nccl.h npp.h nppi.h)
  # The second line: what every other header of the library includes first.
  fencepost_refuse(${directory} "Thrust and CUB are not provided; write the kernels out, or check those around it apart"
    cub/config.cuh cub/util_namespace.cuh thrust/detail/config.h
    cub/cub.cuh cub/block/block_load.cuh cub/block/block_radix_sort.cuh cub/block/block_reduce.cuh
    cub/block/block_scan.cuh cub/block/block_store.cuh cub/device/device_radix_sort.cuh cub/device/device_reduce.cuh
    cub/device/device_scan.cuh cub/device/device_select.cuh cub/util_allocator.cuh cub/util_type.cuh
    cub/warp/warp_reduce.cuh cub/warp/warp_scan.cuh
    thrust/adjacent_difference.h thrust/binary_search.h thrust/complex.h thrust/copy.h thrust/count.h
    thrust/device_malloc.h thrust/device_free.h thrust/device_ptr.h thrust/device_vector.h thrust/execution_policy.h
    thrust/extrema.h thrust/fill.h thrust/find.h thrust/for_each.h thrust/functional.h thrust/gather.h
    thrust/generate.h thrust/host_vector.h thrust/inner_product.h thrust/logical.h thrust/merge.h thrust/pair.h
    thrust/partition.h thrust/random.h thrust/reduce.h thrust/remove.h thrust/replace.h thrust/reverse.h thrust/scan.h
    thrust/scatter.h thrust/sequence.h thrust/set_operations.h thrust/shuffle.h thrust/sort.h thrust/swap.h
    thrust/system_error.h thrust/tabulate.h thrust/transform.h thrust/transform_reduce.h thrust/transform_scan.h
    thrust/tuple.h thrust/unique.h thrust/version.h thrust/iterator/constant_iterator.h
    thrust/iterator/counting_iterator.h thrust/iterator/discard_iterator.h thrust/iterator/permutation_iterator.h
    thrust/iterator/transform_iterator.h thrust/iterator/zip_iterator.h thrust/system/cuda/execution_policy.h
    thrust/universal_vector.h)
  fencepost_refuse(${directory} "of libcu++ there are <cuda/atomic>, barrier, pipeline, latch and semaphore; write the rest out"
    cuda/std/detail/__config
    cuda/annotated_ptr cuda/functional cuda/ptx
    cuda/stream_ref cuda/std/array cuda/std/bit cuda/std/cassert cuda/std/cfloat
    cuda/std/climits cuda/std/cmath cuda/std/complex cuda/std/cstddef cuda/std/cstdint
    cuda/std/functional cuda/std/initializer_list cuda/std/limits cuda/std/optional cuda/std/ratio
    cuda/std/span cuda/std/tuple cuda/std/type_traits cuda/std/utility cuda/std/variant)
  fencepost_refuse(${directory} "use ordinary arithmetic instead of tensor cores" mma.h crt/mma.h)
  fencepost_refuse(${directory} "compile the kernel ahead of time" nvrtc.h nvvm.h nvJitLink.h)
  fencepost_refuse(${directory} "there is no graphics on the simulated device"
    cudaEGL.h cudaGL.h cuda_egl_interop.h cuda_gl_interop.h cuda_d3d11_interop.h)
endfunction()
