#include "compiler/driver/libraries.h"

#include <array>
#include <set>
#include <string_view>

namespace fencepost::compiler {

std::string add_library(NvccOptions& options, const std::string& value) {
  static const std::set<std::string> ours = {"cudart",
                                             "cudart_static",
                                             "cudadevrt",
                                             "cuda",
                                             "culibos",
                                             "nvToolsExt",
                                             "curand",
                                             "curand_static",
                                             "cublas",
                                             "cublas_static",
                                             "cublasLt",
                                             "cublasLt_static",
                                             "cudnn",
                                             "cufft",
                                             "cufft_static",
                                             "cufft_static_nocallback",
                                             "cusolver",
                                             "cusolver_static",
                                             "cusparse",
                                             "cusparse_static",
                                             "nccl",
                                             "nccl_static",
                                             "nvfatbin",
                                             "nvfatbin_static",
                                             "nvidia-ml",
                                             "nvrtc",
                                             "nvrtc_static",
                                             "nvrtc-builtins_static",
                                             "nvptxcompiler_static",
                                             "nvjpeg",
                                             "nvjpeg_static",
                                             "nppc",
                                             "nppc_static",
                                             "nppial",
                                             "nppial_static",
                                             "nppicc",
                                             "nppicc_static",
                                             "nppidei",
                                             "nppidei_static",
                                             "nppif",
                                             "nppif_static",
                                             "nppig",
                                             "nppig_static",
                                             "nppim",
                                             "nppim_static",
                                             "nppist",
                                             "nppist_static",
                                             "nppisu",
                                             "nppisu_static",
                                             "nppitc",
                                             "nppitc_static",
                                             "npps",
                                             "npps_static",
                                             "nvJitLink",
                                             "nvJitLink_static",
                                             "amdhip64",
                                             "hipblas",
                                             "hipblaslt",
                                             "hipfft",
                                             "hiprand",
                                             "hiprtc",
                                             "hipsolver",
                                             "hipsparse",
                                             "rccl"};
  static constexpr std::array<std::string_view, 11> kVendor = {
      "cublas", "cufft", "cusparse", "cusolver", "cudnn", "npp", "nccl", "nvml", "cutensor", "nvidia-", "cupti"};
  if (ours.contains(value)) return {};
  if (value == "cufftw" || value == "cufftw_static") {  // sim/include/cufftw.h
    options.link_flags.insert(options.link_flags.end(), {"-lfftw3", "-lfftw3f"});
    return {};
  }
  for (const std::string_view vendor : kVendor) {
    if (value.starts_with(vendor)) {
      return "the library -l" + value + " is not supported by Fencepost: NVIDIA ships it for GPUs only";
    }
  }
  options.link_flags.push_back("-l" + value);
  return {};
}

}  // namespace fencepost::compiler
