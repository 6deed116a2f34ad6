#include "compiler/driver/gpu_options.h"

namespace fencepost::compiler {

const std::vector<GpuOption>& gpu_options() {
  static const std::vector<GpuOption> table = {
      {"--libdevice-directory", "-ldir", true},
      {"--force-cl-env-setup", "-force-cl-env-setup"},
      {"--optimization-info", "-opt-info", true},
      {"--lto", "-lto"},
      {"--gen-opt-lto", "-gen-opt-lto"},
      {"--m64", "-m64"},
      {"--static-global-template-stub", "-static-global-template-stub", true},
      {"--device-entity-has-hidden-visibility", "-device-entity-has-hidden-visibility", true},
      {"--dont-use-profile", "-noprof"},
      {"--split-compile-extended", "-split-compile-extended", true},
      {"--fdevice-syntax-only", "-fdevice-syntax-only"},
      {"--fdevice-time-trace", "-fdevice-time-trace", true},
      {"--input-drive-prefix", "-idp", true},
      {"--dependency-drive-prefix", "-ddp", true},
      {"--drive-prefix", "-dp", true},
      {"--no-device-link", "-nodlink"},
      {"--entries", "-e", true},
      {"--keep-device-functions", "-keep-device-functions"},
      {"--extensible-whole-program", "-ewp"},
      {"--qpp-config", "-qpp-config", true},
      {"--compile-as-tools-patch", "-astoolspatch"},
      {"--augment-host-linker-script", "-aug-hls"},
      {"--brief-diagnostics", "-brief-diag", true},
      {"--jump-table-density", "-jtd", true},
      {"--relocatable-ptx", "-reloc-ptx"},
      {"--device-stack-protector", "-device-stack-protector", true},
      {"--compress-mode", "-compress-mode", true},
      {"--sanitize", "-sanitize", true},
      {"--jobserver", "-jobserver"},
      {"--fatbin-options", "-Xfatbin", true},  // These two nvcc takes and does not list.
      {"--cicc-options", "-Xcicc", true},
  };
  return table;
}

}  // namespace fencepost::compiler
