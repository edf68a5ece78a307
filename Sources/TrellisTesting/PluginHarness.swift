import Foundation
import SystemPackage
public import Trellis
public import TrellisHost

/// Runs one plugin in a test as `trellisd` does, but without systemd, signals and a separate process.
///
/// ```swift
/// try await withPlugin(ItemsPlugin.self, settings: ["store": "memory"]) { plugin in
///     let items = ItemsClient(plugin.caller)
///     let reply = try await items.add(title: "Tea", count: 3)
///     #expect(reply.item.title == "Tea")
/// }
/// ```
///
/// - Parameters:
///   - type: The type of the plugin, such as `ItemsPlugin.self`.
///   - settings: The plugin's configuration: the keys of its section, with dots for nested sections.
///   - environment: The environment of the host. Default:
///     `HostEnvironment.test(in:clock:credentials:logger:)` in a folder that is removed afterwards.
///   - transport: The transport between client and plugin.
///   - root: Declares the instances that the daemon provides to all plugins, in addition to the clock. Default: none.
///   - adjust: Changes the plugin's blueprint before its validation: `$0.override((any Clock).self, …)`.
///   - body: Receives the running plugin.
/// - Returns: The result of the body.
/// - Throws: `ConfigurationError`, `AdmissionError` or `HostFailure` when the plugin cannot start; the error of the
///   body.
public func withPlugin<Type: Plugin, Result: Sendable>(
    _ type: Type.Type,
    settings: [String: String] = [:],
    environment: HostEnvironment? = nil,
    over transport: Transport = .process,
    root: (inout Blueprint) -> Void = { _ in },
    adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
    _ body: (RunningPlugin) async throws -> Result
) async throws -> Result {
    let registration = PluginRegistration(type)
    let settings = Dictionary(uniqueKeysWithValues: settings.map { ("\(registration.name).\($0)", $1) })
    return try await withHost(
        of: [registration], settings: settings, environment: environment, over: transport, root: root,
        adjusting: { _, blueprint in adjust(&blueprint) }
    ) { try await body($0[registration.name]) }
}

/// Runs several plugins together in a test, with the exports and extensions between them, as `trellisd` does.
///
/// ```swift
/// let plugins = [PluginRegistration(SearchPlugin.self), PluginRegistration(ItemsPlugin.self)]
/// try await withPlugins(plugins, settings: ["items.store": "memory"]) { plugins in
///     let search = SearchClient(plugins.caller)
///     try await plugins.stop("items")
/// }
/// ```
///
/// - Parameters:
///   - registrations: The plugins, which are enabled unless a setting `NAME.enabled` disables them.
///   - settings: The configuration of the plugins: keys below `plugins`, such as `items.store`.
///   - environment: The environment of the host. Default:
///     `HostEnvironment.test(in:clock:credentials:logger:)` in a folder that is removed afterwards.
///   - transport: The transport between client and plugins.
///   - root: Declares the instances that the daemon provides to all plugins, in addition to the clock. Default: none.
///   - adjust: Changes the blueprint of a plugin before its validation, given the name of the plugin.
///   - body: Receives the running plugins.
/// - Returns: The result of the body.
/// - Throws: `ConfigurationError`, `AdmissionError` or `HostFailure` when the plugins cannot start, also for conflicts
///   between them; the error of the body.
public func withPlugins<Result: Sendable>(
    _ registrations: [PluginRegistration],
    settings: [String: String] = [:],
    environment: HostEnvironment? = nil,
    over transport: Transport = .process,
    root: (inout Blueprint) -> Void = { _ in },
    adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void = { _, _ in },
    _ body: (RunningPlugins) async throws -> Result
) async throws -> Result {
    try await withHost(
        of: registrations, settings: settings, environment: environment, over: transport, root: root,
        rejectsConflicts: true, adjusting: adjust, body)
}

/// Runs plugins while a body runs.
///
/// A plugin that runs alone may extend points that no plugin declares; otherwise, conflicts are rejected as in a daemon.
private func withHost<Result: Sendable>(
    of registrations: [PluginRegistration], settings: [String: String], environment: HostEnvironment?,
    over transport: Transport, root: (inout Blueprint) -> Void, rejectsConflicts: Bool = false,
    adjusting adjust: @escaping @Sendable (_ plugin: String, _ blueprint: inout Blueprint) -> Void,
    _ body: (RunningPlugins) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let configuration = try LoadedConfiguration(
            path: nil,
            options: registrations.map { "plugins.\($0.name).enabled=true" }
                + settings.sorted { $0.key < $1.key }.map { "plugins.\($0)=\($1)" },
            registrations: registrations)
        let environment = environment ?? .test(in: folder)
        let router = VarlinkRouter.host(logger: environment.logger("trellis"))
        let host = try PluginHost(
            configuration: configuration, environment: environment, router: router, adjusting: adjust, root: root)
        // A test may run a part of a daemon. 'trellisd --check' finds contributions to unknown extension points.
        if rejectsConflicts { try host.rejectConflicts(findingUnknownPoints: false) }
        return try await host.run {
            try await transport.withCaller(of: router, in: folder) { caller, connect in
                try await body(
                    RunningPlugins(
                        caller: caller, directories: environment.directories, host: host, connect: connect))
            }
        }
    }
}

extension Transport {
    /// Connects callers to a router while a body runs.
    fileprivate func withCaller<Result: Sendable>(
        of router: VarlinkRouter, in folder: FilePath,
        _ body: (any VarlinkCaller, @escaping @Sendable () async throws -> any VarlinkCaller) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .process:
            return try await body(LocalCaller(router: router)) { LocalCaller(router: router) }
        case .socket:
            let address = VarlinkAddress.path(folder.appending("io.trellis").string)
            let server = VarlinkServer(router: router)
            try server.listen(on: address)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let connect: @Sendable () async throws -> any VarlinkCaller = {
                    try await VarlinkConnection.connect(to: address)
                }
                let outcome: Swift.Result<Result, any Error>
                do {
                    outcome = .success(try await body(try await connect(), connect))
                } catch {
                    outcome = .failure(error)
                }
                await server.shutdown(gracePeriod: .seconds(5))
                try await group.waitForAll()
                return try outcome.get()
            }
        }
    }
}
