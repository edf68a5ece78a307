import Foundation
import Testing

/// `Scripts/check-example`, on copies of the project.
@Suite("check-example", .timeLimit(.minutes(2)))
struct CheckExampleTests {
    @Test("accepts the project, whose page and example are identical")
    func identical() async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    @Test("rejects a line that differs between the page and the example")
    func differentLine() async throws {
        try await Checkout.withCopy { copy in
            let page = copy.appending(path: "docs/plugins.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            let changed = text.replacing("    import Counter", with: "    import Kounter")
            try #require(changed != text)
            try Data(changed.utf8).write(to: page)
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.contains("\n-import Kounter\n+import Counter\n"))
            #expect(result.text.contains("Tests/Example/Counter/Tests/CounterTests.swift"))
        }
    }

    @Test("rejects a file that the page does not contain")
    func extraFile() async throws {
        try await Checkout.withCopy { copy in
            try Data("// More.\n".utf8).write(to: copy.appending(path: "Tests/Example/Counter/More.swift"))
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("Only in Tests/Example/Counter: More.swift\n"))
        }
    }

    @Test("rejects a file that only the page contains")
    func missingFile() async throws {
        try await Checkout.withCopy { copy in
            try FileManager.default.removeItem(at: copy.appending(path: "Tests/Example/Counter/Counter.swift"))
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.contains("/Counter: Counter.swift\n"))
        }
    }

    @Test("rejects an excerpt that its file does not contain")
    func staleExcerpt() async throws {
        try await Checkout.withCopy { copy in
            let source = copy.appending(path: "Plugins/Search/SearchPlugin.swift")
            let text = try String(contentsOf: source, encoding: .utf8)
            let changed = text.replacing("blueprint.extensionPoint(", with: "blueprint.point(")
            try #require(changed != text)
            try Data(changed.utf8).write(to: source)
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("docs/other-plugins.md:"))
            #expect(
                result.text.contains(
                    ": the excerpt of Plugins/Search/SearchPlugin.swift is not in the file:\nblueprint.extensionPoint(")
            )
        }
    }

    @Test("accepts an excerpt in which an ellipsis stands for omitted lines")
    func omission() async throws {
        try await Checkout.withCopy { copy in
            try append(["static let subject = \"database\"", "// …", "return .healthy"], to: copy)
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    @Test(
        "rejects an excerpt with an omission without an ellipsis, in another order, or without lines",
        arguments: [
            ["static let subject = \"database\"", "return .healthy"],
            ["return .healthy", "// …", "static let subject = \"database\""],
            ["// …"],
            [],
        ])
    func invalidExcerpt(lines: [String]) async throws {
        try await Checkout.withCopy { copy in
            try append(lines, to: copy)
            let result = try await Checkout.run("check-example", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.contains("excerpt of Tests/Example/Notes/EntryStoreHealth.swift"))
        }
    }

    /// Appends an excerpt of `EntryStoreHealth.swift` to a page.
    private func append(_ lines: [String], to copy: URL) throws {
        let page = copy.appending(path: "docs/plugins.md")
        var text = try String(contentsOf: page, encoding: .utf8)
        text += "\nFrom `Tests/Example/Notes/EntryStoreHealth.swift`:\n\n"
        for line in lines { text += "    \(line)\n" }
        try Data(text.utf8).write(to: page)
    }
}
