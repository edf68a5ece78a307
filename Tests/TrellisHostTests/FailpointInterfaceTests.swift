import Foundation
import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

/// A plugin with a failpoint.
private struct FragilePlugin: Plugin {
    static let manifest = PluginManifest(name: "fragile", version: "1.0.0", summary: "Has a failpoint.")
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide { (plugin: PluginEnvironment) in FragileStore(writing: plugin.failpoint("store.write")) }
    }
}

/// An instance that only declares the failpoint.
private struct FragileStore: Sendable {
    let writing: Failpoint
}

@Suite("Failpoints in io.trellis.Host", .timeLimit(.minutes(2)))
struct FailpointInterfaceTests {
    /// Runs a daemon's interface with a plugin that has a failpoint.
    private func withHost(
        permitted isPermitted: Bool = true, log: LogRecorder = LogRecorder(),
        _ body: (HostClient, PluginHost) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let configuration = try LoadedConfiguration(
                path: nil, options: ["plugins.fragile.enabled=true"] + (isPermitted ? ["control.failpoints=true"] : []),
                registrations: [PluginRegistration(FragilePlugin.self)])
            let environment = HostEnvironment.test(in: folder, logger: log.logger)
            let logger = environment.logger("trellis")
            let router = VarlinkRouter.host(logger: logger)
            let plugins = try PluginHost(configuration: configuration, environment: environment, router: router)
            try router.register(
                ControlInterface(
                    host: plugins, audit: AuditLog(journal: environment.logger("audit"), logger: logger),
                    facts: ControlInterface.Facts(
                        started: Date(), configuration: nil, stateDirectory: "/", cacheDirectory: "/nonexistent"),
                    logLevel: LogLevelControl(.info), log: LogRing(), logger: logger))
            try await plugins.run { try await body(HostClient(LocalCaller(router: router)), plugins) }
        }
    }

    private func list(_ host: HostClient) async throws -> [HostContract.Failpoint] {
        var points: [HostContract.Failpoint] = []
        for try await reply in host.listFailpoints() { if let point = reply.failpoint { points.append(point) } }
        return points
    }

    @Test("lists the failpoints with their remaining terms, and injects faults")
    func injection() async throws {
        try await withHost { host, plugins async throws in
            #expect(try await list(host) == [.init(name: "fragile.store.write", terms: nil, hits: 0)])
            _ = try await host.inject(failpoint: "fragile.store.write", terms: "2*error(EIO)->delay(1)")
            let point = plugins.failpoints.declare("fragile.store.write")
            #expect(throws: Errno.ioError) { try point.evaluateBlocking() }
            #expect(
                try await list(host) == [
                    .init(name: "fragile.store.write", terms: "1*error(EIO)->delay(1)", hits: 1)
                ])
            _ = try await host.inject(failpoint: "fragile.store.write", terms: "off")
            try point.evaluateBlocking()
            #expect(try await list(host) == [.init(name: "fragile.store.write", terms: nil, hits: 0)])
        }
    }

    @Test("the status of the daemon and a warning in the log name active failpoints")
    func visibility() async throws {
        let log = LogRecorder(level: .notice)
        try await withHost(log: log) { host, plugins async throws in
            let audit = AuditLog(journal: log.logger("audit"), logger: log.logger("trellis"))
            _ = try await host.inject(failpoint: "fragile.store.write", terms: "error(EIO)")
            #expect(
                plugins.summary(with: audit) == "1 plugin runs; injected faults: fragile.store.write=error(EIO)")
            _ = try await host.inject(failpoint: "fragile.store.write", terms: "off")
            #expect(plugins.summary(with: audit) == "1 plugin runs")
        }
        #expect(
            log.lines.filter { $0.hasPrefix("the terms of the failpoint ") }.count == 2)
    }

    @Test("is rejected when the configuration does not permit it")
    func permission() async throws {
        try await withHost(permitted: false) { host, plugins async throws in
            await #expect(throws: HostError.failpointsDisabled) { try await list(host) }
            await #expect(throws: HostError.failpointsDisabled) {
                try await host.inject(failpoint: "fragile.store.write", terms: "error(EIO)")
            }
            #expect(plugins.failpoints.all.map(\.status.hits) == [0])
        }
    }

    @Test("requires the role administer")
    func role() {
        let roles = RoleTable()
        roles.register([HostContract.contract])
        #expect(roles.role(of: "Inject", in: "io.trellis.Host") == .administer)
        #expect(roles.role(of: "ListFailpoints", in: "io.trellis.Host") == .administer)
    }

    @Test("reports an unknown name with the most similar one, and invalid terms with their column")
    func errors() async throws {
        try await withHost { host, _ async throws in
            await #expect(
                throws: HostError.noSuchFailpoint(
                    failpoint: "fragile.store.wirte", suggestion: "fragile.store.write")
            ) { try await host.inject(failpoint: "fragile.store.wirte", terms: "off") }
            await #expect(
                throws: HostError.invalidFailpointTerms(
                    column: 3, message: "unknown action 'eror' (did you mean 'error'?)")
            ) { try await host.inject(failpoint: "fragile.store.write", terms: "3*eror(EIO)") }
        }
    }
}
