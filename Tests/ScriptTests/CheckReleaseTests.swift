import Foundation
import Subprocess
import SystemPackage
import Testing

/// `Scripts/check-release`.
@Suite("check-release", .timeLimit(.minutes(2)))
struct CheckReleaseTests {
    /// Calls a closure with a copy of the project that is a release of its version, in a repository of its own.
    private func withRelease(_ body: (URL, _ version: String) async throws -> Void) async throws {
        try await Checkout.withCopy { copy in
            let source = try String(
                contentsOf: copy.appending(path: "Sources/HostSupport/Release.swift"), encoding: .utf8)
            let version = String(try #require(source.firstMatch(of: /version = "([0-9.]+)"/)).1)
            try await shell(
                """
                set -e
                printf '# Changes\\n\\n## \(version) - 2026-11-25\\n\\n- All.\\n' > CHANGELOG.md
                mkdir -p interfaces/released && echo Released > interfaces/released/README.md
                Scripts/check-compatibility --record
                git init -q . && git add -A
                git -c user.name=Test -c user.email=test@example.org commit -qm Release
                git tag v\(version)
                """, in: copy)
            try await body(copy, version)
        }
    }

    private func shell(_ script: String, in folder: URL) async throws {
        let result = try await Subprocess.run(
            .name("sh"), arguments: ["-c", script], workingDirectory: FilePath(folder.path),
            output: .string(limit: 1 << 16), error: .combinedWithOutput)
        try #require(result.terminationStatus.isSuccess, Comment(rawValue: result.standardOutput))
    }

    @Test("accepts a release whose versions, tag, changes and interfaces agree")
    func agreement() async throws {
        try await withRelease { copy, version in
            for arguments in [[], [version]] {
                let result = try await Checkout.run("check-release", arguments, in: copy)
                #expect(result.text == "")
                #expect(result.status == 0)
            }
        }
    }

    @Test("reports every disagreement")
    func disagreement() async throws {
        try await withRelease { copy, version in
            let other = try await Checkout.run("check-release", "99.0.0", in: copy)
            #expect(other.status == 1)
            #expect(other.text.contains("the version of trellisd is \(version); expected 99.0.0"))
            #expect(other.text.contains("the version of trellisctl is \(version); expected 99.0.0"))
            #expect(other.text.contains("CHANGELOG.md has no section '## 99.0.0 - DATE'"))
            #expect(other.text.contains("the tag of the commit is 'v\(version)'; expected v99.0.0"))
            try await shell("echo '# More' >> Plugins/Items/io.trellis.Items.varlink", in: copy)
            let changed = try await Checkout.run("check-release", in: copy)
            #expect(changed.status == 1)
            #expect(changed.text.contains("the checkout has changes that are not committed"))
            #expect(changed.text.contains("interfaces/released differs from the interfaces"))
        }
    }
}
