#include "detector/include/fencepost/contract_values.h"

#include <cstdio>

namespace fencepost::contract {

void Values::begin(const char* name) {
  begin_ = text_.size();
  if (!text_.empty()) text_ += ", ";
  text_ += name;
  text_ += " = ";
}

void Values::drop() { text_.resize(begin_); }

void Values::add_text(const char* text) { text_ += text; }
void Values::add_bool(bool value) { text_ += value ? "true" : "false"; }
void Values::add_signed(long long value) { text_ += std::to_string(value); }
void Values::add_unsigned(unsigned long long value) { text_ += std::to_string(value); }

void Values::add_double(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  text_ += text;
}

}  // namespace fencepost::contract
