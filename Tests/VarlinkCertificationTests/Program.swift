import Foundation
import Subprocess
import SystemPackage

/// A program that a test runs, if it is installed.
struct Program: Sendable {
    let path: String?
    var arguments: [String] = []

    var isThere: Bool { path != nil }

    /// Runs the program until it ends.
    func run(_ more: [String]) async throws -> (status: Int, text: String) {
        let result = try await Subprocess.run(
            .path(FilePath(path ?? "")), arguments: Arguments(arguments + more), output: .string(limit: 1 << 20),
            error: .combinedWithOutput)
        guard case .exited(let status) = result.terminationStatus else { return (-1, result.standardOutput) }
        return (Int(status), result.standardOutput)
    }
}

/// Finds programs.
enum Tools {
    /// Returns the path of a program of this package, in the folder of the tests.
    static func builtProgram(_ name: String) -> String? {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return existing(URL(filePath: own).deletingLastPathComponent().appending(path: name).path)
    }

    static func inPath(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.lazy.compactMap { existing("\($0)/\(name)") }.first
    }

    /// The folder of the package.
    static let checkout = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The interpreter that `Scripts/install-varlink-client` installs in `.build/varlink-client`.
    static var pythonWithVarlink: String? {
        existing(checkout.appending(path: ".build/varlink-client/bin/python").path)
    }

    private static func existing(_ path: String) -> String? {
        FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }
}
