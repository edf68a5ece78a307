import Scopes
import Testing

@Suite("Examples: SC009", .timeLimit(.minutes(2))) struct SC009 {
    @Test("reports two scopes with the same name") func names() throws {
        try expectDiagnosticsShown {
            let first = Blueprint("items")
            let second = Blueprint("items")
            _ = try Admission(of: [first, second], under: Plan(Blueprint("root")))
        }
    }

    @Test("reports a scope with two sessions") func sessions() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.session { $0.provide(value: 1) }
            root.session { $0.provide(value: "one") }
            _ = try Plan(root)
        }
    }
}
