import HostInterface
import Logging
import Synchronization
import Trellis
import TrellisTesting

@testable import TrellisHost

/// A router with authorization and the interface `io.systemd.service`, and a recorder of its audit log.
struct AuthorizedRouter {
    /// The router.
    let router: VarlinkRouter

    /// The required roles of methods.
    let roles = RoleTable()

    /// The interceptor of the router.
    let access: AccessInterceptor

    /// Records the entries of the audit log.
    let recorder = AuditRecorder()

    /// Creates a router of a daemon with the user 1000.
    ///
    /// - Parameter options: The settings of the configuration, such as `control.roles.read=2000`.
    /// - Throws: The error of an invalid setting.
    init(_ options: [String]) throws {
        let recorder = recorder
        let policy = try Self.policy(options)
        roles.register([SystemdServiceContract.contract])
        let logger = Logger(label: "test") { _ in recorder }
        let audit = AuditLog(journal: logger, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        recorder.flush.withLock { $0 = { audit.flush(within: .seconds(60)) } }
        access = AccessInterceptor(policy: CurrentPolicy { policy }, roles: roles, audit: audit)
        router = VarlinkRouter.host(logger: logger, interceptor: access)
        try router.register(
            StandardServiceInterface(logLevel: LogLevelControl(.info), logger: logger, variables: [:], reload: {}))
    }

    /// Replaces the roles, as a reload does.
    func reload(_ options: [String]) throws { access.policy.replace(with: try Self.policy(options)) }

    private static func policy(_ options: [String]) throws -> AccessPolicy {
        let configuration = try LoadedConfiguration(path: nil, options: options, registrations: [])
        return AccessPolicy(configuration.host.control.roles, ownUser: 1_000)
    }
}
