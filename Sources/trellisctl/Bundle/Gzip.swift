import Glibc
import Subprocess

/// Compression with gzip(1), which every Debian system has.
enum Gzip {
    private static let maximumSize = 1 << 28

    /// Compresses bytes in the format of gzip.
    ///
    /// - Throws: ``CommandFailure`` when gzip is not installed (EX_UNAVAILABLE) or fails (EX_OSERR).
    static func compress(_ bytes: [UInt8]) async throws -> [UInt8] {
        do {
            let result = try await Subprocess.run(
                .name("gzip"), arguments: ["--no-name", "--stdout"], input: .array(bytes),
                output: .bytes(limit: maximumSize), error: .string(limit: 1 << 16))
            guard case .exited(0) = result.terminationStatus else {
                let message = result.standardError.split(separator: "\n").first.map { ": \($0)" } ?? ""
                throw CommandFailure(
                    EX_OSERR, "cannot compress the bundle: gzip \(result.terminationStatus.phrase)\(message)")
            }
            return result.standardOutput
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandFailure(
                EX_UNAVAILABLE, "cannot compress the bundle: gzip is not installed", advice: "Install the package gzip."
            )
        }
    }
}
