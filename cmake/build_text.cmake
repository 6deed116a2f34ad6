# Writes OUTPUT: of which commit of SOURCE the programs are, if it is a git tree, and with which LLVM. Not touched if it
# is the same as before.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD OUTPUT_VARIABLE commit ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
# A copy without .git below another project's tree.
if(failed OR NOT EXISTS ${SOURCE}/.git)
  set(text "LLVM ${LLVM}")
else()
  set(text "commit ${commit}, LLVM ${LLVM}")
endif()
set(content "#include \"cli/base/build_text.h\"\n\nnamespace fencepost::cli {\n\nconst char* const kBuildText = \"${text}\";\n\n}\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT "${before}" STREQUAL "${content}")
  file(WRITE ${OUTPUT} "${content}")
endif()
