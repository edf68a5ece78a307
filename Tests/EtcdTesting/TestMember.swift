package import Etcd
package import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A process of etcd, which a test can stop, continue and kill.
package final class TestMember: Sendable {
    package let endpoint: EtcdEndpoint
    package let name: String

    private let processIdentifier = Mutex<Int32?>(nil)
    private let log = Mutex<[String]>([])
    private let started = AsyncStream<Void>.makeStream()

    package init(name: String, address: String) {
        self.name = name
        endpoint = EtcdEndpoint(host: address)
    }

    /// The last lines of the log, for the message of a failed start.
    package var lastLines: String { log.withLock { $0.suffix(20).joined(separator: "\n") } }

    /// Runs the process until it is killed.
    package func run(_ arguments: [String], in folder: URL) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(TestCluster.etcd)), arguments: Arguments(arguments),
            environment: .custom(["PATH": "/usr/bin"]),
            workingDirectory: FilePath(folder.path), input: .none, output: .discarded, error: .sequence
        ) { execution in
            self.processIdentifier.withLock { $0 = execution.processIdentifier.value }
            // The process is not reaped before this closure returns, so that its identifier can't be reused.
            defer { self.processIdentifier.withLock { $0 = nil } }
            do {
                for try await line in execution.standardError.strings() {
                    self.log.withLock { $0.append(line) }
                    if line.contains("serving client traffic") || line.contains("serving insecure client requests") {
                        self.started.continuation.yield()
                    }
                }
            } catch is CancellationError {}
            self.kill()
            self.started.continuation.finish()
        }
    }

    /// Waits until the process serves clients.
    ///
    /// - Throws: ``StartError`` if it ended.
    package func waitUntilServing() async throws {
        for await _ in started.stream { return }
        throw StartError(description: "\(name) has ended: \(lastLines)")
    }

    /// Stops the process, which keeps its connections open.
    package func stop() { send(SIGSTOP) }

    /// Continues the stopped process.
    package func resume() { send(SIGCONT) }

    /// Ends the process as a crash does; its connections are closed.
    package func kill() { send(SIGKILL) }

    private func send(_ signal: Int32) {
        processIdentifier.withLock { if let identifier = $0 { _ = Foundation.kill(identifier, signal) } }
    }
}

/// A member that did not start.
package struct StartError: Error, CustomStringConvertible {
    package var description: String
}
