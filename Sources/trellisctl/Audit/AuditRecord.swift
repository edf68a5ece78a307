import Varlink

/// A call that the daemon noted in the journal, and what became of it.
struct AuditRecord: Sendable, Equatable {
    /// When it was noted, in microseconds since 1970.
    var time: Int64

    /// Who called: the number of the user.
    var user: UInt32

    /// The number of the caller's group.
    var group: UInt32?

    /// The number of the caller's process.
    var process: Int64?

    /// The systemd unit that the caller belonged to, if it could be found out.
    var unit: String?

    /// The qualified name of the method.
    var method: String

    /// The role that the method asks for.
    var role: String?

    /// What became of it: `done`, `refused`, or the name of the error that it was answered with.
    var outcome: String

    /// How long it took, in microseconds; nil for a call that was refused.
    var duration: Int64?

    /// Reads an entry of the journal, as `journalctl --output=json` prints it.
    ///
    /// It gives nil for an entry that is no such record.
    ///
    /// - Parameter entry: The fields of the entry.
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

    /// Whether the call was answered as it should be.
    var isDone: Bool { outcome == "done" }

    /// The text of a field: a string; numbers when it is not UTF-8 or has control characters; a list of either when the
    /// entry has the field more than once (systemd.io/JOURNAL_EXPORT_FORMATS).
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
