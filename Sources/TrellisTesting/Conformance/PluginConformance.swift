import Foundation
public import SystemPackage
public import Trellis
public import TrellisHost

/// Checks that a plugin obeys the rules for plugins, which its own tests would otherwise repeat.
///
/// ```swift
/// @Test("obeys the rules for plugins")
/// func conformance() async throws {
///     try await PluginConformance(NotesPlugin.self).run()
/// }
/// ```
///
/// The plugin runs as in ``withPlugin(_:settings:environment:over:root:adjusting:_:)``, with temporary directories. A plugin
/// that needs a server or a file receives them by settings, credentials, overrides or ``prepare``. ``ConformanceCheck`` lists
/// the checks.
public struct PluginConformance<Type: Plugin>: Sendable {
    /// The plugin's configuration: the keys of its section, with dots for nested sections.
    public var settings: [String: String]

    /// The credentials of the plugin, by their names without the plugin's name.
    public var credentials: [String: [UInt8]]

    /// The clock of the plugin.
    public var clock: WallClock

    /// Creates files that the plugin requires, before its first start.
    public var prepare: @Sendable (PluginDirectories) throws -> Void

    /// The README of the plugin.
    public var readme: FilePath

    /// The time limit of the calls that a check makes, after which they are violations.
    ///
    /// Default: 60 seconds.
    public var callLimit = Duration.seconds(60)

    let others: [PluginRegistration]
    let declareRoot: @Sendable (inout Blueprint) -> Void
    let adjust: @Sendable (inout Blueprint) -> Void
    let makeCalls: @Sendable (RunningPlugin) async throws -> Void

    /// Creates the checks of a plugin.
    ///
    /// - Parameters:
    ///   - type: The type of the plugin, such as `NotesPlugin.self`.
    ///   - settings: The plugin's configuration: the keys of its section, with dots for nested sections.
    ///   - credentials: The credentials of the plugin, by their names without the plugin's name.
    ///   - clock: The clock of the plugin. Default: the system clock.
    ///   - others: The plugins whose exports the plugin requires. Default: none.
    ///   - readme: The README of the plugin. Default: `README.md` in the nearest folder above the caller's file.
    ///   - prepare: Creates files that the plugin requires, before its first start. Default: none.
    ///   - root: Declares the instances that the daemon provides to all plugins, in addition to the clock. Default: none.
    ///   - adjust: Changes the plugin's blueprint before its validation. Default: no change.
    ///   - makeCalls: Makes calls that open all scenes of the plugin, for ``ConformanceCheck/dependencies``. The function runs
    ///     once for each instance of a scene, which then fails or is never created. It ends each stream after the first reply.
    ///     Its errors are ignored. Default: no calls.
    ///   - file: The caller's `#filePath`.
    public init(
        _ type: Type.Type, settings: [String: String] = [:], credentials: [String: [UInt8]] = [:],
        clock: WallClock = .system, beside others: [PluginRegistration] = [], readme: FilePath? = nil,
        preparing prepare: @escaping @Sendable (PluginDirectories) throws -> Void = { _ in },
        root: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
        adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
        calling makeCalls: @escaping @Sendable (RunningPlugin) async throws -> Void = { _ in },
        file: String = #filePath
    ) {
        (self.settings, self.credentials, self.clock, self.prepare) = (settings, credentials, clock, prepare)
        (self.others, declareRoot, self.adjust, self.makeCalls) = (others, root, adjust, makeCalls)
        self.readme = readme ?? PluginReadme.path(above: FilePath(file))
    }

    /// Runs the checks, and reports all violations together.
    ///
    /// - Parameters:
    ///   - checks: The checks. Default: all.
    ///   - starts: The number of times that ``ConformanceCheck/lives`` starts and stops the plugin. Default: 1,000. The
    ///     environment variable `TRELLIS_STARTS` lowers it: 20 starts find most defects in a fiftieth of the time, while you
    ///     change the plugin.
    /// - Throws: ``ConformanceFailure`` with every violation; the error of ``prepare``.
    public func run(_ checks: Set<ConformanceCheck> = Set(ConformanceCheck.allCases), starts: Int = 1_000) async throws
    {
        let starts = Self.longestRun.map { min($0, starts) } ?? starts
        var failure = ConformanceFailure(plugin: name, violations: [])
        let lateJobs = LateJobs()
        for check in ConformanceCheck.allCases where checks.contains(check) {
            let found =
                switch check {
                case .configuration: configurationViolations()
                case .readme: try await readmeViolations()
                case .contracts: try await contractViolations()
                case .declaration: try await declarationViolations()
                case .lives: try await lifeViolations(starts: starts, watching: lateJobs)
                case .interruption: try await interruptionViolations()
                case .dependencies: try await dependencyViolations()
                case .reload: try await reloadViolations()
                case .parameters: try await parameterViolations()
                }
            failure.add(found, by: check)
        }
        failure.add(lateJobs.findings, by: .lives)
        guard failure.violations.isEmpty else { throw failure }
    }

    /// The maximum number of starts, from the environment variable `TRELLIS_STARTS`; nil without the variable.
    private static var longestRun: Int? { ProcessInfo.processInfo.environment["TRELLIS_STARTS"].flatMap { Int($0) } }

    /// The name of the plugin.
    var name: String { Type.manifest.name }
}
