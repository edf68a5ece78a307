import Varlink

/// The states of the daemon's units.
///
/// The unit files and properties such as `Environment` and `SetCredential`, which may contain secrets, are left out.
enum UnitsMember: BundleMember {
    static let name = "units.json"
    static let contents = "The states, limits and directories of trellisd.service and trellisd.socket."

    /// The properties that are collected.
    private static let properties: Set<String> = [
        "ActiveEnterTimestamp", "ActiveExitTimestamp", "ActiveState", "CPUUsageNSec", "CacheDirectory",
        "ConfigurationDirectory", "DropInPaths", "ExecMainCode", "ExecMainExitTimestamp", "ExecMainPID",
        "ExecMainStartTimestamp", "ExecMainStatus", "FragmentPath", "Group", "InactiveEnterTimestamp",
        "InactiveExitTimestamp", "InvocationID", "LimitCORE", "LimitNOFILE", "Listen", "LoadError", "LoadState",
        "MainPID", "MemoryCurrent", "MemoryMax", "MemoryPeak", "NAccepted", "NConnections", "NRefused", "NRestarts",
        "NeedDaemonReload", "Result", "RuntimeDirectory", "SocketGroup", "SocketMode", "SocketUser",
        "StartLimitBurst", "StartLimitIntervalUSec", "StateDirectory", "StatusErrno", "StatusText", "SubState",
        "TasksCurrent", "TasksMax", "TimeoutStartUSec", "TimeoutStopUSec", "UnitFilePreset", "UnitFileState", "User",
        "WatchdogTimestamp", "WatchdogUSec",
    ]

    static func collect(in environment: BundleEnvironment) async throws -> String {
        var units = JSONObject()
        for unit in [DoctorEnvironment.service, DoctorEnvironment.socket] {
            guard let values = try await environment.machine.properties(of: unit) else {
                throw CommandFailure.withoutSystemd
            }
            var object = JSONObject()
            for (name, value) in values.sorted(by: { $0.key < $1.key }) where properties.contains(name) {
                object[name] = .string(value)
            }
            units[unit] = .object(object)
        }
        return JSONValue.object(units).formatted(.pretty) + "\n"
    }
}
