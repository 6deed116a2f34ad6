#include "cli/serve/command.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <thread>

#include "cli/sandbox/bounded_run.h"
#include "cli/sandbox/interrupts.h"
#include "cli/serve/http_server.h"
#include "cli/serve/playground.h"

namespace fencepost::cli {
namespace {

/// The address as browsers take it; where all are listened at, this machine's own.
std::string url_of(const HttpServer& server) {
  std::string address = server.address();
  if (address == "0.0.0.0" || address == "::") address = "localhost";
  if (address.find(':') != std::string::npos) address = "[" + address + "]";
  return "http://" + address + ":" + std::to_string(server.port()) + "/";
}

bool is_of_this_machine_only(const HttpServer& server) {
  return server.address().starts_with("127.") || server.address() == "::1";
}

}  // namespace

CLI::App* add_serve_command(CLI::App& app, ServeRequest& request) {
  CLI::App* command = app.add_subcommand("serve", "Serve a page on which CUDA programs are written and checked");
  command->footer(
      "  fencepost serve                     for this machine: http://127.0.0.1:8765/\n"
      "  fencepost serve --host 0.0.0.0      for a class: all who reach this machine\n\n"
      "Editor, examples and lessons, reports, drawings of permissions and replays. Runs\n"
      "of several users wait for each other; nobody sees those of others. There is no\n"
      "password and no encryption: with --host, whoever reaches the port may run\n"
      "programs, within the bounds.\n\n"
      "What is run sees no network and no files but the compiler's: by bubblewrap.\n"
      "Where that is not installed, or not allowed, nothing is served unless --trusted\n"
      "says that it is not needed.\n\n"
      "Exit status: 0 when Ctrl-C or SIGTERM ends it, 2 bad usage, or a port that is\n"
      "taken.");
  command->add_option("--port", request.port, "Port (default: 8765; 0: any that is free)")
      ->check(CLI::Range(0, 65535).description(""))
      ->type_name("N");
  command->add_option("--host", request.host, "Address to listen at (default: 127.0.0.1)")->type_name("ADDRESS");
  command->add_option("--name", request.names, "A further name by which browsers reach it (repeatable)")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--jobs", request.jobs, "Runs at once (default: as many as there are cores)")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N");
  add_bound_options(*command, request.bounds, "run");
  return command;
}

int serve_playground(const ServeRequest& request) {
  Bounds bounds = bounds_of(request.bounds);
  constexpr std::uint64_t kDisk = std::uint64_t{256} << 20;
  bounds.disk = kDisk;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const unsigned jobs = request.jobs == 0 ? cores : request.jobs;
  Sandbox sandbox = sandbox_of(request.bounds);
  ::signal(SIGPIPE, SIG_IGN);  // A client that is gone is noticed by the write.
  watch_orphans();
  const Interrupts interrupts;
  Playground* playground = nullptr;
  HttpServer server(request.host, static_cast<std::uint16_t>(request.port),
                    [&](const HttpRequest& asked) { return playground->answer(asked); });
  Runs runs({std::move(sandbox), bounds, std::max(1U, cores / jobs)}, jobs);
  std::vector<std::string> names = request.names;
  names.push_back(request.host);
  Playground served(runs, Access(names));
  playground = &served;
  std::printf("fencepost: serving %s, Ctrl-C ends it\n", url_of(server).c_str());
  if (!is_of_this_machine_only(server)) {
    std::printf(
        "fencepost: note: whoever reaches this port may run programs on this machine, within the bounds, and what is "
        "sent is not encrypted\n");
  }
  if (request.bounds.is_trusted) {
    std::printf("fencepost: note: --trusted: programs that are run can read, change and send whatever you can\n");
  }
  std::fflush(stdout);
  server.run([&] {
    runs.tick();
    return interrupts.take() == 0;
  });
  return 0;
}

}  // namespace fencepost::cli
