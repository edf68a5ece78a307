/// Checks whether the user may read the daemon's log in the journal.
enum JournalCheck: Check {
    static let name = "journal"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        guard environment.isSystemService else { return .withoutSystemd }
        let unit = DoctorEnvironment.service
        // With --output=cat, journalctl would not say which messages the user does not see.
        let arguments = ["--unit=\(unit)", "--lines=1", "--no-pager"]
        guard let result = try await environment.run("journalctl", arguments) else {
            return .notAvailable("journalctl is not installed")
        }
        if result.error.contains(text: "not seeing messages")
            || result.error.contains(text: "insufficient permissions")
        {
            return .warning(
                "you may not read the system's journal, which has the daemon's log",
                "Add yourself to a group that may read it, then log out and in again:",
                commands: ["usermod --append --groups systemd-journal \(environment.user.name)"])
        }
        if result.error.contains(text: "No journal files were") {
            return .warning(
                "the journal has no files", "Start systemd-journald, and check its configuration in journald.conf(5):",
                commands: ["systemctl restart systemd-journald.service"])
        }
        return .ok("you may read the log of \(unit)")
    }
}
