public import Foundation

/// The copy of a list that several hosts share, on this host.
///
/// Its reads do not wait for other hosts, and may lack the newest changes.
public protocol ItemCopy: ItemReader {
    /// Returns the time as of which the copy has every change that was acknowledged on any host.
    ///
    /// Reads after the call return this state or a newer one.
    ///
    /// - Throws: ``ItemStoreFailure/unavailable(reason:)`` while this host has no complete copy; an error when the storage fails.
    func asOf() async throws -> Date
}
