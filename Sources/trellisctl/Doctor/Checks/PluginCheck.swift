import HostInterface

/// Checks the problems that the daemon reports: those of its plugins, of the cluster, of the audit log and of the last reload.
enum PluginCheck: Check {
    static let name = "plugins"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard case .answered(let daemon) = environment.daemon else {
            return .notAvailable("the daemon does not answer")
        }
        guard let problems = daemon.problems else {
            return .notAvailable("trellisd has the version \(daemon.version), which does not report problems")
        }
        // A plugin that an operator stopped is not a defect.
        let relevant = problems.filter { $0.severity != .notice }
        guard !relevant.isEmpty else { return .ok(daemon.status) }
        return Finding(
            verdict: relevant.contains { $0.severity == .critical } ? .failure : .warning,
            // A sentence may have a line per problem of the configuration.
            message: relevant.flatMap { $0.sentence.split(separator: "\n") }.joined(separator: "; "),
            remedy: relevant.map(\.remedy).joined(separator: " "))
    }
}
