import Foundation
import SystemPackage
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

private struct PresentPlugin: Plugin {
    static let manifest = PluginManifest(name: "present", version: "1.0.0", summary: "Is present.")
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {}
}

@Suite("Plugins that a program was built without", .timeLimit(.minutes(2)))
struct AbsentPluginTests {
    private func failure(of configuration: String) async throws -> HostFailure? {
        try await withTemporaryFolder { folder in
            let file = folder.appending("trellis.yaml")
            try Data(configuration.utf8).write(to: URL(filePath: file.string))
            let host = Host(
                options: HostOptions(configuration: file), plugins: [PluginRegistration(PresentPlugin.self)],
                absent: [AbsentPlugin("digest", because: "the plugin needs etcd, which only trellisd has")],
                service: ServiceEnvironment(), variables: [:])
            do throws(HostFailure) {
                _ = try host.check()
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("a configuration that enables such a plugin is rejected with the line, the reason and the remedy")
    func rejection() async throws {
        let failure = try #require(try await failure(of: "plugins:\n  present: {}\n  digest: {}\n"))
        #expect(failure.exitStatus == .configuration)
        #expect(failure.message.contains("trellis.yaml:3"))
        #expect(failure.advice == "plugins.digest: the plugin needs etcd, which only trellisd has")
    }

    @Test("other unknown plugins are rejected without such a reason")
    func unknown() async throws {
        let failure = try #require(try await failure(of: "plugins:\n  digset: {}\n"))
        #expect(failure.exitStatus == .configuration)
        #expect(failure.advice == nil)
    }

    @Test("a configuration without such a plugin is valid")
    func valid() async throws {
        #expect(try await failure(of: "plugins:\n  present: {}\n") == nil)
    }
}
