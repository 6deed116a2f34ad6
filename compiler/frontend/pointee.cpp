#include "compiler/frontend/pointee.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecordLayout.h>

namespace fencepost::compiler {
namespace {

constexpr unsigned kMostMembers = 256;  ///< More are of no help in a report.

class Layout {
 public:
  explicit Layout(const clang::ASTContext& context) : context_(context) {}

  /// Of the whole type: an array's name is its bounds.
  void describe(clang::QualType type) {
    const auto [element, bounds, count] = without_bounds(type);
    if (bounds.empty() || count != 0) add(element, bounds, 0, count);
  }

  std::string take() { return lines_ <= kMostMembers ? std::move(text_) : std::string(); }

 private:
  struct Element {
    clang::QualType type;
    std::string bounds;       ///< "[16][8]"; empty if there was no array.
    std::uint64_t count = 0;  ///< Their product; 0 if there was no array.
  };
  Element without_bounds(clang::QualType type) const {
    Element of{type.getCanonicalType(), {}, 0};
    while (const clang::ConstantArrayType* const array = context_.getAsConstantArrayType(of.type)) {
      const std::uint64_t bound = array->getSize().getZExtValue();
      of.count = (of.bounds.empty() ? 1 : of.count) * bound;
      of.bounds += '[' + std::to_string(bound) + ']';
      of.type = array->getElementType().getCanonicalType();
    }
    return of;
  }

  /// `count`: as KernelParameter::pointee has it.
  void add(clang::QualType type, const std::string& name, std::uint64_t offset, std::uint64_t count) {
    if (type->isIncompleteType() || type->isDependentType()) return;
    const auto* const record = type->getAsCXXRecordDecl();
    const char number = kind(type);
    if (record != nullptr && count == 0 && number == '?') return members(*record, name, offset);
    line(number, offset, context_.getTypeSizeInChars(type).getQuantity(), count, name);
  }

  static char kind(clang::QualType type) {
    // cuda_fp16.h and cuda_bf16.h: classes with a number's bits.
    if (const auto* const record = type->getAsCXXRecordDecl()) {
      return record->getName() == "__half" ? 'f' : record->getName() == "__nv_bfloat16" ? 'b' : '?';
    }
    if (type->isRealFloatingType()) return 'f';
    if (type->isBooleanType() || type->isUnsignedIntegerOrEnumerationType() || type->isPointerType()) return 'u';
    return type->isIntegralOrEnumerationType() ? 'i' : '?';
  }

  void members(const clang::CXXRecordDecl& record, const std::string& prefix, std::uint64_t offset) {
    const clang::CXXRecordDecl* const definition = record.getDefinition();
    if (definition == nullptr || definition->isInvalidDecl() || lines_ > kMostMembers) return;
    if (definition->hasFlexibleArrayMember()) return;  // Such structs are no array's elements.
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(definition);
    for (const clang::CXXBaseSpecifier& base : definition->bases()) {
      const clang::CXXRecordDecl* const of = base.getType()->getAsCXXRecordDecl();
      if (of == nullptr || base.isVirtual()) continue;
      members(*of, prefix, offset + layout.getBaseClassOffset(of->getDefinition()).getQuantity());
    }
    for (const clang::FieldDecl* const field : definition->fields()) {
      if (field->isBitField()) continue;  // It has no address.
      // What an implementation calls its members is of no help.
      const llvm::StringRef own = field->getName();
      const bool unnamed = own.empty() || own.starts_with("__");
      const std::string name = unnamed ? prefix : prefix.empty() ? own.str() : prefix + "." + own.str();
      const Element element = without_bounds(field->getType());
      if (!element.bounds.empty() && element.count == 0) continue;  // What lies there is others'.
      const std::uint64_t at = layout.getFieldOffset(field->getFieldIndex()) / context_.getCharWidth();
      add(element.type, name, offset + at, element.count);
    }
  }

  void line(char kind, std::uint64_t offset, std::uint64_t bytes, std::uint64_t count, const std::string& name) {
    if (++lines_ > kMostMembers) return;
    text_ += std::string(1, kind) + ' ' + std::to_string(offset) + ' ' + std::to_string(bytes) + ' ' +
             std::to_string(count) + ' ' + name + '\n';
  }

  const clang::ASTContext& context_;
  std::string text_;
  unsigned lines_ = 0;
};

}  // namespace

std::string pointee_layout(clang::QualType type, const clang::ASTContext& context) {
  Layout layout(context);
  layout.describe(type);
  return layout.take();
}

}  // namespace fencepost::compiler
