# The plugin for g++ that the driver instruments with. It is compiled by the g++ it is for, the one that checked programs
# are compiled by, whatever compiler and sanitizers the rest is built with.

# fencepost_gcc_plugin(TARGET FOLDER FILE...): FOLDER/gcc-VERSION.so
function(fencepost_gcc_plugin target folder)
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  find_program(FENCEPOST_GXX g++ REQUIRED)
  execute_process(COMMAND ${FENCEPOST_GXX} -dumpfullversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${FENCEPOST_GXX} -print-file-name=plugin OUTPUT_VARIABLE headers
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT EXISTS ${headers}/include/gcc-plugin.h)
    string(REGEX MATCH "^[0-9]+" major ${version})
    message(FATAL_ERROR "The headers for plugins of ${FENCEPOST_GXX} ${version} are missing; "
                        "install them (Debian: apt-get install gcc-${major}-plugin-dev)")
  endif()
  set(plugin ${folder}/gcc-${version}.so)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${plugin}
    COMMAND ${FENCEPOST_GXX} -std=c++17 -O2 -Wall -Wextra "$<$<BOOL:${FENCEPOST_WERROR}>:-Werror>" -fno-rtti -fPIC -shared
            -isystem ${headers}/include ${sources} -o ${plugin}
    DEPENDS ${ARGN} ${headers}/include/plugin-version.h
    COMMENT "Building the plugin for g++ ${version}"
    COMMAND_EXPAND_LISTS VERBATIM)  # Which leaves out what is empty.
  add_custom_target(${target} ALL DEPENDS ${plugin})
endfunction()
