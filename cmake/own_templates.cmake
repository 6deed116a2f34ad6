# Gives the library code that an archive was compiled with names of its own: cmake -DARCHIVE=… -DNM=… -DOBJCOPY=… -P.
#
# The checked program and the runtime that it links both have copies of, say, std::map<std::string, std::string>'s members,
# of which the linker would keep the program's. Those are instrumented: called by the runtime in the middle of a kernel, they
# would be checked as the kernel's own accesses, and take memory from the device's heap.
execute_process(COMMAND ${NM} --defined-only ${ARCHIVE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [Wn] _Z(St|NK?(St|9__gnu_cxx|3tbb|5boost|8nlohmann))[A-Za-z0-9_.]*" symbols "${symbols}")
list(REMOVE_DUPLICATES symbols)
list(TRANSFORM symbols REPLACE "^ . (.*)$" "\\1 fencepost.\\1\n")
string(JOIN "" symbols ${symbols})
file(WRITE ${ARCHIVE}.own "${symbols}")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${ARCHIVE}.own ${ARCHIVE} COMMAND_ERROR_IS_FATAL ANY)
