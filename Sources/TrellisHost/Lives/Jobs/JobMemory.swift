import Foundation
import HostConfiguration
import HostSupport
import Logging
import Synchronization
import SystemPackage
import Trellis

import enum Systemd.ExitStatus

/// The last successful runs of the jobs that remember them: the file `jobs.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"notes": {"compact": "2026-01-31T09:00:00Z"}}}`.
final class JobMemory: Sendable {
    private struct Content: Codable {
        var plugins: [String: [String: String]] = [:]
    }

    /// The file; its failpoints exist once a job remembers its runs.
    private let file: Deferred<StateFile>
    private let logger: Logger
    private let content = Mutex<Content?>(nil)

    /// Held while the file is read or written, so that it has every run.
    private let using = AsyncLock()

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon.
    ///   - logger: Receives a warning when the file cannot be used.
    init(in directory: FilePath, failpoints: Failpoints, logger: Logger) {
        file = Deferred { StateFile("jobs", in: directory, failpoints: failpoints) }
        self.logger = logger
    }

    /// The last run of a job; nil if it is not known.
    func lastRun(of job: String, in plugin: String) async -> Date? {
        guard let read = try? await using.withLock({ await current }) else { return nil }
        return read.plugins[plugin]?[job].flatMap { Date(rfc3339: $0) }
    }

    /// Saves the last run of a job.
    ///
    /// A file that cannot be written is reported; the job then runs again when its plugin starts in another process.
    func remember(_ time: Date, of job: String, in plugin: String) async {
        // The task of the caller is not cancelled.
        try? await using.withLock {
            // A file that could not be read has the runs of other jobs.
            guard var new = await current else { return }
            new.plugins[plugin, default: [:]][job] = time.rfc3339WithMilliseconds
            content.withLock { [new] in $0 = new }
            do throws(Errno) {
                try await DedicatedExecutor.files.perform { [file, new] () throws(Errno) in try file.value.write(new) }
            } catch {
                report("cannot write jobs.json in the state directory: \(error)", error)
            }
        }
    }

    /// The content of the file, which is empty if the file is damaged; nil if it cannot be read at present.
    private var current: Content? {
        get async {
            if let known = content.withLock(\.self) { return known }
            var read = Content()
            do throws(HostFailure) {
                read =
                    try await DedicatedExecutor.files.perform { [file] () throws(HostFailure) in
                        try file.value.read(
                            Content.self, advice: "Remove the file. The jobs then run when their plugins start")
                    } ?? read
            } catch {
                report("the last runs of jobs are not known: \(error)", error)
                guard error.exitStatus == .configuration else { return nil }
            }
            content.withLock { [read] in $0 = read }
            return read
        }
    }

    private func report(_ message: String, _ error: any Error) {
        logger.log(.jobTimesUnavailable, "\(message)", metadata: ["error": "\(error)"])
    }
}
