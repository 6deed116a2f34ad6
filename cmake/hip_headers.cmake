# The headers of HIP's libraries: HIP names each function, type and constant of cuBLAS and its kin alike, but for the first
# letters. Made from our headers of CUDA's libraries, so that they have what these have.

# fencepost_hip_library(INTO FOLDER HIP CUDA HEADER SOURCES...): INTO/FOLDER/FOLDER.h, where hipX is cuX of HEADER and
# HIP_X is CU_X. `hip` and `cuda`: "hipblas" and "cublas".
function(fencepost_hip_library into folder hip cuda header)
  string(TOUPPER ${hip} HIP)
  string(TOUPPER ${cuda} CUDA)
  set(names)
  foreach(source ${ARGN})
    file(READ ${source} text)
    string(REGEX REPLACE "//[^\n]*" "" text "${text}")
    string(REGEX MATCHALL "(^|[^A-Za-z0-9_])(${cuda}[A-Z_][A-Za-z0-9_]*|${CUDA}_[A-Z0-9_]*[A-Z0-9])" found "${text}")
    list(TRANSFORM found REPLACE "^[^A-Za-z0-9_]" "")
    list(APPEND names ${found})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(FILTER names EXCLUDE REGEX "_$")
  list(SORT names)
  set(text "// ${folder}: the functions, types and constants of ${header}, by HIP's names.\n#pragma once\n\n")
  string(APPEND text "#include <${header}>\n\n#include <hip/hip_complex.h>\n#include <hip/hip_runtime.h>\n\n")
  foreach(name ${names})
    string(REGEX REPLACE "^${cuda}" "${hip}" other "${name}")
    string(REGEX REPLACE "^${CUDA}" "${HIP}" other "${other}")
    string(APPEND text "#define ${other} ${name}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${into}/${folder}/${folder}.h CONTENT "${text}" @ONLY)
  file(CONFIGURE OUTPUT ${into}/${folder}.h CONTENT "#include <${folder}/${folder}.h>\n" @ONLY)
endfunction()

# fencepost_hip_headers(INTO): of all libraries that we have of CUDA's; installed from there.
function(fencepost_hip_headers into)
  set(from ${PROJECT_SOURCE_DIR}/sim/include)
  file(GLOB blas CONFIGURE_DEPENDS ${from}/fencepost_blas/* ${from}/cublas_*.h)
  file(GLOB sparse CONFIGURE_DEPENDS ${from}/fencepost_sparse/* ${from}/cusparse*.h)
  file(GLOB solver CONFIGURE_DEPENDS ${from}/fencepost_solver/* ${from}/cusolver*.h)
  file(GLOB random CONFIGURE_DEPENDS ${from}/fencepost_random/* ${from}/curand*.h)
  fencepost_hip_library(${into} hipblas hipblas cublas cublas_v2.h ${blas})
  file(APPEND ${into}/hipblas/hipblas.h "#define hipblasStatusToString cublasGetStatusString\n")
  fencepost_hip_library(${into} hipblaslt hipblasLt cublasLt cublasLt.h ${from}/cublasLt.h)
  file(APPEND ${into}/hipblaslt/hipblaslt.h "\n#include <hipblas/hipblas.h>\n")
  fencepost_hip_library(${into} hipsparse hipsparse cusparse cusparse.h ${sparse})
  fencepost_hip_library(${into} hipsolver hipsolver cusolver cusolverDn.h ${solver})
  fencepost_hip_library(${into} hipfft hipfft cufft cufft.h ${from}/cufft.h)
  fencepost_hip_library(${into} hiprand hiprand curand curand.h ${random})
  foreach(header rccl/rccl.h rccl.h)  # It has NCCL's names.
    file(CONFIGURE OUTPUT ${into}/${header} CONTENT "#pragma once\n\n#include <nccl.h>\n\n#include <hip/hip_runtime.h>\n" @ONLY)
  endforeach()
  file(CONFIGURE OUTPUT ${into}/hiprand/hiprand_kernel.h
       CONTENT "#pragma once\n\n#include <curand_kernel.h>\n\n#include <hiprand/hiprand.h>\n" @ONLY)
  # hipcub/block/block_scan.hpp and its kin bring all of CUB.
  foreach(part block_adjacent_difference block_discontinuity block_exchange block_histogram block_load block_merge_sort
               block_radix_sort block_reduce block_run_length_decode block_scan block_shuffle block_store
               device_adjacent_difference device_copy device_for device_histogram device_memcpy device_merge_sort
               device_partition device_radix_sort device_reduce device_run_length_encode device_scan
               device_segmented_radix_sort device_segmented_reduce device_segmented_sort device_select warp_exchange
               warp_load warp_merge_sort warp_reduce warp_scan warp_store)
    string(REGEX REPLACE "_.*" "" folder ${part})
    file(CONFIGURE OUTPUT ${into}/hipcub/${folder}/${part}.hpp
         CONTENT "#pragma once\n\n#include <hipcub/hipcub.hpp>\n" @ONLY)
  endforeach()
  foreach(folder block device warp)
    install(DIRECTORY ${into}/hipcub/${folder} DESTINATION include/fencepost/hipcub)
  endforeach()
  foreach(library hipblas hipblaslt hipsparse hipsolver hipfft hiprand rccl)
    install(DIRECTORY ${into}/${library} DESTINATION include/fencepost)
    install(FILES ${into}/${library}.h DESTINATION include/fencepost)
  endforeach()
endfunction()
