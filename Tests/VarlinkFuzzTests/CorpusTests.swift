import Foundation
import Testing

/// Runs the checks of the fuzz targets on the inputs of `Fuzzing/Corpora`.
///
/// A finding terminates the process.
@Suite(.timeLimit(.minutes(2))) struct CorpusTests {
    @Test func interfaces() throws {
        for input in try Self.inputs("interfaces") { InterfaceCheck.run(input) }
    }

    @Test func messages() throws {
        for input in try Self.inputs("messages") { MessageCheck.run(input) }
    }

    @Test func values() throws {
        for input in try Self.inputs("values") { ValueCheck.run(input) }
    }

    private static func inputs(_ name: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../../Fuzzing/Corpora/\(name)").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        return try files.map { Array(try Data(contentsOf: $0)) }
    }
}
