/// A list of plain values in an arena.
///
/// Copies have the elements in common. Only the variable that the list was made in is appended to and changed.
struct FlatList<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked for the pointer: the arena lives as long as the list, and nothing changes the elements after admission.

    private var elements: UnsafeMutablePointer<Element>
    private(set) var count: Int
    private var capacity: Int
    private let arena: Arena

    /// An empty list with room for a number of elements; it grows when there are more.
    init(in arena: Arena, capacity: Int) {
        self.arena = arena
        self.capacity = capacity
        count = 0
        elements = arena.allocate(Element.self, count: capacity)
    }

    /// A list of a number of equal elements.
    init(repeating element: Element, count: Int, in arena: Arena) {
        self.init(in: arena, capacity: count)
        elements.initialize(repeating: element, count: count)
        self.count = count
    }

    private init(_ list: FlatList, _ range: Range<Int>) {
        arena = list.arena
        elements = list.elements + range.lowerBound
        count = range.count
        capacity = range.count
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (elements + count).initialize(to: element)
        count += 1
    }

    @inline(never)
    private mutating func grow() {
        capacity = Swift.max(8, 2 * capacity)
        let larger = arena.allocate(Element.self, count: capacity)
        larger.initialize(from: elements, count: count)
        elements = larger
    }

    /// The elements, as long as something else holds on to the list or its arena.
    var pointer: UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: elements, count: count)
    }

    /// Some of the elements.
    func part(_ range: Range<Int>) -> FlatList {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) is outside of the list")
        return FlatList(self, range)
    }
}

extension FlatList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(_ index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "\(index) is outside of the list")
            return elements[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < count, "\(index) is outside of the list")
            elements[index] = newValue
        }
    }
}
