import LinearizabilityTesting

typealias Action = RegisterModel.Action
typealias Operation = TimedOperation<Action>
typealias Value = RegisterModel.Value

/// A value whose title and revision follow from its count.
func value(_ count: Int) -> Value { Value(title: "t\(count)", count: count, revision: count) }

extension Action {
    /// A read of a value, or of an absent register.
    static func read(_ count: Int?) -> Action { .read(count.map { .present(value($0)) } ?? .absent) }

    /// An addition of a value.
    static func add(_ count: Int) -> Action { .add(value(count)) }

    /// An update to a value.
    static func update(_ count: Int, ifRevision: Int? = nil) -> Action {
        .update(title: "t\(count)", count: count, ifRevision: ifRevision, result: value(count))
    }

    /// An update without a received result.
    static func lost(_ count: Int) -> Action { .update(title: "t\(count)", count: count, ifRevision: nil, result: nil) }
}

/// Returns an operation.
func at(_ call: Int64, _ completion: Int64?, _ action: Action) -> Operation {
    Operation(action, from: call, to: completion)
}

/// Checks a history after its preparation.
func verdict(of history: [Operation], limit: Int = 1_000_000) -> LinearizabilityVerdict<RegisterModel.State> {
    var register = RegisterHistory()
    for operation in history { register.append(operation) }
    return LinearizabilityChecker(RegisterModel(), limit: limit).check(register.prepared)
}

/// A sequence of random numbers that can be repeated (SplitMix64).
struct RepeatableRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
