/// Which declared types hold which others directly: not through an array, a map or a nullable.
///
/// A type that holds itself so has no finite value.
struct ContainmentGraph {
    /// Types each of which holds the next, and the last of which holds the first.
    struct Cycle {
        /// The types' names; the first one stands at the end again.
        let names: [String]
        /// The index of the member that declares the first type.
        let member: Int
    }

    private var members: [String: Int] = [:]
    private var contents: [[String]]

    init(_ description: InterfaceDescription) {
        contents = Array(repeating: [], count: description.members.count)
        for (index, member) in description.members.enumerated() {
            guard case .type(let declaration) = member, members[declaration.name] == nil else { continue }
            members[declaration.name] = index
            contents[index] = Self.directTypes(of: declaration.definition)
        }
    }

    /// One cycle for each type that holds itself and is not in a cycle that was found before.
    func cycles() -> [Cycle] {
        var reported: Set<String> = []
        var cycles: [Cycle] = []
        for (name, member) in members.sorted(by: { $0.value < $1.value }) where !reported.contains(name) {
            guard let way = shortestWay(from: name, backTo: name) else { continue }
            reported.formUnion(way)
            cycles.append(Cycle(names: way, member: member))
        }
        return cycles
    }

    /// The names on the way from a type to itself, both ends included; nil where there is no way.
    private func shortestWay(from start: String, backTo end: String) -> [String]? {
        var cameFrom: [String: String] = [:]
        var waiting = [start]
        var next = 0
        while next < waiting.count {
            let name = waiting[next]
            next += 1
            guard let member = members[name] else { continue }
            for held in contents[member] where cameFrom[held] == nil {
                cameFrom[held] = name
                if held == end {
                    var way = [end]
                    var place = name
                    while place != start {
                        way.append(place)
                        place = cameFrom[place] ?? start
                    }
                    return [start] + way.reversed()
                }
                waiting.append(held)
            }
        }
        return nil
    }

    private static func directTypes(of definition: InterfaceDescription.Definition) -> [String] {
        guard case .structure(let fields) = definition else { return [] }
        return fields.flatMap { field -> [String] in
            switch field.type {
            case .named(let name): [name]
            case .inline(let definition): directTypes(of: definition)
            default: []
            }
        }
    }
}
