import Foundation
import Testing

/// Runs the checks of the fuzz targets for upstream servers with the inputs of `Fuzzing/Corpora`.
///
/// A failed check ends the process.
@Suite(.timeLimit(.minutes(2))) struct UpstreamCorpusTests {
    @Test func movies() throws {
        for input in try Self.inputs("movies") { MovieCheck.run(input) }
    }

    @Test func issues() throws {
        for input in try Self.inputs("issues") { IssueCheck.run(input) }
    }

    private static func inputs(_ name: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../../Fuzzing/Corpora/\(name)").standardized
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        return try files.map { Array(try Data(contentsOf: $0)) }
    }
}
