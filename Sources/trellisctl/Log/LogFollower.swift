import HostInterface
import Varlink

/// Follows the daemon's log across lost connections.
///
/// The numbers of the entries identify those that were received. A restarted daemon begins with 1 again.
struct LogFollower: Sendable {
    /// Requests the existing entries and new ones on a connection.
    typealias Request = @Sendable (VarlinkConnection) -> ReplySequence<HostContract.ReadLogReply>

    private let session: Session
    private let entries: Request

    /// Prepares to follow the log.
    ///
    /// - Parameters:
    ///   - session: The connection to the daemon.
    ///   - entries: Requests the existing entries and new ones on a connection.
    init(in session: Session, entries: @escaping Request) {
        self.session = session
        self.entries = entries
    }

    /// Receives the entries.
    ///
    /// - Parameters:
    ///   - first: The connection of the first call.
    ///   - take: Receives each reply with a new entry.
    /// - Throws: The error of the call, unless the connection is lost; ``CommandFailure`` when the daemon cannot be
    ///   reached for a permanent reason; the error of `take`.
    func run(
        from first: VarlinkConnection, take: (HostContract.ReadLogReply) async throws -> Void
    ) async throws {
        var connection = first
        var reconnection = Reconnection(to: HostContract.contract.name, in: session)
        var daemon: Daemon?
        var last = 0
        while true {
            do {
                let current = Daemon(try await HostClient(connection).describe())
                if let daemon {
                    Reconnection.report(
                        "connected again; "
                            + (current == daemon ? "the log continues" : "the log is that of the restarted daemon"))
                }
                if current != daemon { last = 0 }
                daemon = current
                for try await reply in entries(connection) {
                    reconnection.reset()
                    if let entry = reply.entry {
                        guard entry.number > last else { continue }
                        last = entry.number
                    }
                    try await take(reply)
                }
                return
            } catch  where Reconnection.isLoss(error) {
                Reconnection.report("the log ended: \(CommandFailure(call: error).sentence); reconnecting")
                connection = try await reconnection.connect()
            }
        }
    }
}

/// The identity of a process of the daemon.
private struct Daemon: Equatable {
    private let process: Int
    private let started: String

    init(_ reply: HostContract.DescribeReply) {
        process = reply.pid
        started = reply.started
    }
}
