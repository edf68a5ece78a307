import Foundation
import Testing

/// The programs of `make build`, which need no installation of Swift.
@Suite(
    "The release build",
    .runsPrograms,
    .enabled(
        if: FileManager.default.isExecutableFile(
            atPath: Programs.checkout.appending(path: ".build/release/trellisd").path),
        "needs a release build: use 'make build'")
) struct ReleaseBuildTests {
    @Test("needs no library of Swift", arguments: ["trellisd", "trellisctl"])
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
}
