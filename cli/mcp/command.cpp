#include "cli/mcp/command.h"

#include <poll.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>

#include "cli/base/checked_program.h"
#include "cli/mcp/line_reader.h"
#include "cli/mcp/server.h"
#include "cli/sandbox/interrupts.h"

namespace fencepost::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLine = std::size_t{4} << 20;

/// The folder without symbolic links. Throws std::runtime_error if it is none, or everything.
std::string root_of(const std::string& folder) {
  if (folder.empty()) return {};
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error || !fs::is_directory(root, error)) throw std::runtime_error("--root " + folder + ": no such folder");
  if (root == root.root_path()) throw std::runtime_error("--root / would show all files; give a folder of sources");
  return root.string();
}

/// Returns the signal that has ended it; 0: the input has ended, or nobody reads the output.
int serve(Server& server, const Outbox& outbox, const Interrupts& interrupts) {
  LineReader reader(kLongestLine);
  const auto take = [&](const std::vector<LineReader::Line>& lines) {
    for (const LineReader::Line& line : lines)
      line.is_too_long ? server.refuse_line(kLongestLine) : server.take(line.text);
  };
  std::array<pollfd, 2> files = {pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{interrupts.file(), POLLIN, 0}};
  std::array<char, 65536> bytes{};
  while (!outbox.is_closed()) {
    if (::poll(files.data(), files.size(), -1) < 0) continue;
    if (files[1].revents != 0) {
      if (const int signal = interrupts.take(); signal != 0) return signal;
    }
    if (files[0].revents == 0) continue;
    const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) {
      take(reader.finish());
      return 0;
    }
    take(reader.feed({bytes.data(), static_cast<std::size_t>(got)}));
  }
  return 0;
}

}  // namespace

CLI::App* add_mcp_command(CLI::App& app, McpRequest& request) {
  CLI::App* command =
      app.add_subcommand("mcp", "Serve programs that write kernels: a Model Context Protocol server on stdio");
  command->footer(
      "Tools: check, run, kernel, sweep, coverage, explain, propose, apply_proposal,\n"
      "compile, permissions, prove.\n\n"
      "What is run sees no network and no files but the compiler's and those below\n"
      "--root, which it cannot change: by bubblewrap. Where that is not installed, or\n"
      "not allowed, nothing is served unless --trusted says that it is not needed.\n\n"
      "Exit status: 0 when standard input ends, 2 bad usage.");
  command->add_option("--root", request.root, "Folder of sources that tools may be given by their paths")
      ->type_name("DIR");
  add_bound_options(*command, request.bounds, "call");
  return command;
}

int serve_mcp(const McpRequest& request) {
  int signal = 0;
  {
    const std::string root = root_of(request.root);
    Sandbox sandbox = sandbox_of(request.bounds);
    ::signal(SIGPIPE, SIG_IGN);  // A client that is gone is noticed by the write.
    watch_orphans();
    const Interrupts interrupts;
    Workshop workshop(std::move(sandbox), bounds_of(request.bounds), root);
    Outbox outbox(STDOUT_FILENO);
    Server server(workshop, outbox);
    signal = serve(server, outbox, interrupts);
  }
  if (signal != 0) ::raise(signal);
  return 0;
}

}  // namespace fencepost::cli
