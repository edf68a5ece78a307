import Foundation
import Synchronization
import Trellis
import TrellisHost

extension PluginConformance {
    /// Validates the plugin twice, which must not create files.
    func declarationViolations() async throws -> [ConformanceFinding] {
        try await withTemporaryFolder { folder in
            if let failure = try host(in: folder).validationFailures().first?.failure {
                return [.failedStart("\(failure)", at: "\(Type.self).validate(_:configuration:)")]
            }
            return try FileManager.default.contentsOfDirectory(atPath: folder.string).map { file in
                ConformanceFinding(
                    "validating the plugin created \(file)",
                    at: "\(Type.self).validate(_:configuration:) or assemble(_:configuration:)",
                    because: "'trellisd --check' validates the plugin beside a running daemon",
                    advice: "Move side effects to the initializers of instances")
            }
        }
    }

    /// Starts and stops the plugin repeatedly.
    ///
    /// - Parameters:
    ///   - starts: The number of starts.
    ///   - lateJobs: Counts the jobs that run after each stop, and after the last one until the end of all checks.
    /// - Returns: The violations.
    /// - Throws: The errors of a trial.
    func lifeViolations(starts: Int, watching lateJobs: LateJobs) async throws -> [ConformanceFinding] {
        let probe = ExecutionProbe(of: name, beforeJob: { lateJobs.count() })
        var descriptors = DescriptorLeaks()
        let found = try await trial(at: "the stop with the host", probe: probe) { trial in
            return try await trial.host.run {
                for number in 1...max(1, starts) {
                    lateJobs.end()
                    if number > 1 { try await trial.host.start(name) }
                    let (event, place) = (trial.lastEvent, "start \(number) of \(starts)")
                    guard trial.isRunning else { return [trial.failedStart(since: 0, at: place)] }
                    let scopes = try trial.openScopes()
                    try await trial.host.stop(name)
                    let found = await trial.remains(since: event, scopes, at: "the stop after \(place)")
                    if !found.isEmpty { return found }
                    descriptors.endLife()
                    lateJobs.begin()
                }
                return []
            }
        }
        return found + descriptors.findings
    }
}

/// Counts the jobs of a plugin while it does not run.
final class LateJobs: Sendable {
    private let state = Mutex((isCounting: false, count: 0))

    /// Begins to count, because the plugin has ended.
    func begin() { state.withLock { $0.isCounting = true } }

    /// Stops counting, because the plugin starts.
    func end() { state.withLock { $0.isCounting = false } }

    /// Counts a job.
    func count() { state.withLock { if $0.isCounting { $0.count += 1 } } }

    /// The violation, if there were jobs.
    var findings: [ConformanceFinding] {
        let count = state.withLock(\.count)
        guard count > 0 else { return [] }
        return [
            ConformanceFinding(
                "the plugin's threads ran \(count) jobs after the plugin had stopped", at: "the time after a stop",
                because: "Such code uses instances that are closed, and files that the next life owns",
                advice: "Start tasks only from services, calls and PluginEnvironment.task, and not after close()")
        ]
    }
}
