extension Level {
    /// Decides in which order the bindings are made, and which of them when the scope opens.
    ///
    /// - Returns: The bindings of each circle.
    func decideOrder() -> [[Int]] {
        let bindings = blueprint.bindings
        let result = DepthFirstOrder(count: bindings.count) { index in
            references[index].flatMap(\.ownInputs)
        }
        order = result.order

        isEager = bindings.map { !$0.isLazy && !$0.isTransient }
        var remaining = isEager.indices.filter { isEager[$0] }
        if case .instance(_, let index) = exit { remaining.append(index) }
        // What is made at opening has its inputs made then, lazy or not; through transient ones too.
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !bindings[index].isTransient { isEager[index] = true }
            for input in references[index].flatMap(\.ownRequirements) where !isVisited[input] {
                isVisited[input] = true
                remaining.append(input)
            }
        }
        return result.cycles
    }
}

extension Reference {
    /// The bindings of the same scope that must be made before.
    fileprivate var ownInputs: [Int] {
        switch self {
        case .instance(let route, let index) where route.hops.isEmpty: [index]
        case .all(let places): places.filter { $0.route.hops.isEmpty }.map(\.index)
        default: []
        }
    }

    /// The bindings of the same scope that must be made when the one that needs them is, before or after.
    fileprivate var ownRequirements: [Int] {
        if case .cell(let route, let index, isLive: true) = self, route.hops.isEmpty { [index] } else { ownInputs }
    }
}
