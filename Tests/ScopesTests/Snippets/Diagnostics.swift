import Scopes
import Testing

@Suite("Examples: diagnostics", .timeLimit(.minutes(2))) struct Diagnostics {
    @Test("validation reports all diagnostics at once, as text") func text() throws {
        try expectShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.provide { (number: Int) in Double(number) }
            root.provide { (number: Double) in Int(number) }
            do {
                _ = try Plan(root)
                return "valid"
            } catch {
                return "\(error)"
            }
        }
    }
}
