import Scopes
import Testing

@Suite struct SC006 {
    struct Label: Sendable {
        init?(text: String) { if text.isEmpty { return nil } }
    }

    @Test func anInitialiserMayFailWithNil() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: "text")
            root.provide(Label.init(text:))
            _ = try Plan(root)
        }
    }

    @Test func nothingIsMade() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide { print("hello") }
            _ = try Plan(root)
        }
    }

    @Test func theTypeMeansSomethingElseAsAParameter() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(value: All(["one", "two"]))
            _ = try Plan(root)
        }
    }

    @Test func aScopeIsOpenedWithIt() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.session(String?.self) { session in
                session.provide { (user: String?) in user.map { [$0] } ?? [] }
            }
            _ = try Plan(root)
        }
    }

    @Test func aSceneGivesIt() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.scene(String.self, Live<Int>.self) { scene in
                scene.provide { (text: String) in text.count }
            }
            _ = try Plan(root)
        }
    }

    @Test func itIsAskedForByAll() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide({ 1 }, .lazily)
            root.provide { (numbers: All<Lazy<Int>>) in "\(numbers.count)" }
            root.provide { (names: All<String?>) in names.count == 0 }
            _ = try Plan(root)
        }
    }
}
