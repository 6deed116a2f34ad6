#include "compiler/frontend/kernels.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/CodeGen/CGFunctionInfo.h>
#include <clang/CodeGen/CodeGenABITypes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <string>

#include "compiler/frontend/pointee.h"
#include "sim/interface/kernel_table.h"

namespace fencepost::compiler {
namespace {

/// Names of parameters, and attributes, may be the definition's alone.
const clang::FunctionDecl& definition_of(const clang::FunctionDecl& kernel) {
  const clang::FunctionDecl* definition = nullptr;
  return kernel.hasBody(definition) ? *definition : kernel;
}

class Describer {
 public:
  Describer(clang::CodeGenerator& generator, clang::ASTContext& ast, llvm::Module& module)
      : generator_(generator), ast_(ast), module_(module), context_(module.getContext()) {}

  llvm::MDNode* kernel(const clang::FunctionDecl& kernel, llvm::Function& function) {
    const auto prototype = kernel.getType()->getCanonicalTypeUnqualified().castAs<clang::FunctionProtoType>();
    const clang::CodeGen::CGFunctionInfo& info = clang::CodeGen::arrangeFreeFunctionType(generator_.CGM(), prototype);
    std::vector<llvm::Metadata*> node = {llvm::ValueAsMetadata::get(&function)};
    auto argument = info.arg_begin();
    for (const clang::ParmVarDecl* parameter : definition_of(kernel).parameters()) {
      node.push_back(this->parameter(*parameter, argument++->info));
    }
    return llvm::MDNode::get(context_, node);
  }

 private:
  llvm::Metadata* text(llvm::StringRef value) { return llvm::MDString::get(context_, value); }
  llvm::Metadata* number(std::uint64_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), value));
  }

  llvm::MDNode* parameter(const clang::ParmVarDecl& parameter, const clang::CodeGen::ABIArgInfo& passed) {
    const clang::QualType type = parameter.getType().getCanonicalType();
    std::uint64_t element = 0;
    std::uint64_t flags = 0;
    std::string layout;
    if (const auto* pointer = type->getAs<clang::PointerType>()) {
      const clang::QualType pointee = pointer->getPointeeType();
      if (pointee->isVoidType()) {
        flags |= kIsPointer;
      } else if (!pointee->isFunctionType()) {
        flags |= kIsPointer;
        if (!pointee->isIncompleteType()) element = size(pointee);
        layout = pointee_layout(pointee, ast_);
      }
    }
    if (const auto* record = type->getAsCXXRecordDecl(); record != nullptr && record->isPolymorphic()) {
      flags |= kIsPolymorphic;
    }
    return llvm::MDNode::get(
        context_, {text(parameter.getName()), number(size(type)), number(ast_.getTypeAlignInChars(type).getQuantity()),
                   number(element), number(flags), place(passed), number(value_bits(type)), text(layout)});
  }

  /// Of an unsigned number, or an enumeration without a type of its own that has no negative values: the bits that its
  /// values fit into.
  std::uint64_t value_bits(clang::QualType type) {
    const auto* const enumeration = type->getAs<clang::EnumType>();
    if (enumeration == nullptr) {
      return type->isUnsignedIntegerType() && !type->isBooleanType() ? ast_.getTypeSize(type) : 0;
    }
    const clang::EnumDecl* const definition = enumeration->getDecl()->getDefinition();
    if (definition == nullptr || definition->isFixed() || definition->getNumNegativeBits() != 0) return 0;
    return std::max(definition->getNumPositiveBits(), 1U);
  }

  std::uint64_t size(clang::QualType type) { return ast_.getTypeSizeInChars(type).getQuantity(); }

  llvm::MDNode* place(const clang::CodeGen::ABIArgInfo& passed) {
    using clang::CodeGen::ABIArgInfo;
    switch (passed.getKind()) {
      case ABIArgInfo::Ignore:
        return llvm::MDNode::get(context_, {text("ignored")});
      case ABIArgInfo::Indirect:
      case ABIArgInfo::IndirectAliased:
        return llvm::MDNode::get(context_, {text(passed.getIndirectByVal() ? "indirect" : "copied")});
      case ABIArgInfo::Direct:
      case ABIArgInfo::Extend: {
        std::vector<llvm::Metadata*> parts = {text("direct")};
        auto* const structure = llvm::dyn_cast<llvm::StructType>(passed.getCoerceToType());
        if (passed.isDirect() && structure != nullptr && passed.getCanBeFlattened()) {
          const llvm::StructLayout* layout = module_.getDataLayout().getStructLayout(structure);
          for (unsigned i = 0; i < structure->getNumElements(); ++i) {
            add(parts, structure->getElementType(i), passed.getDirectOffset() + layout->getElementOffset(i));
          }
        } else {
          add(parts, passed.getCoerceToType(), passed.isDirect() ? passed.getDirectOffset() : 0);
        }
        return llvm::MDNode::get(context_, parts);
      }
      default:
        llvm::report_fatal_error("a parameter of a kernel is passed in a way that x86-64 does not have");
    }
  }

  void add(std::vector<llvm::Metadata*>& parts, llvm::Type* type, std::uint64_t offset) {
    parts.push_back(llvm::ConstantAsMetadata::get(llvm::UndefValue::get(type)));
    parts.push_back(number(offset));
  }

  clang::CodeGenerator& generator_;
  clang::ASTContext& ast_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
};

