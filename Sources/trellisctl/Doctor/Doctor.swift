import Varlink

/// Runs the checks of `trellisctl doctor`.
struct Doctor: Sendable {
    /// A check and its finding.
    struct Result: Sendable {
        /// The name of the check.
        var check: String

        /// The verdict, with a message and a remedy.
        var finding: Finding

        /// The result as JSON.
        var json: JSONObject {
            var object: JSONObject = [
                "check": .string(check), "verdict": .string(finding.verdict.rawValue),
                "message": .string(finding.message),
            ]
            object["remedy"] = finding.remedy.map { .string($0) }
            if !finding.commands.isEmpty { object["commands"] = .array(finding.commands.map { .string($0) }) }
            return object
        }
    }

    /// All checks, in the order in which they run: a remedy may require those of the checks before it.
    static let checks: [any Check.Type] = [
        DirectoryCheck.self, CredentialCheck.self, DiskSpaceCheck.self, ServiceCheck.self, SocketCheck.self,
        GroupCheck.self, RoleCheck.self, VersionCheck.self, PluginCheck.self, SettingsCheck.self, JournalCheck.self,
        ClockCheck.self, DescriptorLimitCheck.self, DescriptorStoreCheck.self, MemoryLimitCheck.self,
    ]

    /// The time limit of a check.
    var limit = Duration.seconds(10)

    /// Access to the machine and the daemon.
    let environment: DoctorEnvironment

    /// Runs checks one after another.
    ///
    /// - Parameters:
    ///   - checks: The checks. Default: all.
    ///   - report: Receives each result.
    /// - Returns: The verdicts, in the order of the checks.
    /// - Throws: The error of `report`; `CancellationError` when the task is cancelled.
    func run(
        _ checks: [any Check.Type] = checks, report: (Result) throws -> Void
    ) async throws -> [Finding.Verdict] {
        var verdicts: [Finding.Verdict] = []
        for check in checks {
            let finding = await finding(of: check)
            try Task.checkCancellation()
            try report(Result(check: check.name, finding: finding))
            verdicts.append(finding.verdict)
        }
        return verdicts
    }

    /// Runs a check; an error or a timeout becomes a finding.
    private func finding(of check: any Check.Type) async -> Finding {
        do {
            return try await TimeLimit.run(limit) { try await check.run(in: environment) }
                ?? .crashed("the check timed out after \(limit.components.seconds) s")
        } catch {
            let reason = (error as? CommandFailure)?.sentence ?? "\(error)"
            return .crashed("the check failed: \(reason)")
        }
    }
}

extension Finding {
    fileprivate static func crashed(_ message: String) -> Finding {
        Finding(
            verdict: .crashed, message: message,
            remedy: "Run the check again as root. If it still fails, report a defect of trellisctl.")
    }
}
