import Foundation
import Testing

/// The programs of `make build`, which run without an installation of Swift.
@Suite(
    "The release build",
    .runsPrograms,
    .enabled(
        if: FileManager.default.isExecutableFile(
            atPath: Programs.checkout.appending(path: ".build/release/trellisd").path),
        "needs a release build: use 'make build'"), .timeLimit(.minutes(10))
) struct ReleaseBuildTests {
    @Test("a release build needs no shared library of Swift", arguments: ["trellisd", "trellisctl"])
    func needsNoLibraryOfSwift(program: String) async throws {
        let path = Programs.checkout.appending(path: ".build/release/\(program)").path
        let libraries = try await Workplace.run("/usr/bin/ldd", [path])
        #expect(libraries.status == 0, "\(libraries.error)")
        #expect(libraries.output.contains("libc.so"))
        let others = libraries.output.split(separator: "\n").filter { line in
            ["swift", "Foundation", "dispatch", "BlocksRuntime"].contains { line.contains($0) }
                || line.contains("not found")
        }
        #expect(others == [])
    }

    /// The limits of docs/decisions/program-size.md.
    @Test(
        "a release build does not exceed its size limit",
        arguments: [("trellisd", 104_000_000), ("trellisctl", 15_500_000)])
    func size(program: String, limit: Int) async throws {
        try await Workplace.with { workplace in
            let stripped = workplace.path("stripped")
            let path = Programs.checkout.appending(path: ".build/release/\(program)").path
            let result = try await Workplace.run("/usr/bin/strip", ["-o", stripped, path])
            #expect(result.status == 0, "\(result.error)")
            let size = try URL(filePath: stripped).resourceValues(forKeys: [.fileSizeKey]).fileSize
            #expect(try #require(size) <= limit)
        }
    }
}
