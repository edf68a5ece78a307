import Foundation
import Testing

/// `Scripts/check-promises`.
@Suite("check-promises", .timeLimit(.minutes(2)))
struct CheckPromisesTests {
    @Test("accepts docs/promises.md")
    func project() async throws {
        let result = try await Checkout.run("check-promises", Checkout.root.path, in: Checkout.root)
        #expect(result.text == "")
        #expect(result.status == 0)
    }

    @Test(
        "rejects a promise without an existing test",
        arguments: [
            ("", "the promise has no test; add the name of the test that checks it"),
            ("`CheckPromisesTests.noSuchTest`", "unknown test or file CheckPromisesTests.noSuchTest"),
            ("`Scripts/no-such-script`", "unknown test or file Scripts/no-such-script"),
        ])
    func missingTest(checks: String, reason: String) async throws {
        try await Checkout.withCopy { copy in
            let page = copy.appending(path: "docs/promises.md")
            let text = "| promise | checked by |\n|---|---|\n| One | `Scripts/check-promises` |\n| Two | \(checks) |\n"
            try Data(text.utf8).write(to: page)
            let result = try await Checkout.run("check-promises", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text == "docs/promises.md:4: error: \(reason)\n")
        }
    }

    @Test(
        "rejects a pattern without an existing file and test",
        arguments: [
            (
                "Text.",
                [
                    "the pattern has no file; end with \"Read [FILE](PATH)\"",
                    "the pattern has no test; end with \"Test: `SUITE.TEST`\"",
                ]
            ),
            ("Read [A](../Sources/A.swift). Test: `CheckPromisesTests.project`.", ["unknown file ../Sources/A.swift"]),
            ("Read [A](promises.md).\nTests: `CheckPromisesTests.project`, `A.b`.", ["unknown test or file A.b"]),
        ])
    func missingPattern(text: String, reasons: [String]) async throws {
        try await Checkout.withCopy { copy in
            // The copy lacks files that the project's promises name.
            let promises = "| promise | checked by |\n|---|---|\n| One | `Scripts/check-promises` |\n"
            try Data(promises.utf8).write(to: copy.appending(path: "docs/promises.md"))
            let page = copy.appending(path: "docs/patterns.md")
            try Data("# Patterns\n\n### One\n\n\(text)\n".utf8).write(to: page)
            let result = try await Checkout.run("check-promises", copy.path, in: copy)
            #expect(result.status == 1)
            let line = 5 + text.count { $0 == "\n" }
            #expect(result.text == reasons.map { "docs/patterns.md:\(line): error: \($0)\n" }.joined())
        }
    }
}
