import HostSupport
import Metrics
import OpenMetrics
import Trellis

/// Counts the calls and measures their durations, around another interceptor.
///
/// `org.varlink.service.GetInfo`, which is answered on the event loop, is not counted.
struct CallMetrics: CallInterceptor {
    /// The interceptor that decides on the calls.
    let next: any CallInterceptor

    /// The plugins of the interfaces.
    let roles: RoleTable

    private let registry: MetricRegistry

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - next: The interceptor that decides on the calls.
    ///   - roles: The plugins of the interfaces.
    ///   - registry: The metrics of the daemon.
    init(around next: any CallInterceptor, roles: RoleTable, in registry: MetricRegistry) {
        (self.next, self.roles, self.registry) = (next, roles, registry)
        for family in [Self.calls, Self.durations, Self.streams] { registry.declare(family) }
    }

    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
        guard let decide = next.interception(of: method, in: interface) else { return nil }
        // The metrics of a method are made at its first call, so that a daemon with many methods has few time series.
        let metrics = Deferred { [roles, registry] in
            MethodMetrics(
                plugin: roles.plugin(of: interface), method: "\(interface).\(method.name)", in: registry)
        }
        return { request in
            let metrics = metrics.value
            return try metrics.deciding(isStream: request.context.more && method.streaming != .never) {
                try decide(request)
            }
        }
    }
}

extension CallMetrics {
    fileprivate static let calls = MetricFamily(
        "trellis_calls", .counter,
        help: "Calls that have ended, by outcome: ok, error, refused (the caller lacks the role) or cancelled.")
    fileprivate static let durations = MetricFamily(
        "trellis_call_duration", .histogram, unit: "seconds",
        help: "Durations of the calls that have ended, without refused calls and calls with several replies.")
    fileprivate static let streams = MetricFamily(
        "trellis_streams", .gauge, help: "Calls with several replies that are in progress.")
}

/// The metrics of one method.
private final class MethodMetrics: Sendable {
    private let succeeded, failed, refused, cancelled: Counter
    private let duration: Metrics.Timer
    private let streams: Meter

    init(plugin: String, method: String, in registry: MetricRegistry) {
        let labels = [("plugin", plugin), ("method", method)]
        func counter(_ outcome: String) -> Counter {
            Counter(label: CallMetrics.calls.name, dimensions: labels + [("outcome", outcome)], factory: registry)
        }
        succeeded = counter("ok")
        failed = counter("error")
        refused = counter("refused")
        cancelled = counter("cancelled")
        duration = Metrics.Timer(label: CallMetrics.durations.name, dimensions: labels, factory: registry)
        streams = Meter(label: CallMetrics.streams.name, dimensions: labels, factory: registry)
    }

    /// Adds the metrics to a decision.
    func deciding(isStream: Bool, _ decide: () throws -> CallDecision) throws -> CallDecision {
        switch try countingRefusal(decide) {
        case .proceed(let completion):
            return .proceed(countStart(isStream: isStream, completion))
        case .proceedAfter(let wait):
            return .proceedAfter {
                do {
                    return self.countStart(isStream: isStream, try await wait())
                } catch {
                    self.refused.increment()
                    throw error
                }
            }
        }
    }

    private func countingRefusal(_ decide: () throws -> CallDecision) throws -> CallDecision {
        do {
            return try decide()
        } catch {
            refused.increment()
            throw error
        }
    }

    /// Counts a call that begins, and returns the handler that counts its end.
    private func countStart(isStream: Bool, _ completion: CallCompletionHandler?) -> CallCompletionHandler {
        if isStream { streams.increment(by: 1) }
        return { outcome in
            self.countEnd(outcome, isStream: isStream)
            completion?(outcome)
        }
    }

    private func countEnd(_ outcome: CallOutcome, isStream: Bool) {
        if outcome.isSuccess {
            succeeded.increment()
        } else if outcome.reason is CancellationError {
            cancelled.increment()
        } else {
            failed.increment()
        }
        if isStream {
            streams.decrement(by: 1)
        } else {
            duration.record(duration: outcome.duration)
        }
    }
}
