/// The position of a page in the events and in the log: the `id` of a server-sent event.
struct StreamPosition: Sendable, Hashable {
    /// The number of the last event.
    var event: Int

    /// The number of the last log entry.
    var log: Int

    /// The start time of the daemon that assigned the numbers.
    let started: String

    /// Creates a position.
    init(event: Int, log: Int, started: String) { (self.event, self.log, self.started) = (event, log, started) }

    /// Parses a position, such as `12.345.2026-11-25T12:00:00.000Z`; nil if it is invalid.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2)
        guard parts.count == 3, let event = Int(parts[0]), let log = Int(parts[1]), event >= 0, log >= 0 else {
            return nil
        }
        self.init(event: event, log: log, started: String(parts[2]))
    }

    /// The text that ``init(_:)`` parses.
    var text: String { "\(event).\(log).\(started)" }
}
