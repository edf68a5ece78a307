import Trellis
import TrellisTesting

@testable import TrellisHost

extension FaultyPlugin {
    /// A configuration file with the plugin `faulty`.
    ///
    /// - Parameters:
    ///   - revision: The number whose change causes a new generation.
    ///   - confirmHealth: The value of the key `confirmHealth`.
    ///   - lines: Further keys of the plugin.
    /// - Returns: The text of the file.
    static func text(revision: Int, confirmHealth: String = "0", _ lines: String...) -> String {
        "plugins:\n  faulty: { revision: \(revision), required: false, timeoutStop: 50ms, confirmHealth: \(confirmHealth)"
            + lines.map { ", \($0)" }.joined() + " }\n"
    }
}

extension ReloadedHost {
    /// Calls the plugin `faulty`.
    func act() async throws {
        _ = try await LocalCaller(router: host.router).call("org.example.faulty.Act", JSONObject())
    }
}

/// Runs a host with the plugin `faulty` while a body runs.
func withFaultyPlugin(
    _ script: FaultyScript, quarantined: String? = nil, log: LogRecorder = LogRecorder(level: .notice),
    clock: WallClock = .system, _ text: String,
    _ body: (ReloadedHost) async throws -> Void
) async throws {
    try await FaultyScript.$current.withValue(script) {
        try await withReloadedHost(
            text, log: log, clock: clock, quarantined: quarantined, plugins: [PluginRegistration(FaultyPlugin.self)],
            body)
    }
}
