/// The limits of a client's connection.
public struct VarlinkConnectionConfiguration: Hashable, Sendable {
    /// The maximum size of a reply in bytes, without the NUL that ends it.
    ///
    /// Default: 16 MiB, as in systemd. A longer reply closes the connection.
    public var maximumMessageSize = 16_777_216

    /// The maximum nesting depth of arrays and objects in a reply.
    ///
    /// Default: 2048, as in systemd. A deeper reply closes the connection.
    public var maximumDepth = 2048

    /// The maximum number of received bytes of a stream that its iteration has not taken.
    ///
    /// Default: 256 KiB. Beyond that, the client stops reading, so that the service suspends the method.
    public var unreadReplySize = 262_144

    /// The maximum time to wait while the service's queue of connections is full.
    ///
    /// Default: 5 s.
    public var connectTimeout = Duration.seconds(5)

    /// Creates the default configuration.
    public init() {}
}
