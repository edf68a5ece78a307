import ServiceLifecycle
import Synchronization

/// A service of a plugin, with a name for the log and for the plugin's failure.
struct NamedService: Service {
    /// The service.
    let service: any Service

    /// The running services of the generation.
    let running: RunningCode

    /// The name of the service's type.
    ///
    /// A description of the service itself may contain secrets.
    var name: String { "\(type(of: service))" }

    func run() async throws {
        let name = name
        running.insert(name)
        defer { running.remove(name) }
        do {
            try await service.run()
        } catch {
            // The service was cancelled, and the reason is reported elsewhere.
            if error is CancellationError, Task.isCancelled { throw error }
            throw ServiceFailure(service: name, cause: error)
        }
    }
}

/// The names of the running services of a generation, or of other code of a plugin.
final class RunningCode: Sendable {
    private let list = Mutex<[String]>([])
    private let abandoned = OneShotEvent()

    /// The names.
    var names: [String] { list.withLock(\.self) }

    /// Whether the code was abandoned.
    var isAbandoned: Bool { abandoned.isSignaled }

    /// Records that the code is no longer awaited.
    ///
    /// - Returns: The names of the code that still runs.
    func abandon() -> [String] {
        abandoned.signal()
        return names
    }

    /// Adds a name, which may be present already.
    func insert(_ name: String) {
        list.withLock { $0.append(name) }
    }

    /// Removes a name once.
    func remove(_ name: String) {
        list.withLock { list in
            if let index = list.firstIndex(of: name) { list.remove(at: index) }
        }
    }
}

/// The error of a service of a plugin.
struct ServiceFailure: Error, CustomStringConvertible {
    /// The name of the service.
    let service: String

    /// The error that it threw.
    let cause: any Error

    var description: String { "service \(service): \(cause)" }
}
