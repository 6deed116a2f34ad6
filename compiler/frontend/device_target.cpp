#include "compiler/frontend/device_target.h"

#include "compiler/passes/address_space.h"

#include <clang/Basic/AddressSpaces.h>
#include <clang/Basic/MacroBuilder.h>
#include <clang/Basic/TargetOptions.h>

#include <array>
#include <string>

namespace fencepost::compiler {
namespace {

struct AddressSpaces {
  clang::LangASMap map{};
  constexpr AddressSpaces() { map[static_cast<unsigned>(clang::LangAS::cuda_shared)] = kShared; }
};
constexpr AddressSpaces kAddressSpaces;

class DeviceTarget final : public clang::TargetInfo {
 public:
  explicit DeviceTarget(llvm::IntrusiveRefCntPtr<clang::TargetInfo> host) : TargetInfo(*host), host_(std::move(host)) {
    AddrSpaceMap = &kAddressSpaces.map;
    NoAsmVariants = true;  // In PTX, braces are braces.
  }

  void getTargetDefines(const clang::LangOptions& language, clang::MacroBuilder& macros) const override {
    host_->getTargetDefines(language, macros);
  }
  llvm::ArrayRef<clang::Builtin::Info> getTargetBuiltins() const override { return host_->getTargetBuiltins(); }
  BuiltinVaListKind getBuiltinVaListKind() const override { return host_->getBuiltinVaListKind(); }
  bool hasFeature(llvm::StringRef feature) const override { return host_->hasFeature(feature); }
  bool isValidFeatureName(llvm::StringRef feature) const override { return host_->isValidFeatureName(feature); }
  bool isValidCPUName(llvm::StringRef name) const override { return host_->isValidCPUName(name); }
  llvm::StringRef getABI() const override { return host_->getABI(); }
  bool hasInt128Type() const override { return host_->hasInt128Type(); }
  bool hasBitIntType() const override { return host_->hasBitIntType(); }
  size_t getMaxBitIntWidth() const override { return host_->getMaxBitIntWidth(); }
  const char* getLongDoubleMangling() const override { return host_->getLongDoubleMangling(); }
  const char* getFloat128Mangling() const override { return host_->getFloat128Mangling(); }
  bool supportsExtendIntArgs() const override { return host_->supportsExtendIntArgs(); }
  CallingConvCheckResult checkCallingConvention(clang::CallingConv convention) const override {
    return host_->checkCallingConvention(convention);
  }

  /// PTX ISA, inline PTX assembly: h, r, l, f, d and q are registers of a width, c a character array, n a constant.
  bool validateAsmConstraint(const char*& name, ConstraintInfo& info) const override {
    switch (*name) {
      case 'c':
      case 'h':
      case 'r':
      case 'l':
      case 'f':
      case 'd':
      case 'q':
        info.setAllowsRegister();
        return true;
      default:
        return host_->validateAsmConstraint(name, info);
    }
  }
  std::string convertConstraint(const char*& constraint) const override { return std::string(1, *constraint); }
  std::string_view getClobbers() const override { return ""; }
  llvm::ArrayRef<const char*> getGCCRegNames() const override { return {}; }
  llvm::ArrayRef<GCCRegAlias> getGCCRegAliases() const override { return {}; }

 private:
  llvm::IntrusiveRefCntPtr<clang::TargetInfo> host_;
};

}  // namespace

clang::TargetInfo* device_target(llvm::IntrusiveRefCntPtr<clang::TargetInfo> host) {
  return new DeviceTarget(std::move(host));
}

}  // namespace fencepost::compiler
