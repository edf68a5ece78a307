/// Checks the state of the daemon's unit: failures, the start limit, changed unit files, and the start at boot.
enum ServiceCheck: Check {
    static let name = "service"

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let name = DoctorEnvironment.service
        guard let unit = try await environment.properties(of: name) else { return .withoutSystemd }
        guard unit["LoadState"] == "loaded" else {
            return .failure(
                "\(name) is not installed", "Install Trellis, then run:", commands: ["systemctl daemon-reload"])
        }
        if unit["ActiveState"] == "failed" { return failed(unit) }
        let restarts = unit["NRestarts"] ?? "0"
        if unit["SubState"] == "auto-restart" || unit["ActiveState"] == "activating" && restarts != "0" {
            // systemd resets the result when it restarts the daemon.
            let result = unit["Result"] == "success" ? "" : " (\(reason(of: unit)))"
            return .warning(
                "\(name) has failed\(result), and systemd starts it again", "Read the reason in the journal:",
                commands: [journal])
        }
        if unit["NeedDaemonReload"] == "yes" {
            return .warning(
                "the unit file of \(name) has changed on the disk", "Load the new file:",
                commands: ["systemctl daemon-reload"])
        }
        if unit["ActiveState"] == "activating" { return .ok("\(name) is starting") }
        if unit["UnitFileState"] == "disabled" {
            return .warning(
                "\(name) does not start at boot: plugins that work without clients, such as metrics, run only after the first "
                    + "connection",
                "Enable it:", commands: ["systemctl enable \(name)"])
        }
        if unit["ActiveState"] == "active" {
            return .ok("\(name) is active" + (restarts == "0" ? "" : ", after \(restarts) restarts"))
        }
        return .ok("\(name) is \(unit["ActiveState"] ?? "unknown"); the first connection starts it")
    }

    private static let journal = "journalctl --unit=\(DoctorEnvironment.service) --lines=20 --no-pager"

    private static func failed(_ unit: [String: String]) -> Finding {
        let (service, socket) = (DoctorEnvironment.service, DoctorEnvironment.socket)
        let message =
            unit["Result"] == "start-limit-hit"
            ? "\(service) reached its start limit (\(unit["StartLimitBurst"] ?? "?") starts in "
                + "\(unit["StartLimitIntervalUSec"] ?? "?"))"
            : "\(service) failed (\(reason(of: unit)))"
        return .failure(
            message, "Read the reason in the journal, solve it, then start the service again:",
            commands: [journal, "systemctl reset-failed \(service) \(socket)", "systemctl restart \(service)"])
    }

    /// Returns the reason that systemd reports, such as `exit-code, status 78`.
    private static func reason(of unit: [String: String]) -> String {
        let result = unit["Result"] ?? "unknown"
        return result == "exit-code" ? "\(result), status \(unit["ExecMainStatus"] ?? "?")" : result
    }
}
