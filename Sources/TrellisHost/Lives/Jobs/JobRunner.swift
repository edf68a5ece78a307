import Foundation
import HostSupport
import ServiceLifecycle
import Trellis

/// The service that runs a job of one generation of a plugin, from the moment at which the generation is the current one.
struct JobRunner: Service {
    /// What ended the time between two runs.
    private enum Wake { case due, requested, retired }

    /// The job.
    let job: ScheduledJob

    /// The name of the plugin.
    let plugin: String

    /// The generation.
    let generation: PluginGeneration

    /// The records of the plugin's jobs.
    let records: JobRecords

    /// The last runs that are remembered across restarts.
    let memory: JobMemory

    /// The clock of the intervals.
    let clock: WallClock

    /// Reports a fault of the plugin.
    let report: @Sendable (PluginFault) -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                await firstResult(of: { await generation.began.wait() }, { await generation.retired.wait() })
                guard let record = records[job.name] else { return }
                // An earlier generation may still run the job.
                try await record.running.withLock { try await repeatRuns(record) }
            } catch is CancellationError where Task.isCancelled {
                // The plugin stops.
            }
        }
    }

    private func repeatRuns(_ record: JobRecord) async throws {
        defer { record.next = nil }
        // A job that is due runs at once, and so does one that an operator requested meanwhile.
        var wake = record.turn.requested.isSignaled ? Wake.requested : .due
        while wake != .retired, !generation.retired.isSignaled {
            try Task.checkCancellation()
            let rest = try await attempt(record, isRequested: wake == .requested)
            record.next = clock.now().addingTimeInterval(rest / .seconds(1))
            wake = await waitForTurn(of: record, within: rest)
        }
    }

    private func waitForTurn(of record: JobRecord, within rest: Duration) async -> Wake {
        let turn = record.turn
        return await firstResult(
            of: {
                try? await clock.sleep(rest)
                return .due
            },
            {
                await turn.requested.wait()
                return .requested
            },
            {
                await generation.retired.wait()
                return .retired
            })
    }

    /// Runs the job if it is due or requested.
    ///
    /// - Returns: The time until the next attempt.
    /// - Throws: The error of the run, if the plugin fails with it; `CancellationError` when the plugin stops.
    private func attempt(_ record: JobRecord, isRequested: Bool) async throws -> Duration {
        let (time, began) = (clock.now(), clock.uptime())
        do {
            if !isRequested, let rest = try await rest(of: record), rest > .zero { return rest }
            record.noteBeginning()
            try await job.work()
            try Task.checkCancellation()
        } catch {
            if Task.isCancelled {
                record.noteCancellation()
                throw CancellationError()
            }
            record.noteEnd(
                of: JobRecord.Run(
                    began: time, duration: clock.uptime() - began, failure: "\(error)", isRequested: isRequested),
                begunAt: began)
            guard let pause = job.onFailure.retryAfter else { throw error }
            report(.jobFailed(job.name, reason: "\(error)"))
            return pause
        }
        if case .remembered = job.lastRun { await memory.remember(time, of: job.name, in: plugin) }
        let duration = clock.uptime() - began
        record.noteEnd(
            of: JobRecord.Run(began: time, duration: duration, failure: nil, isRequested: isRequested), begunAt: began
        )
        return max(.zero, job.interval - duration) + jitter
    }

    private var jitter: Duration { job.jitter * Double.random(in: 0...1) }

    /// The time until the job is due; nil if it has not run.
    private func rest(of record: JobRecord) async throws -> Duration? {
        if record.reference == nil { record.reference = try await lastRun() }
        return record.reference.map { job.interval - (clock.uptime() - $0) }
    }

    /// The uptime at which an earlier life ran the job; nil if it is not known.
    private func lastRun() async throws -> Duration? {
        let last: Date? =
            switch job.lastRun {
            case .unknown: nil
            case .remembered: await memory.lastRun(of: job.name, in: plugin)
            case .read(let read): try await read()
            }
        // The clock that wrote the time may have been ahead.
        return last.map { clock.uptime() - max(.zero, .seconds(clock.now().timeIntervalSince($0))) }
    }
}
