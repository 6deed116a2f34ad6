# Writes what loaded code may refer to (sim/module/program_symbols.h), as a source with one asm:
# cmake -DARCHIVES=a.a,b.a -DNM=… -DOUTPUT=… -P.
#
# What device code calls has a name of C, or is at global scope (overloads of atomic functions, of mathematics); checks in the
# code look at the runtime's variables.
cmake_policy(VERSION 3.25)
string(REPLACE "," ";" archives "${ARCHIVES}")
set(names)
set(entries)
set(strings)
foreach(archive ${archives})
  execute_process(COMMAND ${NM} -g --defined-only -f sysv ${archive} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  # name|value|class|type|size|line|section
  string(REGEX MATCHALL "[A-Za-z_0-9]+ *\\|[^|\n]*\\| +[TBDRi] +\\| *(FUNC|OBJECT|TLS|IFUNC|NOTYPE) *\\|" symbols "${symbols}")
  foreach(symbol ${symbols})
    string(REGEX REPLACE "^([A-Za-z_0-9]+) *\\|.*\\| *([A-Z]+) *\\|$" "\\1;\\2" parts "${symbol}")
    list(GET parts 0 name)
    list(GET parts 1 type)
    if(name IN_LIST names OR (type MATCHES "FUNC" AND name MATCHES "^_ZNK?[0-9]"))
      continue()
    endif()
    list(APPEND names ${name})
    string(APPEND strings "    \"name_of_${name}: .asciz \\\"${name}\\\"\\n\"\n")
    if(type STREQUAL "TLS")
      string(APPEND entries "    \".quad name_of_${name}, 0\\n.quad ${name}@dtpoff, 1\\n\"\n")
    else()
      string(APPEND entries "    \".quad name_of_${name}, ${name}\\n.quad 0, 0\\n\"\n")
    endif()
  endforeach()
endforeach()
file(WRITE ${OUTPUT}
"// Written by cmake/module_symbols.cmake.
asm(\".section .data.rel.ro,\\\"aw\\\"\\n.p2align 3\\n.globl fencepost_module_symbols\\nfencepost_module_symbols:\\n\"
${entries}    \".quad 0, 0, 0\\n.section .rodata\\n\"
${strings}    \".text\\n\");
")
