import Foundation
import Subprocess
import SystemPackage

/// A folder for one daemon: its configuration, its directories and its socket.
struct Workplace: Sendable {
    /// The folder, which every user may read.
    let folder: URL

    /// The default contents of `trellis.yaml`: the plugin Items, which stores its items on disk.
    static let configuration = "plugins:\n  items:\n"

    /// Runs a body with a new folder that contains a `trellis.yaml`, and removes the folder afterwards.
    @discardableResult
    static func with<Result>(
        configuration: String = configuration, _ body: (Workplace) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(at: folder) }
        let workplace = Workplace(folder: folder)
        try workplace.write(configuration, to: "trellis.yaml")
        return try await body(workplace)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The path of the control socket.
    var socket: String { path("io.trellis") }

    /// The path of the database of Items.
    var database: String { path("state/items/items.sqlite") }

    /// Writes a file in the folder, and creates missing folders above the file.
    func write(_ text: String, to name: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The bytes of a file in the folder.
    func contents(of name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

    /// The names of the entries of the folder, or of a subfolder.
    func names(in name: String = "") throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path(name)))
    }

    /// The arguments for a daemon with all its files in the folder.
    var arguments: [String] {
        [
            "--config", path("trellis.yaml"), "--state-directory", path("state"), "--cache-directory", path("cache"),
            "--runtime-directory", path("run"), "--socket", socket,
        ]
    }

    /// Runs `trellisd` until it exits, without a signal.
    ///
    /// - Parameters:
    ///   - more: Arguments after ``arguments``. The last occurrence of an option counts.
    ///   - variables: Environment variables in addition to those of the test.
    ///   - options: Platform options, for example the user. Default: the user of the test.
    /// - Returns: The output and the exit status.
    /// - Throws: `SubprocessError` when the program cannot be started.
    func trellisd(
        _ more: String..., variables: [String: String] = [:], options: PlatformOptions = PlatformOptions()
    ) async throws -> CommandResult {
        try await trellisd(more, variables: variables, options: options)
    }

    /// Runs `trellisctl`, which must succeed, and returns its output.
    @discardableResult
    func require(_ words: String...) async throws -> String { try await require(words) }

    /// Runs `trellisctl` with an array of arguments, which must succeed, and returns its output.
    @discardableResult
    func require(_ words: [String]) async throws -> String {
        let command = [Programs.path(of: "trellisctl")] + words
        let result = try await Self.run(command[0], words, variables: ["TRELLIS_SOCKET": socket])
        guard result.status == 0 else { throw CommandFailure(command: command, result: result) }
        return result.output
    }

    /// Runs `trellisd` with an array of arguments until it exits, without a signal.
    func trellisd(
        _ more: [String], variables: [String: String] = [:], options: PlatformOptions = PlatformOptions()
    ) async throws -> CommandResult {
        try await Self.run(
            Programs.path(of: "trellisd"), arguments + more, variables: variables, options: options)
    }

    /// Runs `trellisctl` on the folder's socket.
    ///
    /// - Parameters:
    ///   - words: The arguments of `trellisctl`, without `--socket`.
    ///   - variables: Environment variables in addition to those of the test.
    /// - Returns: The output and the exit status.
    /// - Throws: `SubprocessError` when the program cannot be started.
    func trellisctl(_ words: String..., variables: [String: String] = [:]) async throws -> CommandResult {
        try await Self.run(
            Programs.path(of: "trellisctl"), words, variables: ["TRELLIS_SOCKET": socket].merging(variables) { $1 })
    }

    /// Runs a shell command in which `$TRELLISD`, `$TRELLISCTL`, `$TRELLIS_SOCKET` and `$FOLDER` are set.
    func shell(_ line: String) async throws -> CommandResult {
        try await Self.run(
            "/bin/bash", ["-c", line],
            variables: [
                "TRELLISD": Programs.path(of: "trellisd"), "TRELLISCTL": Programs.path(of: "trellisctl"),
                "TRELLIS_SOCKET": socket, "FOLDER": folder.path,
            ])
    }

    /// Runs a program until it exits.
    static func run(
        _ program: String, _ arguments: [String], variables: [String: String] = [:],
        options: PlatformOptions = PlatformOptions()
    ) async throws -> CommandResult {
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), environment: environment(adding: variables),
            platformOptions: options, output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        return CommandResult(
            status: result.terminationStatus.shellStatus, output: result.standardOutput, error: result.standardError)
    }

    /// The environment of the test, without the variables that the programs read, and with additional variables.
    static func environment(adding variables: [String: String]) -> Environment {
        var values = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("TRELLIS")
                && !["NOTIFY_SOCKET", "LISTEN_FDS", "JOURNAL_STREAM", "NO_COLOR"].contains($0.key)
        }
        values.merge(variables) { $1 }
        return .custom(
            Dictionary(uniqueKeysWithValues: values.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
    }
}

extension TerminationStatus {
    /// The status in a shell: 128 plus the signal's number when a signal ended the process.
    var shellStatus: Int32 {
        switch self {
        case .exited(let status): status
        case .signaled(let signal): 128 + signal
        }
    }
}
