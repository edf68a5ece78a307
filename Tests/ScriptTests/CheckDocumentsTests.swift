import Foundation
import Testing

/// `Scripts/check-documents`.
@Suite("check-documents", .timeLimit(.minutes(2)))
struct CheckDocumentsTests {
    @Test("accepts the project")
    func project() async throws {
        let result = try await Checkout.run("check-documents", Checkout.root.path, in: Checkout.root)
        #expect(result.text == "")
        #expect(result.status == 0)
    }

    @Test(
        "rejects a mistake in a document",
        arguments: [
            ("| a | b |\n| c | d |\n", "2: error: a row of a table without a header"),
            ("[a](none.md)\n", "1: error: a link to none.md, which does not exist"),
            ("# A\n[a](page.md#b)\n", "2: error: a link to the heading #b, which docs/page.md does not have"),
            ("The type `NoSuchType.member` is gone.\n", "1: error: there is no type `NoSuchType`"),
        ])
    func mistake(text: String, reason: String) async throws {
        try await withDocuments { folder in
            try Data(text.utf8).write(to: folder.appending(path: "docs/page.md"))
            let result = try await Checkout.run("check-documents", folder.path, in: Checkout.root)
            #expect(result.text == "docs/page.md:\(reason)\n")
            #expect(result.status == 1)
        }
    }

    @Test("accepts tables, links and code")
    func valid() async throws {
        try await withDocuments { folder in
            let text = """
                ## `X`, y-Z!
                | a |
                |---|
                | [b](page.md#x-y-z) |

                    | c |
                    [d](none) `OtherType`

                `[e](f)` <https://a.b> `HostRelease` `Word`

                """
            try Data(text.utf8).write(to: folder.appending(path: "docs/page.md"))
            let result = try await Checkout.run("check-documents", folder.path, in: Checkout.root)
            #expect(result.text == "")
        }
    }

    @Test("rejects a package that does not name a plugin, and a picture of another version")
    func names() async throws {
        try await withDocuments { folder in
            try Data("# Other\n".utf8).write(to: folder.appending(path: "Plugins/One/README.md"))
            try Data("<svg>trellisd 9.9.9</svg>".utf8).write(to: folder.appending(path: "docs/images/a.svg"))
            let result = try await Checkout.run("check-documents", folder.path, in: Checkout.root)
            let lines = result.text.split(separator: "\n")
            #expect(lines.first == "debian/control:1: error: the description does not name the plugin Other")
            #expect(lines.last?.contains("a picture shows the version 9.9.9") == true)
            #expect(result.status == 1)
        }
    }

    /// Calls a closure with a folder that the script accepts.
    private func withDocuments(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-documents-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["docs/images", "Plugins/One", "debian", "Sources/HostSupport"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: path), withIntermediateDirectories: true)
        }
        for (path, text) in [
            ("docs/images/a.svg", "<svg>trellisd 1.2.3</svg>"), ("Plugins/One/README.md", "# One\n"),
            ("debian/control", "Description: the plugins One,\n and more.\n"),
            (
                "Sources/HostSupport/Release.swift",
                "enum HostRelease {\n    static let version = \"1.2.3\"\n}\n"
            ),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: path))
        }
        try await body(folder)
    }
}
