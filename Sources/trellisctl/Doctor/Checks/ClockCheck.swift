import RFC3339

/// Checks whether the clock is synchronized, and whether it is behind the times of the daemon's files.
enum ClockCheck: Check {
    static let name = "clock"

    /// The tolerated difference between the clock and the time of a file, in seconds.
    private static let tolerance = 60

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let remedy = "Enable time synchronization:"
        let commands = ["timedatectl set-ntp true"]
        for path in ["/var/lib/trellis", "/etc/trellis"] {
            guard let status = try? environment.status(of: path) else { continue }
            if status.modified > environment.now + tolerance {
                return .failure(
                    "the clock is behind: \(path) was changed at "
                        + Timestamp(status.modified, unitsPerSecond: 1).rfc3339(fractionDigits: 0), remedy,
                    commands: commands)
            }
        }
        // timedatectl fails when systemd-timedated is not installed.
        let result = try await environment.run("timedatectl", ["show", "--property=NTPSynchronized", "--value"])
        guard let result, result.status == 0 else {
            return .notAvailable("systemd-timedated does not report whether the clock is synchronized")
        }
        if result.output.hasPrefix("yes") { return .ok("the clock is synchronized") }
        if let container = try await environment.run("systemd-detect-virt", ["--container"]), container.status == 0 {
            return .notAvailable("the host of this container sets the clock, which is not synchronized")
        }
        return .warning(
            "the clock is not synchronized, so certificates can seem invalid and times can be wrong", remedy,
            commands: commands)
    }
}
