/// A set of operations, by their index in the order of their calls.
///
/// The search orders operations roughly by the time of their calls. Only the words between the first operation that is missing and
/// the last one in the set are stored.
struct OperationSet: Hashable {
    /// The number of leading words whose operations are all in the set.
    private var full = 0

    /// The words after these, without zeros at the end.
    private var words: [UInt64] = []

    /// Adds an operation.
    mutating func insert(_ index: Int) {
        let word = index / UInt64.bitWidth - full
        // An operation in a full word is in the set already.
        guard word >= 0 else { return }
        if word >= words.count { words += Array(repeating: 0, count: word - words.count + 1) }
        words[word] |= 1 << UInt64(index % UInt64.bitWidth)
        let complete = words.prefix { $0 == .max }.count
        full += complete
        words.removeFirst(complete)
    }
}
