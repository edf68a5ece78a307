/// Lists of elements in one array, which takes less memory and time than an array for each.
struct Lists<Element> {
    /// Where each list starts; half as wide as an `Int`, since there is one for each binding.
    private var starts: [Int32] = [0]
    private var elements: [Element] = []

    /// How many lists there are.
    var count: Int { starts.count - 1 }

    init() {}

    /// Makes room for a number of lists.
    init(capacity: Int) {
        starts.reserveCapacity(capacity + 1)
        elements.reserveCapacity(capacity * 3)
    }

    /// One of the lists.
    subscript(_ index: Int) -> ArraySlice<Element> {
        elements[Int(starts[index])..<Int(starts[index + 1])]
    }

    /// Appends an element to the list that is being made.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Ends the list that is being made.
    mutating func endList() {
        starts.append(Int32(elements.count))
    }
}

extension Lists: Sendable where Element: Sendable {}
