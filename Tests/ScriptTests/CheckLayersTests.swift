import Foundation
import Testing

/// `Scripts/check-layers`, on copies of the project.
@Suite("check-layers", .timeLimit(.minutes(2)))
struct CheckLayersTests {
    @Test("accepts the imports of the project")
    func project() async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    /// A file with a forbidden import, and the expected message.
    struct Import: Sendable, CustomTestStringConvertible {
        var file: String
        var line: String
        var message: String

        var testDescription: String { "\(file): \(line)" }
    }

    static let forbidden = [
        Import(
            file: "Sources/Scopes/Extra.swift", line: "import NIOCore",
            message: "Scopes imports NIOCore; it may import only"),
        Import(
            file: "Sources/Scopes/Machine/Extra.swift", line: "@preconcurrency import struct NIOCore.ByteBuffer",
            message: "Scopes imports NIOCore; it may import only"),
        Import(
            file: "Plugins/Items/Extra.swift", line: "import TrellisHost",
            message: "the plugin Items imports TrellisHost"),
        Import(
            file: "Plugins/Items/Store/Extra.swift", line: "internal import Systemd",
            message: "the plugin Items imports Systemd"),
        Import(
            file: "Plugins/SearchAPI/Extra.swift", line: "import Trellis",
            message: "the module SearchAPI of an extension point imports Trellis; it may import only the standard"),
        Import(
            file: "Sources/Systemd/Extra.swift", line: "public import Varlink",
            message: "Systemd imports Varlink, which the architecture does not allow"),
        Import(
            file: "Sources/trellisctl/Extra.swift", line: "import Items",
            message: "trellisctl imports Items, which the architecture does not allow"),
        Import(
            file: "Sources/Unlisted/Extra.swift", line: "import Foundation",
            message: "the module Unlisted is missing from the table"),
    ]

    @Test("rejects a forbidden import with its location", arguments: forbidden)
    func forbiddenImport(_ forbidden: Import) async throws {
        try await Checkout.withCopy { copy in
            let file = copy.appending(path: forbidden.file)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("// The import is in the second line.\n\(forbidden.line)\n".utf8).write(to: file)
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("\(forbidden.file):2: error: \(forbidden.message)"))
            #expect(result.text.split(separator: "\n").count == 1)
        }
    }

    @Test("rejects a type of a later folder, but not in comments and strings, nor a type of an earlier folder")
    func folders() async throws {
        try await Checkout.withCopy { copy in
            let scopes = copy.appending(path: "Sources/Scopes")
            try Data("// Plan\nlet text = \"Plan\"\nlet plan: Plan? = nil\n".utf8)
                .write(to: scopes.appending(path: "Declaration/Extra.swift"))
            try Data("let key: BindingKey? = nil\n".utf8).write(to: scopes.appending(path: "Runtime/Extra.swift"))
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(
                result.text == """
                    Sources/Scopes/Declaration/Extra.swift:3: error: Declaration names Plan, a type of the later folder \
                    Validation

                    """)
        }
    }

    @Test("rejects a folder that is not a layer") func unknownFolder() async throws {
        try await Checkout.withCopy { copy in
            let folder = copy.appending(path: "Sources/Scopes/Extra")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("Sources/Scopes/Extra: error: the folder is not in the table"))
        }
    }

    @Test("ignores the imports of tests")
    func tests() async throws {
        try await Checkout.withCopy { copy in
            let file = copy.appending(path: "Plugins/Items/Tests/Extra.swift")
            try Data("import TrellisHost\n".utf8).write(to: file)
            #expect(try await Checkout.run("check-layers", copy.path, in: copy).status == 0)
        }
    }

    @Test("fails without sources")
    func noSources() async throws {
        try await Checkout.withCopy { copy in
            try FileManager.default.removeItem(at: copy.appending(path: "Sources"))
            #expect(try await Checkout.run("check-layers", copy.path, in: copy).status == 2)
        }
    }
}
