#include "compiler/object/compile.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "compiler/checks/checks.h"
#include "compiler/frontend/translate.h"
#include "compiler/object/code_object.h"
#include "compiler/object/embed.h"
#include "compiler/object/object_files.h"
#include "compiler/object/phase_times.h"
#include "compiler/object/redirections.h"
#include "compiler/passes/metadata.h"
#include "compiler/passes/passes.h"
#include "compiler/rows/rows.h"
#include "compiler/threads/lost_lines.h"
#include "compiler/threads/split_kernels.h"

namespace fencepost::compiler {
namespace {

/// Calls are told by where they come from, warp_replay.h relies on the order of blocks: that of the source. Variables'
/// places are followed the simple way: the other one takes a quarter of the time, also where there are no variables.
/// Checks are branches that are hardly ever taken, one behind the other: joined, each would be computed first.
void set_back_end_options() {
  static const bool done = [] {
    const char* const options[] = {"fencepost-nvcc",
                                   "-enable-tail-merge=false",
                                   "-disable-block-placement",
                                   "-disable-lsr",
                                   "-unswitch-threshold=200",
                                   "-x86-br-merging-base-cost=-1",
                                   "-experimental-debug-variable-locations=false"};
    return llvm::cl::ParseCommandLineOptions(std::size(options), options);
  }();
  (void)done;
}

std::unique_ptr<llvm::TargetMachine> target_machine(const std::string& triple, bool quick_code, bool is_code_object) {
  set_back_end_options();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  std::string error;
  const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) throw std::runtime_error(error);
  llvm::TargetOptions options;
  options.MCOptions.MCRelaxAll = quick_code;  // Branches of one length: nothing to be looked at again.
  options.UseInitArray = true;                // Constructors, where all linkers look for them.
  options.DataSections = true;
  // --gc-sections may leave out what nobody calls. A code object is loaded as a whole, and its table of sections ends
  // at 65,279, which programs of templates without an optimiser reach.
  options.FunctionSections = !is_code_object;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, "x86-64", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small,
                                  quick_code ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default));
}

void write_object(llvm::Module& module, const std::string& path, llvm::TargetMachine& machine, bool is_code_object) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error, llvm::sys::fs::OF_None);
  if (error) throw std::runtime_error("cannot write '" + path + "': " + error.message());
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream memory(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, memory, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    throw std::runtime_error("no object files for this machine");
  }
  passes.run(module);
  if (is_code_object) seal_code_object(object);
  out << memory.str();
  out.flush();
  if (out.has_error()) {
    const std::string reason = out.error().message();
    out.clear_error();
    throw std::runtime_error("cannot write '" + path + "': " + reason);
  }
}

/// What `--keep`, `--print-passes` and `--time` show of each step.
class Steps {
 public:
  Steps(const Request& request, PhaseTimes& times) : request_(request), times_(times) {}

  void done(const char* step, const llvm::Module& module) {
    ++number_;
    times_.done(step);
    if (!request_.keep.empty()) write(step, module);
    if (request_.print_passes) print(step, module);
  }

 private:
  void write(const char* step, const llvm::Module& module) const {
    const std::string path = request_.keep + (number_ < 10 ? "0" : "") + std::to_string(number_) + "-" + step + ".ll";
    std::error_code error;
    llvm::raw_fd_ostream out(path, error);
    if (error) throw std::runtime_error("cannot write '" + path + "': " + error.message());
    module.print(out, nullptr);
  }

  void print(const char* step, const llvm::Module& module) {
    llvm::errs() << "; " << number_ << ". " << step << "\n";
    const llvm::NamedMDNode* const kernels = module.getNamedMetadata("fencepost.kernels");
    if (kernels == nullptr) return;
    for (const llvm::MDNode* node : kernels->operands()) {
      const auto* const value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0));
      if (value == nullptr) continue;
      std::string text;
      llvm::raw_string_ostream out(text);
      value->getValue()->print(out);
      std::string& last = shown_[value->getValue()->getName().str()];
      if (text == last) continue;
      llvm::errs() << text;
      last = text;
    }
  }

  const Request& request_;
  PhaseTimes& times_;
  int number_ = 0;
  std::map<std::string, std::string> shown_;
};

/// Leaves our header alone: what else is included by an option, kernels for example, is in the source already.
void drop_inclusions(std::vector<std::string>& arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-include" && i + 1 < arguments.size() && arguments[i + 1] != "cuda_runtime.h") {
      ++i;
    } else {
      kept.push_back(arguments[i]);
    }
  }
  arguments = std::move(kept);
}

