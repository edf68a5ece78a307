import HostInterface
import HostSupport
import ServiceLifecycle
import Synchronization
import Trellis

extension PluginLife {
    /// Creates the group of the services of a generation, its jobs included.
    ///
    /// - Parameters:
    ///   - generation: The generation.
    ///   - ending: Signaled when the services are to end.
    /// - Returns: The group; nil if the generation has neither services nor jobs.
    func services(of generation: PluginGeneration, until ending: OneShotEvent) -> ServiceGroup? {
        let found: [any Service]
        do {
            found = try generation.scope.contributions(to: (any Service).self)
        } catch {
            fail(generation, HostFailure(running: name, error))
            return nil
        }
        let jobs = generation.jobs.map { job in
            JobRunner(
                job: job, plugin: name, generation: generation, enter: { self.scopes?.generations.enter() },
                records: hosted.jobs, memory: hosted.jobMemory,
                clock: hosted.environment.clock, report: hosted.report)
        }
        // By default, a name would describe the service with all its values, which may contain secrets.
        let named: [(name: String, kind: String, service: any Service)] =
            found.map { ("\(type(of: $0))", "service ", $0) } + jobs.map { ("job \($0.job.name)", "", $0) }
        guard !named.isEmpty else { return nil }
        let services = named.map { name, kind, service in
            NamedService(name: name, title: kind + name, service: service, running: generation.services) {
                [report = context.report] in
                if !ending.isSignaled, generation.finish() { report(.returned) }
            }
        }
        for service in services { generation.services.insert(service.name) }
        var configuration = ServiceGroupConfiguration(
            services: services.map { service in
                .init(
                    service: service, successTerminationBehavior: .ignore, failureTerminationBehavior: .cancelGroup,
                    serviceName: service.name)
            }, logger: logger)
        configuration.maximumGracefulShutdownDuration = limits.timeoutStop
        return ServiceGroup(configuration: configuration)
    }

    /// Runs the services of a generation.
    ///
    /// - Parameters:
    ///   - group: The services.
    ///   - generation: The generation.
    ///   - ending: Signaled when the services are to end.
    func runServices(_ group: ServiceGroup, of generation: PluginGeneration, until ending: OneShotEvent) async {
        let services = generation.services
        do {
            try await perform(.services, naming: services.abandon) {
                await ending.wait()
                let limit = self.limits.timeoutStop
                guard (try? await Task.sleep(for: limit)) != nil else { return CancellationError() }
                if !services.names.isEmpty { self.hosted.report(.servicesOverdue(services.names, limit: limit)) }
                _ = try? await Task.sleep(for: Self.cancellationTime)
                return TimeLimitExceeded(limit: limit)
            } _: {
                try await group.run()
            }
        } catch {
            // Services that were abandoned, or cancelled because the generation was to end, are reported above.
            if services.isAbandoned || error is CancellationError && ending.isSignaled { return }
            fail(generation, HostFailure(running: name, error))
        }
    }

    /// Handles the failure of a generation: the plugin fails with its current one, unless a reload has to confirm it.
    private func fail(_ generation: PluginGeneration, _ failure: HostFailure) {
        if generation.fail(with: failure) {
            context.report(.failed(failure))
        } else {
            context.signalFailure()
        }
    }
}

/// A service of a plugin, with a name for the log and for the plugin's failure.
struct NamedService: Service {
    /// The name in a list of services: `Poller` or `job compact`.
    let name: String

    /// The name in a message: `service Poller` or `job compact`.
    let title: String

    /// The service.
    let service: any Service

    /// The services of the generation that have not returned, with the name of this one.
    let running: RunningCode

    /// Called when the last service of the generation has returned.
    let onReturn: @Sendable () -> Void

    func run() async throws {
        do {
            try await service.run()
        } catch {
            running.remove(name)
            // The service was cancelled, and the reason is reported elsewhere.
            if error is CancellationError, Task.isCancelled { throw error }
            throw ServiceFailure(service: title, cause: error)
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

/// The error of a service or a job of a plugin.
struct ServiceFailure: Error, CustomStringConvertible {
    /// The name in a message: `service Poller` or `job compact`.
    let service: String

    /// The error that it threw.
    let cause: any Error

    var description: String { "\(service): \(cause)" }
}
