package import Etcd
import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A member of etcd, whose process a test can stop, continue, kill and start again.
package final class TestMember: Sendable {
    package let endpoint: EtcdEndpoint
    package let name: String

    private let processIdentifier = Mutex<Int32?>(nil)
    private let log = Mutex<[String]>([])

    /// A start of the process: yields when the process serves clients, and ends with it.
    private typealias Start = (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    /// The last start.
    private let start: Mutex<Start>

    /// All starts.
    private let starts = AsyncStream<Start>.makeStream()

    package init(name: String, address: String) {
        self.name = name
        endpoint = EtcdEndpoint(host: address)
        let first = AsyncStream<Void>.makeStream()
        start = Mutex(first)
        starts.continuation.yield(first)
    }

    /// The last lines of the log, for the message of a failed start.
    package var lastLines: String { log.withLock { $0.suffix(20).joined(separator: "\n") } }

    /// Runs the process, and again after each call of ``restart()``, until ``end()`` is called.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of etcd.
    ///   - wrapper: The command line of a program that starts etcd. The command line of etcd is appended.
    /// - Throws: The error of a process that cannot be started.
    package func run(_ arguments: [String], under wrapper: [String] = []) async throws {
        let command = wrapper + [TestCluster.etcd] + arguments
        for await start in starts.stream {
            defer { start.continuation.finish() }
            try await run(command, start)
        }
    }

    private func run(_ command: [String], _ start: Start) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())),
            environment: .custom(["PATH": "/usr/sbin:/usr/bin"]), input: .none, output: .discarded, error: .sequence
        ) { execution in
            self.processIdentifier.withLock { $0 = execution.processIdentifier.value }
            // The process is not reaped before this closure returns, so that its identifier can't be reused.
            defer { self.processIdentifier.withLock { $0 = nil } }
            do {
                for try await line in execution.standardError.strings() {
                    self.log.withLock { $0.append(line) }
                    if line.contains("serving client traffic") || line.contains("serving insecure client requests") {
                        start.continuation.yield()
                    }
                }
            } catch is CancellationError {}
            self.kill()
        }
    }

    /// Waits until the process serves clients.
    ///
    /// - Throws: ``StartError`` if it ended.
    package func waitUntilServing() async throws {
        for await _ in start.withLock({ $0.stream }) { return }
        throw StartError(description: "\(name) has ended: \(lastLines)")
    }

    /// Stops the process, which keeps its connections open, and waits until it is stopped.
    ///
    /// kill(2) returns earlier: the threads of the process run until the one that received the signal is scheduled.
    package func stop() {
        processIdentifier.withLock { identifier in
            guard let identifier else { return }
            _ = Foundation.kill(identifier, SIGSTOP)
            var state = siginfo_t()
            // A process that has ended is left to the task that runs it.
            _ = waitid(P_PID, id_t(identifier), &state, WSTOPPED | WEXITED | WNOWAIT)
        }
    }

    /// Continues the stopped process.
    package func resume() { send(SIGCONT) }

    /// Ends the process as a crash does; its connections are closed.
    package func kill() { send(SIGKILL) }

    /// Starts the process again after it was killed, with the data that it has stored.
    package func restart() {
        let next = AsyncStream<Void>.makeStream()
        start.withLock { $0 = next }
        starts.continuation.yield(next)
    }

    /// Ends the process, and ``run(_:under:)``.
    package func end() {
        starts.continuation.finish()
        kill()
    }

    private func send(_ signal: Int32) {
        processIdentifier.withLock { if let identifier = $0 { _ = Foundation.kill(identifier, signal) } }
    }
}

/// A member that did not start.
package struct StartError: Error, CustomStringConvertible {
    package var description: String
}
