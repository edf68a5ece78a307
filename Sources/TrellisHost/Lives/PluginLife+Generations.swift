import HostConfiguration
import HostInterface
import HostSupport
import ServiceLifecycle
import Trellis

/// The generations of a life.
///
/// A reload prepares a generation beside the current one, and then makes the new one current. The earlier generation
/// finishes its calls and sessions within `drainLimit`, and closes.
extension PluginLife {
    /// Opens a generation beside the current one, and starts its services.
    ///
    /// - Parameters:
    ///   - plan: The plan of the generation, under that of the plugin's own scope.
    ///   - limits: The time limits of the plugin with its new configuration.
    ///   - mustBeHealthy: Whether a problem that a health check reports is a failure.
    /// - Returns: The generation, for ``commit(_:)`` or ``discard(_:)``.
    /// - Throws: `HostFailure` when the generation cannot start or is unhealthy; `CancellationError` when the plugin or the
    ///   daemon is to stop. The current generation is unaffected.
    func prepare(
        _ plan: Plan, within limits: SupervisionConfiguration, mustBeHealthy: Bool
    ) async throws -> PluginGeneration {
        guard let scopes, !isToStop else { throw CancellationError() }
        // systemd waits for the reload, which ends after the first health check of the generation.
        requestTime(limits.timeoutStart + HealthMonitor.limit)
        let generation: PluginGeneration
        do {
            generation = try await perform(.start, grace: limits.closingTime) {
                await self.endOfStart(within: limits, or: self.stopping, self.context.startsEnded)
            } discarding: { generation in
                await self.close(generation.scope)
            } _: {
                try await self.open(plan, in: scopes)
            }
        } catch {
            throw error is CancellationError && isToStop ? error : HostFailure(reloading: name, error)
        }
        guard case .enqueued = successor.yield(generation) else {
            await close(generation.scope)
            throw CancellationError()
        }
        if mustBeHealthy, let problem = await problem(of: generation) {
            await discard(generation)
            throw HostFailure(reloading: name, UnhealthyGeneration(problem: problem))
        }
        if isToStop {
            await discard(generation)
            throw CancellationError()
        }
        if let failure = generation.failure {
            await discard(generation)
            throw failure
        }
        return generation
    }

    /// Whether the plugin or the daemon is to stop.
    var isToStop: Bool { stopping.isSignaled || context.startsEnded.isSignaled }

    /// Runs the health checks of a generation, until the plugin or the daemon is to stop.
    ///
    /// - Returns: The first problem; nil when all checks report a healthy plugin, or when the plugin or the daemon is to stop.
    func problem(of generation: PluginGeneration) async -> String? {
        await firstResult(
            of: { await generation.problem() },
            {
                await self.stopping.wait()
                return nil
            },
            {
                await self.context.startsEnded.wait()
                return nil
            })
    }

    private func open(_ plan: Plan, in scopes: PluginScopes) async throws -> PluginGeneration {
        let scope = try await opened {
            try await scopes.own.open(plan, importing: context.siblings)
        }
        do {
            let generation = try PluginGeneration(scope, of: hosted)
            precondition(
                generation.interfaces.keys == scopes.generations.value.interfaces.keys,
                "a plugin with other interfaces is restarted")
            return generation
        } catch {
            await report(scope.close())
            throw error
        }
    }

    /// Makes a prepared generation the current one: it serves all calls that begin from now on.
    ///
    /// Calls and sessions of the earlier generation can finish within `drainLimit`. Until the generation is confirmed, the
    /// failure of a service does not end the life, so that a rollback can replace the generation without an interruption.
    ///
    /// - Parameters:
    ///   - generation: The generation.
    ///   - isConfirmed: Whether the plugin fails with the generation from now on.
    func commit(_ generation: PluginGeneration, isConfirmed: Bool) {
        guard let scopes else { return }
        let previous = scopes.generations.replace(with: generation)
        publishContributions(of: generation)
        previous.value.retire(previous)
        if generation.becomeCurrent() { report(.returned) }
        if isConfirmed, let failure = generation.confirm() { report(.failed(failure)) }
    }

    /// Confirms the current generation.
    ///
    /// - Returns: The failure of a service, with which the plugin fails; nil if none has failed.
    func confirm() -> HostFailure? { scopes?.generations.value.confirm() }

    /// The failure of a service of the current generation, which a reload has not confirmed yet.
    var unconfirmedFailure: HostFailure? { scopes?.generations.value.failure }

    /// Closes a prepared generation.
    func discard(_ generation: PluginGeneration) async {
        generation.retire(nil)
        await generation.closed.waitIgnoringCancellation()
    }

    /// Runs the services of a generation until its end, and ends its calls.
    ///
    /// The scope of a generation that is not the current one is closed, too.
    func serve(_ generation: PluginGeneration) async {
        await withTaskGroup(of: Void.self) { group in
            let ending = OneShotEvent()
            let services = services(of: generation, until: ending)
            if let services { group.addTask { await self.runServices(services, of: generation, until: ending) } }
            await waitForEnd(of: generation)
            await endCalls(of: generation)
            guard let services else { return }
            context.requestTime(limits.timeoutStop)
            ending.signal()
            // The task is unstructured and not awaited: the group runs on the executor of its services, which may block
            // all threads.
            Task { await services.triggerGracefulShutdown() }
        }
        await endChecks(of: generation)
        if !generation.isCurrent { await close(generation.scope) }
        generation.closed.signal()
    }

    /// Waits until the plugin is to stop, or until a retired generation is no longer in use or `drainLimit` has passed.
    private func waitForEnd(of generation: PluginGeneration) async {
        defer { generation.forgetUsers() }
        await firstResult(
            of: { await self.ending.wait() },
            {
                await generation.retired.wait()
                await generation.users?.drain(within: self.limits.drainLimit)
            })
    }

    /// Waits for the calls in progress, or cancels those of a retired generation.
    private func endCalls(of generation: PluginGeneration) async {
        let isStopping = ending.isSignaled
        if !isStopping { await scopes?.sessions.removeAll(of: generation) }
        let calls = generation.calls
        // The calls of a stalled plugin have already been cancelled.
        let remaining = await calls.drain(
            within: isStopping && calls.abandonment == nil ? limits.timeoutStop : .zero, grace: Self.cancellationTime,
            requestingTime: context.requestTime)
        guard remaining > 0 else { return }
        hosted.report(.stuck(.calls, names: calls.operations.counted))
        // The callers do not wait for code that ignores its cancellation.
        if calls.abandonment == nil { calls.abandon(with: ended) }
        hosted.noteAbandoned()
        // The task is unstructured, so that nothing has to wait for the calls.
        Task {
            await calls.drained.wait()
            abandonedCodeEnded(in: .calls)
        }
    }
}

/// The error of a new generation with a failing health check.
private struct UnhealthyGeneration: Error, CustomStringConvertible {
    /// The problem that the check reported.
    let problem: String

    var description: String { "a health check reports a problem: \(problem)" }
}
