# The files of a page as a C++ source, for what writes the page.
#
# fencepost_page(OUT HEADER PREFIX FILE...): the name of the source, made at build time. It defines what HEADER declares:
# PREFIXStyle, PREFIXScript, PREFIXBody, PREFIXStyleHash and PREFIXScriptHash, of the styles, scripts and page among the
# FILEs, in their order.
# As a script: cmake -DOUT=FILE.cpp -DHEADER=… -DPREFIX=… -DFILES=a.css,b.js -P report_page.cmake

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(fencepost_page out header prefix)
    set(files ${ARGN})
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/)
    list(JOIN files "," joined)
    set(source ${PROJECT_BINARY_DIR}/${out}.cpp)
    add_custom_command(
      OUTPUT ${source} DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/report_page.cmake
      COMMAND ${CMAKE_COMMAND} -DOUT=${source} -DHEADER=${header} -DPREFIX=${prefix} -DFILES=${joined} -P
              ${PROJECT_SOURCE_DIR}/cmake/report_page.cmake VERBATIM)
    set(${out} ${source} PARENT_SCOPE)
  endfunction()
  return()
endif()

# What a Content-Security-Policy calls `text`: its SHA-256 in base 64.
function(policy_hash out text)
  set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  string(SHA256 hex "${text}")
  string(APPEND hex 00)  # 33 bytes: eleven times three, of which the last is left out again.
  set(encoded "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING ${hex} ${at} 6 bytes)
    foreach(shift 18 12 6 0)
      math(EXPR digit "(0x${bytes} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${digit} 1 digit)
      string(APPEND encoded ${digit})
    endforeach()
  endforeach()
  string(SUBSTRING ${encoded} 0 43 encoded)
  set(${out} "sha256-${encoded}=" PARENT_SCOPE)
endfunction()

set(style "")
set(body "")
set(script "(() => {\n'use strict';\n")
string(REPLACE "," ";" FILES "${FILES}")
foreach(name ${FILES})
  file(READ ${name} text)
  if(name MATCHES "[.]css$")
    string(APPEND style "${text}")
  elseif(name MATCHES "[.]html$")
    string(APPEND body "${text}")
  else()
    string(APPEND script "${text}")
  endif()
endforeach()
string(APPEND script "})();\n")
if(script MATCHES "</script|<!--" OR style MATCHES "</style")
  message(FATAL_ERROR "${PREFIX}: what ends the element must not stand inside it")
endif()
policy_hash(script_hash "${script}")
policy_hash(style_hash "${style}")

set(text "// Made by cmake/report_page.cmake.\n#include \"${HEADER}\"\n\n")
string(APPEND text "namespace fencepost::cli {\n\n")
foreach(part Style Script Body)
  string(TOLOWER ${part} variable)
  string(APPEND text "const std::string_view ${PREFIX}${part} = R\"page(${${variable}})page\";\n")
endforeach()
string(APPEND text "const std::string_view ${PREFIX}StyleHash = \"${style_hash}\";\n")
string(APPEND text "const std::string_view ${PREFIX}ScriptHash = \"${script_hash}\";\n\n")
string(APPEND text "}  // namespace fencepost::cli\n")
file(WRITE ${OUT} "${text}")
