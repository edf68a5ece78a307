import ArgumentParser
import Logging
import SystemPackage
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

    @Option(
        help: ArgumentHelp(
            "The configuration file; drop-ins are in the folder beside it (trellis.d).", valueName: "file"))
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

    @Flag(help: ArgumentHelp("Print every key of the configuration as JSON.", visibility: .hidden))
    var dumpSettings = false

    @Option(
        help: ArgumentHelp(
            "What is logged: \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "level"),
        transform: level)
    var logLevel: Logger.Level?

    func validate() throws {
        let paths = [
            ("--config", config), ("--state-directory", stateDirectory), ("--cache-directory", cacheDirectory),
            ("--runtime-directory", runtimeDirectory), ("--socket", socket),
        ]
        for (option, path) in paths where path == "" {
            throw ValidationError(
                "\(option) needs a path, and has an empty one. A variable of the shell that was not set may be why.")
        }
    }

    func run() async throws {
        if dumpSettings {
            print(Host.describeSettings(of: plugins))
            return
        }
        let options = HostOptions(
            configuration: config.map { FilePath($0) },
            stateDirectory: stateDirectory.map { FilePath($0) },
            cacheDirectory: cacheDirectory.map { FilePath($0) },
            runtimeDirectory: runtimeDirectory.map { FilePath($0) },
            socket: socket, settings: settings, logLevel: logLevel)
        let status = await Host.main(options, plugins: plugins, checking: check)
        if status != 0 { throw ExitCode(status) }
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
