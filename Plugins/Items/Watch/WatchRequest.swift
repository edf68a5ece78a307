/// What a client wants to watch: the arguments of the scene of a watch.
struct WatchRequest: Sendable, Hashable {
    /// The revision after which changes are told; nil for the items that there are, and the changes from now on.
    var since: Int?
}
