import Foundation
import Glibc
import HostSupport
import SystemPackage
import Systemd

/// A check of the configuration with the user, the environment and the credentials of a systemd unit.
///
/// systemd-run(1) runs the check in a transient unit, to which the settings of the unit's files are copied. Specifiers such as
/// `%H` in these settings are not expanded.
struct UnitCheck {
    /// The name of the unit.
    let unit: String

    /// The settings of the unit's section `[Service]`: names and values in the order of its files.
    private let settings: [(name: String, value: String)]

    /// Reads the files of a unit.
    ///
    /// - Parameter name: The name of the unit; the suffix `.service` may be omitted.
    /// - Throws: `HostFailure` when this process is not root, or systemd does not know the unit.
    init(of name: String) throws(HostFailure) {
        let unit = name.contains(".") ? name : "\(name).service"
        guard geteuid() == 0 else {
            throw HostFailure(
                .noPermission, "only root can check with the user and the credentials of \(unit)",
                advice: "Run it with sudo")
        }
        self.init(unit: unit, files: try Self.files(of: unit))
    }

    /// Creates the check from the text of a unit's files.
    ///
    /// - Parameters:
    ///   - unit: The name of the unit.
    ///   - text: The contents of its files, as `systemctl cat` prints them.
    init(unit: String, files text: String) {
        var settings: [(name: String, value: String)] = []
        var section = ""
        for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("[") { section = line }
            guard section == "[Service]", !line.hasPrefix("#"), !line.hasPrefix(";"), let end = line.firstIndex(of: "=")
            else { continue }
            settings.append(
                (
                    line[..<end].trimmingCharacters(in: .whitespaces),
                    line[line.index(after: end)...].trimmingCharacters(in: .whitespaces)
                ))
        }
        self.unit = unit
        self.settings = settings
    }

    /// The settings of the transient unit, as `--property` of systemd-run(1) expects them.
    ///
    /// The directories are passed as environment variables, because systemd would create them, and remove the runtime directory of a
    /// running daemon.
    var properties: [String] {
        settings.compactMap { name, value in
            if Self.copied.contains(name) { return "\(name)=\(value)" }
            guard let directory = Self.directories[name], !value.isEmpty else { return nil }
            let paths = value.split(separator: " ").map { "\(directory.parent)/\($0.prefix { $0 != ":" })" }
            return "Environment=\(directory.variable)=\(paths.joined(separator: ":"))"
        }
    }

    /// The absolute paths of the unit's credentials, by the names of the credentials.
    private var credentials: [(name: String, path: String)] {
        var credentials: [(name: String, path: String)] = []
        for (name, value) in settings where name == "LoadCredential" || name == "LoadCredentialEncrypted" {
            // An empty value resets the list.
            if value.isEmpty { credentials = [] }
            guard let colon = value.firstIndex(of: ":") else { continue }
            let path = String(value[value.index(after: colon)...])
            if path.hasPrefix("/") { credentials.append((String(value[..<colon]), path)) }
        }
        return credentials
    }

    /// Replaces this process by systemd-run(1), which exits with the status of the check.
    ///
    /// - Parameter arguments: The arguments of the check, without the option for the unit.
    /// - Throws: `HostFailure` when systemd could not load a credential, or systemd-run(1) cannot be started.
    func replaceProcess(with arguments: [String]) throws(HostFailure) -> Never {
        for (name, path) in credentials where access(path, F_OK) != 0 {
            throw HostFailure(
                .noInput, "the file \(path) of the credential '\(name)' does not exist, so \(unit) does not start",
                advice: "Write the secret to the file: 'install --mode=0600 /dev/stdin \(path)'")
        }
        let program =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let words =
            ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", "--same-dir"]
            + properties.map { "--property=\($0)" } + ["--", program] + arguments
        var pointers = words.map { strdup($0) }
        pointers.append(nil)
        execvp("systemd-run", pointers)
        throw HostFailure(
            .unavailable, "cannot start systemd-run: \(Errno(rawValue: errno))",
            advice: "Install systemd, or check without --unit")
    }

    private static func files(of unit: String) throws(HostFailure) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["systemctl", "cat", "--", unit]
        let output = Pipe()
        process.standardOutput = output
        let text: Data?
        do {
            try process.run()
            text = try output.fileHandleForReading.readToEnd()
        } catch {
            throw HostFailure(.unavailable, "cannot run systemctl: \(error)", advice: "Check without --unit")
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0, let text else {
            throw HostFailure(
                .noInput, "'systemctl cat \(unit)' fails",
                advice: "Correct the name of the unit, or check without --unit")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The settings that determine what the program reads (systemd.exec(5)).
    private static let copied: Set<String> = [
        "User", "Group", "SupplementaryGroups", "Environment", "EnvironmentFile", "PassEnvironment", "UnsetEnvironment",
        "LoadCredential", "LoadCredentialEncrypted", "SetCredential", "SetCredentialEncrypted", "ImportCredential",
    ]

    /// The settings with directories, the directories above them, and the variables with their paths (systemd.exec(5)).
    private static let directories: [String: (parent: String, variable: String)] = [
        "ConfigurationDirectory": ("/etc", "CONFIGURATION_DIRECTORY"),
        "StateDirectory": ("/var/lib", "STATE_DIRECTORY"),
        "CacheDirectory": ("/var/cache", "CACHE_DIRECTORY"),
        "RuntimeDirectory": ("/run", "RUNTIME_DIRECTORY"),
    ]
}
