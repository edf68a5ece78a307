extension VarlinkServer {
    /// The limits of a server.
    ///
    /// Each is per connection unless it says otherwise.
    public struct Configuration: Hashable, Sendable {
        /// The most bytes that a call may have, the NUL that ends it apart.
        ///
        /// Default: 1 MiB.
        ///
        /// A longer one closes the connection as soon as the limit is passed; there is no reply, because UAPI.20 has
        /// none for it.
        public var maximumMessageSize = 1_048_576

        /// How deeply arrays and objects of a call may be nested.
        ///
        /// Default: 2048, as in systemd. A deeper one closes the connection. Releasing a ``JSONValue`` of that depth
        /// takes up to 1 MiB of a thread's stack; values of declared types are refused beyond a depth of 512.
        public var maximumDepth = 2048

        /// How long a call may take from its first byte to the NUL that ends it.
        ///
        /// Default: 30 s. The connection is closed between once and twice this time after the first byte; there is no
        /// reply. nil for no limit.
        public var unfinishedMessageTime: Duration? = .seconds(30)

        /// How many bytes of input all connections of one user may make the server keep: calls that are unfinished,
        /// calls that wait, and the parameters of calls under way.
        ///
        /// Default: 64 MiB. The connection that brings more is closed. A call under way counts with its message until its
        /// parameters have been read, and then with the memory that they take, as an upper estimate, until it ends; it
        /// fails with ``ServerCallError/tooMuchInput(limitPerUser:)`` when that is too much. Beside this, each connection
        /// keeps up to two buffers of 1 to 64 KiB: one for what it reads next, and one for what waits.
        public var maximumInputSizePerUser = 67_108_864

        /// How many bytes of calls are read ahead while a call is being served.
        ///
        /// Default: 64 KiB. Beyond that the server stops reading until the call has been answered. What has been read
        /// at once counts as a whole, so up to 64 KiB more may be kept.
        public var readAheadSize = 65_536

        /// How many whole calls may wait while a call is being served.
        ///
        /// Default: 1024. Beyond that the server stops reading until calls have been answered; nothing is refused.
        public var maximumWaitingCalls = 1024

        /// How many bytes of replies the client may leave unread, its socket's buffer apart, before the method that
        /// sends them is made to wait, and before further calls are left waiting.
        ///
        /// Default: 256 KiB.
        public var unreadReplySize = 262_144

        /// How long a client may read nothing at all while a reply of a stream waits for it.
        ///
        /// Default: 60 s. Then the stream ends: sending throws ``ServerCallError/clientStuck``, and what the router
        /// makes of that is the stream's last reply, behind those that the client has not read. Its connection stays.
        /// nil for no limit: the method waits as long as the client is there.
        public var unreadReplyTime: Duration? = .seconds(60)

        /// How long a connection may be idle: no call is under way, none comes, and everything has been read.
        ///
        /// Default: nil, no limit, because a client can't know that its next call comes too late, and idle connections
        /// cost little. A connection is closed between once and twice this time after its last call.
        public var idleTime: Duration?

        /// How many connections there are at a time, in the whole server.
        ///
        /// Default: 4096. One more is closed: its first call is answered with what the router's error mapper makes of the
        /// ``ConnectionRefusal``, or it is closed without a reply when no call comes within ``closingTime``, or 16 others are
        /// being answered so. A connection counts until it is closed and its last call has ended: a oneway call goes on
        /// without its client. It takes a descriptor of the process, and a second one from its first call of a method on.
        public var maximumConnections = 4096

        /// How many of them may be of one user.
        ///
        /// Default: 1024. One more is closed likewise.
        public var maximumConnectionsPerUser = 1024

        /// How many more connections than these two limits root and the user of this process may have.
        ///
        /// Default: 16, so that whoever is to find out why there are so many connections can connect.
        public var reservedConnections = 16

        /// How many connections may wait to be accepted (listen(2)).
        ///
        /// Default: 4096; the kernel caps it at `net.core.somaxconn`.
        public var backlog: Int32 = 4096

        /// How long the end of a connection may take once nothing is left but to write the last replies, and how long
        /// methods that were cancelled at a shutdown have for a last word.
        ///
        /// Default: 2 s.
        public var closingTime = Duration.seconds(2)

        /// The defaults.
        public init() {}
    }
}
