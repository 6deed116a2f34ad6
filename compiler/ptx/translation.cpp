#include "compiler/ptx/translation.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>

#include "compiler/ptx/instructions.h"
#include "compiler/ptx/matrix_instructions.h"
#include "compiler/ptx/names.h"
#include "compiler/ptx/tensor_instructions.h"
#include "compiler/ptx/text.h"

namespace fencepost::compiler {
namespace {

class Translator {
 public:
  Translator(const std::vector<std::string>& operands, PtxBlocks& blocks, bool in_library)
      : operands_(operands), in_library_(in_library), names_(blocks, result_) {}

  PtxTranslation translate(std::string_view text) {
    std::string_view rest = trimmed(text);
    names_.begin(rest);
    while (!rest.empty()) rest = trimmed(statement(rest));
    std::string labels;
    for (const std::string& label : labels_) labels += "__label__ " + label + "; ";
    if (!labels.empty()) result_.cpp = "{ " + labels + result_.cpp + "} ";
    return result_;
  }

 private:
  // Translates what begins at the text's begin; returns what follows it.
  std::string_view statement(std::string_view text) {
    if (text.front() == '{' || text.front() == '}') {
      names_.brace(text);
      return text.substr(1);
    }
    const std::size_t word = word_length(text);
    const std::string_view after_word = trimmed(text.substr(word));
    if (is_label(text)) {
      labels_.insert(label(text.substr(0, word)));
      result_.cpp += label(text.substr(0, word)) + ":; ";
      return after_word.substr(1);
    }
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view one = trimmed(text.substr(0, end));
    const bool is_known = one.empty() || (one.starts_with(".reg")      ? names_.declare_registers(one)
                                          : one.starts_with(".shared") ? names_.declare_shared(one)
                                                                       : predicated(one));
    if (!is_known) stop_at(one);
    return text.substr(std::min(end + 1, text.size()));
  }

  static std::string label(std::string_view name) { return "fencepost_label_" + cpp_name(name); }

  // `@!p instruction`
  bool predicated(std::string_view text) {
    if (!text.starts_with('@')) return instruction(text);
    const bool negated = text.substr(1).starts_with('!');
    text = trimmed(text.substr(negated ? 2 : 1));
    const std::size_t end = text.find_first_of(" \t");
    if (end == std::string_view::npos) return false;
    const std::optional<std::string> predicate = simple_operand(text.substr(0, end));
    if (!predicate) return false;
    result_.cpp += std::string("if (") + (negated ? "!" : "") + *predicate + ") { ";
    text = trimmed(text.substr(end));
    if (!instruction(text)) stop_at(text);
    result_.cpp += "} ";
    return true;
  }

  // A thread that comes to `text` stops there.
  void stop_at(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(" \t\n"));
    result_.unsupported.emplace_back(name);
    result_.cpp += "::fencepost_ptx::unsupported(\"inline PTX (";
    for (const char c : name) {
      if (c == '"' || c == '\\') result_.cpp += '\\';
      result_.cpp += c;
    }
    result_.cpp += ")\"); ";
  }