/// Where nothing else is inlined: functions that are always inline and have their address taken have no other copy,
/// though the standard library's object is said to have one (std::allocator<char>::allocate, C++20).
void emit_inline_functions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.hasAvailableExternallyLinkage() || !function.hasFnAttribute(llvm::Attribute::AlwaysInline)) continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setDSOLocal(true);
  }
}

/// How a module is compiled, by the instructions of its kernels.
struct Effort {
  bool second_code = false, quick_code = false;
};

Effort effort_of(const Request& request, llvm::Module& module) {
  constexpr std::uint64_t kLarge = 50'000;        // Some 20 s of compilation.
  constexpr std::size_t kManyThatWait = 15;       // HeCBench's crs: 20 of 100 instructions each take 5 s.
  constexpr std::uint64_t kVeryLarge = 100'000;   // As long, with one code of each kernel.
  constexpr std::uint64_t kLargeKernel = 10'000;  // Its values in places of their own would overflow a fiber's stack.
  const std::vector<std::uint64_t> sizes = sizes_of_kernels(module);
  const std::uint64_t size = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  const bool has_large = std::ranges::any_of(sizes, [](std::uint64_t one) { return one > kLargeKernel; });
  Effort effort;
  // Contracts and profiles want all that a kernel does.
  const bool is_special = request.debug || request.reference || request.profile;
  if (!is_special && request.translation.device_source.empty()) {
    effort.second_code =
        request.second_code == SecondCode::kAlways || (request.second_code == SecondCode::kUnlessLarge &&
                                                       size <= kLarge && kernels_that_wait(module) <= kManyThatWait);
  }
  effort.quick_code = request.debug || (request.quick_code == QuickCode::kAlways && !has_large) ||
                      (request.quick_code == QuickCode::kIfVeryLarge && size > kVeryLarge && !has_large);
  return effort;
}

