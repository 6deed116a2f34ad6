#include "compiler/compile.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <fstream>
#include <memory>
#include <stdexcept>

#include "compiler/frontend/translate.h"
#include "compiler/passes/passes.h"

namespace fencepost::compiler {
namespace {

/// Calls are told by where they come from, warp_replay.h relies on the order of blocks: that of the source.
void set_back_end_options() {
  static const bool done = [] {
    const char* const options[] = {"fencepost-nvcc", "-enable-tail-merge=false", "-disable-block-placement"};
    return llvm::cl::ParseCommandLineOptions(std::size(options), options);
  }();
  (void)done;
}

std::unique_ptr<llvm::TargetMachine> target_machine(const std::string& triple) {
  set_back_end_options();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  std::string error;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) throw std::runtime_error(error);
  llvm::TargetOptions options;
  options.DataSections = true;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, "x86-64", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
}

void write_object(llvm::Module& module, const std::string& path) {
  const auto machine = target_machine(module.getTargetTriple());
  std::error_code error;
  llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_None);
  if (error) throw std::runtime_error("cannot write '" + path + "': " + error.message());
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    throw std::runtime_error("no object files for this machine");
  }
  passes.run(module);
  out.flush();
  if (out.has_error()) throw std::runtime_error("cannot write '" + path + "': " + out.error().message());
}

void keep(const Request& request, const llvm::Module& module, const char* step) {
  if (request.keep.empty()) return;
  std::error_code error;
  llvm::raw_fd_ostream out(request.keep + step + ".ll", error);
  if (!error) module.print(out, nullptr);
}

}  // namespace

bool compile(const Request& request) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> host = translate(request.translation, Side::kHost, context);
  if (host == nullptr) return false;
  std::unique_ptr<llvm::Module> device = translate(request.translation, Side::kDevice, context);
  if (device == nullptr) return false;
  keep(request, *device, "device-0");
  own_code(*device, request.relocatable);
  const auto translate_helpers = [&](const std::string& text) {
    Translation helpers = request.translation;
    helpers.source = request.translation.image + ".ptx.cu";
    // Its lines are the runtime's, not the user's.
    std::ofstream(helpers.source) << "#line 1 \"" << request.translation.own_headers << "fencepost_ptx.h\"\n" << text;
    return translate(helpers, Side::kDevice, context);
  };
  if (!lower_inline_ptx(*device, translate_helpers)) return false;
  place_variables(*device);
  if (!add_missing_kernels(*host, *device)) return false;
  make_kernel_entries(*device);
  if (request.check) {
    instrument_accesses(*device);
    instrument_accesses(*host);
    start_detector(*host);
  }
  keep(request, *device, "device-1");
  merge(*host, std::move(device));
  redirect_calls(*host, request.redirections);
  keep(request, *host, "merged-0");
  std::string problems;
  llvm::raw_string_ostream out(problems);
  if (llvm::verifyModule(*host, &out)) throw std::runtime_error("broken IR:\n" + problems);
  optimise(*host, request.check && request.profile);
  keep(request, *host, "merged-1");
  write_object(*host, request.object);
  return true;
}

}  // namespace fencepost::compiler
