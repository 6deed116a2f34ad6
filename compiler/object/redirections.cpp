#include "compiler/object/redirections.h"

namespace fencepost::compiler {

const std::vector<std::pair<std::string, std::string>>& redirections() {
  static const std::vector<std::pair<std::string, std::string>> table = {
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
      {"dlopen", "fencepost_dlopen"},       {"dlsym", "fencepost_dlsym"},
      {"dlclose", "fencepost_dlclose"},
  };
  return table;
}

}  // namespace fencepost::compiler
