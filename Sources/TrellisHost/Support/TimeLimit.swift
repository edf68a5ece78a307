import Trellis

/// Something took longer than it may.
struct TimeLimitExceeded: Error, CustomStringConvertible {
    /// How long it might take.
    let limit: Duration

    var description: String { "it took longer than \(limit.systemdText)" }
}
