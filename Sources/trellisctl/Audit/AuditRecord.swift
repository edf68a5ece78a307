import Varlink

/// A call that the daemon recorded in the journal, with its outcome.
struct AuditRecord: Sendable, Equatable {
    /// The time of the record, in microseconds since 1970.
    var time: Int64

    /// The user identifier of the caller.
    var user: UInt32

    /// The group identifier of the caller.
    var group: UInt32?

    /// The process identifier of the caller.
    var process: Int64?

    /// The systemd unit of the caller's process, if it is known.
    var unit: String?

    /// The qualified name of the method.
    var method: String

    /// The role that the method requires.
    var role: String?

    /// The outcome: `done`, `refused`, or the name of an error.
    var outcome: String

    /// The duration in microseconds; nil for a call that was rejected.
    var duration: Int64?

    /// Reads an entry of the journal, as `journalctl --output=json` prints it.
    ///
    /// - Parameter entry: The fields of the entry; nil is returned for an entry that is not a record.
    init?(entry: JSONObject) {
        func text(_ name: String) -> String? { entry[name].flatMap(Self.text) }
        guard let time = text("__REALTIME_TIMESTAMP").flatMap({ Int64($0) }),
            let user = text("TRELLIS_UID").flatMap({ UInt32($0) }), let method = text("TRELLIS_METHOD"),
            let outcome = text("TRELLIS_OUTCOME")
        else { return nil }
        self.time = time
        self.user = user
        self.method = method
        self.outcome = outcome
        group = text("TRELLIS_GID").flatMap { UInt32($0) }
        process = text("TRELLIS_PID").flatMap { Int64($0) }
        unit = text("TRELLIS_UNIT")
        role = text("TRELLIS_ROLE")
        duration = text("TRELLIS_MICROSECONDS").flatMap { Int64($0) }
    }

    /// Whether the call succeeded.
    var isDone: Bool { outcome == "done" }

    /// Returns the text of a field.
    ///
    /// The value is a string; an array of bytes if it is not UTF-8 or has control characters; an array of either if the entry has the
    /// field more than once (systemd.io/JOURNAL_EXPORT_FORMATS).
    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return text
        case .array(let elements):
            let bytes = elements.compactMap { $0.integerValue.flatMap { UInt8(exactly: $0) } }
            if bytes.count == elements.count { return String(decoding: bytes, as: UTF8.self) }
            return elements.first.flatMap(text)
        default: return nil
        }
    }
}
