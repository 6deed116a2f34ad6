# The rooms of the house: a folder each, a library each, and which other rooms each may use. docs/design.md draws them;
# tests/house/test_arrows.py (in ./dev test) holds this table against the sources' #include lines and the libraries' symbols.

# fencepost_room(FOLDER [USES FOLDER...])
function(fencepost_room folder)
  string(REPLACE / _ name ${folder})
  fencepost_glob(sources ${folder}/*.cpp ${folder}/*/*.cpp)
  add_library(${name} STATIC ${sources})
  # Nearly all of the time goes to templates that each file instantiates again: one source a room takes a fifth of it
  # (docs/performance.md). Not where a program links only the files that it needs: checked ones, and `fencepost` without
  # LLVM.
  if(FENCEPOST_UNITY AND NOT folder MATCHES "^sim/(blas|child|device|dnn|factors|fft|library|module|nccl|npp|nvrtc|random|refused|solver|sparse|texture)$|^detector/(abi|session)$|^compiler/(driver|source)$")
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)  # It takes them for headers.
    # A program that links it pays for what it does.
    set(alone ${sources})
    list(FILTER alone INCLUDE REGEX "/sim/runtime/(stream_creation[.]cpp|launch_attributes[.]cpp|mapped/.*)$")
    set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  string(REGEX REPLACE "/.*" "" storey ${folder})
  set(${storey}_rooms ${${storey}_rooms} ${folder} PARENT_SCOPE)
endfunction()

# fencepost_storey(NAME FOLDER...): what links NAME links these rooms, as far as it needs them.
function(fencepost_storey name)
  string(REPLACE / _ rooms "${ARGN}")
  list(JOIN rooms , rooms)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE $<LINK_GROUP:RESCAN,${rooms}>)
endfunction()

# ---- sim: runs kernels, knows nothing of races -----------------------------------------------------------------------
fencepost_room(sim/interface)
fencepost_room(sim/os)
fencepost_room(sim/texture)
fencepost_room(sim/cluster USES sim/interface)
fencepost_room(sim/code USES sim/interface)
fencepost_room(sim/engine USES sim/cluster sim/code sim/interface sim/os)
fencepost_room(sim/runtime USES sim/cluster sim/engine sim/interface sim/os sim/texture)
fencepost_room(sim/device USES sim/cluster sim/engine sim/interface sim/os sim/runtime sim/texture)
fencepost_room(sim/module USES sim/code sim/interface sim/library sim/os sim/runtime)
fencepost_room(sim/nvrtc USES sim/code sim/interface sim/library sim/os sim/runtime)
fencepost_room(sim/matrix USES sim/engine sim/interface)
fencepost_room(sim/tensor USES sim/cluster sim/device sim/engine sim/interface sim/matrix)
fencepost_room(sim/child USES sim/engine sim/interface sim/os sim/runtime)
fencepost_room(sim/library USES sim/engine sim/interface sim/runtime)
fencepost_room(sim/blas USES sim/interface sim/library sim/runtime)
fencepost_room(sim/dnn USES sim/interface sim/library sim/runtime)
fencepost_room(sim/fft USES sim/interface sim/library sim/runtime)
fencepost_room(sim/npp USES sim/interface sim/library sim/runtime)
fencepost_room(sim/sparse USES sim/interface sim/library sim/runtime)
fencepost_room(sim/solver USES sim/blas sim/interface sim/library sim/runtime)
fencepost_room(sim/factors USES sim/interface sim/library sim/runtime sim/solver sim/sparse)
fencepost_room(sim/nccl USES sim/engine sim/interface sim/library sim/os sim/runtime)
fencepost_room(sim/refused USES sim/interface)
fencepost_room(sim/random USES sim/device sim/engine sim/interface sim/library sim/runtime)

# ---- detector: what is wrong with them -------------------------------------------------------------------------------
fencepost_room(detector/text)
fencepost_room(detector/model USES detector/text sim/interface)
fencepost_room(detector/symbols USES detector/model detector/text sim/code sim/engine sim/interface sim/os)
fencepost_room(detector/wording USES detector/model detector/text)
fencepost_room(detector/policy USES detector/model detector/symbols detector/text)
fencepost_room(detector/shadow USES detector/model detector/symbols sim/engine sim/interface sim/os)
fencepost_room(detector/order USES detector/model detector/shadow)
fencepost_room(detector/rows USES detector/shadow sim/interface)
fencepost_room(detector/coverage USES detector/model detector/text)
fencepost_room(detector/report USES detector/coverage detector/model detector/policy detector/symbols detector/text
               detector/wording)
fencepost_room(detector/sampling USES detector/model sim/interface)
fencepost_room(detector/streams USES detector/model detector/shadow detector/symbols sim/engine sim/interface
               sim/runtime)
fencepost_room(detector/worker USES detector/order detector/rows detector/shadow detector/streams detector/symbols
               sim/engine sim/interface sim/os)
fencepost_room(detector/check USES detector/model detector/order detector/shadow detector/symbols detector/worker
               sim/code sim/engine sim/interface sim/os sim/runtime)
fencepost_room(detector/contract USES detector/check detector/model detector/shadow detector/symbols detector/text
               detector/worker sim/engine sim/interface sim/os)
fencepost_room(detector/output USES detector/model sim/os)
fencepost_room(detector/options USES detector/model detector/output detector/text)
fencepost_room(detector/permission USES detector/model detector/shadow detector/symbols detector/worker sim/interface)
fencepost_room(detector/profile USES detector/model detector/shadow detector/symbols detector/worker sim/engine
               sim/interface sim/os)
