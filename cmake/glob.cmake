# Sources by folder: a new file needs no change to the build.

# fencepost_glob(OUT PATTERN...): the matching files under the current source folder, sorted.
function(fencepost_glob out)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(${out} ${files} PARENT_SCOPE)
endfunction()
