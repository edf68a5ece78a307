/// The outcome of a call, for the completion handler of an interceptor.
public struct CallOutcome: Sendable {
    /// The qualified name of the error in the reply, such as `io.trellis.Items.NoSuchItem`.
    ///
    /// nil when the method succeeded. Set for a oneway call, too, although its client gets no reply.
    public let error: String?

    /// The error that the method threw, before the router mapped it; nil when the method succeeded.
    ///
    /// `CancellationError` when the client closed the connection or the server ended the call, also when the method
    /// threw ``ServerCallError/connectionClosed``.
    public let reason: (any Error)?

    /// The duration of the call after its interception.
    ///
    /// The duration of a stream includes all its replies.
    public let duration: Duration

    /// Whether the method succeeded.
    public var isSuccess: Bool { error == nil }
}
