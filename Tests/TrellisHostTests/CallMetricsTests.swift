import HostInterface
import Logging
import OpenMetrics
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Metrics of calls", .timeLimit(.minutes(2)))
struct CallMetricsTests {
    /// Rejects the calls of the user 5, immediately or after a wait, and records the outcomes of the others.
    private struct Gate: CallInterceptor {
        let waits: Bool
        let outcomes = Outcomes()

        final class Outcomes: Sendable {
            let errors = Mutex<[String?]>([])
        }

        func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
            if method.name == "GetInfo" { return nil }
            return { request in
                let isRefused = request.context.peer?.userID == 5
                let complete: CallCompletionHandler = { outcome in
                    outcomes.errors.withLock { $0.append(outcome.error) }
                }
                if waits {
                    return .proceedAfter {
                        if isRefused { throw ServiceError.permissionDenied }
                        return complete
                    }
                }
                if isRefused { throw ServiceError.permissionDenied }
                return .proceed(complete)
            }
        }
    }

    private func withRouter(
        waits: Bool, _ body: (VarlinkRouter, MetricRegistry, Gate) async throws -> Void
    ) async throws {
        let (registry, gate, roles) = (MetricRegistry(), Gate(waits: waits), RoleTable())
        roles.register([SystemdServiceContract.contract])
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = VarlinkRouter.host(
            logger: logger, interceptor: CallMetrics(around: gate, roles: roles, in: registry))
        try router.register(
            StandardServiceInterface(logLevel: LogLevelControl(.info), logger: logger, variables: [:], reload: {}))
        try await body(router, registry, gate)
    }

    private func client(_ router: VarlinkRouter, user: UInt32) -> LocalCaller {
        LocalCaller(
            router: router,
            peer: PeerCredentials(processID: 42, userID: user, groupID: user, supplementaryGroupIDs: []))
    }

    private func lines(_ registry: MetricRegistry, _ name: String) -> [String] {
        registry.exposition(as: .openMetrics).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix(name) && !$0.hasSuffix(" 0") }
    }

    @Test("counts calls by outcome, and passes the outcomes on", arguments: [false, true])
    func outcomes(waits: Bool) async throws {
        try await withRouter(waits: waits) { router, registry, gate in
            let service = SystemdServiceClient(client(router, user: 1))
            _ = try await service.ping()
            _ = try await service.ping()
            await #expect(throws: (any Error).self) { try await service.setLogLevel(level: 99) }
            await #expect(throws: (any Error).self) {
                _ = try await SystemdServiceClient(client(router, user: 5)).ping()
            }
            let labels = #"{plugin="trellisd",method="io.systemd.service"#
            #expect(
                lines(registry, "trellis_calls_total") == [
                    #"trellis_calls_total\#(labels).Ping",outcome="ok"} 2"#,
                    #"trellis_calls_total\#(labels).Ping",outcome="refused"} 1"#,
                    #"trellis_calls_total\#(labels).SetLogLevel",outcome="error"} 1"#,
                ])
            #expect(
                lines(registry, "trellis_call_duration_seconds_count") == [
                    #"trellis_call_duration_seconds_count\#(labels).Ping"} 2"#,
                    #"trellis_call_duration_seconds_count\#(labels).SetLogLevel"} 1"#,
                ])
            #expect(gate.outcomes.errors.withLock(\.count) == 3)
        }
    }

    @Test("has no metrics of a method before its first call, and none of GetInfo")
    func absent() async throws {
        try await withRouter(waits: false) { router, registry, _ in
            _ = try await ServiceClient(client(router, user: 1)).getInfo()
            #expect(lines(registry, "trellis_calls_total{").isEmpty)
            #expect(registry.exposition(as: .openMetrics).contains("# TYPE trellis_calls counter\n"))
        }
    }
}
