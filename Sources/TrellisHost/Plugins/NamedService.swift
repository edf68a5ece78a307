import ServiceLifecycle
import Synchronization

/// A service of a plugin, with a name for the log and for the plugin's failure.
struct NamedService: Service {
    /// The service.
    let service: any Service

    /// The services of the generation that have not returned, with the name of this one.
    let running: RunningCode

    /// Called when the last service of the generation has returned.
    let onReturn: @Sendable () -> Void

    /// The name of the service's type.
    ///
    /// A description of the service itself may contain secrets.
    var name: String { "\(type(of: service))" }

    func run() async throws {
        do {
            try await service.run()
        } catch {
            running.remove(name)
            // The service was cancelled, and the reason is reported elsewhere.
            if error is CancellationError, Task.isCancelled { throw error }
            throw ServiceFailure(service: name, cause: error)
        }
        if running.remove(name), !Task.isCancelled { onReturn() }
        // `ServiceGroup` ends its services one after the other. In the meantime, the return of another one would be a failure
        // of the group, which would cancel the services that have not ended yet.
        try? await gracefulShutdown()
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
    ///
    /// - Returns: Whether it was the last name.
    @discardableResult
    func remove(_ name: String) -> Bool {
        list.withLock { list in
            guard let index = list.firstIndex(of: name) else { return false }
            list.remove(at: index)
            return list.isEmpty
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
