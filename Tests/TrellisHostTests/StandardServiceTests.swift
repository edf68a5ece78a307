import HostInterface
import Logging
import Synchronization
import Testing
import Trellis

@testable import TrellisHost

@Suite("io.systemd.service", .timeLimit(.minutes(2)))
struct StandardServiceTests {
    private let control = LogLevelControl(.notice)

    /// A client of the service, and a logger with its log level.
    private func client(
        reload: @escaping @Sendable () async throws -> Void = {}
    ) throws -> (SystemdServiceClient, Logger) {
        let control = control
        let logger = Logger(label: "test") {
            HostLogHandler(SwiftLogNoOpLogHandler(), label: $0, control: control, ring: LogRing())
        }
        let router = VarlinkRouter.host(logger: logger)
        try router.register(
            StandardServiceInterface(
                logLevel: control, logger: logger, variables: ["B": "2", "A": "1"], reload: reload))
        return (SystemdServiceClient(LocalCaller(router: router)), logger)
    }

    @Test("replies to a ping, and returns the environment")
    func basics() async throws {
        let (service, _) = try client()
        _ = try await service.ping()
        #expect(try await service.getEnvironment().environment == ["A=1", "B=2"])
    }

    @Test("changes and resets the log level")
    func level() async throws {
        let (service, logger) = try client()
        #expect(logger.logLevel == .notice)
        _ = try await service.setLogLevel(level: 7)
        #expect(logger.logLevel == .debug)
        _ = try await service.setLogLevel(level: 0)
        #expect(logger.logLevel == .critical)
        _ = try await service.setLogLevel(level: nil)
        #expect(logger.logLevel == .notice)
        await #expect(throws: ServiceError.invalidParameter(parameter: "level")) {
            try await service.setLogLevel(level: 8)
        }
        #expect(logger.logLevel == .notice)
    }

    @Test("reloads the configuration, and fails with the reason")
    func reload() async throws {
        let isValid = Mutex(true)
        let (service, _) = try client(reload: {
            guard isValid.withLock(\.self) else { throw HostError.changeRejected(message: "unknown key 'itmes'") }
        })
        _ = try await service.reload()
        _ = try await service.reload(allowInteractiveAuthentication: true)
        isValid.withLock { $0 = false }
        let error = await #expect(throws: RemoteError.self) { try await service.reload() }
        #expect(error?.name == "io.trellis.Host.ChangeRejected")
        #expect(error?.parameters["message"]?.stringValue == "unknown key 'itmes'")
    }
}
