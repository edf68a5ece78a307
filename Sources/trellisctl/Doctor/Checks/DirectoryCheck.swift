import CommandModel

/// Checks the owners and permissions of the daemon's directories, the owners of the files in them, and whether the daemon can read its
/// configuration.
enum DirectoryCheck: Check {
    static let name = "directories"

    /// The maximum number of files whose owner is checked.
    private static let maximumFiles = 10_000

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard let unit = try await environment.properties(of: DoctorEnvironment.service) else { return .withoutSystemd }
        let user = unit["User"].flatMap { $0.isEmpty ? nil : $0 } ?? "root"
        guard let owner = environment.userID(user) else {
            return .failure("the user '\(user)' does not exist", "Create it:", commands: ["systemd-sysusers"])
        }
        var problems: [(message: String, command: String)] = []
        for path in paths("StateDirectory", "/var/lib", unit) + paths("CacheDirectory", "/var/cache", unit) {
            // systemd creates a missing directory when the daemon starts.
            guard let status = try environment.status(of: path) else { continue }
            problems += Self.problems(of: path, status, owner: owner, named: user)
            // The directories of the plugins.
            for name in environment.names(in: path) {
                guard let status = try? environment.status(of: "\(path)/\(name)", followsLinks: false),
                    status.isDirectory,
                    status.owner == owner
                else { continue }
                problems += Self.problems(of: "\(path)/\(name)", status, owner: owner, named: user)
            }
            if status.owner == owner, let file = try foreignFile(in: path, owner: owner, environment) {
                problems.append(
                    ("\(file) does not belong to the user '\(user)'", "chown --recursive \(user):\(user) \(path)/"))
            }
        }
        for path in paths("ConfigurationDirectory", "/etc", unit) {
            guard let status = try environment.status(of: path) else {
                problems.append(("\(path) does not exist", "systemd-tmpfiles --create trellis.conf"))
                continue
            }
            problems += Self.problems(of: path, status, owner: environment.userID("root") ?? 0, named: "root")
            let group = unit["Group"].flatMap { environment.group($0)?.id }
            problems += try unsuitableFiles(in: path, owner: owner, group: group, named: user, environment)
        }
        guard !problems.isEmpty else { return .ok("the directories have the right owners and permissions") }
        return .failure(
            problems.map(\.message).joined(separator: "; "), "Run these commands:", commands: problems.map(\.command))
    }

    /// Returns the paths of a property such as `StateDirectory`.
    private static func paths(_ property: String, _ parent: String, _ unit: [String: String]) -> [String] {
        (unit[property] ?? "").split(separator: " ").map { "\(parent)/\($0)" }
    }

    private static func problems(
        of path: String, _ status: FileStatus, owner: UInt32, named user: String
    ) -> [(message: String, command: String)] {
        guard status.isDirectory else {
            return [("\(path) is not a directory", "mv --no-clobber \(path) \(path).old")]
        }
        var problems: [(String, String)] = []
        if status.owner != owner {
            problems.append(
                (
                    "\(path) belongs to the user \(status.owner) instead of '\(user)'",
                    "chown --recursive \(user):\(user) \(path)/"
                ))
        }
        if status.mode & 0o022 != 0 {
            problems.append(("\(path) can be changed by others (mode \(status.octalMode))", "chmod go-w \(path)"))
        }
        return problems
    }

    /// Returns the configuration files and their directories that the daemon cannot read, and the files that others can change.
    private static func unsuitableFiles(
        in path: String, owner: UInt32, group: UInt32?, named user: String, _ environment: DoctorEnvironment
    ) throws -> [(message: String, command: String)] {
        let dropIns = "\(path)/trellis.d"
        let names = [path, "\(path)/trellis.yaml", dropIns]
        let files = names + environment.names(in: dropIns).filter { $0.hasSuffix(".yaml") }.map { "\(dropIns)/\($0)" }
        return try files.compactMap { file in
            guard let status = try environment.status(of: file) else { return nil }
            // The bits of others, of the group or of the owner, as for the access of a process (path_resolution(7)).
            let shift: UInt32 = status.owner == owner ? 6 : status.group == group ? 3 : 0
            let needed: UInt32 = status.isDirectory ? 0o5 : 0o4
            if status.mode >> shift & needed != needed {
                return (
                    "the user '\(user)' cannot read \(file) (mode \(status.octalMode))",
                    "chmod \(status.isDirectory ? "a+rx" : "a+r") \(ShellQuoting.quoted(file))"
                )
            }
            guard !status.isDirectory, status.mode & 0o022 != 0 || ![0, owner].contains(status.owner) else {
                return nil
            }
            return (
                "other users can change \(file) (mode \(status.octalMode))",
                "chown root: \(ShellQuoting.quoted(file)); chmod go-w \(ShellQuoting.quoted(file))"
            )
        }
    }

    /// Returns a file that belongs to another user; nil if there is none or the directory cannot be read.
    private static func foreignFile(
        in path: String, owner: UInt32, _ environment: DoctorEnvironment
    ) throws -> String? {
        var folders = [path]
        var count = 0
        while let folder = folders.popLast() {
            // A file may be deleted before its status is read.
            for name in environment.names(in: folder) {
                // mkfs(8) creates this directory of root at the top of a file system.
                if folder == path, name == "lost+found" { continue }
                count += 1
                if count > maximumFiles { return nil }
                let file = "\(folder)/\(name)"
                guard let status = try? environment.status(of: file, followsLinks: false) else { continue }
                if status.owner != owner { return file }
                if status.isDirectory { folders.append(file) }
            }
        }
        return nil
    }
}
