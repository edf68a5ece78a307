import Scopes
import Testing

@Suite("Examples: SC002", .timeLimit(.minutes(2))) struct SC002 {
    final class Folders: Sendable { init(window: Window) {} }
    final class Window: Sendable { init(folders: Folders) {} }

    @Test("reports bindings that require each other") func bindings() throws {
        try expectDiagnosticsShown {
            var root = Blueprint("root")
            root.provide(Folders.init(window:))
            root.provide(Window.init(folders:))
            _ = try Plan(root)
        }
    }

    @Test("reports scopes that require each other's exports") func scopes() throws {
        try expectDiagnosticsShown {
            var left = Blueprint("left")
            left.provide(Folders.init(window:))
            left.export(Folders.self)
            var right = Blueprint("right")
            right.provide(Window.init(folders:))
            right.export(Window.self)
            _ = try Admission(of: [left, right], under: Plan(Blueprint("root")))
        }
    }
}
