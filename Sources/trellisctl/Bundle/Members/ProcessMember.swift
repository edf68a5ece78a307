import Glibc

/// The limits and the state of the daemon's process.
enum ProcessMember: BundleMember {
    static let name = "process.txt"
    static let contents = "The limits, memory and threads of the daemon's process."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let process = try await environment.process()
        var text = ""
        for file in ["limits", "status", "cgroup"] {
            let path = "/proc/\(process)/\(file)"
            guard let contents = environment.machine.text(of: path) else { continue }
            text += "# \(path)\n\(contents)"
        }
        guard !text.isEmpty else { throw CommandFailure(EX_UNAVAILABLE, "the process \(process) has ended") }
        return text
    }
}
