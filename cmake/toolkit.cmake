# The folder that build systems take for an installed CUDA toolkit: PREFIX/lib/fencepost/toolkit, in the build folder as
# after installation. Links are relative, so that the tree can be moved.
#
#   bin/nvcc     fencepost-nvcc; bin/hipcc: fencepost-hipcc
#   include      our CUDA headers, and our part of CCCL, which fencepost-nvcc takes from include/fencepost/cccl
#   targets      the same two under the names that some projects ask for, x86_64-linux/include and lib
#   lib64        the libraries a CUDA program may be linked with; each is a linker script that fetches the runtime
#   nvvm/libdevice, version.json, version.txt: CMake looks for them

# What other linkers see of LLVM's OpenMP runtime, libfencepost_openmp.so: its functions' names, and the name that a program
# asks for when it starts. CUDA sources call that runtime; a program with none that does is not bound to it, and one that is
# has it before the runtime of `g++ -fopenmp`, whose entries it has, too.
function(fencepost_openmp_names directory)
  find_library(FENCEPOST_OPENMP NAMES omp PATHS ${llvm}/lib NO_DEFAULT_PATH)
  if(NOT FENCEPOST_OPENMP)
    file(REMOVE ${directory}/lib64/libfencepost_openmp.so)
    return()
  endif()
  execute_process(COMMAND ${CMAKE_NM} -D --defined-only ${FENCEPOST_OPENMP} OUTPUT_VARIABLE symbols
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL " [TW] [A-Za-z_][A-Za-z0-9_]*" symbols "${symbols}")
  list(TRANSFORM symbols REPLACE " [TW] (.*)" "\\1")
  list(REMOVE_DUPLICATES symbols)
  list(FILTER symbols EXCLUDE REGEX "^_(init|fini)$")
  list(TRANSFORM symbols REPLACE "(.+)" "  .globl \\1\n  .type \\1, %function\n\\1:")
  list(JOIN symbols "\n" symbols)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/openmp_names.cpp CONTENT
"asm(R\"(
.text
${symbols}
  ret
  .section .note.GNU-stack,\"\",%progbits
)\");
")
  add_library(fencepost_openmp SHARED ${PROJECT_BINARY_DIR}/openmp_names.cpp)
  set_target_properties(fencepost_openmp PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${directory}/lib64 NO_SONAME ON UNITY_BUILD OFF)
  target_link_options(fencepost_openmp PRIVATE -nostdlib -Wl,-soname,libomp.so.5)
endfunction()

