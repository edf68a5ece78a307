/// The lazy bindings of a scope, in units that are created together.
///
/// Two lazy bindings are in one unit if each requires the other, directly or indirectly, and one of these requirements
/// is a ``Live``: neither instance is complete without the other. Every other lazy binding is a separate unit.
struct LazyUnits {
    /// The bindings of each unit, dependencies first.
    private(set) var units: [[Int]] = []

    init(_ scope: ResolvedScope) {
        let bindings = scope.blueprint.bindings
        let isLazy = bindings.indices.map { !scope.isEager[$0] && !bindings[$0].isTransient }
        guard isLazy.contains(true) else { return }
        func dependencies(_ index: Int) -> [Int] {
            var found: [Int] = []
            if scope.isEager[index] { return found }
            for reference in scope.references[index] {
                reference.forEachOwnPrerequisite { if !scope.isEager[$0] { found.append($0) } }
            }
            return found
        }
        // The strongly connected components, by the algorithm of Kosaraju.
        let finished = DepthFirstOrder(count: bindings.count, dependencies: dependencies).order
        var dependents = [[Int]](repeating: [], count: bindings.count)
        for index in bindings.indices {
            for dependency in dependencies(index) { dependents[dependency].append(index) }
        }
        var unit = [Int?](repeating: nil, count: bindings.count)
        var count = 0
        for start in finished.reversed() where unit[start] == nil && !scope.isEager[start] {
            var remaining = [start]
            while let index = remaining.popLast() {
                if unit[index] != nil { continue }
                unit[index] = count
                remaining += dependents[index]
            }
            count += 1
        }
        var members = [[Int]](repeating: [], count: count)
        for index in scope.order where isLazy[index] {
            if let unit = unit[index] { members[unit].append(index) }
        }
        units = members.filter { !$0.isEmpty }
    }
}
