import HostInterface

/// Checks the free space of the file systems that have the daemon's state and cache.
enum DiskSpaceCheck: Check {
    static let name = "disk-space"

    private static let failing: UInt64 = 16 << 20
    private static let warning: UInt64 = 256 << 20

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        var paths = ["/var/lib/trellis", "/var/cache/trellis"]
        if !environment.isSystemService {
            guard case .answered(let daemon) = environment.daemon else {
                return .notAvailable("the daemon does not answer, so its state directory is unknown")
            }
            paths = [daemon.stateDirectory]
        }
        var worst: (path: String, space: DoctorEnvironment.Space)?
        for path in paths {
            let space = try environment.space(try existingDirectory(of: path, in: environment))
            if space.inodes == 0 {
                return .failure("the file system of \(path) has no free inodes", "Delete files on it.")
            }
            if worst.map({ space.bytes < $0.space.bytes }) ?? true { worst = (path, space) }
        }
        guard let worst else { return .notAvailable("the daemon has no directories") }
        let message = "the file system of \(worst.path) has \(worst.space.bytes >> 20) MiB of free space"
        let remedy = "Delete or move files on it; the daemon continues without a restart."
        if worst.space.bytes < failing { return .failure(message, remedy) }
        return worst.space.bytes < warning ? .warning(message, remedy) : .ok(message)
    }

    /// Returns the lowest existing and readable directory on a path: the path itself, or a directory above it.
    private static func existingDirectory(of path: String, in environment: DoctorEnvironment) throws -> String {
        var path = path[...]
        while !path.isEmpty, (try? environment.status(of: String(path))) == nil {
            path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return path.isEmpty ? "/" : String(path)
    }
}
