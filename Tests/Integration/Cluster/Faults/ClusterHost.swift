import Foundation
import Synchronization
import Testing

/// A daemon of a cluster, in a network namespace of its own, which faults end and which is then started again.
final class ClusterHost: Sendable {
    /// The name of the host and of its network namespace.
    let name: String

    let workplace: Workplace
    private let load: FaultLoad
    private let running = Mutex<RunningDaemon?>(nil)
    private let isOver = Mutex(false)

    /// Whether a fault ended the daemon, which starts again when the fault is healed.
    private let isHeld = Mutex(false)

    /// The ends of these faults.
    private let starts = AsyncStream<Void>.makeStream()

    init(_ name: String, in workplace: Workplace, load: FaultLoad) {
        (self.name, self.workplace, self.load) = (name, workplace, load)
    }

    /// Runs the daemon, and again after each end, until ``end()`` is called.
    func run(in network: ClusterNetwork) async throws {
        while !isOver.withLock(\.self) {
            let outcome = try await workplace.withDaemon(
                waitingUntilReady: false, under: network.entering(name)
            ) { daemon in
                self.running.withLock { $0 = daemon }
                // The process is not reaped before this closure returns.
                defer { self.running.withLock { $0 = nil } }
                await daemon.log.waitForEnd()
            }
            if isHeld.withLock(\.self) {
                for await _ in starts.stream { break }
            } else if !isOver.withLock(\.self) {
                load.count("\(name) ended with the status \(outcome.status)")
                load.report("\(name) ended with the status \(outcome.status): \(outcome.log.suffix(5))")
                // As systemd does, which waits before it starts the daemon again.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Sends a signal to the daemon.
    func send(_ signal: Int32) { running.withLock { $0?.send(signal) } }

    /// Kills the daemon, which does not start again before ``restart()``.
    func kill() {
        isHeld.withLock { $0 = true }
        send(SIGKILL)
    }

    /// Removes the copy of the items of the killed daemon, so that the host reads all items again.
    func removeCopy() throws {
        let folder = workplace.path("state/items")
        for name in try workplace.names(in: "state/items") where name.hasPrefix("items-etcd.sqlite") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Starts the killed daemon.
    func restart() {
        isHeld.withLock { $0 = false }
        starts.continuation.yield()
    }

    /// Stops the daemon in order, and ends ``run(in:)``.
    func end() {
        isOver.withLock { $0 = true }
        send(SIGTERM)
    }

    /// Connects to the daemon, and tries again while the daemon restarts; returns nil when the load ends.
    func connect() async throws -> RawConnection? {
        while !load.isFinished {
            try await Task.sleep(for: .milliseconds(50))
            if let connection = try? RawConnection(to: workplace.socket) { return connection }
        }
        return nil
    }
}
