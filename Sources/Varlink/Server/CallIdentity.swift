/// The identity of a call: its number, which is unique within the process, and its user.
///
/// A host adds it to the log messages of a call.
public struct CallIdentity: Hashable, Sendable {
    /// The identity of the call that the current task serves; nil outside a call.
    ///
    /// Child tasks and tasks created with `Task` inherit it, also beyond the end of the call. Detached tasks and other
    /// threads do not.
    @TaskLocal public static var current: CallIdentity?

    private let connection: ConnectionID
    private let number: UInt64

    /// The identifier of the caller's user; nil for a call from this process.
    public let userID: UInt32?

    /// Creates the identity of a call.
    ///
    /// - Parameters:
    ///   - connection: The connection of the call. Default: a new one.
    ///   - number: The number of the call on the connection. Default: 1.
    ///   - userID: The identifier of the caller's user; nil for a call from this process.
    package init(connection: ConnectionID = ConnectionID(), number: UInt64 = 1, userID: UInt32?) {
        self.connection = connection
        self.number = number
        self.userID = userID
    }

    /// The identifier of the call, such as `17.3` for the third call of connection 17.
    ///
    /// Every call of the connection is counted, even a call without a task, such as a call of an unknown method.
    public var requestID: String { "\(connection).\(number)" }

    /// The identifier of the call before this one on the same connection; nil for the first call.
    public var previousRequestID: String? { number > 1 ? "\(connection).\(number - 1)" : nil }
}
