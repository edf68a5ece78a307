import Foundation
import Subprocess
import SystemPackage

/// The files of the project, as the scripts see them.
enum Checkout {
    /// The folder that this file's package is in.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs a body on a copy of what the scripts check: `Sources`, `Plugins`, `Tests`, `docs`, `systemd` and
    /// `Scripts`.
    ///
    /// - Parameter body: Gets the copy, and may change it.
    /// - Throws: What copying throws, and what the body throws.
    static func withCopy(_ body: (URL) async throws -> Void) async throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "trellis-checkout-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: copy) }
        for folder in ["Sources", "Plugins", "Tests", "docs", "systemd", "Scripts"] {
            try FileManager.default.copyItem(
                at: root.appending(path: folder).resolvingSymlinksInPath(), to: copy.appending(path: folder))
        }
        try await body(copy)
    }

    /// Runs one of the scripts.
    ///
    /// - Parameters:
    ///   - script: Its name in `Scripts`.
    ///   - arguments: Its arguments.
    ///   - checkout: The copy whose script it is.
    /// - Returns: Its exit status, and what it wrote to standard output and standard error.
    /// - Throws: `SubprocessError` when it can't be started.
    static func run(
        _ script: String, _ arguments: String..., in checkout: URL
    ) async throws -> (status: Int, text: String) {
        try await run(script, arguments, in: checkout)
    }

    /// Runs one of the scripts.
    ///
    /// - Parameters:
    ///   - script: Its name in `Scripts`.
    ///   - arguments: Its arguments.
    ///   - checkout: The copy whose script it is.
    ///   - variables: Environment variables beside those of the test.
    /// - Returns: Its exit status, and what it wrote to standard output and standard error.
    /// - Throws: `SubprocessError` when it can't be started.
    static func run(
        _ script: String, _ arguments: [String], in checkout: URL, variables: [String: String] = [:]
    ) async throws -> (status: Int, text: String) {
        let added = variables.map { (Environment.Key(stringLiteral: $0.key), Optional($0.value)) }
        let result = try await Subprocess.run(
            .path(FilePath(checkout.appending(path: "Scripts/\(script)").path)), arguments: Arguments(arguments),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: added)),
            workingDirectory: FilePath(checkout.path), output: .string(limit: 1 << 20), error: .combinedWithOutput)
        guard case .exited(let status) = result.terminationStatus else { return (-1, result.standardOutput) }
        return (Int(status), result.standardOutput)
    }
}
