// Tools that look at kernels otherwise: whether they compile, who may touch what, proofs.

#include "cli/base/checked_program.h"
#include "cli/tools/answers.h"
#include "cli/tools/limited_json.h"
#include "cli/tools/tool.h"
#include "cli/tools/words.h"

namespace fencepost::cli {
namespace {

constexpr std::size_t kMost = 16000;

ToolResult compile(Call& call) {
  call.take_source();
  Words words = {"-c", "-o", call.file("object.o")};
  add(words, call.texts("compiler_args"));
  words.push_back(call.source_word());
  const BoundedEnd end = call.run("fencepost-nvcc", words);
  const std::string said = clipped(end.errors, kMost, end.errors_left_out);
  if (end.end.signal != 0)
    throw ToolError("the compiler was ended by signal " + std::to_string(end.end.signal) + "\n" + said);
  if (end.end.status != 0) throw ToolError("does not compile:\n" + said);
  return {"compiles" + (said.empty() ? "\n" : ", with warnings:\n" + said), {{"compiles", true}, {"messages", said}}};
}

ToolResult permissions(Call& call) {
  call.take_source();
  Words words = {"permissions", "--report", call.file("report.json"), "--width", "100", "--color", "never"};
  add(words, call.timeout_words());
  add(words, call.compiler_words());
  for (const std::string& array : call.texts("arrays")) add(words, {"--array", array});
  for (const auto& [option, name] : {std::pair{"--launch", "launch"},
                                     {"--block", "block"},
                                     {"--intervals", "intervals"},
                                     {"--elements", "elements"}}) {
    add_option(call, words, option, name);
  }
  if (call.flag("barriers")) words.emplace_back("--barriers");
  add_program(call, words);
  const BoundedEnd end = call.run("fencepost", words);
  if (end.end.status == kBadUsage) throw ToolError(clipped(end.errors, kMost, end.errors_left_out));
  const KeptReport& kept = keep_report(call, end);
  std::string text = clipped(end.output, kMost, end.output_left_out);
  if (!kept.report.findings.empty()) text += "\n" + findings_text(kept);
  return {text, nullptr};
}

ToolResult prove(Call& call) {
  call.take_source();
  Words words = {"prove", "--json", call.file("verdicts.json")};
  add(words, call.compiler_words());
  if (call.has("kernel")) add(words, {"--kernel", call.text("kernel")});
  for (const std::string& condition : call.texts("assume")) add(words, {"--assume", condition});
  if (call.flag("alias")) words.emplace_back("--alias");
  if (call.flag("no_run")) words.emplace_back("--no-run");
  words.push_back(call.source_word());
  const BoundedEnd end = call.run("fencepost", words);
  constexpr std::size_t kLargest = std::size_t{1} << 18;
  const std::string verdicts = begin_of_file(call.file("verdicts.json"), kLargest);
  const std::string said = clipped(end.errors, kMost, end.errors_left_out);
  if (end.end.status == kDoesNotCompile) throw ToolError("does not compile:\n" + said);
  if (verdicts.empty()) throw ToolError(said.empty() ? end.output : said);
  constexpr int kSomethingUnknown = 5;
  const char* const verdict = end.end.status == 0                   ? "all is proved"
                              : end.end.status == kSomethingUnknown ? "something is unknown"
                                                                    : "something is false";
  ToolResult result{std::string(verdict) + "\n" + clipped(end.output, kMost, end.output_left_out),
                    {{"verdict", verdict}, {"kernels", nlohmann::ordered_json::array()}}};
  try {
    result.structured["kernels"] = parse_limited(verdicts).at("kernels");
  } catch (const std::exception&) {
    result.text += "the verdicts as data are left out: they are too many\n";
  }
  return result;
}

}  // namespace

std::vector<Tool> kernel_tools() {
  return {
      {"compile", "Compile a CUDA source",
       "Whether a CUDA source compiles (clang 19 in nvcc's place), and the compiler's messages.",
       object_schema(with_source({}), {}, true),
       object_schema({{"compiles", flag_schema("")}, {"messages", string_schema("")}}, {"compiles", "messages"}, false),
       compile},
      {"permissions", "Who reads and writes what between barriers",
       "Runs a program and draws, as text, which thread reads (Rt3) and writes (Wt3) which element of an array in each "
       "interval between two barriers; '!' marks a race. Or, with barriers, what each barrier separates, and those "
       "that "
       "separate nothing. Use a few threads and elements.",
       object_schema(with_program({{"arrays", list_schema("Names as in the source; default: all.", string_schema(""))},
                                   {"launch", integer_schema("Of this launch; default: the first that uses the array.",
                                                             1, 1'000'000)},
                                   {"block", string_schema("Of this block: number or x,y,z; default 0.")},
                                   {"intervals", string_schema("Only A-B.")},
                                   {"elements", string_schema("Only A-B.")},
                                   {"barriers", flag_schema("List instead what each barrier is for.")}}),
                     {}, true),
       nullptr, permissions},
      {"prove", "Prove kernels free of races",
       "Asks Z3 whether two threads of a kernel can race or miss each other at a barrier, for all launches, arguments "
       "and contents of arrays: proved, false (with a launch that a run has confirmed), or unknown and why.",
       object_schema(
           with_source(
               {{"kernel", string_schema("Only kernels whose signature has this in it.")},
                {"assume", list_schema("What is known of arguments and launches: [\"n > 0\", \"blockDim.x % 32 == "
                                       "0\"].",
                                       string_schema(""))},
                {"alias", flag_schema("Arrays may be parts of one allocation.")},
                {"no_run", flag_schema("Run nothing: what would be false is unknown.")}}),
           {}, true),
       object_schema(
           {{"verdict", string_schema("")}, {"kernels", list_schema("As docs/prove.md has it.", {{"type", "object"}})}},
           {"verdict", "kernels"}, false),
       prove},
  };
}

}  // namespace fencepost::cli
