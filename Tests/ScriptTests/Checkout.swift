import Foundation
import Subprocess
import SystemPackage
import Testing

/// The files of the project, and its scripts.
enum Checkout {
    /// The folder of the project.
    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the compiled modules and programs, which contains the program of the tests.
    static let products = URL(
        filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    ).deletingLastPathComponent()

    /// Calls a closure with a copy of what the scripts check and change: `Sources`, `Plugins`, `Tests`, `docs`, `systemd`,
    /// `Scripts`, `Package.swift` and the configuration of the formatter.
    ///
    /// - Parameter body: The closure, which may change the copy.
    /// - Throws: An error if something can't be copied, and any error of the closure.
    static func withCopy(_ body: (URL) async throws -> Void) async throws {
        let copy = FileManager.default.temporaryDirectory.appending(path: "trellis-checkout-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: copy) }
        let paths = ["Sources", "Plugins", "Tests", "docs", "systemd", "Scripts", "Package.swift", ".swift-format"]
        try await write(["cp", "-RH", "--"] + paths + [copy.path])
        try await body(copy)
    }

    /// Creates an executable script.
    ///
    /// - Parameters:
    ///   - text: The text of the script, with its interpreter line.
    ///   - file: The path of the new file.
    /// - Throws: An error if the file can't be written.
    static func makeProgram(_ text: String, at file: URL) async throws {
        try await write(["sh", "-c", #"printf '%s' "$1" > "$2" && chmod 755 "$2""#, "sh", text, file.path])
    }

    /// Runs a command that writes files.
    ///
    /// A file that is open for writing can't be executed (ETXTBSY). Processes that other tests fork inherit the open
    /// files of this process until they execute a program. This process therefore does not write programs itself.
    private static func write(_ command: [String]) async throws {
        let result = try await Subprocess.run(
            .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
            workingDirectory: FilePath(root.path), output: .discarded, error: .string(limit: 1 << 16))
        try #require(result.terminationStatus.isSuccess, Comment(rawValue: result.standardError))
    }

    /// Runs a script of the project.
    ///
    /// - Parameters:
    ///   - script: The name of the script in `Scripts`.
    ///   - arguments: The arguments of the script.
    ///   - checkout: The copy that contains the script.
    /// - Returns: The exit status, and the text of standard output and standard error.
    /// - Throws: `SubprocessError` if the script can't be started.
    static func run(
        _ script: String, _ arguments: String..., in checkout: URL
    ) async throws -> (status: Int, text: String) {
        try await run(script, arguments, in: checkout)
    }

    /// Runs a script of the project.
    ///
    /// - Parameters:
    ///   - script: The name of the script in `Scripts`.
    ///   - arguments: The arguments of the script.
    ///   - checkout: The copy that contains the script.
    ///   - variables: Environment variables in addition to those of the test.
    /// - Returns: The exit status, and the text of standard output and standard error.
    /// - Throws: `SubprocessError` if the script can't be started.
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
