import Foundation
import SystemPackage
import Systemd
import Testing
import TrellisTesting

@testable import TrellisHost

@Suite("Validation of all plugins", .timeLimit(.minutes(2)))
struct ValidationTests {
    @Test("rejects two plugins that serve the same interface", arguments: [true, false])
    func sameInterface(isCheck: Bool) async throws {
        let result = try await #require(
            processExitsWith: .exitCode(ExitStatus.configuration.rawValue), observing: [\.standardErrorContent]
        ) { [isCheck] in
            try await withTemporaryFolder { folder in
                let options = HostOptions.within(
                    folder, settings: ["plugins.first.enabled=true", "plugins.second.required=false"])
                let plugins = ["first", "second"].map { PluginRegistration(NotebookPlugin.self, name: $0) }
                exit(await Host.runProcess(options, plugins: plugins, checking: isCheck))
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("trellisd: the plugins first (TrellisHostTests/NotebookPlugin.swift:"))
        #expect(
            message.contains(
                " serve the same interface org.example.notebook. Enable only one of them, or rename the interface in the "
                    + "contract of one of them"))
    }

    @Test("accepts two plugins with the same interface when one of them is disabled")
    func disabled() throws {
        let host = Host(
            options: HostOptions(settings: ["plugins.first.enabled=true", "plugins.second.enabled=false"]),
            plugins: ["first", "second"].map { PluginRegistration(NotebookPlugin.self, name: $0) },
            service: ServiceEnvironment(), variables: [:])
        #expect(try host.check().hasSuffix("enabled plugins: first"))
    }
}
