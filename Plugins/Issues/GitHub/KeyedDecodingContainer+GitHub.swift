extension KeyedDecodingContainer {
    /// Decodes a number that has to be in a range.
    ///
    /// - Throws: `DecodingError`, also for a number out of the range.
    func decode(_ range: some RangeExpression<Int>, forKey key: Key) throws -> Int {
        try checked(decode(Int.self, forKey: key), range, key)
    }

    /// Decodes a number that may be missing or null.
    func decodeIfPresent(_ range: some RangeExpression<Int>, forKey key: Key) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).map { try checked($0, range, key) }
    }

    private func checked(_ number: Int, _ range: some RangeExpression<Int>, _ key: Key) throws -> Int {
        guard range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is out of range")
        }
        return number
    }

    /// Decodes a time in the form that GitHub writes, which is that of the contract: RFC 3339, in UTC.
    ///
    /// - Throws: `DecodingError`, also for another text.
    func decodeTime(forKey key: Key) throws -> String {
        try checked(decode(String.self, forKey: key), key)
    }

    /// Decodes a time that may be missing or null.
    func decodeTimeIfPresent(forKey key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map { try checked($0, key) }
    }

    private func checked(_ time: String, _ key: Key) throws -> String {
        guard time.isTime else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected a time such as 2026-01-31T09:00:00Z")
        }
        return time
    }
}

extension String {
    fileprivate var isTime: Bool {
        let pattern = /[0-9]{4}-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,9})?Z/
        guard let match = wholeMatch(of: pattern), let month = Int(match.1), let day = Int(match.2),
            let hour = Int(match.3), let minute = Int(match.4), let second = Int(match.5)
        else { return false }
        return (1...12).contains(month) && (1...31).contains(day) && hour < 24 && minute < 60 && second <= 60
    }
}
