/// The declared types that each declared type contains directly, and not through an array, a map or a nullable.
///
/// A type in a cycle of this graph has no finite values.
struct ContainmentGraph {
    /// A list of types, each of which contains the next one, and the last of which contains the first.
    struct Cycle {
        /// The names of the types, with the first one again at the end.
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

    /// Returns a cycle for each type that contains itself and is not part of an earlier cycle.
    func cycles() -> [Cycle] {
        var reported: Set<String> = []
        var cycles: [Cycle] = []
        for (name, member) in members.sorted(by: { $0.value < $1.value }) where !reported.contains(name) {
            guard let path = shortestPath(from: name, backTo: name) else { continue }
            reported.formUnion(path)
            cycles.append(Cycle(names: path, member: member))
        }
        return cycles
    }

    /// Returns the names on the shortest path between two types, including both; nil if there is no path.
    private func shortestPath(from start: String, backTo end: String) -> [String]? {
        var predecessors: [String: String] = [:]
        var waiting = [start]
        var next = 0
        while next < waiting.count {
            let name = waiting[next]
            next += 1
            guard let member = members[name] else { continue }
            for content in contents[member] where predecessors[content] == nil {
                predecessors[content] = name
                if content == end {
                    var path = [end]
                    var current = name
                    while current != start {
                        path.append(current)
                        current = predecessors[current] ?? start
                    }
                    return [start] + path.reversed()
                }
                waiting.append(content)
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
