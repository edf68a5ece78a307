/// Checks the memory of the daemon against its limit, and the memory that the machine has available.
enum MemoryLimitCheck: Check {
    static let name = "memory"

    /// The available memory of the machine below which the check warns, in KiB: 64 MiB.
    private static let minimum: UInt64 = 65_536

    static func run(in environment: DoctorEnvironment) async throws -> Finding {
        let available = environment.text(of: "/proc/meminfo")?.split(separator: "\n")
            .first { $0.hasPrefix("MemAvailable:") }?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
        if let available, available < minimum {
            return .warning(
                "the machine has only \(available / 1_024) MiB of available memory",
                "Stop other programs, or add memory.")
        }
        let unit = try await environment.properties(of: DoctorEnvironment.service)
        // systemctl prints `infinity` or `[not set]` for a missing value.
        guard let limit = unit?["MemoryMax"].flatMap({ UInt64($0) }), limit > 0 else {
            guard let available else { return .notAvailable("the kernel does not report the available memory") }
            return .ok("the machine has \(available / 1_024) MiB of available memory")
        }
        guard let current = unit?["MemoryCurrent"].flatMap({ UInt64($0) }) else {
            return .ok("the daemon may use \(limit >> 20) MiB")
        }
        if Double(current) < 0.9 * Double(limit) {
            return .ok("the daemon uses \(current >> 20) of \(limit >> 20) MiB")
        }
        let unitName = DoctorEnvironment.service
        return .warning(
            "the daemon uses \(current >> 20) of \(limit >> 20) MiB, and is killed when it exceeds this limit",
            "Raise the limit:", commands: ["systemctl set-property \(unitName) MemoryMax=\((limit >> 20) * 2)M"])
    }
}
