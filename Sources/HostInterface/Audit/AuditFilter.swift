/// A selection of records of the audit log.
///
/// A field that is nil selects all records.
public struct AuditFilter: Sendable, Equatable {
    /// The earliest time of the records, in the form of RFC 3339, in UTC, with six digits of the fraction.
    public var since: String?

    /// The latest time of the records, in the same form.
    public var until: String?

    /// The user identifier of the caller.
    public var user: UInt32?

    /// The plugin that serves the method.
    public var plugin: String?

    /// A method: its qualified name, the end of that name, or its interface.
    public var method: String?

    /// The outcome: `done`, `cancelled`, `refused`, the name of an error, or the end of that name.
    public var outcome: String?

    /// Whether to select only calls that were rejected or failed.
    public var failed = false

    /// Creates a filter that selects all records.
    public init() {}

    /// Returns whether a record is selected, regardless of its time.
    public func matches(user: UInt32, plugin: String?, method: String, outcome: String) -> Bool {
        if failed && [AuditTrail.done, AuditTrail.cancelled].contains(outcome) { return false }
        if let expected = self.user, user != expected { return false }
        if let expected = self.plugin, plugin != expected { return false }
        if let expected = self.outcome, outcome != expected, !outcome.hasSuffix("." + expected) { return false }
        guard let expected = self.method else { return true }
        return method == expected || method.hasPrefix(expected + ".") || method.hasSuffix("." + expected)
    }

    /// Returns whether a record is selected, regardless of its time.
    public func matches(_ record: HostContract.AuditRecord) -> Bool {
        matches(
            user: UInt32(truncatingIfNeeded: record.uid), plugin: record.plugin, method: record.method,
            outcome: record.outcome)
    }

    /// The strings that the line of each selected record contains.
    ///
    /// Lines without these strings are skipped without parsing.
    var requiredTexts: [[UInt8]] {
        var texts: [String] = []
        if let user { texts.append("\"uid\":\(user),") }
        if let plugin { texts.append("\"plugin\":\"\(plugin)\"") }
        if let method { texts.append(method) }
        if let outcome { texts.append(outcome) }
        return texts.map { Array($0.utf8) }
    }
}
