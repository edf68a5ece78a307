import Foundation
import Testing

/// `Scripts/make-codes`.
@Suite("make-codes", .timeLimit(.minutes(2)))
struct MakeCodesTests {
    @Test("docs/codes.md has every code of the declarations")
    func project() async throws {
        let result = try await Checkout.run("make-codes", "--check", in: Checkout.root)
        #expect(result.text == "")
        #expect(result.status == 0)
    }

    @Test("rejects a page without a declared code")
    func missingCode() async throws {
        try await Checkout.withCopy { copy in
            let source = copy.appending(path: "Sources/HostInterface/io.trellis.Host.varlink")
            let text = try String(contentsOf: source, encoding: .utf8)
            try Data((text + "\n# The daemon is tired.\nerror Tired (since: string)\n").utf8).write(to: source)
            let result = try await Checkout.run("make-codes", "--check", in: copy)
            #expect(result.status == 1)
            #expect(result.text.contains("\n+| `io.trellis.Host.Tired` | `since` | The daemon is tired. |\n"))
            #expect(result.text.hasSuffix("make-codes: docs/codes.md is out of date; run Scripts/make-codes\n"))
        }
    }
}
