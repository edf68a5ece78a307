extension ScopeNode {
    /// Determines the order in which the instances are created, and which of them are created when the scope opens.
    ///
    /// - Returns: The bindings of each cycle.
    func determineOrder() -> [[Int]] {
        let result = DepthFirstOrder(count: references.count) { index in
            var inputs: [Int] = []
            for reference in references[index] { reference.forEachOwnInput { inputs.append($0) } }
            return inputs
        }
        order = result.order
        determineEagerness()
        return result.cycles
    }

    /// Determines which instances are created when the scope opens.
    ///
    /// These are the instances that are not lazy, and all instances that they require, also through transient bindings.
    private func determineEagerness() {
        isEager = blueprint.bindings.map { !$0.isLazy && !$0.isTransient }
        if !isEager.contains(false) { return }
        var remaining = isEager.indices.filter { isEager[$0] }
        if let model { remaining.append(model) }
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !blueprint.bindings[index].isTransient { isEager[index] = true }
            for reference in references[index] {
                reference.forEachOwnPrerequisite { input in
                    if isVisited[input] { return }
                    isVisited[input] = true
                    remaining.append(input)
                }
            }
        }
    }
}

extension Reference {
    /// Calls a closure with the bindings of the same scope whose instances must be created first.
    func forEachOwnInput(_ body: (Int) -> Void) {
        switch self {
        case .instance(let target) where target.isOwn: body(target.index)
        case .all(let targets): for target in targets where target.isOwn { body(target.index) }
        default: break
        }
    }

    /// Calls a closure with the bindings of the same scope whose instances must be created, in any order.
    func forEachOwnPrerequisite(_ body: (Int) -> Void) {
        forEachOwnInput(body)
        if case .live(let target) = self, target.isOwn { body(target.index) }
    }
}
