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
}
