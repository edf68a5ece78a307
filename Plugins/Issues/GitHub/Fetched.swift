/// A value that was read from a URL, with the link to the next page.
struct Fetched<Value: Sendable>: Sendable {
    /// The decoded body of the response.
    var value: Value

    /// The link to the next page; nil when there is none.
    var next: PageLink?
}
