import Scopes
import Testing

@Suite("Examples: SC006", .timeLimit(.minutes(2))) struct SC006 {
    struct Label: Sendable {
        init?(text: String) { if text.isEmpty { return nil } }
    }

    @Test("reports a failable initializer") func failable() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: "text")
            root.provide(Label.init(text:))
            _ = try Plan(root)
        }
    }

    @Test("reports a closure that returns nothing") func nothing() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide { print("hello") }
            _ = try Plan(root)
        }
    }

    @Test("reports a key type with a special meaning as a parameter") func special() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: All(["one", "two"]))
            _ = try Plan(root)
        }
    }

    @Test("reports an optional as the argument of a scope") func argument() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.session(String?.self) { session in
                session.provide { (user: String?) in user.map { [$0] } ?? [] }
            }
            _ = try Plan(root)
        }
    }

    @Test("reports a Live as the model of a scene") func model() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(String.self, Live<Int>.self) { scene in
                scene.provide { (text: String) in text.count }
            }
            _ = try Plan(root)
        }
    }

    @Test("reports an All of a special type") func all() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide({ 1 }, .lazily)
            root.provide { (numbers: All<Lazy<Int>>) in "\(numbers.count)" }
            root.provide { (names: All<String?>) in names.count == 0 }
            _ = try Plan(root)
        }
    }
}
