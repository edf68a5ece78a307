import Glibc
import Logging
import Trellis

/// The implementation of `io.systemd.service`, the common interface of systemd's services.
struct StandardServiceInterface: SystemdServiceService {
    /// The log level, which clients can change.
    let logLevel: LogLevelControl

    /// Logs changes of the log level.
    let logger: Logger

    /// The environment variables of the daemon.
    let variables: [String: String]

    /// The names of the variables whose values are masked.
    var secretVariables: Set<String> = []

    /// Reloads the configuration.
    let reload: @Sendable () async throws -> Void

    func ping(context: CallContext) async throws -> SystemdServiceContract.PingReply {
        SystemdServiceContract.PingReply()
    }

    func reload(
        allowInteractiveAuthentication: Bool?, context: CallContext
    ) async throws -> SystemdServiceContract.ReloadReply {
        try await reload()
        return SystemdServiceContract.ReloadReply()
    }

    func setLogLevel(level: Int?, context: CallContext) async throws -> SystemdServiceContract.SetLogLevelReply {
        guard let level else {
            logLevel.level = logLevel.configured
            return SystemdServiceContract.SetLogLevelReply()
        }
        let levels: [Logger.Level] = [.critical, .critical, .critical, .error, .warning, .notice, .info, .debug]
        guard levels.indices.contains(level) else { throw ServiceError.invalidParameter(parameter: "level") }
        logLevel.level = levels[level]
        logger.log(.logLevelChanged, "log level changed", metadata: ["level": "\(levels[level])"])
        return SystemdServiceContract.SetLogLevelReply()
    }

    func getEnvironment(context: CallContext) async throws -> SystemdServiceContract.GetEnvironmentReply {
        SystemdServiceContract.GetEnvironmentReply(
            environment: variables.sorted { $0.key < $1.key }.map { name, value in
                "\(name)=\(secretVariables.contains(name) ? Secret.mask : value)"
            })
    }
}
