# Writes the names that a library's functions have had since its second interface, `cublasSgemm_v2`, as a source with one asm:
# cmake -DARCHIVE=… -DPATTERN=cublas -DNM=… -DOUTPUT=… -P. Programs that were compiled with our headers do not need them.
cmake_policy(VERSION 3.25)
execute_process(COMMAND ${NM} -g --defined-only -f posix ${ARCHIVE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n${PATTERN}[A-Z][A-Za-z0-9_]* T" symbols "${symbols}")
list(REMOVE_DUPLICATES symbols)
set(text)
foreach(symbol ${symbols})
  string(REGEX REPLACE "\n(.*) T" "\\1" name "${symbol}")
  string(APPEND text "    \".weak ${name}_v2\\n.type ${name}_v2, @function\\n${name}_v2: jmp ${name}@PLT\\n\"\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by cmake/second_names.cmake.\nasm(\".text\\n\"\n${text});\n")