# fencepost_toolkit(DIRECTORY)
function(fencepost_toolkit directory)
  file(MAKE_DIRECTORY ${directory}/bin ${directory}/lib64/stubs ${directory}/nvvm/libdevice)
  file(CREATE_LINK ../../../../bin/fencepost-nvcc ${directory}/bin/nvcc SYMBOLIC)
  file(CREATE_LINK ../../../../bin/fencepost-hipcc ${directory}/bin/hipcc SYMBOLIC)
  file(REMOVE_RECURSE ${directory}/include)
  file(MAKE_DIRECTORY ${directory}/include)
  file(GLOB headers RELATIVE ${PROJECT_BINARY_DIR}/include/fencepost ${PROJECT_BINARY_DIR}/include/fencepost/*)
  foreach(header cccl/cuda cccl/nv cccl/thrust cccl/cub ${headers})
    get_filename_component(name ${header} NAME)
    file(CREATE_LINK ../../../../include/fencepost/${header} ${directory}/include/${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK lib64 ${directory}/lib SYMBOLIC)
  file(MAKE_DIRECTORY ${directory}/targets/x86_64-linux)
  file(CREATE_LINK ../../include ${directory}/targets/x86_64-linux/include SYMBOLIC)
  file(CREATE_LINK ../../lib64 ${directory}/targets/x86_64-linux/lib SYMBOLIC)
  foreach(library fencepost_user_end fencepost_rt)
    file(CREATE_LINK ../../../lib${library}.a ${directory}/lib64/lib${library}.a SYMBOLIC)
  endforeach()
  fencepost_openmp_names(${directory})
  set(openmp "")
  if(TARGET fencepost_openmp)
    set(openmp " AS_NEEDED(libfencepost_openmp.so)")
    file(CREATE_LINK ../libfencepost_openmp.so ${directory}/lib64/stubs/libfencepost_openmp.so SYMBOLIC)
  endif()
  # The linker looks for files beside the script first. Nothing refers to the start-up code: EXTERN fetches it.
  file(CONFIGURE OUTPUT ${directory}/lib64/libcudart_static.a CONTENT
"/* GNU ld script: what a program that runs CUDA kernels on the CPU needs */
EXTERN(fencepost_user_text_end fencepost_start)
INPUT(libfencepost_user_end.a libfencepost_rt.a${openmp} -lboost_context -ltbb -ldw -lelf -lstdc++ -lm -lpthread -ldl)
")
  foreach(name cufftw.so cufftw_static.a)  # include/cufftw.h
    file(CONFIGURE OUTPUT ${directory}/lib64/lib${name} CONTENT "/* GNU ld script */\nINPUT(-lfftw3 -lfftw3f)\n")
  endforeach()
  foreach(name cudart.so cudadevrt.a culibos.a cuda.so nvToolsExt.so cublas.so cublas_static.a cublasLt.so
               cublasLt_static.a cudnn.so cufft.so cufft_static.a cufft_static_nocallback.a curand.so curand_static.a cusolver.so
               cusolver_static.a cusparse.so cusparse_static.a nccl.so nccl_static.a nvrtc.so nvrtc_static.a
               nvrtc-builtins_static.a nvptxcompiler_static.a nvfatbin.so nvfatbin_static.a nvJitLink.so nvJitLink_static.a nvjpeg.so nvjpeg_static.a
               nppc.so nppc_static.a nppial.so nppial_static.a nppicc.so nppicc_static.a nppidei.so nppidei_static.a nppif.so nppif_static.a nppig.so nppig_static.a
               nppim.so nppim_static.a nppist.so nppist_static.a nppisu.so nppisu_static.a nppitc.so nppitc_static.a npps.so npps_static.a
               nvidia-ml.so amdhip64.so hiprtc.so
               hipblas.so hipblaslt.so hipfft.so hiprand.so hipsolver.so hipsparse.so rccl.so)
    file(CREATE_LINK libcudart_static.a ${directory}/lib64/lib${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ../libcuda.so ${directory}/lib64/stubs/libcuda.so SYMBOLIC)
  file(CREATE_LINK ../libnvidia-ml.so ${directory}/lib64/stubs/libnvidia-ml.so SYMBOLIC)
  file(CREATE_LINK ../libfencepost_user_end.a ${directory}/lib64/stubs/libfencepost_user_end.a SYMBOLIC)
  file(CREATE_LINK ../libfencepost_rt.a ${directory}/lib64/stubs/libfencepost_rt.a SYMBOLIC)
  file(CONFIGURE OUTPUT ${directory}/version.json
       CONTENT "{\"cuda\": {\"name\": \"CUDA SDK, by Fencepost\", \"version\": \"12.8.0\"}}\n")
  file(CONFIGURE OUTPUT ${directory}/version.txt CONTENT "CUDA Version 12.8.0\n")
  install(DIRECTORY ${directory}/ DESTINATION lib/fencepost/toolkit)
endfunction()

# The same for programs that fencepost-nvcc does not link: PREFIX/lib/fencepost/shared-toolkit. Its lib64 has libfencepost_cuda.so,
# links to it for linkers, libcuda.so and its kin, and libraries for programs, libcuda.so.1 and its kin, which bring it with them
# (docs/shared-libraries.md).
function(fencepost_shared_toolkit directory)
  file(MAKE_DIRECTORY ${directory}/lib64)
  foreach(same include nvvm version.json version.txt)
    file(CREATE_LINK ../toolkit/${same} ${directory}/${same} SYMBOLIC)
  endforeach()
  if(IS_SYMLINK ${directory}/bin)  # Of an older version.
    file(REMOVE ${directory}/bin)
  endif()
  foreach(program nvcc hipcc)
    configure_file(${PROJECT_SOURCE_DIR}/compiler/shared-toolkit-${program}.sh ${directory}/bin/${program} COPYONLY)
  endforeach()
  file(CREATE_LINK lib64 ${directory}/lib SYMBOLIC)
  file(MAKE_DIRECTORY ${directory}/targets/x86_64-linux)
  file(CREATE_LINK ../../include ${directory}/targets/x86_64-linux/include SYMBOLIC)
  file(CREATE_LINK ../../lib64 ${directory}/targets/x86_64-linux/lib SYMBOLIC)
  foreach(name cudart_static cudadevrt cublas_static cublasLt_static cufft_static cusolver_static cusparse_static cudnn_static nccl_static
               nvrtc_static nvJitLink_static)  # Who links them statically gets the library, too.
    file(CONFIGURE OUTPUT ${directory}/lib64/lib${name}.a CONTENT "/* GNU ld script */\nINPUT(libfencepost_cuda.so)\n")
  endforeach()
  foreach(name cuda:1 cudart:11.0:12:13 nvrtc:11.2:12:13 nvJitLink:12:13 cublas:11:12:13 cublasLt:11:12:13 cufft:10:11:12
               curand:10 cusolver:11:12 cusparse:11:12 nccl:2 cudnn:8:9 nvidia-ml nvToolsExt
               nppc:11:12:13 nppial:11:12:13 nppicc:11:12:13 nppidei:11:12:13 nppif:11:12:13 nppig:11:12:13 nppim:11:12:13 nppist:11:12:13 nppisu:11:12:13 nppitc:11:12:13 npps:11:12:13
               amdhip64 hiprtc hipblas hipblaslt hipfft hiprand hipsolver hipsparse rccl)
    string(REPLACE ":" ";" versions ${name})
    list(POP_FRONT versions library)
    file(CREATE_LINK libfencepost_cuda.so ${directory}/lib64/lib${library}.so SYMBOLIC)
    foreach(version ${versions})
      file(CREATE_LINK libfencepost_name.so ${directory}/lib64/lib${library}.so.${version} SYMBOLIC)
    endforeach()
  endforeach()
  install(DIRECTORY ${directory}/ DESTINATION lib/fencepost/shared-toolkit USE_SOURCE_PERMISSIONS)
endfunction()
