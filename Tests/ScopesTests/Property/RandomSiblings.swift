@_spi(Dynamic) import Scopes

/// Random, valid sibling scopes with sessions and scenes.
struct RandomSiblings {
    private(set) var root = RandomScope(name: "root", path: "root")
    /// The siblings, each of which may require exports of earlier siblings.
    private(set) var siblings: [RandomScope] = []

    /// The requirements that a scope can have.
    private struct View {
        /// The bindings of the scope and its ancestors, the nearest one for each name.
        var items: [String: RandomGraph.Item] = [:]
        /// The exports of siblings that open before the scope.
        var exports: [RandomGraph.Item] = []
        /// The groups to which the ancestors contribute.
        var groups: [String] = []
    }

    init(_ generator: inout SeededGenerator) {
        root = Self.scope("root", in: nil, &generator)
        let names = (0..<Int.random(in: 1...5, using: &generator)).map { "s\($0)" }
        siblings = names.map { Self.scope($0, in: root, &generator) }
        // The requirements are chosen after all exports have been chosen.
        var view = View()
        Self.addNeeds(to: &root, view, &generator)
        view = Self.view(of: root, from: view)
        for index in siblings.indices {
            Self.addNeeds(to: &siblings[index], view, &generator)
            view.exports += siblings[index].items.filter { siblings[index].exports.contains($0.name) }
        }
    }

    /// Returns a scope with nested scopes and without requirements.
    private static func scope(
        _ name: String, in parent: RandomScope?, kind: RandomScope.Kind = .owned, _ generator: inout SeededGenerator
    ) -> RandomScope {
        var scope = RandomScope(name: name, path: parent.map { "\($0.path)/\(name)" } ?? name, kind: kind)
        for number in 0..<Int.random(in: 1...12, using: &generator) {
            var item = RandomGraph.Item(name: "\(scope.path) \(number)")
            switch Int.random(in: 0..<16, using: &generator) {
            case 0...1: item = RandomGraph.Item(name: "group \(scope.path)", role: .contribution)
            case 2...5: item.isLazy = true
            case 6: item.isTransient = true
            case 7: item.isPrivate = true
            default: break
            }
            item.isAsynchronous = !item.isTransient && Int.random(in: 0..<6, using: &generator) == 0
            if item.isProvided {
                item.isOverride = Int.random(in: 0..<8, using: &generator) == 0
                item.decorators = [0, 0, 0, 0, 0, 0, 1, 2].randomElement(using: &generator) ?? 0
            }
            scope.items.append(item)
            let canBeExported = item.isProvided && !item.isTransient && !item.isPrivate
            if canBeExported, kind == .owned, parent != nil, Int.random(in: 0..<3, using: &generator) == 0 {
                scope.exports.append(item.name)
            }
        }
        guard kind == .owned else { return scope }
        if Bool.random(using: &generator) {
            scope.nested.append(Self.scope("session", in: scope, kind: .session, &generator))
        }
        if Bool.random(using: &generator) {
            scope.nested.append(Self.scope("Model", in: scope, kind: .scene, &generator))
        }
        if parent?.name == "root", Bool.random(using: &generator) {
            scope.nested.append(Self.scope("inner", in: scope, &generator))
        }
        return scope
    }

    /// The requirements that the nested scopes of a scope can have.
    private static func view(of scope: RandomScope, from outer: View) -> View {
        var view = outer
        for item in scope.items where item.isProvided && !item.isPrivate { view.items[item.name] = item }
        view.groups.append("group \(scope.path)")
        return view
    }

    private static func addNeeds(to scope: inout RandomScope, _ view: View, _ generator: inout SeededGenerator) {
        addDecorators(to: &scope, view, &generator)
        for index in scope.items.indices {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                guard let need = need(of: index, in: &scope, view, &generator) else { continue }
                scope.items[index].requirements.append(need)
            }
        }
        let inside = Self.view(of: scope, from: view)
        for index in scope.nested.indices { addNeeds(to: &scope.nested[index], inside, &generator) }
    }

    /// Adds decorators of instances from outside the scope.
    private static func addDecorators(to scope: inout RandomScope, _ view: View, _ generator: inout SeededGenerator) {
        let beside = view.exports.filter { view.items[$0.name] == nil }
        let wrapped = view.items.values.sorted { $0.name < $1.name } + beside
        for item in wrapped where !item.isTransient && Int.random(in: 0..<12, using: &generator) == 0 {
            let decorator = RandomGraph.Item(
                name: item.name, requirements: [Requirement(named: item.name)], isLazy: Bool.random(using: &generator),
                wrapsOutside: true)
            // The decorator is inserted first, because other bindings of the scope may require its instance.
            scope.items.insert(decorator, at: 0)
        }
    }

    private static func need(
        of index: Int, in scope: inout RandomScope, _ view: View, _ generator: inout SeededGenerator
    ) -> Requirement? {
        let isOptional = Bool.random(using: &generator)
        let asking = scope.items[index]
        switch Int.random(in: 0..<11, using: &generator) {
        case 0: return Requirement(named: "nothing", isOptional: true)
        case 1: return view.groups.randomElement(using: &generator).map { Requirement(named: $0, kind: .all) }
        case 2...4:
            // A `Live` or `Lazy` may also refer to an instance that the same scope creates later.
            let instances = scope.items.filter { $0.isProvided && !$0.isTransient }
            let kind: Requirement.Kind = Bool.random(using: &generator) ? .live : .lazy
            return instances.randomElement(using: &generator).map {
                Requirement(named: $0.name, kind: kind, isOptional: isOptional)
            }
        case 5...6:
            let own = Set(scope.items.map(\.name))
            let exports = view.exports.filter { !own.contains($0.name) && view.items[$0.name] == nil }
            let kind: Requirement.Kind = [.instance, .instance, .live, .lazy].randomElement(using: &generator) ?? .lazy
            return exports.randomElement(using: &generator).map {
                Requirement(named: $0.name, kind: kind, isOptional: isOptional)
            }
        default:
            let own = scope.items[..<index].filter(\.isProvided)
            let names = Set(scope.items.map(\.name))
            let outer = view.items.values.filter { !names.contains($0.name) }.sorted { $0.name < $1.name }
            // Transient bindings multiply: each instance creates its transient inputs again.
            let others = (own + outer).filter { !(asking.isTransient && $0.isTransient) }
            return others.randomElement(using: &generator).map { Requirement(named: $0.name, isOptional: isOptional) }
        }
    }
}
