#include "cli/nvcc_instrumentation.h"

#include <initializer_list>

namespace fencepost::cli {
namespace {

using Flags = std::vector<std::string>;

void append(Flags& flags, std::initializer_list<const char*> more) {
  flags.insert(flags.end(), more.begin(), more.end());
}

// A user's kernel is code under test: what is undefined in it must happen as written, not be optimised upon.
constexpr std::initializer_list<const char*> kCommon = {"-g",
                                                        "-fPIE",
                                                        "-fno-omit-frame-pointer",
                                                        "-fno-optimize-sibling-calls",
                                                        "-fno-strict-aliasing",
                                                        "-fno-math-errno",
                                                        "-ffp-contract=off",
                                                        "-fdata-sections",  // See nvcc_gaps.h.
                                                        "-fno-delete-null-pointer-checks"};

// Library calls that g++ would expand in place, uninstrumented, or turn into other calls. Math functions stay builtins.
constexpr std::initializer_list<const char*> kCalls = {
    "-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", "-fno-builtin-memcmp", "-fno-builtin-malloc",
    "-fno-builtin-calloc", "-fno-builtin-realloc", "-fno-builtin-free",   "-fno-builtin-printf", "-fno-builtin-vprintf",
    "-fno-builtin-puts",   "-fno-builtin-putchar", "-fno-builtin-abort"};

// g++ instruments after its tree optimisers. Each of these removes, merges, moves or speculates memory accesses, or
// duplicates or merges calls (a barrier is told by the address it was called from). What remains at -O1 keeps locals in
// registers. Found by tests/unit/instrumentation_test.cpp.
constexpr std::initializer_list<const char*> kKeepAccesses = {"-fno-tree-fre",
                                                              "-fno-tree-pre",
                                                              "-fno-tree-dse",
                                                              "-fno-tree-dce",
                                                              "-fno-tree-loop-im",
                                                              "-fno-tree-dominator-opts",
                                                              "-fno-tree-sink",
                                                              "-fno-tree-phiprop",
                                                              "-fno-ssa-phiopt",
                                                              "-fno-tree-cselim",
                                                              "-fno-code-hoisting",
                                                              "-fno-tree-loop-if-convert",
                                                              "-fno-store-merging",
                                                              "-fno-tree-vectorize",
                                                              "-fno-tree-loop-distribute-patterns",
                                                              "-fno-tree-tail-merge",
                                                              "-fno-crossjumping",
                                                              "-fno-thread-jumps",
                                                              "-fno-ipa-cp",
                                                              "-fno-ipa-icf",
                                                              "-fno-ipa-pure-const",
                                                              "-fno-ipa-modref",
                                                              "-fno-ipa-reference",
                                                              "-fno-ipa-reference-addressable",
                                                              "-fno-ipa-sra",
                                                              "-fno-unswitch-loops",
                                                              "-fno-split-loops",
                                                              "-fno-finite-loops",
                                                              "-fno-aggressive-loop-optimizations",
                                                              "-fno-gcse",
                                                              "-fno-isolate-erroneous-paths-dereference"};

}  // namespace

Flags front_flags(const Instrumentation& how) {
  Flags flags(kCommon.begin(), kCommon.end());
  append(flags, {"-Wno-unknown-pragmas", "-Wno-attributes"});
  if (how.clang) {
    // An `extern __shared__` array in an unnamed namespace is defined by the runtime.
    append(flags, {"-fdeclspec", "-Wno-undefined-internal", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-builtin",
                   "-emit-llvm"});
    if (how.check) {
      append(flags, {"-fsanitize=thread", "-mllvm", "-tsan-distinguish-volatile=1", "-mllvm",
                     "-tsan-instrument-func-entry-exit=0", "-mllvm", "-tsan-instrument-read-before-write=1"});
    }
    return flags;
  }
  append(flags, {how.strict ? "-O0" : "-O1"});
  append(flags, kCalls);
  append(flags, kKeepAccesses);
  if (how.check) {
    append(flags, {"-fsanitize=thread", "--param", "tsan-distinguish-volatile=1", "--param",
                   "tsan-instrument-func-entry-exit=0", "-Wno-tsan"});
    if (!how.plugin.empty()) flags.push_back("-fplugin=" + how.plugin);
    // warp_replay.h relies on the order of blocks: that of the source.
    if (how.profile) append(flags, {"-fsanitize-coverage=trace-pc", "-fno-reorder-blocks"});
  }
  return flags;
}

Flags back_flags(const Instrumentation& how) {
  Flags flags(kCommon.begin(), kCommon.end());
  append(flags, {how.strict ? "-O0" : "-O1"});
  // Without these, the callbacks (and barriers) of two branches become one call on no line.
  append(flags, {"-mllvm", "-simplifycfg-hoist-common=false", "-mllvm", "-simplifycfg-sink-common=false", "-mllvm",
                 "-enable-tail-merge=false", "-mllvm", "-jump-threading-threshold=0", "-fno-vectorize",
                 "-fno-slp-vectorize", "-Wno-unused-command-line-argument", "-Wno-pass-failed"});
  // A struct copy is instrumented as a call of memcpy. What the optimiser knows of that name lets it drop a copy that
  // nobody reads; it must not apply its knowledge to a function marked so.
  for (const char* attribute : {"memcpy:noinline", "memcpy:optnone", "memmove:noinline", "memmove:optnone",
                                "memset:noinline", "memset:optnone"}) {
    flags.insert(flags.end(), {"-mllvm", std::string("-force-attribute=") + attribute});
  }
  if (how.check && how.profile) {
    append(flags, {"-fsanitize-coverage=bb,no-prune,trace-pc", "-mllvm", "-disable-block-placement"});
  }
  return flags;
}

const std::vector<Redirection>& redirections() {
  static const std::vector<Redirection> table = {
      {"memcpy", "fencepost_memcpy"},       {"memmove", "fencepost_memmove"},
      {"memset", "fencepost_memset"},       {"malloc", "fencepost_malloc"},
      {"calloc", "fencepost_calloc"},       {"realloc", "fencepost_realloc"},
      {"free", "fencepost_free"},           {"printf", "fencepost_printf"},
      {"vprintf", "fencepost_vprintf"},     {"puts", "fencepost_puts"},
      {"putchar", "fencepost_putchar"},     {"abort", "fencepost_abort"},
      {"clock", "fencepost_clock"},         {"__assert_fail", "fencepost___assert_fail"},
      {"sincos", "fencepost_sincos"},       {"sincosf", "fencepost_sincosf"},
      {"modf", "fencepost_modf"},           {"modff", "fencepost_modff"},
      {"frexp", "fencepost_frexp"},         {"frexpf", "fencepost_frexpf"},
      {"remquo", "fencepost_remquo"},       {"remquof", "fencepost_remquof"},
      {"_Znwm", "fencepost_new"},           {"_Znam", "fencepost_new_array"},
      {"_ZdlPv", "fencepost_delete"},       {"_ZdlPvm", "fencepost_delete_sized"},
      {"_ZdaPv", "fencepost_delete_array"}, {"_ZdaPvm", "fencepost_delete_array_sized"},
      {"fread", "fencepost_fread"},         {"fwrite", "fencepost_fwrite"},
      {"memcmp", "fencepost_memcmp"},       {"longjmp", "fencepost_longjmp"},
      {"_longjmp", "fencepost_longjmp"},    {"siglongjmp", "fencepost_longjmp"},
  };
  return table;
}

}  // namespace fencepost::cli
