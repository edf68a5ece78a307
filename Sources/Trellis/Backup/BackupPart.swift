public import SystemPackage

/// A file in the state directory of a plugin that a backup contains.
///
/// ```swift
/// blueprint.backUp { (store: EntryStore) in [store.database.backup] }
/// ```
public struct BackupPart: Sendable {
    /// The name of the file in the plugin's state directory, to which it is restored.
    public let name: String

    /// Whether the file is a secret, such as a token, which only `trellisctl backup --with-secrets` contains.
    public let isSecret: Bool

    private let copy: @Sendable (FilePath) async throws -> Bool

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - name: The name of the file in the plugin's state directory.
    ///   - isSecret: Whether the file is a secret. Default: false.
    ///   - copy: Writes a consistent copy to a new file while the plugin runs, and returns whether there is one.
    public init(_ name: String, isSecret: Bool = false, copy: @escaping @Sendable (FilePath) async throws -> Bool) {
        (self.name, self.isSecret, self.copy) = (name, isSecret, copy)
    }

    /// Writes a consistent copy.
    ///
    /// - Parameter file: The path of the copy, which does not exist.
    /// - Returns: Whether a copy was written; false if the plugin has no such file at present.
    /// - Throws: The reason why the copy could not be written.
    public func write(to file: FilePath) async throws -> Bool { try await copy(file) }
}

/// The parts that one declaration of a blueprint adds to a backup.
package struct BackupParts: Sendable {
    /// The parts.
    package let all: [BackupPart]
}
