/// A value that GitHub returned, with its age if it comes from the cache.
struct Response<Value: Sendable>: Sendable {
    /// The value.
    var value: Value

    /// The age in seconds of a value from the cache, which is used when GitHub is unavailable or rate limited; nil for a
    /// current value.
    var age: Int?

    init(_ value: Value, age: Int? = nil) {
        self.value = value
        self.age = age
    }

    /// Returns a response with the transformed value and the same age.
    func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> Response<Other> {
        Response<Other>(try transform(value), age: age)
    }
}

extension Response: Equatable where Value: Equatable {}
