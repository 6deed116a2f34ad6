# The files of examples/ that `fencepost` brings along, for lessons and the playground, as a C++ source.
#
# fencepost_examples(OUT HEADER): the name of the source, made at build time. It defines examples() of HEADER.
# As a script: cmake -DOUT=FILE.cpp -DHEADER=… -DFOLDER=examples -DFILES=a/bug.cu,b/README.md -P examples.cmake

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(fencepost_examples out header)
    set(folder ${PROJECT_SOURCE_DIR}/examples)
    file(GLOB files RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/README.md ${folder}/*/bug.cu ${folder}/*/fix.cu
         ${folder}/lessons/*/lesson.cu ${folder}/lessons/*/README.md)
    list(SORT files)
    list(JOIN files "," joined)
    set(source ${PROJECT_BINARY_DIR}/${out}.cpp)
    list(TRANSFORM files PREPEND ${folder}/ OUTPUT_VARIABLE paths)
    add_custom_command(
      OUTPUT ${source} DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/examples.cmake
      COMMAND ${CMAKE_COMMAND} -DOUT=${source} -DHEADER=${header} -DFOLDER=${folder} -DFILES=${joined} -P
              ${PROJECT_SOURCE_DIR}/cmake/examples.cmake VERBATIM)
    set(${out} ${source} PARENT_SCOPE)
  endfunction()
  return()
endif()

set(text "// Made by cmake/examples.cmake.\n#include \"${HEADER}\"\n\n#include <array>\n\n")
string(REPLACE "," ";" FILES "${FILES}")
list(LENGTH FILES count)
string(APPEND text "namespace fencepost::cli {\n\nstd::span<const Example> examples() {\n")
string(APPEND text "  static const std::array<Example, ${count}> kExamples = {{\n")
foreach(name ${FILES})
  file(READ ${FOLDER}/${name} contents)
  string(APPEND text "{\"${name}\", R\"example(${contents})example\"},\n")
endforeach()
string(APPEND text "}};\n  return kExamples;\n}\n\n}  // namespace fencepost::cli\n")
file(WRITE ${OUT} "${text}")
