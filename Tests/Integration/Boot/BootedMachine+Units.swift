import Foundation

extension BootedMachine {
    /// The properties of a unit, from `systemctl show`.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit, such as `trellisd.service`.
    ///   - names: The names of the properties, such as `ActiveState`.
    /// - Returns: The values by name, without unknown properties.
    /// - Throws: ``CommandFailure`` when systemctl(1) fails.
    func properties(of unit: String, _ names: String...) async throws -> [String: String] {
        let result = try await attempt(["systemctl", "show", unit, "--property=\(names.joined(separator: ","))"])
        guard result.status == 0 else { throw CommandFailure(command: ["systemctl", "show", unit], result: result) }
        var values: [String: String] = [:]
        for line in result.output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    /// The journal entries of a unit, the oldest first, as fields by name.
    ///
    /// A field is omitted when its value is not text or when the entry contains the field more than once.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit, such as `trellisd.service`.
    ///   - matches: Further conditions, such as `MESSAGE_ID=…` (journalctl(1)).
    /// - Returns: The matching entries; empty if there are none.
    /// - Throws: ``CommandFailure`` when journalctl(1) fails.
    func journal(of unit: String, _ matches: String...) async throws -> [[String: String]] {
        try await journal(of: unit, matches)
    }

    private func journal(of unit: String, _ matches: [String]) async throws -> [[String: String]] {
        try await run("journalctl", "--sync")
        let command = ["journalctl", "--unit", unit, "--output=json", "--all", "--no-pager"] + matches
        let result = try await attempt(command)
        // journalctl exits with 1 when the journal has no matching entry.
        guard result.status == 0 || result.output.isEmpty else {
            throw CommandFailure(command: command, result: result)
        }
        return try result.output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return object.compactMapValues { $0 as? String }
        }
    }

    /// Waits until the journal has an entry of a unit.
    ///
    /// The last lines of a process may arrive in the journal after the process has ended.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit, such as `trellisd.service`.
    ///   - matches: Further conditions, such as `PRIORITY=3` (journalctl(1)).
    ///   - limit: The time limit. Default: two minutes.
    ///   - predicate: Returns whether an entry is the expected one.
    /// - Returns: Whether the entry arrived within the limit.
    /// - Throws: ``CommandFailure`` when journalctl(1) fails.
    func waitForEntry(
        of unit: String, _ matches: String..., within limit: Duration = .seconds(120),
        where predicate: ([String: String]) -> Bool
    ) async throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: limit)
        repeat {
            if try await journal(of: unit, matches).contains(where: predicate) { return true }
            // Polls the journal until the time limit.
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock.now < deadline
        return false
    }

    /// Waits until a property of a unit has a value.
    ///
    /// - Parameters:
    ///   - name: The name of the property, such as `ActiveState`.
    ///   - unit: The name of the unit, such as `trellisd.service`.
    ///   - value: The expected value, such as `active`.
    ///   - limit: The time limit. Default: two minutes.
    /// - Returns: Whether the property had the value within the limit.
    /// - Throws: ``CommandFailure`` when systemctl(1) fails.
    func wait(for name: String, of unit: String, toBe value: String, within limit: Duration = .seconds(120))
        async throws
        -> Bool
    {
        try await wait(for: name, of: unit, within: limit) { $0 == value }
    }

    /// Waits until a condition holds for a property of a unit.
    ///
    /// - Parameters:
    ///   - name: The name of the property, such as `ActiveState`.
    ///   - unit: The name of the unit, such as `trellisd.service`.
    ///   - limit: The time limit. Default: two minutes.
    ///   - condition: Returns whether the value is the expected one.
    /// - Returns: Whether the condition was met within the limit.
    /// - Throws: ``CommandFailure`` when systemctl(1) fails, and any error of the condition.
    func wait(
        for name: String, of unit: String, within limit: Duration = .seconds(120),
        until condition: (String) async throws -> Bool
    ) async throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: limit)
        repeat {
            if let value = try await properties(of: unit, name)[name], try await condition(value) { return true }
            // Polls the unit until the time limit.
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock.now < deadline
        return false
    }
}
