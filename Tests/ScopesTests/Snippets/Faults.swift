import Scopes
import Testing

@Suite struct Faults {
    @Test func allAtOnceForPeople() throws {
        try expectShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            root.provide { (number: Int) in Double(number) }
            root.provide { (number: Double) in Int(number) }
            do {
                _ = try Plan(root)
                return "admitted"
            } catch {
                return "\(error)"
            }
        }
    }

    @Test func forTools() throws {
        try expectShown {
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            do {
                _ = try Plan(root)
                return "admitted"
            } catch let error as AdmissionError {
                return error.json
            }
        }
    }
}
