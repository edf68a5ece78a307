/// An object that a search has found.
public struct SearchHit: Sendable, Hashable {
    /// The title of the object, in one line.
    public var title: String

    /// Further properties in one line, such as `issue, open`; nil for none.
    public var detail: String?

    /// The arguments of `trellisctl` that show the object, such as `items get ID`; nil for none.
    public var show: String?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - title: The title of the object, in one line.
    ///   - detail: Further properties in one line. Default: none.
    ///   - show: The arguments of `trellisctl` that show the object. Default: none.
    public init(title: String, detail: String? = nil, show: String? = nil) {
        self.title = title
        self.detail = detail
        self.show = show
    }
}
