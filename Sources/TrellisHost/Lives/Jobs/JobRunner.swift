import Foundation
import HostSupport
import ServiceLifecycle
import Trellis

/// The service that runs a job of one generation of a plugin, from the moment at which the generation is the current one.
///
/// It begins no run after another generation has become the current one. A run in progress is then a user of its generation, which can
/// finish within `drainLimit`.
struct JobRunner: Service {
    /// The job.
    let job: ScheduledJob

    /// The name of the plugin.
    let plugin: String

    /// The generation.
    let generation: PluginGeneration

    /// Begins a use of the current generation, which may be another one; nil when the plugin stops.
    let enter: @Sendable () -> PluginSessions.Use?

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
                try await record.repeating.withLock { try await repeatRuns(record) }
            } catch is CancellationError where Task.isCancelled {
                // The generation ends.
            }
        }
    }

    private func repeatRuns(_ record: JobRecord) async throws {
        defer { record.deadline = nil }
        while !generation.retired.isSignaled {
            try Task.checkCancellation()
            do {
                let rest = record.turn.requested.isSignaled ? .zero : try await rest(of: record)
                if rest > .zero {
                    record.deadline = clock.uptime() + rest
                    await wait(rest, orFor: record.turn)
                } else {
                    try await attempt(record)
                }
            } catch let failure as UnreadableLastRun {
                try end(record, began: (clock.now(), clock.uptime()), with: failure, isRequested: false)
            }
        }
    }

    /// Waits until the job is due or requested, or until another generation is the current one.
    private func wait(_ rest: Duration, orFor turn: JobRecord.Turn) async {
        await firstResult(
            of: { _ = try? await clock.sleep(rest) }, { await turn.requested.wait() },
            { await generation.retired.wait() })
    }

    /// Runs the job, unless another generation has become the current one.
    private func attempt(_ record: JobRecord) async throws {
        guard let use = enter() else { throw CancellationError() }
        defer { use.leave() }
        guard use.value === generation else { return }
        let isRequested = record.turn.requested.isSignaled
        let began = (time: clock.now(), uptime: clock.uptime())
        record.noteBeginning()
        do {
            try await job.work()
        } catch {
            guard !Task.isCancelled else {
                record.noteCancellation()
                throw CancellationError()
            }
            return try end(record, began: began, with: error, isRequested: isRequested)
        }
        let run = JobRecord.Run(
            began: began.time, duration: clock.uptime() - began.uptime, failure: nil, isRequested: isRequested)
        if case .remembered = job.lastRun {
            // The task is unstructured, so that the success is saved even if the plugin stops in this moment.
            await Task { await memory.remember(began.time, of: job.name, in: plugin) }.value
        }
        record.noteEnd(of: run, in: generation, due: .after(began.uptime, jitter: jitter))
    }

    /// Notes a failed run.
    ///
    /// - Throws: The error of the run, if the plugin fails with it.
    private func end(
        _ record: JobRecord, began: (time: Date, uptime: Duration), with error: any Error, isRequested: Bool
    ) throws {
        let now = clock.uptime()
        let run = JobRecord.Run(
            began: began.time, duration: now - began.uptime, failure: "\(error)", isRequested: isRequested)
        let pause = job.onFailure.retryAfter
        record.noteEnd(of: run, in: generation, due: pause.map { .retry(at: now + $0) })
        guard pause != nil else { throw error }
        report(.jobFailed(job.name, reason: "\(error)"))
    }

    private var jitter: Duration { job.jitter * Double.random(in: 0...1) }

    /// The time until the job is due; zero or less if it is.
    private func rest(of record: JobRecord) async throws -> Duration {
        switch record.due {
        case .after(let uptime, let jitter): return job.interval + jitter - (clock.uptime() - uptime)
        case .retry(let time):
            let rest = time - clock.uptime()
            if rest > .zero { return rest }
            // The failed run may have done its work: a server has committed a change, and its reply was lost.
            guard case .read = job.lastRun, let failed = record.last, let (done, uptime) = try await lastRun(),
                done >= failed.began
            else { return .zero }
            record.noteLateSuccess(due: .after(uptime, jitter: jitter))
        case nil:
            guard let (_, uptime) = try await lastRun() else { return .zero }
            record.due = .after(uptime, jitter: jitter)
        }
        return try await rest(of: record)
    }

    /// The time at which an earlier life or another host ran the job, and the uptime at that time; nil if it is not known.
    private func lastRun() async throws -> (Date, Duration)? {
        let last: Date?
        switch job.lastRun {
        case .unknown: last = nil
        case .remembered: last = await memory.lastRun(of: job.name, in: plugin)
        case .read(let read):
            do {
                last = try await read()
            } catch {
                if Task.isCancelled { throw CancellationError() }
                throw UnreadableLastRun(reason: "\(error)")
            }
        }
        // The clock that wrote the time may have been ahead. A time long ago is as good as one an interval ago.
        return last.map { last in
            let age = clock.now().timeIntervalSince(last)
            return (last, clock.uptime() - (age > 0 ? .seconds(min(age, job.interval / .seconds(1))) : .zero))
        }
    }
}

/// The error of a job whose data does not say when it last ran.
private struct UnreadableLastRun: Error, CustomStringConvertible {
    /// The error of the data.
    let reason: String

    var description: String { "cannot read when the job last ran: \(reason)" }
}
