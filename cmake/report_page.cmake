# The files of cli/formats/page as a C++ source, for what writes the page.
#
# fencepost_report_page(OUT): the name of the source, made at build time.
# As a script: cmake -DOUT=FILE.cpp -DFOLDER=… -DSCRIPTS=a.js,b.js -P report_page.cmake

if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(fencepost_report_page out)
    set(folder ${PROJECT_SOURCE_DIR}/cli/formats/page)
    # In the order of use.
    set(scripts model elements source threads lanes timeline element proposal finding profile coverage sweep overview list page)
    list(TRANSFORM scripts APPEND .js)
    set(files page.css page.html ${scripts})
    list(TRANSFORM files PREPEND ${folder}/)
    list(JOIN scripts "," scripts)
    set(source ${PROJECT_BINARY_DIR}/report_page.cpp)
    add_custom_command(
      OUTPUT ${source} DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/report_page.cmake
      COMMAND ${CMAKE_COMMAND} -DOUT=${source} -DFOLDER=${folder} -DSCRIPTS=${scripts} -P
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

file(READ ${FOLDER}/page.css style)
file(READ ${FOLDER}/page.html body)
set(script "(() => {\n'use strict';\n")
string(REPLACE "," ";" SCRIPTS "${SCRIPTS}")
foreach(name ${SCRIPTS})
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")
if(script MATCHES "</script|<!--" OR style MATCHES "</style")
  message(FATAL_ERROR "${FOLDER}: what ends the element must not stand inside it")
endif()
policy_hash(script_hash "${script}")
policy_hash(style_hash "${style}")

set(text "// Made from cli/formats/page by cmake/report_page.cmake.\n#include \"cli/formats/page.h\"\n\n")
string(APPEND text "namespace fencepost::cli {\n\n")
string(APPEND text "const std::string_view kReportStyle = R\"page(${style})page\";\n")
string(APPEND text "const std::string_view kReportScript = R\"page(${script})page\";\n")
string(APPEND text "const std::string_view kReportBody = R\"page(${body})page\";\n")
string(APPEND text "const std::string_view kReportStyleHash = \"${style_hash}\";\n")
string(APPEND text "const std::string_view kReportScriptHash = \"${script_hash}\";\n\n")
string(APPEND text "}  // namespace fencepost::cli\n")
file(WRITE ${OUT} "${text}")
