/// A value that GitHub returned, with its age if the value comes from the cache.
struct Response<Value: Sendable>: Sendable {
    /// The value, from GitHub or the cache.
    var value: Value

    /// The age in seconds of a cached value; nil for a current value.
    ///
    /// Cached values are used when GitHub is unavailable or the rate limit is reached.
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
