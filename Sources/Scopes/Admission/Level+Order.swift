extension Level {
    /// Decides in which order the bindings are made, and which of them when the scope opens.
    ///
    /// - Returns: The bindings of each circle.
    func decideOrder() -> [[Int]] {
        var inputs = Lists<Int32>(capacity: isEager.count)
        for index in isEager.indices {
            for reference in references[index] {
                reference.forEachOwn(requiring: false) { inputs.append(Int32($0)) }
            }
            inputs.endList()
        }
        let result = DepthFirstOrder(inputs)
        order = result.order
        if isEager.contains(false) { decideEagerness() }
        return result.cycles
    }

    /// Finds out what else is made when the scope opens.
    ///
    /// What is made then has its inputs made then, lazy or not; through transient ones too.
    private func decideEagerness() {
        var remaining = isEager.indices.filter { isEager[$0] }
        if case .instance(let place) = exit { remaining.append(place.index) }
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !isTransient[index] { isEager[index] = true }
            for reference in references[index] {
                reference.forEachOwn(requiring: true) { input in
                    if isVisited[input] { return }
                    isVisited[input] = true
                    remaining.append(input)
                }
            }
        }
    }
}

extension Reference {
    /// Goes through the bindings of the same scope that must be made before.
    ///
    /// - Parameters:
    ///   - requiring: Whether those that must be made too, before or after, are among them.
    ///   - body: Is called with the index of each.
    @inline(__always)
    fileprivate func forEachOwn(requiring: Bool, _ body: (Int) -> Void) {
        switch self {
        case .instance(let place) where place.route.hops.isEmpty: body(place.index)
        case .all(let places):
            for place in places where place.route.hops.isEmpty { body(place.index) }
        case .cell(let place, isLive: true) where requiring && place.route.hops.isEmpty: body(place.index)
        default: break
        }
    }
}
