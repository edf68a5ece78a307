import ArgumentParser
import Foundation
import Logging
import SystemPackage
import Systemd
import TrellisHost

/// The daemon.
@main
struct Trellisd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trellisd",
        abstract: "Hosts plugins, and takes commands for them over a Unix socket.",
        discussion: """
            Without --config the configuration is trellis.yaml in systemd's configuration directory, or in /etc/trellis. \
            Stop the daemon with SIGTERM or Ctrl-C.
            """,
        version: "trellisd \(Host.version)")

    @Option(help: ArgumentHelp("The configuration file; drop-ins are in the folder beside it (trellis.d).", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("Where to keep what must not be lost.", valueName: "dir"))
    var stateDirectory: String?

    @Option(help: ArgumentHelp("Where to keep what can be made again.", valueName: "dir"))
    var cacheDirectory: String?

    @Option(help: ArgumentHelp("Where to keep what is gone with the daemon.", valueName: "dir"))
    var runtimeDirectory: String?

    @Option(help: ArgumentHelp("The control socket, where systemd hands over none.", valueName: "path"))
    var socket: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("A setting that goes before all others, such as log.level=debug.", valueName: "key=value"))
    var settings: [String] = []

    @Flag(help: "Check the configuration and the graph of every enabled plugin, print every fault, and start nothing.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "What is logged: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "level"),
        transform: level)
    var logLevel: Logger.Level?

    func run() async throws {
        let service = ServiceEnvironment.current()
        let destination = LogDestination.detected(
            identifier: "trellisd", fieldPrefix: "TRELLIS_", environment: service)
        let host = Host(
            options: HostOptions(
                configuration: config.map { FilePath($0) },
                stateDirectory: stateDirectory.map { FilePath($0) },
                cacheDirectory: cacheDirectory.map { FilePath($0) },
                runtimeDirectory: runtimeDirectory.map { FilePath($0) },
                socket: socket, settings: settings, logLevel: logLevel),
            plugins: plugins, service: service, variables: ProcessInfo.processInfo.environment)
        do throws(HostFailure) {
            if check {
                print(try host.check())
            } else {
                try await host.run(logTo: destination)
            }
        } catch {
            destination.flush(within: .seconds(1))
            FileHandle.standardError.write(Data(error.lastWords(isJournal: destination.isJournal).utf8))
            throw ExitCode(error.exitStatus.rawValue)
        }
        destination.flush(within: .seconds(1))
    }
}

/// Reads the name of a log level.
private func level(_ text: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else {
        let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("'\(text)' is no log level. There are: \(names).")
    }
    return level
}

extension LogDestination {
    /// Whether the log goes to the journal.
    fileprivate var isJournal: Bool {
        if case .journal = self { true } else { false }
    }
}

extension HostFailure {
    /// What the process says at its end. In the journal each line has the priority of an error, as sd-daemon(3) spells it.
    fileprivate func lastWords(isJournal: Bool) -> String {
        description.split(separator: "\n").map { (isJournal ? "<3>" : "trellisd: ") + $0 + "\n" }.joined()
    }
}
