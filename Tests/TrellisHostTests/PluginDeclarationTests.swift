import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The blueprint of a disabled plugin", .timeLimit(.minutes(2)))
struct PluginDeclarationTests {
    @Test("is assembled when a client lists the plugins, and not by a start")
    func firstUse() async throws {
        let assembled = Mutex<[String]>([])
        try await withTemporaryFolder { folder in
            let environment = HostEnvironment.test(in: folder)
            let host = try PluginHost(
                configuration: try LoadedConfiguration(
                    path: nil, options: ["plugins.hub.enabled=true"],
                    registrations: [PluginRegistration(HubPlugin.self), PluginRegistration(NotebookPlugin.self)]),
                environment: environment, router: .host(logger: environment.logger("trellis")),
                adjusting: { plugin, _ in assembled.withLock { $0.append(plugin) } })
            try host.rejectConflicts(findingUnknownPoints: false)
            try await host.run {
                #expect(assembled.withLock { $0 } == ["hub"])
                let interfaces = await host.plugins().map(\.interfaces)
                #expect(interfaces.last?.isEmpty == false)
                #expect(assembled.withLock { $0 } == ["hub", "notebook"])
            }
        }
    }
}