  bool instruction(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(" \t\n{["), text.size());
    const std::string_view mnemonic = text.substr(0, end);
    std::vector<std::string_view> operands = split_operands(trimmed(text.substr(end)));
    if (mnemonic == "bra" || mnemonic == "bra.uni") {
      if (operands.size() != 1) return false;
      labels_.insert(label(operands[0]));
      result_.cpp += "goto " + label(operands[0]) + "; ";
      return true;
    }
    if (mnemonic.starts_with("tcgen05.")) {
      const std::optional<MatrixInstruction> tensor = tensor_instruction(mnemonic, operands);
      if (tensor) return matrix_operation(*tensor, mnemonic, operands);
    }
    const bool a_in_registers = operands.size() > 1 && operands[1].starts_with('{');
    if (const std::optional<MatrixInstruction> matrix = matrix_instruction(mnemonic, a_in_registers)) {
      return matrix_operation(*matrix, mnemonic, operands);
    }
    const std::optional<Form> form = form_of(mnemonic);
    if (!form) return false;
    // The policy of a cache is only a hint.
    if (mnemonic.find(".L2::cache_hint") != std::string_view::npos && !operands.empty()) operands.pop_back();
    if (form->name.starts_with("setp.") || form->name.starts_with("set.")) return comparison(*form, operands);
    const PtxInstruction* known = find_ptx_instruction(form->name);
    if (known == nullptr || (form->kinds & ~known->types) != 0 || operands.size() < known->least_operands ||
        operands.size() > known->most_operands) {
      return false;
    }
    // The block's barrier keeps the cheap check by barrier intervals.
    if (known->function == "bar_sync" && operands.size() == 1 && operands[0] == "0") {
      result_.cpp += "::__syncthreads(); ";
      return true;
    }
    if (form->is_vector && is_atomic(*known)) return vector_atomic(*form, *known, operands);
    std::vector<std::string> arguments;
    std::size_t addresses = 0;
    for (const std::string_view operand : operands) {
      const bool takes_vectors = known->function == "ld" || known->function == "st" || known->function == "mov" ||
                                 known->function == "cvt_rs" || known->function == "first_of_cancelled";
      const bool is_vector = operand.starts_with('{');
      const bool is_offsets = is_vector && form->name.find(".im2col") != std::string::npos;
      if (is_vector && !takes_vectors && !is_offsets) return false;
      const std::optional<std::string> argument = translate_operand(operand, *form, addresses);
      if (!argument) return false;
      arguments.push_back(is_offsets ? "::fencepost_ptx::im2col_offsets(" + *argument + ')' : *argument);
    }
    std::string function(known->function);
    bool from_first = known->address_first;
    if (function == "mov" && (operands[0].starts_with('{') || operands[1].starts_with('{'))) {
      from_first = operands[0].starts_with('{');
      function = from_first ? "mov_unpack" : "mov_pack";
    }
    if (is_atomic(*known)) function += suffix_of_atomic(*form);
    if (from_first) std::swap(arguments[0], arguments[1]);
    if (combines(form->name)) {
      if (form->reduction.empty() || (form->types.empty() && form->dimensions == 0)) return false;
      arguments.push_back("::fencepost_rt::Reduction::" + form->reduction);
    }
    result_.cpp += "::fencepost_ptx::" + function + '(' + form->text();
    for (const std::string& argument : arguments) result_.cpp += ", " + argument;
    result_.cpp += "); ";
    return true;
  }

