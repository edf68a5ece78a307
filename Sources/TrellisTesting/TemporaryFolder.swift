import Foundation
public import SystemPackage

/// Makes a folder, and removes it with all that is in it when a body has ended.
///
/// - Parameter body: Gets the folder. Its path is short enough for a Unix socket in it.
/// - Returns: What the body returns.
/// - Throws: What the body throws, and what keeps the folder from being made.
public func withTemporaryFolder<Result>(_ body: (FilePath) async throws -> Result) async throws -> Result {
    let name = "trellis-\(UUID().uuidString.prefix(8))"
    let folder = FilePath(FileManager.default.temporaryDirectory.path).appending(name)
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    return try await body(folder)
}
