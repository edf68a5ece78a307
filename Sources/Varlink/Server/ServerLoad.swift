/// The load of a server at one time.
public struct ServerLoad: Sendable, Hashable {
    /// The number of connections that are open or whose last call has not ended.
    public internal(set) var connections = 0

    /// The number of calls in progress, with streams.
    public internal(set) var calls = 0

    /// The number of reply bytes that clients have not read, without those in the sockets' buffers.
    public internal(set) var unreadReplySize = 0

    /// The number of input bytes that are retained: waiting input, and the parameters of calls in progress.
    public internal(set) var retainedInputSize = 0
}

extension VarlinkServer {
    /// The present load of the server.
    ///
    /// Each connection is read separately, while the others change.
    public var load: ServerLoad { registry.load }
}

extension ConnectionRegistry {
    fileprivate var load: ServerLoad {
        var load = ServerLoad()
        for connection in connections {
            load.connections += 1
            connection.state.withLock { state in
                if state.calls.isServing { load.calls += 1 }
                load.unreadReplySize += state.output.unread
            }
        }
        load.retainedInputSize = retainedInputSize
        return load
    }
}
