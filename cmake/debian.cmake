# The Debian package: cpack -G DEB. It holds compiled code of this machine's compiler and libraries, and is for systems
# with the same ones.
find_program(FENCEPOST_GXX g++ REQUIRED)
execute_process(COMMAND ${FENCEPOST_GXX} -dumpversion OUTPUT_VARIABLE gxx OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

set(CPACK_PACKAGE_NAME fencepost)
set(CPACK_PACKAGE_VENDOR "Fencepost")
set(CPACK_PACKAGE_CONTACT "Fencepost maintainers <maintainers@fencepost.invalid>" CACHE STRING "Maintainer of packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds races in CUDA C++ programs without a GPU")
set(CPACK_PACKAGE_DESCRIPTION
"Runs ordinary CUDA C++ programs on the CPU and reports the data races, barrier
mistakes and memory bugs of their kernels, with both source lines, the variable
and the threads. fencepost-nvcc stands in for nvcc in Makefiles and CMake
projects; there is a package for CMake and a header for GoogleTest.")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/debian_tree.cmake)
set(CPACK_FENCEPOST_SOURCE_DIR ${PROJECT_SOURCE_DIR})  # For that script.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What compiles and links checked programs. The runtime asks for the C++ library of the compiler that it was built with, or a
# later one, which any g++ from there on brings.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "g++ (>= 4:${gxx}), binutils, lld-19, libclang-common-19-dev, libboost-context-dev, libdw-dev, libelf-dev, libtbb-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, libcub-dev, libcxsparse3, libdnnl2, libfftw3-double3, libfftw3-single3, liblapacke, libmetis5, libomp-19-dev, libopenblas0, libthrust-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang, cmake, libgtest-dev, pkgconf")
include(CPack)
