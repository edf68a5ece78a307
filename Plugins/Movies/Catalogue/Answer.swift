import Foundation

/// What a source says, or said before.
struct Answer<Value: Sendable>: Sendable {
    /// What it says.
    var value: Value

    /// When it was fetched, if the source is away and this is what it said before; nil when it holds now.
    var fetched: Date?

    /// Creates an answer.
    init(_ value: Value, fetched: Date? = nil) {
        self.value = value
        self.fetched = fetched
    }
}
