# What `cmake --install` installs beside the programs and the runtime. All of it is found relative to the programs, so
# that an installed tree can be moved; see also cmake/toolkit.cmake.

# For projects: find_package(Fencepost), pkg-config. In the build folder, too, for -DFencepost_DIR=BUILD/lib/cmake/Fencepost.
include(CMakePackageConfigHelpers)
set(package_folder lib/cmake/Fencepost)
configure_file(cmake/package/FencepostConfig.cmake ${PROJECT_BINARY_DIR}/${package_folder}/FencepostConfig.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/${package_folder}/FencepostConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(DIRECTORY ${PROJECT_BINARY_DIR}/${package_folder}/ DESTINATION ${package_folder})
configure_file(cmake/package/fencepost.pc.in ${PROJECT_BINARY_DIR}/share/pkgconfig/fencepost.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/share/pkgconfig/fencepost.pc DESTINATION share/pkgconfig)

# <fencepost/gtest.h> and its kin for other compilers, which must not find our CUDA headers beside them.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/fencepost/include)
file(CREATE_LINK ../../../include/fencepost/fencepost ${PROJECT_BINARY_DIR}/share/fencepost/include/fencepost SYMBOLIC)
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/fencepost/include/ DESTINATION share/fencepost/include)
install(FILES cli/gdb/fencepost_gdb.py DESTINATION share/fencepost/gdb)

install(FILES README.md LICENSE DESTINATION share/doc/fencepost)
install(DIRECTORY docs DESTINATION share/doc/fencepost FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
install(DIRECTORY examples DESTINATION share/doc/fencepost PATTERN ".*" EXCLUDE PATTERN "build*" EXCLUDE)

# fencepost_man_page(PROGRAM TITLE COMMAND...): the manual page of a program with these commands.
function(fencepost_man_page program title)
  set(page ${PROJECT_BINARY_DIR}/share/man/man1/${program}.1)
  string(JOIN "," commands ${ARGN})
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${program}> "-DTITLE=${title}" "-DCOMMANDS=${commands}"
            -DVERSION=${PROJECT_VERSION} -DOUTPUT=${page} -P ${PROJECT_SOURCE_DIR}/cmake/man_page.cmake
    DEPENDS ${program} ${PROJECT_SOURCE_DIR}/cmake/man_page.cmake
    VERBATIM)
  add_custom_target(${program}_man_page ALL DEPENDS ${page})
  install(FILES ${page} DESTINATION share/man/man1 OPTIONAL)
endfunction()

# fencepost_completion(SHELL FILE): the shell's script, installed as FILE.
function(fencepost_completion shell file)
  set(script ${PROJECT_BINARY_DIR}/${file})
  cmake_path(GET script PARENT_PATH folder)
  cmake_path(GET file PARENT_PATH destination)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${script} COMMAND fencepost completion ${shell} > ${script} DEPENDS fencepost VERBATIM)
  add_custom_target(fencepost_${shell}_completion ALL DEPENDS ${script})
  install(FILES ${script} DESTINATION ${destination} OPTIONAL)
endfunction()
if(NOT FENCEPOST_SANITIZE)  # The pages are made by running the programs.
  fencepost_man_page(fencepost "find the races of CUDA programs without a GPU" run sweep kernel fuzz permissions replay prove contracts report diff explain
                     toolkit doctor cache completion mcp serve lesson)
  fencepost_completion(bash share/bash-completion/completions/fencepost)
  fencepost_completion(zsh share/zsh/vendor-completions/_fencepost)
  fencepost_completion(fish share/fish/vendor_completions.d/fencepost.fish)
  fencepost_man_page(fencepost-nvcc "compile CUDA C++ into programs that check themselves on the CPU")
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/share/man/man1/fencepost-hipcc.1 CONTENT ".so man1/fencepost-nvcc.1\n" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/share/man/man1/fencepost-hipcc.1 DESTINATION share/man/man1)
