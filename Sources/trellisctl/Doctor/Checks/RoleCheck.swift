import Glibc

/// Checks whether the daemon responds, and whether the user has a role that permits calls.
enum RoleCheck: Check {
    static let name = "rights"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let failure: CommandFailure
        switch environment.daemon {
        case .answered: return .ok("the daemon answers, and you have at least the role 'read'")
        case .idle: return .notAvailable("the daemon has not started")
        case .failed(let error): failure = error
        }
        if failure.error?.name == "io.trellis.Host.RoleRequired" {
            return .failure(
                failure.sentence,
                "Add '\(environment.user.name)' to control.roles.read in the daemon's configuration, and run "
                    + "'trellisctl reload'.")
        }
        if failure.exitStatus == EX_NOPERM {
            return .notAvailable("you may not connect; see the check '\(GroupCheck.name)'")
        }
        // The daemon reports the remedy of a failed start.
        if failure.error?.name == "io.trellis.Host.StartFailed", let remedy = failure.advice {
            return .failure(failure.sentence, remedy)
        }
        guard try await environment.properties(of: DoctorEnvironment.service) != nil else {
            return .failure(failure.sentence, failure.advice ?? "Restart the daemon.")
        }
        return .failure(
            failure.sentence, "Restart the daemon:", commands: ["systemctl restart \(DoctorEnvironment.service)"])
    }
}
