import Foundation

/// The compilation of a source text against the module under test.
///
/// The compiler reads the modules beside the program of the tests, and stops after its checks.
struct Compilation {
    /// The errors, without their locations.
    let errors: [String]

    /// Compiles a source text.
    init(_ source: String) async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let modules = program.deletingLastPathComponent().appending(path: "Modules")
        let folder = FileManager.default.temporaryDirectory.appending(path: "compilation-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, output) = (folder.appending(path: "Source.swift"), folder.appending(path: "output"))
        try "import Scopes\n\(source)\n".write(to: file, atomically: true, encoding: .utf8)
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", modules.path, file.path,
        ]
        process.standardError = try FileHandle(forWritingTo: output)
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let messages = try String(contentsOf: output, encoding: .utf8).components(separatedBy: "\n")
        errors = messages.compactMap { line in
            line.range(of: ": error: ").map { String(line[$0.upperBound...]) }
        }
        if process.terminationStatus != 0, errors.isEmpty { throw CompilerFailure(output: messages) }
    }

    /// The compiler failed without an error in the source text.
    struct CompilerFailure: Error {
        let output: [String]
    }
}
