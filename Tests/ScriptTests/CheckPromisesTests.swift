import Foundation
import Testing

/// `Scripts/check-promises`.
@Suite struct CheckPromisesTests {
    @Test func everyPromiseHasATest() async throws {
        let result = try await Checkout.run("check-promises", Checkout.root.path, in: Checkout.root)
        #expect(result.text == "")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("", "the promise names no check; add the test that checks it"),
        ("`CheckPromisesTests.noSuchTest`", "no test or file is named CheckPromisesTests.noSuchTest"),
        ("`Scripts/no-such-script`", "no test or file is named Scripts/no-such-script"),
    ])
    func aPromiseWithoutATestIsRejected(checks: String, reason: String) async throws {
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
