import Logging
import Testing
import Trellis

@testable import TrellisHost

@Suite("io.systemd.service")
struct StandardServiceTests {
    private let control = LogLevelControl(.notice)

    /// A client of the service, and a logger with its log level.
    private func client() throws -> (SystemdServiceClient, Logger) {
        let control = control
        let logger = Logger(label: "test") {
            HostLogHandler(SwiftLogNoOpLogHandler(), label: $0, control: control, ring: LogRing())
        }
        let router = VarlinkRouter.host(logger: logger)
        try router.register(
            StandardServiceInterface(logLevel: control, logger: logger, variables: ["B": "2", "A": "1"]))
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

    @Test("rejects Reload, and names the alternative in the contract")
    func reload() async throws {
        let (service, _) = try client()
        await #expect(throws: ServiceError.methodNotImplemented(method: "io.systemd.service.Reload")) {
            try await service.reload()
        }
        let contract = try InterfaceDescription(parsing: SystemdServiceContract.contract.description)
        let method = try #require(contract.methods.first { $0.name == "Reload" })
        let comment = method.documentation.lines.joined(separator: " ")
        #expect(comment.contains("org.varlink.service.MethodNotImplemented"))
        #expect(comment.contains("systemctl restart trellisd.service"))
    }
}
