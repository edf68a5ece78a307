/// The limits of a server.
///
/// A limit applies to each connection unless stated otherwise.
public struct VarlinkServerConfiguration: Hashable, Sendable {
    /// The maximum size of a call in bytes, without the NUL that ends it.
    ///
    /// Default: 1 MiB.
    ///
    /// The connection is closed without a reply as soon as a call exceeds the limit. UAPI.20 does not define a reply
    /// for this case.
    public var maximumMessageSize = 1_048_576

    /// The maximum nesting depth of arrays and objects in a call.
    ///
    /// Default: 2048, as in systemd. A deeper call closes the connection. Releasing a ``JSONValue`` of that depth takes
    /// up to 1 MiB of a thread's stack. Values of declared types are rejected beyond a depth of 512.
    public var maximumDepth = 2048

    /// The maximum time between the first byte of a call and the NUL that ends it.
    ///
    /// Default: 30 s. The connection is closed without a reply between one and two times this duration after the first
    /// byte. nil for no limit.
    public var messageTimeout: Duration? = .seconds(30)

    /// The maximum number of input bytes retained for all connections of one user: incomplete calls, waiting calls, and
    /// the parameters of calls in progress.
    ///
    /// Default: 64 MiB. The connection that exceeds the limit is closed. A call in progress is charged for its message
    /// until its parameters have been read. From then until its end, it is charged for an upper estimate of their
    /// memory, and fails with ``ServerCallError/tooMuchInput(limitPerUser:)`` when this estimate exceeds the limit. In
    /// addition, each connection has up to two buffers of 1 to 64 KiB: one for the next read, and one for waiting
    /// input.
    public var maximumInputSizePerUser = 67_108_864

    /// The maximum number of bytes that are read ahead while a call is in progress.
    ///
    /// Default: 64 KiB. Beyond that, the server stops reading until the call has ended. Since a read is never split,
    /// up to 64 KiB more may be buffered.
    public var readAheadSize = 65_536

    /// The maximum number of complete calls that wait while a call is in progress.
    ///
    /// Default: 1024. Beyond that, the server stops reading until calls have ended. No call is rejected.
    public var maximumWaitingCalls = 1024

    /// The maximum number of unread reply bytes, without those in the socket's buffer.
    ///
    /// Default: 256 KiB. Beyond that, sending a reply suspends, and waiting calls do not begin.
    public var unreadReplySize = 262_144

    /// The maximum time for which a client may read nothing while a stream waits for the client.
    ///
    /// Default: 60 s. After that, sending throws ``ServerCallError/unreadReplyTimeout``, and the stream ends. The
    /// router maps that error to the final reply, which follows the unread replies. The connection stays open. nil for
    /// no limit.
    public var unreadReplyTimeout: Duration? = .seconds(60)

    /// The time after which an idle connection is closed.
    ///
    /// A connection is idle when no call is in progress, none arrives, and all replies have been read.
    ///
    /// Default: nil, no limit, because a client cannot predict that its next call comes too late, and idle connections
    /// use little memory. A connection is closed between one and two times this duration after its last call.
    public var idleTimeout: Duration?

    /// The maximum number of connections of the whole server.
    ///
    /// Default: 4096. A connection beyond the limit is closed after its first call has been replied to with the error
    /// that the router maps the ``ConnectionRefusal`` to. It is closed without a reply when no call arrives within
    /// ``closeTimeout``, or when 16 other connections are being refused at the time. A connection counts until it is
    /// closed and its last call has ended, since a oneway call continues without its client.
    public var maximumConnections = 4096

    /// The maximum number of connections of one user.
    ///
    /// Default: 1024. A connection beyond the limit is refused like one beyond ``maximumConnections``.
    public var maximumConnectionsPerUser = 1024

    /// The number of connections that root and the server's own user may have beyond ``maximumConnections`` and
    /// ``maximumConnectionsPerUser``.
    ///
    /// Default: 16, so that an operator can connect and find out which users hold the other connections.
    public var reservedConnections = 16

    /// The length of the queue of connections that wait to be accepted (listen(2)).
    ///
    /// Default: 4096. The kernel limits it to `net.core.somaxconn`.
    public var backlog: Int32 = 4096

    /// The maximum time for writing the last replies of a connection, and for the final replies of calls that a
    /// shutdown has cancelled.
    ///
    /// Default: 2 s.
    public var closeTimeout = Duration.seconds(2)

    /// Creates the default configuration.
    public init() {}
}
