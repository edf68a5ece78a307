import Foundation

/// A value from a source or from the cache.
struct Answer<Value: Sendable>: Sendable {
    /// The value that the source or the cache returned.
    var value: Value

    /// The time at which a cached answer was fetched; nil when the answer is current.
    var fetched: Date?

    /// Creates an answer.
    init(_ value: Value, fetched: Date? = nil) {
        self.value = value
        self.fetched = fetched
    }
}
