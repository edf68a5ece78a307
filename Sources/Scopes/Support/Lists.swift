/// Lists of elements one after the other, which takes less memory and time than an array for each.
struct Lists<Element: BitwiseCopyable & Sendable>: Sendable {
    /// Where each list starts; half as wide as an `Int`, since there is one for each binding.
    private var starts: FlatList<Int32>
    /// The elements of all lists.
    private(set) var elements: FlatList<Element>

    /// How many lists there are.
    var count: Int { starts.count - 1 }

    /// Makes room for a number of lists with three elements each; they grow when there is more.
    init(in arena: Arena, capacity: Int) {
        starts = FlatList(in: arena, capacity: capacity + 1)
        starts.append(0)
        elements = FlatList(in: arena, capacity: capacity * 3)
    }

    /// One of the lists.
    subscript(_ index: Int) -> FlatList<Element> {
        elements.part(range(of: index))
    }

    /// Where the elements of one of the lists are.
    func range(of index: Int) -> Range<Int> {
        Int(starts[index])..<Int(starts[index + 1])
    }

    /// Appends an element to the list that is being made.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Ends the list that is being made.
    mutating func endList() {
        starts.append(Int32(elements.count))
    }

    /// The bytes that lists with three elements each take.
    static func size(count: Int) -> Int {
        (count + 1) * MemoryLayout<Int32>.stride + 3 * count * MemoryLayout<Element>.stride + 16
    }
}
