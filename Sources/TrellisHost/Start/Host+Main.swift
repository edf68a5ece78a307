import ConsoleLogging
import Foundation
import Glibc
import HostConfiguration
import HostSupport
import Logging
public import SystemPackage
import Systemd
import Trellis

extension Host {
    /// Runs the process of the daemon and returns its exit status.
    ///
    /// Log messages and the final error are written to the journal when standard error is connected to it, and to
    /// standard error otherwise.
    ///
    /// - Parameters:
    ///   - options: The command-line options.
    ///   - program: The name of the program, in its errors and in the journal. Default: `trellisd`.
    ///   - plugins: The plugins of the daemon.
    ///   - absent: The plugins that the program was built without. Default: none.
    ///   - checking: Whether to validate the configuration and the plugins, and start nothing.
    ///   - files: The files to validate instead of the one in the options, each as a separate configuration.
    ///   - cluster: Creates the access to a cluster. Default: the section `cluster.etcd` is rejected.
    ///   - root: The root scope, with the instances that all plugins can depend on. Default: the clock and the metrics only.
    /// - Returns: The exit status: 0, or one of sysexits(3); with several invalid files, the status for the first one.
    public static func runProcess(
        _ options: HostOptions, program: String = "trellisd", plugins: [PluginRegistration],
        absent: [AbsentPlugin] = [],
        checking: Bool, files: [FilePath] = [], cluster: ClusterConnection? = nil,
        root: RootScope = RootScope()
    ) async -> Int32 {
        IgnoredSignals.ignore()
        if !checking {
            // The mask applies to the whole process, so it is set before other threads exist. Files for other users
            // have an explicit mode.
            umask(0o077)
            CoreDumps.suppress()
        }
        let service = ServiceEnvironment.current()
        let variables = ProcessInfo.processInfo.environment
        let destination = LogDestination.detected(
            identifier: program, fieldPrefix: "TRELLIS_", environment: service, variables: variables)
        defer { destination.flush(within: .seconds(1)) }
        let demo: DemoFolder?
        do throws(HostFailure) {
            demo = options.isDemo && !checking ? try DemoFolder() : nil
        } catch {
            destination.write(finalError: error, of: program)
            return error.exitStatus.rawValue
        }
        defer { demo?.remove() }
        for plugin in absent where demo != nil {
            StandardStream.report("\(program): this demo runs without \(plugin.name): \(plugin.reason)\n")
        }
        let host = Host(
            options: demo?.options(from: options) ?? options, plugins: plugins, absent: absent,
            service: service, variables: variables, cluster: cluster, root: root)
        do throws(HostFailure) {
            if checking {
                do throws(HostFailure) {
                    try host.check(files) { text throws(HostFailure) in try StandardStream.printResult("\(text)\n") }
                } catch {
                    destination.write(finalError: error, of: program)
                    throw error
                }
            } else {
                try await host.run(logTo: destination, reporting: { destination.write(finalError: $0, of: program) })
            }
            return ExitStatus.success.rawValue
        } catch {
            return error.exitStatus.rawValue
        }
    }
}

extension LogDestination {
    /// Whether the destination is the journal.
    private var isJournal: Bool {
        if case .journal = self { true } else { false }
    }

    /// Writes the final error of the process to standard error, after the log; as a log entry if entries are JSON objects.
    fileprivate func write(finalError error: HostFailure, of program: String) {
        defer { flush(within: .seconds(1)) }
        if case .console(let writer) = self, writer.style.isJSON {
            return Logger(label: "trellis") { logHandler(label: $0) }.critical("\(error)")
        }
        flush(within: .seconds(1))
        StandardStream.report(error.finalError(of: program, isJournal: isJournal))
    }
}

extension HostFailure {
    /// The final error of the process, for standard error.
    ///
    /// In the journal, each line has the priority of an error (sd-daemon(3)).
    fileprivate func finalError(of program: String, isJournal: Bool) -> String {
        description.split(separator: "\n").map { line in
            // An indented line continues the one before.
            (isJournal ? "<3>" : line.hasPrefix(" ") ? "" : program + ": ") + line + "\n"
        }.joined()
    }
}
