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
    adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
    _ body: (RunningPlugin) async throws -> Result
) async throws -> Result {
    try await withTemporaryFolder { folder in
        let registration = PluginRegistration(type)
        let section = "plugins.\(registration.name)"
        let configuration = try LoadedConfiguration(
            path: nil, options: ["\(section).enabled=true"] + settings.map { "\(section).\($0)=\($1)" },
            registrations: [registration])
        let environment = environment ?? .test(in: folder)
        let router = VarlinkRouter.host(logger: environment.logger("trellis"))
        let host = try PluginHost(
            configuration: configuration, environment: environment, router: router,
            adjusting: { _, blueprint in adjust(&blueprint) })
        let directories = environment.directories.directories(of: registration.name)
        return try await host.run {
            try await transport.withCaller(of: router, in: folder) { caller, connect in
                try await body(
                    RunningPlugin(
                        name: registration.name, caller: caller, directories: directories, host: host, connect: connect)
                )
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
