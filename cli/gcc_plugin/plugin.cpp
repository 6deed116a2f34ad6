// A plugin for g++: adds the passes of passes.h to the compilation of what is instrumented.
#include <string_view>

// GCC's headers depend on their order.
// clang-format off
#include "gcc-plugin.h"
#include "tree.h"
#include "context.h"
#include "diagnostic-core.h"
#include "plugin-version.h"
#include "tree-pass.h"
// clang-format on

#include "passes.h"

// GCC asks for it by this name.
int plugin_is_GPL_compatible;

namespace {

void register_pass_at(const char* plugin, opt_pass* pass, pass_positioning_ops where, const char* reference) {
  register_pass_info info = {pass, reference, 0, where};  // 0: each of that name.
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
}

}  // namespace

int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (std::string_view(version->basever) != gcc_version.basever) {
    error("%s is for g++ %s, this is %s", info->base_name, gcc_version.basever, version->basever);
    return 1;
  }
  for (const char* tsan : {"tsan", "tsan0"}) {  // With optimisation, and without.
    register_pass_at(info->base_name, call_operands(), PASS_POS_INSERT_BEFORE, tsan);
    register_pass_at(info->base_name, virtual_calls(), PASS_POS_INSERT_BEFORE, tsan);
  }
  register_pass_at(info->base_name, vector_stores(info->base_name), PASS_POS_INSERT_AFTER, "ssa");
  register_pass_at(info->base_name, long_functions(), PASS_POS_INSERT_AFTER, "optimized");
  return 0;
}
