import Trellis

/// An operation exceeded its time limit.
struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// The time limit.
    let limit: Duration

    var description: String { "it took longer than \(limit.systemdText)" }
}
