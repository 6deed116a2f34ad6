# find_package(Fencepost): programs that run checked on the CPU, and their tests, in a CMake project.
#
#   fencepost_add_executable(TARGET SOURCE... [OPTIONS OPTION...])
#     An executable as by add_executable(); its .cu files are compiled by fencepost-nvcc, with OPTIONS, the others as
#     usual. Include folders, definitions and CXX_STANDARD of TARGET, and of what it links, hold for the .cu files too.
#     The project needs no CUDA language; one that has it, with whatever compiler, may keep it.
#
#   fencepost_add_test(NAME NAME {TARGET TARGET [ARGS ARG...] | COMMAND COMMAND [ARG...]}
#                      [OPTIONS OPTION...] [TIMEOUT SECONDS] [WORKING_DIRECTORY FOLDER])
#     A test of CTest, labelled fencepost, that fails by findings (exit status 66, the report in its output) as by the
#     program's own exit status. OPTIONS are those of `fencepost run`. A COMMAND that is a target is run as TARGET is;
#     of any other the checked programs that it starts get OPTIONS. A TARGET that launches no kernel fails.
#
# Targets: Fencepost::fencepost and Fencepost::nvcc, the programs; Fencepost::runtime, the CUDA headers and what a
# program with objects of fencepost-nvcc is linked with; Fencepost::headers, <fencepost/gtest.h> and its kin alone, for
# code that other compilers compile, too.
# Variables: Fencepost_EXECUTABLE, Fencepost_NVCC, Fencepost_TOOLKIT (laid out as a CUDA toolkit).

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)  # DEPFILE, with Makefiles, too.

