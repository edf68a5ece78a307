import Foundation
public import SystemPackage

/// Creates a temporary folder, and removes it with its contents when the body returns.
///
/// - Parameter body: Receives the folder, whose path is short enough for a Unix socket in it.
/// - Returns: The result of the body.
/// - Throws: The error of the body; another error when the folder cannot be created.
public func withTemporaryFolder<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
    let name = "trellis-\(UUID().uuidString.prefix(8))"
    let folder = FilePath(FileManager.default.temporaryDirectory.path).appending(name)
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    return try await body(folder)
}
