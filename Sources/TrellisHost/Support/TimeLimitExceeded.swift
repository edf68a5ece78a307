import Trellis

/// The error of an operation that exceeded its time limit.
struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// The exceeded time limit.
    let limit: Duration

    var description: String { "it took longer than \(limit.systemdText)" }
}
