import Foundation
import Testing

/// `Scripts/check-dependencies`, on copies of the project.
@Suite("check-dependencies", .timeLimit(.minutes(2)))
struct CheckDependenciesTests {
    @Test("accepts the imports of the project, also in make test-plugin", arguments: [[:], ["TRELLIS_ONLY": "Search"]])
    func project(variables: [String: String]) async throws {
        try await Checkout.withCopy { copy in
            let result = try await Checkout.run("check-dependencies", [], in: copy, variables: variables)
            #expect(result.text == "")
            #expect(result.status == 0)
        }
    }

    @Test("rejects an import that Package.swift does not declare, also in tests")
    func undeclared() async throws {
        try await Checkout.withCopy { copy in
            for (file, text) in [
                ("Plugins/Items/X.swift", "// An import.\nimport Yams\nimport Varlink\n"),
                ("Plugins/Items/Tests/X.swift", "@testable import Movies\n"),
            ] { try Data(text.utf8).write(to: copy.appending(path: file)) }
            let result = try await Checkout.run("check-dependencies", in: copy)
            #expect(result.status == 1)
            #expect(
                result.text == """
                    Plugins/Items/Tests/X.swift:1: error: ItemsTests imports Movies, which Package.swift does not name among \
                    its dependencies; add Movies there
                    Plugins/Items/X.swift:2: error: Items imports Yams, which Package.swift does not name among its \
                    dependencies; add Yams there

                    """)
        }
    }
}
