import Foundation
import Synchronization
import Testing

/// The daemon of a soak test, which is killed, stopped and started again.
final class SoakDaemon: Sendable {
    /// The ways in which a process of the daemon ends.
    enum End: Sendable, CaseIterable {
        case kill, stop
    }

    let workplace: Workplace
    private let credentials: String
    private let isOver = Mutex(false)
    private let counts = Mutex<[String: Int]>([:])

    init(in workplace: Workplace, credentials: String) {
        self.workplace = workplace
        self.credentials = credentials
    }

    /// Whether ``finish()`` has ended the load.
    var isFinished: Bool { isOver.withLock(\.self) }

    /// Ends the load: clients stop after their current operation.
    func finish() { isOver.withLock { $0 = true } }

    /// Counts an event, for the summary.
    func count(_ event: String) { counts.withLock { $0[event, default: 0] += 1 } }

    /// Prints the progress.
    func report(_ text: String) {
        let time = Date.now.formatted(.iso8601.time(includingFractionalSeconds: false))
        FileHandle.standardError.write(Data("soak: \(time) \(text)\n".utf8))
    }

    /// The counted events, with their numbers.
    var summary: String {
        counts.withLock(\.self).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Starts the daemon, runs a body, and ends the daemon.
    ///
    /// Records an issue when the daemon ends before the body does, or with an unexpected status.
    func live(until end: End, _ body: @escaping @Sendable (RunningDaemon) async throws -> Void) async throws {
        let wrapper = ["/usr/bin/env", "CREDENTIALS_DIRECTORY=\(credentials)"]
        let outcome = try await workplace.withDaemon(under: wrapper) { daemon in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await body(daemon)
                    return false
                }
                group.addTask {
                    await daemon.log.waitForEnd()
                    return true
                }
                if try await group.next() == true {
                    Issue.record("the daemon ended on its own:\n\(daemon.log.texts.suffix(30).joined(separator: "\n"))")
                }
                group.cancelAll()
                report("\(end)")
                // The signal also ends the log, which the other task awaits.
                daemon.send(end == .kill ? SIGKILL : SIGTERM)
            }
        }
        let expected: Int32 = end == .kill ? 128 + SIGKILL : 0
        #expect(outcome.status == expected, "\(outcome.log.suffix(30).joined(separator: "\n"))")
        count(end == .kill ? "kills" : "stops")
    }

    /// Connects to the daemon, and tries again while the daemon restarts; returns nil when the load ends.
    ///
    /// Each client connects at most fifty times a second, so that a failing client does not keep the processors busy.
    func connect() async throws -> RawConnection? {
        while !isFinished {
            try await Task.sleep(for: .milliseconds(20))
            if let connection = try? RawConnection(to: workplace.socket) { return connection }
        }
        return nil
    }
}