fencepost_room(detector/replay USES detector/model detector/shadow detector/streams detector/symbols detector/worker
               sim/engine sim/interface sim/os)
fencepost_room(detector/findings USES detector/model detector/policy detector/report detector/symbols detector/wording
               sim/engine sim/interface)
fencepost_room(detector/monitor USES detector/check detector/contract detector/findings detector/model detector/order
               detector/report detector/sampling detector/shadow detector/streams detector/symbols detector/text
               detector/worker sim/cluster sim/code sim/engine sim/interface sim/runtime)
fencepost_room(detector/processes USES detector/model detector/report detector/symbols)
fencepost_room(detector/session USES detector/coverage detector/findings detector/model detector/monitor detector/options
               detector/output detector/permission detector/processes detector/profile detector/replay
               detector/report detector/symbols detector/text detector/worker sim/engine sim/interface sim/os)
fencepost_room(detector/abi USES detector/check detector/rows detector/shadow detector/symbols detector/worker
               sim/device sim/engine sim/interface)

# ---- compiler: CUDA to checked x86-64 --------------------------------------------------------------------------------
fencepost_room(compiler/cache)
fencepost_room(compiler/leniency)
fencepost_room(compiler/ptx)
fencepost_room(compiler/passes USES compiler/ptx sim/interface)
fencepost_room(compiler/checks USES compiler/passes sim/interface)
fencepost_room(compiler/rows USES compiler/checks compiler/passes sim/interface)
fencepost_room(compiler/threads USES compiler/passes sim/interface)
fencepost_room(compiler/frontend USES compiler/cache compiler/leniency compiler/passes sim/interface)
fencepost_room(compiler/object USES compiler/checks compiler/frontend compiler/passes compiler/rows compiler/threads sim/code)
fencepost_room(compiler/survey USES compiler/frontend compiler/leniency)
fencepost_room(compiler/source USES compiler/survey)
fencepost_room(compiler/contract USES compiler/source)
fencepost_room(compiler/contract_code USES compiler/contract)
fencepost_room(compiler/annotate USES compiler/contract compiler/contract_code compiler/source)
fencepost_room(compiler/symbolic)
fencepost_room(compiler/lifting USES compiler/frontend compiler/passes compiler/ptx compiler/symbolic)
fencepost_room(compiler/driver USES compiler/object compiler/source detector/text)
fencepost_room(compiler/pipeline USES compiler/annotate compiler/cache compiler/driver compiler/frontend compiler/lifting
               compiler/object compiler/source compiler/symbolic)

# ---- cli: the fencepost program --------------------------------------------------------------------------------------
fencepost_room(cli/draw USES detector/model detector/text)
fencepost_room(cli/options USES detector/model detector/options)
fencepost_room(cli/formats USES detector/model detector/output detector/policy detector/report detector/symbols
               detector/text detector/wording)
fencepost_room(cli/base USES cli/options compiler/cache compiler/driver compiler/source detector/model detector/options
               detector/output detector/policy detector/report detector/text)
fencepost_room(cli/check USES cli/base cli/formats cli/options compiler/driver detector/model detector/options
               detector/output detector/policy detector/processes detector/report detector/text)
fencepost_room(cli/contracts USES cli/base compiler/annotate compiler/contract compiler/contract_code compiler/driver
               compiler/source)
fencepost_room(cli/propose USES cli/base cli/formats compiler/driver compiler/source detector/model detector/output
               detector/report detector/symbols detector/text)
fencepost_room(cli/smt USES cli/base compiler/driver)
fencepost_room(cli/sweep USES cli/base cli/formats cli/options compiler/driver detector/model detector/output detector/report
               detector/symbols detector/text)
fencepost_room(cli/symbolic USES cli/base compiler/driver compiler/symbolic)
fencepost_room(cli/prove USES cli/base cli/formats cli/kernel cli/symbolic compiler/driver compiler/survey compiler/symbolic
               detector/model detector/policy detector/symbols detector/text)
fencepost_room(cli/doctor USES compiler/driver)
fencepost_room(cli/commands USES cli/base cli/formats cli/options cli/permissions cli/propose cli/prove cli/symbolic compiler/cache compiler/driver detector/model
               detector/options detector/output detector/report detector/symbols detector/text)
fencepost_room(cli/solve USES cli/smt detector/model)
fencepost_room(cli/infer USES cli/base cli/solve cli/symbolic compiler/driver compiler/symbolic detector/model detector/report detector/symbols
               detector/text)
fencepost_room(cli/permissions USES cli/base cli/draw cli/formats cli/infer cli/options cli/propose cli/smt cli/solve cli/symbolic
               compiler/driver detector/model detector/text)
fencepost_room(cli/replay USES cli/base cli/options compiler/driver detector/model detector/options detector/output
               detector/text)
fencepost_room(cli/kernel USES cli/base cli/options compiler/cache compiler/driver compiler/source compiler/survey
               detector/model detector/options detector/text)
fencepost_room(cli/sandbox USES cli/base compiler/cache)
fencepost_room(cli/tools USES cli/base cli/formats cli/sandbox compiler/driver detector/model detector/report detector/text
               detector/wording)
fencepost_room(cli/mcp USES cli/base cli/sandbox cli/tools detector/text)
fencepost_room(cli/lesson USES cli/base cli/sandbox compiler/driver detector/report detector/symbols
               detector/text)
fencepost_room(cli/serve USES cli/base cli/lesson cli/sandbox cli/tools compiler/driver detector/text)
fencepost_room(cli/fuzz USES cli/base cli/formats cli/kernel cli/options cli/symbolic compiler/driver compiler/symbolic
               detector/model detector/options detector/output detector/report detector/symbols detector/text)
