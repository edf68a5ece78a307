public import Foundation
public import Trellis

/// The operations of an ``ItemStore`` that maintain its storage.
public protocol ItemMaintenance: Sendable {
    /// Deletes the records of changes that were made before a time.
    ///
    /// Items and revisions are not affected. Changes are pruned in the order of their revisions, so that the remaining ones are
    /// consecutive.
    ///
    /// - Parameter time: The time; changes that were made at this time are kept.
    /// - Returns: The number of pruned changes.
    /// - Throws: An error when the storage fails.
    @discardableResult
    func pruneChanges(before time: Date) async throws -> Int

    /// Verifies that the store works; cheap enough for a health check.
    ///
    /// - Throws: An error when the storage fails.
    func verify() async throws

    /// Checks all stored data for damage.
    ///
    /// The check may take minutes.
    ///
    /// - Throws: An error when the storage fails.
    func checkIntegrity() async throws

    /// The parts of a backup; none if the store has no file.
    var backup: [BackupPart] { get }
}

extension ItemMaintenance {
    /// No parts: the store has no file.
    public var backup: [BackupPart] { [] }
}
