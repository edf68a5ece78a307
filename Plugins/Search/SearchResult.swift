import SearchAPI

/// A result of a search, with the plugin from which it comes.
struct SearchResult: Sendable, Hashable {
    /// The kind of a result.
    enum Kind: Sendable, Hashable {
        /// The plugin found an object.
        case hit(SearchHit)

        /// The plugin failed. The reason does not end with a full stop.
        case failed(reason: String)

        /// The plugin had not finished before the deadline.
        case late(limit: Duration)
    }

    /// The name of the plugin.
    var plugin: String

    /// The object or the problem.
    var kind: Kind
}
