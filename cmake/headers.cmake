# The folder of headers that programs include, as it is after an installation: links, so that a changed header needs no
# build. A folder of its own for each of the sources' folders: a header may come and go.

# fencepost_link_headers(INTO FOLDER...)
function(fencepost_link_headers into)
  file(REMOVE_RECURSE ${into})
  foreach(folder ${ARGN})
    file(GLOB_RECURSE headers RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*)
    foreach(header ${headers})
      get_filename_component(place ${into}/${header} DIRECTORY)
      file(MAKE_DIRECTORY ${place})
      file(CREATE_LINK ${folder}/${header} ${into}/${header} SYMBOLIC)
    endforeach()
  endforeach()
endfunction()
