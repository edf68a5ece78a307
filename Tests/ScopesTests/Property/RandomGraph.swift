@_spi(Dynamic) import Scopes

/// A random number generator that repeats its numbers for a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A valid graph of named bindings in nested scopes.
struct RandomGraph {
    struct Item {
        let name: String
        var requirements: [Requirement] = []
        var role = Binding.Role.provision
        var isLazy = false
        var isTransient = false
        var isAsynchronous = false
        var isPrivate = false
        /// Whether the item is declared as an override of a binding that can't be created.
        var isOverride = false
        /// The number of decorators around the item.
        var decorators = 0
        /// Whether the item decorates an instance from an ancestor or a sibling of its scope.
        var wrapsOutside = false

        /// Whether other items can require this one by its name alone.
        var isProvided: Bool { role == .provision }
    }

    /// The bindings of each scope, from the outermost inwards; within a scope, requirements before their dependents.
    var levels: [[Item]] = []

    init(_ generator: inout SeededGenerator) {
        let depth = Int.random(in: 1...4, using: &generator)
        let size = Int.random(in: 1...300 / depth, using: &generator)
        var visible: [Item] = []
        for level in 0..<depth {
            var items: [Item] = []
            let count = Int.random(in: 1...size, using: &generator)
            for number in 0..<count {
                items.append(Self.item("\(level).\(number)", level, visible + items, count, &generator))
            }
            levels.append(items)
            visible += items
        }
    }

    private static func item(
        _ name: String, _ level: Int, _ earlier: [Item], _ count: Int, _ generator: inout SeededGenerator
    ) -> Item {
        var item = Item(name: name)
        let kind = Int.random(in: 0..<20, using: &generator)
        switch kind {
        case 0...1: item = Item(name: "group \(level)", role: .contribution)
        case 2...4: item.isLazy = true
        case 5: item.isTransient = true
        default: break
        }
        item.isAsynchronous = !item.isTransient && Int.random(in: 0..<8, using: &generator) == 0
        let provided = earlier.filter(\.isProvided)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            guard let other = provided.randomElement(using: &generator) else { break }
            // Transient bindings multiply: each instance creates its transient inputs again.
            if other.isTransient, item.isTransient { continue }
            let isOptional = Bool.random(using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0 where !other.isTransient:
                item.requirements.append(Requirement(named: other.name, kind: .live, isOptional: isOptional))
            case 1 where !other.isTransient:
                item.requirements.append(Requirement(named: other.name, kind: .lazy, isOptional: isOptional))
            case 2: item.requirements.append(Requirement(named: "nothing", isOptional: true))
            // The group is one of an outer level: contributions to a group of the same level might require this item.
            case 3 where level > 0:
                let group = Int.random(in: 0..<level, using: &generator)
                item.requirements.append(Requirement(named: "group \(group)", kind: .all))
            default: item.requirements.append(Requirement(named: other.name, isOptional: isOptional))
            }
        }
        return item
    }

    /// The blueprint of the outermost scope, which contains the other scopes, each nested in the previous scope.
    func blueprint(_ record: Record, shuffledBy generator: inout SeededGenerator) -> Blueprint {
        var inner: Blueprint?
        for (level, items) in levels.enumerated().reversed() {
            var blueprint = Blueprint("level\(level)")
            blueprint.buildingTimeLimit = .seconds(600)
            for item in items.shuffled(using: &generator) { blueprint.add(record.binding(for: item, item.name)) }
            if let inner { blueprint.nest(inner) }
            inner = blueprint
        }
        return inner ?? Blueprint("level0")
    }
}
