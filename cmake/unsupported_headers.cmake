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
  file(REMOVE_RECURSE ${directory})  # What an older version refused.
  fencepost_refuse(${directory} "it is a library of GPU code; write the kernels out, or check those that call it apart"
    curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h)
  # Behind the user's folders, which may have them.
  fencepost_refuse(${directory}/cccl "this part of libcu++ is not provided; write it out, or name a copy of CCCL with -I"
    cuda/__cccl_config cuda/std/__cccl/compiler.h cuda/std/detail/__config
    cuda/bit cuda/discard_memory cuda/mdspan cuda/memory_resource cuda/numeric cuda/type_traits cuda/warp
    cuda/work_stealing cuda/std/expected cuda/std/inplace_vector cuda/std/linalg cuda/std/mdspan)
  fencepost_refuse(${directory} "compile the kernel ahead of time" nvvm.h)
  # NVIDIA's would include NVIDIA's cuda_runtime_api.h, which lies beside it.
  fencepost_refuse(${directory} "the simulated device has no counters; `fencepost run --profile` counts what kernels do"
    cupti.h cupti_activity.h cupti_callbacks.h cupti_events.h cupti_metrics.h cupti_profiler_target.h cupti_target.h
    nvperf_host.h nvperf_target.h)
  fencepost_refuse(${directory} "there is no graphics on the simulated device"
    cudaEGL.h cudaGL.h cuda_egl_interop.h cuda_d3d11_interop.h)
endfunction()

# fencepost_missing_headers(DIRECTORY): fills DIRECTORY, which goes on the include path behind everything else: there a
# header is found only if the package that has it is not installed.
function(fencepost_missing_headers directory)
  set(packages "install libthrust-dev and libcub-dev (apt-get install libthrust-dev), or name a folder that has it with -I")
  foreach(header IN LISTS ARGN)
    file(CONFIGURE OUTPUT ${directory}/${header} CONTENT "#error \"${header} was not found: ${packages}\"\n")
  endforeach()
endfunction()

