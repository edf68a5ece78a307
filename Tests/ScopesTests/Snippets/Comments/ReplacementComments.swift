import Scopes
import Testing

/// What the comments in the folder Replacement show.
@Suite struct ReplacementComments {
    @Test func aReplacement() async throws {
        let items = Blueprint("items")
        try await Scope.open(Plan(Blueprint("root"))) { root in
            let old = try await root.open(Plan(items, under: root.plan))

            let replacement = try Replacement(of: [items], under: root)
            print(replacement.changes)  // What will be opened anew, and why.
            let outcome = try await replacement.run(draining: { await $0.drain(within: .seconds(30)) })

            #expect(outcome.scopes.map(\.path) == ["root/items"])
            #expect(outcome.scopes.first !== old)
        }
    }
}
