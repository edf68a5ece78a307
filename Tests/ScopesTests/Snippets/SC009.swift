import Scopes
import Testing

@Suite struct SC009 {
    @Test func twoScopesHaveOneName() throws {
        try expectDiagnosticsShown {
            let first = Blueprint("items")
            let second = Blueprint("items")
            _ = try Admission(of: [first, second], under: Plan(Blueprint("root")))
        }
    }

    @Test func aScopeHasTwoSessions() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.session { $0.provide(value: 1) }
            root.session { $0.provide(value: "one") }
            _ = try Plan(root)
        }
    }
}
