import HostInterface
import Varlink

/// Follows a stream of numbered replies of the daemon across lost connections.
///
/// The numbers identify the received replies. A restarted daemon numbers its replies from 1 again.
struct NumberedFollower<Reply: VarlinkValue>: Sendable {
    /// The last received reply.
    struct Position: Sendable {
        /// The start time of the daemon, as in the reply of `Describe`.
        let started: String

        /// The process of the daemon.
        let process: Int

        /// The number of the reply.
        let number: Int

        fileprivate func belongs(to daemon: HostContract.DescribeReply) -> Bool {
            started == daemon.started && process == daemon.pid
        }
    }

    /// A function that requests the existing replies, possibly only those after a position, and then new ones.
    typealias Request = @Sendable (VarlinkConnection, _ last: Position?) -> ReplySequence<Reply>

    private let session: Session
    private let subject: String
    private let number: @Sendable (Reply) -> Int?
    private let request: Request

    /// Prepares to follow a stream.
    ///
    /// - Parameters:
    ///   - subject: The stream, for messages: `the log`.
    ///   - session: The connection to the daemon.
    ///   - number: Returns the number of a reply; nil for a reply without a number.
    ///   - request: Requests the replies on a connection.
    init(
        _ subject: String, in session: Session, number: @escaping @Sendable (Reply) -> Int?,
        request: @escaping Request
    ) {
        self.session = session
        self.subject = subject
        self.number = number
        self.request = request
    }

    /// Receives the replies.
    ///
    /// - Parameters:
    ///   - first: The connection of the first call.
    ///   - take: Receives each new reply.
    /// - Throws: The error of the call, unless the connection is lost; ``CommandFailure`` when the daemon cannot be
    ///   reached for a permanent reason; the error of `take`.
    func run(from first: VarlinkConnection, take: (Reply) async throws -> Void) async throws {
        var connection = first
        var reconnection = Reconnection(to: HostContract.contract.name, in: session)
        var previous: HostContract.DescribeReply?
        var last: Position?
        while true {
            do {
                let daemon = try await HostClient(connection).describe()
                if let previous {
                    let isSame = previous.pid == daemon.pid && previous.started == daemon.started
                    Reconnection.report(
                        "connected again; "
                            + (isSame ? "\(subject) continues" : "\(subject) is that of the restarted daemon"))
                }
                previous = daemon
                let received = last.map { $0.belongs(to: daemon) ? $0.number : nil } ?? nil
                for try await reply in request(connection, last) {
                    reconnection.reset()
                    if let number = number(reply) {
                        if let received, number <= received { continue }
                        last = Position(started: daemon.started, process: daemon.pid, number: number)
                    }
                    try await take(reply)
                }
                return
            } catch  where Reconnection.isLoss(error) {
                Reconnection.report("\(subject) ended: \(CommandFailure(call: error).sentence); reconnecting")
                connection = try await reconnection.connect()
            }
        }
    }
}
