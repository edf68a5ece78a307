/// What GitHub answered, and how old that is.
struct Answer<Value: Sendable>: Sendable {
    /// What it answered.
    var value: Value

    /// The age in seconds of an answer from the cache, because GitHub is unavailable or takes no more requests; nil of
    /// a current answer.
    var age: Int?

    init(_ value: Value, age: Int? = nil) {
        self.value = value
        self.age = age
    }

    /// The same answer with its value turned into something else.
    func map<Other: Sendable>(_ turn: (Value) throws -> Other) rethrows -> Answer<Other> {
        Answer<Other>(try turn(value), age: age)
    }
}

extension Answer: Equatable where Value: Equatable {}
