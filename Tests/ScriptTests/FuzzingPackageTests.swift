import Foundation
import Subprocess
import SystemPackage
import Testing

/// `Fuzzing/Package.swift`, which excludes the files of Varlink that need NIOPosix.
@Suite("The package of the fuzz targets", .timeLimit(.minutes(2))) struct FuzzingPackageTests {
    /// Returns the files of Varlink that the package excludes, in a copy of the project.
    private func excluded(in copy: URL) async throws -> Set<String> {
        let swift = try await Subprocess.run(
            .name("swift"), arguments: ["package", "--manifest-cache", "none", "dump-package"],
            environment: .inherit.updating(["TMPDIR": copy.path]),
            workingDirectory: FilePath(copy.appending(path: "Fuzzing").path), output: .bytes(limit: 1 << 20),
            error: .discarded)
        let package = try JSONDecoder().decode(Package.self, from: Data(swift.standardOutput))
        return Set(try #require(package.targets.first { $0.name == "Varlink" }).exclude)
    }

    @Test("excludes the files that use connections, in any folder")
    func exclusion() async throws {
        try await Checkout.withCopy { copy in
            let fuzzing = copy.appending(path: "Fuzzing")
            try FileManager.default.createDirectory(at: fuzzing, withIntermediateDirectories: false)
            for name in ["Package.swift", "Sources"] {
                try FileManager.default.copyItem(
                    at: Checkout.root.appending(path: "Fuzzing/\(name)").resolvingSymlinksInPath(),
                    to: fuzzing.appending(path: name))
            }
            let before = try await excluded(in: copy)
            #expect(before.contains("Client/VarlinkConnection.swift"))
            // The package includes the files that the fuzz targets test.
            #expect(before.isDisjoint(with: ["Messages/MessageFramer.swift", "JSON/JSONReader.swift"]))
            let sources = copy.appending(path: "Sources/Varlink")
            let moved = sources.appending(path: "Elsewhere")
            try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: false)
            try FileManager.default.moveItem(
                at: sources.appending(path: "Client/VarlinkConnection.swift"),
                to: moved.appending(path: "VarlinkConnection.swift"))
            let text = "extension VarlinkConnection {}\n"
            try Data(text.utf8).write(to: moved.appending(path: "VarlinkConnection+More.swift"))
            try Data("// VarlinkConnection\n".utf8).write(to: moved.appending(path: "Comment.swift"))
            let after = try await excluded(in: copy)
            #expect(
                after.subtracting(before) == [
                    "Elsewhere/VarlinkConnection.swift", "Elsewhere/VarlinkConnection+More.swift",
                ])
            #expect(before.subtracting(after) == ["Client/VarlinkConnection.swift"])
        }
    }
}

/// The description of a package in the form of `swift package dump-package`.
private struct Package: Decodable {
    struct Target: Decodable {
        let name: String
        let exclude: [String]
    }
    let targets: [Target]
}
