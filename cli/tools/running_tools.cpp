// Tools that run a program, and tell what was found.
#include <algorithm>

#include "cli/tools/answers.h"
#include "cli/tools/tool.h"
#include "cli/tools/words.h"
#include "detector/text/shell_words.h"

namespace fencepost::cli {
namespace {

/// What all of them have: where the report goes, limits, what is checked.
Words report_words(const Call& call) {
  Words words = {"--report", call.file("report.json"), "--max-findings", "50"};
  add(words, call.timeout_words());
  add_option(call, words, "--kernel", "kernel");
  if (call.flag("leak_check")) words.emplace_back("--leak-check");
  add(words, call.compiler_words());
  return words;
}

const Properties kWhatIsChecked = {
    {"kernel", string_schema("Check only kernels whose name matches this glob.")},
    {"leak_check", flag_schema("Also tell device memory that was never freed.")},
};

Properties checked(Properties own) {
  own.insert(own.end(), kWhatIsChecked.begin(), kWhatIsChecked.end());
  return with_program(std::move(own));
}

/// --edit for each text that is tried in front of a line.
Words edit_words(const Call& call) {
  std::string edits;
  if (!call.has("insert")) return {};
  const Source& source = call.source();
  const std::string text = text_of(source, call.workshop().root(), source.name);
  for (const nlohmann::json& insert : call.arguments().at("insert")) {
    const int number = insert.at("line");
    std::size_t begin = 0;
    for (int line = 1; line < number && begin != std::string::npos; ++line) {
      begin = text.find('\n', begin);
      if (begin != std::string::npos) ++begin;
    }
    if (begin == std::string::npos || begin >= text.size()) {
      throw ToolError("insert: " + source.name + " has no line " + std::to_string(number));
    }
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(" \t", begin), end);
    const std::string place = source.name + ":" + std::to_string(number) + ":" + std::to_string(first - begin + 1);
    edits += " " + detector::quoted_word("--edit") + " " +
             detector::quoted_word(place + "+0=" + insert.at("text").get<std::string>());
  }
  return {"--nvcc-args", edits};
}

ToolResult run_program(Call& call, std::size_t most_output, bool with_errors) {
  call.take_source();
  Words words = {"run"};
  add(words, report_words(call));
  add_option(call, words, "--runs", "runs");
  add(words, edit_words(call));
  add_program(call, words);
  const BoundedEnd end = call.run("fencepost", words);
  const KeptReport& kept = keep_report(call, end);
  ToolResult result{findings_text(kept), findings_json(kept)};
  result.text += end_text(end) + output_text(end, most_output);
  if (with_errors && !end.errors.empty()) {
    result.text += "standard error:\n" + clipped(end.errors, most_output, end.errors_left_out);
  }
  result.structured["exit_status"] = end.end.status;
  result.structured["output"] = clipped(end.output, most_output, end.output_left_out);
  return result;
}

ToolResult check(Call& call) {
  constexpr std::size_t kOutput = 1000;
  return run_program(call, kOutput, false);
}

ToolResult run(Call& call) {
  constexpr std::size_t kOutput = 16000;
  return run_program(call, kOutput, true);
}

ToolResult kernel(Call& call) {
  call.take_source();
  Words words = {"kernel"};
  add(words, report_words(call));
  for (const auto& [option, name] : {std::pair{"--grid", "grid"}, {"--block", "block"}, {"--shared", "shared"}}) {
    add_option(call, words, option, name);
  }
  for (const std::string& argument : call.texts("kernel_args")) add(words, {"--arg", argument});
  for (const std::string& array : call.texts("print")) add(words, {"--print", array});
  if (call.flag("cooperative")) words.emplace_back("--cooperative");
  words.push_back(call.source_word() + ":" + call.text("function"));
  const BoundedEnd end = call.run("fencepost", words);
  const KeptReport& kept = keep_report(call, end);
  constexpr std::size_t kOutput = 8000;
  ToolResult result{findings_text(kept) + end_text(end), findings_json(kept)};
  if (!end.output.empty()) result.text += clipped(end.output, kOutput, end.output_left_out);
  result.structured["output"] = clipped(end.output, kOutput, end.output_left_out);
  return result;
}

ToolResult sweep(Call& call) {
  call.take_source();
  Words words = {"sweep", "--results", call.file("results")};
  add(words, report_words(call));
  for (const std::string& axis : call.texts("axes")) add(words, {"--arg", axis});
  add_option(call, words, "--blocks", "blocks");
  add_option(call, words, "--seeds", "seeds");
  add_program(call, words);
  const BoundedEnd end = call.run("fencepost", words);
  const KeptReport& kept = keep_report(call, end);
  constexpr std::size_t kTable = 8000;
  const std::string table = clipped(end.output, kTable, end.output_left_out);
  ToolResult result{findings_text(kept) + "\n" + table, findings_json(kept)};
  result.structured["table"] = table;
  return result;
}

ToolResult coverage(Call& call) {
  call.take_source();
  Words words = {"run", "--coverage"};
  add(words, report_words(call));
  add_program(call, words);
  const BoundedEnd end = call.run("fencepost", words);
  const KeptReport& kept = keep_report(call, end);
  // Behind what the program and the report say.
  const std::size_t begin = end.errors.find("\ncoverage: ");
  constexpr std::size_t kMost = 8000;
  const std::string told =
      begin == std::string::npos ? "" : clipped(end.errors.substr(begin + 1), kMost, end.errors_left_out);
  ToolResult result{told + findings_text(kept) + end_text(end), findings_json(kept)};
  result.structured["coverage"] = told;
  return result;
}

}  // namespace

