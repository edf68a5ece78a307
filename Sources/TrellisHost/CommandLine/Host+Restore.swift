import Foundation
import Glibc
import HostConfiguration
import HostSupport
import SystemPackage
import Systemd

extension Host {
    /// Restores a backup into the state directory of the options, and prints the outcome.
    ///
    /// - Parameters:
    ///   - backup: The path of the backup.
    ///   - options: The command-line options, of which the state directory is used.
    ///   - plugins: The names of the plugins whose files are restored.
    ///   - program: The name of the program, in its errors.
    /// - Returns: The exit status: 0, or one of sysexits(3).
    static func restore(_ backup: FilePath, _ options: HostOptions, plugins: Set<String>, program: String) -> Int32 {
        umask(0o077)
        do throws(HostFailure) {
            let directories = try HostDirectories(
                options: options, service: .current(), variables: ProcessInfo.processInfo.environment,
                isRoot: getuid() == 0)
            let restoration = Restoration(
                of: backup, into: directories.state, plugins: plugins, progress: StandardStream.progressOutput)
            for line in try restoration.restore() {
                try StandardStream.printResult(
                    "\(line)\n", after: "The backup is restored; only its report is incomplete")
            }
            return ExitStatus.success.rawValue
        } catch {
            StandardStream.report("\(program): \(error)\n")
            return error.exitStatus.rawValue
        }
    }
}
