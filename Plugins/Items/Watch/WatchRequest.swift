/// The arguments of the scene of a watch.
struct WatchRequest: Sendable, Hashable {
    /// The revision after which changes are sent; nil for the current items, followed by the changes from now on.
    var since: Int?
}
