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
        /// Default: 2048, as in systemd. A deeper one closes the connection. Releasing a ``JSONValue`` of that depth takes
        /// up to 1 MiB of a thread's stack; values of declared types are refused beyond a depth of 512.
        public var maximumDepth = 2048

        /// How many bytes of calls are read ahead while a call is being served.
        ///
        /// Default: 64 KiB. Beyond that the server stops reading until the call has been answered.
        public var readAheadSize = 65_536

        /// How many bytes of replies the client may leave unread, its socket's buffer apart, before the method that
        /// sends them is made to wait, and before further calls are left waiting.
        ///
        /// Default: 256 KiB.
        public var unreadReplySize = 262_144

        /// How many connections are open at a time, in the whole server.
        ///
        /// Default: 4096. One more is closed at once.
        public var maximumConnections = 4096

        /// How many of them may be of one user.
        ///
        /// Default: 1024. One more is closed at once.
        public var maximumConnectionsPerUser = 1024

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
