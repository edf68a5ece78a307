import Trellis

/// The arguments of a watch of the items.
struct ItemWatchRequest: Sendable, Hashable {
    /// The revision after which changes are sent; nil for the current items and all later changes.
    var since: Int?

    /// Whether the watch reads the copy of this host, without waiting for other hosts.
    var isStale = false
}

/// The operations of the watches of the items, none of which changes the list.
struct WatchEnvironments: Sendable {
    /// The operations of a watch that begins with every acknowledged change.
    let current: WatchEnvironment

    /// The operations of a watch of this host's copy.
    let stale: WatchEnvironment

    /// Creates the environments from the store and the plugin's logger.
    init(store: any ItemReader, logger: Logger) {
        current = WatchEnvironment(store: store, logger: logger)
        stale = WatchEnvironment(store: ItemSource(store, isStale: true).reader, logger: logger)
    }
}

extension ItemWatch {
    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - request: The arguments of the watch.
    ///   - environments: The operations of the store and of this host's copy.
    init(request: ItemWatchRequest, environments: WatchEnvironments) {
        self.init(
            request: WatchRequest(since: request.since),
            environment: request.isStale ? environments.stale : environments.current)
    }
}
