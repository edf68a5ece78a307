@_spi(Dynamic) import Scopes

/// A scope of a random tree, with its bindings and nested scopes.
struct RandomScope {
    enum Kind {
        case owned
        case session
        case scene
    }

    let name: String
    let path: String
    var kind = Kind.owned
    /// The bindings, requirements before their dependents.
    var items: [RandomGraph.Item] = []
    var exports: [String] = []
    var nested: [RandomScope] = []

    /// This scope and its nested scopes.
    var tree: [RandomScope] { [self] + nested.flatMap(\.tree) }

    /// The opener of the scope's scene.
    struct Opener: Sendable { let scene: Scene<Int, Model> }

    /// The model of the scene.
    struct Model: Sendable {}

    func label(_ item: Int) -> String { "\(path) \(item) \(items[item].name)" }

    /// The scope's blueprint, with its declarations in random order.
    func blueprint(_ record: Record, shuffledBy generator: inout SeededGenerator) -> Blueprint {
        var blueprint = Blueprint(name)
        declare(in: &blueprint, record, &generator)
        return blueprint
    }

    private func declare(in blueprint: inout Blueprint, _ record: Record, _ generator: inout SeededGenerator) {
        blueprint.buildingTimeLimit = .seconds(600)
        for index in items.indices.shuffled(using: &generator) {
            declare(items[index], label(index), in: &blueprint, record)
        }
        for export in exports.shuffled(using: &generator) { blueprint.export(named: export) }
        for scope in nested {
            switch scope.kind {
            case .owned: blueprint.nest(scope.blueprint(record, shuffledBy: &generator))
            case .session: blueprint.session(Int.self) { scope.declare(in: &$0, record, &generator) }
            case .scene:
                blueprint.scene(Int.self, Model.self) { blueprint in
                    scope.declare(in: &blueprint, record, &generator)
                    blueprint.provide(Model.init)
                }
                blueprint.provide(Opener.init)
                blueprint.export(Opener.self)
            }
        }
    }

    private func declare(
        _ item: RandomGraph.Item, _ label: String, in blueprint: inout Blueprint, _ record: Record
    ) {
        let binding = record.binding(for: item, label)
        if item.wrapsOutside {
            blueprint.decorate(by: binding)
        } else if item.isOverride {
            blueprint.add(
                Binding(named: item.name, requirements: [Requirement(named: "never provided")]) { _ in
                    record.note(problem: "\(label) is overridden, but was created")
                    return 0
                })
            blueprint.override(by: binding)
        } else {
            blueprint.add(binding)
        }
        for number in 0..<item.decorators {
            let decorator = RandomGraph.Item(name: item.name, requirements: [Requirement(named: item.name)])
            blueprint.decorate(by: record.binding(for: decorator, "\(label), decorator \(number)"))
        }
    }
}
