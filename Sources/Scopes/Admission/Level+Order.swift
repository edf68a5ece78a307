extension Level {
    /// Decides in which order the bindings are made, and which of them when the scope opens.
    ///
    /// - Returns: The bindings of each circle.
    func decideOrder() -> [[Int]] {
        var inputs = Lists<Int>(capacity: isEager.count)
        var requirements = Lists<Int>(capacity: isEager.count)
        for index in isEager.indices {
            for reference in references[index] { reference.appendOwn(to: &inputs, &requirements) }
            inputs.endList()
            requirements.endList()
        }
        let result = DepthFirstOrder(inputs)
        order = result.order

        var remaining = isEager.indices.filter { isEager[$0] }
        if case .instance(_, let index) = exit { remaining.append(index) }
        // What is made at opening has its inputs made then, lazy or not; through transient ones too.
        var isVisited = isEager
        while let index = remaining.popLast() {
            if !isTransient[index] { isEager[index] = true }
            for input in requirements[index] where !isVisited[input] {
                isVisited[input] = true
                remaining.append(input)
            }
        }
        return result.cycles
    }
}

extension Reference {
    /// Appends the bindings of the same scope that must be made before, and those that must be made too, before or
    /// after.
    fileprivate func appendOwn(to inputs: inout Lists<Int>, _ requirements: inout Lists<Int>) {
        switch self {
        case .instance(let route, let index) where route.hops.isEmpty:
            inputs.append(index)
            requirements.append(index)
        case .all(let places):
            for place in places where place.route.hops.isEmpty {
                inputs.append(place.index)
                requirements.append(place.index)
            }
        case .cell(let route, let index, isLive: true) where route.hops.isEmpty:
            requirements.append(index)
        default: break
        }
    }
}
