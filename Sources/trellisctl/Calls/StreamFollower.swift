import Glibc
import HostInterface
import Varlink

/// Follows a stream across lost connections.
///
/// A stream can be resumed if its method has an optional parameter `since`, and its replies have a field `revision` of the same
/// type: the last revision is passed as `since`. Any other stream restarts. Both are reported on standard error.
struct StreamFollower: Sendable {
    private let method: PluginMethod
    private let parameters: JSONObject
    private let session: Session
    private let isResumable: Bool

    /// Prepares to follow a stream.
    ///
    /// - Parameters:
    ///   - method: The method that streams.
    ///   - parameters: The parameters of the call.
    ///   - session: The way to the daemon.
    init(_ method: PluginMethod, _ parameters: JSONObject, in session: Session) {
        self.method = method
        self.parameters = parameters
        self.session = session
        self.isResumable = Self.isResumable(method.method)
    }

    /// Whether a stream of a method can be resumed.
    static func isResumable(_ method: InterfaceDescription.Method) -> Bool {
        guard let since = method.parameters.first(where: { $0.name == "since" }),
            let revision = method.reply.first(where: { $0.name == "revision" }),
            case .nullable(let type) = since.type
        else { return false }
        if case .nullable(type) = revision.type { return true }
        return revision.type == type
    }

    /// Receives the replies until the stream ends.
    ///
    /// - Parameters:
    ///   - first: The connection to start on.
    ///   - take: Receives each reply.
    /// - Throws: The error of the stream, unless the connection is lost; ``CommandFailure`` when the daemon cannot be reached for a
    ///   permanent reason; the error of `take`.
    func run(from first: VarlinkConnection, take: (JSONObject) async throws -> Void) async throws {
        var connection = first
        var revision: JSONValue?
        var delay = Backoff()
        while true {
            var hasReply = false
            var parameters = parameters
            if let revision { parameters["since"] = revision }
            do {
                for try await reply in connection.stream(method.qualifiedName, parameters) {
                    hasReply = true
                    delay = Backoff()
                    if isResumable, let last = reply["revision"], last != .null { revision = last }
                    try await take(reply)
                }
                return
            } catch  where revision != nil && !hasReply && isRejection(error) {
                report("\(CommandFailure(call: error, of: method.interface).sentence): the stream restarts")
                revision = nil
            } catch  where isLoss(error) {
                report(
                    "the stream ended: \(CommandFailure(call: error).sentence); reconnecting"
                        + (isResumable ? "" : "; the stream restarts, because its replies have no revision"))
                connection = try await reconnect(&delay)
                if let revision { report("connected again; the stream continues after revision \(revision)") }
            }
        }
    }

    /// Reconnects once the daemon serves the interface: a plugin starts after the daemon, and may restart within it.
    private func reconnect(_ delay: inout Backoff) async throws -> VarlinkConnection {
        var connection: VarlinkConnection?
        var isReported = false
        while true {
            try await delay.wait()
            do {
                let current = if let connection { connection } else { try await session.connectAnew() }
                connection = current
                _ = try await ServiceClient(current).getInterfaceDescription(interface: method.interface.name)
                return current
            } catch ServiceError.interfaceNotFound {
                guard !isReported else { continue }
                isReported = true
                report("the daemon does not serve \(method.interface.name) yet; waiting")
            } catch let failure as CommandFailure where failure.exitStatus == EX_UNAVAILABLE {
                continue
            } catch  where isLoss(error) {
                connection = nil
            }
        }
    }

    /// Whether an error means that the connection was lost and may be restored.
    private func isLoss(_ error: any Error) -> Bool {
        switch error {
        case let error as VarlinkConnectionError:
            switch error.code {
            case .closedByService, .refused, .notFound: true
            default: false
            }
        case let error as RemoteError:
            ["ShuttingDown", "StartFailed", "TooManyConnections"].contains { error.name == "io.trellis.Host.\($0)" }
        // The plugin restarts within the daemon.
        case ServiceError.interfaceNotFound: true
        default: false
        }
    }

    /// Whether an error is the method's rejection of the revision.
    private func isRejection(_ error: any Error) -> Bool {
        (error as? RemoteError)?.name.hasPrefix(method.interface.name + ".") ?? false
    }

    private func report(_ sentence: String) {
        StandardError.write(line: "trellisctl: \(sentence)")
    }
}

/// Exponential backoff with jitter, from 100 ms to 5 s.
private struct Backoff {
    private var next = Duration.milliseconds(100)

    mutating func wait() async throws {
        // Jitter: the clients of a restarted daemon do not all reconnect at once.
        try await Task.sleep(for: next * Double.random(in: 0.5...1))
        next = min(next * 2, .seconds(5))
    }
}
