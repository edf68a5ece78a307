import CommandModel
import Foundation
import Glibc
import Logging
import Synchronization
import SystemPackage
import Systemd
import Trellis
import UnixSignals

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
            let lines = try await perform(operation, in: context)
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
    private func perform(
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
