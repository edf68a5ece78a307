import Foundation
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

    @Test("encodes the diagnostics as JSON") func json() throws {
        try expectShown {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var root = Blueprint("root")
            root.provide(ItemFeed.init(store:))
            do {
                _ = try Plan(root)
                return "valid"
            } catch let error as AdmissionError {
                return String(decoding: try encoder.encode(error.diagnostics), as: UTF8.self)
            }
        }
    }
}