/// Null: the module does not define it.
llvm::Function* defined(const clang::FunctionDecl& kernel, clang::CodeGenerator& generator,
                        const llvm::Module& module) {
  const clang::GlobalDecl declared(&kernel, clang::KernelReferenceKind::Kernel);
  llvm::Function* const function = module.getFunction(generator.GetMangledName(declared));
  return function == nullptr || function->isDeclaration() ? nullptr : function;
}

llvm::MDNode* numbers_of(llvm::Function& function, llvm::ArrayRef<std::uint64_t> numbers) {
  auto* const word = llvm::Type::getInt64Ty(function.getContext());
  std::vector<llvm::Metadata*> node = {llvm::ValueAsMetadata::get(&function)};
  for (const std::uint64_t number : numbers) {
    node.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(word, number)));
  }
  return llvm::MDNode::get(function.getContext(), node);
}

}  // namespace

void describe_kernels(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                      clang::ASTContext& context, llvm::Module& module) {
  Describer describer(generator, context, module);
  llvm::NamedMDNode* const list = module.getOrInsertNamedMetadata("fencepost.kernels");
  for (const clang::FunctionDecl* kernel : kernels) {
    if (llvm::Function* const function = defined(*kernel, generator, module)) {
      list->addOperand(describer.kernel(*kernel, *function));
    }
  }
}

void describe_launched(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                       clang::ASTContext& context, llvm::Module& module) {
  Describer describer(generator, context, module);
  for (const clang::FunctionDecl* kernel : kernels) {
    const clang::GlobalDecl declared(kernel, clang::KernelReferenceKind::Kernel);
    llvm::Function* const function = module.getFunction(generator.GetMangledName(declared));
    if (function == nullptr || !function->isDeclaration()) continue;
    module.getOrInsertNamedMetadata("fencepost.launched")->addOperand(describer.kernel(*kernel, *function));
  }
}

std::optional<std::array<std::uint64_t, 3>> cluster_of(const clang::FunctionDecl& kernel,
                                                       const clang::ASTContext& context) {
  for (const auto* note : kernel.specific_attrs<clang::AnnotateAttr>()) {
    if (note->getAnnotation() != kClusterNote) continue;
    std::array<std::uint64_t, 3> size = {1, 1, 1};
    std::size_t given = 0;
    for (const clang::Expr* argument : note->args()) {
      const auto value = argument->getIntegerConstantExpr(context);
      if (!value || !value->isStrictlyPositive() || given == size.size()) return std::nullopt;
      size.at(given++) = value->getZExtValue();
    }
    return given != 0 ? std::optional(size) : std::nullopt;
  }
  return std::nullopt;
}

void describe_clusters(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                       const clang::ASTContext& context, llvm::Module& module) {
  llvm::NamedMDNode* const list = module.getOrInsertNamedMetadata("fencepost.clusters");
  for (const clang::FunctionDecl* kernel : kernels) {
    const auto cluster = cluster_of(*kernel, context);
    llvm::Function* const function = cluster ? defined(*kernel, generator, module) : nullptr;
    if (function != nullptr) list->addOperand(numbers_of(*function, *cluster));
  }
}

std::optional<std::uint64_t> launch_bound_of(const clang::FunctionDecl& kernel, const clang::ASTContext& context) {
  const auto* const bounds = definition_of(kernel).getAttr<clang::CUDALaunchBoundsAttr>();
  if (bounds == nullptr) return std::nullopt;
  const auto value = bounds->getMaxThreads()->getIntegerConstantExpr(context);
  return value && value->isStrictlyPositive() ? std::optional(value->getZExtValue()) : std::nullopt;
}

void describe_launch_bounds(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                            const clang::ASTContext& context, llvm::Module& module) {
  llvm::NamedMDNode* const list = module.getOrInsertNamedMetadata("fencepost.launch_bounds");
  for (const clang::FunctionDecl* kernel : kernels) {
    const auto threads = launch_bound_of(*kernel, context);
    llvm::Function* const function = threads ? defined(*kernel, generator, module) : nullptr;
    if (function != nullptr) list->addOperand(numbers_of(*function, {*threads}));
  }
}

void describe_stubs(const std::vector<const clang::FunctionDecl*>& kernels, clang::CodeGenerator& generator,
                    clang::ASTContext& context, llvm::Module& module) {
  llvm::LLVMContext& into = module.getContext();
  llvm::NamedMDNode* const list = module.getOrInsertNamedMetadata("fencepost.stubs");
  for (const clang::FunctionDecl* kernel : kernels) {
    const clang::GlobalDecl declared(kernel, clang::KernelReferenceKind::Kernel);
    std::vector<llvm::Metadata*> node = {llvm::MDString::get(into, generator.GetMangledName(declared))};
    for (const clang::ParmVarDecl* parameter : kernel->parameters()) {
      const std::uint64_t bytes = context.getTypeSizeInChars(parameter->getType()).getQuantity();
      node.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(into), bytes)));
    }
    list->addOperand(llvm::MDNode::get(into, node));
  }
}

void describe_variables(clang::CodeGenerator& generator, llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::NamedMDNode* const list = module.getOrInsertNamedMetadata("fencepost.variables");
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() || variable.getAddressSpace() != 0) continue;
    const clang::Decl* const declared = generator.GetDeclForMangledName(variable.getName());
    if (declared == nullptr) continue;
    const bool constant = declared->hasAttr<clang::CUDAConstantAttr>();
    if (!constant && !declared->hasAttr<clang::CUDADeviceAttr>()) continue;
    auto* const flag = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), constant ? 1 : 0);
    list->addOperand(
        llvm::MDNode::get(context, {llvm::ValueAsMetadata::get(&variable), llvm::ConstantAsMetadata::get(flag)}));
  }
}

}  // namespace fencepost::compiler
