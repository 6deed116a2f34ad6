# Sources by folder: a new file needs no change to the build.

# fencepost_glob(OUT PATTERN...): the matching files under the current source folder, sorted.
function(fencepost_glob out)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# fencepost_take(OUT LIST REGEX): moves the files that match REGEX from LIST to OUT.
function(fencepost_take out list_name regex)
  set(taken ${${list_name}})
  list(FILTER taken INCLUDE REGEX ${regex})
  set(rest ${${list_name}})
  list(FILTER rest EXCLUDE REGEX ${regex})
  set(${out} ${taken} PARENT_SCOPE)
  set(${list_name} ${rest} PARENT_SCOPE)
endfunction()

# fencepost_library(NAME SOURCE...): a static library; one without sources gets an empty file, which CMake insists on.
function(fencepost_library name)
  set(sources ${ARGN})
  if(NOT sources)
    set(sources ${PROJECT_BINARY_DIR}/empty.cpp)
    file(CONFIGURE OUTPUT ${sources} CONTENT "")
  endif()
  add_library(${name} STATIC ${sources})
endfunction()
