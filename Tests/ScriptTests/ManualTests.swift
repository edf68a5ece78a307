import Foundation
import Testing

/// `Scripts/make-manual` and `Scripts/check-manual`.
@Suite("The manual pages", .timeLimit(.minutes(2)))
struct ManualTests {
    /// The folder of the programs of this build.
    private static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Generates the manual pages, and passes them by name to a closure.
    private func withPages(_ body: ([String: String], URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-manual-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try await Checkout.run("make-manual", Self.programs.path, folder.path, in: Checkout.root)
        try #require(result.status == 0, "\(result.text)")
        var pages: [String: String] = [:]
        for path in ["man1/trellisctl.1", "man5/trellis.yaml.5", "man8/trellisd.8"] {
            pages[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        try await body(pages, folder)
    }

    @Test("contain the descriptions that the programs print")
    func contents() async throws {
        try await withPages { pages, _ in
            let control = try #require(pages["man1/trellisctl.1"])
            for line in [
                ".It Fl \\-timeout Ar SECONDS", ".It Fl \\-follow", ".It Cm status", ".It Cm plugin list",
                ".It Cm call Ar method Oo Ar parameters Oc Oo Fl \\-more Oc Oo Fl \\-oneway Oc",
                ".It Cm shell Oo Ar plugin Oc",
                ".It Fl \\-since Ar TIME",
            ] {
                #expect(control.contains("\n\(line)"), "\(line)")
            }
            let daemon = try #require(pages["man8/trellisd.8"])
            #expect(
                daemon.contains(
                    "\n.It Fl \\-state\\-directory Ar DIR\nThe directory for data that must not be lost.\n"))
            #expect(!daemon.contains("dump\\-settings"))
            let settings = try #require(pages["man5/trellis.yaml.5"])
            #expect(
                settings.contains(
                    """
                    .It Ic control.timeoutStop
                    The time limit for calls in progress when the daemon stops.
                    Expected: a duration from 0 to 1h.
                    Default: 5s.

                    """))
            #expect(settings.contains("\n.It Ic plugins.NAME.enabled\n"))
            #expect(settings.contains("\n.Ss The plugin items\n"))
            #expect(settings.contains("\n.It Ic plugins.items.history\n"))
            #expect(!settings.contains("plugins.items.enabled"))
            #expect(!pages.values.contains { $0.contains("\n@") })
        }
    }

    @Test(
        "check-manual rejects a page with errors",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc"), "needs mandoc (Debian package mandoc)")
    )
    func errors() async throws {
        try await withPages { _, folder in
            let fine = try await Checkout.run("check-manual", folder.path, in: Checkout.root)
            #expect(fine.status == 0, "\(fine.text)")
            try Data(".Dd November 21, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Bl -tag\n.It z\n".utf8)
                .write(to: folder.appending(path: "man1/x.1"))
            let wrong = try await Checkout.run("check-manual", folder.path, in: Checkout.root)
            #expect(wrong.status == 1)
            #expect(wrong.text.contains("x.1"))
        }
    }
}
