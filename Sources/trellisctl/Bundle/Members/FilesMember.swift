import CommandModel
import HostInterface
import RFC3339
import Varlink

/// The names, owners and modes of the daemon's files.
enum FilesMember: BundleMember {
    static let name = "files.txt"
    static let contents = "The modes, owners, sizes and times of the daemon's files, without their contents."

    /// The maximum number of files that are listed.
    private static let maximum = 2_000

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let machine = environment.machine
        var lines = ["mode user group size modified path"]
        // The paths are a stack: the last one is listed next.
        var paths = Array(Self.paths(of: machine).reversed())
        while let path = paths.popLast() {
            guard lines.count <= maximum else {
                lines.append("(only the first \(maximum) files are listed)")
                break
            }
            do {
                guard let status = try machine.status(of: path, followsLinks: false) else {
                    lines.append("(missing) \(path)")
                    continue
                }
                let modified = Timestamp(status.modified, unitsPerSecond: 1).rfc3339(fractionDigits: 0)
                lines.append(
                    "\(status.octalMode) \(status.owner) \(status.group) \(status.size) \(modified) "
                        + path.escapingControlCharacters + (status.isDirectory ? "/" : ""))
                if status.isDirectory { paths += machine.names(in: path).reversed().map { "\(path)/\($0)" } }
            } catch {
                lines.append("(\(CommandFailure(call: error).sentence))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func paths(of machine: DoctorEnvironment) -> [String] {
        var paths: [String] = []
        if machine.isSystemService {
            paths = ["/run/trellis", "/run/trellisd", "/etc/trellis", "/var/lib/trellis", "/var/cache/trellis"]
        } else if case .path(let socket) = machine.address {
            paths = [socket]
        }
        if case .answered(let daemon) = machine.daemon {
            // The configuration may name other paths. A relative path is omitted, because it is relative to the working
            // directory of the daemon.
            let more = [daemon.configuration, daemon.stateDirectory].compactMap { $0 }.filter { $0.hasPrefix("/") }
            paths += more.filter { path in !paths.contains { path == $0 || path.hasPrefix($0 + "/") } }
        }
        return paths
    }
}
