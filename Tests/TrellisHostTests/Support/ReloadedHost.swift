import Foundation
import HostInterface
import Synchronization
import SystemPackage
import Trellis
import TrellisTesting

@testable import TrellisHost

/// A running host that reads its configuration from a file.
struct ReloadedHost: Sendable {
    let host: PluginHost
    let folder: FilePath
    let recorder: Recorder

    /// Replaces the configuration file.
    func write(_ text: String) throws { try Self.write(text, in: folder) }

    fileprivate static func write(_ text: String, in folder: FilePath) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.appending("trellis.yaml").string))
    }

    /// The plugins with another action than `keep`, or with a reason: `tuned restart: its interfaces change (store)`.
    ///
    /// The parentheses contain the changed settings and, after an arrow, the affected plugins.
    static func lines(_ plan: ReloadPlan) -> [String] {
        plan.plugins.filter { $0.action != .keep || $0.reason != nil }.map { change in
            let settings = change.settings.map { $0.key.split(separator: ".").dropFirst(2).joined(separator: ".") }
            let affected = change.affected.isEmpty ? "" : " → \(change.affected.joined(separator: ", "))"
            return "\(change.plugin) \(change.action.rawValue): \(change.reason ?? "") "
                + "(\(settings.joined(separator: ", "))\(affected))"
        }
    }

    /// The lines of the plan for a configuration file.
    func plan(_ text: String) throws -> [String] {
        try write(text)
        return Self.lines(try host.reloadPlan())
    }

    /// Replaces the configuration file, and reloads it.
    @discardableResult
    func reload(_ text: String) async throws -> [String] {
        try write(text)
        return Self.lines(try await host.reload(expecting: nil))
    }

    /// The states of the enabled plugins.
    var states: [String] {
        host.statuses.filter { $0.status.state != .disabled }
            .map { "\($0.hosted.name) \($0.status.state.rawValue)" }
    }
}

/// Runs a host with a configuration file, and possibly with a quarantined plugin, while a body runs.
func withReloadedHost(
    _ text: String, behaviour: Behaviour = Behaviour(), log: LogRecorder = LogRecorder(level: .notice),
    clock: WallClock = .system, quarantined: String? = nil,
    plugins: [PluginRegistration] = [],
    onApply apply: @escaping @Sendable (HostConfiguration) -> Void = { _ in },
    adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void = { _, _ in },
    _ body: (ReloadedHost) async throws -> Void
) async throws {
    try await withTemporaryFolder { folder in
        try ReloadedHost.write(text, in: folder)
        let environment = HostEnvironment.test(in: folder, clock: clock, logger: log.logger)
        let registrations =
            PluginHostTests.registrations + [
                PluginRegistration(NotebookPlugin.self), PluginRegistration(PickyPlugin.self),
                PluginRegistration(TunedPlugin.self), PluginRegistration(HolderPlugin.self),
                PluginRegistration(SpeakerPlugin.self),
            ] + plugins
        let source = ConfigurationSource(
            read: { overrides in
                try LoadedConfiguration(
                    path: folder.appending("trellis.yaml"), variables: [:], options: [], logLevel: nil, socket: nil,
                    overrides: overrides, registrations: registrations)
            }, apply: apply)
        try await Behaviour.$current.withValue(behaviour) {
            let host = try PluginHost(
                configuration: try source.read(OperatorOverrides()), source: source, environment: environment,
                router: .host(logger: environment.logger("trellis")), overridesFile: OverridesFile(in: folder),
                adjusting: adjust)
            if let plugin = try quarantined.map(host.index(of:)) {
                host.quarantine([plugin: "it crashed"])
            }
            try await host.run {
                try await body(ReloadedHost(host: host, folder: folder, recorder: behaviour.recorder))
            }
        }
    }
}

/// A configuration with the plugins tuned, holder and lone.
///
/// - Parameters:
///   - lines: Further lines in the section of tuned.
///   - rest: Further sections.
/// - Returns: The text of the file.
func tunedText(_ lines: String = "", rest: String = "") -> String {
    "plugins:\n  holder:\n  lone:\n\(rest)  tuned:\n"
        + lines.split(separator: "\n").map { "    \($0)\n" }.joined()
}