  // Its registers are gathered in arrays, `{ u32 d[4] = {}; const u32 a[] = {…}; mma<…>(d, a, …); put(…, d[0]); … }`.
  bool matrix_operation(const MatrixInstruction& matrix, std::string_view mnemonic,
                        const std::vector<std::string_view>& operands) {
    if (operands.size() != matrix.operands.size()) return false;
    const Form form = {
        .name = {}, .types = {}, .spaces = {mnemonic.find(".shared") != std::string_view::npos ? "shared" : "generic"}};
    std::string before;
    std::string arguments;
    std::string after;
    std::size_t addresses = 0;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      std::string_view text = operands[i];
      const int count = matrix.operands[i];
      if (count == 0) {
        const std::optional<std::string> address =
            text.starts_with('[') ? translate_operand(text, form, addresses) : std::nullopt;
        if (!address) return false;
        arguments += (i == 0 ? "" : ", ") + *address;
        continue;
      }
      if (count < 0) {
        const std::optional<std::string> value =
            count == MatrixInstruction::kTensorAddress ? tensor_address(text) : simple_operand(text);
        if (!value) return false;
        const char* const type = count == MatrixInstruction::kDescriptor      ? "u64"
                                 : count == MatrixInstruction::kPredicate     ? "pred"
                                 : count == MatrixInstruction::kWord          ? "u32"
                                 : count == MatrixInstruction::kTensorAddress ? "tensor_at"
                                                                              : "s32";
        arguments +=
            std::string(i == 0 ? "" : ", ") + "::fencepost_ptx::get<::fencepost_ptx::" + type + ">(" + *value + ")";
        continue;
      }
      if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
      const std::vector<std::string_view> parts = split_operands(text);
      if (std::ssize(parts) != count) return false;
      const bool is_sum = !matrix.sums.empty() && (i == 0 || i == 3);
      const std::string type = "::fencepost_ptx::" + (is_sum ? matrix.sums : matrix.registers);
      const std::string name = "fencepost_matrix_" + std::to_string(i);
      const bool is_result = i == 0;
      std::string values;
      for (int j = 0; j < count; ++j) {
        const std::optional<std::string> part = simple_operand(parts[static_cast<std::size_t>(j)]);
        if (!part) return false;
        if (is_result) {
          after += "::fencepost_ptx::put(" + *part + ", " + name + "[" + std::to_string(j) + "]); ";
        }
        if (!is_result || matrix.adds) {
          values += (j == 0 ? "" : ", ") + ("::fencepost_ptx::get<" + type + ">(" + *part + ")");
        }
      }
      before +=
          (is_result ? "" : "const ") + type + " " + name + "[" + std::to_string(count) + "] = {" + values + "}; ";
      arguments += (i == 0 ? "" : ", ") + name;
    }
    result_.cpp += "{ " + before + "::fencepost_ptx::" + matrix.function + "(" + arguments + "); " + after + "} ";
    return true;
  }

  // `[%0+16]`, an address in tensor memory: a number.
  std::optional<std::string> tensor_address(std::string_view text) {
    if (!text.starts_with('[') || !text.ends_with(']')) return std::nullopt;
    const std::string_view inside = trimmed(text.substr(1, text.size() - 2));
    const std::size_t plus = inside.find('+');
    const std::optional<std::string> base = simple_operand(trimmed(inside.substr(0, plus)));
    const std::optional<std::string> offset =
        plus == std::string_view::npos ? "0" : simple_operand(trimmed(inside.substr(plus + 1)));
    if (!base || !offset) return std::nullopt;
    return "::fencepost_ptx::tensor_at{::fencepost_ptx::get<::fencepost_ptx::u32>(" + *base +
           ") + ::fencepost_ptx::get<::fencepost_ptx::u32>(" + *offset + ")}";
  }

  struct Form {
    std::string name;
    std::vector<std::string> types;
    std::vector<std::string> spaces;
    std::string reduction;  ///< Of cp.reduce.
    std::string semantics = "none", scope = "none", modifiers = "0";
    unsigned kinds = 0;  ///< Of the types.
    bool is_vector = false;
    std::ptrdiff_t dimensions = 0;  ///< Of the tensor that a bulk copy is of.

    [[nodiscard]] std::string space(std::size_t i) const {
      return spaces.empty() ? "generic" : spaces[std::min(i, spaces.size() - 1)];
    }
    [[nodiscard]] std::string text() const {
      const auto type = [&](std::size_t i) {
        return i < types.size() ? "::fencepost_ptx::" + types[i] : std::string("void");
      };
      return "::fencepost_ptx::form<" + type(0) + ", " + type(1) + ", ::fencepost_ptx::semantics::" + semantics +
             ", ::fencepost_ptx::scope::" + scope + ", ::fencepost_ptx::space::" + space(0) + ", " + modifiers + ">()";
    }
  };

  static bool is_atomic(const PtxInstruction& known) {
    return known.function.starts_with("atom_") || (known.function.starts_with("red_") && known.function != "red_async");
  }
  static std::string suffix_of_atomic(const Form& form) {
    return (form.kinds & ptx_types::kNarrow) != 0 ? "_narrow" : "";
  }
  // `atom.v2.f32.add {%0, %1}, [%2], {%3, %4}`: an atomic operation on each element (PTX ISA, "atom": "vector").
  bool vector_atomic(const Form& form, const PtxInstruction& known, const std::vector<std::string_view>& operands) {
    const bool returns = operands.size() == 3;
    const std::string_view values = operands.back();
    const std::string_view at = operands[returns ? 1 : 0];
    if (form.types.size() != 1 || !at.starts_with('[') || !values.starts_with('{') || !values.ends_with('}'))
      return false;
    const auto parts_of = [](std::string_view text) { return split_operands(text.substr(1, text.size() - 2)); };
    const std::vector<std::string_view> from = parts_of(values);
    const bool has_results = returns && operands[0].starts_with('{') && operands[0].ends_with('}');
    const std::vector<std::string_view> to = has_results ? parts_of(operands[0]) : std::vector<std::string_view>();
    std::size_t addresses = 0;
    const std::optional<std::string> address = translate_operand(at, form, addresses);
    if (!address || from.size() < 2 || (returns && to.size() != from.size())) return false;
    const std::string type = "::fencepost_ptx::" + form.types[0];
    std::string before, calls;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::optional<std::string> value = simple_operand(from[i]);
      const std::optional<std::string> result = returns ? simple_operand(to[i]) : std::string();
      if (!value || !result) return false;
      const std::string name = "fencepost_value_" + std::to_string(i);
      before += "const auto " + name + " = ::fencepost_ptx::get<" + type + ">(" + *value + "); ";
      calls += "::fencepost_ptx::" + std::string(known.function) + suffix_of_atomic(form) + '(' + form.text() +
               (returns ? ", " + *result : "") + ", fencepost_at + " + std::to_string(i) + " * sizeof(" + type + "), " +
               name + "); ";
    }
    result_.cpp += "{ char* const fencepost_at = ::fencepost_ptx::vector_at<sizeof(" + type + ") * " +
                   std::to_string(from.size()) + ">(" + *address + "); " + before + calls + "} ";
    return true;
  }

  // `setp.lt.and.s32 p|q, a, b, !r`: what holds, and what does not; without a second operation `r` is true.
  bool comparison(const Form& form, const std::vector<std::string_view>& operands) {
    if (operands.size() < 3 || operands.size() > 4 || form.kinds == 0) return false;
    const bool sets_predicate = form.name.starts_with("setp.");
    std::string_view name = std::string_view(form.name).substr(sets_predicate ? 5 : 4);
    const std::size_t dot = name.find('.');
    const std::string_view compares = name.substr(0, dot);
    const std::string_view combines = dot == std::string_view::npos ? "" : name.substr(dot + 1);
    if (!is_ptx_comparison(compares) || (form.kinds & ~ptx_types::kPlain & ~ptx_types::kNarrow) != 0) return false;
    if (combines.empty() != (operands.size() == 3)) return false;
    if (!combines.empty() && combines != "and" && combines != "or" && combines != "xor") return false;
    std::vector<std::string> arguments;
    std::size_t addresses = 0;
    for (const std::string_view operand : operands) {
      const std::optional<std::string> argument = translate_operand(operand, form, addresses);
      if (!argument || operand.starts_with('{')) return false;
      arguments.push_back(*argument);
    }
    if (sets_predicate && operands[0].find('|') == std::string_view::npos) arguments[0] += ", ::fencepost_ptx::sink()";
    result_.cpp += std::string("::fencepost_ptx::") + (sets_predicate ? "setp" : "set") +
                   "<::fencepost_ptx::compare::" + cpp_name(compares) +
                   "_, ::fencepost_ptx::combine::" + (combines.empty() ? "and" : std::string(combines)) + "_>(" +
                   form.text();
    for (const std::string& argument : arguments) result_.cpp += ", " + argument;
    result_.cpp += operands.size() == 3 ? ", true); " : "); ";
    return true;
  }

  // `3d`
  static bool is_dimensions(std::string_view word) { return word.size() == 2 && word >= "1d" && word <= "5d"; }

  /// Bulk copies that combine; which operation is a word of the mnemonic behind this.
  static bool combines(std::string_view name) {
    return name.starts_with("cp.reduce.async.bulk") || name.starts_with("red.async.mbarrier");
  }

  [[nodiscard]] std::optional<Form> form_of(std::string_view mnemonic) const {
    Form form;
    bool first = true, of_pair = false;
    while (!mnemonic.empty()) {
      const std::size_t dot = std::min(mnemonic.find('.'), mnemonic.size());
      const std::string_view word = mnemonic.substr(0, dot);
      mnemonic = mnemonic.substr(std::min(dot + 1, mnemonic.size()));
      // `barrier.cluster.arrive` is not `barrier.arrive`.
      const bool in_name = first || (word == "cluster" && form.name == "barrier");
      switch (in_name ? PtxQualifier::kOther : ptx_qualifier(word)) {
        case PtxQualifier::kOther:
          if (form.name.ends_with(".tensor") && (word == "tile" || is_dimensions(word))) {
            if (word != "tile") form.dimensions = word[0] - '0';
            break;
          }
          // The mnemonic has it in the middle.
          if (form.name.starts_with("cp.async.bulk.tensor") && word.starts_with("cta_group::")) {
            of_pair = word == "cta_group::2";
            break;
          }
          if (combines(form.name) && form.reduction.empty()) {
            form.reduction = ptx_reduction(word);
            if (!form.reduction.empty()) break;
          }
          if (!first) form.name += '.';
          form.name += word;
          if (word == "mbarrier::complete_tx::bytes") form.spaces.emplace_back("shared_cluster");
          break;
        case PtxQualifier::kType:
          form.types.emplace_back(word);
          form.kinds |= ptx_kind_of_type(word);
          break;
        case PtxQualifier::kScope:
          form.scope = word;
          break;
        case PtxQualifier::kSpace:
          form.spaces.emplace_back(word == "const"             ? "constant"
                                   : word == "shared::cluster" ? "shared_cluster"
                                                               : word.substr(0, word.find(':')));
          break;
        case PtxQualifier::kModifier:
          form.modifiers += " | ::fencepost_ptx::modifiers::" + std::string(word);
          break;
        case PtxQualifier::kSemantics:
          form.semantics = word == "volatile" ? "is_volatile" : std::string(word);
          break;
        case PtxQualifier::kHint:
          if (in_library_ && (word == "cg" || word == "cv") && form.semantics == "none") form.semantics = "coherent";
          break;
        case PtxQualifier::kVector:
          form.is_vector = true;
          break;
      }
      first = false;
    }
    if (of_pair) form.name += ".cta_group::2";
    // `vadd.u32.u32.u32`: instructions of this kind are known for operands of one type.
    if (form.types.size() > 2) {
      const bool is_video = form.name.starts_with('v');
      if (is_video && std::ranges::count(form.types, form.types.front()) != std::ssize(form.types)) return std::nullopt;
      form.types.resize(is_video ? 1 : 2);
    }
    return form;
  }

  // `%0`, `[%1+16]`, `{%0, %1}`, `%0|p`, `%laneid`, `0x1f`
  std::optional<std::string> translate_operand(std::string_view text, const Form& form, std::size_t& addresses) {
    if (text.empty()) return std::nullopt;
    if (text.front() == '{' && text.back() == '}') {
      std::string all;
      for (const std::string_view part : split_operands(text.substr(1, text.size() - 2))) {
        const std::optional<std::string> one = simple_operand(part);
        if (!one) return std::nullopt;
        all += (all.empty() ? "" : ", ") + *one;
      }
      return all;
    }
    if (text.front() == '[' && text.back() == ']') {
      const std::string_view inside = trimmed(text.substr(1, text.size() - 2));
      if (inside.ends_with('}')) {
        ++addresses;
        return place_in_tensor(inside, form.dimensions);
      }
      const std::size_t plus = inside.find('+');
      const std::optional<std::string> base = simple_operand(trimmed(inside.substr(0, plus)));
      const std::optional<std::string> offset =
          plus == std::string_view::npos ? "0" : simple_operand(trimmed(inside.substr(plus + 1)));
      if (!base || !offset) return std::nullopt;
      return "::fencepost_ptx::address<::fencepost_ptx::space::" + form.space(addresses++) + ">(" + *base + ", " +
             *offset + ')';
    }
    // A value and a predicate, `r|p`.
    if (const std::size_t bar = text.find('|'); bar != std::string_view::npos) {
      const std::optional<std::string> value = simple_operand(trimmed(text.substr(0, bar)));
      const std::optional<std::string> predicate = simple_operand(trimmed(text.substr(bar + 1)));
      return value && predicate ? std::optional(*value + ", " + *predicate) : std::nullopt;
    }
    return simple_operand(text);
  }

  // `%1, {%2, %3}`
  std::optional<std::string> place_in_tensor(std::string_view text, std::ptrdiff_t dimensions) {
    const std::vector<std::string_view> parts = split_operands(text);
    if (parts.size() != 2 || !parts[1].starts_with('{')) return std::nullopt;
    const std::optional<std::string> map = simple_operand(parts[0]);
    const std::vector<std::string_view> coordinates = split_operands(parts[1].substr(1, parts[1].size() - 2));
    if (!map || std::ssize(coordinates) != dimensions) return std::nullopt;
    std::string all = "::fencepost_ptx::place_in_tensor(" + *map;
    for (const std::string_view part : coordinates) {
      const std::optional<std::string> one = simple_operand(part);
      if (!one) return std::nullopt;
      all += ", " + *one;
    }
    return all + ')';
  }

  std::optional<std::string> simple_operand(std::string_view text) {
    if (text.empty()) return std::nullopt;
    if (text == "_") return "::fencepost_ptx::sink()";
    if (text.front() == '!') {
      const std::optional<std::string> predicate = simple_operand(trimmed(text.substr(1)));
      return predicate ? std::optional('!' + *predicate) : std::nullopt;
    }
    if (text == "WARP_SZ") return "32";
    if (text.starts_with("%[") && text.ends_with(']')) {
      const auto at = std::ranges::find(operands_, text.substr(2, text.size() - 3));
      if (at == operands_.end()) return std::nullopt;
      return "fencepost_" + std::to_string(at - operands_.begin());
    }
    if (std::optional<std::string> declared = names_.find(text)) return declared;
    if (text.front() == '%') {
      const std::string_view name = text.substr(text.starts_with("%%") ? 2 : 1);
      if (!name.empty() && std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; })) {
        std::size_t number = 0;
        std::from_chars(name.data(), name.data() + name.size(), number);
        if (number >= operands_.size()) return std::nullopt;
        return "fencepost_" + std::to_string(number);
      }
      const std::string_view special = ptx_special_register(name);
      return special.empty() ? std::nullopt : std::optional(std::string(special));
    }
    return cpp_literal(text);
  }

  const std::vector<std::string>& operands_;
  const bool in_library_;
  std::set<std::string> labels_;
  PtxTranslation result_;
  PtxNames names_;
};

}  // namespace

PtxTranslation translate_ptx(std::string_view text, const std::vector<std::string>& operands, PtxBlocks& blocks,
                             bool in_library) {
  return Translator(operands, blocks, in_library).translate(without_comments(text));
}

}  // namespace fencepost::compiler