std::vector<Tool> running_tools() {
  const Properties of_run = {{"exit_status", integer_schema("66: something was found; else the program's own.")},
                             {"output", string_schema("What it printed, its first bytes.")}};
  const nlohmann::ordered_json insert =
      object_schema({{"line", integer_schema("In front of this line of the source.", 1, 1'000'000)},
                     {"text", string_schema("As __syncthreads();")}},
                    {"line", "text"}, true);
  const nlohmann::ordered_json input = object_schema(
      checked(
          {{"runs", integer_schema("As many runs, each in another random order of the threads, summed up.", 1, 1000)},
           {"insert", list_schema("Tries a barrier, or other text: compiled as if it stood there.", insert)}}),
      {}, true);
  return {
      {"check", "Check a CUDA program",
       "Compiles a CUDA program (with a main function), runs it on the CPU, and tells data races, divergent barriers, "
       "memory bugs and deadlocks of its kernels: a line or two each; explain has more. No GPU is needed. Use small "
       "sizes: two blocks show what two thousand show.",
       input, findings_schema(of_run), check},
      {"run", "Run a CUDA program", "As check, with all that the program prints, for looking at its results.", input,
       findings_schema(of_run), run},
      {"kernel", "Check one kernel without a host program",
       "Runs one kernel of a source or header with arguments that are made for it. Without kernel_args it tells the "
       "parameters, with an example of each.",
       object_schema(
           checked({{"function", string_schema("The kernel's name; of a template with its arguments: scan<int>.")},
                    {"grid", string_schema("Blocks: X[,Y[,Z]], numbers or arithmetic of the arguments.")},
                    {"block", string_schema("Threads of a block, likewise.")},
                    {"shared", string_schema("Bytes of dynamic shared memory.")},
                    {"kernel_args",
                     list_schema("NAME=VALUE for each parameter: n=1000, data=float[n]:random(seed=1), out=int[n]. "
                                 "Values of arrays: zeros, or :unset, :iota(start=,step=), :random(seed=,min=,max=), "
                                 ":NUMBER.",
                                 string_schema(""))},
                    {"print", list_schema("Arrays to print when it has run.", string_schema(""))},
                    {"cooperative", flag_schema("So that grid.sync() works.")}}),
           {"function"}, true),
       findings_schema({{"output", string_schema("The arrays that were to be printed.")}}), kernel},
      {"sweep", "Check a program at many sizes",
       "Runs a program with every combination of arguments, block sizes and seeds: which of them show what. Values are "
       "words and ranges: 1..64,100, 32..256*2. In args {NAME} and {BLOCKS} stand for them; without args the values "
       "are the arguments.",
       object_schema(
           checked({{"axes", list_schema("Arguments and their values, as [\"N=1..64,100\"].", string_schema(""))},
                    {"blocks", string_schema("Values of {BLOCKS}.")},
                    {"seeds", integer_schema("Random orders of the threads for each.", 1, 1000)}}),
           {}, true),
       findings_schema({{"table", string_schema("Combinations and what they had.")}}), sweep},
      {"coverage", "What of the kernels never ran",
       "Runs a program and tells the lines of its kernels that no thread came to, and branches that went only one way: "
       "what did not run was not checked.",
       object_schema(checked({}), {}, true),
       findings_schema({{"coverage", string_schema("A line for each kernel and function.")}}), coverage},
  };
}

}  // namespace fencepost::cli
