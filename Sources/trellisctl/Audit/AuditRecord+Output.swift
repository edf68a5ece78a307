import Varlink

extension AuditRecord {
    /// The identifier of an unknown user.
    private static let unknownUser = UInt32.max

    /// The columns of the table.
    static let columns = ReplyColumns(
        ["time", "user", "unit", "method", "outcome", "duration"].map {
            ReplyColumns.Column(path: [$0], heading: $0.uppercased(), isNumber: $0 == "duration")
        })

    /// Returns the record as a row of the table.
    ///
    /// - Parameter isLocalTime: Whether the time is in the local time zone; otherwise it is in UTC.
    /// - Returns: The cells by the headings of their columns.
    func row(isLocalTime: Bool) -> JSONObject {
        let utc = TimeText.utc(microseconds: time)
        // The name of an error is shown without that of its interface, if the method belongs to the same interface.
        let interface = method.prefix(through: method.lastIndex(of: ".") ?? method.startIndex)
        return [
            "time": .string(isLocalTime ? TimeText.local(utc) ?? utc : utc),
            "user": .string(userName ?? (user == Self.unknownUser ? "unknown" : UserName.of(user) ?? "\(user)")),
            "unit": (unit ?? via.map { "through \($0)" }).map { .string($0) } ?? .null,
            "method": .string(method),
            "outcome": .string(
                (outcome.hasPrefix(interface) ? String(outcome.dropFirst(interface.count)) : outcome)
                    + (reason.map { ": \($0)" } ?? "") + (count.map { " (\($0) calls)" } ?? "")),
            "duration": duration.map { .string(DurationText.measured(microseconds: $0)) } ?? .null,
        ]
    }

    /// The record as JSON, without unknown values.
    var json: JSONObject {
        var object = JSONObject()
        object["sequence"] = sequence.map { .integer($0) }
        object["time"] = .string(TimeText.utc(microseconds: time))
        object["uid"] = .integer(Int64(user))
        object["user"] = (userName ?? UserName.of(user)).map { .string($0) }
        object["gid"] = group.map { .integer(Int64($0)) }
        object["pid"] = process.map { .integer($0) }
        object["unit"] = unit.map { .string($0) }
        object["plugin"] = plugin.map { .string($0) }
        object["method"] = .string(method)
        object["role"] = role.map { .string($0) }
        object["outcome"] = .string(outcome)
        object["microseconds"] = duration.map { .integer($0) }
        object["requestID"] = requestID.map { .string($0) }
        object["via"] = via.map { .string($0) }
        object["reason"] = reason.map { .string($0) }
        object["count"] = count.map { .integer($0) }
        return object
    }
}
