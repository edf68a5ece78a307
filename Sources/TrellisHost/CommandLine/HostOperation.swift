import CommandModel
import Foundation
import Glibc
import HostConfiguration
import HostSupport
import Logging
import Synchronization
import SystemPackage
import Systemd
public import Trellis
import UnixSignals

/// A one-off operation of a daemon's program: an option such as `--move-items`, which starts no plugin.
public struct HostOperation: Sendable {
    /// The name of the option, without its dashes.
    let name: String

    /// The description of the option.
    let summary: String

    /// Performs the operation, and returns the lines for the operator.
    let run: @Sendable (HostOperationContext) async throws -> [String]

    /// Declares an operation.
    ///
    /// - Parameters:
    ///   - name: The name of the option, without its dashes.
    ///   - summary: The description of the option.
    ///   - run: Performs the operation, and returns the lines for the operator. A `HostFailure` or `PluginFailure` determines the
    ///     exit status. SIGINT and SIGTERM cancel the task.
    public init(
        _ name: String, _ summary: String, run: @escaping @Sendable (HostOperationContext) async throws -> [String]
    ) {
        (self.name, self.summary, self.run) = (name, summary, run)
    }
}

/// The parts of a daemon that a one-off operation can use.
public struct HostOperationContext: Sendable {
    /// The access to the configured cluster, which is not connected; nil without a cluster.
    public let cluster: (any Cluster)?

    /// Shows the number of finished items of a total on a terminal.
    public let showProgress: @Sendable (_ count: Int, _ total: Int) -> Void

    private let configuration: LoadedConfiguration
    private let environment: HostEnvironment

    init(
        cluster: (any Cluster)?, configuration: LoadedConfiguration, environment: HostEnvironment,
        progress showProgress: @escaping @Sendable (_ count: Int, _ total: Int) -> Void
    ) {
        (self.cluster, self.configuration, self.environment) = (cluster, configuration, environment)
        self.showProgress = showProgress
    }

    /// Returns the value of a key of the configuration, or its default value.
    ///
    /// - Parameter key: The key, such as `plugins.items.store`.
    /// - Returns: The text of the value; nil if there is none, and for a secret.
    public func setting(_ key: String) -> String? {
        let setting = configuration.settings.first { $0.key == key }
        guard let setting, setting.secret == nil else { return nil }
        return setting.value?.text
    }

    /// Returns the environment of a plugin, as the daemon would pass it to the plugin.
    ///
    /// - Parameter plugin: The name of the plugin.
    /// - Returns: The environment. Its log messages are discarded.
    public func environment(of plugin: String) -> PluginEnvironment { environment.environment(for: plugin) }
}

extension Host {
    /// Performs a one-off operation, and prints its outcome.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - program: The name of the program, in its errors.
    /// - Returns: The exit status: 0, or one of sysexits(3).
    func perform(_ operation: HostOperation, program: String) async -> Int32 {
        umask(0o077)
        CoreDumps.suppress()
        let progress = SharedProgress(StandardStream.progressOutput)
        do throws(HostFailure) {
            let context = try context { progress.show($0, of: $1) }
            let lines = try await carryOut(operation, in: context)
            progress.clear()
            for line in lines {
                try StandardStream.printResult(
                    "\(line)\n", after: "--\(operation.name) has succeeded; only its report is incomplete")
            }
            return ExitStatus.success.rawValue
        } catch {
            progress.clear()
            StandardStream.report("\(program): \(error)\n")
            return error.exitStatus.rawValue
        }
    }

    /// Reads the configuration, and continues as the owner of the state directory if the process runs as root.
    private func context(
        progress: @escaping @Sendable (_ count: Int, _ total: Int) -> Void
    ) throws(HostFailure) -> HostOperationContext {
        let directories = try HostDirectories(options: options, service: service, variables: variables, isRoot: isRoot)
        let (configuration, _) = try loadConfiguration()
        var environment = HostEnvironment.live(
            directories: directories, service: service,
            logger: { label in Logger(label: label) { _ in SwiftLogNoOpLogHandler() } })
        // The files for TLS may be readable by root only, so they are read first.
        let cluster = try cluster(for: configuration.host.cluster, in: environment)
        environment.hasCluster = cluster != nil
        try Directory.becomeOwner(of: directories.state)
        return HostOperationContext(
            cluster: cluster, configuration: configuration, environment: environment, progress: progress)
    }

    /// Performs an operation until it ends, or a signal cancels it.
    private func carryOut(
        _ operation: HostOperation, in context: HostOperationContext
    ) async throws(HostFailure) -> [String] {
        do {
            return try await withThrowingTaskGroup(of: [String]?.self) { group in
                group.addTask { try await operation.run(context) }
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { break }
                    return nil
                }
                let lines = try await group.next() ?? nil
                group.cancelAll()
                if let lines { return lines }
                // The operation removes its temporary files.
                if let lines = try await group.next() ?? nil { return lines }
                throw CancellationError()
            }
        } catch is CancellationError {
            throw HostFailure(
                .temporaryFailure, "--\(operation.name) was interrupted", advice: "Run it again to continue")
        } catch {
            throw HostFailure(performing: error)
        }
    }
}

/// The progress of an operation, which any of its tasks reports.
private final class SharedProgress: Sendable {
    private let line: Mutex<ProgressLine>

    init(_ write: (@Sendable (String) -> Void)?) { line = Mutex(ProgressLine(of: .items, write)) }

    func show(_ count: Int, of total: Int) {
        line.withLock { $0.show(count, fraction: total > 0 ? Double(count) / Double(total) : nil) }
    }

    func clear() { line.withLock { $0.clear() } }
}
