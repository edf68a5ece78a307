/// What was read from a URL, and the link that came with it.
struct Fetched<Value: Sendable>: Sendable {
    /// What was read.
    var value: Value

    /// The next page; nil when there is none.
    var next: PageLink?
}
