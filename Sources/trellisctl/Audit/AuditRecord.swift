import HostInterface
import RFC3339
import Varlink

/// A call that the daemon recorded, with its outcome.
struct AuditRecord: Sendable, Equatable {
    /// The time of the record, in microseconds since 1970.
    var time: Int64

    /// The number of the record; nil for a journal entry of an earlier version.
    var sequence: Int64?

    /// The user identifier of the caller.
    var user: UInt32

    /// The name of the user when the call ended, if it is known.
    var userName: String?

    /// The plugin that serves the method; nil for a journal entry of an earlier version.
    var plugin: String?

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

    /// The identifier of the call in the daemon's log.
    var requestID: String?

    /// The plugin that made the call in the name of the user; nil for a call on the control socket.
    var via: String?

    /// The reason why a plugin rejected the request; nil for a call.
    var reason: String?

    /// The number of rejected calls for which the record stands; nil for one.
    var count: Int64?

    /// Converts a record from a reply of the daemon; returns nil if its time is invalid.
    init?(reply: HostContract.AuditRecord) {
        guard let time = Timestamp(rfc3339: reply.time) else { return nil }
        self.time = Int64(time.seconds) * 1_000_000 + Int64(time.nanoseconds / 1_000)
        sequence = Int64(reply.sequence)
        user = UInt32(truncatingIfNeeded: reply.uid)
        userName = reply.user
        group = UInt32(truncatingIfNeeded: reply.gid)
        process = Int64(reply.pid)
        unit = reply.unit
        plugin = reply.plugin
        method = reply.method
        role = reply.role
        outcome = reply.outcome
        duration = reply.microseconds.map(Int64.init)
        requestID = reply.requestID
        via = reply.via
        reason = reply.reason
        count = reply.count.map(Int64.init)
    }

    /// Reads an entry of the journal, as `journalctl --output=json` prints it; returns nil if it is not a record.
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
        sequence = text("TRELLIS_SEQUENCE").flatMap { Int64($0) }
        userName = text("TRELLIS_USER")
        requestID = text("TRELLIS_REQUEST_ID")
        plugin = text("TRELLIS_PLUGIN")
        role = text("TRELLIS_ROLE")
        duration = text("TRELLIS_MICROSECONDS").flatMap { Int64($0) }
        via = text("TRELLIS_VIA")
        reason = text("TRELLIS_REASON")
        count = text("TRELLIS_COUNT").flatMap { Int64($0) }
    }

    /// Returns the text of a field.
    ///
    /// The value is a string, or an array of bytes if it is not UTF-8 or has control characters. If the entry has the
    /// field more than once, the value is an array of these (systemd.io/JOURNAL_EXPORT_FORMATS).
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
