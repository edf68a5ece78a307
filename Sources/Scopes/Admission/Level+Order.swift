extension Level {
    /// Decides in which order the bindings are made, and which of them when the scope opens.
    ///
    /// - Returns: The bindings of each circle.
    func decideOrder() -> [[Int]] {
        let (count, references) = (isEager.count, references)
        var inputs = Lists<Int32>(in: Arena(size: Lists<Int32>.size(count: count)), capacity: count)
        for index in 0..<count {
            for position in references.range(of: index) {
                forEachOwn(references.elements[position], requiring: false) { inputs.append(Int32($0)) }
            }
            inputs.endList()
        }
        let result = DepthFirstOrder(inputs)
        order = result.order
        if hasLazy || hasTransients { decideEagerness() }
        return result.cycles
    }

    /// Finds out what else is made when the scope opens.
    ///
    /// What is made then has its inputs made then, lazy or not; through transient ones too.
    private func decideEagerness() {
        var remaining = isEager.indices.filter { isEager[$0] }
        if case .instance(let place) = exit { remaining.append(place.index) }
        var isVisited = Array(isEager)
        while let index = remaining.popLast() {
            if !isTransient[index] { isEager[index] = true }
            for reference in references[index] {
                forEachOwn(reference, requiring: true) { input in
                    if isVisited[input] { return }
                    isVisited[input] = true
                    remaining.append(input)
                }
            }
        }
    }

    /// Goes through the bindings of the same scope that must be made before.
    ///
    /// - Parameters:
    ///   - reference: What is read.
    ///   - requiring: Whether those that must be made too, before or after, are among them.
    ///   - body: Is called with the index of each.
    @inline(__always)
    private func forEachOwn(_ reference: Reference, requiring: Bool, _ body: (Int) -> Void) {
        switch reference {
        case .instance(let place) where place.isOwn: body(place.index)
        case .all(let group):
            for place in targets.groups[Int(group)] where place.isOwn { body(place.index) }
        case .live(let place) where requiring && place.isOwn: body(place.index)
        default: break
        }
    }
}
