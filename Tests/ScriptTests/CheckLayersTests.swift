import Foundation
import Testing

/// `Scripts/check-layers`, on copies of the tree.
@Suite struct CheckLayersTests {
    @Test func theTreeHasNoForbiddenArrow() async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    /// A file with an import that the architecture does not have, and the sentence that refuses it.
    struct Arrow: Sendable, CustomTestStringConvertible {
        var file: String
        var line: String
        var refusal: String

        var testDescription: String { "\(file): \(line)" }
    }

    static let forbidden = [
        Arrow(
            file: "Sources/Scopes/Extra.swift", line: "import NIOCore",
            refusal: "Scopes imports NIOCore, and may import only"),
        Arrow(
            file: "Sources/Scopes/Support/Extra.swift", line: "@preconcurrency import struct NIOCore.ByteBuffer",
            refusal: "Scopes imports NIOCore, and may import only"),
        Arrow(
            file: "Plugins/Items/Extra.swift", line: "import TrellisHost",
            refusal: "the plugin Items imports TrellisHost"),
        Arrow(
            file: "Plugins/Items/Store/Extra.swift", line: "internal import Systemd",
            refusal: "the plugin Items imports Systemd"),
        Arrow(
            file: "Sources/Systemd/Extra.swift", line: "public import Varlink",
            refusal: "Systemd imports Varlink, and the architecture has no such arrow"),
        Arrow(
            file: "Sources/trellisctl/Extra.swift", line: "import Items",
            refusal: "trellisctl imports Items, and the architecture has no such arrow"),
        Arrow(
            file: "Sources/Unheard/Extra.swift", line: "import Foundation",
            refusal: "the module Unheard is not in the table"),
    ]

    @Test(arguments: forbidden) func aForbiddenArrowIsRefusedWhereItStands(_ arrow: Arrow) async throws {
        try await Checkout.withCopy { copy in
            let file = copy.appending(path: arrow.file)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("// The second line is the one.\n\(arrow.line)\n".utf8).write(to: file)
            let result = try await Checkout.run("check-layers", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("\(arrow.file):2: error: \(arrow.refusal)"))
            #expect(result.text.split(separator: "\n").count == 1)
        }
    }

    @Test func testsMayImportWhatTheyTest() async throws {
        try await Checkout.withCopy { copy in
            let file = copy.appending(path: "Plugins/Items/Tests/Extra.swift")
            try Data("import TrellisHost\n".utf8).write(to: file)
            #expect(try await Checkout.run("check-layers", copy.path, in: copy).status == 0)
        }
    }

    @Test func aTreeWithoutSourcesIsNotInOrder() async throws {
        try await Checkout.withCopy { copy in
            try FileManager.default.removeItem(at: copy.appending(path: "Sources"))
            #expect(try await Checkout.run("check-layers", copy.path, in: copy).status == 2)
        }
    }
}
