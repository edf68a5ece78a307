/// The functions of a connection's channel handler that the tasks of the connection require.
///
/// All functions are called on the connection's event loop.
protocol ConnectionEventHandler: AnyObject {
    /// Passes pending replies to SwiftNIO.
    func flush()

    /// Called when the call in progress has ended and its final reply is pending.
    func callEnded()

    /// Called when a task waits for the client to read.
    func watchClientReads()

    /// Hands the connection over after the calls that have been received, or at once when there is none.
    ///
    /// A stream is cancelled.
    func handOver()

    /// Ends the connection after the call in progress, or at once when there is none.
    ///
    /// A stream is cancelled.
    ///
    /// - Parameter reply: The reply to each waiting call.
    func drain(replying reply: [UInt8])

    /// Closes the channel and drops unwritten replies.
    func closeImmediately(_ reason: ConnectionCloseReason)
}
