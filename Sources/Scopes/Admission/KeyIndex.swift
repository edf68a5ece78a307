/// Finds the binding that provides a key.
///
/// It is a hash table of the bindings' places alone, with their keys in a list beside it: both are gone through quickly,
/// and the bindings themselves are not touched.
struct KeyIndex: Sendable {
    /// The keys of all bindings.
    private var keys: FlatList<BindingKey.Identity>
    /// For each hash, the first binding with it or one after it; -1 where there is none.
    ///
    /// There are more than there are
    /// bindings, and their number is a power of two.
    private var places: FlatList<Int32>

    /// - Parameters:
    ///   - count: How many bindings there are.
    ///   - arena: Where the table is.
    init(count: Int, in arena: Arena) {
        keys = FlatList(in: arena, capacity: count)
        places = FlatList(repeating: -1, count: Self.placeCount(for: count), in: arena)
    }

    /// Notes the key of the next binding.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isProvided: Whether the binding can be found by it.
    /// - Returns: The binding that is found by that key already, if there is one.
    mutating func append(_ key: BindingKey, isProvided: Bool) -> Int? {
        let key = key.identity
        defer { keys.append(key) }
        guard isProvided else { return nil }
        let place = place(of: key)
        if places[place] >= 0 { return Int(places[place]) }
        places[place] = Int32(keys.count)
        return nil
    }

    /// The binding that provides a key.
    subscript(_ key: BindingKey) -> Int? {
        let binding = Int(places[place(of: key.identity)])
        return binding >= 0 ? binding : nil
    }

    /// Where a key is in the table, or where it would be.
    private func place(of key: BindingKey.Identity) -> Int {
        // The upper bits are those that all bits of the key have an effect on.
        var place = Int(truncatingIfNeeded: key.mixedBits >> 32) & (places.count - 1)
        while places[place] >= 0, keys[Int(places[place])] != key { place = (place + 1) & (places.count - 1) }
        return place
    }

    /// Three places for two bindings at least, so that few stand in each other's way.
    private static func placeCount(for count: Int) -> Int {
        var size = 4
        while size * 2 < count * 3 { size *= 2 }
        return size
    }

    /// The bytes that a table for a number of bindings takes.
    static func size(count: Int) -> Int {
        count * MemoryLayout<BindingKey.Identity>.stride + placeCount(for: count) * MemoryLayout<Int32>.stride + 16
    }
}
