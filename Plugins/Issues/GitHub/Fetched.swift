/// The value at a URL, with the link of its response.
struct Fetched<Value: Sendable>: Sendable {
    /// The value.
    var value: Value

    /// The link to the next page; nil when there is none.
    var next: PageLink?
}
