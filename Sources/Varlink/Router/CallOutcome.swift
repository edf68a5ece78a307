/// How a call ended, as a gate's observer is told.
public struct CallOutcome: Sendable {
    /// The qualified name of the error that the call was answered with, such as `io.trellis.Items.NoSuchItem`.
    ///
    /// nil when the method answered. An error of a oneway call is told here too, though the client is not.
    public let error: String?

    /// What the method threw, before the router made an error of it; nil when the method answered.
    ///
    /// `CancellationError` when the method ended because the client went away or the server ended the call, also where
    /// it threw ``ServerCallError/clientGone``.
    public let reason: (any Error)?

    /// How long the call took, from its admission to this moment.
    ///
    /// A stream's time is that of the whole stream.
    public let duration: Duration

    /// Whether the method answered.
    public var isSuccess: Bool { error == nil }
}
