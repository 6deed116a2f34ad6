// The variables of a clause that does not hold, and their values, for the text of its finding.
#pragma once

#include <stddef.h>

#include <string>
#include <type_traits>

#include "contract_sequence.h"

namespace fencepost::contract {

/// Numbers, bools and sequences of them; values of other types are passed over.
class Values {
 public:
  template <class T>
  void operator()(const char* name, const T& value) {
    begin(name);
    if (!add(value)) drop();
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static constexpr int64_t kShownElements = 8;

  template <class T>
  bool add(const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      add_bool(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      add_double(static_cast<double>(value));
    } else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>) {
      add_unsigned(value);
    } else if constexpr (std::is_integral_v<T>) {
      add_signed(value);
    } else {
      return false;
    }
    return true;
  }
  template <class T>
  bool add(const Sequence<T>& sequence) {
    add_text("{");
    for (int64_t i = 0; i < sequence.size() && i < kShownElements; ++i) {
      if (i != 0) add_text(", ");
      if (!add(sequence[i])) return false;
    }
    add_text(sequence.size() > kShownElements ? ", \xE2\x80\xA6}" : "}");
    return true;
  }

  template <class T>
  bool add(const Element<T>& element) {
    if (!element.value) add_text("?");
    return !element.value || add(*element.value);
  }

  void begin(const char* name);
  void drop();
  void add_text(const char* text);
  void add_bool(bool value);
  void add_signed(long long value);
  void add_unsigned(unsigned long long value);
  void add_double(double value);

  std::string text_;  ///< "tid = 5, offset = 2"
  size_t begin_ = 0;
};

}  // namespace fencepost::contract
