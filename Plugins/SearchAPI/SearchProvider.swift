/// An extension of the plugin Search: finds objects of the contributing plugin by a text.
///
/// ```swift
/// blueprint.extend(ItemSearch.init(store:)) { $0 as any SearchProvider }
/// ```
public protocol SearchProvider: Sendable {
    /// Finds objects, and passes each to `found` as soon as it is found.
    ///
    /// Search cancels the call at its deadline, and ignores further objects. Objects that were found before remain
    /// valid.
    ///
    /// - Parameters:
    ///   - text: The text that the user entered: 1 to 256 bytes of UTF-8 without control characters, and without white
    ///     space at its ends.
    ///   - limit: The maximum number of objects, from 1 to 1,000.
    ///   - found: Receives the objects, the best match first. Objects beyond the limit are ignored. The function
    ///     returns immediately.
    /// - Throws: Any error, whose description is shown to the user as the reason why the provider failed.
    func search(_ text: String, limit: Int, found: @escaping @Sendable (SearchHit) -> Void) async throws
}