# The headers of Thrust and CUB 1.17 that programs include.
set(FENCEPOST_CCCL_HEADERS
    cub/block/block_adjacent_difference.cuh cub/block/block_discontinuity.cuh cub/block/block_exchange.cuh
    cub/block/block_histogram.cuh cub/block/block_load.cuh cub/block/block_merge_sort.cuh
    cub/block/block_radix_rank.cuh cub/block/block_radix_sort.cuh cub/block/block_raking_layout.cuh
    cub/block/block_reduce.cuh cub/block/block_run_length_decode.cuh cub/block/block_scan.cuh
    cub/block/block_shuffle.cuh cub/block/block_store.cuh cub/block/radix_rank_sort_operations.cuh cub/config.cuh
    cub/cub.cuh cub/device/device_adjacent_difference.cuh cub/device/device_histogram.cuh
    cub/device/device_merge_sort.cuh cub/device/device_partition.cuh cub/device/device_radix_sort.cuh
    cub/device/device_reduce.cuh cub/device/device_run_length_encode.cuh cub/device/device_scan.cuh
    cub/device/device_segmented_radix_sort.cuh cub/device/device_segmented_reduce.cuh
    cub/device/device_segmented_sort.cuh cub/device/device_select.cuh cub/device/device_spmv.cuh
    cub/grid/grid_barrier.cuh cub/grid/grid_even_share.cuh cub/grid/grid_mapping.cuh cub/grid/grid_queue.cuh
    cub/iterator/arg_index_input_iterator.cuh cub/iterator/cache_modified_input_iterator.cuh
    cub/iterator/cache_modified_output_iterator.cuh cub/iterator/constant_input_iterator.cuh
    cub/iterator/counting_input_iterator.cuh cub/iterator/discard_output_iterator.cuh
    cub/iterator/tex_obj_input_iterator.cuh cub/iterator/tex_ref_input_iterator.cuh
    cub/iterator/transform_input_iterator.cuh cub/thread/thread_load.cuh cub/thread/thread_operators.cuh
    cub/thread/thread_reduce.cuh cub/thread/thread_scan.cuh cub/thread/thread_search.cuh cub/thread/thread_sort.cuh
    cub/thread/thread_store.cuh cub/util_allocator.cuh cub/util_arch.cuh cub/util_compiler.cuh
    cub/util_cpp_dialect.cuh cub/util_debug.cuh cub/util_deprecated.cuh cub/util_device.cuh cub/util_macro.cuh
    cub/util_math.cuh cub/util_namespace.cuh cub/util_ptx.cuh cub/util_type.cuh cub/version.cuh
    cub/warp/warp_exchange.cuh cub/warp/warp_load.cuh cub/warp/warp_merge_sort.cuh cub/warp/warp_reduce.cuh
    cub/warp/warp_scan.cuh cub/warp/warp_store.cuh thrust/addressof.h thrust/adjacent_difference.h thrust/advance.h
    thrust/allocate_unique.h thrust/async/copy.h thrust/async/for_each.h thrust/async/reduce.h thrust/async/scan.h
    thrust/async/sort.h thrust/async/transform.h thrust/binary_search.h thrust/complex.h thrust/copy.h thrust/count.h
    thrust/detail/config.h thrust/detail/type_traits.h thrust/device_allocator.h thrust/device_delete.h
    thrust/device_free.h thrust/device_make_unique.h thrust/device_malloc.h thrust/device_malloc_allocator.h
    thrust/device_new.h thrust/device_new_allocator.h thrust/device_ptr.h thrust/device_reference.h
    thrust/device_vector.h thrust/distance.h thrust/equal.h thrust/event.h thrust/execution_policy.h thrust/extrema.h
    thrust/fill.h thrust/find.h thrust/for_each.h thrust/functional.h thrust/future.h thrust/gather.h
    thrust/generate.h thrust/host_vector.h thrust/inner_product.h thrust/iterator/constant_iterator.h
    thrust/iterator/counting_iterator.h thrust/iterator/discard_iterator.h thrust/iterator/iterator_adaptor.h
    thrust/iterator/iterator_categories.h thrust/iterator/iterator_facade.h thrust/iterator/iterator_traits.h
    thrust/iterator/permutation_iterator.h thrust/iterator/retag.h thrust/iterator/reverse_iterator.h
    thrust/iterator/transform_input_output_iterator.h thrust/iterator/transform_iterator.h
    thrust/iterator/transform_output_iterator.h thrust/iterator/zip_iterator.h thrust/limits.h thrust/logical.h
    thrust/memory.h thrust/merge.h thrust/mismatch.h thrust/mr/allocator.h thrust/mr/device_memory_resource.h
    thrust/mr/disjoint_pool.h thrust/mr/disjoint_sync_pool.h thrust/mr/disjoint_tls_pool.h
    thrust/mr/fancy_pointer_resource.h thrust/mr/host_memory_resource.h thrust/mr/memory_resource.h thrust/mr/new.h
    thrust/mr/polymorphic_adaptor.h thrust/mr/pool.h thrust/mr/pool_options.h thrust/mr/sync_pool.h
    thrust/mr/tls_pool.h thrust/mr/universal_memory_resource.h thrust/mr/validator.h thrust/optional.h thrust/pair.h
    thrust/partition.h thrust/per_device_resource.h thrust/random.h thrust/random/discard_block_engine.h
    thrust/random/linear_congruential_engine.h thrust/random/linear_feedback_shift_engine.h
    thrust/random/normal_distribution.h thrust/random/subtract_with_carry_engine.h
    thrust/random/uniform_int_distribution.h thrust/random/uniform_real_distribution.h
    thrust/random/xor_combine_engine.h thrust/reduce.h thrust/remove.h thrust/replace.h thrust/reverse.h thrust/scan.h
    thrust/scatter.h thrust/sequence.h thrust/set_operations.h thrust/shuffle.h thrust/sort.h thrust/swap.h
    thrust/system/cuda/config.h thrust/system/cuda/error.h thrust/system/cuda/execution_policy.h
    thrust/system/cuda/future.h thrust/system/cuda/memory.h thrust/system/cuda/memory_resource.h
    thrust/system/cuda/pointer.h thrust/system/cuda/vector.h thrust/system/error_code.h thrust/system/system_error.h
    thrust/system_error.h thrust/tabulate.h thrust/transform.h thrust/transform_reduce.h thrust/transform_scan.h
    thrust/tuple.h thrust/uninitialized_copy.h thrust/uninitialized_fill.h thrust/unique.h
    thrust/universal_allocator.h thrust/universal_ptr.h thrust/universal_vector.h thrust/version.h
    thrust/zip_function.h)
