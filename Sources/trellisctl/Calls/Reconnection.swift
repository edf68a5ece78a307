import Glibc
import HostInterface
import Varlink

/// Connects to the daemon again after the connection was lost.
struct Reconnection: Sendable {
    private let interface: String
    private let session: Session
    private var delay = Backoff()

    /// Prepares to reconnect.
    ///
    /// - Parameters:
    ///   - interface: The interface that the daemon has to serve.
    ///   - session: The context of the command, with the address of the daemon.
    init(to interface: String, in session: Session) {
        self.interface = interface
        self.session = session
    }

    /// Resets the delay to its minimum, because a connection worked.
    mutating func reset() { delay = Backoff() }

    /// Connects, and waits until the daemon serves the interface: the plugin may start later than the daemon.
    ///
    /// - Throws: ``CommandFailure`` when the daemon cannot be reached for a permanent reason; the error of a call.
    mutating func connect() async throws -> VarlinkConnection {
        var connection: VarlinkConnection?
        var isReported = false
        while true {
            try await delay.wait()
            do {
                let current = if let connection { connection } else { try await session.connectAnew() }
                connection = current
                _ = try await ServiceClient(current).getInterfaceDescription(interface: interface)
                guard let obstacle = try await obstacle(on: current) else { return current }
                if !isReported { Self.report("\(obstacle); waiting") }
                isReported = true
            } catch ServiceError.interfaceNotFound {
                guard !isReported else { continue }
                isReported = true
                Self.report("the daemon does not serve \(interface) yet; waiting")
            } catch let failure as CommandFailure where failure.exitStatus == EX_UNAVAILABLE {
                continue
            } catch  where Self.isLoss(error) {
                connection = nil
            }
        }
    }

    /// The reason why the plugin that serves the interface does not run; nil if it runs.
    private func obstacle(on connection: VarlinkConnection) async throws -> String? {
        do {
            let plugins = try await Catalogue(connection: connection).plugins()
            guard let plugin = plugins.first(where: { $0.interfaces.contains(interface) }),
                !plugin.state.isRunning
            else { return nil }
            return "the plugin \(plugin.name) \(plugin.state.predicate(reason: plugin.reason))"
        } catch ServiceError.interfaceNotFound {
            // The server is not trellisd.
            return nil
        }
    }

    /// Whether an error means that the connection was lost and may be restored.
    static func isLoss(_ error: any Error) -> Bool {
        switch error {
        case let error as VarlinkConnectionError:
            switch error.code {
            case .closedByService, .refused, .notFound: true
            default: false
            }
        case let error as HostError:
            switch error {
            case .shuttingDown, .startFailed, .tooManyConnections, .pluginNotRunning, .pluginReconfigured: true
            default: false
            }
        case let error as RemoteError: HostError(error).map { isLoss($0) } ?? false
        // The plugin restarts while the daemon runs.
        case ServiceError.interfaceNotFound: true
        default: false
        }
    }

    /// Reports the state of the connection on standard error.
    static func report(_ sentence: String) {
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
