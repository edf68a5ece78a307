import Foundation
import Trellis

/// The source of a read: the store, or the copy of this host if the client accepts a stale one.
struct ItemSource: Sendable {
    /// Reads the items.
    let reader: any ItemReader

    private let copy: (any ItemCopy)?

    /// Selects the source.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - isStale: Whether the client accepts the copy of this host; nil for the default, false.
    init(_ store: any ItemReader, isStale: Bool?) {
        copy = isStale == true ? store.copy : nil
        reader = copy ?? store
    }

    /// Returns the mark of the first reply: the time as of which it has every change; nil for a reply that is current.
    func asOf() async throws -> String? { try await copy?.asOf().rfc3339WithMilliseconds }
}
