#include "cli/serve/http_server.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/version.hpp>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace fencepost::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;

namespace {

constexpr std::size_t kMostBody = std::size_t{512} << 10;
constexpr std::uint32_t kMostHeader = 8192;
constexpr std::size_t kMostConnections = 512;
constexpr std::chrono::seconds kPatience(20);         // With a client that does not send.
constexpr std::chrono::seconds kPatienceToSend(120);  // With one that takes slowly: replays have megabytes.
constexpr std::size_t kMostOnTheWay = std::size_t{256} << 20;
constexpr std::chrono::milliseconds kTick(50);

std::string small(std::string_view name) {
  std::string text(name);
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string text_of(beast::string_view view) { return {view.data(), view.size()}; }

/// What a connection shares with its server.
struct Shared {
  HttpServer::Handler handler;
  std::size_t connections = 0;
  std::size_t on_the_way = 0;  ///< Bytes of answers that clients have not taken yet.
};

/// One connection: it reads a request, answers it, and so on. It lives as long as it waits for something.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Shared& shared) : stream_(std::move(socket)), shared_(shared) {
    ++shared_.connections;
  }
  ~Connection() {
    --shared_.connections;
    shared_.on_the_way -= on_the_way_;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->body_limit(kMostBody);
    parser_->header_limit(kMostHeader);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->have_read(error); });
  }

 private:
  void have_read(beast::error_code error) {
    HttpResponse refusal;
    if (error == http::error::body_limit) {
      refusal.status = 413;
      refusal.body = "a request has at most 512 KiB\n";
    } else if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      refusal.status = 431;
      refusal.body = "the headers of a request have at most 8 KiB\n";
    } else if (error && error.category() == make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      refusal.status = 400;
      refusal.body = "this is no HTTP request\n";
    } else if (error) {
      close();
      return;
    }
    if (error) {
      write(refusal, false);
      return;
    }
    const auto& message = parser_->get();
    HttpRequest request;
    request.method = text_of(message.method_string());
    request.target = text_of(message.target());
    for (const auto& field : message) {
      // Of one that comes twice, both: nothing that is looked at is right then.
      std::string& value = request.headers[small({field.name_string().data(), field.name_string().size()})];
      value += (value.empty() ? "" : ", ") + text_of(field.value());
    }
    request.body = message.body();
    beast::error_code unknown;
    const tcp::endpoint client = stream_.socket().remote_endpoint(unknown);
    if (!unknown) {
      request.address = client.address().to_string();
      request.is_loopback = client.address().is_loopback();
    }
    HttpResponse response;
    try {
      response = shared_.handler(request);
    } catch (const std::exception& problem) {
      response = {500, "text/plain; charset=utf-8", std::string(problem.what()) + "\n", {}};
    }
    if (shared_.on_the_way + response.body.size() > kMostOnTheWay) {
      response = {503, "text/plain; charset=utf-8", "too much is on its way to others; try again in a minute\n", {}};
    }
    write(response, message.keep_alive());
  }

  void write(const HttpResponse& from, bool keep_alive) {
    response_ = {};
    response_.version(11);
    response_.result(from.status);
    response_.set(http::field::content_type, from.type);
    for (const auto& [name, value] : from.headers) response_.set(name, value);
    response_.keep_alive(keep_alive);
    response_.body() = from.body;
    on_the_way_ = from.body.size();
    shared_.on_the_way += on_the_way_;
    if (from.status == 204) {
      response_.erase(http::field::content_type);
    } else {
      response_.prepare_payload();
    }
    stream_.expires_after(kPatienceToSend);
    http::async_write(stream_, response_,
                      [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
                        self->have_written();
                        if (error) {
                          self->close();
                        } else if (keep_alive) {
                          self->read();
                        } else {
                          self->end();
                        }
                      });
  }

  void have_written() {
    shared_.on_the_way -= on_the_way_;
    on_the_way_ = 0;
    response_.body() = {};
  }

  /// Closed with something unread, a connection takes back its answer: what still comes is read, up to some size.
  void end() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    constexpr std::chrono::seconds kForTheRest(5);
    stream_.expires_after(kForTheRest);
    parser_.reset();
    buffer_.clear();
    drain();
  }

  void drain() {
    constexpr std::size_t kMostDrained = std::size_t{64} << 20;
    constexpr std::size_t kPiece = 65536;
    stream_.async_read_some(buffer_.prepare(kPiece),
                            [self = shared_from_this()](beast::error_code error, std::size_t got) {
                              self->drained_ += got;
                              if (error || self->drained_ > kMostDrained) {
                                self->close();
                              } else {
                                self->drain();
                              }
                            });
  }

  void close() { stream_.close(); }

  beast::tcp_stream stream_;
  Shared& shared_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
  std::size_t drained_ = 0, on_the_way_ = 0;
};

[[noreturn]] void refuse_to_listen(const std::string& host, std::uint16_t port, const beast::error_code& error) {
  const std::string place = host + ":" + std::to_string(port);
  if (error == asio::error::address_in_use) {
    throw std::runtime_error("port " + std::to_string(port) +
                             " is taken, by another fencepost serve perhaps; choose one with "
                             "--port N, or --port 0 for any that is free");
  }
  if (error == asio::error::access_denied) {
    throw std::runtime_error(place + ": ports below 1024 are root's; choose one with --port N");
  }
  throw std::runtime_error("cannot listen at " + place + ": " + error.message() +
                           "; --host takes an address of this machine");
}

}  // namespace

struct HttpServer::State {
  Shared shared;  // Outlives the connections, which end with the context.
  asio::io_context context{1};
  tcp::acceptor acceptor{context};
  asio::steady_timer timer{context}, retry{context};

  void accept() {
    acceptor.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      // Without free file descriptors it would be tried again and again.
      if (error) {
        accept_later();
        return;
      }
      if (shared.connections < kMostConnections) std::make_shared<Connection>(std::move(socket), shared)->read();
      accept();
    });
  }

  void accept_later() {
    retry.expires_after(kTick);
    retry.async_wait([this](beast::error_code error) {
      if (!error) accept();
    });
  }

  void tick(const std::function<bool()>& goes_on) {
    timer.expires_after(kTick);
    timer.async_wait([this, &goes_on](beast::error_code error) {
      if (error || !goes_on()) {
        context.stop();
      } else {
        tick(goes_on);
      }
    });
  }
};

HttpServer::HttpServer(const std::string& host, std::uint16_t port, Handler handler)
    : state_(std::make_unique<State>()) {
  state_->shared.handler = std::move(handler);
  beast::error_code error;
  tcp::resolver resolver(state_->context);
  const auto found = resolver.resolve(host, std::to_string(port), tcp::resolver::passive, error);
  if (error || found.empty()) throw std::runtime_error("--host " + host + ": " + error.message());
  const tcp::endpoint place = found.begin()->endpoint();
  tcp::acceptor& acceptor = state_->acceptor;
  acceptor.open(place.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(place, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) refuse_to_listen(host, port, error);
}

HttpServer::~HttpServer() = default;

std::string HttpServer::address() const { return state_->acceptor.local_endpoint().address().to_string(); }

std::uint16_t HttpServer::port() const { return state_->acceptor.local_endpoint().port(); }

void HttpServer::run(const std::function<bool()>& goes_on) {
  state_->accept();
  state_->tick(goes_on);
  state_->context.run();
}

}  // namespace fencepost::cli
