import Foundation
import Subprocess
import SystemPackage
import Testing

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
        let folders = ["Sources", "Plugins", "Tests", "docs", "systemd", "Scripts"]
        try await write(["cp", "-RH", "--"] + folders + [copy.path])
        try await body(copy)
    }

    /// Makes a program that a test runs.
    ///
    /// - Parameters:
    ///   - text: The text of a script, with the line that names its interpreter.
    ///   - place: The file that it becomes.
    /// - Throws: What keeps the file from being written.
    static func makeProgram(_ text: String, at place: URL) async throws {
        try await write(["sh", "-c", #"printf '%s' "$1" > "$2" && chmod 755 "$2""#, "sh", text, place.path])
    }

    /// Writes files by a command.
    ///
    /// What is open for writing can't be run (ETXTBSY), and what this process has open is so in each process that another test
    /// forks, until that runs its program. So programs are not written by this process.
    private static func write(_ command: [String]) async throws {
        let result = try await Subprocess.run(
            .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
            workingDirectory: FilePath(root.path), output: .discarded, error: .string(limit: 1 << 16))
        try #require(result.terminationStatus.isSuccess, Comment(rawValue: result.standardError))
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
