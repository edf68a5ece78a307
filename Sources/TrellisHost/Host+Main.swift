import Foundation
import Glibc
import Systemd

extension Host {
    /// What the process of the daemon does, from its first line to its exit status.
    ///
    /// The log goes to the journal when standard error is connected to it, else to standard error; so do the last words
    /// when something is wrong.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - plugins: The plugins that the daemon is built with.
    ///   - checking: Whether only to check the configuration and the graph, to say what was found, and to start
    ///     nothing.
    /// - Returns: The status to exit with: 0, or one of sysexits(3).
    public static func main(_ options: HostOptions, plugins: [PluginRegistration], checking: Bool) async -> Int32 {
        if !checking {
            IgnoredSignals.ignore()
            // For the whole process, and before there are other threads. What is for others gets its mode explicitly.
            umask(0o077)
            CoreDumps.suppress()
        }
        let service = ServiceEnvironment.current()
        let variables = ProcessInfo.processInfo.environment
        let destination = LogDestination.detected(
            identifier: "trellisd", fieldPrefix: "TRELLIS_", environment: service, variables: variables)
        defer { destination.flush(within: .seconds(1)) }
        let host = Host(
            options: options, plugins: plugins, service: service, variables: variables)
        do throws(HostFailure) {
            if checking {
                FileHandle.standardOutput.write(Data("\(try host.check())\n".utf8))
            } else {
                try await host.run(logTo: destination)
            }
            return ExitStatus.success.rawValue
        } catch {
            // What was logged comes before the last words.
            destination.flush(within: .seconds(1))
            FileHandle.standardError.write(Data(error.lastWords(isJournal: destination.isJournal).utf8))
            return error.exitStatus.rawValue
        }
    }
}

extension LogDestination {
    /// Whether the log goes to the journal.
    fileprivate var isJournal: Bool {
        if case .journal = self { true } else { false }
    }
}

extension HostFailure {
    /// What the process says at its end.
    ///
    /// In the journal each line has the priority of an error, as sd-daemon(3) spells it.
    fileprivate func lastWords(isJournal: Bool) -> String {
        description.split(separator: "\n").map { (isJournal ? "<3>" : "trellisd: ") + $0 + "\n" }.joined()
    }
}
