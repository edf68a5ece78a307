public import Scopes

public import struct Foundation.Date

extension Blueprint {
    /// Declares a job: work that the host repeats while the plugin runs.
    ///
    /// ```swift
    /// blueprint.schedule { (store: EntryStore) in
    ///     ScheduledJob("compact", every: .seconds(3_600)) { try await store.compact() }
    /// }
    /// ```
    ///
    /// `trellisctl jobs` shows the last and the next run, and `trellisctl jobs run PLUGIN.JOB` runs the job at once. In a cluster, a
    /// job of a plugin with `placement: single` runs on the host that holds the plugin.
    ///
    /// - Parameters:
    ///   - make: Creates the job. The parameters are the dependencies of its work.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func schedule<each D: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> ScheduledJob, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 }
    }
}

/// Work of a plugin that the host repeats while the plugin runs.
///
/// A job has one run at a time. Its first run follows from ``lastRun``; each later one begins an ``interval`` after the run before began,
/// or at once if that run took longer. A reload of the configuration keeps the rhythm, and a run in progress can finish within the
/// plugin's `drainLimit`. When the plugin stops, it is cancelled.
///
/// A run that throws fails the plugin, as a service does, and the plugin's restart policy decides what follows, unless ``onFailure``
/// says otherwise.
public struct ScheduledJob: Sendable {
    /// When the job was last run, which determines the first run after a start.
    public enum LastRun: Sendable {
        /// Unknown: the job runs when the plugin starts.
        case unknown

        /// The host remembers the last successful run on this machine, in its state directory. The job runs when the plugin starts only
        /// if the interval has passed since then.
        case remembered

        /// The plugin's data says when the work was last done; nil if it never was. A time in the future counts as the present.
        case read(@Sendable () async throws -> Date?)
    }

    /// What follows a run that throws.
    ///
    /// In each case, the error is reported as a fault of the plugin and in `trellisctl jobs`.
    public enum FailurePolicy: Sendable, Hashable {
        /// The plugin fails.
        case failPlugin

        /// The plugin is degraded until a run succeeds, and the run is repeated after a time: for work that is the plugin's purpose.
        case degradePlugin(retryAfter: Duration)

        /// The run is repeated after a time: for work that the plugin's clients do not notice.
        case report(retryAfter: Duration)

        /// The time after which the run is repeated; nil if the plugin fails.
        package var retryAfter: Duration? {
            switch self {
            case .failPlugin: nil
            case .degradePlugin(let pause), .report(let pause): pause
            }
        }
    }

    /// The name of the job in its plugin: lower-case letters, digits and dashes, beginning with a letter.
    public let name: String

    /// The time between the beginnings of two runs.
    public let interval: Duration

    /// The longest random time by which a run is delayed beyond the interval.
    public let jitter: Duration

    /// When the job was last run.
    public let lastRun: LastRun

    /// What follows a run that throws.
    public let onFailure: FailurePolicy

    /// Does the work.
    package let work: @Sendable () async throws -> Void

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - name: The name of the job in its plugin: lower-case letters, digits and dashes, beginning with a letter.
    ///   - interval: The time between the beginnings of two runs: one second to a hundred years.
    ///   - jitter: The longest random time by which a run is delayed beyond the interval, so that many hosts do not run it at the
    ///     same moment. Default: zero.
    ///   - lastRun: When the job was last run. Default: unknown, so that it runs when the plugin starts.
    ///   - onFailure: What follows a run that throws. Default: the plugin fails. A time is at least a second.
    ///   - work: Does the work. It is cancelled when the plugin stops.
    public init(
        _ name: String, every interval: Duration, jitter: Duration = .zero, lastRun: LastRun = .unknown,
        onFailure: FailurePolicy = .failPlugin, _ work: @escaping @Sendable () async throws -> Void
    ) {
        precondition(
            Self.isValid(name), "expected lower-case letters, digits and dashes as the name of a job, got '\(name)'")
        for (label, duration) in [("interval", interval), ("retryAfter", onFailure.retryAfter ?? interval)] {
            precondition(
                Self.durations.contains(duration),
                "expected one second to a hundred years as the \(label) of the job \(name), got \(duration)")
        }
        precondition(
            (.zero...Self.durations.upperBound).contains(jitter),
            "expected up to a hundred years as the jitter of the job \(name), got \(jitter)")
        (self.name, self.interval, self.jitter) = (name, interval, jitter)
        (self.lastRun, self.onFailure, self.work) = (lastRun, onFailure, work)
    }

    private static let durations = Duration.seconds(1) ... .seconds(36_525 * 86_400)

    private static func isValid(_ name: String) -> Bool {
        name.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } == true
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            }
    }
}
