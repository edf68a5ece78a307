/// What GitHub answered, and how old that is.
struct Answer<Value: Sendable>: Sendable {
    /// What it answered.
    var value: Value

    /// How many seconds old the answer is, when GitHub is away and it comes from the cache; nil of an answer of now.
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
