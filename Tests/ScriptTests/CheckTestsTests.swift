import Foundation
import Testing

/// `Scripts/check-tests`, on copies of the project.
@Suite("check-tests", .timeLimit(.minutes(2)))
struct CheckTestsTests {
    @Test("accepts the tests of the project")
    func project() async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-tests", copy.path, in: copy)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    @Test(
        "rejects a suite without a time limit, and a test outside of a suite",
        arguments: [
            ("@Suite(\"X\")\nstruct XTests {\n}\n", "1: error: the suite has no time limit"),
            ("@Suite(\n    \"X\", .serialized\n) struct XTests {\n}\n", "1: error: the suite has no time limit"),
            (
                "@Suite(.timeLimit(.minutes(2)))\nstruct X {}\n@Suite struct Y {}\n",
                "3: error: the suite has no time limit"
            ),
            ("@Suite\nstruct X {}\n// .timeLimit(.minutes(2))\n", "1: error: the suite has no time limit"),
            ("struct XTests {\n    @Test func x() {}\n}\n", "2: error: the test is not in a suite"),
        ])
    func rejection(of text: String, message: String) async throws {
        try await Checkout.withCopy { copy in
            let file = "Plugins/Items/Tests/Extra.swift"
            try Data(text.utf8).write(to: copy.appending(path: file))
            let result = try await Checkout.run("check-tests", copy.path, in: copy)
            #expect(result.status == 1)
            #expect(result.text.hasPrefix("\(file):\(message)"), "\(result.text)")
            #expect(result.text.split(separator: "\n").count == 1)
        }
    }
}
