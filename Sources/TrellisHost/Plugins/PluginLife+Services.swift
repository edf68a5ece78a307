import HostInterface
import ServiceLifecycle
import Trellis

extension PluginLife {
    /// Creates the group of the services of a generation.
    ///
    /// - Parameters:
    ///   - generation: The generation.
    ///   - ending: Signaled when the services are to end.
    /// - Returns: The group; nil if the generation has no services.
    func services(of generation: PluginGeneration, until ending: OneShotEvent) -> ServiceGroup? {
        let found: [any Service]
        do {
            found = try generation.scope.contributions(to: (any Service).self)
        } catch {
            fail(generation, HostFailure(running: name, error))
            return nil
        }
        guard !found.isEmpty else { return nil }
        let services = found.map { service in
            NamedService(service: service, running: generation.services) { [report = context.report] in
                if !ending.isSignaled, generation.finish() { report(.returned) }
            }
        }
        for service in services { generation.services.insert(service.name) }
        var configuration = ServiceGroupConfiguration(
            services: services.map { service in
                // By default, the name describes the service with all its values.
                return .init(
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
    func run(_ group: ServiceGroup, of generation: PluginGeneration, until ending: OneShotEvent) async {
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
