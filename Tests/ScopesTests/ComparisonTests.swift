import Scopes
import Testing

@Suite("Comparisons of bindings", .timeLimit(.minutes(2)))
struct ComparisonTests {
    private struct Limits: Sendable, Equatable { var count: Int }
    private struct Store: Sendable { init(limits: Limits) {} }
    private struct Opaque: Sendable {}

    private func binding(_ declare: (inout Blueprint) -> Void) -> Binding {
        var blueprint = Blueprint("test")
        declare(&blueprint)
        return blueprint.bindings[0]
    }

    @Test("values are equivalent if they can be compared and are equal")
    func values() {
        let three = binding { $0.provide(value: Limits(count: 3)) }
        #expect(three.isEquivalent(to: binding { $0.provide(value: Limits(count: 3)) }))
        #expect(!three.isEquivalent(to: binding { $0.provide(value: Limits(count: 4)) }))
        let opaque = binding { $0.provide(value: Opaque()) }
        #expect(!opaque.isEquivalent(to: opaque))
    }

    @Test("declarations are equivalent if they have the same types and options")
    func declarations() {
        let store = binding { $0.provide(Store.init(limits:)) }
        #expect(store.isEquivalent(to: binding { $0.provide(Store.init(limits:)) }))
        #expect(!store.isEquivalent(to: binding { $0.provide(Store.init(limits:), .lazily) }))
        #expect(!store.isEquivalent(to: binding { $0.provide({ () in Store(limits: Limits(count: 1)) }) }))
    }

    private static let outer = BindingMark("outer")

    @Test("a key is marked only if a binding with the mark requires it")
    func marks() {
        for isRequired in [false, true] {
            var blueprint = Blueprint("test")
            blueprint.provide(value: Limits(count: 3))
            if isRequired {
                blueprint.provide(Store.init(limits:), .marked(Self.outer))
            } else {
                blueprint.provide(Store.init(limits:))
            }
            blueprint.markIfRequired(Limits.self, Self.outer)
            #expect(blueprint.bindings[0].marks.contains(Self.outer) == isRequired)
        }
    }
}