/// Gives the object a symbol of its own, by which a linker can ask for it (object_files.h). Weak: of two that are made
/// from the same source in the same place, one does.
void mark_relocatable(const Request& request, llvm::Module& host) {
  const auto absolute = [](const std::string& path) { return std::filesystem::absolute(path).string(); };
  const std::string place = absolute(request.translation.source) + '\0' + absolute(request.object);
  auto* const byte = llvm::Type::getInt8Ty(host.getContext());
  auto* const mark =
      new llvm::GlobalVariable(host, byte, true, llvm::GlobalValue::WeakAnyLinkage, llvm::ConstantInt::get(byte, 0),
                               std::string(kRelocatableMark) + llvm::utohexstr(llvm::xxh3_64bits(place)));
  mark->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

bool compile_sides(const Request& request, std::unique_ptr<llvm::Module> host, std::unique_ptr<llvm::Module> device,
                   PhaseTimes& times) {
  Steps steps(request, times);
  steps.done("translate", *device);
  if (request.warp_size != 32) device->addModuleFlag(llvm::Module::Error, kWarpSizeFlag, request.warp_size);
  if (request.architecture != 90) {
    device->addModuleFlag(llvm::Module::Max, kArchitectureFlag, static_cast<std::uint32_t>(request.architecture));
  }
  own_code(*device, request.relocatable);
  steps.done("own_code", *device);
  define_operations(*device);
  steps.done("define_operations", *device);
  const auto translate_helpers = [&](const std::string& text) {
    Translation helpers = request.translation;
    helpers.source = request.translation.image + ".ptx.cu";
    helpers.device_source.clear();
    helpers.dependency_arguments = {};
    drop_inclusions(helpers.arguments);
    // Its lines are the runtime's, not the user's.
    std::ofstream(helpers.source) << "#line 1 \"" << request.translation.own_headers << "fencepost_ptx.h\"\n" << text;
    return translate_device(helpers, device->getContext());
  };
  if (!lower_inline_ptx(*device, translate_helpers, request.refuse_unsupported)) return false;
  steps.done("lower_inline_ptx", *device);
  place_variables(*device);
  steps.done("place_variables", *device);
  if (!add_missing_kernels(*host, *device)) return false;
  make_kernel_entries(*device, request.check);
  steps.done("make_kernel_entries", *device);
  launch_children(*device);
  steps.done("launch_children", *device);
  if (request.check) {
    check_local_copies(*device);
    instrument_accesses(*device);
    mark_unused_results(*device);
    steps.done("instrument_accesses", *device);
    instrument_accesses(*host);
    if (!request.code_object) start_detector(*host, request.program);
  }
  merge(*host, std::move(device));
  if (request.code_object) {
    if (const std::string names = make_code_object(*host, request.relocatable); !names.empty()) {
      std::ofstream(request.object + ".names") << names;
    }
  }
  steps.done("merge", *host);
  if (request.coverage && request.check) {
    mark_coverage(*host, request.translation.library_folders);
    steps.done("mark_coverage", *host);
  }
  redirect_calls(*host, redirections());
  part_variables(*host);
  steps.done("part_variables", *host);
  std::string problems;
  llvm::raw_string_ostream out(problems);
  if (llvm::verifyModule(*host, &out)) throw std::runtime_error("broken IR:\n" + problems);
  // A profile counts the lines of calls, too.
  if (!request.debug && !request.host_variables) drop_host_variables(*host);
  if (request.debug) {
    emit_inline_functions(*host);
    inline_own_functions(*host, request.translation.own_headers);
  } else {
    optimise(*host, /*whole_chains=*/!request.profile);
  }
  steps.done("optimise", *host);
  tell_shared_bytes(*host);
  if (!request.debug) mark_passing_operations(*host);
  if (request.check) {
    check_local_bounds(*host);
    if (!request.reference) tell_written_arguments(*host);
    if (request.profile) tell_basic_blocks(*host);
    if (!request.debug) drop_device_variables(*host);
    steps.done("check_local_bounds", *host);
  }
  const Effort effort = effort_of(request, *host);
  if (request.check) {
    if (effort.second_code) {
      add_unchecked_kernels(*host);
      steps.done("add_unchecked_kernels", *host);
    }
    if (!request.debug && !request.reference) {
      name_places(*host);
      inline_host_checks(*host);
    }
    steps.done("name_places", *host);
  }
  if (!request.debug && !request.reference) optimise_plain_code(*host, !request.check);
  steps.done("optimise_plain_code", *host);
  if (!request.debug && !request.reference) split_kernels(*host, effort.quick_code ? kMostInQuickLoops : kMostInLoops);
  steps.done("split_kernels", *host);
  const auto machine = target_machine(host->getTargetTriple(), effort.quick_code, request.code_object);
  if (!request.check && !request.debug && !request.reference) {
    write_atomics(*host);
    tell_rows(*host, /*checked=*/false);
    inline_warp_operations(*host);
    optimise_plain_loops(*host, *machine);
    optimise_thread_loops(*host);
    steps.done("optimise_thread_loops", *host);
  }
  if (request.check) {
    tell_rows(*host, /*checked=*/true);
    steps.done("tell_rows", *host);
    inline_checks(*host);
    if (!request.debug && !request.reference) inline_warp_operations(*host);
    inline_bounds_checks(*host);
    announce_atomics(*host);
    steps.done("inline_checks", *host);
    optimise_plain_loops(*host, *machine);
    steps.done("optimise_plain_loops", *host);
  }
  if (!request.debug) mend_lost_lines(*host);
  steps.done("mend_lost_lines", *host);
  if (request.relocatable && !request.code_object) mark_relocatable(request, *host);
  write_object(*host, request.object, *machine, request.code_object);
  times.done("write_object");
  return true;
}

/// The host's side, with the code object that is in the file `code`. Nothing in it is checked.
void compile_library(const Request& request, llvm::Module& host, const std::string& code) {
  const auto bytes = llvm::MemoryBuffer::getFile(code);
  if (!bytes) throw std::runtime_error("cannot read '" + code + "': " + bytes.getError().message());
  embed_code_object(host, (*bytes)->getBuffer().str());
  if (!request.debug && !request.host_variables) drop_host_variables(host);
  if (request.debug) {
    emit_inline_functions(host);
  } else {
    optimise(host, /*whole_chains=*/true);
  }
  if (request.relocatable) mark_relocatable(request, host);
  const auto machine = target_machine(host.getTargetTriple(), request.debug, /*is_code_object=*/false);
  write_object(host, request.object, *machine, /*is_code_object=*/false);
}

}  // namespace

bool compile(const Request& request) {
  llvm::LLVMContext context;
  PhaseTimes times(request.time_file, request.translation.source, request.object);
  auto [host, device] = translate_sides(request.translation, context, [&](Side side) {
    times.done(side == Side::kHost ? "clang (host)" : "clang (device)");
  });
  if (host == nullptr) return false;
  if (!request.library) {
    if (!compile_sides(request, std::move(host), std::move(device), times)) return false;
    times.write();
    return true;
  }
  const std::unique_ptr<llvm::Module> host_alone = llvm::CloneModule(*host);
  Request of_device = request;
  of_device.code_object = true;
  of_device.object = request.translation.image + ".code";
  if (!compile_sides(of_device, std::move(host), std::move(device), times)) return false;
  compile_library(request, *host_alone, of_device.object);
  times.done("host of a library");
  times.write();
  return true;
}

}  // namespace fencepost::compiler
