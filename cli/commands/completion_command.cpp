#include "cli/commands/completion_command.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>
#include <string_view>
#include <vector>

#include "cli/base/help_format.h"

namespace fencepost::cli {
namespace {

/// "--report", "-o": all that begin with a dash; none of an option that the help does not show.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  if (option.get_group().empty()) return names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() != 0; }

/// For a word in single quotes of any of the shells, with a backslash before each of `special`.
std::string quoted(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string bash(CLI::App& app) {
  std::string first = "--help --version", cases;
  for (CLI::App* const command : commands_of(app)) {
    first += " " + command->get_name();
    std::string words;
    for (const CLI::Option* const option : command->get_options()) {
      for (const std::string& name : names_of(*option)) words += (words.empty() ? "" : " ") + name;
    }
    cases += "      " + command->get_name() + ") words='" + words + "' ;;\n";
  }
  return R"(# Completes the words of fencepost. In ~/.bashrc: source <(fencepost completion bash)
_fencepost() {
  local word=${COMP_WORDS[COMP_CWORD]} words='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} != -- ]] || return 0
  done
  if ((COMP_CWORD == 1)); then
    words=')" +
         first + R"('
  elif [[ $word == -* ]]; then
    case ${COMP_WORDS[1]} in
)" + cases +
         R"(    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _fencepost fencepost
)";
}

std::string zsh(CLI::App& app) {
  std::string commands, cases;
  for (CLI::App* const command : commands_of(app)) {
    commands += "    '" + command->get_name() + ":" + quoted(command->get_description(), ":") + "'\n";
    cases += "    " + command->get_name() + ") _arguments \\\n";
    for (const CLI::Option* const option : command->get_options()) {
      for (const std::string& name : names_of(*option)) {
        cases += "      '*" + name + (takes_value(*option) && name.starts_with("--") ? "=" : "") + "[" +
                 quoted(option->get_description(), "[]\\") + "]" + (takes_value(*option) ? ":value:_files" : "") +
                 "' \\\n";
      }
    }
    cases += "      '*:file:_files' ;;\n";
  }
  return "#compdef fencepost\n"
         "# Completes the words of fencepost. As the file _fencepost in a folder of $fpath, or in ~/.zshrc, behind "
         "compinit:\n"
         "# source <(fencepost completion zsh)\n"
         "_fencepost() {\n  local -a commands\n  commands=(\n" +
         commands +
         "  )\n"
         "  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
         "  if ((${words[(I)--]} && ${words[(I)--]} < CURRENT)); then\n    _files\n    return\n  fi\n"
         "  shift words\n  ((CURRENT--))\n  case ${words[1]} in\n" +
         cases +
         "  esac\n}\n"
         "if [[ ${funcstack[1]} == _fencepost ]]; then\n  _fencepost \"$@\"\nelse\n  compdef _fencepost "
         "fencepost\nfi\n";
}

std::string fish(CLI::App& app) {
  std::string text =
      "# Completes the words of fencepost. fencepost completion fish >~/.config/fish/completions/fencepost.fish\n"
      "complete -c fencepost -n __fish_use_subcommand -f\n";
  for (CLI::App* const command : commands_of(app)) {
    text += "complete -c fencepost -n __fish_use_subcommand -a " + command->get_name() + " -d '" +
            quoted(command->get_description(), "\\") + "'\n";
    for (const CLI::Option* const option : command->get_options()) {
      if (names_of(*option).empty()) continue;
      text += "complete -c fencepost -n '__fish_seen_subcommand_from " + command->get_name() + "'";
      for (const std::string& name : option->get_snames()) text += " -s " + name;
      for (const std::string& name : option->get_lnames()) text += " -l " + name;
      text += (takes_value(*option) ? " -r" : "");
      text += " -d '" + quoted(option->get_description(), "\\") + "'\n";
    }
  }
  return text;
}

}  // namespace

CLI::App* add_completion_command(CLI::App& app, CompletionRequest& request) {
  CLI::App* command = app.add_subcommand("completion", "Print a script by which a shell completes fencepost's words");
  command->add_option("SHELL", request.shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer("  source <(fencepost completion bash)\n\nExit status: 0, 2 bad usage.");
  return command;
}

std::string completion_script(CLI::App& app, const CompletionRequest& request) {
  return request.shell == "bash" ? bash(app) : request.shell == "zsh" ? zsh(app) : fish(app);
}

}  // namespace fencepost::cli
