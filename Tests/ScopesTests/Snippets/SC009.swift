import Scopes
import Testing

@Suite struct SC009 {
    @Test func twoScopesHaveOneName() throws {
        try expectFaultsShown {
            let first = Blueprint("items")
            let second = Blueprint("items")
            _ = try Admission(of: [first, second], under: Plan(Blueprint("root")))
        }
    }
}
