# For the Python wheel and the archive (python/bundle.py), which take no library of LLVM's along: fencepost-nvcc with clang
# and LLVM inside. It is a third of what the libraries are, and starts sooner. Built only when asked for.
find_library(FENCEPOST_LIBZSTD libzstd.a)
find_library(FENCEPOST_LIBZ libz.a)
if(NOT FENCEPOST_LIBZSTD OR NOT FENCEPOST_LIBZ)
  return()
endif()
file(GLOB clang_archives ${llvm}/lib/libclang[A-Z]*.a)
file(GLOB llvm_archives ${llvm}/lib/libLLVM*.a)
add_executable(fencepost-nvcc-static EXCLUDE_FROM_ALL compiler/main.cpp cmake/package/static_llvm.cpp)
target_include_directories(fencepost-nvcc-static SYSTEM PRIVATE ${FENCEPOST_LLVM_INCLUDE})
string(REPLACE / _ rooms "${compiler_rooms}")
list(JOIN rooms , rooms)
list(JOIN clang_archives , clang_archives)
list(JOIN llvm_archives , llvm_archives)
target_link_libraries(fencepost-nvcc-static PRIVATE
                      -Wl,--as-needed $<LINK_GROUP:RESCAN,${rooms},${clang_archives},${llvm_archives}> detector_text
                      ${FENCEPOST_LIBZSTD} ${FENCEPOST_LIBZ} Threads::Threads ${CMAKE_DL_LIBS} ${FENCEPOST_LIBZ3})
target_link_options(fencepost-nvcc-static PRIVATE ${hardened} -Wl,--gc-sections -s)
