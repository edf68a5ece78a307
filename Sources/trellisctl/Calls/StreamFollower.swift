import Glibc
import HostInterface
import Varlink

/// Follows a stream across lost connections.
///
/// A stream can be resumed when its method takes a parameter `since` that may be left out, and its replies have a field
/// `revision` of the same type: the last revision that was told, given as `since`, asks for what came after it. Any
/// other stream starts anew. Either way it is said on standard error.
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

    /// Takes the replies until the stream ends by itself.
    ///
    /// - Parameters:
    ///   - first: The connection to begin on.
    ///   - take: Gets every reply.
    /// - Throws: What the stream throws, but for what a lost connection is; ``CommandFailure`` when the daemon can't be
    ///   reached for a reason that waiting does not mend; what `take` throws.
    func run(from first: VarlinkConnection, take: (JSONObject) async throws -> Void) async throws {
        var connection = first
        var revision: JSONValue?
        var delay = Backoff()
        while true {
            var isHeardOf = false
            var parameters = parameters
            if let revision { parameters["since"] = revision }
            do {
                for try await reply in connection.stream(method.qualifiedName, parameters) {
                    isHeardOf = true
                    delay = Backoff()
                    if isResumable, let told = reply["revision"], told != .null { revision = told }
                    try await take(reply)
                }
                return
            } catch  where revision != nil && !isHeardOf && isRefusal(error) {
                tell("\(CommandFailure(call: error, of: method.interface).sentence): the stream starts anew")
                revision = nil
            } catch  where isLoss(error) {
                tell(
                    "the stream ended: \(CommandFailure(call: error).sentence); trying again"
                        + (isResumable ? "" : " from its start, since its replies tell no revision"))
                connection = try await reconnect(&delay)
                if let revision { tell("connected again; the stream goes on after revision \(revision)") }
            }
        }
    }

    /// Connects anew, once the daemon answers and serves the interface: a plugin starts later than the daemon, and may
    /// start anew within it.
    private func reconnect(_ delay: inout Backoff) async throws -> VarlinkConnection {
        var made: VarlinkConnection?
        var isToldOfInterface = false
        while true {
            try await delay.wait()
            do {
                let connection = if let made { made } else { try await session.connectAnew() }
                made = connection
                _ = try await ServiceClient(connection).getInterfaceDescription(interface: method.interface.name)
                return connection
            } catch ServiceError.interfaceNotFound {
                guard !isToldOfInterface else { continue }
                isToldOfInterface = true
                tell("the daemon answers, and does not serve \(method.interface.name) yet; waiting for it")
            } catch let failure as CommandFailure where failure.exitStatus == EX_UNAVAILABLE {
                continue
            } catch  where isLoss(error) {
                made = nil
            }
        }
    }

    /// Whether an error means that the daemon went away, and may come back.
    private func isLoss(_ error: any Error) -> Bool {
        switch error {
        case let error as VarlinkConnectionError:
            switch error.code {
            case .closedByService, .refused, .notFound: true
            default: false
            }
        case let error as RemoteError:
            ["io.trellis.Host.ShuttingDown", "io.trellis.Host.TooManyConnections"].contains(error.name)
        // The plugin starts anew within the daemon.
        case ServiceError.interfaceNotFound: true
        default: false
        }
    }

    /// Whether an error is the method's answer to the revision.
    private func isRefusal(_ error: any Error) -> Bool {
        (error as? RemoteError)?.name.hasPrefix(method.interface.name + ".") ?? false
    }

    private func tell(_ sentence: String) {
        StandardError.write(line: "trellisctl: \(sentence)")
    }
}

/// How long to wait before trying again: from 100 ms, each time about twice as long, up to 5 s.
private struct Backoff {
    private var next = Duration.milliseconds(100)

    mutating func wait() async throws {
        // Somewhat at random, so that many clients of a daemon that comes back don't come all at once.
        try await Task.sleep(for: next * Double.random(in: 0.5...1))
        next = min(next * 2, .seconds(5))
    }
}
