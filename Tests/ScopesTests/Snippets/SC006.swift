import Scopes
import Testing

@Suite struct SC006 {
    struct Label: Sendable {
        init?(text: String) { if text.isEmpty { return nil } }
    }

    @Test func anInitialiserMayFailWithNil() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(value: "text")
            root.provide(Label.init(text:))
            _ = try Plan(root)
        }
    }

    @Test func nothingIsMade() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide { print("hello") }
            _ = try Plan(root)
        }
    }

    @Test func theTypeMeansSomethingElseAsAParameter() throws {
        try expectFaultsShown {
            var root = Blueprint("root")
            root.provide(value: All(["one", "two"]))
            _ = try Plan(root)
        }
    }
}