# REALPATH: where /lib is a link to /usr/lib, the package may have been found by the shorter way.
get_filename_component(_fencepost_here "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_fencepost_prefix "${_fencepost_here}/../../.." ABSOLUTE)
set(Fencepost_EXECUTABLE "${_fencepost_prefix}/bin/fencepost")
set(Fencepost_NVCC "${_fencepost_prefix}/bin/fencepost-nvcc")
set(Fencepost_TOOLKIT "${_fencepost_prefix}/lib/fencepost/toolkit")
foreach(_fencepost_file IN ITEMS "${Fencepost_EXECUTABLE}" "${Fencepost_NVCC}"
                                 "${Fencepost_TOOLKIT}/lib64/libcudart_static.a")
  if(NOT EXISTS "${_fencepost_file}")
    set(Fencepost_FOUND FALSE)
    set(Fencepost_NOT_FOUND_MESSAGE "${_fencepost_file} is missing; install Fencepost completely")
  endif()
endforeach()
unset(_fencepost_file)
unset(_fencepost_here)

if(NOT TARGET Fencepost::fencepost)
  add_executable(Fencepost::fencepost IMPORTED)
  set_target_properties(Fencepost::fencepost PROPERTIES IMPORTED_LOCATION "${Fencepost_EXECUTABLE}")
  add_executable(Fencepost::nvcc IMPORTED)
  set_target_properties(Fencepost::nvcc PROPERTIES IMPORTED_LOCATION "${Fencepost_NVCC}")
  add_library(Fencepost::headers INTERFACE IMPORTED)
  set_target_properties(Fencepost::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                      "${_fencepost_prefix}/share/fencepost/include")
  add_library(Fencepost::runtime INTERFACE IMPORTED)
  set_target_properties(
    Fencepost::runtime PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                  "${_fencepost_prefix}/include/fencepost;${_fencepost_prefix}/include/fencepost/cccl"
                                  INTERFACE_LINK_LIBRARIES "${Fencepost_TOOLKIT}/lib64/libcudart_static.a")
endif()
unset(_fencepost_prefix)

# True if the project's CUDA language is compiled by fencepost-nvcc.
function(_fencepost_is_cuda_compiler result)
  set(${result} FALSE PARENT_SCOPE)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("CUDA" IN_LIST languages)
    get_filename_component(chosen "${CMAKE_CUDA_COMPILER}" REALPATH)
    get_filename_component(ours "${Fencepost_NVCC}" REALPATH)
    if(chosen STREQUAL ours)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# The options by which fencepost-nvcc is to use the project's C++ compiler. What is just called c++ is its default one.
function(_fencepost_host_compiler result)
  get_filename_component(name "${CMAKE_CXX_COMPILER}" NAME)
  if(name MATCHES "^g\\+\\+|-g\\+\\+|^clang")
    set(${result} -ccbin "${CMAKE_CXX_COMPILER}" PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

function(fencepost_add_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fencepost_add_executable(${target} …) needs sources")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT "CXX" IN_LIST languages)
    message(FATAL_ERROR "fencepost_add_executable(${target} …) needs the project's language CXX")
  endif()
  _fencepost_is_cuda_compiler(by_language)
  if(by_language)
    add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${arg_OPTIONS}>")
  else()
    _fencepost_host_compiler(host_compiler)
    set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.fencepost")
    file(MAKE_DIRECTORY "${folder}")
    set(sources "")
    set(number 0)
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
      if(NOT source MATCHES "\\.cu$")
        list(APPEND sources "${source}")
        continue()
      endif()
      get_filename_component(name "${source}" NAME)
      get_filename_component(path "${source}" ABSOLUTE)
      get_source_file_property(generated "${source}" GENERATED)
      if(generated AND NOT IS_ABSOLUTE "${source}")
        set(path "${CMAKE_CURRENT_BINARY_DIR}/${source}")
      elseif(NOT generated AND NOT EXISTS "${path}")
        message(FATAL_ERROR "fencepost_add_executable(${target} …): there is no file ${path}")
      endif()
      math(EXPR number "${number} + 1")
      set(object "${folder}/${number}-${name}.o")
      add_custom_command(
        OUTPUT "${object}"
        COMMAND
          "${Fencepost_NVCC}" -c "${path}" -o "${object}" -MD -MF "${object}.d" ${host_compiler}
          "$<$<BOOL:${standard}>:-std=c++${standard}>" "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-DNDEBUG>"
          "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
          ${arg_OPTIONS}
        DEPENDS "${path}" "${Fencepost_NVCC}"
        DEPFILE "${object}.d"
        COMMENT "Building checked CUDA object ${name}.o of ${target}"
        COMMAND_EXPAND_LISTS VERBATIM)
      list(APPEND sources "${object}")
    endforeach()
    add_executable(${target} ${sources})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
  # Findings name the lines of the host's calls, too.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:-g>")
  target_link_libraries(${target} PRIVATE Fencepost::runtime)
endfunction()

function(fencepost_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TARGET;TIMEOUT;WORKING_DIRECTORY" "ARGS;COMMAND;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "fencepost_add_test(NAME ${arg_NAME} …): what about ${arg_UNPARSED_ARGUMENTS} "
                        "${arg_KEYWORDS_MISSING_VALUES}?")
  endif()
  if(NOT arg_NAME OR (arg_TARGET AND arg_COMMAND) OR NOT (arg_TARGET OR arg_COMMAND))
    message(FATAL_ERROR "fencepost_add_test needs a NAME, and either TARGET or COMMAND")
  endif()
  if(arg_COMMAND)
    list(POP_FRONT arg_COMMAND program)
    if(TARGET "${program}")
      set(arg_TARGET "${program}")
      set(arg_ARGS ${arg_COMMAND})
    endif()
  endif()
  set(place "")
  if(arg_WORKING_DIRECTORY)
    set(place WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}")
  endif()
  if(arg_TIMEOUT)
    list(APPEND arg_OPTIONS --timeout ${arg_TIMEOUT})
  endif()
  if(arg_TARGET)
    if(NOT "${arg_ARGS}" STREQUAL "")  # An argument 0 is one.
      list(PREPEND arg_ARGS --)
    endif()
    add_test(NAME "${arg_NAME}" COMMAND Fencepost::fencepost run ${arg_OPTIONS} "$<TARGET_FILE:${arg_TARGET}>" ${arg_ARGS}
             ${place})
  else()
    add_test(NAME "${arg_NAME}" COMMAND "${program}" ${arg_COMMAND} ${place})
    set(words "")
    foreach(option IN LISTS arg_OPTIONS)
      string(REPLACE "'" "'\\''" option "${option}")
      string(APPEND words " '${option}'")
    endforeach()
    if(words)
      string(STRIP "${words}" words)
      set_property(TEST "${arg_NAME}" PROPERTY ENVIRONMENT "FENCEPOST_OPTIONS=${words}")
    endif()
  endif()
  set_property(TEST "${arg_NAME}" PROPERTY LABELS fencepost)
  if(arg_TIMEOUT)
    math(EXPR limit "${arg_TIMEOUT} + 30")  # The program ends itself before, with a report.
    set_property(TEST "${arg_NAME}" PROPERTY TIMEOUT ${limit})
  endif()
endfunction()

cmake_policy(POP)
